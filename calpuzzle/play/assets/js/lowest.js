/*
 * A search that always fills the lowest empty cell of the scan, for plain covers: each solution is
 * met once, and dead regions are cut. As _core/backtrack.pxi does it, in words of 32 bits.
 *
 * A state is a row of words: bits for the covered cells, by their rank in the scan, then a bit for
 * each piece of which all copies are laid. Which options of a cell fit is looked up, not tried: for
 * each block of up to 32 options, and each byte of the state that matters to it, a table has the
 * options that the bits of that byte rule out.
 */

import { Regions } from "./regions.js";
import { scanOrder } from "./scan.js";

const LOOK_AFTER = 1024; // nodes between two looks at the clock

/** What does not depend on the question. */
export class LowestTables {
  /** @param {Cover} cover */
  constructor(cover) {
    this.cover = cover;
    const order = scanOrder(cover.cells);
    this.ranks = new Int32Array(order.length);
    order.forEach((cell, rank) => { this.ranks[cell] = rank; });
    this.boardWords = Math.ceil(order.length / 32);
    this.words = this.boardWords + Math.ceil(cover.pieces.length / 32);
    this.sortOptions();
    this.regions = new Regions(cover, order);
    this.fillBlocks();
  }

  /** The options by their lowest cell, then by piece and cells. */
  sortOptions() {
    const sorted = this.cover.options.map(({ piece, cells }, number) => ({
      number, piece, ranks: cells.map((cell) => this.ranks[cell]).sort((a, b) => a - b),
    }));
    sorted.sort((a, b) => a.ranks[0] - b.ranks[0] || a.piece - b.piece || byRanks(a, b));
    this.numbers = Int32Array.from(sorted, ({ number }) => number);
    this.pieces = Int32Array.from(sorted, ({ piece }) => piece);
    this.highest = Int32Array.from(sorted, ({ ranks }) => ranks.at(-1));
    this.masks = new Int32Array(sorted.length * this.boardWords);
    this.buckets = new Int32Array(this.ranks.length + 1);
    for (const [option, { ranks }] of sorted.entries()) {
      this.buckets[ranks[0] + 1] += 1;
      for (const rank of ranks) {
        this.masks[option * this.boardWords + (rank >> 5)] |= 1 << (rank & 31);
      }
    }
    for (let rank = 0; rank < this.ranks.length; rank += 1) {
      this.buckets[rank + 1] += this.buckets[rank];
    }
  }

  /** The blocks of each cell, and of each block its first option, its options as bits, the bytes
   * of the state that matter to it, and what these rule out. */
  fillBlocks() {
    const cells = this.ranks.length;
    this.blocks = new Int32Array(cells + 1);
    const made = [];
    for (let rank = 0; rank < cells; rank += 1) {
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

  /** Of a block the bytes that matter, each with the options that each of its bits rules out. */
  block(first, end, own) {
    const found = new Map();
    const ruleOut = (bit, option) => {
      const byte = bit >> 3;
      if (!found.has(byte)) found.set(byte, new Int32Array(8));
      found.get(byte)[bit & 7] |= 1 << (option - first);
    };
    for (let option = first; option < end; option += 1) {
      for (const cell of this.cover.options[this.numbers[option]].cells) {
        // The lowest cell itself is empty whenever the block is looked at.
        if (this.ranks[cell] !== own) ruleOut(this.ranks[cell], option);
      }
      ruleOut(32 * this.boardWords + this.pieces[option], option);
    }
    const present = end - first === 32 ? -1 : (1 << (end - first)) - 1;
    return { first, present, bytes: [...found].sort(([a], [b]) => a - b) };
  }

  fillByte(start, bits) {
    for (let value = 1; value < 256; value += 1) {
      const rest = value & (value - 1);
      const lowest = 31 - Math.clz32(value & -value);
      this.ruled[start + value] = this.ruled[start + rest] | bits[lowest];
    }
  }
}

/** One search, which is run in slices. */
export class Lowest {
  /**
   * @param {LowestTables} tables
   * @param {{occupied: Uint8Array, used: Int32Array}} root
   * @param {(row: Array<number>) => boolean} found  told each solution; whether that is enough
   */
  constructor(tables, root, found) {
    this.tables = tables;
    this.found = found;
    this.used = Int32Array.from(root.used);
    this.most = Int32Array.from(tables.cover.pieces, ({ most }) => most);
    this.lacking = this.most.reduce((sum, most, piece) => sum + most - this.used[piece], 0);
    const depths = this.lacking + 2;
    this.states = new Int32Array(depths * tables.words);
    // Little-endian, as all machines are that run browsers: byte k holds the bits from 8k on.
    this.bytes = new Uint8Array(this.states.buffer);
    this.fitting = new Int32Array(depths);
    this.block = new Int32Array(depths);
    this.lastBlock = new Int32Array(depths);
    this.chosen = new Int32Array(depths);
    this.high = new Int32Array(depths);
    this.depth = 0;
    this.over = this.setRoot(root);
  }

  /** The state of the root; whether there is nothing to search. */
  setRoot(root) {
    const { tables, states } = this;
    const cells = tables.ranks.length;
    for (let bit = cells; bit < 32 * tables.boardWords; bit += 1) states[bit >> 5] |= 1 << (bit & 31);
    for (let cell = 0; cell < cells; cell += 1) {
      const rank = tables.ranks[cell];
      if (root.occupied[cell]) states[rank >> 5] |= 1 << (rank & 31);
    }
    for (const [piece, most] of this.most.entries()) {
      if (this.used[piece] === most) states[tables.boardWords + (piece >> 5)] |= 1 << (piece & 31);
    }
    this.regions = tables.regions.from(states.subarray(0, tables.boardWords), this.used);
    this.high[0] = -1;
    const full = this.lowestEmpty(0) < 0;
    if (full && !this.lacking) this.found([]);
    if (!full) this.enter(0);
    return full;
  }

  /** The rank of the lowest empty cell of the state at a depth, or -1. */
  lowestEmpty(depth) {
    const { words, boardWords } = this.tables;
    for (let k = 0; k < boardWords; k += 1) {
      const empty = ~this.states[depth * words + k];
      if (empty) return 32 * k + 31 - Math.clz32(empty & -empty);
    }
    return -1;
  }

  /** Set the options to try at a depth whose state is set and not full. */
  enter(depth) {
    const rank = this.lowestEmpty(depth);
    const { blocks } = this.tables;
    this.block[depth] = blocks[rank] - 1;
    this.lastBlock[depth] = blocks[rank + 1] - 1;
    this.fitting[depth] = 0;
  }

  /** The options of a block that fit at a depth, as bits. */
  fittingOf(block, depth) {
    const { starts, bytes, ruled, words, present } = this.tables;
    const base = depth * words * 4;
    let out = 0;
    for (let k = starts[block]; k < starts[block + 1]; k += 1) {
      out |= ruled[k * 256 + this.bytes[base + bytes[k]]];
    }
    return present[block] & ~out;
  }

  /**
   * Go on until the time `late`; whether the search is over.
   * @param {number} late
   * @returns {boolean}
   */
  run(late) {
    let look = LOOK_AFTER;
    while (!this.over) {
      if (this.fitting[this.depth] === 0) {
        this.nextBlock();
        continue;
      }
      this.layNext();
      look -= 1;
      if (look > 0) continue;
      if (performance.now() >= late) break;
      look = LOOK_AFTER;
    }
    return this.over;
  }

  /** Go to the next block with options that fit, or back. */
  nextBlock() {
    const { depth } = this;
    if (this.block[depth] < this.lastBlock[depth]) {
      this.block[depth] += 1;
      this.fitting[depth] = this.fittingOf(this.block[depth], depth);
      return;
    }
    this.depth -= 1;
    if (this.depth < 0) {
      this.over = true;
      return;
    }
    this.takeBack(this.chosen[this.depth]);
  }

  /** Lay the next option that fits, and go deeper where that can lead to a solution. */
  layNext() {
    const { tables, depth, states } = this;
    const { words, boardWords } = tables;
    const bits = this.fitting[depth];
    this.fitting[depth] = bits & (bits - 1);
    const option = tables.firsts[this.block[depth]] + 31 - Math.clz32(bits & -bits);
    this.chosen[depth] = option;
    const from = depth * words;
    const to = from + words;
    let full = -1;
    for (let k = 0; k < boardWords; k += 1) {
      const covered = states[from + k] | tables.masks[option * boardWords + k];
      states[to + k] = covered;
      full &= covered;
    }
    for (let k = boardWords; k < words; k += 1) states[to + k] = states[from + k];
    const piece = tables.pieces[option];
    this.used[piece] += 1;
    this.lacking -= 1;
    this.regions.lay(piece);
    if (full === -1) {
      if (!this.lacking) this.over = this.found(this.path());
      this.takeBack(option);
      return;
    }
    if (this.used[piece] === this.most[piece]) {
      states[to + boardWords + (piece >> 5)] |= 1 << (piece & 31);
    }
    const high = Math.max(this.high[depth], tables.highest[option]);
    if (!this.lacking || !this.regions.fillable(states, to, high)) {
      this.takeBack(option);
      return;
    }
    this.high[depth + 1] = high;
    this.enter(depth + 1);
    this.depth += 1;
  }
  takeBack(option) {
    const piece = this.tables.pieces[option];
    this.used[piece] -= 1;
    this.lacking += 1;
    this.regions.takeBack(piece);
  }

  /** The options laid since the root, those of the last depth among them. */
  path() {
    return Array.from(this.chosen.subarray(0, this.depth + 1), (k) => this.tables.numbers[k]);
  }
}

function byRanks(one, other) {
  const k = one.ranks.findIndex((rank, index) => rank !== other.ranks[index]);
  return k < 0 ? 0 : one.ranks[k] - (other.ranks[k] ?? -1);
}
