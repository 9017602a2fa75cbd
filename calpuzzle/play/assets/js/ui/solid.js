/*
 * The picture of solid pieces from above, in a parallel projection: each cell is a prism over its
 * outline. Layer 0 is the lowest, and rows run towards the viewer. `yaw` turns the pieces about the
 * vertical axis; `pitch` is the angle by which the viewer looks down. Both are in radians.
 *
 * Cells are drawn from back to front by their centres, which is correct for the cells of a lattice: each
 * contains the points that are nearest to its own centre.
 */

import { UNIT, centreOf, outlineOf } from "../logic/geometry.js";
import { boundsOf } from "../logic/shapes.js";
import { svg } from "./svg.js";

/** The fixed view of pieces outside of the board. */
const STILL = { yaw: -0.5, pitch: 0.55 };
const SHADE = 0.24; // opacity of the shade on a side face that faces the viewer

/**
 * Project a point: return its position in the picture (right, down), and how near it is to the viewer.
 * @param {{yaw: number, pitch: number}} view @param {Array<number>} point @returns {Array<number>}
 */
export function projected({ yaw, pitch }, [x, y, z]) {
  const right = x * Math.cos(yaw) - y * Math.sin(yaw);
  const near = x * Math.sin(yaw) + y * Math.cos(yaw);
  return [
    right, near * Math.sin(pitch) - z * Math.cos(pitch), near * Math.cos(pitch) + z * Math.sin(pitch),
  ];
}

/**
 * Draw solids in the colours of their pieces, with a line between faces of different solids or directions.
 * @param {Puzzle} puzzle @param {Array<{cells: Array<Cell>, paint: string, name?: string}>} things
 * @param {{yaw: number, pitch: number}} [view] @returns {SVGElement}
 */
export function solidGroup(puzzle, things, view = STILL) {
  const faces = facesOf(puzzle, things).filter(({ normal }) => projected(view, normal)[2] > 0.001);
  const lines = new Map();
  for (const { owner, normal, corners } of faces) {
    for (const key of edgesOf(corners, owner, normal)) lines.set(key, (lines.get(key) ?? 0) + 1);
  }
  const drawn = faces.map((face) => ({ ...face, near: projected(view, face.middle)[2] }));
  drawn.sort((one, other) => one.near - other.near);
  return svg("g", {}, drawn.flatMap((face) => drawnFace(face, things[face.owner], view, lines)));
}

/**
 * Return the box around the picture of some cells in the fixed view: left, top, width and height.
 * @param {Puzzle} puzzle @param {Array<Cell>} cells @returns {Array<number>}
 */
export function solidBox(puzzle, cells) {
  const points = facesOf(puzzle, [{ cells }]).flatMap(({ corners }) => (
    corners.map((corner) => projected(STILL, corner))));
  const [[left, right], [top, bottom]] = boundsOf(points);
  return [left, top, right - left, bottom - top];
}

/**
 * Return the top and side faces of cells, without those that touch another cell.
 * @param {Puzzle} puzzle
 * @param {Array<{cells: Array<Cell>, paint: string, name?: string}> | Array<{cells: Array<Cell>}>} things
 */
function facesOf(puzzle, things) {
  const cells = things.flatMap(({ cells: own }, owner) => own.map((cell) => ({ cell, owner })));
  const taken = new Set(cells.map(({ cell }) => cell.join()));
  const flat = cells.map(({ cell }) => outlineOf(puzzle, cell));
  const beside = new Map();
  for (const [k, { cell }] of cells.entries()) {
    for (const key of sidesOf(flat[k], cell[0])) beside.set(key, (beside.get(key) ?? 0) + 1);
  }
  return cells.flatMap(({ cell, owner }, k) => {
    const low = (cell[0] / puzzle.step) * UNIT;
    const high = low + UNIT;
    const middle = [...centreOf(puzzle, cell), low + UNIT / 2];
    const found = [];
    if (!taken.has([cell[0] + puzzle.step, ...cell.slice(1)].join())) {
      found.push({ normal: [0, 0, 1], corners: flat[k].map((corner) => [...corner, high]) });
    }
    for (const [side, key] of sidesOf(flat[k], cell[0]).entries()) {
      if (beside.get(key) > 1) continue;
      const [a, b] = [flat[k][side], flat[k][(side + 1) % flat[k].length]];
      const corners = [[...a, low], [...b, low], [...b, high], [...a, high]];
      found.push({ normal: [b[1] - a[1], a[0] - b[0], 0], corners });
    }
    return found.map((face) => ({ ...face, owner, middle }));
  });
}

/**
 * Return keys of the sides of a cell, from their midpoints. Two cells that touch at a side have the same key for it.
 * @param {Array<Array<number>>} corners @param {number} layer
 */
function sidesOf(corners, layer) {
  return corners.map(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length];
    return `${layer}:${Math.round(5 * (ax + bx))},${Math.round(5 * (ay + by))}`;
  });
}

/**
 * Return keys of the edges of a face. Two faces of one owner in one plane have the same key for a common edge.
 * @param {Array<Array<number>>} corners @param {number} owner @param {Array<number>} normal
 */
function edgesOf(corners, owner, normal) {
  const ends = corners.map((corner) => corner.map((place) => Math.round(10 * place)).join());
  const side = normal.map((way) => Math.round(10 * way)).join();
  return ends.map((end, k) => (
    [end, ends[(k + 1) % ends.length]].sort().concat(String(owner), side).join(" ")));
}

/**
 * @param {{corners: Array<Array<number>>, normal: Array<number>, owner: number}} face
 * @param {{paint: string, name?: string}} thing @param {{yaw: number, pitch: number}} view
 * @param {Map<string, number>} lines  how many faces have each edge
 */
function drawnFace({ corners, normal, owner }, { paint, name = "" }, view, lines) {
  const places = corners.map((corner) => projected(view, corner).slice(0, 2).map(Math.round));
  const d = `M${places.map((place) => place.join(" ")).join("L")}Z`;
  const keys = edgesOf(corners, owner, normal);
  const border = places.flatMap((place, k) => ((lines.get(keys[k]) ?? 0) > 1 ? []
    : [`M${place.join(" ")}L${places[(k + 1) % places.length].join(" ")}`]));
  const shapes = [svg("path", { class: `prism ${name}`, style: `--own: ${paint}`, d })];
  if (!normal[2]) {
    const aside = projected(view, normal)[0] / Math.hypot(...normal);
    shapes.push(svg("path", { d, "fill-opacity": (SHADE + 0.12 * aside).toFixed(2) }));
  }
  return [...shapes, svg("path", { class: `prism-edge ${name}`, d: border.join("") })];
}
