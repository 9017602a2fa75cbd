/*
 * Lists the solutions that hold what is laid, up to a limit.
 *
 * A Search is run in slices and keeps what it has found between them. It chooses one of two rules:
 * plain boards are filled along the scan (lowest.js); cells that may stay empty, pieces that may
 * stay out, colours and sticks are searched where the fewest options are left (fewest.js).
 */

import { coverOf, rootOf } from "./cover.js";
import { Fewest, FewestTables } from "./fewest.js";
import { Lowest, LowestTables } from "./lowest.js";

const tablesOf = new WeakMap();

/** The solutions of a date that hold some placements. */
export class Search {
  /**
   * @param {Puzzle} puzzle
   * @param {Dated} date
   * @param {Array<number>} laid  numbers of placements; where they clash, there is no solution
   * @param {number} limit        after so many solutions the search is over
   */
  constructor(puzzle, date, laid, limit) {
    const anyDate = !date && puzzle.groups.length > 0;
    const { cover, tables } = tablesFor(puzzle, anyDate);
    const root = rootOf(cover, puzzle.openOn(date), laid);
    const placements = puzzle.placements.length;
    /** What completes each solution, as rising numbers of placements. */
    this.rows = [];
    const found = (row) => {
      // Labels of any date come behind the placements.
      this.rows.push(row.filter((option) => option < placements).sort((a, b) => a - b));
      return this.rows.length >= limit;
    };
    const Rule = cover.plain ? Lowest : Fewest;
    this.rule = root && new Rule(tables, root, found);
    this.over = !root || this.rule.over;
  }

  /**
   * Go on until the time `late`, as `performance.now()` counts it; whether the search is over.
   * @param {number} late
   * @returns {boolean}
   */
  run(late) {
    this.over ||= this.rule.run(late);
    return this.over;
  }
}

/** The cover of a puzzle and the tables of its rule, made at the first call. */
function tablesFor(puzzle, anyDate) {
  if (!tablesOf.has(puzzle)) tablesOf.set(puzzle, new Map());
  const known = tablesOf.get(puzzle);
  if (!known.has(anyDate)) {
    const cover = coverOf(puzzle, anyDate);
    const Tables = cover.plain ? LowestTables : FewestTables;
    known.set(anyDate, { cover, tables: new Tables(cover) });
  }
  return known.get(anyDate);
}
