/*
 * The history of a game: `past` holds the steps that were done, `future` those undone since, the
 * next one first. Plain objects that are never changed; what a step is, the game says.
 */

/**
 * @typedef {{past: Array, future: Array}} History
 */

/** The history with a new step; what was undone is forgotten. */
export function withStep({ past }, step) {
  return { past: [...past, step], future: [] };
}

/** The history one step back; `again` is what will do it once more. */
export function stepBack({ past, future }, again = past.at(-1)) {
  return { past: past.slice(0, -1), future: [again, ...future] };
}

/** The history one step forth; `before` is what will undo it again. */
export function stepForth({ past, future }, before = future[0]) {
  return { past: [...past, before], future: future.slice(1) };
}
