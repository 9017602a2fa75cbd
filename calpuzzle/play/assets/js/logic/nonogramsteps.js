/*
 * Line solving step by step, on all lines at once, with probabilities.
 *
 * The counterpart is calpuzzle/nonogram/stepper.py. The count of a colour in a cell is the number
 * of fillings of its row and of its column that have the colour there, or 0 if either line rules it
 * out. The share of a colour is its count divided by the sum of the counts of all colours. Fillings
 * are counted exactly, so shares are exact fractions (`counts` over `total`).
 */

import { onlyColour } from "./nonogramclues.js";
import { tallyLine } from "./nonogramlines.js";

/**
 * @typedef {Object} Share
 * @property {Array<bigint>} counts  by colour
 * @property {bigint} total
 *
 * @typedef {Object} NonogramStep
 * @property {number} number
 * @property {Array<Share>} shares    by cell
 * @property {Array<number>} masks    the colours that remain possible
 * @property {Array<bigint>} candidates  the number of fillings of each line
 * @property {number} settled         how many cells this step made known
 */

/**
 * Yield the grid after each step, up to the last step that changes a cell or a share. Return the
 * line or the cell with a contradiction, or null.
 * @param {Clued} clued @param {Array<number>} masks
 * @returns {Generator<NonogramStep, {line?: number, cell?: number} | null>}
 */
export function* stepsOf(clued, masks) {
  /** @type {Map<number, Tally>} */
  const tallies = new Map();
  let known = masks;
  let last = null;
  for (let number = 1; ; number += 1) {
    const empty = countLines(clued, known, tallies);
    if (empty >= 0) return { line: empty };
    const shares = sharesOf(clued, tallies);
    const contradiction = shares.findIndex((share) => share.total === 0n);
    if (contradiction >= 0) return { cell: contradiction };
    if (last && sameShares(shares, last)) return null;
    const before = known;
    last = shares;
    known = shares.map(({ counts }) => maskOf(counts));
    const moved = [...known.keys()].filter((cell) => known[cell] !== before[cell]);
    const settled = moved.filter((cell) => onlyColour(known[cell]) >= 0).length;
    const candidates = clued.clues.map((_, line) => tallyOf(tallies, line).total);
    yield { number, shares, masks: known, candidates, settled };
    if (!moved.length) return null;
    for (const line of moved.flatMap((cell) => clued.linesOf(cell))) tallies.delete(line);
  }
}

/**
 * Return the tally of a line whose fillings have been counted.
 * @param {Map<number, Tally>} tallies @param {number} line
 */
function tallyOf(tallies, line) {
  return /** @type {Tally} */ (tallies.get(line));
}

/**
 * Count the fillings of the lines that are not in `tallies` yet; return a line that has no
 * filling, or -1.
 * @param {Clued} clued @param {Array<number>} known @param {Map<number, Tally>} tallies
 */
function countLines(clued, known, tallies) {
  for (const [line, clue] of clued.clues.entries()) {
    if (tallies.has(line)) continue;
    const own = tallyLine(clue, clued.along(known, line), clued.palette.length);
    tallies.set(line, own);
    if (own.total === 0n) return line;
  }
  return -1;
}

/** @param {Clued} clued @param {Map<number, Tally>} tallies */
function sharesOf(clued, tallies) {
  return Array.from({ length: clued.size }, (_, cell) => {
    const [row, column] = clued.linesOf(cell);
    const across = tallyOf(tallies, row).counts;
    const down = tallyOf(tallies, column).counts;
    const counts = clued.palette.map((_, colour) => {
      const a = across[colour][column - clued.height];
      const d = down[colour][row];
      return a && d ? a + d : 0n;
    });
    return { counts, total: counts.reduce((sum, count) => sum + count, 0n) };
  });
}

/** @param {Array<Share>} ones @param {Array<Share>} others */
function sameShares(ones, others) {
  return ones.every(({ counts, total }, cell) => {
    const other = others[cell];
    return counts.every((count, c) => count * other.total === other.counts[c] * total);
  });
}

/** @param {Array<bigint>} counts */
function maskOf(counts) {
  return counts.reduce((mask, count, colour) => (count ? mask | (1 << colour) : mask), 0);
}

/**
 * Return a share as a number from 0 to 1, which is 0 or 1 only if it is exactly that.
 * @param {bigint} count @param {bigint} total @returns {number}
 */
export function shareOf(count, total) {
  if (count === 0n) return 0;
  if (count === total) return 1;
  const near = Number((count << 53n) / total) / 2 ** 53;
  return Math.min(Math.max(near, Number.EPSILON), 1 - Number.EPSILON);
}
