/*
 * The current nonogram: the filled cells, the pen, the cursor, the film, and the listeners.
 *
 * Each action of the player is one method; no other module sets `state`. After each change the listeners are
 * called with what happened (`{kind, ...}`; `moved` states whether cells changed).
 */

import { OPEN } from "../logic/nonogramclues.js";
import { changeRedone, changeUndone, filledLink, keepFilled } from "./nonogramstate.js";
import { storedFilled, placeOfFilled, readFilledLink, withCells } from "./nonogramstate.js";
import { Observable } from "./observable.js";

/** What the pen `move` is among the values: it fills nothing. */
export const MOVE = -2;

/** One nonogram being solved. */
/** @extends {Observable<FilledState>} */
export class NonogramGame extends Observable {
  /** @param {Clued} clued @param {Asker} asker @param {Choices} settings */
  constructor(clued, asker, settings) {
    super(asker, settings);
    this.clued = clued;
    this.pen = 1;        // a value, or MOVE
    this.cursor = 0;     // the cell that the keys are on
    /** @type {FilmStep | null} */
    this.frame = null;   // of the film, while it is shown
    /** @type {Array<boolean>} */
    this.met = [];       // of each line, whether its clue is met
  }

  /** The next state, and what led to it. @param {FilledState} state @param {Happening} event */
  change(state, event) {
    const { clued } = this;
    const { state: before } = /** @type {{state: FilledState | null}} */ (this);
    const wasMet = this.met;
    const wasSolved = this.isSolved;
    this.state = state;
    const moved = before?.cells !== state.cells;
    if (moved) this.met = clued.clues.map((_, line) => clued.isMet(state.cells, line));
    if (moved) {
      this.leavePosition();
      this.keep();
    }
    const done = [...this.met.keys()].filter((line) => this.met[line] && wasMet[line] === false);
    const solved = this.isSolved && !wasSolved;
    this.tell({ ...event, moved, done, solved });
  }

  get isSolved() {
    return this.met.length > 0 && this.met.every(Boolean);
  }

  /** Keeps what is filled in on the device and in the address. */
  keep() {
    this.noteKept(keepFilled(this.clued, this.state), filledLink(this.clued, this.state));
  }

  /** What another window keeps of this nonogram is taken over. @param {string | null} key */
  followOther(key) {
    const { clued, state } = this;
    if (key !== placeOfFilled(clued)) return;
    const { state: there, corrupted } = storedFilled(clued);
    if (corrupted || there.cells.join() === state.cells.join()) return;
    this.change(there, { kind: "elsewhere" });
  }

  /**
   * What the worker says of what is filled in, or null.
   * @template {keyof NonogramReplies} W @param {W} what @returns {Promise<NonogramReplies[W] | null>}
   */
  question(what) {
    const how = { signal: this.position.signal };
    const answer = this.answered({ ask: "nonogram", what, cells: this.state.cells }, how);
    return /** @type {Promise<NonogramReplies[W] | null>} */ (answer);
  }

  /** Opens what was kept, with what an address says as one more step. @param {string} hash */
  open(hash) {
    const { clued } = this;
    const { state, corrupted } = storedFilled(clued);
    const { cells, fault } = readFilledLink(clued, hash);
    const linked = cells && withCells(clued, state, cells.map((value, cell) => [cell, value]));
    this.change(linked ?? state, { kind: "opened" });
    if (corrupted) this.tell({ kind: "fault", key: "nonogram.saved", values: {} });
    if (fault) this.tell({ kind: "fault", ...fault });
  }

  /**
   * What a press with a value makes of a cell: the value, or nothing where it has it already.
   * @param {number} cell @param {number} value @returns {number}
   */
  pressed(cell, value) {
    return this.state.cells[cell] === value ? OPEN : value;
  }

  /** Sets cells as one step. @param {Array<Array<number>>} wanted */
  setCells(wanted) {
    if (this.frame) return;
    const cells = wanted.map(([cell]) => cell);
    const isGiven = this.clued.given[cells[0]] !== OPEN;
    const event = { kind: "filled", cells, value: wanted.at(-1)?.[1], isGiven };
    this.change(withCells(this.clued, this.state, wanted), event);
  }

  /** @param {number} cell */
  goTo(cell) {
    if (cell === this.cursor) return;
    this.cursor = cell;
    this.tell({ kind: "cursor" });
  }

  /** @param {number} pen */
  take(pen) {
    this.pen = pen;
    this.tell({ kind: "pen" });
  }

  /** One step back. */
  undo() {
    if (this.frame) return;
    if (this.state.past.length) this.change(changeUndone(this.state), { kind: "undone" });
    else this.tell({ kind: "unmoved", motion: "undo" });
  }

  /** One step forth. */
  redo() {
    if (this.frame) return;
    if (this.state.future.length) this.change(changeRedone(this.state), { kind: "redone" });
    else this.tell({ kind: "unmoved", motion: "redo" });
  }

  /** All cells open again, as one step. */
  reset() {
    if (this.frame) return;
    const open = this.state.cells.map((_, cell) => [cell, OPEN]);
    this.change(withCells(this.clued, this.state, open), { kind: "reset" });
  }

  /**
   * Shows a frame of the film instead of what is filled in, or null for that again.
   * @param {FilmStep | null} frame
   */
  show(frame) {
    this.frame = frame;
    this.tell({ kind: "film" });
  }
}
