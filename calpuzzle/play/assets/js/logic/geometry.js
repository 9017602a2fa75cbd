/*
 * Where cells lie in a picture. The puzzle says how far a step along its rows and columns leads, and
 * the corners of each kind of cell; which lattice that is, nobody asks. A cell is UNIT wide, x goes
 * to the right and y down. The layers of a solid board are panels beside one another, the last of
 * which is free for a picture of the whole.
 */

import { lastOf } from "./shapes.js";

export const UNIT = 100;

const GAP_OF_PANELS = 44;
const CAPTION_OF_PANEL = 56;

/**
 * How far a way within a layer leads, of which only the last two axes count.
 * @param {Puzzle} puzzle @param {Array<number>} way @returns {Array<number>}
 */
export function offsetOf({ axes }, way) {
  const [down, right] = way.slice(-2);
  return [0, 1].map((k) => UNIT * (down * axes[0][k] + right * axes[1][k]));
}

/**
 * Rows and columns, between the cells too, that lead so far.
 * @param {Puzzle} puzzle @param {Array<number>} offset @returns {Array<number>}
 */
export function wayOf({ axes: [[a, b], [c, d]] }, [x, y]) {
  const whole = UNIT * (a * d - b * c);
  return [(x * d - y * c) / whole, (y * a - x * b) / whole];
}

/**
 * The corners of a cell, clockwise; two ends of a segment, or a point.
 * @param {Puzzle} puzzle @param {Cell} cell @returns {Array<Array<number>>}
 */
export function outlineOf(puzzle, cell) {
  const { outlines, step } = puzzle;
  const kind = cell.slice(-2).map((place) => ((place % step) + step) % step);
  const [x, y] = offsetOf(puzzle, cell.slice(-2).map((place, axis) => place - kind[axis]));
  return outlines[kind.join()].map(([right, down]) => [x + UNIT * right, y + UNIT * down]);
}

/** The middle of a cell in its layer. @param {Puzzle} puzzle @param {Cell} cell @returns {Array<number>} */
export function centreOf(puzzle, cell) {
  const corners = outlineOf(puzzle, cell);
  return [0, 1].map((k) => corners.reduce((sum, own) => sum + own[k], 0) / corners.length);
}

/**
 * The box around cells, as if all were in one layer: left, top, width and height.
 * @param {Puzzle} puzzle @param {Array<Cell>} cells @returns {Array<number>}
 */
export function boxOf(puzzle, cells) {
  const corners = cells.flatMap((cell) => outlineOf(puzzle, cell));
  const [[left, right], [top, bottom]] = [0, 1].map((k) => {
    const own = corners.map((corner) => corner[k]);
    return [Math.min(...own), Math.max(...own)];
  });
  return [left, top, right - left, bottom - top];
}

/**
 * The panels of a board: where each layer is, and how large it is; after those of all layers, the
 * free one. A flat board is one panel, and none is free.
 * @param {Puzzle} puzzle @returns {{places: Array<Array<number>>, box: Array<number>}}
 */
export function panelsOf(puzzle) {
  const box = boxOf(puzzle, puzzle.cells);
  if (!puzzle.isSolid) return { places: [[0, 0]], box };
  const [wide, high] = [box[2] + GAP_OF_PANELS, box[3] + GAP_OF_PANELS + CAPTION_OF_PANEL];
  const number = puzzle.layers.length + 1;
  // As near to a square as can be, so that it suits a window upright and one across.
  const sides = Array.from({ length: number }, (_, k) => (
    Math.max((k + 1) * wide, Math.ceil(number / (k + 1)) * high)));
  const across = sides.indexOf(Math.min(...sides)) + 1;
  const places = Array.from({ length: number }, (_, k) => (
    [(k % across) * wide, Math.floor(k / across) * high]));
  return { places, box };
}

/**
 * The box around a board with all its panels, with some room around it.
 * @param {Puzzle} puzzle @param {number} edge @returns {Array<number>}
 */
export function boxOfBoard({ panels: { places, box }, isSolid }, edge) {
  const [x, y, width, height] = box;
  const [right, down] = [0, 1].map((k) => Math.max(...places.map((place) => place[k])));
  const head = isSolid ? CAPTION_OF_PANEL : 0;
  return [x - edge, y - edge - head, width + right + 2 * edge, height + down + head + 2 * edge];
}

/**
 * The panel behind those of the layers: left, top, width and height.
 * @param {Puzzle} puzzle @returns {Array<number>}
 */
export function freePanel({ panels: { places, box } }) {
  const [x, y] = lastOf(places);
  return [x + box[0], y + box[1] - CAPTION_OF_PANEL, box[2], box[3] + CAPTION_OF_PANEL];
}

/** Where the caption of each layer stands. @param {Puzzle} puzzle @returns {Array<Array<number>>} */
export function captionsOf({ panels: { places, box } }) {
  return places.slice(0, -1).map(([x, y]) => [x + box[0], y + box[1] - 0.6 * CAPTION_OF_PANEL]);
}

/**
 * The layer whose panel is nearest to a place on the board, as the cells have it.
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
 * Where the panel of a layer is.
 * @param {Puzzle} puzzle
 * @param {Array<number>} place  of a cell, or what it is moved by
 * @returns {Array<number>}
 */
export function panelOf({ panels, layers, isSolid }, place) {
  return isSolid ? panels.places[layers.indexOf(place[0])] ?? [0, 0] : panels.places[0];
}

/** The middle of a cell of the board. @param {Puzzle} puzzle @param {Cell} cell @returns {Array<number>} */
export function placeOnBoard(puzzle, cell) {
  const [x, y] = panelOf(puzzle, cell);
  return centreOf(puzzle, cell).map((own, k) => own + (k ? y : x));
}

/**
 * Whether a point lies within corners that turn clockwise.
 * @param {Array<Array<number>>} corners @param {Array<number>} point @returns {boolean}
 */
export function isWithin(corners, [x, y]) {
  return corners.every(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length];
    return (bx - ax) * (y - ay) >= (by - ay) * (x - ax);
  });
}
