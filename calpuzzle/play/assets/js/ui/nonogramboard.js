/*
 * The board as a table: clues are the headings of its rows and columns, and stay visible.
 *
 * `draw` updates the cells and headings that the game, a drag (`run`), or a hint or check (`marks`)
 * has changed. The board finds the row and column at a point of the screen (`placeOf`), and handles
 * no pointers or keys. One cell at a time can have the focus.
 */

import { newElement, within } from "./elements.js";
import { OPEN } from "../logic/nonogramclues.js";
import { lineName, lineWords, percentOf, sentenceOf } from "./nonogramwords.js";
import { sharesInWords, ticksOf, valueWords } from "./nonogramwords.js";
import { translate } from "./lang.js";

/** @typedef {{cells: Array<number>, lines: Array<number>, wrong: Array<number>, line?: number}} Marks */

/**
 * Return the marks of a hint or a check, with an empty list for each missing one.
 * @param {Partial<Marks>} marks @returns {Marks}
 */
function marksOf(marks) {
  return { cells: [], lines: [], wrong: [], ...marks };
}

/** The drawn nonogram. */
export class NonogramBoard {
  /** @param {NonogramGame} game @param {Record<string, HTMLElement>} parts @param {NonogramSize} size */
  constructor(game, { grid, sheet, line, box }, size) {
    this.game = game;
    this.grid = grid;
    this.sheet = sheet;
    this.line = line;
    this.box = box;
    this.size = size;
    this.marks = marksOf({});
    /** @type {Map<number, number>} */
    this.run = new Map();  // cells that a drag would set, with their values
    /** @type {number | null} */
    this.pointed = null;   // the cell under the mouse
    /** @type {Array<string>} */
    this.shown = [];       // what each cell looks like now
    /** @type {Array<string>} */
    this.tones = [];
    const { clued } = game;
    sheet.classList.toggle("plain-colours", clued.isBlackOnWhite);
    if (!clued.isBlackOnWhite) sheet.style.setProperty("--g-own", clued.palette[0].rgb);
    this.bands = ["row", "column"].map((name) => newElement("div", { className: `g-band ${name}` }));
    sheet.append(...this.bands);
    this.heads = clued.clues.map((clue, line) => this.head(clue, line));
    this.cells = Array.from({ length: clued.size }, (_, cell) => this.cell(cell));
    const corner = newElement("td", { className: "g-corner" });
    const top = newElement("tr", {}, [corner, ...this.heads.slice(clued.height)]);
    const rows = Array.from({ length: clued.height }, (_, row) => newElement("tr", {}, [
      this.heads[row], ...clued.cells[row].map((cell) => this.cells[cell]),
    ]));
    this.grid.append(newElement("thead", {}, [top]), newElement("tbody", {}, rows));
  }

  /** @param {Array<Array<number>>} clue @param {number} line */
  head(clue, line) {
    const isRow = line < this.game.clued.height;
    const blocks = clue.length ? clue : [[0, 0]];
    const numbers = blocks.map((block) => this.number(block));
    const list = newElement("div", { className: "g-clue" }, numbers);
    return newElement("th", { scope: isRow ? "row" : "col", "data-line": line }, [list]);
  }

  /** @param {Array<number>} of */
  number([length, colour]) {
    const element = newElement("span", {}, [String(length)]);
    const { palette } = this.game.clued;
    if (palette.length > 2 && colour) this.tint(element, palette[colour]);
    return element;
  }

  /**
   * Show the colour of a block as a box behind its number.
   * @param {HTMLSpanElement} element @param {{name: string, rgb: string, mark: string}} colour
   */
  tint(element, { rgb, mark }) {
    element.classList.add("tinted");
    element.style.setProperty("--tint", rgb);
    element.dataset.mark = mark;
    element.style.background = rgb;
    element.style.color = inkOn(rgb);
  }

  /** @param {number} cell */
  cell(cell) {
    const { clued } = this.game;
    const own = newElement("td", { "data-cell": cell });
    if (clued.given[cell] !== OPEN) own.classList.add("given");
    return own;
  }

  /** Update all cells and headings. */
  draw() {
    const { game } = this;
    if (game.frame) this.readTones();
    for (const cell of this.cells.keys()) this.drawCell(cell);
    for (const line of game.clued.clues.keys()) this.drawHead(line);
    this.sheet.classList.toggle("solved", game.solved && !game.frame);
    this.sheet.classList.toggle("filming", game.frame !== null);
    this.drawCursor();
  }

  /** @param {number} cell */
  drawCell(cell) {
    const { game, marks } = this;
    const value = this.run.get(cell) ?? game.state.cells[cell];
    const shares = game.frame?.shares[cell];
    const classes = [
      marks.cells.includes(cell) && "ring", marks.wrong.includes(cell) && "wrong",
      this.run.has(cell) && "run",
    ].filter(Boolean).join(" ");
    const look = `${shares ?? value} ${game.frame?.isStart ?? ""} ${classes}`;
    if (this.shown[cell] === look) return;
    this.shown[cell] = look;
    const element = this.cells[cell];
    element.className = `${game.clued.given[cell] === OPEN ? "" : "given "}${classes}`;
    if (marks.wrong.includes(cell)) element.setAttribute("aria-invalid", "true");
    else element.removeAttribute("aria-invalid");
    if (shares) this.fillShares(element, cell, shares);
    else this.fillValue(element, value);
  }

  /** @param {HTMLTableCellElement} element @param {number} value */
  fillValue(element, value) {
    const { clued } = this.game;
    element.dataset.value = String(value);
    element.style.background = value > 0 ? this.colour(value) : "";
    delete element.dataset.share;
    delete element.dataset.mark;
    if (value > 0 && !clued.isBlackOnWhite) this.inked(element, clued.palette[value]);
    element.setAttribute("aria-label", valueWords(clued, value));
  }

  /** @param {HTMLTableCellElement} element @param {{name: string, rgb: string, mark: string}} colour */
  inked(element, { rgb, mark }) {
    element.dataset.mark = mark;
    element.style.color = inkOn(rgb);
  }

  /**
   * Draw a cell of a frame of the film: its colours mixed by their shares, and the total share of
   * all colours except the background.
   * @param {HTMLTableCellElement} element @param {number} cell @param {Array<number>} shares
   */
  fillShares(element, cell, shares) {
    const percent = percentOf(1 - shares[0]);
    const sure = shares.indexOf(1);
    element.dataset.value = String(sure);
    element.dataset.share = sure < 0 ? String(percent) : "";
    delete element.dataset.mark;
    const mix = mixed(this.tones, shares);
    element.style.background = mix;
    element.style.color = inkOn(mix);
    element.setAttribute("aria-label", this.sharesOf(cell));
  }

  /**
   * Return the shares of a cell in words. Before the first step only given cells are known.
   * @param {number} cell
   */
  sharesOf(cell) {
    const { clued, frame } = this.game;
    const isOpen = !frame || (frame.isStart && clued.given[cell] === OPEN);
    return isOpen ? valueWords(clued, OPEN) : sharesInWords(clued, frame.shares[cell]);
  }

  /** @param {number} value */
  colour(value) {
    const { clued } = this.game;
    return clued.isBlackOnWhite ? "var(--g-ink)" : clued.palette[value].rgb;
  }

  /** Read the displayed colours; a black and white nonogram has those of the theme. */
  readTones() {
    const style = getComputedStyle(this.sheet);
    const { isBlackOnWhite, palette } = this.game.clued;
    this.tones = isBlackOnWhite
      ? ["--g-paper", "--g-ink"].map((name) => style.getPropertyValue(name).trim())
      : palette.map(({ rgb }) => rgb);
  }

  /** @param {number} line */
  drawHead(line) {
    const { game, marks } = this;
    const isMet = game.met[line] && !game.frame;
    const ticks = game.frame ? [] : ticksOf(game.clued, line, game.state.cells, isMet);
    const isWrong = marks.lines.includes(line);
    const look = `${isMet} ${isWrong} ${marks.line === line} ${ticks}`;
    const head = this.heads[line];
    if (head.dataset.look === look) return;
    head.dataset.look = look;
    head.classList.toggle("met", isMet);
    head.classList.toggle("wrong", isWrong);
    head.classList.toggle("ring", marks.line === line);
    const numbers = head.firstElementChild?.children ?? [];
    for (const [k, number] of [...numbers].entries()) {
      number.classList.toggle("done", Boolean(ticks[k]));
    }
    const words = lineWords(game.clued, line);
    const label = isMet ? translate("nonogram.done", { line: words }) : words;
    head.setAttribute("aria-label", isWrong ? translate("nonogram.wrong", { line: words }) : label);
  }

  /** Write all texts again, after the language was changed. */
  relabel() {
    this.shown = [];
    for (const head of this.heads) delete head.dataset.look;
    this.grid.setAttribute("aria-label", this.game.clued.title);
    if (this.game.state) this.draw();
  }

  /** Draw the cursor; highlight the lines through it, or through the cell under the mouse; show their full clues. */
  drawCursor() {
    const { game } = this;
    const before = within(this.grid, '[tabindex="0"]');
    const own = this.cells[game.cursor];
    if (before !== own) {
      before?.removeAttribute("tabindex");
      own.tabIndex = 0;
    }
    const cell = this.pointed ?? game.cursor;
    const [row, column] = game.clued.linesOf(cell);
    const across = column - game.clued.height;
    this.bands[0].style.top = `calc(var(--g-high) + ${row} * var(--g-cell))`;
    this.bands[1].style.left = `calc(var(--g-wide) + ${across} * var(--g-cell))`;
    this.line.replaceChildren(...[row, column].map((line) => this.clueInFull(line)));
    const share = game.frame && this.sharesOf(cell);
    if (share) this.line.append(newElement("p", { className: "g-share" }, [share]));
  }

  /** @param {number} line */
  clueInFull(line) {
    const clue = this.heads[line].children[0].cloneNode(true);
    const name = sentenceOf(lineName(this.game.clued, line));
    return newElement("p", {}, [newElement("span", { className: "g-name" }, [name]), clue]);
  }

  /** Put the focus on the cell of the cursor, and scroll it into view. */
  focus() {
    const own = this.cells[this.game.cursor];
    own.focus({ preventScroll: true });
    this.reveal(this.game.cursor);
  }

  /** Scroll a cell into view, out from under the clues, which cover the edge of the box. @param {number} cell */
  reveal(cell) {
    const { box, size } = this;
    const own = this.cells[cell];
    const x = own.offsetLeft - box.scrollLeft;
    const y = own.offsetTop - box.scrollTop;
    if (x < size.cluesWidth) box.scrollLeft += x - size.cluesWidth;
    if (x + size.cell > box.clientWidth) box.scrollLeft += x + size.cell - box.clientWidth + 2;
    if (y < size.cluesHeight) box.scrollTop += y - size.cluesHeight;
    if (y + size.cell > box.clientHeight) box.scrollTop += y + size.cell - box.clientHeight + 2;
  }

  /**
   * Return the row and column at a point of the screen; outside the board they are out of range.
   * @param {number} x @param {number} y @returns {Array<number>}
   */
  placeOf(x, y) {
    const frame = this.cells[0].getBoundingClientRect();
    return [Math.floor((y - frame.y) / this.size.cell), Math.floor((x - frame.x) / this.size.cell)];
  }

  /** Mark the cells and lines of a hint or a check. @param {Partial<Marks>} marks */
  mark(marks) {
    this.marks = marksOf(marks);
    this.draw();
  }
}

/** @param {string} rgb */
function channelsOf(rgb) {
  return [1, 3, 5].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16));
}

/** Return black or white, whichever is easier to read on a colour. @param {string} rgb */
function inkOn(rgb) {
  const [red, green, blue] = channelsOf(rgb).map((level) => (level / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
}

/** @param {Array<string>} tones @param {Array<number>} shares */
function mixed(tones, shares) {
  const levels = tones.map(channelsOf);
  const mix = [0, 1, 2].map((part) => (
    Math.round(shares.reduce((sum, share, colour) => sum + share * levels[colour][part], 0))
  ));
  return `#${mix.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
}
