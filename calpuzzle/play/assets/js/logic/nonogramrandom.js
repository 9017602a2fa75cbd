/* Random nonograms of any size that line solving alone solves. */

import { clueOf, onlyColour } from "./nonogramclues.js";
import { settledLine } from "./nonogramlines.js";

const DENSITY = 0.55;
const FILLED = [0.45, 0.75]; // the wanted share of filled cells
const PICTURE_TRIES = 50;

/**
 * Return the clues of a random picture as the text of a file. Cells that line solving leaves open are filled, and
 * the clues are computed again, until it leaves none open.
 * @param {number} height @param {number} width
 */
export function randomNonogram(height, width) {
  let grid = randomPicture(height, width);
  for (let k = 0; k < PICTURE_TRIES; k += 1) {
    const share = grid.flat().filter(Boolean).length / (height * width);
    if (share >= FILLED[0] && share <= FILLED[1]) break;
    grid = randomPicture(height, width);
  }
  for (;;) {
    const columns = grid[0].map((_, x) => grid.map((row) => row[x]));
    const clues = [grid, columns].map((lines) => lines.map(clueOf));
    const known = solvedByLines(clues[0], clues[1]);
    if (known.flat().every((mask) => onlyColour(mask) >= 0)) {
      const lines = clues.map((side) => side.map((clue) => clue.map(([length]) => length).join(" ") || "0"));
      return [`width ${width}`, `height ${height}`, "", "rows", ...lines[0], "", "columns", ...lines[1], ""].join("\n");
    }
    grid = grid.map((row, y) => row.map((value, x) => (onlyColour(known[y][x]) >= 0 ? value : 1)));
  }
}

/**
 * Return a random picture: a cell is filled if most of the 3 by 3 cells around it are filled in
 * random noise.
 * @param {number} height @param {number} width
 */
function randomPicture(height, width) {
  const sides = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
  const noise = Array.from({ length: height }, () => Array.from({ length: width }, () => Math.random() < DENSITY));
  return noise.map((row, y) => row.map((_, x) => {
    const around = sides.map(([down, right]) => noise[y + down]?.[x + right]).filter((own) => own !== undefined);
    return Number(around.filter(Boolean).length > around.length / 2);
  }));
}

/**
 * Return what line solving determines, as masks by row.
 * @param {Array<Array<Array<number>>>} rows @param {Array<Array<Array<number>>>} columns
 */
function solvedByLines(rows, columns) {
  const known = rows.map(() => columns.map(() => 3));
  for (let before = ""; before !== known.join();) {
    before = known.join();
    for (const [y, clue] of rows.entries()) known[y] = [...settledLine(clue, known[y]) ?? []];
    for (const [x, clue] of columns.entries()) {
      settledLine(clue, known.map((row) => row[x]))?.forEach((mask, y) => {
        known[y][x] = mask;
      });
    }
  }
  return known;
}
