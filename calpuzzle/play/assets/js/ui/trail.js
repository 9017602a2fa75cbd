/*
 * The trail of a game: the placements after each move, in the order of play. It includes undone
 * moves, which the history (history.js) forgets when a new move follows.
 *
 * It begins with the empty board, contains at most the last LONGEST positions after that, and is
 * stored with the position. A piece that was lifted counts as placed at its old position, so that
 * moving it is one move.
 */

const LONGEST = 400; // moves that are kept

/**
 * Return the trail with the current placements added; it starts again if there are none.
 * @param {Array<Array<Placement>>} trail @param {Array<Placement>} placed @returns {Array<Array<Placement>>}
 */
export function longerTrail(trail, placed) {
  if (!placed.length) return [placed];
  if (samePlaced(trail.at(-1), placed)) return trail;
  const [start = [], ...moves] = trail;
  return [start, ...[...moves, placed].slice(-LONGEST)];
}

/**
 * Return what one move did.
 * @param {Array<Placement>} before @param {Array<Placement>} after
 * @returns {{kind: "placed" | "lifted" | "moved" | "several", placement?: Placement}}
 */
export function moveBetween(before, after) {
  const [gone, come] = [without(before, after), without(after, before)];
  if (gone.length === 0 && come.length === 1) return { kind: "placed", placement: come[0] };
  if (gone.length === 1 && come.length === 0) return { kind: "lifted", placement: gone[0] };
  const isMoved = gone.length === 1 && come.length === 1 && gone[0][0] === come[0][0];
  return isMoved ? { kind: "moved", placement: come[0] } : { kind: "several" };
}

/** @param {Array<Placement>} some @param {Array<Placement>} others */
function without(some, others) {
  const names = new Set(others.map(String));
  return some.filter((placement) => !names.has(String(placement)));
}

/** @param {Array<Placement> | undefined} one @param {Array<Placement>} other */
function samePlaced(one, other) {
  return one !== undefined && one.length === other.length && !without(one, other).length;
}
