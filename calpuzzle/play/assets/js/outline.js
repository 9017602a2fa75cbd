/*
 * How a piece looks: the path around its cells, its colour and its pattern.
 *
 * One cell is UNIT wide. A path lies GAP inside the squares of its cells, so that pieces side by
 * side never touch. Board, tray and the picture in a hint all draw pieces by `pieceGroup`.
 */

import { boundsOf } from "./shapes.js";

export const UNIT = 100;
const ROOM = 86;  // of a cell, for its label
const GAP = 3;
const ROUND = 16;
const COLOURS = 16;
const PATTERNS = 8;
const SVG = "http://www.w3.org/2000/svg";
const widths = new Map();
let pen = null;

/**
 * An SVG element with its attributes and children.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Array<Node | string>} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * The colour of a piece: its own, or that of the theme for its number.
 * @returns {string}
 */
export function paintOf(puzzle, piece) {
  return puzzle.pieces[piece].paint ?? `var(--piece-${piece % COLOURS})`;
}

/**
 * A piece drawn at (0, 0): its filled path, its pattern, and the numbers of its colours where the
 * board has colours.
 * @returns {SVGElement}
 */
export function pieceGroup(puzzle, piece, orientation) {
  const cells = puzzle.pieces[piece].orientations[orientation];
  const pattern = (piece + Math.floor(piece / COLOURS)) % PATTERNS;
  const group = svg("g", { class: "piece", style: `--own: ${paintOf(puzzle, piece)}` });
  if (puzzle.step === 2) {
    const d = sticksPath(cells);
    group.append(svg("path", { class: "stick-edge", d }), svg("path", { class: "stick", d }));
    return group;
  }
  const d = squaresPath(cells);
  group.append(svg("path", { class: "face", d }));
  group.append(svg("path", { class: "pattern", d, fill: `url(#pattern-${pattern})` }));
  const colours = puzzle.pieces[piece].colours?.[orientation];
  if (colours) group.append(...cells.map((cell, k) => signAt(cell, colours[k])));
  return group;
}

/** The sign of a colour: a part of the picture, of which the definitions have the text. */
function signAt([row, column], colour) {
  return svg("use", { href: `#sign-${colour}`, x: column * UNIT, y: row * UNIT });
}

/**
 * A piece drawn where a placement says.
 * @returns {SVGElement}
 */
export function placedGroup(puzzle, [piece, orientation, row, column]) {
  const size = UNIT / puzzle.step;
  const group = pieceGroup(puzzle, piece, orientation);
  group.setAttribute("transform", `translate(${column * size} ${row * size})`);
  return group;
}

/**
 * A text in the middle of a cell: its label, or the name of a colour.
 * @param {Cell} cell
 * @param {string} text
 * @param {string} name  of its class
 * @returns {SVGElement}
 */
export function textAt([row, column], text, name) {
  const place = { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT, dy: "0.35em" };
  return svg("text", { class: name, ...place }, [text]);
}

/**
 * A text with the label of a cell of the board, as large as the longest of its group fits a cell.
 * @param {Puzzle} puzzle
 * @param {number} cell
 * @param {string} name
 * @param {Cell} [place]  where it is written, if not on the cell
 * @returns {SVGElement}
 */
export function labelAt(puzzle, cell, name, place = puzzle.cells[cell]) {
  const label = puzzle.labels[cell];
  const alike = puzzle.groups.find((group) => group.labels.includes(label))?.labels ?? [label];
  const text = textAt(place, label, name);
  text.style.setProperty("--most", `${ROOM / Math.max(0.1, ...alike.map(ems))}px`);
  return text;
}

/** How wide a bold text is, in sizes of its font. */
function ems(text) {
  if (!widths.has(text)) {
    pen ??= document.createElement("canvas").getContext("2d");
    pen.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
    widths.set(text, pen.measureText(text).width / 100);
  }
  return widths.get(text);
}

/**
 * The view box of a board, with some room around it.
 * @param {Puzzle} puzzle
 * @param {number} edge
 * @returns {[number, number, number, number]}
 */
export function boxOfBoard({ cells, step }, edge) {
  const size = UNIT / step;
  const more = step === 2 ? 0 : 1;
  const [[top, bottom], [left, right]] = boundsOf(cells);
  return [left * size - edge, top * size - edge,
    (right - left + more) * size + 2 * edge, (bottom - top + more) * size + 2 * edge];
}

/**
 * The path around unit squares, with round corners: one loop for each border.
 * @param {Array<Cell>} cells
 * @param {number} [inset]  how far inside the squares; negative for outside
 * @param {number} [round]
 * @returns {string}
 */
export function squaresPath(cells, inset = GAP, round = ROUND) {
  return loopsOf(cells).map((loop) => roundLoop(loop, inset, round)).join("");
}

/**
 * Lines along the segments of a grid of double width; a lone grid point is a dot.
 * @param {Array<Cell>} cells
 * @returns {string}
 */
export function sticksPath(cells) {
  const half = UNIT / 2;
  return cells.map(([row, column]) => {
    const [y, x] = [row * half, column * half];
    if (row % 2 === 0 && column % 2 !== 0) return `M${x - half} ${y}H${x + half}`;
    if (row % 2 !== 0 && column % 2 === 0) return `M${x} ${y - half}V${y + half}`;
    return `M${x} ${y}h.1`;
  }).join("");
}

/** The borders of the cells as loops of corners [x, y], clockwise: the inside is on the right. */
function loopsOf(cells) {
  const taken = new Set(cells.map(([row, column]) => `${row},${column}`));
  const edges = new Map();
  const add = (x, y, dx, dy) => {
    const key = `${x},${y}`;
    edges.set(key, [...(edges.get(key) ?? []), [x, y, dx, dy]]);
  };
  for (const [row, column] of cells) {
    if (!taken.has(`${row - 1},${column}`)) add(column, row, 1, 0);
    if (!taken.has(`${row},${column + 1}`)) add(column + 1, row, 0, 1);
    if (!taken.has(`${row + 1},${column}`)) add(column + 1, row + 1, -1, 0);
    if (!taken.has(`${row},${column - 1}`)) add(column, row + 1, 0, -1);
  }
  const loops = [];
  while (edges.size) loops.push(nextLoop(edges));
  return loops;
}

/** One loop of the edges, which it takes away; only the corners where it turns. */
function nextLoop(edges) {
  const loop = [];
  let edge = takeEdge(edges, edges.keys().next().value, null);
  while (edge) {
    loop.push(edge);
    edge = takeEdge(edges, `${edge[0] + edge[2]},${edge[1] + edge[3]}`, edge);
  }
  return loop.filter((own, k) => {
    const before = loop.at(k - 1);
    return before[2] !== own[2] || before[3] !== own[3];
  });
}

/** The edge that leaves a corner; of two, the one that turns right, so that cells which touch in
 * a corner only stay apart. */
function takeEdge(edges, key, before) {
  const found = edges.get(key);
  if (!found) return null;
  const right = before && found.find(([, , dx, dy]) => dx === -before[3] && dy === before[2]);
  const edge = right || found[0];
  const rest = found.filter((other) => other !== edge);
  if (rest.length) edges.set(key, rest);
  else edges.delete(key);
  return edge;
}

function roundLoop(loop, inset, round) {
  const parts = loop.map(([x, y, dx, dy], k) => {
    const [, , bx, by] = loop.at(k - 1);
    const px = x * UNIT + inset * (-by - dy);
    const py = y * UNIT + inset * (bx + dx);
    const start = `${px - bx * round} ${py - by * round}`;
    return `${k ? "L" : "M"}${start}Q${px} ${py} ${px + dx * round} ${py + dy * round}`;
  });
  return `${parts.join("")}Z`;
}

/**
 * The definitions of all patterns and of the signs of colours, to be put into the page once.
 * @param {Puzzle} puzzle
 * @returns {SVGElement}
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
    svg("g", { id: `sign-${colour}` }, [textAt([0, 0], sign, "pips")])
  ));
  return svg("defs", {}, [...patterns, ...signs]);
}
