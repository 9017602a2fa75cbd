/*
 * Disassembly, by sliding, of pieces that are made of cubes: the fewest moves until some of them
 * are out, and then the same for each part. The counterparts are calpuzzle/results/disassembly.py,
 * which explains what a move is, and _core/sliding.pyx. Ties are broken in the same way, so the
 * moves are the same. Sets of pieces are bits.
 */

import { bitCount } from "./regions.js";
import { lastOf, moved } from "./shapes.js";

const AXES = [0, 1, 2];
const ALONE = [Infinity, Infinity, Infinity]; // how far a piece goes that meets no other
const MOST_SLID = 30; // pieces, because a set is one word
const MOST_POSITIONS = 50000; // of one separation
const SLIDING_SLICE = 8; // milliseconds between two yields
const SPAN = 1 << 17; // more than twice the largest difference of coordinates

/**
 * @typedef {{separations: Array<Separation> | null, isGivenUp: boolean}} ApartAnswer
 * `separations` is null if some pieces never come apart, or (`isGivenUp`) if the search was given up.
 * @typedef {{out: {set: number, axis: number, sign: number}, path: Array<Array<Array<number>>>}
 *           | {out?: undefined, isGivenUp: boolean}} Outcome
 * @typedef {{along: Array<number>, behind: Array<number>, every: number}} Closure
 * @typedef {{pieces: Array<number>, by: Array<number>, isOut: boolean}} Slide
 * A move; if `isOut`, the pieces move without end.
 * @typedef {{pieces: Array<number>, moves: Array<Slide>}} Separation  the last move takes some out
 */

/**
 * Return the separations: first that of all pieces, then all those of the pieces that stay, then those of the
 * pieces that were taken out. Yields the number of positions that were found.
 * @param {Array<{cells: Array<Cell>, together?: string}>} placed  a part whose pieces all have the same word
 *        `together` is not taken apart
 * @param {number} [most]  positions of one separation @returns {Generator<number, ApartAnswer>}
 */
export function* takenApart(placed, most = MOST_POSITIONS) {
  const separations = [];
  /** Return whether these pieces must come apart. @param {Array<number>} pieces */
  const mustSeparate = (pieces) => {
    const words = new Set(pieces.map((k) => placed[k].together ?? ""));
    return pieces.length > 1 && (words.size > 1 || words.has(""));
  };
  const every = [...placed.keys()];
  const left = mustSeparate(every) ? [{ pieces: every, places: placed.map(() => [0, 0, 0]) }] : [];
  for (let part = left.pop(); part; part = left.pop()) {
    const { pieces, places } = part;
    /** @type {Outcome} */
    const found = pieces.length > MOST_SLID ? { isGivenUp: true }
      : yield* firstOut(pieces.map((k) => placed[k].cells), places, most);
    if (!found.out) return { separations: null, isGivenUp: found.isGivenUp };
    const { path, out } = found;
    const isOut = pieces.map((_, k) => Boolean(out.set >> k & 1));
    const moves = path.slice(1).map((next, k) => moveTo(pieces, path[k], next));
    const by = AXES.map((axis) => (axis === out.axis ? out.sign : 0));
    moves.push({ pieces: pieces.filter((_, k) => isOut[k]), by, isOut: true });
    separations.push({ pieces, moves });
    for (const side of [true, false]) {
      const own = [...pieces.keys()].filter((k) => isOut[k] === side);
      const part = own.map((k) => pieces[k]);
      if (mustSeparate(part)) left.push({ pieces: part, places: own.map((k) => lastOf(path)[k]) });
    }
  }
  return { separations, isGivenUp: false };
}

/**
 * Return the move from one position to the next. If most pieces have moved, the others move in the opposite direction
 * instead.
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
 * Search positions breadth first for one from which a set of pieces can be taken out; return the
 * set, and the path from the first position to that one. A position lists the places of the pieces
 * relative to the first piece.
 * @param {Array<Array<Cell>>} shapes @param {Array<Array<number>>} places @param {number} most
 * @returns {Generator<number, Outcome>}
 */
function* firstOut(shapes, places, most) {
  const meets = meetings(shapes);
  const positions = [places.map((place) => place.map((own, axis) => own - places[0][axis]))];
  const origins = [-1];
  const known = new Set([positions[0].join()]);
  let nextYield = performance.now() + SLIDING_SLICE;
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
          if (positions.length > most) return { isGivenUp: true };
        }
        steps += 1;
      }
    }
    if (performance.now() < nextYield) continue;
    yield positions.length;
    nextYield = performance.now() + SLIDING_SLICE;
  }
  return { isGivenUp: false };
}

/**
 * Return the position after a set of pieces has moved; if the first piece is in it, the others move back instead.
 * @param {Array<Array<number>>} position @param {number} set @param {number} axis @param {number} steps
 */
function slidBy(position, set, axis, steps) {
  const by = set & 1 ? -steps : steps;
  return position.map((place, k) => (
    (set >> k & 1) === (set & 1) ? place : place.map((own, a) => (a === axis ? own + by : own))));
}

/**
 * Return a function that returns how far each piece of a position goes forward along each axis before it meets each
 * other piece. That depends only on the difference of their places, and is cached.
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
 * Return how far cells go forward along each axis before they meet others, which are moved by `way`.
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
 * Return, for each piece, the pieces that it pushes along if it goes so many steps, and those that push it along; null
 * if each pushes all others.
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
 * Return the first of the smallest sets that can move without end, with its direction; undefined if there is none.
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
 * Yield all sets that can move: those that contain all pieces that their members push along.
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
