/*
 * A search that always fills the lowest empty cell of the scan, for plain covers. It finds each
 * solution once, and prunes states with dead regions. The algorithm is that of _core/backtrack.pxi,
 * in words of 32 bits.
 *
 * A state is a row of words: bits for the covered cells, by their rank in the scan, in which holes and places
 * past the frame count as covered; then a bit for each piece of which all copies are placed. The options of a
 * cell that fit are looked up, not tried: for each block of up to 32 options, and each byte of the state that
 * matters to it, a table has the options that the bits of that byte rule out.
 */

import { Regions } from "./regions.js";
import { scanOf } from "./scan.js";
import { compared, lastOf } from "./shapes.js";

const PAST = 2; // words past the frame, which regions.js reads
const LOOK_AFTER = 1024; // nodes between two readings of the clock

/** The parts that do not depend on the question. */
export class LowestTables {
  /** @param {Cover} cover */
  constructor(cover) {
    this.cover = cover;
    const { ranks, lines, line } = scanOf(cover.cells);
    this.ranks = ranks;
    this.places = lines * line;
    this.boardWords = Math.ceil(this.places / 32);
    this.words = this.boardWords + PAST + Math.ceil(cover.pieces.length / 32);
    this.regions = new Regions(cover, line, this.places);
    // The options by their lowest cell, then by piece and cells.
    const sorted = cover.options.map(({ piece, cells }, number) => ({
      number, piece, ranks: cells.map((cell) => this.ranks[cell]).sort((a, b) => a - b),
    }));
    sorted.sort((a, b) => a.ranks[0] - b.ranks[0] || a.piece - b.piece || compared(a.ranks, b.ranks));
    this.numbers = Int32Array.from(sorted, ({ number }) => number);
    this.pieces = Int32Array.from(sorted, ({ piece }) => piece);
    this.highest = Int32Array.from(sorted, ({ ranks }) => lastOf(ranks));
    this.masks = new Int32Array(sorted.length * this.boardWords);
    // Sides of a piece may differ in size. `least` is the size of the smallest side of each piece,
    // `range` how much larger its largest side is, and `larger` how much larger each option is.
    /** @type {Array<Array<number>>} */
    const sizes = cover.pieces.map(() => []);
    for (const { piece, cells } of cover.options) sizes[piece].push(cells.length);
    this.least = sizes.map((own) => Math.min(...own));
    this.range = Int32Array.from(sizes, (own, piece) => Math.max(...own) - this.least[piece]);
    this.larger = Int32Array.from(sorted, ({ piece, ranks }) => ranks.length - this.least[piece]);
    this.buckets = new Int32Array(this.places + 1);
    for (const [option, { ranks }] of sorted.entries()) {
      this.buckets[ranks[0] + 1] += 1;
      for (const rank of ranks) {
        this.masks[option * this.boardWords + (rank >> 5)] |= 1 << (rank & 31);
      }
    }
    for (let rank = 0; rank < this.places; rank += 1) {
      this.buckets[rank + 1] += this.buckets[rank];
    }
    // `blocks` delimits the blocks of each cell. Each block has its first option (`firsts`), its
    // options as bits (`present`), the bytes of the state that matter to it (`bytes`, delimited by
    // `starts`), and the options that each value of these bytes rules out (`ruled`).
    this.blocks = new Int32Array(this.places + 1);
    const made = [];
    for (let rank = 0; rank < this.places; rank += 1) {
      for (let first = this.buckets[rank]; first < this.buckets[rank + 1]; first += 32) {
        made.push(this.block(first, Math.min(first + 32, this.buckets[rank + 1]), rank));
      }
      this.blocks[rank + 1] = made.length;
    }
    this.firsts = Int32Array.from(made, ({ first }) => first);
    this.present = Int32Array.from(made, ({ present }) => present);
    this.starts = new Int32Array(made.length + 1);
    made.forEach(({ bytes }, k) => { this.starts[k + 1] = this.starts[k] + bytes.length; });
    this.bytes = Int32Array.from(made.flatMap(({ bytes }) => bytes.map(([byte]) => byte)));
    this.ruled = new Int32Array(this.bytes.length * 256);
    made.flatMap(({ bytes }) => bytes).forEach(([, bits], k) => this.fillByte(k * 256, bits));
  }

  /**
   * Return the block of the options from `first` to before `end`, whose lowest cell has the rank
   * `own`: its options as bits, and the bytes that matter to it, each with the options that its
   * bits rule out.
   * @param {number} first @param {number} end @param {number} own
   */
  block(first, end, own) {
    const found = new Map();
    const ruleOut = (/** @type {number} */ bit, /** @type {number} */ option) => {
      const byte = bit >> 3;
      if (!found.has(byte)) found.set(byte, new Int32Array(8));
      found.get(byte)[bit & 7] |= 1 << (option - first);
    };
    for (let option = first; option < end; option += 1) {
      for (const cell of this.cover.options[this.numbers[option]].cells) {
        // The lowest cell itself is empty whenever the block is used.
        if (this.ranks[cell] !== own) ruleOut(this.ranks[cell], option);
      }
      ruleOut(32 * (this.boardWords + PAST) + this.pieces[option], option);
    }
    const present = end - first === 32 ? -1 : (1 << (end - first)) - 1;
    return { first, present, bytes: [...found].sort(([a], [b]) => a - b) };
  }

  /** @param {number} start @param {Int32Array} bits */
  fillByte(start, bits) {
    for (let value = 1; value < 256; value += 1) {
      const rest = value & (value - 1);
      const lowest = 31 - Math.clz32(value & -value);
      this.ruled[start + value] = this.ruled[start + rest] | bits[lowest];
    }
  }
}

/** One search, which runs in slices. */
export class Lowest {
  /**
   * @param {LowestTables} tables @param {{occupied: Uint8Array, used: Int32Array}} root
   * @param {(row: Array<number>) => boolean} found  called with each solution; returns whether to stop
   */
  constructor(tables, root, found) {
    this.tables = tables;
    this.found = found;
    this.left = Int32Array.from(tables.cover.pieces, ({ most }, k) => most - root.used[k]);
    this.lacking = this.left.reduce((sum, number) => sum + number, 0);
    this.usedSizes = tables.regions.steps.reduce((sum, step, k) => sum + step * root.used[k], 0);
    const depths = Math.min(this.lacking, root.occupied.length) + 2;
    this.states = new Int32Array(depths * tables.words);
    // Browsers run on little-endian machines only: byte k contains the bits from 8k on.
    this.bytes = new Uint8Array(this.states.buffer);
    this.fitting = new Int32Array(depths);
    this.block = new Int32Array(depths);
    this.lastBlock = new Int32Array(depths);
    this.chosen = new Int32Array(depths);
    this.high = new Int32Array(depths).fill(-1);
    this.depth = 0;
    this.setRoot(root.occupied);
    // `spare` is how many cells the remaining pieces must cover beyond the sizes of their smallest
    // sides, and `slack` how many they can.
    const empty = root.occupied.reduce((sum, taken) => sum + 1 - taken, 0);
    this.spare = this.left.reduce((sum, k, piece) => sum - k * (k && tables.least[piece]), empty);
    this.slack = this.left.reduce((sum, k, piece) => sum + k * tables.range[piece], 0);
    const low = this.lowestEmpty(0);
    this.over = low < 0 || !this.canFill();
    if (!this.over) this.enter(0, low);
    else if (low < 0 && !this.lacking) found([]);
  }

  /**
   * Set the state of the root, and the words that are the same in all states.
   * @param {Uint8Array<ArrayBufferLike>} occupied
   */
  setRoot(occupied) {
    const { tables, states } = this;
    const { words, boardWords, cover } = tables;
    states.fill(-1, 0, boardWords + PAST);
    for (const [cell, rank] of tables.ranks.entries()) {
      if (!occupied[cell]) states[rank >> 5] &= ~(1 << (rank & 31));
    }
    for (const piece of cover.pieces.keys()) {
      if (!this.left[piece]) states[boardWords + PAST + (piece >> 5)] |= 1 << (piece & 31);
    }
    for (let start = words; start < states.length; start += words) {
      states.fill(-1, start + boardWords, start + boardWords + PAST);
    }
  }

  /** Return the lowest empty place of the state at a depth, or -1. @param {number} depth */
  lowestEmpty(depth) {
    const { words, boardWords } = this.tables;
    const start = depth * words;
    for (let k = 0; k < boardWords; k += 1) {
      const empty = ~this.states[start + k];
      if (empty) return 32 * k + 31 - Math.clz32(empty & -empty);
    }
    return -1;
  }

  /** Set the options to try at a depth whose lowest empty place is `low`. @param {number} depth @param {number} low */
  enter(depth, low) {
    const { blocks } = this.tables;
    this.block[depth] = blocks[low] - 1;
    this.lastBlock[depth] = blocks[low + 1] - 1;
    this.fitting[depth] = 0;
  }

  /**
   * Continue until the time `deadline`; return whether the search is over.
   * @param {number} deadline @returns {boolean}
   */
  run(deadline) {
    while (!this.over) {
      for (let left = LOOK_AFTER; left > 0 && !this.over; left -= 1) {
        if (this.nextBlock()) this.placeNext();
      }
      if (performance.now() >= deadline) break;
    }
    return this.over;
  }

  /** Advance to a block of this depth with options that fit, or go back; return whether there is one. */
  nextBlock() {
    const { depth, fitting, block } = this;
    if (fitting[depth]) return true;
    const last = this.lastBlock[depth];
    while (block[depth] < last) {
      block[depth] += 1;
      fitting[depth] = this.fittingOf(block[depth], depth);
      if (fitting[depth]) return true;
    }
    this.depth -= 1;
    if (depth) this.takeBack(this.chosen[this.depth]);
    else this.over = true;
    return false;
  }

  /**
   * Return the options of a block that fit at a depth, as bits.
   * @param {number} block @param {number} depth
   */
  fittingOf(block, depth) {
    const { starts, bytes, ruled, words, present } = this.tables;
    const own = this.bytes;
    const base = depth * words * 4;
    const end = starts[block + 1];
    let out = 0;
    for (let k = starts[block]; k < end; k += 1) out |= ruled[k * 256 + own[base + bytes[k]]];
    return present[block] & ~out;
  }

  /** Place the next option that fits, and go deeper if that can lead to a solution. */
  placeNext() {
    const { tables, depth, states } = this;
    const bits = this.fitting[depth];
    this.fitting[depth] = bits & (bits - 1);
    const option = tables.firsts[this.block[depth]] + 31 - Math.clz32(bits & -bits);
    this.chosen[depth] = option;
    this.place(option, depth);
    const low = this.lowestEmpty(depth + 1);
    if (low < 0) {
      if (!this.lacking) this.over = this.found(this.path());
      this.takeBack(option);
      return;
    }
    const high = Math.max(this.high[depth], tables.highest[option]);
    const start = (depth + 1) * tables.words;
    if (!this.canFill() || !tables.regions.fillable(states, start, low, high, this.usedSizes)) {
      this.takeBack(option);
      return;
    }
    this.high[depth + 1] = high;
    this.enter(depth + 1, low);
    this.depth = depth + 1;
  }

  /**
   * Set the state after the one at a depth, by placing an option there.
   * @param {number} option @param {number} depth
   */
  place(option, depth) {
    const { states, tables } = this;
    const { words, boardWords, masks } = tables;
    const from = depth * words;
    const mask = option * boardWords;
    for (let k = 0; k < boardWords; k += 1) {
      states[from + words + k] = states[from + k] | masks[mask + k];
    }
    for (let k = boardWords + PAST; k < words; k += 1) states[from + words + k] = states[from + k];
    const piece = tables.pieces[option];
    this.left[piece] -= 1;
    this.lacking -= 1;
    this.usedSizes += tables.regions.steps[piece];
    this.spare -= tables.larger[option];
    this.slack -= tables.range[piece];
    if (this.left[piece]) return;
    states[from + words + boardWords + PAST + (piece >> 5)] |= 1 << (piece & 31);
  }

  /** @param {number} option */
  takeBack(option) {
    const piece = this.tables.pieces[option];
    this.left[piece] += 1;
    this.lacking += 1;
    this.usedSizes -= this.tables.regions.steps[piece];
    this.spare += this.tables.larger[option];
    this.slack += this.tables.range[piece];
  }

  /** Return whether the remaining pieces can cover exactly as many cells as are empty. */
  canFill() {
    return this.spare >= 0 && this.spare <= this.slack;
  }

  /** Return the options placed since the root, including the one at the current depth. */
  path() {
    return Array.from(this.chosen.subarray(0, this.depth + 1), (k) => this.tables.numbers[k]);
  }
}
