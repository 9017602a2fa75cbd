/*
 * Dead regions: whether the empty cells of a state fall into parts that the pieces left can fill.
 *
 * The size of each part must be a sum of sizes of pieces left. The flood begins in `far`, the cells
 * above the highest one laid that nothing has touched since the root, and then has only the few
 * lines of the frontier to cross. The part that holds them is not tested: where all others can be
 * filled, it has the size of the rest of the pieces. Sums are bits of one word; a part of more
 * cells than it has bits passes.
 */

import { isWhole } from "./shapes.js";

const SIZES = 32;
const MOST_SUMS = 1 << 14;

/** What does not depend on the question: neighbours and sums. */
export class Regions {
  /**
   * @param {Cover} cover
   * @param {Array<number>} order  the cells by rank
   */
  constructor(cover, order) {
    this.cells = order.length;
    this.words = Math.ceil(order.length / 32);
    // Sticks hold together at grid points, where segments are two steps apart.
    const places = order.map((cell) => cover.cells[cell]);
    const shapes = cover.options.map(({ cells }) => cells.map((cell) => cover.cells[cell]));
    this.whole = shapes.every((shape) => isWhole(shape, cover.step));
    this.fillNear(places, cover.step);
    this.fillSums(cover);
  }

  /** For each byte of a set of cells, and each value of it, the neighbours of these cells. */
  fillNear(places, reach) {
    const { words } = this;
    this.near = new Int32Array(words * 4 * 256 * words);
    const own = places.map(([row, column]) => {
      const bits = new Int32Array(words);
      places.forEach(([r, c], rank) => {
        const steps = Math.abs(r - row) + Math.abs(c - column);
        if (steps && steps <= reach) bits[rank >> 5] |= 1 << (rank & 31);
      });
      return bits;
    });
    for (let entry = 0; entry < words * 4 * 256; entry += 1) {
      const value = entry & 255;
      const rank = (entry >> 8) * 8 + 31 - Math.clz32(value & -value);
      if (!value || rank >= this.cells) continue;
      const rest = entry - (value & -value);
      for (let k = 0; k < words; k += 1) {
        this.near[entry * words + k] = this.near[rest * words + k] | own[rank][k];
      }
    }
  }

  /** The sums that pieces left can make, by how many of each kind are used: pieces of one kind have
   * the same sizes. `steps` says what laying a piece adds to that number. */
  fillSums(cover) {
    const sizes = cover.pieces.map(() => new Set());
    for (const { piece, cells } of cover.options) sizes[piece].add(cells.length);
    this.least = sizes.map((own) => Math.min(...own));
    this.largest = sizes.map((own) => Math.max(...own));
    const kinds = new Map();
    const kindOf = sizes.map((own, piece) => {
      const key = [...own].sort((a, b) => a - b).join();
      if (!kinds.has(key)) kinds.set(key, { sizes: [...own], number: 0, radix: 0 });
      kinds.get(key).number += cover.pieces[piece].most;
      return kinds.get(key);
    });
    let entries = 1;
    for (const kind of kinds.values()) {
      kind.radix = entries;
      entries *= kind.number + 1;
    }
    const known = entries <= MOST_SUMS;
    // Too many combinations to tell apart: all sums may be had.
    this.sums = new Int32Array(known ? entries : 1).fill(known ? 1 : -1);
    this.steps = Int32Array.from(kindOf, ({ radix }) => (known ? radix : 0));
    for (let index = entries - 2; known && index >= 0; index -= 1) {
      const kind = [...kinds.values()].find(
        ({ radix, number }) => Math.floor(index / radix) % (number + 1) < number,
      );
      const others = this.sums[index + kind.radix];
      this.sums[index] = kind.sizes.reduce(
        (all, size) => all | (size < SIZES ? others << size : 0), others,
      );
    }
  }

  /**
   * The test for a search that begins with these cells covered.
   * @param {Int32Array} occupied
   * @param {Int32Array} used
   * @returns {RootRegions}
   */
  from(occupied, used) {
    return new RootRegions(this, occupied, used);
  }
}

/** The test for the states of one search; it follows which pieces are laid. */
class RootRegions {
  constructor(tables, occupied, used) {
    this.tables = tables;
    this.region = new Int32Array(tables.words);
    this.front = new Int32Array(tables.words);
    this.next = new Int32Array(tables.words);
    this.empty = new Int32Array(tables.words);
    this.used = tables.steps.reduce((sum, step, piece) => sum + step * used[piece], 0);
    this.far = new Int32Array((tables.cells + 1) * tables.words);
    for (let high = -1; high < tables.cells - 1; high += 1) this.setFar(occupied, high);
  }

  /** The largest part of the cells above a rank that are empty at the root. */
  setFar(occupied, high) {
    const { words } = this.tables;
    const { empty, region } = this;
    for (let k = 0; k < words; k += 1) {
      const above = high < 32 * k ? -1 : high >= 32 * k + 31 ? 0 : -2 << (high & 31);
      empty[k] = ~occupied[k] & above;
    }
    let most = 0;
    while (this.seed()) {
      const size = this.flood();
      if (size > most) {
        most = size;
        this.far.set(region, (high + 1) * words);
      }
      for (let k = 0; k < words; k += 1) empty[k] &= ~region[k];
    }
  }

  lay(piece) {
    this.used += this.tables.steps[piece];
  }

  takeBack(piece) {
    this.used -= this.tables.steps[piece];
  }

  /**
   * Whether every part of what is empty can be filled by size.
   * @param {Int32Array} states
   * @param {number} at     where the state begins there
   * @param {number} high   the highest rank laid since the root
   * @returns {boolean}
   */
  fillable(states, at, high) {
    const { words, whole, sums } = this.tables;
    if (!whole) return true;
    const { empty, region, front } = this;
    let started = 0;
    for (let k = 0; k < words; k += 1) {
      empty[k] = ~states[at + k];
      region[k] = this.far[(high + 1) * words + k] & empty[k];
      front[k] = region[k];
      started |= region[k];
    }
    if (!started) this.seed();
    this.flood();
    for (;;) {
      for (let k = 0; k < words; k += 1) empty[k] &= ~region[k];
      if (!this.seed()) return true;
      const size = this.flood();
      if (size < SIZES && !((sums[this.used] >>> size) & 1)) return false;
    }
  }

  /** Begin a region with the lowest empty cell; whether there is one. */
  seed() {
    const { empty, region, front } = this;
    let found = false;
    for (let k = 0; k < empty.length; k += 1) {
      region[k] = found ? 0 : empty[k] & -empty[k];
      front[k] = region[k];
      found = found || region[k] !== 0;
    }
    return found;
  }

  /** Grow the region over all empty cells that it touches; its size. */
  flood() {
    const { region, front, next, empty } = this;
    const { near, words } = this.tables;
    let growing = 1;
    while (growing) {
      next.fill(0);
      for (let k = 0; k < words; k += 1) {
        for (let byte = 4 * k, bits = front[k]; bits; byte += 1, bits >>>= 8) {
          const entry = (byte * 256 + (bits & 255)) * words;
          for (let j = 0; j < words; j += 1) next[j] |= near[entry + j];
        }
      }
      growing = 0;
      for (let k = 0; k < words; k += 1) {
        front[k] = next[k] & empty[k] & ~region[k];
        region[k] |= front[k];
        growing |= front[k];
      }
    }
    let size = 0;
    for (let k = 0; k < words; k += 1) size += bitCount(region[k]);
    return size;
  }
}

/**
 * How many bits of a word are set.
 * @param {number} word
 * @returns {number}
 */
export function bitCount(word) {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
