/*
 * Lists the solutions that contain the placements, up to a limit. A Search runs in slices. It uses one of two
 * algorithms: lowest.js for plain covers, and fewest.js for all others.
 */

import { coverOf, rootOf } from "./cover.js";
import { Fewest, FewestTables } from "./fewest.js";
import { Lowest, LowestTables } from "./lowest.js";

/** @typedef {{cover: Cover, tables: LowestTables | FewestTables}} Tables */

/** @type {WeakMap<Puzzle, Map<boolean, Tables>>} */
const tablesOf = new WeakMap();

/** The search for the solutions of a date that contain some placements. */
export class Search {
  /**
   * @param {Puzzle} puzzle @param {DateLabels} date
   * @param {Array<number>} placed  numbers of placements; if they clash, there is no solution
   * @param {number} limit  the number of solutions after which the search is over
   */
  constructor(puzzle, date, placed, limit) {
    const anyDate = !date && puzzle.groups.length > 0;
    const { cover, tables } = tablesFor(puzzle, anyDate);
    const root = rootOf(cover, puzzle.openOn(date), placed);
    const placements = puzzle.placements.length;
    /** The placements that complete each solution, by ascending numbers. @type {Array<Array<number>>} */
    this.rows = [];
    const found = (/** @type {Array<number>} */ row) => {
      // With `anyDate`, the options after the placements are labels, which are left out here.
      this.rows.push(row.filter((option) => option < placements).sort((a, b) => a - b));
      return this.rows.length >= limit;
    };
    this.algorithm = root && (tables instanceof LowestTables
      ? new Lowest(tables, root, found) : new Fewest(tables, root, found));
    this.over = !this.algorithm || this.algorithm.over;
  }

  /**
   * Continue until the time `deadline` of `performance.now()`; return whether the search is over.
   * @param {number} deadline
   */
  run(deadline) {
    this.over ||= !this.algorithm || this.algorithm.run(deadline);
    return this.over;
  }
}

/**
 * Return the cover of a puzzle and the tables of its algorithm, computed once.
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
