/*
 * Where a piece can be placed: whether a placement fits the placed pieces, and the nearest that
 * does. Also how arrows move a piece (`stepOf`) and the cursor (`nextCell`), and whether the board
 * is solved.
 *
 * The cells of the date count as occupied, because they must stay open.
 */

import { UNIT, boxOf, centreOf, offsetOf } from "../logic/geometry.js";
import { Position } from "../logic/position.js";
import { boundsOf } from "../logic/shapes.js";
import { allPlaced } from "./state.js";

/**
 * Return the placement on each covered cell.
 * @param {Puzzle} puzzle @param {State} state @returns {Map<number, Placement>}
 */
export function ownersOf(puzzle, state) {
  const owners = new Map();
  for (const placement of allPlaced(state)) {
    for (const cell of puzzle.covered(placement) ?? []) owners.set(cell, placement);
  }
  return owners;
}

/**
 * Return why a placement does not fit, or null if it fits.
 * @param {Puzzle} puzzle @param {State} state @param {Placement} placement
 * @returns {{why: "outside" | "open" | "taken", cell?: number, owner?: Placement} | null}
 */
export function misfit(puzzle, state, placement) {
  const cells = puzzle.covered(placement);
  if (!cells) return { why: "outside" };
  const open = puzzle.openOn(state.date);
  const openCell = cells.find((cell) => open.includes(cell));
  if (openCell !== undefined) return { why: "open", cell: openCell };
  const owners = ownersOf(puzzle, state);
  const taken = cells.find((cell) => owners.has(cell));
  return taken === undefined ? null : { why: "taken", cell: taken, owner: owners.get(taken) };
}

/**
 * Return all placements of a piece in an orientation that fit.
 * @param {Puzzle} puzzle @param {State} state @param {number} piece @param {number} orientation
 * @returns {Array<Placement>}
 */
export function fitting(puzzle, state, piece, orientation) {
  const barred = new Set([...ownersOf(puzzle, state).keys(), ...puzzle.openOn(state.date)]);
  return puzzle.placements.filter((own, k) => own[0] === piece && own[1] === orientation
    && !puzzle.coverings[k].some((cell) => barred.has(cell)));
}

/**
 * Return the placement that is nearest to an offset, which may be between the cells; null if none
 * is within reach.
 * @param {Puzzle} puzzle @param {Array<Placement>} placements @param {Array<number>} at
 * @param {number} [reach]  the greatest distance
 * @returns {Placement | null}
 */
export function nearestOf(puzzle, placements, at, reach = Infinity) {
  let best = null;
  let least = reach;
  for (const placement of placements) {
    const way = at.map((place, axis) => placement[2 + axis] - place);
    const layers = puzzle.isSolid ? (way[0] / puzzle.step) * UNIT : 0;
    const away = Math.hypot(...offsetOf(puzzle, way), layers);
    if (away > least || (away === least && best)) continue;
    best = placement;
    least = away;
  }
  return best;
}

/**
 * Return the middle of the box around an orientation in the picture, at offset 0.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation @returns {Array<number>}
 */
export function middleOf(puzzle, piece, orientation) {
  const [x, y, width, height] = boxOf(puzzle, puzzle.pieces[piece].orientations[orientation]);
  return [x + width / 2, y + height / 2];
}

/**
 * Return the offset that moves the middle cell of a piece onto a cell of the board; in space, the
 * cell of its lowest layer that is nearest to the middle.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation @param {number} cell
 * @returns {Array<number>}
 */
export function centredOn(puzzle, piece, orientation, cell) {
  const shape = puzzle.pieces[piece].orientations[orientation];
  const centres = shape.map((own) => centreOf(puzzle, own));
  const middle = [0, 1].map((k) => centres.reduce((sum, own) => sum + own[k], 0) / shape.length);
  const away = shape.map((_, k) => Math.hypot(centres[k][0] - middle[0], centres[k][1] - middle[1]));
  const there = puzzle.cells[cell];
  const lowest = shape.filter((own) => !puzzle.isSolid || own[0] === shape[0][0]);
  // Only cells of the same kind can coincide, such as two segments of one direction.
  const { step } = puzzle;
  const alike = lowest.filter((own) => own.every((place, axis) => (there[axis] - place) % step === 0));
  const own = (alike.length ? alike : lowest)
    .reduce((a, b) => (away[shape.indexOf(b)] < away[shape.indexOf(a)] ? b : a));
  return there.map((place, axis) => Math.floor((place - own[axis]) / step) * step);
}

/**
 * Return the placement for a tap on a cell: of those that fit and cover it, the one whose middle
 * cell is nearest to it; null if there is none.
 * @param {Puzzle} puzzle @param {State} state @param {number} cell @returns {Placement | null}
 */
export function tapped(puzzle, state, cell) {
  const { piece, orientation } = /** @type {Held} */ (state.held);
  const at = centredOn(puzzle, piece, orientation, cell);
  const covering = fitting(puzzle, state, piece, orientation)
    .filter((placement) => puzzle.covered(placement)?.includes(cell));
  return nearestOf(puzzle, covering, at);
}

/**
 * Return the cell of a placement that is nearest to its middle.
 * @param {Puzzle} puzzle @param {Placement} placement @returns {number}
 */
export function middleCell(puzzle, placement) {
  const numbers = puzzle.covered(placement) ?? [];
  const cells = numbers.map((cell) => puzzle.cells[cell]);
  const middle = cells[0].map((_, axis) => (
    cells.reduce((sum, own) => sum + own[axis], 0) / cells.length));
  const away = cells.map((own) => Math.hypot(...own.map((place, axis) => place - middle[axis])));
  return numbers[away.indexOf(Math.min(...away))];
}

/**
 * Return the nearest offset at which the piece is within the box around the board.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation @param {Array<number>} at
 * @returns {Array<number>}
 */
export function withinBoard(puzzle, piece, orientation, at) {
  const board = boundsOf(puzzle.cells);
  const { step } = puzzle;
  return boundsOf(puzzle.pieces[piece].orientations[orientation]).map(([least, most], axis) => {
    const [low, high] = board[axis];
    const first = Math.ceil((low - least) / step) * step;
    return Math.max(first, Math.min(Math.floor((high - most) / step) * step, at[axis]));
  });
}

/**
 * Return whether the puzzle is solved and no piece is held.
 * @param {Puzzle} puzzle @param {State} state @returns {boolean}
 */
export function isSolved(puzzle, state) {
  const placed = allPlaced(state).map((placement) => puzzle.numberOf(placement));
  return !state.held && new Position(puzzle, state.date, placed).solved;
}

/**
 * Return the next cell of the board in a direction; the same one if there is none.
 * @param {Puzzle} puzzle @param {number} cell
 * @param {Array<number>} way  along each axis, in rows and columns as users count them
 * @returns {number}
 */
export function nextCell(puzzle, cell, way) {
  let spot = puzzle.spots[cell];
  for (let k = 0; k < puzzle.cells.length; k += 1) {
    spot = spot.map((place, axis) => place + way[axis]);
    const next = puzzle.cellAtSpot(spot);
    if (next >= 0) return next;
  }
  return cell;
}

/**
 * Return the vector by which an arrow moves a piece. If the rows of the lattice are shifted,
 * vertical steps lead alternately to the right and to the left, so that they go straight overall.
 * @param {Puzzle} puzzle @param {Array<number>} at
 * @param {Array<number>} way  by how many cells along each axis
 * @returns {Array<number>}
 */
export function stepOf(puzzle, at, way) {
  const { step, axes } = puzzle;
  const [down] = way.slice(-2);
  const found = way.map((own) => own * step);
  // By how many columns to the right the next row is shifted.
  const aside = axes[0][0] / axes[1][0];
  if (!down || !aside) return found;
  const row = at[at.length - 2] / step - (down < 0 ? 1 : 0);
  const correction = row % 2 === 0 ? Math.ceil(aside - 0.5) : Math.ceil(aside);
  found[found.length - 1] -= down * step * correction;
  return found;
}
