/*
 * The orientations of a piece, and how turning, turning over and tipping lead from one to another, as
 * calpuzzle/game/hand.py has them.
 *
 * The faces of a flat piece are its sides, each also mirrored where it may be turned over, those left
 * out that are others turned. Turning over goes round the faces; what was turned clockwise is then
 * turned as far the other way. In space each of the three is a motion.
 */

import { motionsOf, normalOf } from "./lattices.js";
import { compared } from "./shapes.js";

/**
 * @typedef {Object} Side
 * @property {Array<Cell>} cells     in order
 * @property {Array<number>} colours of each cell, or none at all
 */

/**
 * @param {{sides: Array<Side>, turn: boolean, flip: boolean}} piece
 * @param {Object} lattice
 * @returns {{shown: Array<Side>, turned: Array<number | null>, flipped: Array<number | null>,
 *            tipped: Array<number | null> | null}}
 */
export function orientationsOf({ sides, turn, flip }, lattice) {
  const dimensions = sides[0].cells[0].length;
  const isSolid = dimensions > 2;
  const motions = motionsOf(lattice, dimensions);
  const by = (motion) => (side) => sideOf(motions[motion](side.cells), side.colours, lattice);
  const round = (face) => {
    const found = [face];
    const first = keyOfSide(face);
    while (turn) {
      const next = by("turned")(found.at(-1));
      if (keyOfSide(next) === first) break;
      found.push(next);
    }
    return found;
  };
  const faces = [];
  for (const side of sides.map((own) => sideOf(own.cells, own.colours, lattice))) {
    for (const face of flip && !isSolid ? [side, by("flipped")(side)] : [side]) {
      const key = keyOfSide(face);
      if (!faces.some((known) => known.some((own) => keyOfSide(own) === key))) faces.push(round(face));
    }
  }
  const own = [turn && "turned", flip && "flipped", turn && flip && motions.tipped && "tipped"];
  const start = isSolid ? [faces[0][0]] : faces.flat();
  const shown = reached(start, (isSolid ? own.filter(Boolean) : []).map(by));
  const place = new Map(shown.map((side, k) => [keyOfSide(side), k]));
  const other = (motion) => shown.map((side, k) => {
    const found = place.get(keyOfSide(by(motion)(side))) ?? k;
    return found === k ? null : found;
  });
  const overAgain = () => shown.map((side, k) => {
    const face = faces.findIndex((known) => known.some((each) => keyOfSide(each) === keyOfSide(side)));
    const at = faces[face].findIndex((each) => keyOfSide(each) === keyOfSide(side));
    const next = faces[(face + 1) % faces.length];
    const found = place.get(keyOfSide(next[(next.length - (at % next.length)) % next.length]));
    return found === k ? null : found;
  });
  const isTurnedOver = isSolid || faces.length === 1;
  return {
    shown,
    turned: shown.map((side) => (turn ? place.get(keyOfSide(by("turned")(side))) ?? null : null)),
    flipped: isTurnedOver ? (flip ? other("flipped") : shown.map(() => null)) : overAgain(),
    tipped: isSolid ? (turn && flip && motions.tipped ? other("tipped") : shown.map(() => null)) : null,
  };
}

/** What motions make of sides, in order. */
function reached(start, motions) {
  const found = new Map(start.map((side) => [keyOfSide(side), side]));
  const waiting = [...start];
  while (waiting.length) {
    const side = waiting.pop();
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

/** The cells in order and at home, with their colours. */
function sideOf(cells, colours, lattice) {
  const order = [...cells.keys()].sort((one, other) => compared(cells[one], cells[other]));
  return { cells: normalOf(cells, lattice), colours: colours.length ? order.map((k) => colours[k]) : [] };
}

/** What is the same of two sides that are. */
export function keyOfSide({ cells, colours }) {
  return `${cells.join(";")}:${colours}`;
}

/** The order of two lists of cells. */
export function comparedCells(one, other) {
  const k = one.findIndex((cell, at) => !other[at] || compared(cell, other[at]));
  return k < 0 ? one.length - other.length : !other[k] ? 1 : compared(one[k], other[k]);
}
