/*
 * Pointers on the nonogram: a press sets a cell, a drag a run of cells in one line, two fingers move and
 * zoom.
 *
 * A run changes only cells with the value of its first cell, so that other filled cells are kept. The right
 * button marks cells empty, the middle one clears them. Nothing is set before the pointer is lifted, and
 * Escape, or a second finger, cancels the run.
 */

import { OPEN } from "../logic/nonogramclues.js";
import { MOVE } from "./nonogramgame.js";
import { closestTo, targetOf } from "./elements.js";

/** @typedef {{x: number, y: number, apart: number, cell: number, from?: number}} Spread */

/** Handles pointers on the board of a nonogram. */
export class NonogramHand {
  /**
   * @param {NonogramGame} game @param {NonogramBoard} board @param {NonogramSize} size
   * @param {HTMLElement} label  shows the length of a run
   */
  constructor(game, board, size, label) {
    this.game = game;
    this.board = board;
    this.size = size;
    this.label = label;
    /** @type {{id: number, cell: number, value: number, before: number} | null} */
    this.press = null;
    /** @type {Spread | null} */
    this.pinch = null;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    const { box, grid } = board;
    grid.addEventListener("pointerdown", (event) => this.down(event));
    // Otherwise a browser may treat a quick drag as a swipe, and swallow the next tap.
    grid.addEventListener("touchstart", (event) => {
      if (game.pen !== MOVE && event.cancelable) event.preventDefault();
    }, { passive: false });
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("pointerleave", () => this.point(null));
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("pointercancel", (event) => this.up(event, true));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.press) this.giveUp();
    });
    game.onChange((event) => {
      if (event.kind === "pen") box.classList.toggle("moving", game.pen === MOVE);
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, event);
    if (this.fingers.size > 1) {
      this.giveUp();
      this.pinch = this.spread();
      return;
    }
    // After a touch, event.target may be a nearby cell that has the focus, so look up the cell at the point.
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const own = target && closestTo(target, "td[data-cell]");
    if (!own || this.press) return;
    const cell = Number(own.dataset.cell);
    const pen = [this.game.pen, OPEN, 0][event.button];
    if (pen === undefined) return;
    // The browser would scroll to the cell that gets the focus.
    event.preventDefault();
    this.game.goTo(cell);
    this.board.grid.classList.add("pointed");
    this.board.focus();
    if (pen === MOVE || this.game.frame) return;
    const value = this.game.valueAfterPress(cell, pen);
    const { pointerId } = event;
    this.press = { id: pointerId, cell, value, before: this.game.state.cells[cell] };
    this.follow(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event);
    if (this.pinch && this.fingers.size === 2) this.followPinch(this.pinch);
    else if (this.press?.id === event.pointerId) this.follow(event);
    else if (event.pointerType === "mouse") this.point(targetOf(event).closest?.("td[data-cell]"));
  }

  /** Set the cells of the run, unless the pointer was cancelled. @param {PointerEvent} event */
  up(event, isLost = false) {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size < 2) this.pinch = null;
    if (this.press?.id !== event.pointerId) return;
    const { cell, value } = this.press;
    const wanted = [...this.board.run];
    this.giveUp();
    if (!isLost) this.game.setCells(wanted.length ? wanted : [[cell, value]]);
  }

  giveUp() {
    this.press = null;
    this.label.hidden = true;
    if (!this.board.run.size) return;
    this.board.run = new Map();
    this.board.draw();
  }

  /** Show the run of cells from the press to the pointer. @param {PointerEvent} event */
  follow(event) {
    const { press, game, board } = this;
    if (!press) return;
    const { clued } = game;
    const clamp = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, at));
    const place = board.placeOf(event.clientX, event.clientY);
    const to = [clamp(place[0], clued.height), clamp(place[1], clued.width)];
    const cells = runBetween(clued, press.cell, to);
    const isLikeFirst = (/** @type {number} */ cell) => game.state.cells[cell] === press.before;
    const own = cells.filter((cell) => clued.given[cell] === OPEN && isLikeFirst(cell));
    const run = new Map(own.map((cell) => [cell, press.value]));
    if ([...run.keys()].join() !== [...board.run.keys()].join()) {
      board.run = run;
      board.draw();
    }
    this.label.hidden = cells.length < 2;
    this.label.textContent = String(cells.length);
    this.label.style.translate = `${event.clientX}px ${event.clientY}px`;
    this.label.classList.toggle("touch", event.pointerType === "touch");
  }

  /** @param {Element | null} element */
  point(element) {
    const cell = element instanceof HTMLElement ? Number(element.dataset.cell) : null;
    if (cell === this.board.pointed) return;
    this.board.pointed = cell;
    this.board.drawCursor();
  }

  /**
   * Return the middle between two fingers and their distance (`apart`), with the size of a cell
   * (`cell`) and the distance (`from`) at the start of the pinch.
   * @returns {Spread}
   */
  spread() {
    const [one, other] = [...this.fingers.values()];
    return {
      x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2,
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      cell: this.pinch?.cell ?? this.size.cell, from: this.pinch?.from,
    };
  }

  /** @param {Spread} before */
  followPinch(before) {
    const { box } = this.board;
    const now = this.spread();
    now.from ??= before.apart;
    box.scrollLeft -= now.x - before.x;
    box.scrollTop -= now.y - before.y;
    const cell = now.cell * (now.apart / now.from);
    if (Math.abs(cell - this.size.cell) >= 1) this.size.zoomTo(cell, now.x, now.y);
    this.pinch = now;
  }

  /**
   * Zoom by the wheel with Ctrl, as by a pinch on a touchpad; without Ctrl the browser scrolls.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    this.size.zoom(event.deltaY < 0 ? 1 : -1, event.clientX, event.clientY);
  }
}

/**
 * Return the cells from a cell towards a place: along the column of the cell if the place is
 * farther away in rows than in columns, otherwise along its row.
 * @param {Clued} clued @param {number} cell @param {Array<number>} of
 */
function runBetween(clued, cell, [toRow, toColumn]) {
  const [row, column] = [Math.floor(cell / clued.width), cell % clued.width];
  const isAcross = Math.abs(toColumn - column) >= Math.abs(toRow - row);
  const far = isAcross ? toColumn - column : toRow - row;
  const step = Math.sign(far) * (isAcross ? 1 : clued.width);
  return Array.from({ length: Math.abs(far) + 1 }, (_, k) => cell + k * step);
}
