/*
 * The orientations of a piece, and how turning, turning over and tipping lead from one to another, as in
 * calpuzzle/game/hand.py.
 *
 * The faces of a flat piece are its sides and, if it may be turned over, their mirror images,
 * without those that turning another face produces. Turning over leads to the next face, and from
 * the last face to the first. A face that was turned clockwise is followed by one that is turned
 * counterclockwise by the same amount. In space, turning, turning over and tipping are rotations.
 */

import { motionsOf, normalOf } from "./lattices.js";
import { compared, lastOf } from "./shapes.js";

/**
 * @typedef {Object} Side
 * @property {Array<Cell>} cells     in order
 * @property {Array<number>} colours of each cell, or empty
 */

/**
 * Return the orientations in order (`shown`), and the number of the orientation after each motion, or null.
 * @param {{sides: Array<Side>, turn: boolean, flip: boolean}} piece @param {Lattice} lattice
 * @returns {{shown: Array<Side>, turned: Array<number | null>, flipped: Array<number | null>,
 *            tipped: Array<number | null> | null}}
 */
export function orientationsOf({ sides, turn, flip }, lattice) {
  const dimensions = sides[0].cells[0].length;
  const isSolid = dimensions > 2;
  const motions = motionsOf(lattice, dimensions);
  /** @type {(motion: "turned" | "flipped" | "tipped") => (side: Side) => Side} */
  const by = (motion) => (side) => sideOf(motions[motion]?.(side.cells) ?? side.cells, side.colours, lattice);
  const round = (/** @type {Side} */ face) => {
    const found = [face];
    const first = keyOfSide(face);
    while (turn) {
      const next = by("turned")(lastOf(found));
      if (keyOfSide(next) === first) break;
      found.push(next);
    }
    return found;
  };
  /** @type {Array<Array<Side>>} */
  const faces = [];
  for (const side of sides.map((own) => sideOf(own.cells, own.colours, lattice))) {
    for (const face of flip && !isSolid ? [side, by("flipped")(side)] : [side]) {
      const key = keyOfSide(face);
      if (!faces.some((known) => known.some((own) => keyOfSide(own) === key))) faces.push(round(face));
    }
  }
  const own = [
    ...turn ? [by("turned")] : [], ...flip ? [by("flipped")] : [],
    ...turn && flip && motions.tipped ? [by("tipped")] : [],
  ];
  const start = isSolid ? [faces[0][0]] : faces.flat();
  const shown = reached(start, isSolid ? own : []);
  const place = new Map(shown.map((side, k) => [keyOfSide(side), k]));
  const other = (/** @type {"flipped" | "tipped"} */ motion) => shown.map((side, k) => {
    const found = place.get(keyOfSide(by(motion)(side))) ?? k;
    return found === k ? null : found;
  });
  const onNextFace = () => shown.map((side, k) => {
    const face = faces.findIndex((known) => known.some((each) => keyOfSide(each) === keyOfSide(side)));
    const at = faces[face].findIndex((each) => keyOfSide(each) === keyOfSide(side));
    const next = faces[(face + 1) % faces.length];
    const found = place.get(keyOfSide(next[(next.length - (at % next.length)) % next.length])) ?? k;
    return found === k ? null : found;
  });
  const isMotion = isSolid || faces.length === 1;
  return {
    shown,
    turned: shown.map((side) => (turn ? place.get(keyOfSide(by("turned")(side))) ?? null : null)),
    flipped: isMotion ? (flip ? other("flipped") : shown.map(() => null)) : onNextFace(),
    tipped: isSolid ? (turn && flip && motions.tipped ? other("tipped") : shown.map(() => null)) : null,
  };
}

/**
 * Return the images of sides under motions, sorted.
 * @param {Array<Side>} start @param {Array<(side: Side) => Side>} motions
 */
function reached(start, motions) {
  const found = new Map(start.map((side) => [keyOfSide(side), side]));
  const waiting = [...start];
  for (let side = waiting.pop(); side; side = waiting.pop()) {
    for (const motion of motions) {
      const next = motion(side);
      if (found.has(keyOfSide(next))) continue;
      found.set(keyOfSide(next), next);
      waiting.push(next);
    }
  }
  return [...found.values()].sort((one, other) => (
    comparedCells(one.cells, other.cells) || compared(one.colours, other.colours)));
}

/**
 * Return the cells, sorted and moved to the origin, with their colours.
 * @param {Array<Cell>} cells @param {Array<number>} colours @param {Lattice} lattice
 */
function sideOf(cells, colours, lattice) {
  const order = [...cells.keys()].sort((one, other) => compared(cells[one], cells[other]));
  return { cells: normalOf(cells, lattice), colours: colours.length ? order.map((k) => colours[k]) : [] };
}

/** Return a key that only equal sides share. @param {Side} of */
export function keyOfSide({ cells, colours }) {
  return `${cells.join(";")}:${colours}`;
}

/**
 * Compare two lists of cells: return a negative number, 0, or a positive number, as `sort` expects.
 * @param {Array<Cell>} one @param {Array<Cell>} other
 */
export function comparedCells(one, other) {
  const k = one.findIndex((cell, at) => !other[at] || compared(cell, other[at]));
  return k < 0 ? one.length - other.length : !other[k] ? 1 : compared(one[k], other[k]);
}
