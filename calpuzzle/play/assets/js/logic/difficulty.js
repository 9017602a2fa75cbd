/*
 * The difficulty of a position: the mean number of pieces that a random try places up to its first
 * solution.
 *
 * docs/difficulty.md defines it. calpuzzle/results/difficulty.py draws other random numbers, so its
 * figures differ by chance. The version here is meant for positions with few empty cells.
 */

import { coverOf, itemsOf, remainingBounds, rootOf } from "./cover.js";

const RANDOM_TRIES = 100;
const LEAST_NODES = [100, 200, 400, 800]; // means at which the steps 2 to 5 begin
const TRY_SLICE = 8; // milliseconds between two yields

/**
 * Return the mean number of pieces placed in a position; null if the placements clash, or if the
 * mean is not known by the time `deadline`.
 * @param {Puzzle} puzzle @param {DateLabels} date
 * @param {Array<number>} placed  numbers of placements that a solution contains
 * @param {RandomNumbers} random @param {number} deadline @returns {Generator<number, number | null>}
 */
export function* nodesOf(puzzle, date, placed, random, deadline) {
  const cover = coverOf(puzzle, !date && puzzle.groups.length > 0);
  const root = rootOf(cover, puzzle.openOn(date), placed);
  if (!root) return null;
  const tries = new Tries(cover, root, random, deadline);
  let rest = performance.now() + TRY_SLICE;
  for (let run = 0; run < RANDOM_TRIES; run += 1) {
    tries.search(tries.options);
    if (tries.isLate) return null;
    if (performance.now() < rest) continue;
    yield 0;
    rest = performance.now() + TRY_SLICE;
  }
  return tries.nodes / RANDOM_TRIES;
}

/** Return the step of a mean, from 1, very easy, to 5, very hard. @param {number} nodes */
export function stepOfNodes(nodes) {
  return 1 + LEAST_NODES.filter((least) => least <= nodes).length;
}

/** Random numbers from a seed (Mulberry32). */
export class RandomNumbers {
  /** @param {number} seed */
  constructor(seed) {
    this.at = seed | 0;
  }

  /** Return a whole number from 0 to `bound` - 1. @param {number} bound */
  below(bound) {
    this.at = (this.at + 0x6d2b79f5) | 0;
    let word = Math.imul(this.at ^ (this.at >>> 15), this.at | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return Math.floor(((word ^ (word >>> 14)) >>> 0) / 2 ** 32 * bound);
  }

  /** Return the things in random order. @param {Array<number>} things */
  shuffled(things) {
    const found = [...things];
    for (let k = found.length - 1; k > 0; k -= 1) {
      const other = this.below(k + 1);
      [found[k], found[other]] = [found[other], found[k]];
    }
    return found;
  }
}

/** The tries for one position. An option is alive if it fits and is not ruled out. */
class Tries {
  /**
   * @param {Cover} cover @param {{occupied: Uint8Array, used: Int32Array}} root @param {RandomNumbers} random
   * @param {number} deadline
   */
  constructor(cover, root, random, deadline) {
    this.cells = cover.cells.length;
    this.random = random;
    this.deadline = deadline;
    this.nodes = 0;
    this.isLate = false;
    this.items = itemsOf(cover);
    const { room, need } = remainingBounds(cover, root);
    this.room = room;
    this.need = need;
    this.options = [...this.items.keys()].filter((option) => this.fits(option));
  }

  /** @param {number} option */
  fits(option) {
    return this.items[option].every((item) => this.room[item] > 0);
  }

  /**
   * Continue with the options that still fit; return whether a solution was found.
   * @param {Array<number>} alive @returns {boolean}
   */
  search(alive) {
    if (performance.now() > this.deadline) this.isLate = true;
    const { item, ways, closes } = this.choice(alive);
    if (item < 0) return true;
    if (ways <= 0) return false;
    const candidates = this.random.shuffled(alive.filter((own) => this.items[own].includes(item)));
    let left = alive;
    for (const option of candidates.slice(0, ways - Number(closes))) {
      if (this.isLate) return false;
      if (this.room[item] < 2 || this.isPossible(left)) {
        this.nodes += 1;
        if (this.place(option, left)) return true;
      }
      left = left.filter((own) => own !== option);
    }
    return closes && this.without(item, alive.filter((own) => !candidates.includes(own)));
  }

  /**
   * Return the item with the fewest spare options, a random one of several. Items that need no more
   * (`closes`) come last; cells that may stay empty are never chosen. `ways` is the number of spare
   * options plus one, which is the number of choices to try.
   * @param {Array<number>} alive
   */
  choice(alive) {
    const number = this.numbersIn(alive);
    let best = { item: -1, ways: Infinity, closes: true };
    let equal = 0;
    for (const [item, need] of this.need.entries()) {
      const closes = need <= 0;
      if (closes && (item < this.cells || !number[item])) continue;
      if (closes && !best.closes) continue;
      const ways = number[item] - need + 1;
      if (closes === best.closes && ways > best.ways) continue;
      equal = closes === best.closes && ways === best.ways ? equal + 1 : 1;
      if (equal === 1 || this.random.below(equal) === 0) best = { item, ways, closes };
    }
    return best;
  }

  /** @param {Array<number>} alive */
  isPossible(alive) {
    const number = this.numbersIn(alive);
    return this.need.every((need, item) => number[item] >= need);
  }

  /** @param {Array<number>} alive */
  numbersIn(alive) {
    const number = new Int32Array(this.need.length);
    for (const option of alive) {
      for (const item of this.items[option]) number[item] += 1;
    }
    return number;
  }

  /** @param {number} option @param {Array<number>} alive */
  place(option, alive) {
    const before = this.items[option].map((item) => this.need[item]);
    for (const item of this.items[option]) {
      this.room[item] -= 1;
      this.need[item] = Math.max(this.need[item] - 1, 0);
    }
    const isFound = this.search(alive.filter((own) => own !== option && this.fits(own)));
    for (const [k, item] of this.items[option].entries()) {
      this.room[item] += 1;
      this.need[item] = before[k];
    }
    return isFound;
  }

  /** Continue without covering an item again. @param {number} item @param {Array<number>} alive */
  without(item, alive) {
    const before = this.room[item];
    this.room[item] = 0;
    const isFound = this.isPossible(alive) && this.search(alive);
    this.room[item] = before;
    return isFound;
  }
}
