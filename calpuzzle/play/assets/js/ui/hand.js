/*
 * The held piece: dragging by mouse, finger and pen, taps, and the wheel.
 *
 * A press becomes a drag when it moves; otherwise it is a tap, and taps can do all that a drag can. During a
 * drag, the piece follows the pointer in its own element, above the finger, and the board shows where it
 * would land. `grab` is the point at which the pointer holds the piece: `way` is the vector to it
 * from the middle of the piece, in board coordinates, and `layers` its height above the lowest
 * layer of a solid piece.
 */

import { UNIT, boxOf, layerAt, offsetOf, panelOf, wayOf } from "../logic/geometry.js";
import { fitting, middleOf, nearestOf, tapped } from "./landing.js";
import { pieceBox, pieceGroup, placedGroup } from "./outline.js";
import { layerWithin } from "./state.js";
import { svg } from "./svg.js";
import { closestTo, targetOf } from "./elements.js";

const REACH = 0.8 * UNIT;  // greatest distance to the position where the piece would land
const ABOVE = 0.75 * UNIT; // between a finger and the piece above it
const FULL_TURN = 2 * Math.PI;
const SWING = 0.01; // radians by which the picture of a solid board turns for each pixel
const WHEEL_REST = 140; // milliseconds after a turn in which the wheel is ignored

/**
 * @typedef {{piece?: number, isWhole?: boolean, isHovering?: boolean, cell?: number,
 *            placement?: Placement}} Pressed
 * The target of a press: a piece of the tray (`piece`), or what is pressed on the board (the other properties).
 */

/** What pointers do. */
export class Hand {
  /** @param {Game} game @param {Board} board @param {Tray} tray */
  constructor(game, board, tray) {
    this.game = game;
    this.board = board;
    this.tray = tray;
    /** @type {(Pressed & {id: number, isTouch: boolean, x: number, y: number, state: State}) | null} */
    this.press = null;
    /** @type {{grab: {way: Array<number>, layers: number}, x: number, y: number} | null} */
    this.dragged = null;
    this.wasDrag = false;
    this.wheeledAt = 0;
    this.floating = svg("svg", { id: "dragged", width: 1, height: 1, "aria-hidden": "true" });
    this.listen();
    game.onChange((event) => this.follow(event));
  }

  listen() {
    const { root } = this.board;
    root.addEventListener("pointerdown", (event) => this.pressBoard(event));
    root.addEventListener("pointerleave", () => this.show(null));
    this.tray.root.addEventListener("pointerdown", (event) => this.pressTray(event));
    this.tray.root.addEventListener("click", (event) => this.clickTray(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.release(event));
    document.addEventListener("pointercancel", (event) => this.drop(event, true));
    document.addEventListener("touchmove", (event) => this.keepFinger(event), { passive: false });
    document.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /**
   * Prevent the browser from scrolling during a press; after a scroll it would swallow the next tap.
   * @param {TouchEvent} event
   */
  keepFinger(event) {
    if (this.press && event.cancelable) event.preventDefault();
  }

  /** Handle a press on a place of the tray. @param {PointerEvent} event */
  pressTray(event) {
    const place = closestTo(targetOf(event), ".place");
    if (this.secondFinger(event) || !place || event.button !== 0) return;
    this.startPress(event, { piece: Number(place.dataset.piece) });
  }

  /**
   * Handle a press on the board: on what hovers, on what is placed, or on a cell.
   * @param {PointerEvent} event
   */
  pressBoard(event) {
    if (this.secondFinger(event) || event.button !== 0) return;
    this.board.root.setPointerCapture(event.pointerId);
    const isWhole = closestTo(targetOf(event), '[data-layer="whole"]') !== null;
    const placed = closestTo(targetOf(event), ".placed");
    const isHovering = closestTo(targetOf(event), ".hovering") !== null;
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    const placement = placed?.matches(":not(.given)") && placed.dataset.placement?.split(",").map(Number);
    this.startPress(event, { isWhole, isHovering, cell, placement: placement || undefined });
  }

  /** @param {PointerEvent} event @param {Pressed} source */
  startPress(event, source) {
    const { pointerId, pointerType, clientX, clientY } = event;
    this.wasDrag = false;
    this.press = {
      ...source, id: pointerId, isTouch: pointerType === "touch", x: clientX, y: clientY,
      state: this.game.state,
    };
  }

  /**
   * Return whether a press is that of a second finger; if the first one drags a piece, turn the
   * piece.
   * @param {PointerEvent} event
   */
  secondFinger(event) {
    if (!this.press || event.pointerId === this.press.id) return false;
    if (this.dragged) this.game.applyMotion("turned");
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.press) {
      if (event.pointerType === "mouse") this.point(event);
      return;
    }
    if (event.pointerId !== this.press.id) return;
    const { press } = this;
    if (press.isWhole) {
      this.board.turnWhole(SWING * (press.x - event.clientX), SWING * (event.clientY - press.y));
      Object.assign(press, { x: event.clientX, y: event.clientY });
      return;
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!this.dragged && far > (press.isTouch ? 9 : 5)) this.begin();
    if (!this.dragged) return;
    Object.assign(this.dragged, { x: event.clientX, y: event.clientY });
    this.drag();
  }

  /** Whether the state has changed since the press, for example by a key, so that the press has lost its target. */
  get isStale() {
    return this.press?.state !== this.game.state;
  }

  /** Turn the press into a drag, if there is something to drag. */
  begin() {
    const { press, game, board } = this;
    if (!press) return;
    const { isHovering, placement, piece } = press;
    if (this.isStale || (piece === undefined && !isHovering && !placement)) return;
    game.isDragging = true;
    if (piece !== undefined) game.take(piece);
    else if (placement && !isHovering) game.liftAt(placement);
    const { held } = game.state;
    if (!held) {
      game.isDragging = false;
      return;
    }
    const grab = piece === undefined && held.at && !press.isTouch
      ? this.grabOf(board.boardPoint(press.x, press.y)) : { way: [0, 0], layers: 0 };
    this.dragged = { grab, x: press.x, y: press.y };
    this.board.draw();
    this.tray.draw();
    document.body.append(this.floating);
    document.body.classList.add("dragging");
  }

  /**
   * Return the `grab` of a pointer at a point of the board, on the hovering piece.
   * @param {Array<number>} place
   */
  grabOf(place) {
    const { puzzle, inHand: held } = this.game;
    const at = held.at ?? [];
    const middle = middleOf(puzzle, held.piece, held.orientation);
    const layer = puzzle.isSolid ? layerAt(puzzle, place) : 0;
    const [panel, offset] = [panelOf(puzzle, [layer]), offsetOf(puzzle, at)];
    return {
      way: place.map((own, k) => own - panel[k] - offset[k] - middle[k]),
      layers: puzzle.isSolid ? layer - at[0] : 0,
    };
  }

  /** The current drag; the caller knows that there is one. */
  get carried() {
    return /** @type {NonNullable<typeof this.dragged>} */ (this.dragged);
  }

  /** Return the middle of the dragged piece on the board. */
  middle() {
    const { game, board, press } = this;
    const { x: right, y: down, grab: { way } } = this.carried;
    const [x, y] = board.boardPoint(right, down);
    const { piece, orientation } = game.inHand;
    const above = press?.isTouch ? heightOf(game.puzzle, piece, orientation) / 2 + ABOVE : 0;
    return [x - way[0], y - way[1] - above];
  }

  /** Draw the dragged piece at the pointer, and where it would land. */
  drag() {
    const { game, board } = this;
    const { puzzle } = game;
    const { piece, orientation } = game.inHand;
    const at = this.draggedOffset();
    const { a, e, f } = board.screen();
    const group = svg("g", { transform: `translate(${e} ${f}) scale(${a})` });
    group.append(!puzzle.isSolid || this.isOverBoard()
      ? placedGroup(puzzle, [piece, orientation, ...at]) : this.solidAt(this.middle()));
    this.floating.replaceChildren(group);
    const placements = fitting(puzzle, game.state, piece, orientation);
    this.show(nearestOf(puzzle, placements, at, REACH));
  }

  /**
   * Return the dragged piece as solid.js projects it, for use outside the board, with its middle at
   * a point.
   * @param {Array<number>} of
   */
  solidAt([x, y]) {
    const { puzzle, inHand: { piece, orientation } } = this.game;
    const [left, top, width, height] = pieceBox(puzzle, piece, orientation);
    const place = `translate(${x - left - width / 2} ${y - top - height / 2})`;
    return svg("g", { transform: place }, [pieceGroup(puzzle, piece, orientation)]);
  }

  /**
   * Return the offset of the dragged piece, not rounded to cells. On a solid board, the panel under
   * the middle of the piece selects the layer for the grabbed layer of the piece. If the piece
   * would then leave the board, the nearest layer at which it does not is used.
   */
  draggedOffset() {
    const { puzzle, inHand: { piece, orientation } } = this.game;
    const place = this.middle();
    const middle = middleOf(puzzle, piece, orientation);
    if (!puzzle.isSolid) return wayOf(puzzle, place.map((own, k) => own - middle[k]));
    const pointed = layerAt(puzzle, place);
    const layer = layerWithin(puzzle, piece, orientation, pointed - this.carried.grab.layers);
    const panel = panelOf(puzzle, [pointed]);
    return [layer, ...wayOf(puzzle, place.map((own, k) => own - panel[k] - middle[k]))];
  }

  /** Turn `grab` with the piece, so that the pointer holds the same point of it. @param {GameEvent} event */
  follow({ kind, times = 1 }) {
    if (!this.dragged) return;
    if (!this.game.state.held) {
      this.end();
      return;
    }
    const { grab } = this.dragged;
    const [x, y] = grab.way;
    const angle = (FULL_TURN * times) / this.game.puzzle.turns;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    if (kind === "turned") grab.way = [x * cos - y * sin, x * sin + y * cos];
    if (kind === "flipped") grab.way = [-x, y];
    if (["flipped", "tipped", "taken", "lifted"].includes(kind)) grab.layers = 0;
    this.drag();
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.press || event.pointerId !== this.press.id) return;
    if (this.dragged) this.drop(event, false);
    else if (this.press.piece === undefined && !this.press.isWhole) this.tap();
    this.press = null;
  }

  /**
   * End a drag: the piece is placed, hovers over the board, or goes into the tray.
   * @param {PointerEvent} event @param {boolean} isCancelled
   */
  drop(event, isCancelled) {
    if (!this.press || event.pointerId !== this.press.id) return;
    const { game } = this;
    if (this.dragged) {
      const { preview } = game;
      const at = this.draggedOffset();
      const isOver = this.isOverBoard();
      this.end();
      if (isCancelled) game.cancel();
      else if (preview) game.place(preview);
      else if (isOver) game.hoverAt(at.map((place) => this.rounded(place)));
      else game.back();
    }
    this.press = null;
  }

  /** @param {number} place */
  rounded(place) {
    const { step } = this.game.puzzle;
    return Math.round(place / step) * step;
  }

  isOverBoard() {
    const { left, top, right, bottom } = this.board.root.getBoundingClientRect();
    const [x, y] = this.middle();
    const point = new DOMPoint(x, y).matrixTransform(this.board.screen());
    return point.x > left && point.x < right && point.y > top && point.y < bottom;
  }

  end() {
    this.press = null;
    this.dragged = null;
    this.game.isDragging = false;
    this.floating.remove();
    document.body.classList.remove("dragging");
    this.wasDrag = true;
    this.board.draw();
    this.tray.draw();
  }

  /** Handle a tap on the board. */
  tap() {
    const { game, press } = this;
    if (!press || this.isStale) return;
    const { isHovering, placement, cell = -1 } = press;
    if (isHovering) this.turnOrFlip();
    else if (placement) game.liftAt(placement);
    else if (cell >= 0 && game.state.held) game.placeOn(cell);
    else if (cell >= 0) {
      game.cursor = cell;
      game.notify({ kind: "cursor" });
    }
  }

  /** Handle a tap on a place of the tray, or Enter on it. @param {PointerEvent} event */
  clickTray(event) {
    // The browser reports a click when a drag ends over the tray.
    if (this.wasDrag && event.detail) return;
    const place = closestTo(targetOf(event), ".place");
    const { held } = this.game.state;
    const piece = place && Number(place.dataset.piece);
    if (!place || (held?.piece === piece && held.at)) this.game.back();
    else if (held?.piece === piece) this.turnOrFlip();
    else this.game.take(Number(piece), event.detail === 0);
    // From now on the keys move the held piece.
    if (this.game.state.held) this.board.root.focus({ preventScroll: true });
  }

  /** Turn the held piece; if turning is forbidden or changes nothing, turn it over. */
  turnOrFlip() {
    const { game } = this;
    const { piece, orientation } = game.inHand;
    const turns = game.puzzle.turned(piece, orientation);
    game.applyMotion(turns === null || turns === orientation ? "flipped" : "turned");
  }

  /** Show where a click at the mouse pointer would place the held piece. @param {PointerEvent} event */
  point(event) {
    const { game, board } = this;
    if (!game.state.held || !board.root.contains(targetOf(event))) return;
    const cell = closestTo(targetOf(event), ".hovering, .placed")
      ? -1 : board.cellAtPoint(event.clientX, event.clientY);
    this.show(cell < 0 ? null : tapped(game.puzzle, game.state, cell));
  }

  /** @param {Placement | null} preview */
  show(preview) {
    if (this.game.preview?.join() === preview?.join()) return;
    this.game.preview = preview;
    this.board.drawLanding();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.game.state.held || event.ctrlKey) return;
    if (targetOf(event).closest?.("#words, dialog")) return;
    event.preventDefault();
    if (event.timeStamp - this.wheeledAt < WHEEL_REST) return;
    this.wheeledAt = event.timeStamp;
    const way = event.deltaY || event.deltaX;
    if (event.shiftKey) this.game.applyMotion("flipped");
    else if (way > 0) this.game.applyMotion("turned");
    else if (way < 0) this.game.turnBack();
  }
}

/**
 * Return the height of a piece in the picture of a layer.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation
 */
function heightOf(puzzle, piece, orientation) {
  return boxOf(puzzle, puzzle.pieces[piece].orientations[orientation])[3];
}
