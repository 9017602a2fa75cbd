/*
 * The position: the date, the placements, the held piece, and all positions before and after.
 *
 * A state is an immutable plain object; functions return the next state. `placed` is in the order of placing.
 * `past` and `future` are lists of earlier and undone `placed`. A held piece is not in `placed`; if it was
 * lifted from the board, `before` stores the placements and the history before that, so that
 * returning it to its old position leaves no step.
 */

import { stepBack, stepForth, withStep } from "./history.js";
import { boundsOf, lastOf } from "../logic/shapes.js";

/**
 * @typedef {Object} Held
 * @property {number} piece
 * @property {number} orientation
 * @property {Array<number> | null} at     the offset at which it hovers over the board, or null
 * @property {Array<number> | null} pivot  twice the centre about which it was turned; null if it
 *                                         was not turned since it last moved
 * @property {(Steps<Array<Placement>> & {placed: Array<Placement>}) | null} before
 *
 * @typedef {Object} State
 * @property {Array<number> | null} date      label indices by group
 * @property {number | null} level            the index of the challenge; null if there is none
 * @property {Array<Placement>} given         the placements of the challenge, which cannot be lifted
 * @property {Array<Placement>} placed
 * @property {Array<number>} trayOrientations  the orientation of each piece in the tray
 * @property {Held | null} held
 * @property {Array<Array<Placement>>} past
 * @property {Array<Array<Placement>>} future
 * @property {Array<Array<Placement>>} trail  the placements after each move, including undone moves
 */

/**
 * Return the state in which only the given placements are on the board.
 * @param {Puzzle} puzzle @param {Array<number> | null} date @param {number | null} level
 * @param {Array<Placement>} given @returns {State}
 */
export function newState(puzzle, date, level = null, given = []) {
  const trayOrientations = puzzle.pieces.map(() => 0);
  return { date, level, given, placed: [], trayOrientations, held: null, past: [], future: [], trail: [[]] };
}

/** Return the given and the placed placements. @param {State} state @returns {Array<Placement>} */
export function allPlaced(state) {
  return [...state.given, ...state.placed];
}

/** Return the state to store: without a held piece; a lifted one is back at its old position. @param {State} state */
export function settled(state) {
  if (!state.held?.before) return { ...state, held: null };
  return { ...state, ...state.held.before, held: null };
}

/**
 * Return the number of copies of a piece that are neither placed nor in the hand.
 * @param {Puzzle} puzzle @param {State} state @param {number} piece @returns {number}
 */
export function inTray(puzzle, state, piece) {
  const used = allPlaced(state).filter((placement) => placement[0] === piece).length;
  return puzzle.pieces[piece].most - used - (state.held?.piece === piece ? 1 : 0);
}

/**
 * Return whether the copies of a piece that are in the tray may be left over in a solution.
 * @param {Puzzle} puzzle @param {State} state @param {number} piece @returns {boolean}
 */
export function mayStayOut(puzzle, state, piece) {
  const { least, most } = puzzle.pieces[piece];
  return inTray(puzzle, state, piece) <= most - least;
}

/**
 * Replace all placements, as one step that can be undone.
 * @param {State} state @param {Array<Placement>} placed @returns {State}
 */
export function withPlaced(state, placed) {
  return { ...state, placed, ...withStep(state, state.placed) };
}

/**
 * Take a piece from the tray into the hand; the piece held before goes into the tray.
 * @param {State} state @param {number} piece
 */
export function pick(state, piece) {
  const orientation = state.trayOrientations[piece];
  return { ...state, held: { piece, orientation, at: null, pivot: null, before: null } };
}

/**
 * Lift a placed piece into the hand, at its position.
 * @param {State} state @param {Placement} placement @returns {State}
 */
export function lift(state, placement) {
  const [piece, orientation, ...at] = placement;
  const { placed, past, future } = state;
  const next = withPlaced(state, placed.filter((own) => !samePlacement(own, placement)));
  const trayOrientations = replaced(state.trayOrientations, piece, orientation);
  const before = { placed, past, future };
  return { ...next, trayOrientations, held: { piece, orientation, at, pivot: null, before } };
}

/** Move the held piece, which then hovers. @param {State} state @param {Array<number> | null} at @returns {State} */
export function hover(state, at) {
  return { ...state, held: state.held && { ...state.held, at, pivot: null } };
}

/**
 * Turn the held piece to another orientation about its centre.
 * @param {Puzzle} puzzle @param {State} state @param {number} orientation
 */
export function orientHeld(puzzle, state, orientation) {
  const { held } = state;
  if (!held) return state;
  const trayOrientations = replaced(state.trayOrientations, held.piece, orientation);
  if (!held.at) return { ...state, trayOrientations, held: { ...held, orientation } };
  // The extent of both orientations along each axis, from their offset.
  const [before, after] = [held.orientation, orientation].map((own) => (
    boundsOf(puzzle.pieces[held.piece].orientations[own]).map(([, most]) => 1 + most)));
  const pivot = held.pivot ?? held.at.map((place, axis) => 2 * place + before[axis]);
  const grid = 2 * puzzle.step;
  const at = pivot.map((twice, axis) => Math.floor((twice - after[axis]) / grid) * puzzle.step);
  // Keep the piece on layers of the board, because no others are drawn.
  if (puzzle.isSolid) at[0] = layerWithin(puzzle, held.piece, orientation, at[0]);
  return { ...state, trayOrientations, held: { ...held, orientation, at, pivot } };
}

/**
 * Return the layer nearest to `layer` at which all layers of a piece are on the board.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation @param {number} layer @returns {number}
 */
export function layerWithin({ pieces, layers }, piece, orientation, layer) {
  const [[least, most]] = boundsOf(pieces[piece].orientations[orientation]);
  return Math.max(layers[0] - least, Math.min(lastOf(layers) - most, layer));
}

/** Turn a piece in the tray. @param {State} state @param {number} piece @param {number} orientation */
export function orientInTray(state, piece, orientation) {
  return { ...state, trayOrientations: replaced(state.trayOrientations, piece, orientation) };
}

/** Place a piece, held or from the tray. @param {State} state @param {Placement} placement */
export function placeHeld(state, placement) {
  const trayOrientations = replaced(state.trayOrientations, placement[0], placement[1]);
  const before = state.held?.before;
  const same = before?.placed.some((old) => samePlacement(old, placement));
  if (same) return { ...state, ...before, trayOrientations, held: null };
  const placed = [...state.placed, placement];
  if (before) return { ...state, placed, trayOrientations, held: null };
  return { ...withPlaced(state, placed), trayOrientations, held: null };
}

/** Put the held piece into the tray. @param {State} state */
export function putBack(state) {
  return { ...state, held: null };
}

/**
 * Return the position before the last step; if there is none, only put the held piece into the
 * tray.
 * @param {State} state
 */
export function undo(state) {
  if (!state.past.length) return putBack(state);
  return { ...state, placed: lastOf(state.past), ...stepBack(state, state.placed), held: null };
}

/** Return the position that was undone last. @param {State} state */
export function redo(state) {
  if (!state.future.length) return state;
  return { ...state, placed: state.future[0], ...stepForth(state, state.placed), held: null };
}

/** Remove all pieces except the given ones, as one step that can be undone. @param {State} state */
export function reset(state) {
  const now = { ...settled(state) };
  return now.placed.length ? withPlaced(now, []) : now;
}

/** @param {Placement} one @param {Placement} other @returns {boolean} */
export function samePlacement(one, other) {
  return one.every((part, k) => part === other[k]);
}

/** @param {Array<number>} list @param {number} index @param {number} value */
function replaced(list, index, value) {
  return list.map((old, k) => (k === index ? value : old));
}
