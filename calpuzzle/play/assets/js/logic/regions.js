/*
 * Dead regions: whether the empty cells of a state form regions that the remaining pieces can fill.
 *
 * The size of each region must be a sum of sizes of remaining pieces. The test covers the 64 places from the
 * lowest empty one on, as two words. All places above the highest covered one count as one region, which is
 * not tested. So a region that cannot be filled may be accepted, but one that can be filled is
 * never rejected. Sums are bits of one word; a region of 32 cells or more is accepted.
 */

const SIZES = 32;
const WINDOW = 64;
const MOST_SUMS = 1 << 14;

/** The tables of the test, which are the same for all states: the ends of lines, and the sums. */
export class Regions {
  /**
   * @param {Cover} cover
   * @param {number} line   places in a line
   * @param {number} places  in all lines
   */
  constructor(cover, line, places) {
    this.line = line;
    this.tested = line < 32 && cover.testsRegions;
    // For each place, the 64 places from it on as bits. A bit of `notFirst` is 1 if its place is
    // not the first of its line; a bit of `notLast`, if it is not the last.
    this.notFirst = new Int32Array(2 * places);
    this.notLast = new Int32Array(2 * places);
    for (let low = 0; low < places; low += 1) {
      for (let k = 0; k < WINDOW; k += 1) {
        const along = (low + k) % line;
        if (along) this.notFirst[2 * low + (k >> 5)] |= 1 << (k & 31);
        if (along < line - 1) this.notLast[2 * low + (k >> 5)] |= 1 << (k & 31);
      }
    }
    // The sums of sizes of remaining pieces, by an index that contains how many pieces of each kind are used; pieces
    // of one kind have the same sizes. Placing a piece adds its `steps` to the index.
    /** @type {Array<Set<number>>} */
    const sizes = cover.pieces.map(() => new Set());
    for (const { piece, cells } of cover.options) sizes[piece].add(cells.length);
    /** @type {Map<string, {sizes: Array<number>, number: number, radix: number}>} */
    const kinds = new Map();
    const kindOf = sizes.map((own, piece) => {
      const key = [...own].sort((a, b) => a - b).join();
      const kind = kinds.get(key) ?? { sizes: [...own], number: 0, radix: 0 };
      kinds.set(key, kind);
      kind.number += cover.pieces[piece].most;
      return kind;
    });
    let entries = 1;
    for (const kind of kinds.values()) {
      kind.radix = entries;
      entries *= kind.number + 1;
    }
    const known = entries <= MOST_SUMS;
    // If there are too many combinations, all sums are allowed.
    this.sums = new Int32Array(known ? entries : 1).fill(known ? 1 : -1);
    this.steps = Int32Array.from(kindOf, ({ radix }) => (known ? radix : 0));
    for (let index = entries - 2; known && index >= 0; index -= 1) {
      const isLeft = (/** @type {{radix: number, number: number}} */ { radix, number }) => (
        Math.floor(index / radix) % (number + 1) < number);
      const [kind] = [...kinds.values()].filter(isLeft);
      const others = this.sums[index + kind.radix];
      this.sums[index] = kind.sizes.reduce(
        (all, size) => all | (size < SIZES ? others << size : 0), others,
      );
    }
  }

  /**
   * Return whether the size of every tested region is a sum of sizes of remaining pieces.
   * @param {Int32Array} states  the places of each state are followed by two words without an empty place
   * @param {number} at    the index in `states` at which the state begins
   * @param {number} low   the lowest empty place
   * @param {number} high  the highest place covered since the root
   * @param {number} used  the sum of `steps` of the used pieces
   * @returns {boolean}
   */
  fillable(states, at, low, high, used) {
    const span = high - low;
    if (!this.tested || span + this.line >= WINDOW) return true;
    const first = at + (low >> 5);
    const shift = low & 31;
    let emptyLow = ~states[first];
    let emptyHigh = ~states[first + 1];
    if (shift) {
      emptyLow = (emptyLow >>> shift) | (emptyHigh << (32 - shift));
      emptyHigh = (emptyHigh >>> shift) | (~states[first + 2] << (32 - shift));
    }
    const { line } = this;
    const firstLow = this.notFirst[2 * low];
    const firstHigh = this.notFirst[2 * low + 1];
    const lastLow = this.notLast[2 * low];
    const lastHigh = this.notLast[2 * low + 1];
    // The first region is not tested: the places above the highest covered one, or, if none of them is empty, the
    // region of the lowest place.
    let partLow = emptyLow & above(span);
    let partHigh = emptyHigh & above(span - 32);
    if (!(partLow | partHigh)) partLow = 1;
    for (let tested = false; ; tested = true) {
      for (;;) {
        const upLow = (partLow << 1) & firstLow;
        const upHigh = ((partHigh << 1) | (partLow >>> 31)) & firstHigh;
        const downLow = ((partLow >>> 1) | (partHigh << 31)) & lastLow;
        const downHigh = (partHigh >>> 1) & lastHigh;
        const lineLow = (partLow << line) | (partLow >>> line) | (partHigh << (32 - line));
        const lineHigh = (partHigh << line) | (partLow >>> (32 - line)) | (partHigh >>> line);
        const widerLow = (partLow | upLow | downLow | lineLow) & emptyLow;
        const widerHigh = (partHigh | upHigh | downHigh | lineHigh) & emptyHigh;
        if (widerLow === partLow && widerHigh === partHigh) break;
        partLow = widerLow;
        partHigh = widerHigh;
      }
      if (tested) {
        const size = bitCount(partLow) + bitCount(partHigh);
        if (size < SIZES && !((this.sums[used] >>> size) & 1)) return false;
      }
      emptyLow &= ~partLow;
      emptyHigh &= ~partHigh;
      if (!(emptyLow | emptyHigh)) return true;
      partLow = emptyLow & -emptyLow;
      partHigh = partLow ? 0 : emptyHigh & -emptyHigh;
    }
  }
}

/** Return a word in which only the bits above `bit` are set. @param {number} bit */
function above(bit) {
  if (bit < 0) return -1;
  return bit >= 31 ? 0 : -2 << bit;
}

/** Return the number of set bits of a word. @param {number} word @returns {number} */
export function bitCount(word) {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
