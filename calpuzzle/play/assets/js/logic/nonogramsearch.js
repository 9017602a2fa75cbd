/*
 * Line solving over the whole grid, and the search for solutions: lines, then probes of single cells, then a
 * guess.
 *
 * A search yields between its probes, so that it can be abandoned or end when its time is up. Masks are
 * changed in place; a probe works on a copy.
 */

import { onlyColour } from "./nonogramclues.js";
import { settledLine } from "./nonogramlines.js";
import { lastOf } from "./shapes.js";

/**
 * @typedef {{cell: number, colour: number, settled: number}} Guess
 * `settled`: the least number of known cells after line solving, over all possible colours of the
 * cell
 */

/**
 * Apply line solving to the masks, in place.
 * @param {Clued} clued @param {Array<number>} masks
 * @param {Array<number>} [lines]  to begin with; by default all
 * @returns {number} the line that cannot be filled, or -1
 */
export function settleAll(clued, masks, lines = [...clued.clues.keys()]) {
  const queue = [...lines];
  const waiting = new Set(queue);
  for (let at = 0; at < queue.length; at += 1) {
    const line = queue[at];
    waiting.delete(line);
    const cells = clued.cells[line];
    const after = settledLine(clued.clues[line], cells.map((cell) => masks[cell]));
    if (!after) return line;
    // Colour by colour, as in Python, so that both name the same line if one cannot be filled.
    for (let colour = 0; colour < clued.palette.length; colour += 1) {
      for (let place = 0; place < cells.length; place += 1) {
        if (!(((masks[cells[place]] ^ after[place]) >> colour) & 1)) continue;
        const crossing = line < clued.height ? clued.height + place : place;
        if (waiting.has(crossing)) continue;
        waiting.add(crossing);
        queue.push(crossing);
      }
    }
    cells.forEach((cell, place) => { masks[cell] = after[place]; });
  }
  return -1;
}

/**
 * Return what line solving deduces if a cell has a colour.
 * @param {Clued} clued @param {Array<number>} masks @param {number} cell @param {number} colour
 * @returns {{trial: Array<number>, line: number}} the line that could not be filled then, or -1
 */
export function tried(clued, masks, cell, colour) {
  const trial = masks.slice();
  trial[cell] = 1 << colour;
  return { trial, line: settleAll(clued, trial, clued.linesOf(cell)) };
}

/** Return the colours of a mask. @param {number} mask @returns {Array<number>} */
export function coloursIn(mask) {
  return Array.from({ length: 32 - Math.clz32(mask) }, (_, c) => c).filter((c) => (mask >> c) & 1);
}

/**
 * Search for solutions, up to a limit.
 * @param {Clued} clued @param {Array<number>} masks @param {number} limit
 * @param {number} until  a time of performance.now()
 * @returns {Generator<number, {found: Array<Array<number>>, complete: boolean}>} yields the number found so far;
 *   `complete` if the search has shown that there are no others
 */
export function* searched(clued, masks, limit, until) {
  const found = [];
  const stack = [masks.slice()];
  for (let now = stack.pop(); now; now = stack.pop()) {
    const guess = yield* narrowed(clued, now, until, found);
    if (guess === "late") return { found, complete: false };
    if (guess === "dead") continue;
    if (guess === "known") {
      found.push(now.map(onlyColour));
      if (found.length === limit) return { found, complete: false };
      continue;
    }
    const other = now.slice();
    other[guess.cell] &= ~(1 << guess.colour);
    now[guess.cell] = 1 << guess.colour;
    stack.push(other, now);
  }
  return { found, complete: true };
}

/**
 * Reduce masks by lines and probes until neither changes anything; then return the best guess.
 * @param {Clued} clued @param {Array<number>} now @param {number} until @param {Array<Array<number>>} found
 * @returns {Generator<number, "dead" | "late" | "known" | Guess>}
 */
function* narrowed(clued, now, until, found) {
  if (settleAll(clued, now) >= 0) return "dead";
  for (;;) {
    /** @type {Guess | null} */
    let best = null;
    let isReduced = false;
    for (let cell = 0; cell < now.length; cell += 1) {
      if (onlyColour(now[cell]) >= 0) continue;
      yield found.length;
      if (performance.now() > until) return "late";
      const own = probe(clued, now, cell);
      if (own.dead) return "dead";
      isReduced ||= own.isReduced;
      if (own.guess && own.guess.settled > (best?.settled ?? -1)) best = own.guess;
    }
    if (now.every((mask) => onlyColour(mask) >= 0)) return "known";
    if (!isReduced) return best ?? "dead";
  }
}

/**
 * Probe all colours of a cell, and remove those that are impossible.
 * @param {Clued} clued @param {Array<number>} now @param {number} cell
 * @returns {{dead: true} | {dead?: false, isReduced: boolean, guess?: Guess}}
 */
function probe(clued, now, cell) {
  let settled = Infinity;
  let isReduced = false;
  const colours = coloursIn(now[cell]);
  for (const colour of colours) {
    const { trial, line } = tried(clued, now, cell, colour);
    if (line < 0) {
      settled = Math.min(settled, trial.filter((mask) => onlyColour(mask) >= 0).length);
      continue;
    }
    isReduced = true;
    now[cell] &= ~(1 << colour);
    if (!now[cell] || settleAll(clued, now, clued.linesOf(cell)) >= 0) return { dead: true };
    if (onlyColour(now[cell]) >= 0) return { isReduced };
  }
  return { isReduced, guess: { cell, colour: lastOf(coloursIn(now[cell])), settled } };
}
