/*
 * The keyboard of a nonogram. Arrows, Home and End move the cursor; Space and Enter fill a cell, X
 * and Backspace mark it empty, Delete clears it. Digits choose a pen. U undoes, Y redoes, H is a
 * hint, C checks, plus and minus zoom, and the question mark opens the help.
 *
 * Keys that move the cursor or set its cell work only on the board. The others work on the whole
 * page, except in fields and dialogs, unless the setting `keys` is off; Ctrl+Z and Ctrl+Y ignore
 * the setting.
 */

import { OPEN } from "../logic/nonogramclues.js";
import { MOVE } from "./nonogramgame.js";
import { ARROWS, Keyboard, isCapital } from "./keyboard.js";
import { closestTo, targetOf } from "./elements.js";

/** Handles the keys of a nonogram's page. @extends {Keyboard<NonogramGame, NonogramBoard>} */
export class NonogramKeys extends Keyboard {
  /** @param {NonogramGame} game @param {NonogramBoard} board @param {Record<string, () => void>} tools */
  constructor(game, board, tools) {
    super(game, board, tools);
    this.colour = 1; // the colour that Space and Enter fill in: that of the last pen with a colour
    game.onChange(({ kind }) => {
      if (kind === "pen" && game.pen > 0) this.colour = game.pen;
    });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    // Show the focus ring, which pointers hide.
    this.board.grid.classList.remove("pointed");
    if (event.defaultPrevented || event.altKey) return;
    if (closestTo(targetOf(event), "input, select, textarea, dialog")) return;
    const onBoard = this.board.grid.contains(targetOf(event));
    const isHeard = onBoard || this.game.settings.keys;
    const isDone = event.ctrlKey || event.metaKey ? this.chord(event, onBoard)
      : (onBoard && this.onBoard(event)) || (isHeard && this.tool(event));
    if (isDone) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {boolean} onBoard */
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

  /** @param {KeyboardEvent} event */
  onBoard(event) {
    const { game } = this;
    const { cursor, clued } = game;
    const start = cursor - (cursor % clued.width);
    /** @type {Record<string, () => void>} */
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

  /** @param {number} value */
  set(value) {
    const { game } = this;
    game.setCells([[game.cursor, game.valueAfterPress(game.cursor, value)]]);
  }

  /**
   * Go to an adjacent cell; with Shift, copy the value of the current cell into it.
   * @param {Array<number>} of @param {boolean} isCarrying
   */
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

  /** @param {number} cell */
  goTo(cell) {
    this.board.pointed = null;
    this.game.goTo(cell);
    this.board.focus();
  }

  /** @param {KeyboardEvent} event */
  tool(event) {
    const { key } = event;
    if (/^[0-9]$/u.test(key)) return this.digit(event);
    const tool = isCapital(event) ? undefined : this.tools[key.toLowerCase()];
    tool?.();
    return tool !== undefined;
  }

  /**
   * Take the pen of a typed number; two digits in quick succession are one number, and 0 alone is
   * the pen that marks cells empty. Return false if there is no such pen, or while the film is
   * open.
   * @param {KeyboardEvent} event
   */
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
 * Return the pens in their order: one for each colour, one that marks cells empty, one that clears them, and
 * one that only moves the board.
 * @param {Clued} clued @returns {Array<number>}
 */
export function pensOf(clued) {
  return [...clued.palette.keys()].slice(1).concat([0, OPEN, MOVE]);
}
