/*
 * The drawing of a piece: the path around its cells, its colour and its pattern.
 *
 * A path is GAP inside the cells, so that adjacent pieces never touch. The cells of a path are in
 * one layer. The tray and notices draw a piece with `pieceGroup`, boards draw it with
 * `placedGroup`.
 */

import { shownLabel } from "./dates.js";
import { boxOf, centreOf, offsetOf, outlineOf, panelOf, placeOnBoard } from "../logic/geometry.js";
import { solidBox, solidGroup } from "./solid.js";
import { COLOURS, paintOf, svg } from "./svg.js";

const LABEL_ROOM = 86;  // the width of a cell that its label may fill, in units of the picture
/** @typedef {Array<Array<number>>} Edge  its start, its end, and its direction as a unit vector */

const GAP = 3;
const ROUND = 16;
const PATTERNS = 8;
const widths = new Map();
let pen = null;

/**
 * Draw a piece at offset 0: its filled path, its pattern, and the signs of its colours if the board
 * has colours; a solid piece as solid.js projects it.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation @returns {SVGElement}
 */
export function pieceGroup(puzzle, piece, orientation) {
  const cells = puzzle.pieces[piece].orientations[orientation];
  if (puzzle.isSolid) {
    const group = solidGroup(puzzle, [{ cells, paint: paintOf(puzzle, piece) }]);
    group.classList.add("piece");
    return group;
  }
  return flatGroup(puzzle, piece, cells, puzzle.pieces[piece].colours?.[orientation]);
}

/**
 * Return the box around what `pieceGroup` draws: left, top, width and height.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation @returns {Array<number>}
 */
export function pieceBox(puzzle, piece, orientation) {
  const cells = puzzle.pieces[piece].orientations[orientation];
  return puzzle.isSolid ? solidBox(puzzle, cells) : boxOf(puzzle, cells);
}

/**
 * Return the greatest width or height of the pictures of all orientations of a piece.
 * @param {Puzzle} puzzle @param {number} piece @returns {number}
 */
export function reachOf(puzzle, piece) {
  const boxes = puzzle.pieces[piece].orientations.map((_, k) => pieceBox(puzzle, piece, k));
  return Math.max(...boxes.flatMap(([, , width, height]) => [width, height]));
}

/**
 * Draw cells of a piece that are in one layer, with the signs of their colours if there are any.
 * @param {Puzzle} puzzle @param {number} piece @param {Array<Cell>} cells @param {Array<number>} [colours]
 */
function flatGroup(puzzle, piece, cells, colours) {
  const pattern = (piece + Math.floor(piece / COLOURS)) % PATTERNS;
  const group = svg("g", { class: "piece", style: `--own: ${paintOf(puzzle, piece)}` });
  const d = pathOf(puzzle, cells);
  if (puzzle.isLines) {
    group.append(svg("path", { class: "stick-edge", d }), svg("path", { class: "stick", d }));
    return group;
  }
  group.append(svg("path", { class: "face", d }));
  group.append(svg("path", { class: "pattern", d, fill: `url(#pattern-${pattern})` }));
  if (colours) group.append(...cells.map((cell, k) => signAt(puzzle, cell, colours[k])));
  return group;
}

/**
 * Create the sign of a colour on a cell: a reference to the text in `patternDefinitions`.
 * @param {Puzzle} puzzle @param {Cell} cell @param {number} colour
 */
function signAt(puzzle, cell, colour) {
  const [x, y] = centreOf(puzzle, cell);
  return svg("use", { href: `#sign-${colour}`, x, y });
}

/**
 * Draw a piece at the offset of a placement, which may be between the cells.
 * @param {Puzzle} puzzle @param {Placement} placement @returns {SVGElement}
 */
export function placedGroup(puzzle, [piece, orientation, ...at]) {
  const [x, y] = offsetOf(puzzle, at);
  const own = puzzle.pieces[piece];
  const cells = own.orientations[orientation];
  if (!puzzle.isSolid) {
    const group = pieceGroup(puzzle, piece, orientation);
    group.setAttribute("transform", `translate(${x} ${y})`);
    return group;
  }
  const layers = [...new Set(cells.map(([layer]) => layer))];
  return svg("g", {}, layers.map((layer) => {
    const here = [...cells.keys()].filter((k) => cells[k][0] === layer);
    const colours = own.colours && here.map((k) => own.colours?.[orientation][k] ?? 0);
    const part = flatGroup(puzzle, piece, here.map((k) => cells[k]), colours);
    const [right, down] = panelOf(puzzle, [layer + at[0]]);
    part.setAttribute("transform", `translate(${x + right} ${y + down})`);
    return part;
  }));
}

/**
 * Create a text in the middle of a cell of the board, such as its label or the sign of its colour.
 * @param {Puzzle} puzzle @param {Cell} cell @param {string} text
 * @param {string} name  of its class
 * @returns {SVGElement}
 */
export function textAt(puzzle, cell, text, name) {
  const [x, y] = placeOnBoard(puzzle, cell);
  return svg("text", { class: name, x, y, dy: "0.35em" }, [text]);
}

/**
 * Create the label of a cell of the board. All labels of its group have the size at which the longest fits a cell.
 * @param {Puzzle} puzzle @param {number} cell @param {string} name @returns {SVGElement}
 */
export function labelAt(puzzle, cell, name) {
  const label = puzzle.labels[cell];
  const groups = puzzle.groups.map(({ labels, labelSets }) => labelSets?.flat() ?? labels);
  const group = groups.find((own) => own.includes(label)) ?? [label];
  const alike = group.map((own) => shownLabel(puzzle, own));
  const text = textAt(puzzle, puzzle.cells[cell], shownLabel(puzzle, label), name);
  text.style.setProperty("--most", `${LABEL_ROOM / Math.max(0.1, ...alike.map(ems))}px`);
  return text;
}

/** Return the width of a bold text, in sizes of its font. @param {string} text */
function ems(text) {
  if (!widths.has(text)) {
    pen ??= penOfBody();
    widths.set(text, pen.measureText(text).width / 100);
  }
  return widths.get(text);
}

function penOfBody() {
  const made = /** @type {CanvasRenderingContext2D} */ (
    document.createElement("canvas").getContext("2d"));
  // Reading a style and setting a font are slow while the page is being built, so this is done once, when needed.
  made.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
  return made;
}

/**
 * Return the path around cells, with round corners, one loop for each border; for segments, lines along them.
 * @param {Puzzle} puzzle @param {Array<Cell>} cells
 * @param {number} [inset]  how far inside the cells; negative for outside
 * @param {number} [round] @returns {string}
 */
function pathOf(puzzle, cells, inset = GAP, round = ROUND) {
  const outlines = cells.map((cell) => outlineOf(puzzle, cell));
  if (puzzle.isLines) return outlines.map((ends) => lineAlong(ends)).join("");
  return loopsOf(outlines).map((loop) => roundLoop(loop, inset, round)).join("");
}

/**
 * Return the path around cells of the board, layer by layer in their panels.
 * @param {Puzzle} puzzle @param {Array<Cell>} cells @param {number} [inset] @param {number} [round]
 * @returns {Array<SVGElement>}  one path for each layer
 */
export function boardPaths(puzzle, cells, inset, round) {
  const layers = new Set(puzzle.isSolid ? cells.map(([layer]) => layer) : [null]);
  return [...layers].map((layer) => {
    const own = cells.filter(([first]) => layer === null || first === layer);
    const [x, y] = panelOf(puzzle, layer === null ? [] : [layer]);
    const d = pathOf(puzzle, own, inset, round);
    return svg("path", { d, ...(x || y ? { transform: `translate(${x} ${y})` } : {}) });
  });
}

/**
 * Return the line along a segment, or a dot for a point, which has no `end`.
 * @param {Array<Array<number>>} of
 */
function lineAlong([[x, y], end]) {
  return end ? `M${x} ${y}L${end[0]} ${end[1]}` : `M${x} ${y}h.1`;
}

/**
 * Return the key of a corner; rounding makes it equal for all cells that share the corner.
 * @param {Array<number>} of
 */
function cornerKey([x, y]) {
  return `${Math.round(10 * x)},${Math.round(10 * y)}`;
}

/**
 * Return the borders of cells as loops of edges [start, end, way], clockwise: the inside is on the right.
 * Edges that two cells share are not part of a border.
 * @param {Array<Array<Array<number>>>} outlines
 */
function loopsOf(outlines) {
  const edges = new Map();
  const directed = new Set();
  const all = outlines.flatMap((corners) => corners.map((start, k) => {
    const end = corners[(k + 1) % corners.length];
    directed.add(`${cornerKey(start)} ${cornerKey(end)}`);
    return [start, end];
  }));
  for (const [start, end] of all) {
    if (directed.has(`${cornerKey(end)} ${cornerKey(start)}`)) continue;
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const way = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
    const key = cornerKey(start);
    edges.set(key, [...(edges.get(key) ?? []), [start, end, way]]);
  }
  const loops = [];
  while (edges.size) loops.push(nextLoop(edges));
  return loops;
}

/**
 * Remove one loop from `edges`, and return those of its edges that begin at a corner where the loop turns.
 * @param {Map<string, Array<Edge>>} edges
 */
function nextLoop(edges) {
  /** @type {Array<Edge>} */
  const loop = [];
  let edge = takeEdge(edges, [...edges.keys()][0], null);
  while (edge) {
    loop.push(edge);
    edge = takeEdge(edges, cornerKey(edge[1]), edge);
  }
  return loop.filter((own, k) => Math.abs(turnOf(loop.at(k - 1) ?? own, own)) > 0.01);
}

/** Return the sine of the angle by which one edge turns right into another. @param {Edge} one @param {Edge} other */
function turnOf([, , [ax, ay]], [, , [bx, by]]) {
  return ax * by - ay * bx;
}

/**
 * Remove and return the edge that leaves a corner, or null if there is none; of several, the one
 * that turns farthest to the right, so that cells that touch only at a corner have separate loops.
 * @param {Map<string, Array<Edge>>} edges @param {string} key @param {Edge | null} before
 */
function takeEdge(edges, key, before) {
  const found = edges.get(key);
  if (!found) return null;
  const right = (/** @type {Edge} */ edge) => {
    const [[ax, ay], [bx, by]] = [(before ?? edge)[2], edge[2]];
    return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  };
  const edge = found.length > 1 && before
    ? found.reduce((one, other) => (right(other) > right(one) ? other : one)) : found[0];
  const rest = found.filter((other) => other !== edge);
  if (rest.length) edges.set(key, rest);
  else edges.delete(key);
  return edge;
}

/** @param {Array<Edge>} loop @param {number} inset @param {number} round */
function roundLoop(loop, inset, round) {
  const parts = loop.map((edge, k) => {
    const before = loop.at(k - 1) ?? edge;
    const [[x, y], , [dx, dy]] = edge;
    const [bx, by] = before[2];
    // The point where the two edges meet after both are moved inwards.
    const far = inset / (1 + bx * dx + by * dy);
    const px = tenth(x + far * (-by - dy));
    const py = tenth(y + far * (bx + dx));
    const [start, end] = [before, edge].map((own) => Math.min(round, 0.4 * lengthOf(own)));
    const from = `${tenth(px - bx * start)} ${tenth(py - by * start)}`;
    return `${k ? "L" : "M"}${from}Q${px} ${py} ${tenth(px + dx * end)} ${tenth(py + dy * end)}`;
  });
  return `${parts.join("")}Z`;
}

/** @param {Edge} edge */
function lengthOf([[ax, ay], [bx, by]]) {
  return Math.hypot(bx - ax, by - ay);
}

/** @param {number} number */
function tenth(number) {
  return Math.round(10 * number) / 10;
}

/**
 * Create the definitions of all patterns and of the signs of colours, to be put into the page once.
 * @param {Puzzle} puzzle @returns {SVGElement}
 */
export function patternDefinitions(puzzle) {
  const marks = [
    "",
    "M0 0L50 50M-5 45L5 55M45 -5L55 5",
    "M12.5 0V50M37.5 0V50",
    "M12 12h.1M37 37h.1",
    "M50 0L0 50M-5 5L5 -5M45 55L55 45",
    "M0 12.5H50M0 37.5H50",
    "M0 25H50M25 0V50",
    "M0 20L12.5 30L25 20L37.5 30L50 20",
  ];
  const patterns = marks.map((d, k) => svg(
    "pattern",
    { id: `pattern-${k}`, width: 50, height: 50, patternUnits: "userSpaceOnUse" },
    [svg("path", { class: k === 3 ? "mark dots" : "mark", d })],
  ));
  const signs = puzzle.marks.map((sign, colour) => (
    svg("g", { id: `sign-${colour}` }, [svg("text", { class: "pips", dy: "0.35em" }, [sign])])
  ));
  return svg("defs", {}, [...patterns, ...signs]);
}
