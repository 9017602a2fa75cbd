/*
 * The drawings of a puzzle file: characters and tokens for cells, and segments for sticks, as
 * calpuzzle/formats/toml_drawings.py reads them. Errors are thrown as GivenFault.
 */

import { LATTICES, atHome, normalOf } from "./lattices.js";
import { compared, lastOf } from "./shapes.js";
import { GivenFault } from "./toml.js";

const EMPTY = ". \t";
/** Characters that are invisible by themselves; formats/toml_drawings.py rejects them, too. */
const BLANK_MARK = /^[\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]$/u;
const LINE = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/u;
const SEGMENT = /^(?:(\d)(\d)|(\d{1,3}),(\d{1,3}))([-|])$/u;
const MOST_TOKENS = 4096;
/** The largest number of cells of a board, or of all pieces together, that a page draws. */
export const MOST_CELLS = 2500;
const MOST_SQUARES = 200;

/**
 * @typedef {{cells: Array<Cell>, marks: Array<string>, optional: Set<number>}} FileBoard
 * A board: its cells, the mark of each (a label or a character), and the numbers of those that may stay empty.
 */

/** @type {(cells: Array<Cell>, marks: Array<string>, optional?: Array<number>) => FileBoard} */
const boardOf = (cells, marks, optional = []) => ({ cells, marks, optional: new Set(optional) });

/**
 * Return the lines of a text, without the empty one after a final line break.
 * @param {string} text
 */
function linesOf(text) {
  const lines = text.split(LINE);
  return lastOf(lines) === "" ? lines.slice(0, -1) : lines;
}

/** @param {ArrayLike<unknown>} of */
function checkNumber({ length }) {
  if (length > MOST_CELLS) throw new GivenFault("own.fault.large");
}

/** Return the rows of each layer; blank lines separate layers. @param {string} text */
function layersOf(text) {
  /** @type {Array<Array<string>>} */
  const layers = [[]];
  for (const line of linesOf(text)) {
    if (line.trim()) lastOf(layers).push(line);
    else if (lastOf(layers).length) layers.push([]);
  }
  return layers.filter((layer) => layer.length);
}

/**
 * Return the characters of a drawing with their cells.
 * @param {string} drawing @param {Lattice} lattice
 * @param {string} name  of what is drawn
 * @returns {Array<[Cell, string]>}
 */
function drawnCells(drawing, lattice, name) {
  const layers = layersOf(drawing);
  const marks = layers.flatMap((rows, z) => rows.flatMap((row, y) => [...row]
    .flatMap((mark, x) => (EMPTY.includes(mark) ? [] : [{ z, y, x, mark }]))));
  checkNumber(marks);
  if (marks.some(({ mark }) => BLANK_MARK.test(mark))) throw new GivenFault("own.fault.drawing", { name });
  const shift = Array.from({ length: lattice.apart }, (_, k) => k)
    .find((k) => marks.every(({ y, x }) => lattice.cellAt(y, x + k)));
  if (shift === undefined) throw new GivenFault("own.fault.drawing", { name });
  return marks.map(({ z, y, x, mark }) => {
    const cell = /** @type {Cell} */ (lattice.cellAt(y, x + shift));
    return [layers.length > 1 ? [z * lattice.layer, ...cell] : cell, mark];
  });
}

/**
 * Return the board of rows of tokens: `#` is no cell, `.` a cell without a label, anything else a label.
 * @param {string} drawing @param {Lattice} lattice @param {boolean} crossings
 */
export function labelledBoard(drawing, lattice, crossings) {
  const layers = layersOf(drawing).map((rows) => rows.map((row) => row.trim().split(/\s+/u)));
  const flat = layers.flat();
  if (flat.reduce((sum, row) => sum + row.length, 0) > MOST_TOKENS) throw new GivenFault("own.fault.large");
  if (layers.length > 1 && lattice.isLines) throw new GivenFault("own.fault.layers");
  if (layers.some((rows) => rows.length !== layers[0].length)) throw new GivenFault("own.fault.layers");
  for (const [k, row] of flat.entries()) {
    const values = { row: k + 1, n: row.length, first: flat[0].length };
    if (row.length !== flat[0].length) throw new GivenFault("own.fault.row", values);
  }
  const named = layers.flatMap((rows, z) => rows.flatMap((row, y) => row.flatMap((token, k) => {
    if (token === "#") return [];
    const cell = lattice.cellAt(y, k * lattice.apart + (y % lattice.apart));
    if (!cell) throw new GivenFault("own.fault.stick", { row: y + 1, label: token });
    const above = layers.length > 1 ? [z * lattice.layer] : [];
    return [{ cell: [...above, ...cell], label: token === "." ? "" : token }];
  })));
  if (!named.length) throw new GivenFault("own.fault.empty");
  checkNumber(named);
  const cells = named.map(({ cell }) => cell);
  if (!lattice.isLines) {
    return boardOf(lattice.isHexagonOrTriangle ? atHome(cells, lattice) : cells, named.map(({ label }) => label));
  }
  const own = withPoints(cells, crossings);
  const labels = new Map(named.map(({ cell, label }) => [cell.join(), label]));
  return { ...own, marks: own.cells.map((cell) => labels.get(cell.join()) ?? "") };
}

/**
 * Return the board of a drawing, in which `?` may stay empty.
 * @param {string} drawing @param {Lattice} lattice @param {boolean} crossings
 */
export function framedBoard(drawing, lattice, crossings) {
  if (lattice.isLines) return withPoints(segmentsOf(drawing, "frame"), crossings);
  const points = drawnCells(drawing, lattice, "frame");
  if (!points.length) throw new GivenFault("own.fault.empty");
  const cells = points.map(([cell]) => cell);
  // The cells move only if a coordinate is negative: empty rows and columns of the drawing are
  // kept.
  const home = atHome([...cells, cells[0].map(() => 0)], lattice).slice(0, -1);
  const marks = points.map(([, mark]) => mark);
  return boardOf(home, marks, [...marks.keys()].filter((k) => marks[k] === "?"));
}

/**
 * Return the board of the grid lines of a rectangle of squares.
 * @param {Array<number>} size  its columns and rows
 * @param {boolean} crossings
 */
export function stickBoard(size, crossings) {
  const isSize = (/** @type {number} */ n) => Number.isInteger(n) && n >= 1 && n <= MOST_SQUARES;
  if (size.length !== 2 || !size.every(isSize)) throw new GivenFault("own.fault.value", { name: "segments" });
  const cells = [];
  for (let y = 0; y <= 2 * size[1]; y += 1) {
    for (let x = 0; x <= 2 * size[0]; x += 1) if ((x + y) % 2) cells.push([y, x]);
  }
  return withPoints(cells, crossings);
}

/**
 * Return the shape of a drawing, with the character of each cell. If the board has labels, every
 * character must be `#`.
 * @param {string} drawing @param {string} name @param {{lattice: Lattice, kind: string, crossings: boolean}} of
 */
export function shapeOf(drawing, name, { lattice, kind, crossings }) {
  if (lattice.isLines) {
    const { cells } = withPoints(segmentsOf(drawing, name), crossings);
    return { cells: normalOf(cells, lattice), marks: [] };
  }
  const text = kind === "board" ? plainDrawing(drawing, lattice, name) : drawing;
  const points = drawnCells(text, lattice, name);
  if (!points.length) throw new GivenFault("own.fault.drawing", { name });
  points.sort(([one], [other]) => compared(one, other));
  return {
    cells: normalOf(points.map(([cell]) => cell), lattice), marks: points.map(([, mark]) => mark),
  };
}

/**
 * Return a drawing of `#` and `.`, without blanks at the ends of its rows. Throw a GivenFault if it
 * has other characters or, except for hexagons and triangles, blanks within a row or rows with
 * different indents.
 * @param {string} drawing @param {Lattice} lattice @param {string} name
 */
function plainDrawing(drawing, lattice, name) {
  const rows = linesOf(drawing).map((row) => row.trimEnd());
  const full = rows.filter(Boolean);
  checkNumber(full);
  const indent = Math.min(...full.map((row) => row.length - row.trimStart().length), Infinity);
  const hasOtherCharacters = full.some((row) => !(lattice.isHexagonOrTriangle ? /^[#. ]*$/u : /^[#.]*$/u).test(row.trim()));
  const isShifted = full.some((row) => /\s/u.test(row[indent]) || row.slice(0, indent) !== full[0].slice(0, indent));
  if (hasOtherCharacters || (isShifted && !lattice.isHexagonOrTriangle)) throw new GivenFault("own.fault.drawing", { name });
  return rows.join("\n");
}

/**
 * Return the segments and, if sticks must not cross, the points that a stick can run straight through, which
 * may stay empty.
 * @param {Array<Array<number>>} segments @param {boolean} crossings
 */
function withPoints(segments, crossings) {
  checkNumber(segments);
  const there = new Map(segments.map((cell) => [cell.join(), cell]));
  const all = new Map(there);
  for (const [y, x] of crossings ? [] : segments) {
    const isAcross = x % 2;
    const point = isAcross ? [y, x + 1] : [y + 1, x];
    if (there.has((isAcross ? [y, x + 2] : [y + 2, x]).join())) all.set(point.join(), point);
  }
  const cells = [...all.values()].sort(compared);
  checkNumber(cells);
  return boardOf(cells, [], [...cells.keys()].filter((k) => !there.has(cells[k].join())));
}

/**
 * Return the cells of the segments, with the highest point in row 0; a file counts points from the bottom.
 * @param {string} drawing @param {string} name
 */
function segmentsOf(drawing, name) {
  const segments = drawing.split(/\s+/u).filter(Boolean).map((word) => {
    const match = SEGMENT.exec(word);
    if (!match) throw new GivenFault("own.fault.drawing", { name });
    const [x, y] = [match[1] ?? match[3], match[2] ?? match[4]].map((own) => 2 * Number(own));
    return match[5] === "-" ? [-y, x + 1] : [-y - 1, x];
  });
  if (!segments.length) throw new GivenFault("own.fault.drawing", { name });
  checkNumber(segments);
  const top = 2 * Math.floor(Math.min(...segments.map(([row]) => row)) / 2);
  return segments.map(([row, column]) => [row - top, column]);
}

/** Return the lattice of a file by its kind of board and the name in it. @param {string} kind @param {string} name */
export function latticeOf(kind, name) {
  if (!Object.hasOwn(LATTICES, name)) throw new GivenFault("own.fault.value", { name: "lattice" });
  return kind === "segments" ? LATTICES.sticks : LATTICES[name];
}
