/*
 * What the worker answers about a nonogram: the next thing that can be known, whether what is
 * filled in can be right, and the steps of the film.
 *
 * Hints follow calpuzzle/nonogram/hints.py: the line that settles most cells; else a cell where a
 * colour leads a line into a contradiction; else what a search knows. One kind stands between: a
 * cell that several lines settle together. What a hint settles is proved.
 */

import { Clued, onlyColour } from "./nonogramclues.js";
import { settledLine, tallyLine } from "./nonogramlines.js";
import { coloursIn, searched, settleAll, tried } from "./nonogramsearch.js";
import { shareOf, stepsOf } from "./nonogramsteps.js";

const SEARCH_PATIENCE = 4000; // milliseconds of a search

/**
 * @typedef {Object} NonogramHint
 * @property {"line" | "lines" | "probe" | "search" | "choice" | "stuck" | "wrong" | "done"} kind
 * @property {Array<[number, number]>} [cells]  what it settles: cells and their colours
 * @property {number} [line]    that settles them, or that cannot be filled if `cell` has `colour`
 * @property {bigint} [total]   the fillings of that line
 * @property {number} [cell]    to look at
 * @property {number} [colour]
 * @property {boolean} [never]  there is no solution, whatever is filled in
 *
 * @typedef {Object} Verdict
 * @property {boolean | null} possible  whether there is a solution with what is filled in; null
 *                                      where that took too long
 * @property {boolean} never            there is none whatever is filled in
 * @property {Array<number> | null} only  the one solution, where it is known to be the only one
 * @property {Array<Array<number>>} found
 */

/** Answers questions about one nonogram. */
export class NonogramAnswers {
  /** @param {NonogramData} data */
  constructor(data) {
    this.clued = new Clued(data);
    this.whole = null; // what the search says of the empty grid
  }

  /**
   * @param {{what: "hint" | "check" | "steps", cells: Array<number>}} question
   * @returns {Generator<number, Object>}
   */
  answer({ what, cells }) {
    const masks = this.clued.masksOf(what === "steps" ? this.clued.given : cells);
    if (what === "steps") return this.steps(masks);
    return what === "check" ? this.check(masks) : this.hint(masks);
  }

  /** Whether what is known can be completed. */
  * verdict(masks) {
    const { clued } = this;
    if (!this.whole) {
      const empty = clued.masksOf(clued.given);
      this.whole = yield* searched(clued, empty, 2, performance.now() + SEARCH_PATIENCE);
    }
    const { found, complete } = this.whole;
    if (complete && found.length < 2) {
      const [only = null] = found;
      const possible = only !== null && only.every((colour, cell) => (masks[cell] >> colour) & 1);
      return { possible, only, never: only === null, found: possible ? found : [] };
    }
    const own = yield* searched(clued, masks, 2, performance.now() + SEARCH_PATIENCE);
    const only = own.complete && own.found.length === 1 ? own.found[0] : null;
    const possible = own.found.length > 0 || (own.complete ? false : null);
    return { possible, only, never: false, found: own.found };
  }

  /** Lines that cannot be completed, and cells that are wrong for certain. */
  * check(masks) {
    const { clued } = this;
    const lines = [...clued.clues.keys()].filter(
      (line) => !settledLine(clued.clues[line], clued.along(masks, line)),
    );
    const { possible, never, only } = yield* this.verdict(masks);
    const wrong = possible === false && only
      ? [...only.keys()].filter((cell) => !((masks[cell] >> only[cell]) & 1)) : [];
    return { lines, possible, never, wrong, isOnly: only !== null };
  }

  /**
   * The next thing that can be known.
   * @returns {Generator<number, NonogramHint>}
   */
  * hint(masks) {
    const { clued } = this;
    const { possible, never, only, found } = yield* this.verdict(masks);
    if (possible === false) return { kind: "wrong", never };
    if (masks.every((mask) => onlyColour(mask) >= 0)) return { kind: "done" };
    const line = byLine(clued, masks);
    if (line) return line;
    const settled = masks.slice();
    settleAll(clued, settled);
    const together = freshIn(masks, settled)[0];
    if (together) return { kind: "lines", cells: [together] };
    const probed = yield* byProbe(clued, settled);
    if (probed) return probed;
    return bySearch(masks, only, found);
  }

  /** All steps, with shares as plain numbers for the picture. */
  * steps(masks) {
    const { clued } = this;
    const made = stepsOf(clued, masks);
    const steps = [];
    for (;;) {
      const { done, value } = made.next();
      if (done) return { steps, torn: value };
      const { shares, candidates, settled } = value;
      steps.push({
        shares: shares.map(({ counts, total }) => counts.map((count) => shareOf(count, total))),
        candidates: candidates.reduce((sum, count) => sum + count, 0n),
        settled,
        open: value.masks.filter((mask) => onlyColour(mask) < 0).length,
      });
      yield steps.length;
    }
  }
}

/** The cells that became known, each with its colour. */
function freshIn(before, after) {
  return [...after.keys()]
    .filter((cell) => after[cell] !== before[cell] && onlyColour(after[cell]) >= 0)
    .map((cell) => [cell, onlyColour(after[cell])]);
}

/** The line that settles most cells; the first of equals. */
function byLine(clued, masks) {
  let best = null;
  for (const [line, clue] of clued.clues.entries()) {
    const before = clued.along(masks, line);
    const after = settledLine(clue, before);
    const fresh = after ? freshIn(before, [...after]) : [];
    if (fresh.length > (best?.fresh.length ?? 0)) best = { line, fresh, before };
  }
  if (!best) return null;
  const { line, fresh, before } = best;
  const { total } = tallyLine(clued.clues[line], before, clued.palette.length);
  const cells = fresh.map(([place, colour]) => [clued.cells[line][place], colour]);
  return { kind: "line", line, cells, total };
}

/** A cell that is known once the colours are struck out that lead into a contradiction. */
function* byProbe(clued, masks) {
  const known = masks.slice();
  for (let cell = 0; cell < known.length; cell += 1) {
    for (const colour of onlyColour(known[cell]) < 0 ? coloursIn(known[cell]) : []) {
      yield 0;
      const { line } = tried(clued, known, cell, colour);
      if (line < 0) continue;
      known[cell] &= ~(1 << colour);
      settleAll(clued, known, clued.linesOf(cell));
      const [fresh] = freshIn(masks, known);
      if (!fresh) continue;
      const own = onlyColour(known[cell]) >= 0 ? [cell, onlyColour(known[cell])] : fresh;
      return { kind: "probe", cell, colour, line, cells: [own] };
    }
  }
  return null;
}

/** What only a search knows: a cell's colour, or that there is a choice. */
function bySearch(masks, only, found) {
  const open = masks.findIndex((mask) => onlyColour(mask) < 0);
  if (only) return { kind: "search", cells: [[open, only[open]]] };
  if (found.length < 2) return { kind: "stuck", cell: open };
  return { kind: "choice", cell: found[0].findIndex((colour, cell) => colour !== found[1][cell]) };
}
