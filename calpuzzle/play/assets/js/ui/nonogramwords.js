/*
 * The nonogram in words: names of lines, cells and their contents, and a sentence for everything that
 * happens. Rows and columns are counted from 1.
 */

import { OPEN, blocksDone } from "../logic/nonogramclues.js";
import { isRightToLeft, translate } from "./lang.js";
import { lastOf } from "../logic/shapes.js";

const MANY = 4; // if more lines are done at once, they are counted instead of named

/** The voice of a nonogram's page. */
export class NonogramVoice {
  /**
   * @param {NonogramGame} game
   * @param {HTMLElement} region  the live region
   */
  constructor(game, region) {
    this.game = game;
    this.region = region;
    game.onChange((event) => {
      const text = this.sentence(event);
      if (text) this.speak(text);
    });
  }

  /** Announce a sentence now. @param {string} text */
  speak(text) {
    // Screen readers ignore a text that does not change, so a repeated sentence gets a space at its end.
    const sentence = sentenceOf(text);
    const isSame = this.region.textContent === sentence;
    this.region.textContent = isSame ? `${sentence}\u00a0` : sentence;
  }

  /** @param {GameEvent} event */
  sentence(event) {
    const { clued } = this.game;
    const parts = [];
    if (event.kind === "filled") parts.push(this.filled(event));
    else if (/done$/u.test(event.kind)) parts.push(this.stepped(event.kind));
    else if (event.kind === "reset") parts.push(translate("nonogram.said.reset"));
    else if (event.kind === "unmoved") parts.push(translate(`unmoved.${event.motion}`));
    else if (event.kind === "opened") parts.push(`${clued.title}, ${progressWords(this.game)}`);
    else if (event.kind === "pen") parts.push(penName(clued, this.game.pen));
    if (event.solved) parts.push(translate("nonogram.solved"));
    else if (event.kind !== "opened" && event.done?.length) parts.push(this.done(event.done));
    return parts.filter(Boolean).join("; ");
  }

  /** @param {GameEvent} event */
  filled({ cells = [], value = OPEN, moved, isGiven }) {
    const { clued, state } = this.game;
    if (!moved) return isGiven ? translate("nonogram.said.given") : "";
    if (cells.some((cell) => state.cells[cell] !== value)) {
      return translate("nonogram.said.settled", { n: cells.length });
    }
    const what = valueWords(clued, value);
    return `${placesWords(clued, cells)}: ${cells.length > 1 ? `${what}, ${cells.length}` : what}`;
  }

  /** @param {string} kind */
  stepped(kind) {
    const filled = this.game.state.cells.filter((value) => value > 0).length;
    return translate(`nonogram.said.${kind}`, { n: filled });
  }

  /** @param {Array<number>} lines */
  done(lines) {
    if (lines.length > MANY) return translate("nonogram.said.lines", { n: lines.length });
    const names = lines.map((line) => lineName(this.game.clued, line));
    return names.map((line) => translate("nonogram.done", { line })).join(", ");
  }
}

/** Return a text with a capital first letter. @param {string} text @returns {string} */
export function sentenceOf(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Return the name of a line: `row 3` or `column 12`. @param {Clued} clued @param {number} line @returns {string} */
export function lineName(clued, line) {
  return line < clued.height
    ? translate("nonogram.row", { row: line + 1 })
    : translate("nonogram.column", { column: line - clued.height + 1 });
}

/**
 * Return a line with its clue: `row 3: 1 2`, with the names of the colours if there are several.
 * @param {Clued} clued @param {number} line @returns {string}
 */
export function lineWords(clued, line) {
  const several = clued.palette.length > 2;
  const words = clued.clues[line].map(([length, colour]) => (
    several ? `${length} ${clued.palette[colour].name}` : String(length)
  ));
  const blocks = words.join(several ? ", " : " ") || "0";
  // Numbers go from left to right, as in the picture, even if the language does not.
  return `${lineName(clued, line)}: ${isRightToLeft() ? `\u2066${blocks}\u2069` : blocks}`;
}

/** Return the name of a cell: `row 3, column 12`. @param {Clued} clued @param {number} cell @returns {string} */
export function gridCellName(clued, cell) {
  const [row, column] = clued.linesOf(cell);
  return translate("place.cell", { row: row + 1, column: column - clued.height + 1 });
}

/**
 * Return the words for some cells: a cell by its name, a run in one line by its ends, others in one
 * line by the name of the line, all others by their number.
 * @param {Clued} clued @param {Array<number>} cells
 */
function placesWords(clued, cells) {
  if (cells.length === 1) return gridCellName(clued, cells[0]);
  const places = cells.map((cell) => clued.linesOf(cell));
  const axis = [0, 1].find((own) => places.every((lines) => lines[own] === places[0][own]));
  if (axis === undefined) return translate("nonogram.run.cells", { n: cells.length });
  const line = places[0][axis];
  const across = places.map((lines) => lines[1 - axis]).sort((one, other) => one - other);
  if (lastOf(across) - across[0] >= cells.length) return lineName(clued, line);
  const [from, to] = [across[0], lastOf(across)].map((own) => own + 1 - (axis ? 0 : clued.height));
  return axis
    ? translate("nonogram.run.column", { column: line - clued.height + 1, from, to })
    : translate("nonogram.run.row", { row: line + 1, from, to });
}

/** Return the value of a cell in words. @param {Clued} clued @param {number} value @returns {string} */
export function valueWords(clued, value) {
  if (value === OPEN) return translate("nonogram.open");
  if (value === 0) return translate("nonogram.empty");
  return clued.palette.length > 2 ? clued.palette[value].name : translate("nonogram.filled");
}

/** Return the name of a pen. @param {Clued} clued @param {number} pen @returns {string} */
export function penName(clued, pen) {
  if (pen > 0) return clued.palette.length > 2 ? clued.palette[pen].name : translate("nonogram.pen.fill");
  return translate(["nonogram.pen.empty", "nonogram.pen.clear", "nonogram.pen.move"][-pen]);
}

/** Return how much is done, in words. @param {NonogramGame} game @returns {string} */
export function progressWords(game) {
  if (game.solved) return translate("nonogram.solved");
  const n = game.met.filter(Boolean).length;
  return translate("nonogram.progress", { n, all: game.met.length });
}

/**
 * Return a share as a rounded percentage; it is 0 only if the share is 0, and 100 only if it is 1.
 * @param {number} share @returns {number}
 */
export function percentOf(share) {
  if (share === 0 || share === 1) return 100 * share;
  return Math.min(99, Math.max(1, Math.round(100 * share)));
}

/**
 * Return the shares of a cell in a frame of the film, in words.
 * @param {Clued} clued
 * @param {Array<number>} shares  by colour
 * @returns {string}
 */
export function sharesInWords(clued, shares) {
  const sure = shares.indexOf(1);
  if (sure >= 0) return valueWords(clued, sure);
  const parts = shares.map((share, colour) => [percentOf(share), colour])
    .filter(([percent, colour]) => percent && (colour || clued.palette.length > 2));
  return parts.map(([percent, colour]) => (
    translate("nonogram.share", { percent, colour: valueWords(clued, colour) })
  )).join(", ");
}

/**
 * Return which blocks of a clue are done, so that their numbers can be ticked off.
 * @param {Clued} clued @param {number} line
 * @param {Array<number>} values  of the whole grid
 * @param {boolean} isMet
 * @returns {Array<boolean>} of each block, whether it is done
 */
export function ticksOf(clued, line, values, isMet) {
  const clue = clued.clues[line];
  return isMet ? clue.map(() => true) : blocksDone(clue, clued.along(values, line));
}
