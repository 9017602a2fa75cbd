/*
 * The tray: a place for each piece, which is a button that takes the piece. The label of a place
 * states whether the piece is there, in the hand or placed.
 *
 * Places keep their order. The number of columns is chosen to make the pieces as large as possible.
 */

import { newElement, onResize, within } from "./elements.js";
import { outlineOf } from "../logic/geometry.js";
import { pieceBox, pieceGroup, reachOf } from "./outline.js";
import { inTray, mayStayOut } from "./state.js";
import { setIfChanged, svg } from "./svg.js";
import { listed, translate } from "./lang.js";

const LEAST = 44;   // least width of a place in pixels, for fingers
const ROOM = 30;    // added to the size of the largest piece, in units of the board
const TALLEST = 150; // greatest height of a row in pixels
const CAPTION = 16; // pixels below a picture, as in style/d-tray.css

/** The drawn tray. */
export class Tray {
  /** @param {Game} game @param {HTMLElement} root */
  constructor(game, root) {
    this.game = game;
    this.root = root;
    /** @type {number | null} */
    this.hinted = null;
    /** @type {Array<number>} */
    this.orientations = []; // the drawn orientation of each piece
    this.reach = Math.max(...game.puzzle.pieces.map((_, piece) => reachOf(game.puzzle, piece)));
    this.places = game.puzzle.pieces.map((_, piece) => this.place(piece));
    root.append(...this.places);
    game.onChange(({ name }) => {
      if (name === "paint") this.orientations = [];
    });
    onResize(root, () => this.fit());
  }

  /** @param {number} piece */
  place(piece) {
    const { name } = this.game.puzzle.pieces[piece];
    return newElement("button", { className: "place", "data-piece": piece }, [
      svg("svg", { "aria-hidden": "true" }),
      newElement("span", { className: "key" }, [`${piece + 1} ${shownName(name)}`]),
      " ",
      newElement("span", { className: "copies" }),
    ]);
  }

  /** Choose the number of columns that makes the pieces largest. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.root;
    const number = this.places.length;
    const mostColumns = Math.max(1, Math.min(number, Math.floor((width + 4) / (LEAST + 4))));
    let [best, most, rows] = [mostColumns, 0, 0];
    for (let across = 1; across <= mostColumns; across += 1) {
      const down = Math.ceil(number / across);
      const high = Math.min(TALLEST, (height - 4 * (down - 1)) / down) - CAPTION;
      const size = Math.min((width - 4 * (across - 1)) / across, high);
      if (size > most || (size === TALLEST - CAPTION && down < rows)) [best, most, rows] = [across, size, down];
    }
    this.root.style.setProperty("--across", String(best));
    this.root.style.setProperty("--down", String(Math.ceil(number / best)));
  }

  /** Update every place. */
  draw() {
    for (const [piece, button] of this.places.entries()) this.drawPlace(piece, button);
  }

  /** @param {number} piece @param {HTMLButtonElement} button */
  drawPlace(piece, button) {
    const { puzzle, state } = this.game;
    const left = inTray(puzzle, state, piece);
    const held = state.held?.piece === piece ? state.held : null;
    const isHeld = held !== null;
    const isWaiting = held && !held.at && !this.game.isDragging;
    const own = puzzle.pieces[piece];
    const orientation = held ? held.orientation : state.trayOrientations[piece];
    button.classList.toggle("away", left <= 0 && !isWaiting);
    button.classList.toggle("hinted", this.hinted === piece);
    button.setAttribute("aria-pressed", String(isHeld));
    const where = isHeld ? "held" : left > 0 ? "here" : "placed";
    const copies = own.most > 1 ? `×${left}` : "";
    const shown = within(button, ".copies");
    if (shown.textContent !== copies) shown.textContent = copies;
    // The label begins with the visible text, because users of voice control speak that.
    const name = shownName(own.name);
    const visible = [piece + 1, name, copies].filter(Boolean).join(" ");
    const seen = name === own.name ? visible : `${visible} ${own.name}`;
    const isFree = left > 0 && mayStayOut(puzzle, state, piece);
    button.classList.toggle("free", isFree);
    // The points between the segments of sticks are no cells for users.
    const cells = own.orientations[0].filter((cell) => outlineOf(puzzle, cell).length > 1);
    setIfChanged(button, "aria-label", [
      translate(`piece.${where}`, { seen, n: cells.length }),
      marksWords(puzzle, piece, orientation), isFree && translate("piece.free"),
    ].filter(Boolean).join(", "));
    this.drawPicture(within(button, "svg"), piece, orientation);
  }

  /** @param {SVGSVGElement} picture @param {number} piece @param {number} orientation */
  drawPicture(picture, piece, orientation) {
    const { puzzle } = this.game;
    if (this.orientations[piece] === orientation) return;
    this.orientations[piece] = orientation;
    const box = boxAround(puzzle, piece, orientation, this.reach);
    picture.setAttribute("viewBox", box.join(" "));
    picture.replaceChildren(pieceGroup(puzzle, piece, orientation));
  }
}

/** Return the displayed name of a piece; "" if it is generated, as 5-04. @param {string} name */
function shownName(name) {
  return /^\p{L}/u.test(name) ? name.replace(/#\d+$/u, "") : "";
}

/**
 * Return the signs on a piece whose cells have colours, such as the numbers of a domino.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation
 */
function marksWords({ pieces, marks }, piece, orientation) {
  const colours = pieces[piece].colours?.[orientation].map((colour) => marks[colour]).filter(Boolean);
  return colours?.length ? translate("piece.marks", { marks: listed(colours) }) : "";
}

/**
 * Return the square view box that shows a piece in its middle. Pieces with the same `reach` have
 * the same scale.
 * @param {Puzzle} puzzle @param {number} piece @param {number} orientation
 * @param {number} reach  the side of the box without its margin
 * @returns {Array<number>}
 */
export function boxAround(puzzle, piece, orientation, reach) {
  const [x, y, width, height] = pieceBox(puzzle, piece, orientation);
  const side = reach + ROOM;
  return [x + (width - side) / 2, y + (height - side) / 2, side, side];
}
