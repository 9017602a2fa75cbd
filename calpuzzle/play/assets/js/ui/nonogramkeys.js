/*
 * The keyboard: arrows, blank and Enter to fill, X and Backspace to mark empty, digits for colours,
 * U, Y, H, C, plus and minus, question mark.
 *
 * Keys belong to the board. Those that set no cell work elsewhere too, unless one types there or
 * the setting `keys` is off.
 */

import { OPEN } from "../logic/nonogramclues.js";
import { MOVE } from "./nonogramgame.js";
import { ARROWS, Keyboard, isCapital } from "./keyboard.js";

/** What keys do. */
export class NonogramKeys extends Keyboard {
  constructor(game, board, tools) {
    super(game, board, tools);
    this.colour = 1; // that blank fills, also while the pen is none
    game.onChange(({ kind }) => {
      if (kind === "pen" && game.pen > 0) this.colour = game.pen;
    });
  }

  press(event) {
    // Who uses keys must see where the focus is; who presses cells sees it.
    this.board.grid.classList.remove("pointed");
    if (event.defaultPrevented || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const onBoard = this.board.grid.contains(event.target);
    const isHeard = onBoard || this.game.settings.keys;
    const isDone = event.ctrlKey || event.metaKey ? this.chord(event, onBoard)
      : (onBoard && this.onBoard(event)) || (isHeard && this.tool(event));
    if (isDone) event.preventDefault();
  }

  chord(event, onBoard) {
    const { game } = this;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) game.redo();
    else if (key === "z") game.undo();
    else if (onBoard && key === "home") this.goTo(0);
    else if (onBoard && key === "end") this.goTo(game.clued.size - 1);
    else return false;
    return true;
  }

  onBoard(event) {
    const { game } = this;
    const { cursor, clued } = game;
    const start = cursor - (cursor % clued.width);
    const commands = {
      " ": () => this.set(this.colour),
      Enter: () => this.set(this.colour),
      x: () => this.set(0),
      X: () => this.set(0),
      Backspace: () => game.setCells([[cursor, 0]]),
      Delete: () => game.setCells([[cursor, OPEN]]),
      Home: () => this.goTo(start),
      End: () => this.goTo(start + clued.width - 1),
    };
    if (event.key in ARROWS) this.step(ARROWS[event.key], event.shiftKey);
    else if (event.key in commands) commands[event.key]();
    else return false;
    return true;
  }

  set(value) {
    const { game } = this;
    game.setCells([[game.cursor, game.pressed(game.cursor, value)]]);
  }

  /** An arrow goes to the next cell; with Shift it takes along what the cell has. */
  step([down, right], isCarrying) {
    const { game } = this;
    const { clued, cursor } = game;
    const row = Math.floor(cursor / clued.width) + down;
    const column = (cursor % clued.width) + right;
    if (row < 0 || column < 0 || row >= clued.height || column >= clued.width) return;
    const value = game.state.cells[cursor];
    this.goTo(row * clued.width + column);
    if (isCarrying) game.setCells([[game.cursor, value]]);
  }

  goTo(cell) {
    this.board.pointed = null;
    this.game.goTo(cell);
    this.board.focus();
  }

  tool(event) {
    const { key } = event;
    if (/^[0-9]$/u.test(key)) return this.digit(event);
    const tool = isCapital(event) ? undefined : this.tools[key.toLowerCase()];
    tool?.();
    return tool !== undefined;
  }

  /** Two digits in quick succession are one number; 0 alone is the pen that marks empty. */
  digit(event) {
    const { game } = this;
    const most = game.clued.palette.length - 1;
    const number = this.numberOf(event, most);
    if (number > most || game.frame) return false;
    game.take(number);
    return true;
  }
}

/**
 * What pens there are, in their order: the colours, the one that marks empty, that clears, and the
 * one that only moves the board.
 * @returns {Array<number>}
 */
export function pensOf(clued) {
  return [...clued.palette.keys()].slice(1).concat([0, OPEN, MOVE]);
}
