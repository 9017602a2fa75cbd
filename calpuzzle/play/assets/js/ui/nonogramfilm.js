/*
 * The film: each step of solving all lines at once, with the probabilities, shown on the board.
 *
 * The worker computes all steps once; frame 0 is the grid before the first. The filled cells are not changed,
 * and are visible again when the film is closed.
 */

import { Film } from "./film.js";
import { gridCellName, lineName } from "./nonogramwords.js";
import { currentLocale, translate } from "./lang.js";
import { lastOf } from "../logic/shapes.js";
import { within } from "./elements.js";

/** The film of a nonogram. @extends {Film<FilmStep>} */
export class NonogramFilm extends Film {
  /**
   * @param {NonogramGame} game @param {Record<string, HTMLElement>} parts @param {NonogramSize} size
   * @param {NonogramVoice} voice
   */
  constructor(game, { film, root, tools }, size, voice) {
    super(film);
    this.game = game;
    this.root = root;
    this.tools = tools;
    this.size = size;
    this.voice = voice;
    /** @type {{line?: number, cell?: number} | null} */
    this.contradiction = null;
    this.button("close").addEventListener("click", () => this.close());
    film.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  async open() {
    if (this.game.frame) return;
    const { frames } = this;
    this.frames = frames.length ? frames : await this.loadFrames();
    if (!this.frames.length) return;
    this.root.classList.add("film");
    this.element.hidden = false;
    this.size.showWhole(true);
    this.begin();
  }

  /** Request all frames; the list is empty if there is no answer. @returns {Promise<Array<FilmStep>>} */
  async loadFrames() {
    const answer = await this.game.question("steps");
    if (!answer) return [];
    const { clued } = this.game;
    this.contradiction = answer.contradiction;
    const bare = clued.given.map((given) => clued.palette.map((_, colour) => (
      Number(colour === Math.max(given, 0))
    )));
    const start = { shares: bare, candidates: 0n, settled: 0, open: clued.size, isStart: true };
    return [start, ...answer.steps];
  }

  /** @param {FilmStep} frame */
  show(frame) {
    this.game.show(frame);
  }

  /** @param {string} text */
  speak(text) {
    this.voice.speak(text);
  }

  /** Return the sentences about the current frame. */
  text() {
    const { at, frames, contradiction } = this;
    const last = frames.length - 1;
    const parts = [];
    if (at === 0 && last) parts.push(translate("nonogram.film.start", { n: last }));
    if (at > 0) {
      const { candidates, settled } = frames[at];
      const count = shortCount(candidates);
      parts.push(translate("nonogram.film.step", { step: at, all: last, count }));
      parts.push(translate("nonogram.film.settled", { n: settled }));
    }
    if (at === last) parts.push(contradiction ? this.contradictionWords(contradiction) : this.endWords());
    return parts.filter(Boolean).join(" ");
  }

  /**
   * Return the sentence about a line that cannot be filled, or about a cell whose row and column
   * contradict each other.
   * @param {{line?: number, cell?: number}} of
   */
  contradictionWords({ line, cell = 0 }) {
    const { clued } = this.game;
    return line === undefined
      ? translate("nonogram.film.disagree", { cell: gridCellName(clued, cell) })
      : translate("nonogram.film.torn", { line: lineName(clued, line) });
  }

  endWords() {
    const { open } = lastOf(this.frames);
    return open ? translate("nonogram.film.open", { n: open }) : "";
  }

  /** Close the film, and show the filled cells again. */
  close() {
    this.pause();
    this.element.hidden = true;
    this.root.classList.remove("film");
    this.game.show(null);
    this.size.showWhole(false);
    within(this.tools, '[data-tool="film"]').focus();
  }

  relabel() {
    if (this.game.frame) super.relabel();
  }
}

/** Return a count as a text, in scientific notation from 10^12 on. @param {bigint} count */
function shortCount(count) {
  if (count < 10n ** 12n) return count.toLocaleString(currentLocale());
  return Number(count).toLocaleString(currentLocale(), {
    notation: "scientific", maximumSignificantDigits: 3,
  });
}
