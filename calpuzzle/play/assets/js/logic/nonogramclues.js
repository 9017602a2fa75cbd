/*
 * A nonogram on the page: clues, colours, given cells; which cells a line has, and whether a line satisfies
 * its clue.
 *
 * Lines are numbered, rows first, then columns; cells in reading order. A grid is a list of values, one for
 * each cell: -1 open, 0 the background, else a colour. Knowledge is a list of masks, whose bit c means that
 * the cell can have colour c. Lines, cells, colours and masks are as in
 * calpuzzle/nonogram/clues.py, where a grid is a tuple of rows instead.
 */

import { lastOf } from "./shapes.js";

export const OPEN = -1;

/** The clues and colours of a nonogram. */
export class Clued {
  /** @param {NonogramData} data */
  constructor({ name, title, rows, columns, palette, given, own, text, home, phone }) {
    this.name = name;
    this.title = title;
    this.palette = palette;
    /** Whether the page draws it in the colours of its theme. */
    this.isBlackOnWhite = palette.map(({ rgb }) => rgb).join() === "#ffffff,#000000";
    this.own = own;
    this.text = text;
    this.home = home;
    this.phone = phone;
    this.height = rows.length;
    this.width = columns.length;
    this.size = this.height * this.width;
    this.clues = [...rows, ...columns];
    this.given = given ? given.flat() : new Array(this.size).fill(OPEN);
    this.cells = this.clues.map((_, line) => this.cellsAlong(line));
  }

  /** @param {number} line */
  cellsAlong(line) {
    const { height, width } = this;
    return line < height
      ? Array.from({ length: width }, (_, column) => line * width + column)
      : Array.from({ length: height }, (_, row) => row * width + line - height);
  }

  /** Return the numbers of the two lines through a cell. @param {number} cell */
  linesOf(cell) {
    return [Math.floor(cell / this.width), this.height + (cell % this.width)];
  }

  /** Return the values of a line's cells. @param {Array<number>} values @param {number} line */
  along(values, line) {
    return this.cells[line].map((cell) => values[cell]);
  }

  /** Return the mask of each cell if these values are filled in. @param {Array<number>} values */
  masksOf(values) {
    const anything = 2 ** this.palette.length - 1;
    return values.map((value, cell) => {
      const given = this.given[cell];
      const own = value === OPEN ? anything : 1 << value;
      return given === OPEN ? own : own & (1 << given);
    });
  }

  /**
   * Return whether a line's blocks are those of its clue if open cells are background.
   * @param {Array<number>} values @param {number} line
   */
  isMet(values, line) {
    return this.clues[line].join(";") === clueOf(this.along(values, line)).join(";");
  }

  /** Return whether all clues are met. @param {Array<number>} values */
  isSolved(values) {
    return this.clues.every((_, line) => this.isMet(values, line));
  }
}

/**
 * Return the only colour of a mask, or -1 if it has none or several.
 * @param {number} mask @returns {number}
 */
export function onlyColour(mask) {
  return mask && !(mask & (mask - 1)) ? 31 - Math.clz32(mask) : -1;
}

/** Return the blocks of a line. @param {Array<number>} values @returns {Array<Array<number>>} length and colour */
export function clueOf(values) {
  /** @type {Array<Array<number>>} */
  const found = [];
  values.forEach((value, at) => {
    if (value <= 0) return;
    if (at && values[at - 1] === value) lastOf(found)[0] += 1;
    else found.push([1, value]);
  });
  return found;
}

/**
 * Return which blocks of a clue are certainly done: counted from both ends up to the first open cell.
 * @param {Array<Array<number>>} clue @param {Array<number>} values @returns {Array<boolean>}
 */
export function blocksDone(clue, values) {
  const first = doneFromStart(clue, values);
  const last = doneFromStart([...clue].reverse(), [...values].reverse());
  return clue.map((_, k) => k < first || clue.length - 1 - k < last);
}

/** @param {Array<Array<number>>} clue @param {Array<number>} values */
function doneFromStart(clue, values) {
  const end = values.indexOf(OPEN);
  const closed = end < 0 ? values : values.slice(0, end);
  // The last block may continue if it ends at an open cell.
  const blocks = clueOf(closed);
  if (end > 0 && values[end - 1] > 0) blocks.pop();
  const wrong = blocks.findIndex((block, k) => block.join() !== clue[k]?.join());
  return wrong < 0 ? blocks.length : wrong;
}
