/*
 * Hints in five levels: still possible, which piece, its orientation, one of its cells, its placement.
 *
 * docs/hints.md is the specification; the counterpart is calpuzzle/game/hints.py. All levels refer to the
 * same placement. If a position cannot be completed, the hint names the piece to take back.
 */

import { Fits } from "./fits.js";
import { boundsOf, compared, lastOf } from "./shapes.js";

/**
 * Return the hint of a level (`grade`).
 * @param {RemainingSolutions} remaining @param {DateLabels} date @param {Array<Placement>} placed @param {number} grade
 * @returns {Generator<number, HintAnswer>}
 */
export function* hintFor(remaining, date, placed, grade) {
  /** @type {HintAnswer} */
  const hint = {
    grade, possible: true, culprit: null, never: false,
    piece: null, region: null, orientation: null, cell: null, placement: null,
  };
  const { puzzle } = remaining;
  const numbers = remaining.numbersOf(placed);
  if (!(yield* remaining.possible(date, numbers))) {
    return { ...hint, possible: false, ...(yield* remaining.takeBack(date, numbers)) };
  }
  const position = new Fits(puzzle, date, numbers);
  if (grade < 2 || position.solved) return hint;
  const { number, cell } = yield* nextPiece(remaining, date, numbers, position);
  const placement = puzzle.placements[number];
  hint.piece = placement[0];
  hint.region = regionOf(puzzle, number);
  if (grade > 2) hint.orientation = placement[1];
  if (grade > 3) hint.cell = cell;
  if (grade > 4) hint.placement = placement;
  return hint;
}

/**
 * Return the hinted placement, and a cell of it.
 * @param {RemainingSolutions} remaining @param {DateLabels} date @param {Array<number>} placed @param {Fits} position
 */
function* nextPiece(remaining, date, placed, position) {
  const { placements, coverings } = remaining.puzzle;
  const choice = position.choice();
  const ordered = [...choice.numbers].sort((one, other) => placements[one][0] - placements[other][0]
    || compared(coverings[one], coverings[other]));
  // The last one needs no search, because some placement of the choice is in a solution.
  let number = lastOf(ordered);
  for (const other of ordered.slice(0, -1)) {
    if (!(yield* remaining.possible(date, [...placed, other]))) continue;
    number = other;
    break;
  }
  return { number, cell: choice.cell ?? position.hardestCell(number) };
}

/**
 * Return the region of the board in which a placement is, 0 (upper left) to 8 (lower right).
 * @param {Puzzle} puzzle @param {number} number
 */
function regionOf({ spots, coverings }, number) {
  const places = spots.map((spot) => spot.slice(-2));
  const [down, right] = boundsOf(places).map(([first, last], axis) => {
    const own = coverings[number].map((cell) => places[cell][axis] - first);
    // twice / all is the mean of the cells' centres, as a fraction of the board's side.
    const twice = own.reduce((sum, place) => sum + 2 * place + 1, 0);
    const all = 2 * own.length * (last - first + 1);
    return Number(3 * twice >= all) + Number(3 * twice > 2 * all);
  });
  return 3 * down + right;
}
