/*
 * Lists the solutions that hold what is placed, up to a limit.
 *
 * A Search is run in slices and keeps what it has found between them. It chooses one of two rules:
 * plain boards are filled along the scan (lowest.js); cells that may stay empty, pieces that may
 * stay out, colours and sticks are searched where the fewest options are left (fewest.js).
 */

import { coverOf, rootOf } from "./cover.js";
import { Fewest, FewestTables } from "./fewest.js";
import { Lowest, LowestTables } from "./lowest.js";

/** @typedef {{cover: Cover, tables: LowestTables | FewestTables}} Tables */

/** @type {WeakMap<Puzzle, Map<boolean, Tables>>} */
const tablesOf = new WeakMap();

/** The solutions of a date that hold some placements. */
export class Search {
  /**
   * @param {Puzzle} puzzle @param {DateLabels} date
   * @param {Array<number>} placed  numbers of placements; where they clash, there is no solution
   * @param {number} limit        after so many solutions the search is over
   */
  constructor(puzzle, date, placed, limit) {
    const anyDate = !date && puzzle.groups.length > 0;
    const { cover, tables } = tablesFor(puzzle, anyDate);
    const root = rootOf(cover, puzzle.openOn(date), placed);
    const placements = puzzle.placements.length;
    /** What completes each solution, as rising numbers of placements. @type {Array<Array<number>>} */
    this.rows = [];
    const found = (/** @type {Array<number>} */ row) => {
      // Labels of any date come behind the placements.
      this.rows.push(row.filter((option) => option < placements).sort((a, b) => a - b));
      return this.rows.length >= limit;
    };
    this.rule = root && (tables instanceof LowestTables
      ? new Lowest(tables, root, found) : new Fewest(tables, root, found));
    this.over = !this.rule || this.rule.over;
  }

  /**
   * Go on until the time `late`, as `performance.now()` counts it; whether the search is over.
   * @param {number} late @returns {boolean}
   */
  run(late) {
    this.over ||= !this.rule || this.rule.run(late);
    return this.over;
  }
}

/**
 * The cover of a puzzle and the tables of its rule, made at the first call.
 * @param {Puzzle} puzzle @param {boolean} anyDate @returns {Tables}
 */
function tablesFor(puzzle, anyDate) {
  const known = tablesOf.get(puzzle) ?? new Map();
  tablesOf.set(puzzle, known);
  if (!known.has(anyDate)) {
    const cover = coverOf(puzzle, anyDate);
    known.set(anyDate, { cover, tables: cover.plain ? new LowestTables(cover) : new FewestTables(cover) });
  }
  return known.get(anyDate);
}
