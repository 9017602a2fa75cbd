/*
 * The residual problem of a position: how many solutions contain the placements, what these solutions share,
 * and which they are.
 *
 * The solutions of a date are listed once, and questions about a position are answered by filtering
 * the list: each placement has a bit set of the listed solutions that contain it. If a date has too
 * many solutions to list, or listing them takes too long, the position itself is searched, with its
 * placements fixed; the resulting list then answers for all positions that contain these
 * placements. Every method that may search is a generator, which regularly yields the number of
 * solutions found so far, or 0. It may be abandoned at these points; the lists of the date and of
 * the position are kept, but not those of other searches.
 */

import { bitCount } from "./regions.js";
import { Search } from "./search.js";

const MOST_LISTED = 10000;
const SLICE = 8; // milliseconds between two yields
const LIST_PATIENCE = 400; // milliseconds for the list of a date while a position waits
const POSITION_PATIENCE = 3000; // milliseconds of the search for the piece to take back, a review, or places
const LISTS = 8; // lists that are stored

/** The answers for one puzzle. */
export class RemainingSolutions {
  /**
   * @param {Puzzle} puzzle
   * @param {number} most      the largest number of solutions to list
   * @param {number} patience  milliseconds for `takeBack`, `review` or `places`
   */
  constructor(puzzle, most = MOST_LISTED, patience = POSITION_PATIENCE) {
    this.puzzle = puzzle;
    this.most = most;
    this.patience = patience;
    this.lists = /** @type {Array<List>} */ ([]);
  }

  /**
   * Return how many solutions contain the placements, and what they share.
   * @param {DateLabels} date @param {Array<Placement>} placements @returns {Generator<number, RemainingAnswer>}
   */
  * remaining(date, placements) {
    const placed = this.numbersOf(placements);
    const part = yield* this.part(date, placed);
    return {
      count: part.count,
      exact: part.exact,
      possible: part.count > 0,
      forced: part.exact ? part.shared(placed).map((k) => this.puzzle.placements[k]) : null,
      ...(part.count ? { culprit: null, never: false } : yield* this.takeBack(date, placed)),
    };
  }

  /**
   * Return some of the solutions that contain the placements.
   * @param {DateLabels} date @param {Array<Placement>} placements @param {number} from @param {number} number
   * @returns {Generator<number, SolutionsAnswer>}
   */
  * solutions(date, placements, from, number) {
    const part = yield* this.part(date, this.numbersOf(placements));
    return this.shown(part, part.rows().slice(from, from + number));
  }

  /**
   * Return some of the solutions of the date, first those that share most with the placements.
   * @param {DateLabels} date @param {Array<Placement>} placements @param {number} number
   * @returns {Generator<number, SolutionsAnswer>}
   */
  * nearest(date, placements, number) {
    const placed = this.numbersOf(placements);
    const part = yield* this.part(date, []);
    const rows = part.rows();
    const shared = new Map(rows.map((row) => [row, part.list.shared(row, placed)]));
    const sharedBy = (/** @type {number} */ row) => shared.get(row) ?? 0;
    rows.sort((one, other) => sharedBy(other) - sharedBy(one) || one - other);
    return this.shown(part, rows.slice(0, number));
  }

  /**
   * Return how many solutions remain after each of some moves, as far as time allows.
   * @param {DateLabels} date @param {Array<Array<Placement>>} positions
   * @returns {Generator<number, {counts: Array<{count: number | null, exact: boolean}>}>}
   */
  * review(date, positions) {
    yield* extended(this.list(date, []), performance.now() + this.patience);
    const deadline = performance.now() + this.patience;
    const counts = [];
    for (const placements of positions) {
      counts.push(yield* this.counted(date, this.numbersOf(placements), deadline));
    }
    return { counts };
  }

  /**
   * Return the placements of a piece that some solution contains together with the placed ones,
   * each with its number of solutions.
   * @param {DateLabels} date @param {Array<Placement>} placements @param {number} piece
   * @returns {Generator<number, PlacesAnswer>}
   */
  * places(date, placements, piece) {
    const placed = this.numbersOf(placements);
    const part = yield* this.part(date, placed);
    const numbers = [...this.puzzle.placements.keys()]
      .filter((number) => this.puzzle.placements[number][0] === piece && !placed.includes(number));
    if (part.exact) {
      const counted = numbers.map((number) => ({ number, count: part.having(number), exact: true }));
      return this.placesAnswer(piece, counted.filter(({ count }) => count), true);
    }
    // There are too many solutions to list: first find the possible placements, then count while there is time.
    const deadline = performance.now() + this.patience;
    const found = [];
    let complete = true;
    for (const number of numbers) {
      const possible = yield* this.possible(date, [...placed, number], deadline);
      if (possible) found.push({ number, count: null, exact: false });
      complete &&= possible !== null;
    }
    for (const own of found) Object.assign(own, yield* this.counted(date, [...placed, own.number], deadline));
    return this.placesAnswer(piece, found, complete);
  }

  /**
   * Return the places as an answer.
   * @param {number} piece @param {Array<{number: number, count: number | null, exact: boolean}>} found
   * @param {boolean} complete
   */
  placesAnswer(piece, found, complete) {
    const places = found.map(({ number, count, exact }) => (
      { placement: this.puzzle.placements[number], count, exact }));
    return { piece, places, complete };
  }

  /**
   * Return how many solutions contain the placements; or, if there are too many to list, the
   * largest number that is listed, with `exact` false. The count is null if it is not known by the
   * time `deadline`.
   * @param {DateLabels} date
   * @param {Array<number>} placed  numbers of placements
   * @param {number} deadline @returns {Generator<number, {count: number | null, exact: boolean}>}
   */
  * counted(date, placed, deadline) {
    if (isTwice(placed)) return { count: 0, exact: true };
    const part = this.known(date, placed);
    if (part?.exact) return { count: part.count, exact: true };
    const list = new List(this.puzzle, date, placed, this.most);
    yield* extended(list, deadline);
    return list.over ? { count: list.found, exact: list.exact } : { count: null, exact: false };
  }

  /**
   * Return the index of the first placement, in the order placed, that made the position unsolvable
   * (`culprit`). If there is no solution at all, set `never` instead; if the search takes too long,
   * set neither.
   * @param {DateLabels} date
   * @param {Array<number>} placed  numbers of placements
   * @returns {Generator<number, {culprit: number | null, never: boolean}>}
   */
  * takeBack(date, placed) {
    const deadline = performance.now() + this.patience;
    // It is most often the last one, and a search is short if many pieces are placed.
    for (let index = placed.length - 1; index >= 0; index -= 1) {
      const possible = yield* this.possible(date, placed.slice(0, index), deadline);
      if (possible === null) return { culprit: null, never: false };
      if (possible) return { culprit: index, never: false };
    }
    return { culprit: null, never: true };
  }

  /**
   * Return whether a solution contains the placements; null if it is not known by the time `deadline`.
   * @param {DateLabels} date @param {Array<number>} placed
   */
  * possible(date, placed, deadline = Infinity) {
    if (isTwice(placed)) return false;
    const part = this.known(date, placed);
    if (part) return part.count > 0;
    if (this.listsOf(date).some((list) => list.holds(placed))) return true;
    const list = new List(this.puzzle, date, placed, 0);
    yield* extended(list, deadline, false);
    return list.over ? !list.exact : null;
  }

  /**
   * Return whether exactly one solution contains the placements; false if it is not known by `deadline`.
   * @param {DateLabels} date @param {Array<number>} placed @param {number} deadline
   */
  * isOnly(date, placed, deadline) {
    const part = this.known(date, placed);
    if (part?.exact) return part.count === 1;
    const list = new List(this.puzzle, date, placed, 1);
    yield* extended(list, deadline);
    return list.over && list.exact && list.found === 1;
  }

  /**
   * Return the solutions that contain the placements.
   * @param {DateLabels} date
   * @param {Array<number>} placed  numbers of placements
   * @returns {Generator<number, Part>}
   */
  * part(date, placed) {
    // A list would not notice a placement that is placed twice.
    if (isTwice(placed)) return new Part(new List(this.puzzle, date, placed, this.most), placed);
    const whole = this.list(date, []);
    // Only the first answer waits for the list of the date, up to LIST_PATIENCE. If the list is not
    // finished then, this answer and later ones search the position itself.
    const patience = !placed.length ? Infinity : whole.isLate ? 0 : LIST_PATIENCE;
    if (!this.known(date, placed)) yield* extended(whole, performance.now() + patience, !placed.length);
    whole.isLate = !whole.over;
    if (!this.known(date, placed)) yield* extended(this.list(date, placed), Infinity);
    return this.known(date, placed) ?? new Part(this.list(date, placed), placed);
  }

  /**
   * Return the solutions that contain the placements if a finished list has them, else null.
   * @param {DateLabels} date @param {Array<number>} placed
   */
  known(date, placed) {
    const lists = this.listsOf(date).filter(({ over }) => over);
    const list = lists.find((each) => (each.exact ? each.within(placed) : each.beyond(placed)));
    return list ? new Part(list, placed) : null;
  }

  /**
   * Return the list for a position, which may be new or unfinished.
   * @param {DateLabels} date @param {Array<number>} placed
   */
  list(date, placed) {
    const list = this.listsOf(date).find((each) => each.is(placed))
      ?? new List(this.puzzle, date, placed, this.most);
    this.lists = [list, ...this.lists.filter((each) => each !== list)].slice(0, LISTS);
    return list;
  }

  /** @param {DateLabels} date */
  listsOf(date) {
    return this.lists.filter((list) => list.date === String(date));
  }

  /** @param {Array<Placement>} placements */
  numbersOf(placements) {
    return placements.map((placement) => this.puzzle.numberOf(placement));
  }

  /** Return rows of a part as an answer. @param {Part} part @param {Array<number>} rows */
  shown(part, rows) {
    const { placements } = this.puzzle;
    const solutions = rows.map((row) => part.list.solution(row).map((k) => placements[k]));
    const numbers = part.exact && !part.list.fixed.length ? rows : null;
    return { total: part.count, exact: part.exact, solutions, numbers };
  }
}

/** Return whether a placement is placed twice. @param {Array<number>} placed */
function isTwice(placed) {
  return new Set(placed).size < placed.length;
}

/**
 * Continue a list until the time `deadline`; regularly yield the number of its solutions if they are
 * those of the current position, else 0.
 * @param {List} list @param {number} deadline
 */
function* extended(list, deadline, isOfPosition = true) {
  while (!list.over && performance.now() < deadline) {
    list.search.run(Math.min(performance.now() + SLICE, deadline));
    yield isOfPosition ? list.found : 0;
  }
}

/** The solutions of a date that contain some placements, found by one search. */
class List {
  /** @param {Puzzle} puzzle @param {DateLabels} date @param {Array<number>} fixed @param {number} most */
  constructor(puzzle, date, fixed, most) {
    this.date = String(date);
    this.fixed = fixed;
    this.most = most;
    this.isLate = false;
    this.search = new Search(puzzle, date, fixed, most + 1);
    this.bits = null;
  }

  get over() {
    return this.search.over;
  }

  /** Whether all solutions are listed, if the search is over. */
  get exact() {
    return this.search.rows.length <= this.most;
  }

  /** The number of listed solutions. */
  get found() {
    return Math.min(this.search.rows.length, this.most);
  }

  /** Return whether the fixed placements are these, in any order. @param {Array<number>} placed */
  is(placed) {
    return [...placed].sort().join() === [...this.fixed].sort().join();
  }

  /**
   * Return whether the placements include all that the list has fixed, so that it contains all solutions of
   * the position.
   * @param {Array<number>} placed
   */
  within(placed) {
    return this.fixed.every((number) => placed.includes(number));
  }

  /**
   * Return whether all placements are fixed in the list, so that all its solutions contain them.
   * @param {Array<number>} placed
   */
  beyond(placed) {
    return placed.every((number) => this.fixed.includes(number));
  }

  /**
   * Return whether a solution that was found contains the placements.
   * @param {Array<number>} placed
   */
  holds(placed) {
    const wanted = placed.filter((number) => !this.fixed.includes(number));
    return this.search.rows.some((row) => wanted.every((number) => row.includes(number)));
  }

  /** Return all placements of the solution in a row. @param {number} row */
  solution(row) {
    return [...this.fixed, ...this.search.rows[row]].sort((one, other) => one - other);
  }

  /**
   * Return the number of these placements that a row contains, without the fixed ones.
   * @param {number} row @param {Array<number>} placed
   */
  shared(row, placed) {
    return placed.filter((number) => this.search.rows[row].includes(number)).length;
  }

  /** The rows that contain each placement, as bits; without the fixed placements. */
  get rowsWith() {
    if (this.bits) return this.bits;
    this.bits = new Map();
    const words = Math.ceil(this.found / 32);
    for (let row = 0; row < this.found; row += 1) {
      for (const number of this.search.rows[row]) {
        if (!this.bits.has(number)) this.bits.set(number, new Int32Array(words));
        this.bits.get(number)[row >> 5] |= 1 << (row & 31);
      }
    }
    return this.bits;
  }
}

/** The listed solutions that contain the placements. */
class Part {
  /** @param {List} list @param {Array<number>} placed */
  constructor(list, placed) {
    this.list = list;
    this.exact = list.exact;
    const words = Math.ceil(list.found / 32);
    this.bits = new Int32Array(words).fill(-1);
    if (list.found & 31) this.bits[words - 1] = (1 << (list.found & 31)) - 1;
    for (const number of placed) {
      if (list.fixed.includes(number)) continue;
      const having = list.rowsWith.get(number);
      for (let k = 0; k < words; k += 1) this.bits[k] &= having ? having[k] : 0;
    }
    /** The number of these solutions; if it is not exact, there are more. */
    this.count = this.bits.reduce((sum, word) => sum + bitCount(word), 0);
  }

  /**
   * Return the placements that all these solutions contain and that are not placed yet.
   * @param {Array<number>} placed
   */
  shared(placed) {
    if (!this.count) return [];
    const { fixed, rowsWith } = this.list;
    const shared = [...fixed, ...[...rowsWith.keys()].filter((number) => this.isShared(number))];
    return shared.filter((number) => !placed.includes(number)).sort((one, other) => one - other);
  }

  /** Return the number of these solutions that contain a placement. @param {number} number */
  having(number) {
    const own = this.list.rowsWith.get(number);
    return own ? this.bits.reduce((sum, word, k) => sum + bitCount(word & own[k]), 0) : 0;
  }

  /** @param {number} number */
  isShared(number) {
    const having = this.list.rowsWith.get(number);
    return this.bits.every((word, k) => (word & ~having[k]) === 0);
  }

  /** Return the rows of these solutions in the list, in ascending order. */
  rows() {
    return Array.from({ length: this.list.found }, (_, row) => row)
      .filter((row) => (this.bits[row >> 5] >>> (row & 31)) & 1);
  }
}
