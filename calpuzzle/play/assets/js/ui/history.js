/*
 * The history of a game: `past` holds the steps that were done, `future` those undone since, the
 * next one first. Plain objects that are never changed; what a step is, the game says.
 */

/**
 * The history with a new step; what was undone is forgotten.
 * @template S @param {{past: Array<S>}} history @param {S} step @returns {Steps<S>}
 */
export function withStep({ past }, step) {
  return { past: [...past, step], future: [] };
}

/**
 * The history one step back; `again` is what will do it once more.
 * @template S @param {Steps<S>} history @param {S} [again] @returns {Steps<S>}
 */
export function stepBack({ past, future }, again = past[past.length - 1]) {
  return { past: past.slice(0, -1), future: [again, ...future] };
}

/**
 * The history one step forth; `before` is what will undo it again.
 * @template S @param {Steps<S>} history @param {S} [before] @returns {Steps<S>}
 */
export function stepForth({ past, future }, before = future[0]) {
  return { past: [...past, before], future: future.slice(1) };
}
