/*
 * The worker's answers about a nonogram: the next deduction, whether the filled cells can be right, and the
 * steps of the film.
 *
 * docs/hints.md is the specification; the counterparts are calpuzzle/nonogram/nonogram_hints.py and, for the
 * check, calpuzzle/game/nonogram_game.py. Whatever a hint determines is proved.
 */

import { Clued, onlyColour } from "./nonogramclues.js";
import { settledLine, tallyLine } from "./nonogramlines.js";
import { coloursIn, searched, settleAll, tried } from "./nonogramsearch.js";
import { shareOf, stepsOf } from "./nonogramsteps.js";

const SEARCH_PATIENCE = 4000; // milliseconds of a search

/**
 * @typedef {{found: Array<Array<number>>, complete: boolean}} Found
 *
 * @typedef {{shares: Array<Array<number>>, candidates: bigint, settled: number, open: number,
 *            isStart?: boolean}} FilmStep
 * `shares`: for each cell, the probability of each colour; `candidates`: the number of fillings of
 * all lines; `settled`: the number of cells that the step made known; `open`: the number of cells
 * that are still unknown.
 *
 * @typedef {Object} NonogramReplies  the answer to each question
 * @property {NonogramHint} hint
 * @property {{lines: Array<number>, wrong: Array<number>, state: string}} check
 * @property {{steps: Array<FilmStep>, contradiction: {line?: number, cell?: number} | null}} steps
 *
 * @typedef {NonogramReplies[keyof NonogramReplies]} NonogramAnswer
 *
 * @typedef {Object} NonogramHint
 * @property {"line" | "lines" | "probe" | "search" | "choice" | "stuck" | "wrong" | "done"} kind
 * @property {Array<Array<number>>} [cells]  the cells that it determines, with their colours
 * @property {number} [line]    the line that determines them, or that cannot be filled if `cell` has `colour`
 * @property {bigint} [total]   the fillings of that line
 * @property {number} [cell]    to look at
 * @property {number} [colour]
 * @property {boolean} [never]  there is no solution, whatever is filled in
 */

/** The answers about one nonogram. */
export class NonogramAnswers {
  /** @param {NonogramData} data */
  constructor(data) {
    this.clued = new Clued(data);
    /** @type {Found | null} */
    this.whole = null; // the solutions of the nonogram itself, up to two
  }

  /**
   * @param {{what: "hint" | "check" | "steps", cells: Array<number>}} question
   * @returns {Generator<number, NonogramAnswer>}
   */
  answer({ what, cells }) {
    const masks = this.clued.masksOf(what === "steps" ? this.clued.given : cells);
    if (what === "steps") return this.steps(masks);
    return what === "check" ? this.check(masks) : this.hint(masks);
  }

  /** Search for solutions that agree with masks. @param {Array<number>} masks */
  searched(masks, limit = 2) {
    return searched(this.clued, masks, limit, performance.now() + SEARCH_PATIENCE);
  }

  /**
   * Return whether there is a solution that agrees with masks (`possible`: null if that takes too long), up to two of
   * them, and whether these are all (`complete`).
   * @param {Array<number>} masks
   */
  * verdict(masks) {
    this.whole ??= yield* this.searched(this.clued.masksOf(this.clued.given));
    const { only } = this;
    if (!only && !this.isNever) {
      const { found, complete } = yield* this.searched(masks);
      return { possible: found.length > 0 || (complete ? false : null), found, complete };
    }
    const possible = only !== null && only.every((colour, cell) => (masks[cell] >> colour) & 1);
    return { possible, found: possible ? [only] : [], complete: true };
  }

  /** The solution, if it is known to be unique. */
  get only() {
    const { found, complete } = /** @type {Found} */ (this.whole);
    return complete && found.length === 1 ? found[0] : null;
  }

  /** Whether there is no solution at all. */
  get isNever() {
    const { found, complete } = /** @type {Found} */ (this.whole);
    return complete && !found.length;
  }

  /**
   * Return the state of the grid: lines that cannot be completed, and cells that are certainly wrong.
   * @param {Array<number>} masks
   */
  * check(masks) {
    const { clued } = this;
    const lines = [...clued.clues.keys()].filter(
      (line) => !settledLine(clued.clues[line], clued.along(masks, line)),
    );
    const { possible } = yield* this.verdict(masks);
    const { only } = this;
    const wrong = only ? [...only.keys()].filter((cell) => !((masks[cell] >> only[cell]) & 1)) : [];
    return { lines, wrong, state: this.state(lines, possible) };
  }

  /** @param {Array<number>} lines @param {boolean | null} possible */
  state(lines, possible) {
    if (this.isNever) return "never";
    if (lines.length) return "lines";
    if (possible === false) return "wrong";
    if (this.only) return "right";
    return possible && (this.whole?.found.length ?? 0) > 1 ? "possible" : "unknown";
  }

  /** Return the next deduction. @param {Array<number>} masks @returns {Generator<number, NonogramHint>} */
  * hint(masks) {
    const { clued } = this;
    const { possible, found, complete } = yield* this.verdict(masks);
    if (possible === false) return { kind: "wrong", never: this.isNever };
    if (masks.every((mask) => onlyColour(mask) >= 0)) return { kind: "done" };
    const line = byLine(clued, masks);
    if (line) return line;
    const settled = masks.slice();
    settleAll(clued, settled);
    const [fresh] = freshIn(masks, settled);
    if (fresh) return { kind: "lines", cells: [fresh] };
    const probed = yield* byProbe(clued, settled);
    if (probed) return probed;
    return yield* this.bySearch(masks, found, complete);
  }

  /**
   * Return what only a search can determine: the colour of the first open cell, or that there is a choice.
   * @param {Array<number>} masks @param {Array<Array<number>>} found @param {boolean} complete
   * @returns {Generator<number, NonogramHint>}
   */
  * bySearch(masks, found, complete) {
    const cell = masks.findIndex((mask) => onlyColour(mask) < 0);
    const colours = new Set(found.map((own) => own[cell]));
    for (const colour of coloursIn(masks[cell])) {
      if (complete || colours.size > 1 || colours.has(colour)) continue;
      const own = yield* this.searched(masks.map((mask, k) => (k === cell ? 1 << colour : mask)), 1);
      if (own.found.length) colours.add(colour);
      else if (!own.complete) return { kind: "stuck", cell };
    }
    if (!colours.size) return { kind: "wrong", never: false };
    return colours.size > 1 ? { kind: "choice", cell } : { kind: "search", cells: [[cell, ...colours]] };
  }

  /** Return all steps, with shares as floating-point numbers. @param {Array<number>} masks */
  * steps(masks) {
    const { clued } = this;
    const made = stepsOf(clued, masks);
    const steps = [];
    for (;;) {
      const next = made.next();
      if (next.done) return { steps, contradiction: next.value };
      const { shares, candidates, settled, masks: left } = next.value;
      steps.push({
        shares: shares.map(({ counts, total }) => counts.map((count) => shareOf(count, total))),
        candidates: candidates.reduce((sum, count) => sum + count, 0n),
        settled,
        open: left.filter((mask) => onlyColour(mask) < 0).length,
      });
      yield steps.length;
    }
  }
}

/**
 * Return the cells that became known, each with its colour.
 * @param {Array<number>} before @param {Array<number>} after
 */
function freshIn(before, after) {
  return [...after.keys()]
    .filter((cell) => after[cell] !== before[cell] && onlyColour(after[cell]) >= 0)
    .map((cell) => [cell, onlyColour(after[cell])]);
}

/**
 * Return a hint with the line that determines the most cells, the first of several; null if no line
 * determines a cell.
 * @param {Clued} clued @param {Array<number>} masks @returns {NonogramHint | null}
 */
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

/**
 * Return a hint with the first probe that determines a cell, or null. A probe removes one colour of
 * a cell, because line solving contradicts it.
 * @param {Clued} clued @param {Array<number>} masks @returns {Generator<number, NonogramHint | null>}
 */
function* byProbe(clued, masks) {
  for (let cell = 0; cell < masks.length; cell += 1) {
    for (const colour of onlyColour(masks[cell]) < 0 ? coloursIn(masks[cell]) : []) {
      yield 0;
      const { line } = tried(clued, masks, cell, colour);
      if (line < 0) continue;
      const known = masks.slice();
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
