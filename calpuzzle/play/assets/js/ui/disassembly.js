/*
 * The film of how a solution of cubes comes apart by sliding: each move is a step. The worker finds the moves
 * (sliding.js) when the dialog opens. When a part itself comes apart, only that part is shown, at its position.
 * Pieces that move out are shown ON_ITS_WAY cells away.
 */

import { Dialog } from "./dialog.js";
import { newElement } from "./elements.js";
import { Film, filmPart } from "./film.js";
import { fillTexts, listed, translate } from "./lang.js";
import { compared, moved } from "../logic/shapes.js";
import { solidBox, solidGroup } from "./solid.js";
import { paintOf, svg } from "./svg.js";

const ON_ITS_WAY = 4; // the distance in cells at which pieces that move out are shown
/**
 * @typedef {{name: string, piece: number, cells: Array<Cell>, together?: string}} PlacedPiece
 *
 * @typedef {{pieces: Array<number>, cells: Array<Array<Cell>>, move: Slide | null}} ApartFrame
 */

/** The names of the directions along each axis, positive and negative. */
const WAYS = [["up", "down"], ["front", "back"], ["right", "left"]];

/**
 * Return whether a disassembly can be requested: the solution has several pieces, made of cubes.
 * @param {Puzzle} puzzle @param {Array<Placement>} solution @returns {boolean}
 */
export function canDisassemble({ isSolid, outlines }, solution) {
  return isSolid && solution.length > 1 && Object.values(outlines).every((corners) => corners.length === 4);
}

/**
 * Return the pieces of a solution in the order that Python uses: by piece, and copies of a piece by
 * their cells.
 * @param {Puzzle} puzzle @param {Array<Placement>} solution @returns {Array<PlacedPiece>}
 */
function placedPieces(puzzle, solution) {
  const pieces = solution.map((placement) => ({ piece: placement[0], cells: puzzle.cellsOf(placement) }));
  pieces.sort((one, other) => (
    one.piece - other.piece || compared(one.cells.flat(), other.cells.flat())));
  const together = new Map(puzzle.together);
  return pieces.map((own, k) => {
    const copy = k - pieces.findIndex(({ piece }) => piece === own.piece);
    const name = puzzle.pieces[own.piece].names[copy];
    return { ...own, name, together: together.get(name) };
  });
}

/** The dialog of the film. @extends {Dialog<Game>} */
export class DisassemblyDialog extends Dialog {
  /** @param {Game} game */
  constructor(game) {
    super("apart", game);
    /** @type {Array<PlacedPiece>} */
    this.pieces = [];
    /** @type {DisassemblyFilm | null} */
    this.film = null;
    this.root.addEventListener("close", () => this.film?.pause());
  }

  /** Open the dialog with a solution. @param {Array<Placement>} [solution] */
  async open(solution = []) {
    const pieces = placedPieces(this.game.puzzle, solution);
    this.pieces = pieces;
    super.open();
    const answer = await this.ask({ ask: "apart", pieces }, (text) => this.film?.tell(text));
    if (answer && this.pieces === pieces && this.root.open) this.film?.showAnswer(answer);
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const film = new DisassemblyFilm(this.game.puzzle, this.pieces);
    this.film = film;
    body.append(film.picture, film.element);
  }
}

/** The film in the dialog, with its picture. @extends {Film<ApartFrame>} */
class DisassemblyFilm extends Film {
  /** @param {Puzzle} puzzle @param {Array<PlacedPiece>} pieces */
  constructor(puzzle, pieces) {
    super(filmPart("apart.title"));
    const picture = svg("svg", { class: "miniature", "aria-hidden": "true" });
    const said = newElement("p", { className: "unseen", role: "status" });
    this.puzzle = puzzle;
    this.pieces = pieces;
    this.levels = "";
    this.picture = picture;
    this.said = said;
    this.element.append(said);
    fillTexts(this.element);
    this.use([]);
    this.tell(translate("apart.wait"));
  }

  /**
   * Set the separations to show, and show the solution before the first. An empty list leaves nothing to play.
   * @param {Array<Separation>} separations
   */
  use(separations) {
    this.levels = separations.map(({ moves }) => moves.length).join(".");
    this.frames = framesOf(this.pieces, separations);
    this.element.classList.toggle("waiting", this.frames.length < 2);
    const cells = this.frames.flatMap((frame) => frame.pieces.flatMap((k) => frame.cells[k]));
    const distinct = [...new Map(cells.map((cell) => [cell.join(), cell])).values()];
    this.picture.setAttribute("viewBox", solidBox(this.puzzle, distinct).map(Math.round).join(" "));
    this.show(this.frames[0]);
  }

  /** Show the worker's answer: the film, or that there is none. @param {ApartAnswer} answer */
  showAnswer({ separations, isGivenUp }) {
    if (separations) {
      this.use(separations);
      this.begin();
    } else {
      this.tell(translate(isGivenUp ? "apart.unknown" : "apart.never"));
    }
  }

  /** Show and announce a sentence instead of the film. @param {string} text */
  tell(text) {
    this.words.textContent = text;
    this.speak(text);
  }

  /** @param {string} text */
  speak(text) {
    this.said.textContent = text;
  }

  /** @param {ApartFrame} of */
  show({ pieces, cells, move }) {
    const things = pieces.map((k) => ({
      cells: cells[k], paint: paintOf(this.puzzle, this.pieces[k].piece),
      name: move?.pieces.includes(k) ? "held" : "",
    }));
    this.picture.replaceChildren(solidGroup(this.puzzle, things));
  }

  text() {
    const { at, frames } = this;
    const all = frames.length - 1;
    if (!at) return translate("apart.start", { n: all, levels: this.levels });
    const { pieces, by, isOut } = /** @type {Slide} */ (frames[at].move);
    const axis = by.findIndex(Boolean);
    const towards = WAYS[axis][Number(by[axis] < 0)];
    const names = listed(pieces.map((k) => this.pieces[k].name));
    const values = { names, way: translate(`apart.${towards}`), n: Math.abs(by[axis]) };
    const words = translate(isOut ? "apart.out" : "apart.move", values);
    return translate("apart.step", { step: at, all, words });
  }
}

/**
 * Return the frames: first the solution, then one for each move, with the pieces of the part that comes apart, and
 * the cells of all pieces after the move.
 * @param {Array<PlacedPiece>} all @param {Array<Separation>} separations
 */
function framesOf(all, separations) {
  let now = all.map(({ cells }) => cells);
  /** @type {Array<ApartFrame>} */
  const frames = [{ pieces: [...all.keys()], cells: now, move: null }];
  for (const { pieces, moves } of separations) {
    for (const move of moves) {
      const by = move.by.map((own) => (move.isOut ? ON_ITS_WAY * own : own));
      const cells = now.map((own, k) => (move.pieces.includes(k) ? moved(own, by) : own));
      frames.push({ pieces, cells, move });
      if (!move.isOut) now = cells;
    }
  }
  return frames;
}
