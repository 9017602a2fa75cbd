/*
 * A search that branches on the item with the fewest spare options: a cell that must be covered, or
 * a piece that must still be placed. It supports every puzzle, but is slower than lowest.js on
 * plain covers.
 *
 * After an option has been tried, it is ruled out until the search leaves that level, so each solution is
 * found once, whatever the bounds of the pieces are. `trail` lists the options that are ruled out,
 * in order; `left` counts, for each item, the options that are not.
 */

import { itemsOf, remainingBounds } from "./cover.js";
import { lastOf } from "./shapes.js";

const DEAD = -1;
const FULL = -2;
const LOOK = 256; // nodes between two readings of the clock

/** The parts that do not depend on the question: the items of each option, the options of each item. */
export class FewestTables {
  /** @param {Cover} cover */
  constructor(cover) {
    this.cover = cover;
    this.cells = cover.cells.length;
    this.items = itemsOf(cover);
    /** @type {Array<Array<number>>} */
    this.options = Array.from({ length: this.cells + cover.pieces.length }, () => []);
    for (const [option, items] of this.items.entries()) {
      for (const item of items) this.options[item].push(option);
    }
  }
}

/** One search, which runs in slices. */
export class Fewest {
  /**
   * @param {FewestTables} tables @param {{occupied: Uint8Array, used: Int32Array}} root
   * @param {(row: Array<number>) => boolean} found  called with each solution; returns whether to stop
   */
  constructor(tables, root, found) {
    this.tables = tables;
    this.found = found;
    const { room, need } = remainingBounds(tables.cover, root);
    this.room = Int32Array.from(room);
    this.need = Int32Array.from(need);
    this.left = Int32Array.from(tables.options, (own) => own.length);
    this.ruledOut = new Uint8Array(tables.items.length);
    /** @type {Array<number>} */
    this.trail = [];
    for (const [item, own] of tables.options.entries()) {
      if (!this.room[item]) this.ruleOutAll(own);
    }
    /** @type {Array<{options: Array<number>, at: number, chosen: number, mark: number, start: number}>} */
    this.levels = [];
    /** @type {Array<number>} */
    this.row = [];
    this.over = this.enter();
  }

  /**
   * Continue until the time `deadline`; return whether the search is over.
   * @param {number} deadline @returns {boolean}
   */
  run(deadline) {
    let look = LOOK;
    while (!this.over) {
      this.over = this.stepOn();
      look -= 1;
      if (look > 0) continue;
      if (performance.now() >= deadline) break;
      look = LOOK;
    }
    return this.over;
  }

  /** Try the next option of the last level; return whether the search is over. */
  stepOn() {
    const level = lastOf(this.levels);
    if (!level) return true;
    if (level.chosen >= 0) {
      this.takeBack(level.mark, level.chosen);
      this.ruleOut(level.chosen);
      level.chosen = -1;
    }
    while (level.at < level.options.length && this.ruledOut[level.options[level.at]]) level.at += 1;
    if (level.at === level.options.length) {
      this.bringBack(level.start);
      this.levels.pop();
      return false;
    }
    level.chosen = level.options[level.at];
    level.mark = this.trail.length;
    this.place(level.chosen);
    return this.enter();
  }

  /** Open a level for the current placements; return whether the search is over. */
  enter() {
    const item = this.hardest();
    if (item === DEAD) return false;
    if (item === FULL && this.found([...this.row])) return true;
    // If everything required is covered, each remaining option may be placed or not.
    const choice = item === FULL ? this.tables.items.keys() : this.tables.options[item];
    const options = [...choice].filter((option) => !this.ruledOut[option]);
    if (options.length) {
      this.levels.push({ options, at: 0, chosen: -1, mark: 0, start: this.trail.length });
    }
    return false;
  }

  /** Return the item that must be covered and has the fewest spare options. */
  hardest() {
    let best = FULL;
    let fewest = Infinity;
    for (let item = 0; item < this.need.length; item += 1) {
      if (!this.need[item]) continue;
      const spare = this.left[item] - this.need[item];
      if (spare < 0) return DEAD;
      if (spare >= fewest) continue;
      best = item;
      fewest = spare;
    }
    return best;
  }

  /** @param {number} option */
  place(option) {
    this.row.push(option);
    this.ruleOut(option);
    for (const item of this.tables.items[option]) {
      this.room[item] -= 1;
      if (this.need[item]) this.need[item] -= 1;
      if (!this.room[item]) this.ruleOutAll(this.tables.options[item]);
    }
  }

  /** @param {number} mark @param {number} option */
  takeBack(mark, option) {
    const { cells, cover } = this.tables;
    this.row.pop();
    this.bringBack(mark);
    for (const item of this.tables.items[option]) {
      this.room[item] += 1;
      if (item < cells) {
        this.need[item] = cover.required[item];
        continue;
      }
      const { least, most } = cover.pieces[item - cells];
      this.need[item] = Math.max(least - most + this.room[item], 0);
    }
  }

  /** @param {Array<number>} options */
  ruleOutAll(options) {
    for (const option of options) {
      if (!this.ruledOut[option]) this.ruleOut(option);
    }
  }

  /** @param {number} option */
  ruleOut(option) {
    this.ruledOut[option] = 1;
    this.trail.push(option);
    for (const item of this.tables.items[option]) this.left[item] -= 1;
  }

  /** @param {number} mark */
  bringBack(mark) {
    while (this.trail.length > mark) {
      const option = /** @type {number} */ (this.trail.pop());
      this.ruledOut[option] = 0;
      for (const item of this.tables.items[option]) this.left[item] += 1;
    }
  }
}
