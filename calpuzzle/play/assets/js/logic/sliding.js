/*
 * How cubes that lie come apart by sliding, or that they do not: the fewest moves until some are out,
 * and then of each part. Twins: calpuzzle/results/disassembly.py and _core/sliding.pyx, which say
 * what a move is. Sets of pieces are bits; ties are broken as there, so that the moves are the same.
 */

import { bitCount } from "./regions.js";
import { lastOf, moved } from "./shapes.js";

const AXES = [0, 1, 2];
const ALONE = [Infinity, Infinity, Infinity]; // how far one goes that meets nobody
const MOST_SLID = 30; // pieces: bits of a set
const MOST_POSITIONS = 50000; // of one separation
const SLIDING_SLICE = 8; // milliseconds between two yields
const SPAN = 1 << 17; // more than a difference of places, to either side

/**
 * @typedef {{separations: Array<Separation> | null, isLate: boolean}} ApartAnswer  null for none
 * @typedef {{out: {set: number, axis: number, sign: number}, path: Array<Array<Array<number>>>}
 *           | {out?: undefined, isLate: boolean}} Outcome
 * @typedef {{along: Array<number>, behind: Array<number>, every: number}} Closure
 * @typedef {{pieces: Array<number>, by: Array<number>, isOut: boolean}} Slide  with `isOut` on and on
 * @typedef {{pieces: Array<number>, moves: Array<Slide>}} Separation  the last move takes some out
 */

/**
 * The separations, first of all pieces, then of what stays with all that follows, then of what was
 * taken out; null where some never come apart.
 * @param {Array<{cells: Array<Cell>, together?: string}>} placed  parts whose pieces are all
 *        `together`, by the same word, are left as they are
 * @param {number} [most]  positions of one separation
 * @returns {Generator<number, {separations: Array<Separation> | null, isLate: boolean}>}  yields how
 *          many positions it has met; `isLate` where it gave up
 */
export function* takenApart(placed, most = MOST_POSITIONS) {
  const separations = [];
  const left = placed.length > 1 ? [{ pieces: [...placed.keys()], places: placed.map(() => [0, 0, 0]) }] : [];
  for (let part = left.pop(); part; part = left.pop()) {
    const { pieces, places } = part;
    /** @type {Outcome} */
    const found = pieces.length > MOST_SLID ? { isLate: true }
      : yield* firstOut(pieces.map((k) => placed[k].cells), places, most);
    if (!found.out) return { separations: null, isLate: found.isLate };
    const { path, out } = found;
    const isOut = pieces.map((_, k) => Boolean(out.set >> k & 1));
    const moves = path.slice(1).map((next, k) => moveTo(pieces, path[k], next));
    const by = AXES.map((axis) => (axis === out.axis ? out.sign : 0));
    moves.push({ pieces: pieces.filter((_, k) => isOut[k]), by, isOut: true });
    separations.push({ pieces, moves });
    for (const side of [true, false]) {
      const own = [...pieces.keys()].filter((k) => isOut[k] === side);
      const words = new Set(own.map((k) => placed[pieces[k]].together ?? ""));
      if (own.length < 2 || (words.size < 2 && !words.has(""))) continue;
      left.push({ pieces: own.map((k) => pieces[k]), places: own.map((k) => lastOf(path)[k]) });
    }
  }
  return { separations, isLate: false };
}

/**
 * What has moved from one position to the next; where the others are fewer, these the other way.
 * @param {Array<number>} pieces @param {Array<Array<number>>} before @param {Array<Array<number>>} after
 */
function moveTo(pieces, before, after) {
  const ways = after.map((place, k) => place.map((own, axis) => own - before[k][axis]));
  const isMoved = ways.map((way) => way.some(Boolean));
  const way = ways[isMoved.indexOf(true)];
  const isMost = 2 * isMoved.filter(Boolean).length > pieces.length;
  return {
    pieces: pieces.filter((_, k) => isMoved[k] !== isMost),
    by: way.map((own) => (isMost && own ? -own : own)),
    isOut: false,
  };
}

/**
 * The first position, in the order of moves, from which a set can be taken out: the set, and the
 * path of positions to it. Positions are the places of the pieces less that of the first.
 * @param {Array<Array<Cell>>} shapes @param {Array<Array<number>>} places @param {number} most
 * @returns {Generator<number, Outcome>}
 */
function* firstOut(shapes, places, most) {
  const meets = meetings(shapes);
  const positions = [places.map((place) => place.map((own, axis) => own - places[0][axis]))];
  const origins = [-1];
  const known = new Set([positions[0].join()]);
  let late = performance.now() + SLIDING_SLICE;
  for (let at = 0; at < positions.length; at += 1) {
    const reach = meets(positions[at]);
    const out = smallestOut(reach);
    if (out) {
      const path = [];
      for (let k = at; k >= 0; k = origins[k]) path.unshift(positions[k]);
      return { out, path };
    }
    for (const [axis, own] of reach.entries()) {
      for (let steps = 1, closed = closureOf(own, steps); closed; closed = closureOf(own, steps)) {
        for (const set of setsOf(closed)) {
          const next = slidBy(positions[at], set, axis, steps);
          const key = next.join();
          if (known.has(key)) continue;
          known.add(key);
          positions.push(next);
          origins.push(at);
          if (positions.length > most) return { isLate: true };
        }
        steps += 1;
      }
    }
    if (performance.now() < late) continue;
    yield positions.length;
    late = performance.now() + SLIDING_SLICE;
  }
  return { isLate: false };
}

/**
 * A position after the move of a set; the first piece stays where it is.
 * @param {Array<Array<number>>} position @param {number} set @param {number} axis @param {number} steps
 */
function slidBy(position, set, axis, steps) {
  const by = set & 1 ? -steps : steps;
  return position.map((place, k) => (
    (set >> k & 1) === (set & 1) ? place : place.map((own, a) => (a === axis ? own + by : own))));
}

/**
 * What tells of a position how far each piece goes forward along each axis before it meets each
 * other one: that depends on the difference of their places alone, and is remembered.
 * @param {Array<Array<Cell>>} shapes
 */
function meetings(shapes) {
  const tables = shapes.map(() => shapes.map(() => new Map()));
  /** @type {(one: Cell, other: Cell, i: number, j: number) => Cell} */
  const pair = ([z, y, x], [w, v, u], i, j) => {
    const key = ((w - z) * SPAN + v - y) * SPAN + u - x;
    const table = tables[i][j];
    let found = table.get(key);
    if (!found) table.set(key, found = meeting(shapes[i], shapes[j], [w - z, v - y, u - x]));
    return found;
  };
  return (/** @type {Array<Array<number>>} */ places) => {
    const pairs = places.map((own, i) => (
      places.map((other, j) => (i === j ? ALONE : pair(own, other, i, j)))));
    return AXES.map((axis) => pairs.map((row) => row.map((own) => own[axis])));
  };
}

/**
 * How far cells go forward along each axis before they meet others, which are `way` off.
 * @param {Array<Cell>} cells @param {Array<Cell>} others @param {Array<number>} way
 */
function meeting(cells, others, way) {
  const found = [...ALONE];
  for (const [z, y, x] of moved(others, way)) {
    for (const [w, v, u] of cells) {
      if (y === v && x === u && z > w) found[0] = Math.min(found[0], z - w - 1);
      if (z === w && x === u && y > v) found[1] = Math.min(found[1], y - v - 1);
      if (z === w && y === v && x > u) found[2] = Math.min(found[2], x - u - 1);
    }
  }
  return found;
}

/**
 * Which pieces come along with each that goes so many steps, and with which each comes along; null
 * where none goes without all others.
 * @param {Array<Array<number>>} reach @param {number} steps
 */
function closureOf(reach, steps) {
  const along = reach.map((row, i) => (
    row.reduce((set, own, j) => (own < steps ? set | 1 << j : set), 1 << i)));
  for (const j of along.keys()) {
    for (const i of along.keys()) if (along[i] >> j & 1) along[i] |= along[j];
  }
  const every = 2 ** along.length - 1;
  if (along.every((set) => set === every)) return null;
  const behind = along.map((_, j) => along.reduce((set, own, i) => set | (own >> j & 1) << i, 0));
  return { along, behind, every };
}

/**
 * The first of the smallest sets that meet nobody however far they go, and which way; or nothing.
 * @param {Array<Array<Array<number>>>} reach  along each axis
 */
function smallestOut(reach) {
  return reach.flatMap((own, axis) => {
    const closed = closureOf(own, Infinity);
    return closed ? [
      ...closed.along.map((set) => ({ set, axis, sign: 1 })),
      ...closed.behind.map((set) => ({ set, axis, sign: -1 })),
    ] : [];
  }).sort((one, other) => bitCount(one.set) - bitCount(other.set))[0];
}

/**
 * All sets that can be moved: what comes along with a member is in it.
 * @param {Closure} closure @returns {Generator<number, void>}
 */
function* setsOf({ along, behind, every }, going = 0, still = 0) {
  const left = every & ~(going | still);
  if (!left) {
    if (going && still) yield going;
    return;
  }
  const i = 31 - Math.clz32(left & -left);
  yield* setsOf({ along, behind, every }, going | along[i], still);
  yield* setsOf({ along, behind, every }, going, still | behind[i]);
}
