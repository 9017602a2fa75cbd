/*
 * The current nonogram: the filled cells, the pen, the cursor, the film, and the listeners.
 *
 * Each action of the player is one method; no other module sets `state`. After each change the listeners are
 * called with an event (`{kind, ...}`; `moved` states whether cells changed).
 */

import { OPEN } from "../logic/nonogramclues.js";
import { changeRedone, changeUndone, filledLink, keepFilled } from "./nonogramstate.js";
import { storedFilled, filledKeyOf, readFilledLink, withCells } from "./nonogramstate.js";
import { Observable } from "./observable.js";

/** The value of the pen `move`, which moves the board and fills nothing. */
export const MOVE = -2;

/** One nonogram being solved. @extends {Observable<FilledState>} */
export class NonogramGame extends Observable {
  /** @param {Clued} clued @param {Asker} asker @param {SettingValues} settings */
  constructor(clued, asker, settings) {
    super(asker, settings);
    this.clued = clued;
    this.pen = 1;        // a value, or MOVE
    this.cursor = 0;     // the cell of the keyboard cursor
    /** @type {FilmStep | null} */
    this.frame = null;   // the current frame of the film, null while the film is closed
    /** @type {Array<boolean>} */
    this.met = [];       // of each line, whether its clue is met
  }

  /** Set the next state, and notify the listeners of the event. @param {FilledState} state @param {GameEvent} event */
  change(state, event) {
    const { clued } = this;
    const { state: before } = /** @type {{state: FilledState | null}} */ (this);
    const wasMet = this.met;
    const wasSolved = this.solved;
    this.state = state;
    const moved = before?.cells !== state.cells;
    if (moved) this.met = clued.clues.map((_, line) => clued.isMet(state.cells, line));
    if (moved) {
      this.leavePosition();
      this.keep();
    }
    const done = [...this.met.keys()].filter((line) => this.met[line] && wasMet[line] === false);
    this.notify({ ...event, moved, done, solved: before !== null && this.solved && !wasSolved });
  }

  get solved() {
    return this.met.length > 0 && this.met.every(Boolean);
  }

  /** The name under which the cells are stored. */
  get storageKey() {
    return filledKeyOf(this.clued);
  }

  /** Store the filled cells on the device, and put them into the address. */
  keep() {
    this.noteKept(keepFilled(this.clued, this.state), filledLink(this.clued, this.state));
  }

  /** Adopt the cells that another window has stored for this nonogram. @param {string | null} key */
  followOther(key) {
    const { clued, state } = this;
    if (key !== this.storageKey) return;
    const { state: there, corrupted } = storedFilled(clued);
    if (corrupted || there.cells.join() === state.cells.join()) return;
    this.change(there, { kind: "elsewhere" });
  }

  /**
   * Return the worker's answer about the filled cells, or null.
   * @template {keyof NonogramReplies} W @param {W} what @returns {Promise<NonogramReplies[W] | null>}
   */
  question(what) {
    const how = { signal: this.position.signal };
    const answer = this.answered({ ask: "nonogram", what, cells: this.state.cells }, how);
    return /** @type {Promise<NonogramReplies[W] | null>} */ (answer);
  }

  /** Open the stored cells, and fill in those of an address as one more step. @param {string} hash */
  open(hash) {
    const { clued } = this;
    const { state, corrupted } = storedFilled(clued);
    const { cells, fault } = readFilledLink(clued, hash);
    const linked = cells && withCells(clued, state, cells.map((value, cell) => [cell, value]));
    this.change(linked ?? state, { kind: "opened" });
    if (corrupted) this.notify({ kind: "fault", key: "nonogram.saved", values: {} });
    if (fault) this.notify({ kind: "fault", ...fault });
  }

  /**
   * Return the value of a cell after a press with a pen: the value of the pen, or OPEN if the cell
   * has it already.
   * @param {number} cell @param {number} value @returns {number}
   */
  valueAfterPress(cell, value) {
    return this.state.cells[cell] === value ? OPEN : value;
  }

  /** Set cells as one step. @param {Array<Array<number>>} wanted */
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
    this.notify({ kind: "cursor" });
  }

  /** @param {number} pen */
  take(pen) {
    this.pen = pen;
    this.notify({ kind: "pen" });
  }

  /** Undo the last step. */
  undo() {
    if (this.frame) return;
    if (this.state.past.length) this.change(changeUndone(this.state), { kind: "undone" });
    else this.notify({ kind: "unmoved", motion: "undo" });
  }

  /** Redo the step that was undone last. */
  redo() {
    if (this.frame) return;
    if (this.state.future.length) this.change(changeRedone(this.state), { kind: "redone" });
    else this.notify({ kind: "unmoved", motion: "redo" });
  }

  /** Make all cells open again, except the given ones, as one step. */
  reset() {
    if (this.frame) return;
    const open = this.state.cells.map((_, cell) => [cell, OPEN]);
    this.change(withCells(this.clued, this.state, open), { kind: "reset" });
  }

  /**
   * Show a frame of the film instead of the filled cells; null shows the filled cells again.
   * @param {FilmStep | null} frame
   */
  show(frame) {
    this.frame = frame;
    this.notify({ kind: "film" });
  }
}
