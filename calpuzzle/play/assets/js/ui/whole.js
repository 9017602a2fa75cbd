/*
 * A solid board as a whole: all placed pieces, projected as in solid.js, in the free panel next to
 * the layers, with the edges of the board around them.
 */

import { UNIT, freePanel, outlineOf } from "../logic/geometry.js";
import { projected, solidGroup } from "./solid.js";
import { paintOf, svg } from "./svg.js";
import { lastOf } from "../logic/shapes.js";

/** The initial view of a board. */
export const FIRST_VIEW = { yaw: -0.5, pitch: 0.5 };

const FLATTEST = 0.2;
const STEEPEST = 1.35;

/**
 * Return a view turned about the vertical axis by `yaw` and tilted by `pitch`, within limits.
 * @param {{yaw: number, pitch: number}} view @param {number} yaw @param {number} pitch
 */
export function turnedView(view, yaw, pitch) {
  return { yaw: view.yaw + yaw, pitch: Math.max(FLATTEST, Math.min(STEEPEST, view.pitch + pitch)) };
}

/**
 * Draw what is placed on a solid board.
 * @param {Puzzle} puzzle @param {Array<Placement>} placed @param {{yaw: number, pitch: number}} [view]
 * @param {Placement | null} [hovering]  a held piece; cells that are taken already are not drawn for it
 * @returns {SVGElement}
 */
export function wholeGroup(puzzle, placed, view = FIRST_VIEW, hovering = null) {
  /** @type {Array<{cells: Array<Cell>, paint: string, name?: string}>} */
  const things = placed.map((placement) => (
    { cells: puzzle.cellsOf(placement), paint: paintOf(puzzle, placement[0]) }));
  if (hovering) {
    const taken = new Set(things.flatMap(({ cells }) => cells.map((cell) => cell.join())));
    const cells = puzzle.cellsOf(hovering).filter((cell) => !taken.has(cell.join()));
    things.push({ cells, paint: paintOf(puzzle, hovering[0]), name: "held" });
  }
  const { shift, scale } = framedIn(puzzle, view);
  const transform = `translate(${shift}) scale(${scale})`;
  const edges = svg("path", { class: "rim", d: rimOf(puzzle, view) });
  return svg("g", { class: "whole", transform }, [edges, solidGroup(puzzle, things, view)]);
}

/**
 * Return the shift and the scale of the picture that keep all of it in its panel, however the board is turned
 * about the vertical axis.
 * @param {Puzzle} puzzle @param {{yaw: number, pitch: number}} view
 */
function framedIn(puzzle, view) {
  const [x, y, width, height] = freePanel(puzzle);
  const [, , wide, deep] = puzzle.panels.box;
  const high = puzzle.layers.length * UNIT;
  const across = Math.hypot(wide, deep);
  const down = across * Math.sin(view.pitch) + high * Math.cos(view.pitch);
  const scale = Math.min(width / across, height / down);
  const [left, top] = puzzle.panels.box;
  const base = (puzzle.layers[0] / puzzle.step) * UNIT;
  const middle = projected(view, [left + wide / 2, top + deep / 2, base + high / 2]);
  const shift = [x + width / 2, y + height / 2].map((place, k) => place - scale * middle[k]);
  return { shift: shift.map(Math.round).join(" "), scale: scale.toFixed(3) };
}

/**
 * Return the path of the edges of the board: the cells of its floor, the border of its top, and posts between.
 * @param {Puzzle} puzzle @param {{yaw: number, pitch: number}} view
 */
function rimOf(puzzle, view) {
  const [lowest, highest] = [puzzle.layers[0], lastOf(puzzle.layers)];
  const at = (/** @type {Array<number>} */ corner, /** @type {number} */ layer) => (
    projected(view, [...corner, (layer / puzzle.step) * UNIT]).slice(0, 2).map(Math.round).join(" "));
  const outlines = (/** @type {number | undefined} */ layer) => puzzle.cells.filter((cell) => cell[0] === layer)
    .map((cell) => outlineOf(puzzle, cell));
  const floor = outlines(lowest).map((corners) => (
    `M${corners.map((corner) => at(corner, lowest)).join("L")}Z`));
  const top = highest + puzzle.step;
  const border = borderOf(outlines(highest));
  const rim = border.map(([a, b]) => `M${at(a, top)}L${at(b, top)}`);
  const posts = border.filter(([a, b], k) => border.every(([c, d], other) => (
    other === k || `${d}` !== `${a}` || isTurn(c, a, b))))
    .map(([a]) => `M${at(a, lowest)}L${at(a, top)}`);
  return [...floor, ...rim, ...posts].join("");
}

/** Return the edges that belong to one outline only. @param {Array<Array<Array<number>>>} outlines */
function borderOf(outlines) {
  const rounded = outlines.map((corners) => corners.map((corner) => corner.map(Math.round)));
  const edges = rounded.flatMap((corners) => (
    corners.map((corner, k) => [corner, corners[(k + 1) % corners.length]])));
  const keys = new Set(edges.map(([a, b]) => `${a} ${b}`));
  return edges.filter(([a, b]) => !keys.has(`${b} ${a}`));
}

/**
 * Return whether the path through three points turns at the second.
 * @param {Array<number>} of @param {Array<number>} of @param {Array<number>} of
 */
function isTurn([ax, ay], [bx, by], [cx, cy]) {
  return Math.abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > UNIT;
}
