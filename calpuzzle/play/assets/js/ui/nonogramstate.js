/*
 * The filled cells and the history: immutable plain objects.
 *
 * A change is the list of its cells with their old and new values. `past` and `future` are lists of changes,
 * because a grid may have thousands of cells. Given cells are filled in from the start and cannot be changed.
 * In addresses and in the storage, cells are a text of runs: each is a number, unless it is 1, and
 * a character. Open cells at the end are omitted (`3a-2x`: three of the first colour, one open, two
 * background).
 */

import { stepBack, stepForth, withStep } from "./history.js";
import { OPEN } from "../logic/nonogramclues.js";
import { fromStorage, intoStorage } from "./saved.js";
import { lastOf } from "../logic/shapes.js";

const SIGNS = "-xabcdefghijklmno"; // open, background, the colours

/**
 * @typedef {Array<Array<number>>} Change  cell, before, after
 *
 * @typedef {Object} FilledState
 * @property {Array<number>} cells  values in reading order
 * @property {Array<Change>} past
 * @property {Array<Change>} future
 */

/**
 * Set cells as one step; return the same state if nothing changes.
 * @param {Clued} clued @param {FilledState} state
 * @param {Array<Array<number>>} wanted  cells and values
 * @returns {FilledState}
 */
export function withCells(clued, state, wanted) {
  const change = wanted
    .filter(([cell, value]) => clued.given[cell] === OPEN && state.cells[cell] !== value)
    .map(([cell, value]) => [cell, state.cells[cell], value]);
  if (!change.length) return state;
  return { cells: applied(state.cells, change, 2), ...withStep(state, change) };
}

/**
 * Return the state before the last change; `state` itself if there is none.
 * @param {FilledState} state
 */
export function changeUndone(state) {
  const change = lastOf(state.past);
  if (!change) return state;
  return { cells: applied(state.cells, change, 1), ...stepBack(state) };
}

/** Return the state with the change that was undone last. @param {FilledState} state */
export function changeRedone(state) {
  const [change] = state.future;
  if (!change) return state;
  return { cells: applied(state.cells, change, 2), ...stepForth(state) };
}

/**
 * Return the cells with the old (`which` 1) or the new (2) values of a change.
 * @param {Array<number>} cells @param {Array<Array<number>>} change @param {number} which
 */
function applied(cells, change, which) {
  const next = [...cells];
  for (const part of change) next[part[0]] = part[which];
  return next;
}

/** Return cells as a text. @param {Array<number>} cells @returns {string} */
function cellsWritten(cells) {
  /** @type {Array<{value: number, length: number}>} */
  const runs = [];
  for (const value of cells) {
    if (runs.at(-1)?.value === value) lastOf(runs).length += 1;
    else runs.push({ value, length: 1 });
  }
  if (runs.at(-1)?.value === OPEN) runs.pop();
  return runs.map(({ value, length }) => `${length > 1 ? length : ""}${SIGNS[value + 1]}`).join("");
}

/**
 * Read the cells of a text; given cells keep their value. Return null if the text does not fit the grid.
 * @param {Clued} clued @param {string} text @returns {Array<number> | null}
 */
function cellsRead(clued, text) {
  if (!/^(\d{0,7}[-xa-o])*$/u.test(text)) return null;
  /** @type {Array<number>} */
  const cells = [];
  for (const [, number, sign] of text.matchAll(/(\d*)([-xa-o])/gu)) {
    const value = SIGNS.indexOf(sign) - 1;
    const length = number === "" ? 1 : Number(number);
    if (cells.length + length > clued.size || value >= clued.palette.length) return null;
    for (let k = 0; k < length; k += 1) cells.push(value);
  }
  return clued.given.map((given, cell) => (given === OPEN ? cells[cell] ?? OPEN : given));
}

/**
 * Return the hash of the address of the filled cells.
 * @param {Clued} clued @param {FilledState} state @returns {string}
 */
export function filledLink(clued, state) {
  const cells = cellsWritten(state.cells);
  const puzzle = clued.own ? `own=${clued.own}` : `puzzle=${encodeURIComponent(clued.name)}`;
  return `#${puzzle}${cells ? `&cells=${cells}` : ""}`;
}

/**
 * Return the cells in an address, or the fault in it; neither if it has no cells.
 * @param {Clued} clued @param {string} hash @returns {{cells: Array<number> | null, fault: Fault | null}}
 */
export function readFilledLink(clued, hash) {
  const parts = new URLSearchParams(hash.replace(/^#/u, ""));
  const name = parts.get("puzzle") ?? clued.name;
  const text = parts.get("cells");
  if (name !== clued.name) {
    const values = { name, own: clued.name };
    return { cells: null, fault: { key: "link.puzzle", values } };
  }
  const cells = text === null ? null : cellsRead(clued, text);
  const isWrong = text !== null && cells === null;
  return { cells, fault: isWrong ? { key: "nonogram.link", values: {} } : null };
}

/** Store a state; return whether that succeeded. @param {Clued} clued @param {FilledState} of */
export function keepFilled(clued, { cells, past, future }) {
  return intoStorage(filledKeyOf(clued), { cells: cellsWritten(cells), past, future });
}

/**
 * Return the stored state, or an empty one.
 * @param {Clued} clued @returns {{state: FilledState, corrupted: boolean}}
 */
export function storedFilled(clued) {
  const empty = { cells: [...clued.given], past: [], future: [] };
  try {
    const kept = fromStorage(filledKeyOf(clued), true);
    if (kept === null) return { state: empty, corrupted: false };
    const cells = cellsRead(clued, kept.cells);
    const state = cells && { cells, past: kept.past, future: kept.future };
    if (!state || !isConsistent(clued, state)) throw new Error("does not fit");
    return { state, corrupted: false };
  } catch {
    return { state: empty, corrupted: true };
  }
}

/**
 * Return whether the changes are consistent: undoing and redoing them finds in each cell the value that the
 * change names.
 * @param {Clued} clued @param {FilledState} state
 */
function isConsistent(clued, { cells, past, future }) {
  const isChange = (/** @type {Array<number>} */ part) => part.length === 3 && clued.given[part[0]] === OPEN
    && [part[1], part[2]].every((value) => value in { [OPEN]: 0, ...clued.palette });
  const follows = (/** @type {Array<Change>} */ changes, /** @type {number} */ from, /** @type {number} */ to) => {
    const now = [...cells];
    return changes.every((change) => change.every((part) => {
      const fits = isChange(part) && now[part[0]] === part[from];
      now[part[0]] = part[to];
      return fits;
    }));
  };
  return follows([...past].reverse(), 2, 1) && follows(future, 1, 2);
}

/**
 * Return the storage key. It contains a hash of the clues, because two nonograms may have the same
 * name.
 * @param {Clued} clued
 */
export function filledKeyOf({ name, clues }) {
  let sum = 0;
  for (const sign of JSON.stringify(clues)) sum = (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0;
  return `calpuzzle:nonogram:${name}:${(sum >>> 0).toString(36)}`;
}
