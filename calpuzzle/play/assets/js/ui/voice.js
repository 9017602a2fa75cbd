/*
 * The words of the page: a sentence in the live region for everything that happens, and the names of places.
 *
 * Rows are counted from 1 in sentences. A sentence about a placed piece waits a moment for the remaining
 * solutions, so that both are one announcement.
 */

import { analysisWords } from "./analysis.js";
import { dateWords, shownLabel } from "./dates.js";
import { newElement } from "./elements.js";
import { misfit, ownersOf } from "./landing.js";
import { listed, translate } from "./lang.js";
import { boundsOf, lastOf } from "../logic/shapes.js";
import { allPlaced, inTray, mayStayOut } from "./state.js";

const WAIT = 1200; // milliseconds that a sentence waits for the number of remaining solutions

/** The voice of the page. */
export class Voice {
  /**
   * @param {Game} game
   * @param {HTMLElement} region  the live region
   */
  constructor(game, region) {
    this.game = game;
    this.region = region;
    this.waiting = null;
    this.takenSentence = null;
    game.onChange((event) => this.follow(event));
  }

  /** Announce a sentence now. @param {string} text */
  speak(text) {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
    // Screen readers ignore a text that does not change, so a repeated sentence gets a space at its end.
    this.region.textContent = this.region.textContent === text ? `${text}\u00a0` : text;
  }

  /** @param {GameEvent} event */
  follow(event) {
    if (event.kind === "places") {
      const before = this.waiting?.text ?? this.takenSentence;
      this.speak([before, analysisWords(this.game)].filter(Boolean).join("; "));
      return;
    }
    this.takenSentence = null;
    if (event.kind === "answer") {
      if (this.waiting) this.speak(`${this.waiting.text}; ${leftWords(this.game)}`);
      return;
    }
    const text = this.sentence(event);
    if (!text) return;
    const waits = (event.moved || event.kind === "setting") && !this.game.answer && this.game.settings.left !== "hidden"
      && event.kind !== "opened" && !event.solved;
    this.speak(text);
    if (event.kind === "taken" || event.kind === "lifted") this.takenSentence = text;
    if (!waits) return;
    this.region.textContent = "";
    this.waiting = { text, timer: setTimeout(() => this.speak(text), WAIT) };
  }

  /** Return the sentence about an event, or "". @param {GameEvent} event */
  sentence(event) {
    const { game } = this;
    const { state, puzzle } = game;
    const name = puzzle.pieces[event.piece ?? event.placement?.[0] ?? -1]?.name;
    const values = { name, place: event.placement && placeWords(puzzle, event.placement) };
    switch (event.kind) {
      case "taken": case "lifted": case "turned": case "flipped": case "tipped":
        return joinedWords(translate(`said.${event.kind}`, values), this.hoverWords() || analysisWords(game));
      case "hovered": return this.hoverWords();
      case "placed": return translate(event.solved ? "said.solved" : "said.placed", values);
      case "misfit": return translate("said.misfit", { name, why: misfitWords(game, event) });
      case "undone": case "redone": case "reset": case "resumed":
        return translate(`said.${event.kind}`, { n: allPlaced(state).length });
      case "back": case "returned": return translate(`said.${event.kind}`, values);
      case "unmoved": return translate(`unmoved.${event.motion}`, values);
      case "cursor": return this.cellWords(game.cursor);
      case "setting": return event.name === "left" ? this.switchWords() : "";
      case "opened": return titleWords(puzzle, state);
      default: return "";
    }
  }

  /** Return the option of the switch about remaining solutions, and its answer if it is known. */
  switchWords() {
    const { game } = this;
    const words = `${translate("settings.left")}: ${translate(`settings.left.${game.settings.left}`)}`;
    return [words, leftWords(game)].filter(Boolean).join("; ");
  }

  /** Return where the piece in the hand hovers, and whether it fits there, in words. */
  hoverWords() {
    const { game } = this;
    const placement = game.hovering();
    if (!placement) return "";
    const why = misfit(game.puzzle, game.state, placement);
    const fits = why ? misfitWords(game, why) : joinedWords(translate("hover.fits"), analysisWords(game));
    return [coverWords(game.puzzle, placement), fits].filter(Boolean).join(": ");
  }

  /** Return a cell and its content, in words. @param {number} cell */
  cellWords(cell) {
    const { puzzle, state } = this.game;
    return `${cellName(puzzle, cell)}: ${contentWords(puzzle, state, cell)}`;
  }
}

/**
 * Return the remaining solutions in words, in the form that the switch selects; empty if they are hidden or
 * not known. The number is that of the board without the held piece; the words say so if it hovers or was
 * lifted.
 * @param {Game} game @returns {string}
 */
export function leftWords({ answer, settings, puzzle, state }) {
  if (!answer || settings.left === "hidden") return "";
  const left = answerWords(answer, settings);
  const { held } = state;
  if (!held?.at && !held?.before) return left;
  return translate("left.without", { name: puzzle.pieces[held.piece].name, left });
}

/** @param {RemainingAnswer} answer @param {SettingValues} settings */
function answerWords(answer, settings) {
  if (!answer.possible) return translate(settings.left === "count" ? "left.none" : "left.no");
  if (settings.left === "possible") return translate("left.yes");
  return translate(answer.exact ? "left.some" : "left.more", { n: answer.count });
}

/**
 * Return the first and the last row and column of a placement, counted from 1; in space, its layers
 * come first. Only the cells on the board count, if there are any.
 * @param {Puzzle} puzzle @param {Placement} placement
 */
function linesOfPlacement(puzzle, placement) {
  const cells = puzzle.cellsOf(placement);
  const spots = cells.map((cell) => puzzle.spots[puzzle.cellAt(cell)]).filter(Boolean);
  const scale = puzzle.isLines ? puzzle.step : 1;
  return boundsOf(spots.length ? spots : cells)
    .map((ends) => ends.map((end) => Math.floor(end / scale) + 1));
}

/**
 * Return the lines that a placement takes along an axis, in words: `rows 3 to 4`.
 * @param {Array<number>} of @param {string} one @param {string} several
 */
function linesWords([from, to], one, several) {
  return from === to ? translate(one, { from }) : translate(several, { from, to });
}

/**
 * Return the rows of a placement in words, such as `rows 3 to 4`; in space, its layers and rows.
 * @param {Puzzle} puzzle @param {Placement} placement @returns {string}
 */
export function placeWords(puzzle, placement) {
  const lines = linesOfPlacement(puzzle, placement);
  const rows = linesWords(lines[lines.length - 2], "place.row", "place.rows");
  if (!puzzle.isSolid) return rows;
  return `${linesWords(lines[0], "place.layer", "place.layers")}, ${rows}`;
}

/**
 * Return what a placement covers: its labels, or its rows and columns. If only the cells of the
 * board have numbered rows and columns (`spots`), the text is empty for a placement entirely off
 * the board.
 * @param {Puzzle} puzzle @param {Placement} placement @returns {string}
 */
function coverWords(puzzle, placement) {
  const covered = puzzle.cellsOf(placement).map((cell) => puzzle.cellAt(cell));
  if (puzzle.spots !== puzzle.cells && covered.every((cell) => cell < 0)) return "";
  const labels = covered.map((cell) => puzzle.labels[cell]);
  if (labels.every(Boolean)) {
    return translate("place.labels", { labels: labels.map((own) => shownLabel(puzzle, own)).join(" ") });
  }
  const columns = lastOf(linesOfPlacement(puzzle, placement));
  return `${placeWords(puzzle, placement)}, ${linesWords(columns, "place.column", "place.columns")}`;
}

/**
 * Return the label of a cell, or its row and column, in space with its layer.
 * @param {Puzzle} puzzle @param {number} cell @returns {string}
 */
export function cellName(puzzle, cell) {
  if (puzzle.labels[cell]) return shownLabel(puzzle, puzzle.labels[cell]);
  const [row, column] = puzzle.spots[cell].slice(-2).map((place) => place + 1);
  if (!puzzle.isSolid) return translate("place.cell", { row, column });
  return translate("place.space", { layer: puzzle.spots[cell][0] + 1, row, column });
}

/**
 * Return the name of layer `k`, counted from the lowest, 0. The name states whether the layer is
 * the bottom or the top.
 * @param {Puzzle} puzzle @param {number} k @returns {string}
 */
export function layerWords({ layers }, k) {
  const name = translate("layer.name", { n: k + 1 });
  if (layers.length < 2 || (k && k < layers.length - 1)) return name;
  return `${name}, ${translate(k ? "layer.top" : "layer.bottom")}`;
}

/**
 * Return the sign of a cell's colour, if it has one, and its content: a piece, nothing, or that it must stay open.
 * @param {Puzzle} puzzle @param {State} state @param {number} cell @returns {string}
 */
function contentWords(puzzle, state, cell) {
  return joinedWords(puzzle.marks[puzzle.colours[cell]], ownerWords(puzzle, state, cell));
}

/** @param {Puzzle} puzzle @param {State} state @param {number} cell */
function ownerWords(puzzle, state, cell) {
  const owner = ownersOf(puzzle, state).get(cell);
  if (owner) return puzzle.pieces[owner[0]].name;
  if (puzzle.openOn(state.date).includes(cell)) return translate("cell.open");
  const isFree = puzzle.free.includes(cell);
  return joinedWords(translate("cell.empty"), isFree && translate("cell.free"));
}

/**
 * Return the reason why a placement does not fit, in words.
 * @param {Game} game @param {{why?: string, cell?: number, owner?: Placement}} found @returns {string}
 */
export function misfitWords({ puzzle }, { why, cell, owner }) {
  const name = owner ? puzzle.pieces[owner[0]].name : "";
  return translate(`misfit.${why}`, { cell: cell === undefined ? "" : cellName(puzzle, cell), name });
}

/**
 * Return the board as tables of words, one table for each layer.
 * @param {Puzzle} puzzle @param {State} state @returns {Array<HTMLTableElement>}
 */
export function wordTables(puzzle, state) {
  if (!puzzle.isSolid) return [wordTable(puzzle, state, [], titleWords(puzzle, state))];
  const numbers = new Set(puzzle.spots.map(([layer]) => layer));
  return [...numbers].map((layer, k) => wordTable(puzzle, state, [layer], layerWords(puzzle, k)));
}

/**
 * Create the table of one layer. If the notation of placements does not use the rows and columns of
 * the table, each cell without a label contains the numbers that the notation uses.
 * @param {Puzzle} puzzle @param {State} state @param {Array<number>} layer @param {string} title
 */
function wordTable(puzzle, state, layer, title) {
  const own = puzzle.spots.filter((spot) => layer.every((place) => place === spot[0]));
  const axis = (/** @type {number} */ k) => (
    [...new Set(own.map((spot) => spot[spot.length + k]))].sort((a, b) => a - b));
  const [rows, columns] = [axis(-2), axis(-1)];
  const open = puzzle.openOn(state.date);
  const boxOfCell = (/** @type {number} */ cell) => {
    if (cell < 0) return newElement("td");
    const name = puzzle.labels[cell] || (puzzle.spots === puzzle.cells ? "" : puzzle.cells[cell].join());
    const parts = [name, contentWords(puzzle, state, cell)];
    const className = open.includes(cell) ? "date" : "";
    return newElement("td", { className }, [parts.filter(Boolean).join(": ")]);
  };
  const headOfLine = (/** @type {number} */ place, /** @type {string} */ scope) => (
    newElement("th", { scope }, [String(place + 1)]));
  const heads = [newElement("td"), ...columns.map((column) => headOfLine(column, "col"))];
  const lines = rows.map((row) => newElement("tr", {}, [
    headOfLine(row, "row"),
    ...columns.map((column) => boxOfCell(puzzle.cellAtSpot([...layer, row, column]))),
  ]));
  return newElement("table", {}, [
    newElement("caption", { className: puzzle.isSolid ? "" : "unseen" }, [title]),
    newElement("thead", {}, [newElement("tr", {}, heads)]),
    newElement("tbody", {}, lines),
  ]);
}

/**
 * Return the pieces that are not placed, in a sentence, and those of them that may stay out in another.
 * @param {Puzzle} puzzle @param {State} state @returns {string}
 */
export function trayWords(puzzle, state) {
  const here = [...puzzle.pieces.keys()].filter((k) => inTray(puzzle, state, k) > 0);
  const free = here.filter((k) => mayStayOut(puzzle, state, k));
  const names = (/** @type {Array<number>} */ pieces) => ({ names: listed(pieces.map((k) => puzzle.pieces[k].name)) });
  const all = here.length ? translate("tray.holds", names(here)) : translate("tray.empty");
  return free.length ? `${all} ${translate("tray.free", names(free))}` : all;
}

/** @param {Puzzle} puzzle @param {State} state */
function titleWords(puzzle, { date }) {
  return joinedWords(puzzle.title, dateWords(puzzle, date));
}

/** @param {...(string | false | undefined)} parts */
function joinedWords(...parts) {
  return parts.filter(Boolean).join(", ");
}
