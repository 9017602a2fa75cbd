/*
 * The board as a picture: wells, placed pieces, labels above them, and the held piece.
 *
 * `draw` updates the layers that depend on the game, on `mark` (what hints mark) and on `view` (of
 * a solid board); `drawPlaces` updates those of the analysis. The board converts positions on the
 * screen to positions and cells of the board (`boardPoint`, `cellAtPoint`). It handles no pointers
 * or keys.
 */

import { shownLabel } from "./dates.js";
import { UNIT, boxOfBoard, captionsOf, freePanel, isWithin, outlineOf } from "../logic/geometry.js";
import { panelOf, placeOnBoard } from "../logic/geometry.js";
import { misfit, ownersOf } from "./landing.js";
import { boardPaths, labelAt, placedGroup, textAt } from "./outline.js";
import { allPlaced } from "./state.js";
import { classed, paintOf, setIfChanged, svg } from "./svg.js";
import { layerWords } from "./voice.js";
import { FIRST_VIEW, turnedView, wholeGroup } from "./whole.js";

const FRAME = 14;
const NEAR_SEGMENT = 0.4 * UNIT; // a position this near to the middle of a segment selects it
const LAYERS = [
  "wells", "captions", "whole", "places", "placed", "landing", "labels", "counts", "hovering", "marks",
];

/** The drawn board. */
export class Board {
  /** @param {Game} game @param {SVGSVGElement} root */
  constructor(game, root) {
    this.game = game;
    this.root = root;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { "data-layer": name })]));
    this.root.append(...Object.values(this.layers));
    for (const layer of Object.values(this.layers)) layer.setAttribute("aria-hidden", "true");
    this.view = FIRST_VIEW;
    /** @type {{cell: number | null, culprit: Placement | null, hinted: Placement | null}} */
    this.mark = { cell: null, culprit: null, hinted: null };
    /** @type {Array<SVGElement>} */
    this.wells = [];
    /** @type {Map<string, SVGElement>} */
    this.drawn = new Map(); // the drawn placed pieces, by colour and placement
    this.drawFrame();
  }

  /** Set the size of the picture, and draw the parts that never change. */
  drawFrame() {
    const box = boxOfBoard(this.game.puzzle, this.game.puzzle.isLines ? 60 : FRAME);
    this.root.setAttribute("viewBox", box.join(" "));
    const { style } = /** @type {HTMLElement} */ (this.root.parentElement);
    style.setProperty("--columns", String(box[2]));
    style.setProperty("--rows", String(box[3]));
    this.drawWells(box);
  }

  /** @param {Array<number>} of */
  drawWells([x, y, width, height]) {
    const { puzzle } = this.game;
    const { wells } = this.layers;
    if (puzzle.isLines) {
      wells.append(svg("rect", { class: "frame", x, y, width, height, rx: 24 }));
      this.wells = puzzle.cells.map((cell) => this.groove(cell));
      this.markFree();
      wells.append(...this.wells);
      return;
    }
    const frame = boardPaths(puzzle, puzzle.cells, -FRAME, 24);
    wells.append(...frame.map((path) => classed(path, "frame")));
    this.wells = puzzle.cells.map((cell) => this.shape("well", cell, 3));
    this.markFree();
    wells.append(...this.wells);
    if (puzzle.colours.length) {
      const pips = puzzle.cells.map((cell, k) => (
        textAt(puzzle, cell, puzzle.marks[puzzle.colours[k]], "pips")
      ));
      wells.append(svg("g", { class: "board-pips" }, pips));
    }
    this.nameCells();
  }

  /** Draw the labels, unless those of the current language are drawn already. */
  nameCells() {
    const { puzzle } = this.game;
    const names = puzzle.labels.map((label) => shownLabel(puzzle, label));
    if (names.join() === this.names?.join()) return;
    this.names = names;
    this.labels = names.map((_, k) => labelAt(puzzle, k, "label"));
    this.layers.labels.replaceChildren(...this.labels);
  }

  /** Give the cells that may stay empty the class `free`. */
  markFree() {
    for (const cell of this.game.puzzle.free) this.wells[cell].classList.add("free");
  }

  /**
   * Return the outline of a cell as a path of a class.
   * @param {string} name  the class
   * @param {Cell} cell
   * @param {number} inset  the distance of the path from the edge of the cell, inwards
   */
  shape(name, cell, inset) {
    return classed(boardPaths(this.game.puzzle, [cell], inset, 13)[0], name);
  }

  /** Draw the groove of a segment, or a point where segments meet. @param {Cell} cell */
  groove(cell) {
    const [[x, y], end] = outlineOf(this.game.puzzle, cell);
    if (!end) return svg("circle", { class: "point", cx: x, cy: y, r: 7 });
    const [dx, dy] = [end[0] - x, end[1] - y].map((way) => 24 * Math.sign(way));
    return svg("line", {
      class: "groove", x1: x + dx, y1: y + dy, x2: end[0] - dx, y2: end[1] - dy,
    });
  }

  /** Draw everything that changes. */
  draw() {
    const { puzzle, state } = this.game;
    const owners = ownersOf(puzzle, state);
    const open = puzzle.openOn(state.date);
    if (this.names) this.nameCells();
    this.root.classList.toggle("solved", this.game.solved);
    for (const [k, well] of this.wells.entries()) {
      well.classList.toggle("date", open.includes(k));
    }
    const hidden = this.cellsBelowHovering();
    for (const [k, label] of (this.labels ?? []).entries()) {
      const classes = ["label"];
      if (owners.has(k)) classes.push("covered");
      if (hidden.has(k)) classes.push("below");
      if (open.includes(k)) classes.push("date");
      setIfChanged(label, "class", classes.join(" "));
    }
    this.drawWhole();
    this.drawPlaced();
    this.drawLanding();
    this.drawHovering();
    this.drawMarks();
  }

  /** Return the cells below the hovering piece; their labels are drawn on the piece instead. */
  cellsBelowHovering() {
    const { puzzle } = this.game;
    const placement = this.game.isDragging ? null : this.game.hovering();
    if (!placement) return new Set();
    return new Set(puzzle.cellsOf(placement).map((cell) => puzzle.cellAt(cell)));
  }

  /** Draw the captions of the layers of a solid board, and the picture of all its pieces. */
  drawWhole() {
    const { puzzle, state } = this.game;
    if (!puzzle.isSolid) return;
    const { captions, whole } = this.layers;
    captions.replaceChildren(...captionsOf(puzzle).map(([x, y], k) => (
      svg("text", { class: "caption", x, y, dy: "0.35em" }, [layerWords(puzzle, k)]))));
    const [x, y, width, height] = freePanel(puzzle);
    const ground = svg("rect", { class: "ground", x, y, width, height });
    whole.replaceChildren(
      ground, wholeGroup(puzzle, allPlaced(state), this.view, this.game.hovering()),
    );
  }

  /** Turn the picture of a solid board about the vertical axis, and tilt it. @param {number} yaw */
  turnWhole(yaw, pitch = 0) {
    this.view = turnedView(this.view, yaw, pitch);
    this.drawWhole();
  }

  /** Draw the placed pieces, except those that have not changed, because drawing is slow. */
  drawPlaced() {
    const { placed } = this.layers;
    const before = this.drawn;
    this.drawn = new Map();
    const groups = allPlaced(this.game.state).map((own, k) => this.placedPiece(own, k, before));
    const there = new Set(/** @type {Array<Element>} */ (groups));
    for (const group of [...placed.children]) if (!there.has(group)) group.remove();
    for (const [k, group] of groups.entries()) {
      if (placed.children[k] !== group) placed.insertBefore(group, placed.children[k] ?? null);
    }
  }

  /** @param {Placement} placement @param {number} index @param {Map<string, SVGElement>} before */
  placedPiece(placement, index, before) {
    const { puzzle, state } = this.game;
    const key = `${paintOf(puzzle, placement[0])} ${placement}`;
    const group = before.get(key) ?? placedGroup(puzzle, placement);
    this.drawn.set(key, group);
    setIfChanged(group, "class", [
      puzzle.isSolid ? "placed" : "piece placed",
      index < state.given.length && "given",
      this.mark.culprit?.join() === placement.join() && "culprit",
      this.mark.hinted?.join() === placement.join() && "hinted",
    ].filter(Boolean).join(" "));
    group.dataset.placement = placement.join();
    return group;
  }

  /** Draw where the held piece would be placed by a drop or a click. */
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
    const labels = puzzle.cellsOf(placement).flatMap((own) => {
      const cell = puzzle.cellAt(own);
      return puzzle.labels[cell] ? [labelAt(puzzle, cell, "label covered")] : [];
    });
    hovering.append(group, ...labels);
  }

  /**
   * Shade the cells where the held piece can be placed, and write how many solutions remain there.
   * @param {Array<{cell: number, opacity: number}>} shades @param {Array<{cell: number, text: string}>} numbers
   */
  drawPlaces(shades, numbers) {
    const { puzzle } = this.game;
    this.layers.places.replaceChildren(...shades.map(({ cell, opacity }) => {
      const shade = this.markAround("possible", cell);
      shade.style.opacity = String(opacity);
      return shade;
    }));
    const name = puzzle.labels[0] === undefined ? "counts" : "counts low";
    const texts = numbers.map(({ cell, text }) => textAt(puzzle, puzzle.cells[cell], text, name));
    this.layers.counts.replaceChildren(...texts);
  }

  /** Draw the keyboard cursor, and a ring around the cell that a hint names. */
  drawMarks() {
    const { marks } = this.layers;
    const shown = [];
    if (!this.game.state.held) shown.push(this.markAround("cursor", this.game.cursor));
    if (this.mark.cell !== null) shown.push(this.markAround("ring", this.mark.cell));
    marks.replaceChildren(...shown);
  }

  /**
   * Return an outline of a cell, for sticks a circle, as an element with the class `name`.
   * @param {string} name @param {number} cell
   */
  markAround(name, cell) {
    const { puzzle } = this.game;
    if (!puzzle.isLines) return this.shape(name, puzzle.cells[cell], 5);
    const [cx, cy] = placeOnBoard(puzzle, puzzle.cells[cell]);
    return svg("circle", { class: name, cx, cy, r: 26 });
  }

  /** Return the matrix from board coordinates to the screen. The board must be displayed. */
  screen() {
    return /** @type {DOMMatrix} */ (this.root.getScreenCTM());
  }

  /**
   * Convert a position on the screen to board coordinates.
   * @param {number} x @param {number} y @returns {Array<number>}
   */
  boardPoint(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.screen().inverse());
    return [point.x, point.y];
  }

  /**
   * Return the cell at a position on the screen, or -1; for sticks, the segment or point whose
   * middle is nearest, if that is less than NEAR_SEGMENT away.
   * @param {number} x @param {number} y @returns {number}
   */
  cellAtPoint(x, y) {
    const { puzzle } = this.game;
    const place = this.boardPoint(x, y);
    if (puzzle.isLines) {
      const away = puzzle.cells.map((cell) => {
        const [cx, cy] = placeOnBoard(puzzle, cell);
        return Math.hypot(cx - place[0], cy - place[1]);
      });
      const least = Math.min(...away);
      return least < NEAR_SEGMENT ? away.indexOf(least) : -1;
    }
    return puzzle.cells.findIndex((cell) => {
      const panel = panelOf(puzzle, cell);
      return isWithin(outlineOf(puzzle, cell), place.map((own, k) => own - panel[k]));
    });
  }
}
