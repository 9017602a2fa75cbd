/*
 * Where a piece can be laid: whether a placement fits what lies there, and the nearest that does.
 *
 * The cells of the date are as good as occupied: they are to stay open.
 */

import { Position } from "./position.js";
import { boundsOf } from "./shapes.js";
import { allLaid } from "./state.js";

/**
 * Which of what is laid (an index into all of it) lies on each covered cell.
 * @returns {Map<number, number>}
 */
export function ownersOf(puzzle, state) {
  const owners = new Map();
  for (const [index, placement] of allLaid(state).entries()) {
    for (const cell of puzzle.covered(placement) ?? []) owners.set(cell, index);
  }
  return owners;
}

/**
 * Why a placement cannot be laid, or null where it can.
 * @returns {{why: "outside" | "open" | "taken", cell?: number, index?: number} | null}
 */
export function misfit(puzzle, state, placement) {
  const cells = puzzle.covered(placement);
  if (!cells) return { why: "outside" };
  const open = puzzle.openOn(state.date);
  const shut = cells.find((cell) => open.includes(cell));
  if (shut !== undefined) return { why: "open", cell: shut };
  const owners = ownersOf(puzzle, state);
  const taken = cells.find((cell) => owners.has(cell));
  return taken === undefined ? null : { why: "taken", cell: taken, index: owners.get(taken) };
}

/**
 * All placements of a piece as it is turned that can be laid.
 * @returns {Array<Placement>}
 */
export function fitting(puzzle, state, piece, orientation) {
  const barred = new Set([...ownersOf(puzzle, state).keys(), ...puzzle.openOn(state.date)]);
  return puzzle.placements.filter((own, k) => own[0] === piece && own[1] === orientation
    && !puzzle.coverings[k].some((cell) => barred.has(cell)));
}

/**
 * The placement nearest to a place between the cells.
 * @param {Array<Placement>} placements
 * @param {number} row
 * @param {number} column
 * @param {number} reach  how many cells it may be away at most
 * @returns {Placement | null}
 */
export function nearestOf(placements, row, column, reach = Infinity) {
  let best = null;
  let least = reach;
  for (const placement of placements) {
    const away = Math.hypot(placement[2] - row, placement[3] - column);
    if (away > least || (away === least && best)) continue;
    best = placement;
    least = away;
  }
  return best;
}

/**
 * The middle of the box around an orientation, from where it is placed.
 * @returns {[number, number]}
 */
export function middleOf(puzzle, piece, orientation) {
  const shape = puzzle.pieces[piece].orientations[orientation];
  // Squares reach on to the next line; sticks end on theirs.
  const more = puzzle.step === 2 ? 0 : 1;
  return boundsOf(shape).map(([least, most]) => (least + most + more) / 2);
}

/**
 * Where a piece is moved to so that the cell in its middle comes to lie on a cell of the board.
 * @returns {[number, number]}
 */
export function centredOn(puzzle, piece, orientation, cell) {
  const [row, column] = puzzle.cells[cell];
  const shape = puzzle.pieces[piece].orientations[orientation];
  const middle = [0, 1].map((axis) => shape.reduce((sum, own) => sum + own[axis], 0) / shape.length);
  const away = (own) => Math.hypot(own[0] - middle[0], own[1] - middle[1]);
  // Of sticks, only cells of the same kind (grid point or segment) can lie on one another.
  const { step } = puzzle;
  const alike = shape.filter(([r, c]) => (row - r) % step === 0 && (column - c) % step === 0);
  const own = (alike.length ? alike : shape).reduce((a, b) => (away(b) < away(a) ? b : a));
  return [Math.floor((row - own[0]) / step) * step, Math.floor((column - own[1]) / step) * step];
}

/**
 * The placement for a tap on a cell: with the middle of the piece there if that fits, else the
 * nearest that covers the cell, else null.
 * @returns {Placement | null}
 */
export function tapped(puzzle, state, cell) {
  const { piece, orientation } = state.held;
  const [row, column] = centredOn(puzzle, piece, orientation, cell);
  const covering = fitting(puzzle, state, piece, orientation)
    .filter((placement) => puzzle.covered(placement).includes(cell));
  return nearestOf(covering, row, column);
}

/**
 * The cell of a placement that is nearest to its middle.
 * @returns {number}
 */
export function middleCell(puzzle, placement) {
  const numbers = puzzle.covered(placement);
  const cells = numbers.map((cell) => puzzle.cells[cell]);
  const middle = cells[0].map((_, axis) => (
    cells.reduce((sum, own) => sum + own[axis], 0) / cells.length));
  const away = cells.map((own) => Math.hypot(...own.map((place, axis) => place - middle[axis])));
  return numbers[away.indexOf(Math.min(...away))];
}

/**
 * Moved back so that the piece does not stick out of the box around the board.
 * @param {Puzzle} puzzle
 * @param {number} piece
 * @param {number} orientation
 * @param {[number, number]} at
 * @returns {[number, number]}
 */
export function withinBoard(puzzle, piece, orientation, at) {
  const board = boundsOf(puzzle.cells);
  return boundsOf(puzzle.pieces[piece].orientations[orientation]).map(([least, most], axis) => {
    const [low, high] = board[axis];
    return Math.max(low - least, Math.min(high - most, at[axis]));
  });
}

/**
 * Whether the puzzle is solved, with nothing in the hand.
 * @returns {boolean}
 */
export function isSolved(puzzle, state) {
  const laid = allLaid(state).map((placement) => puzzle.numberOf(placement));
  return !state.held && new Position(puzzle, state.date, laid).solved;
}

/**
 * The next cell of the board in a direction; the same one where there is none.
 * @param {Puzzle} puzzle
 * @param {number} cell
 * @param {[number, number]} way
 * @returns {number}
 */
export function nextCell(puzzle, cell, [down, right]) {
  let [row, column] = puzzle.cells[cell];
  for (let k = 0; k < puzzle.cells.length; k += 1) {
    row += down;
    column += right;
    const next = puzzle.cellAt(row, column);
    if (next >= 0) return next;
  }
  return cell;
}
