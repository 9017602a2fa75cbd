/*
 * The lattices of puzzle files: how cells are arranged in a drawing, how they move, and how they
 * look. They are the lattices of calpuzzle/puzzle/lattices that have drawings, with the same names.
 */

import { boundsOf, compared } from "./shapes.js";

const SIX = [[1, 1], [2, -1], [1, -2], [-1, -1], [-2, 1], [-1, 2]];
/**
 * The steps from the centre of a triangle to its corners: ON_SIDE if it points up, ON_TIP if it
 * points down. The steps of the other constant are opposite, and lead to the centres of its
 * neighbours.
 */
const ON_SIDE = [[1, 1], [1, -2], [-2, 1]];
const ON_TIP = [[-1, -1], [-1, 2], [2, -1]];
const AROUND = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/**
 * @typedef {(cells: Array<Cell>) => Array<Cell>} CellsMotion
 *
 * @typedef {Object} Lattice
 * @property {string} name
 * @property {number} step      pieces are moved by multiples of it
 * @property {number} layer     how far apart layers are
 * @property {boolean} isSquare
 * @property {boolean} isHexagonOrTriangle
 * @property {boolean} [isLines]
 * @property {number} turns     the number of smallest turns in a full turn
 * @property {Array<Array<number>>} turning  the matrix of the smallest turn
 * @property {Array<Array<number>>} over     the matrix of turning over
 * @property {Array<number>} axes  [across, aside, down]: in a picture, a step to the right in
 *                                 `corners` is the vector (across, 0), and a step down is the
 *                                 vector (aside, down)
 * @property {number} apart     columns of a drawing from a cell to the next in its row
 * @property {Array<string>} families  the names of the pieces of 1, 2, 3 ... cells
 * @property {(row: number, place: number) => Cell | null} cellAt  the cell at a place of a drawing, or null
 * @property {(row: number, column: number) => Array<number>} placeAt
 * @property {(row: number, column: number) => Array<Array<number>>} around
 * @property {(row: number, column: number) => Array<Array<number>>} corners
 */

/** @type {Lattice} */
const squares = {
  name: "squares",
  step: 1,
  layer: 1,
  isSquare: true,
  isHexagonOrTriangle: false,
  turns: 4,
  turning: [[0, 1], [-1, 0]],
  over: [[1, 0], [0, -1]],
  axes: [1, 0, 1],
  apart: 1,
  families: [
    "monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes",
  ],
  cellAt: (row, place) => [row, place],
  placeAt: (row, column) => [row, column],
  around: () => AROUND,
  corners: (row, column) => [
    [row, column], [row, column + 1], [row + 1, column + 1], [row + 1, column],
  ],
};

/** @type {Lattice} */
const sixfold = {
  ...squares,
  isSquare: false,
  isHexagonOrTriangle: true,
  turns: 6,
  turning: [[1, 1], [-1, 0]],
  over: [[1, 0], [-1, -1]],
  axes: [1 / 3, 1 / 6, Math.sqrt(0.75) / 3],
};

/** @type {Lattice} */
const hexagons = {
  ...sixfold,
  name: "hexagons",
  apart: 2,
  families: ["monohexes", "dihexes", "trihexes", "tetrahexes", "pentahexes", "hexahexes"],
  cellAt: (row, place) => ((row + place) % 2 ? null : [row, Math.floor((place - row) / 2)]),
  placeAt: (row, column) => [row, 2 * column + row],
  around: () => [[0, 1], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1]],
  corners: (row, column) => SIX.map(([down, right]) => [3 * row + down, 3 * column + right]),
};

/** @type {Lattice} */
const triangles = {
  ...sixfold,
  name: "triangles",
  step: 3,
  layer: 3,
  axes: sixfold.axes.map((own) => own * Math.sqrt(3)),
  families: [
    "moniamonds", "diamonds", "triamonds", "tetriamonds", "pentiamonds", "hexiamonds",
    "heptiamonds", "octiamonds",
  ],
  cellAt: (row, place) => {
    const corner = Math.floor((place - row) / 2);
    return (place - row) % 2 ? [3 * row + 1, 3 * corner + 1] : [3 * row + 2, 3 * corner - 1];
  },
  placeAt: (row, column) => {
    const down = Math.floor(row / 3);
    return [down, 2 * Math.floor((column + 1) / 3) + down + (row - 3 * down === 1 ? 1 : 0)];
  },
  around: (row) => (row - 3 * Math.floor(row / 3) === 1 ? ON_SIDE : ON_TIP),
  corners: (row, column) => (row - 3 * Math.floor(row / 3) === 1 ? ON_TIP : ON_SIDE)
    .map(([down, right]) => [row + down, column + right]),
};

/** @type {Lattice} */
const sticks = {
  ...squares,
  name: "sticks",
  step: 2,
  isLines: true,
  axes: [0.5, 0, 0.5],
  families: [],
  cellAt: (row, place) => ((row + place) % 2 ? [row, place] : null),
  corners: (row, column) => {
    const [down, right] = [row % 2, column % 2];
    if (down === right) return [[row, column]];
    return [[row - down, column - right], [row + down, column + right]];
  },
};

/** All lattices by name. @type {Record<string, Lattice>} */
export const LATTICES = { squares, hexagons, triangles, sticks };

/**
 * Return the cells, sorted, and moved by multiples of `step` so that the least coordinate along
 * each axis is at least 0 and less than `step`.
 * @param {Array<Cell>} cells @param {Lattice} lattice @returns {Array<Cell>}
 */
export function normalOf(cells, lattice) {
  return atHome(cells, lattice).sort(compared);
}

/**
 * Return the cells, moved as `normalOf` moves them, but not sorted.
 * @param {Array<Cell>} cells @param {Lattice} lattice
 */
export function atHome(cells, { step }) {
  const least = cells[0].map((_, axis) => (
    Math.floor(Math.min(...cells.map((cell) => cell[axis])) / step) * step));
  return cells.map((cell) => cell.map((place, axis) => place - least[axis]));
}

/** Return the neighbours of a cell. @param {Cell} cell @param {Lattice} lattice */
export function neighboursOf(cell, lattice) {
  const [row, column] = cell.slice(-2);
  const flat = lattice.around(row, column);
  const ways = cell.length < 3 ? flat
    : [...flat.map((way) => [0, ...way]), [lattice.layer, 0, 0], [-lattice.layer, 0, 0]];
  return ways.map((way) => cell.map((place, k) => place + way[k]));
}

/**
 * Return the number of connected parts of the cells. Cells are connected if they share an edge, in
 * space a face.
 * @param {Array<Cell>} cells @param {Lattice} lattice
 */
export function partsOfCells(cells, lattice) {
  const left = new Map(cells.map((cell) => [cell.join(), cell]));
  let parts = 0;
  while (left.size) {
    parts += 1;
    const [[key, first]] = left;
    left.delete(key);
    const stack = [first];
    for (const cell of stack) {
      for (const near of neighboursOf(cell, lattice)) {
        if (left.delete(near.join())) stack.push(near);
      }
    }
  }
  return parts;
}

/**
 * Return the row and column of each cell of a board as users count them in a drawing; in space, the
 * layer comes first. The rule is that of Lattice.spots in puzzle/lattice.py.
 * @param {Array<Cell>} cells @param {Lattice} lattice
 */
export function spotsOf(cells, { placeAt, apart, layer, isHexagonOrTriangle }) {
  const places = cells.map((cell) => {
    const [row, column] = cell.slice(-2);
    return [...cell.slice(0, -2).map((own) => own / layer), ...placeAt(row, column)];
  });
  if (!isHexagonOrTriangle) return places;
  const low = boundsOf(places).map(([least]) => least);
  const [top, left] = low.splice(-2);
  low.push(top, left - Math.abs(left - top) % (2 / apart));
  return places.map((place) => place
    .map((own, axis) => own - low[axis])
    .map((own, axis, { length }) => (axis === length - 1 ? Math.floor(own / apart) : own)));
}

/**
 * Return the motions of the page's buttons, for cells with this number of dimensions.
 * @param {Lattice} lattice @param {number} dimensions
 * @returns {Record<"turned" | "flipped", CellsMotion> & {tipped: CellsMotion | null}}
 */
export function motionsOf(lattice, dimensions) {
  const isSolid = dimensions > 2;
  const inPlane = (/** @type {Array<Array<number>>} */ [[a, b], [c, d]], /** @type {number} */ up) => (
    /** @type {Cell} */ cell) => {
    const [row, column] = cell.slice(-2);
    return [...cell.slice(0, -2).map((layer) => up * layer), a * row + b * column, c * row + d * column];
  };
  /** @type {(move: (cell: Cell) => Cell) => CellsMotion} */
  const each = (move) => (cells) => cells.map(move);
  return {
    turned: each(inPlane(lattice.turning, 1)),
    flipped: each(inPlane(lattice.over, isSolid ? -1 : 1)),
    tipped: isSolid && lattice.isSquare ? each(([z, y, x]) => [-y, z, x]) : null,
  };
}
