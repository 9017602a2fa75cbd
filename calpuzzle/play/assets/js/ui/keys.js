/*
 * The keyboard: digits and letters take a piece by its number or the first letter of its name.
 * Arrows, Enter, Space, R, E, F, U, Y, Backspace, Delete and Escape have actions of their own, and
 * on boards with layers also Page Up and Down, T, the comma and the full stop. The caller adds
 * others (`tools`). A letter that has an action takes a piece only with Shift.
 *
 * Keys belong to the game unless they are typed into a field, a dialog is open, or the focus is on a control
 * that uses them itself. With the setting `keys` off, only the board takes them, except Escape and keys with Ctrl.
 */

import { ARROWS, Keyboard, isCapital } from "./keyboard.js";
import { inTray } from "./state.js";
import { closestTo, targetOf } from "./elements.js";

/** By how many layers a key moves. @type {Record<string, number>} */
const LAYER_KEYS = { PageUp: 1, PageDown: -1 };
const TURN = Math.PI / 12; // by which a key turns the picture of a solid board

/** What keys do. @extends {Keyboard<Game, Board>} */
export class Keys extends Keyboard {
  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.altKey || isTyping(targetOf(event))) return;
    if (event.ctrlKey || event.metaKey) {
      this.chord(event);
      return;
    }
    const onBoard = event.target === this.board.root;
    if (!onBoard && !this.game.settings.keys && !(event.key === "Escape")) return;
    const done = this.moving(event, onBoard) || this.command(event) || this.piece(event);
    if (done) event.preventDefault();
  }

  /** Handle Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z. @param {KeyboardEvent} event */
  chord(event) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.game.redo();
    else this.game.undo();
  }

  /**
   * Handle arrows, Page Up and Down, Enter and Space, unless the focused control uses them itself.
   * @param {KeyboardEvent} event @param {boolean} onBoard
   */
  moving(event, onBoard) {
    const { game } = this;
    if (!onBoard && isControl(targetOf(event))) return false;
    if (event.key in ARROWS) {
      game.step(ARROWS[event.key]);
      return true;
    }
    if (game.puzzle.isSolid && event.key in LAYER_KEYS) {
      game.step([0, 0], LAYER_KEYS[event.key]);
      return true;
    }
    if (event.key !== "Enter" && event.key !== " ") return false;
    if (!game.state.held) this.liftHere();
    else if (game.state.held.at) game.placeHere();
    else game.step([0, 0]);
    return true;
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    const { game } = this;
    const { held } = game.state;
    if (isCapital(event)) return false;
    /** @type {Record<string, () => void>} */
    const commands = {
      r: () => game.applyMotion("turned"),
      e: () => game.turnBack(),
      f: () => game.applyMotion("flipped"),
      ...(game.puzzle.isSolid && this.solidCommands()),
      u: () => game.undo(),
      y: () => game.redo(),
      backspace: () => (held ? game.back() : this.liftHere()),
      delete: () => (held ? game.back() : this.liftHere()),
      escape: () => game.cancel(),
    };
    const key = event.key.toLowerCase();
    const command = commands[key] ?? this.tools[key];
    command?.();
    return command !== undefined;
  }

  /** Return the actions of the keys that exist only on boards with layers. */
  solidCommands() {
    return {
      t: () => this.game.applyMotion("tipped"),
      ",": () => this.board.turnWhole(TURN),
      ".": () => this.board.turnWhole(-TURN),
    };
  }

  /**
   * Take a piece by its number, or the next one whose name begins with the typed letter; return
   * whether there is one.
   * @param {KeyboardEvent} event
   */
  piece(event) {
    const { game } = this;
    if (event.key.length !== 1) return false;
    const piece = /^[0-9]$/u.test(event.key) ? this.byNumber(event) : this.byLetter(event.key);
    if (piece === undefined) return false;
    game.take(piece, true);
    this.board.root.focus({ preventScroll: true });
    return true;
  }

  /**
   * Return the piece whose number is typed, or undefined. Digits in quick succession are one
   * number; 0 alone is 10.
   * @param {KeyboardEvent} event
   */
  byNumber(event) {
    const { pieces } = this.game.puzzle;
    const number = this.numberOf(event, pieces.length) || 10;
    return number <= pieces.length ? number - 1 : undefined;
  }

  /**
   * Return the next piece in the tray whose name begins with a letter; if the tray has none, the
   * next placed one.
   * @param {string} letter
   */
  byLetter(letter) {
    const { puzzle, state } = this.game;
    const held = state.held?.piece ?? -1;
    const wanted = letter.toLowerCase();
    const named = [...puzzle.pieces.keys()]
      .filter((k) => k !== held && puzzle.pieces[k].name.toLowerCase().startsWith(wanted));
    const here = named.filter((k) => inTray(puzzle, state, k) > 0);
    const choice = here.length ? here : named;
    return choice.find((k) => k > held) ?? choice[0];
  }

  /** Lift the piece that the cursor is on. */
  liftHere() {
    const { game } = this;
    const here = game.state.placed.findLast((own) => game.puzzle.covered(own)?.includes(game.cursor));
    if (here) game.liftAt(here);
    else game.notify({ kind: "unmoved", motion: "lift" });
  }
}

/** @param {Element} target */
function isTyping(target) {
  return closestTo(target, "input, select, textarea, dialog, [contenteditable]") !== null;
}

/** @param {Element} target */
function isControl(target) {
  return closestTo(target, "button, a, summary, [tabindex]") !== null;
}
