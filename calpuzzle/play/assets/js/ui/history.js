/*
 * The history of a game: `past` has the steps that were made, `future` those that were undone, the
 * next one first. A history is an immutable plain object; the game defines what a step is.
 */

/**
 * Return the history with a new step; what was undone is forgotten.
 * @template S @param {{past: Array<S>}} history @param {S} step @returns {Steps<S>}
 */
export function withStep({ past }, step) {
  return { past: [...past, step], future: [] };
}

/**
 * Return the history one step back; `again` is the step to redo.
 * @template S @param {Steps<S>} history @param {S} [again] @returns {Steps<S>}
 */
export function stepBack({ past, future }, again = past[past.length - 1]) {
  return { past: past.slice(0, -1), future: [again, ...future] };
}

/**
 * Return the history one step forward; `before` is the step to undo.
 * @template S @param {Steps<S>} history @param {S} [before] @returns {Steps<S>}
 */
export function stepForth({ past, future }, before = future[0]) {
  return { past: [...past, before], future: future.slice(1) };
}
