/*
 * The positions of cells in a picture. The puzzle's data contains the vector from one row to the
 * next, the vector from one column to the next, and the corners of each kind of cell, so no code
 * here depends on the lattice. A cell is UNIT wide; x
 * goes to the right and y down. Each layer of a solid board is a panel; the panels are arranged in
 * rows, and the last one is free for a picture of the whole.
 */

import { boundsOf, lastOf } from "./shapes.js";

export const UNIT = 100;

const GAP_OF_PANELS = 44;
const CAPTION_OF_PANEL = 56;

/**
 * Return the vector of a distance in rows and columns, which are the last two numbers of `way`.
 * @param {Puzzle} puzzle @param {Array<number>} way @returns {Array<number>}
 */
export function offsetOf({ axes }, way) {
  const [down, right] = way.slice(-2);
  return [0, 1].map((k) => UNIT * (down * axes[0][k] + right * axes[1][k]));
}

/**
 * Return the row and column, possibly between cells, of a vector.
 * @param {Puzzle} puzzle @param {Array<number>} offset @returns {Array<number>}
 */
export function wayOf({ axes: [[a, b], [c, d]] }, [x, y]) {
  const whole = UNIT * (a * d - b * c);
  return [(x * d - y * c) / whole, (y * a - x * b) / whole];
}

/**
 * Return the corners of a cell, clockwise. A segment has two, its ends; a point has one.
 * @param {Puzzle} puzzle @param {Cell} cell @returns {Array<Array<number>>}
 */
export function outlineOf(puzzle, cell) {
  const { outlines, step } = puzzle;
  const kind = cell.slice(-2).map((place) => ((place % step) + step) % step);
  const [x, y] = offsetOf(puzzle, cell.slice(-2).map((place, axis) => place - kind[axis]));
  return outlines[kind.join()].map(([right, down]) => [x + UNIT * right, y + UNIT * down]);
}

/**
 * Return the middle of a cell in its layer.
 * @param {Puzzle} puzzle @param {Cell} cell @returns {Array<number>}
 */
export function centreOf(puzzle, cell) {
  const corners = outlineOf(puzzle, cell);
  return [0, 1].map((k) => corners.reduce((sum, own) => sum + own[k], 0) / corners.length);
}

/**
 * Return the box around cells, as if all were in one layer: left, top, width and height.
 * @param {Puzzle} puzzle @param {Array<Cell>} cells @returns {Array<number>}
 */
export function boxOf(puzzle, cells) {
  const [[left, right], [top, bottom]] = boundsOf(cells.flatMap((cell) => outlineOf(puzzle, cell)));
  return [left, top, right - left, bottom - top];
}

/**
 * Return the panels of a board: the places of the panels of all layers, followed by that of the
 * free panel, and the box that all panels share. A flat board is one panel, and has no free one.
 * @param {Puzzle} puzzle @returns {{places: Array<Array<number>>, box: Array<number>}}
 */
export function panelsOf(puzzle) {
  const box = boxOf(puzzle, puzzle.cells);
  if (!puzzle.isSolid) return { places: [[0, 0]], box };
  const [wide, high] = [box[2] + GAP_OF_PANELS, box[3] + GAP_OF_PANELS + CAPTION_OF_PANEL];
  const number = puzzle.layers.length + 1;
  // As nearly square as possible, for windows in both orientations.
  const sides = Array.from({ length: number }, (_, k) => (
    Math.max((k + 1) * wide, Math.ceil(number / (k + 1)) * high)));
  const across = sides.indexOf(Math.min(...sides)) + 1;
  const places = Array.from({ length: number }, (_, k) => (
    [(k % across) * wide, Math.floor(k / across) * high]));
  return { places, box };
}

/**
 * Return the box around a board with all its panels, with a margin.
 * @param {Puzzle} puzzle @param {number} edge @returns {Array<number>}
 */
export function boxOfBoard({ panels: { places, box }, isSolid }, edge) {
  const [x, y, width, height] = box;
  const [right, down] = [0, 1].map((k) => Math.max(...places.map((place) => place[k])));
  const head = isSolid ? CAPTION_OF_PANEL : 0;
  return [x - edge, y - edge - head, width + right + 2 * edge, height + down + head + 2 * edge];
}

/**
 * Return the panel after those of the layers: left, top, width and height.
 * @param {Puzzle} puzzle @returns {Array<number>}
 */
export function freePanel({ panels: { places, box } }) {
  const [x, y] = lastOf(places);
  return [x + box[0], y + box[1] - CAPTION_OF_PANEL, box[2], box[3] + CAPTION_OF_PANEL];
}

/**
 * Return the position of the caption of each layer.
 * @param {Puzzle} puzzle @returns {Array<Array<number>>}
 */
export function captionsOf({ panels: { places, box } }) {
  return places.slice(0, -1).map(([x, y]) => [x + box[0], y + box[1] - 0.6 * CAPTION_OF_PANEL]);
}

/**
 * Return the layer, as the first coordinate of its cells, whose panel is nearest to a point of the
 * picture.
 * @param {Puzzle} puzzle @param {Array<number>} place @returns {number}
 */
export function layerAt({ panels: { places, box }, layers }, place) {
  const away = layers.map((_, k) => Math.hypot(...places[k].map((corner, axis) => {
    const low = corner + box[axis];
    return Math.max(low - place[axis], 0, place[axis] - low - box[2 + axis]);
  })));
  return layers[away.indexOf(Math.min(...away))];
}

/**
 * Return the position of the panel of a layer.
 * @param {Puzzle} puzzle
 * @param {Array<number>} place  a cell of the layer, or only its first coordinate
 * @returns {Array<number>}
 */
export function panelOf({ panels, layers, isSolid }, place) {
  return isSolid ? panels.places[layers.indexOf(place[0])] ?? [0, 0] : panels.places[0];
}

/**
 * Return the middle of a cell in the picture of the whole board.
 * @param {Puzzle} puzzle @param {Cell} cell @returns {Array<number>}
 */
export function placeOnBoard(puzzle, cell) {
  const [x, y] = panelOf(puzzle, cell);
  return centreOf(puzzle, cell).map((own, k) => own + (k ? y : x));
}

/**
 * Return whether a point is inside corners that are in clockwise order.
 * @param {Array<Array<number>>} corners @param {Array<number>} point @returns {boolean}
 */
export function isWithin(corners, [x, y]) {
  return corners.every(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length];
    return (bx - ax) * (y - ay) >= (by - ay) * (x - ax);
  });
}
