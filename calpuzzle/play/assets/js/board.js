/*
 * The board as a picture: wells, laid pieces, labels above them, and what is in the hand.
 *
 * A function of the game: `draw` makes the moving layers anew. Knows how places on the screen and
 * cells belong together (`placeAt`, `cellAtPoint`), and nothing of pointers or keys.
 */

import { UNIT, boxOfBoard, labelAt, placedGroup, squaresPath, svg, textAt } from "./outline.js";
import { misfit, ownersOf } from "./landing.js";
import { allLaid } from "./state.js";

const FRAME = 14;
const LAYERS = ["wells", "laid", "landing", "labels", "hovering", "marks"];

/** The drawn board. */
export class Board {
  /**
   * @param {Game} game
   * @param {SVGElement} root
   */
  constructor(game, root) {
    Object.assign(this, { game, root });
    this.size = UNIT / game.puzzle.step;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { "data-layer": name })]));
    this.root.append(...Object.values(this.layers));
    for (const layer of Object.values(this.layers)) layer.setAttribute("aria-hidden", "true");
    this.isSticks = game.puzzle.step === 2;
    this.mark = { cell: null, culprit: null };
    this.frame();
  }

  /** Sizes, and what never changes. */
  frame() {
    const box = boxOfBoard(this.game.puzzle, this.isSticks ? 60 : FRAME);
    this.root.setAttribute("viewBox", box.join(" "));
    const { style } = this.root.parentElement;
    style.setProperty("--columns", String(box[2]));
    style.setProperty("--rows", String(box[3]));
    this.drawWells(box);
  }

  drawWells([x, y, width, height]) {
    const { puzzle } = this.game;
    const { wells, labels } = this.layers;
    if (this.isSticks) {
      wells.append(svg("rect", { class: "frame", x, y, width, height, rx: 24 }));
      this.wells = puzzle.cells.map((cell) => this.groove(cell));
      this.markFree();
      wells.append(...this.wells);
      return;
    }
    wells.append(svg("path", { class: "frame", d: squaresPath(puzzle.cells, -FRAME, 24) }));
    this.wells = puzzle.cells.map(([row, column]) => svg("rect", {
      class: "well", rx: 13, x: column * UNIT + 3, y: row * UNIT + 3, width: UNIT - 6, height: UNIT - 6,
    }));
    this.markFree();
    wells.append(...this.wells);
    if (puzzle.colours.length) {
      const pips = puzzle.cells.map((cell, k) => (
        textAt(cell, puzzle.marks[puzzle.colours[k]], "pips")
      ));
      wells.append(svg("g", { class: "board-pips" }, pips));
    }
    this.labels = puzzle.labels.map((_, k) => labelAt(puzzle, k, "label"));
    labels.append(...this.labels);
  }

  /** Cells that may stay empty look so. */
  markFree() {
    for (const cell of this.game.puzzle.free) this.wells[cell].classList.add("free");
  }

  groove([row, column]) {
    const [x, y] = [column * this.size, row * this.size];
    if (row % 2 === 0 && column % 2 === 0) return svg("circle", { class: "point", cx: x, cy: y, r: 7 });
    const reach = this.size - 24;
    const [dx, dy] = row % 2 ? [0, reach] : [reach, 0];
    return svg("line", { class: "groove", x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy });
  }

  /** Everything that moves, drawn anew. */
  draw() {
    const { puzzle, state } = this.game;
    const owners = ownersOf(puzzle, state);
    const open = puzzle.openOn(state.date);
    this.root.classList.toggle("solved", this.game.solved);
    for (const [k, well] of this.wells.entries()) {
      well.classList.toggle("date", open.includes(k));
    }
    const hidden = this.underHand();
    for (const [k, label] of (this.labels ?? []).entries()) {
      const classes = ["label"];
      if (owners.has(k)) classes.push("covered");
      if (hidden.has(k)) classes.push("below");
      if (open.includes(k)) classes.push("date");
      label.setAttribute("class", classes.join(" "));
    }
    this.layers.laid.replaceChildren(...allLaid(state).map((own, k) => this.laidPiece(own, k)));
    this.drawLanding();
    this.drawHovering();
    this.drawMarks();
  }

  /** The cells below the piece that hovers, which carries their labels itself. */
  underHand() {
    const { puzzle } = this.game;
    const placement = this.game.isDragging ? null : this.game.hovering();
    if (!placement) return new Set();
    return new Set(puzzle.cellsOf(placement).map(([row, column]) => puzzle.cellAt(row, column)));
  }

  laidPiece(placement, index) {
    const given = index < this.game.state.given.length;
    const group = placedGroup(this.game.puzzle, placement);
    group.classList.add("laid");
    if (given) group.classList.add("given");
    if (this.mark.culprit === index) group.classList.add("culprit");
    if (this.mark.hinted?.join() === placement.join()) group.classList.add("hinted");
    group.dataset.index = String(index - this.game.state.given.length);
    return group;
  }

  /** Where the piece that is dragged, or pointed with, would land. */
  drawLanding() {
    const { preview, puzzle } = this.game;
    const shown = preview ? [placedGroup(puzzle, preview)] : [];
    for (const group of shown) group.classList.add("landing");
    this.layers.landing.replaceChildren(...shown);
  }

  drawHovering() {
    const placement = this.game.isDragging ? null : this.game.hovering();
    const { hovering } = this.layers;
    hovering.replaceChildren();
    if (!placement) return;
    const { puzzle, state } = this.game;
    const group = placedGroup(puzzle, placement);
    const lifted = svg("g", { class: "lifted" }, [...group.childNodes]);
    group.append(lifted);
    group.classList.add("hovering");
    group.classList.toggle("misfit", misfit(puzzle, state, placement) !== null);
    const labels = puzzle.cellsOf(placement).flatMap(([row, column]) => {
      const cell = puzzle.cellAt(row, column);
      if (cell < 0 || !puzzle.labels[cell]) return [];
      const place = [row - placement[2], column - placement[3]];
      return [labelAt(puzzle, cell, "label covered", place)];
    });
    group.append(...labels);
    hovering.append(group);
  }

  /** The cursor of the keys, and the cell that a hint shows. */
  drawMarks() {
    const { marks } = this.layers;
    const shown = [];
    if (!this.game.state.held) shown.push(this.square("cursor", this.game.cursor));
    if (this.mark.cell !== null) shown.push(this.square("ring", this.mark.cell));
    marks.replaceChildren(...shown);
  }

  square(name, cell) {
    const [row, column] = this.game.puzzle.cells[cell];
    if (this.isSticks) {
      return svg("circle", { class: name, cx: column * this.size, cy: row * this.size, r: 26 });
    }
    return svg("rect", {
      class: name, rx: 13, x: column * UNIT + 5, y: row * UNIT + 5, width: UNIT - 10, height: UNIT - 10,
    });
  }

  /** How many pixels of the screen a cell is wide. */
  get pixels() {
    return this.root.getScreenCTM().a * this.size;
  }

  /**
   * Row and column, between the cells too, of a place on the screen.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  placeAt(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.root.getScreenCTM().inverse());
    return [point.y / this.size, point.x / this.size];
  }

  /**
   * The cell at a place on the screen, or -1; of sticks the nearest one.
   * @param {number} x
   * @param {number} y
   * @returns {number}
   */
  cellAtPoint(x, y) {
    const { puzzle } = this.game;
    const [row, column] = this.placeAt(x, y);
    if (!this.isSticks) return puzzle.cellAt(Math.floor(row), Math.floor(column));
    const away = puzzle.cells.map(([r, c]) => Math.hypot(r - row, c - column));
    const least = Math.min(...away);
    return least < 0.8 ? away.indexOf(least) : -1;
  }
}
