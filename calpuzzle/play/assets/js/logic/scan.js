/*
 * The order in which a search fills the cells: with short lines, and the narrow end first, so that the
 * frontier has few cells and dead ends occur early. On a flat board, it is the order of
 * calpuzzle/puzzle/scan.py.
 */

import { boundsOf, compared, moved } from "./shapes.js";

/**
 * Return the places of the cells in the scan, line by line; holes have places, too. A flat board is
 * scanned in one of eight directions: one with the shortest lines; among these, one whose first
 * lines have the fewest cells; among these, one whose last lines begin with their holes.
 * @param {Array<Cell>} cells
 * @returns {{ranks: Array<number>, lines: number, line: number}}  the rank of each cell, the number
 *          of lines, and the number of places in each line
 */
export function scanOf(cells) {
  if (new Set(cells.map((cell) => cell.slice(0, -2).join())).size > 1) return solidScan(cells);
  const flat = cells.map((cell) => cell.slice(-2));
  const [[top, bottom], [left, right]] = boundsOf(flat);
  const inside = moved(flat, [-top, -left]);
  const [height, width] = [bottom - top + 1, right - left + 1];
  const ways = [];
  for (const across of [false, true]) {
    // Lines are as long as the shorter side; those of a square may be rows or columns.
    if (across ? height > width : width > height) continue;
    const size = across ? [width, height] : [height, width];
    for (const upsideDown of [false, true]) {
      for (const mirrored of [false, true]) {
        ways.push(flatScan(inside, size, across, upsideDown, mirrored));
      }
    }
  }
  return ways.reduce((one, other) => (compared(other.cost, one.cost) < 0 ? other : one));
}

/**
 * Return the scan of a solid board, slice by slice along its longest side, so that the frontier has few cells. It is
 * one line without holes.
 * @param {Array<Cell>} cells
 */
function solidScan(cells) {
  const sizes = boundsOf(cells).map(([least, most]) => most - least);
  const axes = [...sizes.keys()].sort((one, other) => sizes[other] - sizes[one]);
  const keys = cells.map((cell) => axes.map((axis) => cell[axis]));
  const order = [...keys.keys()].sort((one, other) => compared(keys[one], keys[other]));
  const ranks = new Array(cells.length);
  for (const [rank, cell] of order.entries()) ranks[cell] = rank;
  return { ranks, lines: 1, line: cells.length };
}

/**
 * Return the scan in one of the eight directions, with the cost by which it is chosen.
 * @param {Array<Cell>} cells @param {Array<number>} of @param {boolean} across @param {boolean} upsideDown
 * @param {boolean} mirrored
 */
function flatScan(cells, [lines, length], across, upsideDown, mirrored) {
  const sizes = new Array(lines).fill(0);
  const sums = new Array(lines).fill(0);
  const ranks = cells.map(([row, column]) => {
    const line = across ? column : row;
    const place = across ? row : column;
    const at = upsideDown ? lines - 1 - line : line;
    const along = mirrored ? length - 1 - place : place;
    sizes[at] += 1;
    sums[at] -= along;
    return at * length + along;
  });
  return { ranks, lines, line: length, cost: [...sizes, ...sums.reverse()] };
}
