/*
 * The size of a cell: the largest at which the grid fits into the box, but not too small to press;
 * or the size that the user has chosen by zooming. Sizes are whole pixels, because a table rounds
 * others.
 *
 * The font size of the clues follows the size of the cells, within bounds. Clues stay visible while
 * the grid scrolls under them, so they take at most two fifths of the box, unless that would need a
 * font of less than 5 pixels.
 */

import { onResize } from "./elements.js";

const SMALLEST = 4;
const LARGEST = 44;
const TOUCH = 14;  // the smallest cells that a finger can hit; if only smaller ones fit, cells get the size NEAR
const NEAR = 20;
const MOUSE = 9;   // the smallest cells that a mouse can hit
const STEP = 1.3;
const WIDE = 1.32; // width of a one-digit number in the clue of a row, in font sizes
const DIGIT = 0.7; // additional width for each further digit
const HIGH = 1.22; // height of a number in the clue of a column
const PAD = 10;
const CLUES = 0.4; // the greatest part of the box that the clues take

/** The sizes of the cells and of the clues. */
export class NonogramSize {
  /**
   * @param {Clued} clued
   * @param {HTMLElement} box    what scrolls
   * @param {HTMLElement} sheet  what is in it
   */
  constructor(clued, box, sheet) {
    this.clued = clued;
    this.box = box;
    this.sheet = sheet;
    const rows = clued.clues.slice(0, clued.height);
    const columns = clued.clues.slice(clued.height);
    // The width of the clues of rows and the height of those of columns, in font sizes.
    this.rowCluesEms = Math.max(WIDE, ...rows.map((clue) => clue.reduce(widthWith, 0)));
    this.columnCluesEms = HIGH * Math.max(1, ...columns.map((clue) => clue.length));
    sheet.style.setProperty("--g-columns", String(clued.width));
    sheet.style.setProperty("--g-rows", String(clued.height));
    /** @type {number | null} */
    this.wished = null; // the size that the user has chosen; null for the usual one
    this.isWhole = false; // whether the whole grid must fit, however small: in the film no cell is pressed
    this.cell = SMALLEST;
    this.cluesWidth = 0; // width of the clues of rows
    this.cluesHeight = 0; // height of the clues of columns
    onResize(box, () => this.apply());
  }

  /** Return the font size of the clues for a size of cells. @param {number} cell */
  fontSizeAt(cell) {
    const { box, rowCluesEms, columnCluesEms } = this;
    const room = (/** @type {number} */ side) => CLUES * side - PAD;
    const most = Math.min(15, room(box.clientWidth) / rowCluesEms, room(box.clientHeight) / columnCluesEms);
    return Math.max(5, Math.min(Math.max(7, 0.6 * cell), most));
  }

  /** Return the width and height of the clues for a size of cells. @param {number} cell */
  clueSizes(cell) {
    const fontSize = this.fontSizeAt(cell);
    return [this.rowCluesEms, this.columnCluesEms].map((length) => Math.ceil(length * fontSize + PAD));
  }

  /** The largest size of cells at which the whole grid fits; SMALLEST if there is none. */
  get fitting() {
    const { clued, box } = this;
    for (let cell = LARGEST; cell > SMALLEST; cell -= 1) {
      const [wide, high] = this.clueSizes(cell);
      const fits = wide + cell * clued.width <= box.clientWidth - 2
        && high + cell * clued.height <= box.clientHeight - 2;
      if (fits) return cell;
    }
    return SMALLEST;
  }

  /** The size as long as the user has not chosen another. */
  get usual() {
    const { fitting } = this;
    if (!matchMedia("(pointer: coarse)").matches) return Math.max(fitting, MOUSE);
    return fitting < TOUCH ? NEAR : fitting;
  }

  /** Compute the sizes, and pass them to the style sheet. */
  apply() {
    if (!this.box.clientWidth) return;
    const cell = this.isWhole ? this.fitting : this.wished ?? this.usual;
    const [wide, high] = this.clueSizes(cell);
    const sizes = { cell, wide, high, type: this.fontSizeAt(cell) };
    for (const [name, value] of Object.entries(sizes)) {
      this.sheet.style.setProperty(`--g-${name}`, `${value}px`);
    }
    this.cell = cell;
    this.cluesWidth = wide;
    this.cluesHeight = high;
    this.sheet.classList.toggle("tiny", cell < 14);
    this.sheet.classList.toggle("roomy", cell >= 26);
  }

  /** @param {boolean} isWhole */
  showWhole(isWhole) {
    this.isWhole = isWhole;
    this.apply();
  }

  /** Enlarge (1) or reduce (-1) the cells by one step. @param {number} way @param {number} [x] @param {number} [y] */
  zoom(way, x, y) {
    this.zoomTo(this.cell * STEP ** way + way / 2, x, y);
  }

  /**
   * Change the size of the cells; the point (x, y) of the screen, or the middle of the box, stays in place.
   * @param {number} cell @param {number} [x] @param {number} [y]
   */
  zoomTo(cell, x, y) {
    const { box } = this;
    const frame = box.getBoundingClientRect();
    const px = x === undefined ? frame.width / 2 : x - frame.x;
    const py = y === undefined ? frame.height / 2 : y - frame.y;
    const column = (box.scrollLeft + px - this.cluesWidth) / this.cell;
    const row = (box.scrollTop + py - this.cluesHeight) / this.cell;
    const least = Math.min(this.fitting, MOUSE);
    this.isWhole = false;
    this.wished = Math.round(Math.min(LARGEST, Math.max(least, cell)));
    this.apply();
    box.scrollLeft = column * this.cell + this.cluesWidth - px;
    box.scrollTop = row * this.cell + this.cluesHeight - py;
  }
}

/** Return the width of a clue after one more number. @param {number} width @param {Array<number>} block */
function widthWith(width, [length]) {
  return width + WIDE + DIGIT * (String(length).length - 1);
}
