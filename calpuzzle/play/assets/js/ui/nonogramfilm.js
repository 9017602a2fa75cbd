/*
 * The film: each step of solving all lines at once, with the probabilities, shown on the board.
 *
 * The worker makes all steps once; frame 0 is the grid before the first. What is filled in is left
 * alone, and is there again when the film is closed.
 */

import { Film } from "./film.js";
import { gridCellName, lineName } from "./nonogramwords.js";
import { currentLocale, say } from "./lang.js";

/** The film of a nonogram. */
export class NonogramFilm extends Film {
  /**
   * @param {NonogramGame} game
   * @param {Record<string, HTMLElement>} parts
   * @param {NonogramSize} size
   * @param {NonogramVoice} voice
   */
  constructor(game, { film, root, tools }, size, voice) {
    super(film);
    Object.assign(this, { game, root, tools, size, voice });
    this.button("close").addEventListener("click", () => this.close());
    film.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  async open() {
    if (this.game.frame) return;
    this.frames ??= await this.made();
    if (!this.frames) return;
    this.root.classList.add("film");
    this.film.hidden = false;
    this.size.showWhole(true);
    this.begin();
  }

  /** All frames, or null where they could not be had. */
  async made() {
    const answer = await this.game.question("steps");
    if (!answer) return null;
    const { clued } = this.game;
    this.torn = answer.torn;
    const bare = clued.given.map((given) => clued.palette.map((_, colour) => (
      Number(colour === Math.max(given, 0))
    )));
    return [{ shares: bare, open: clued.size, isStart: true }, ...answer.steps];
  }

  show(frame) {
    this.game.show(frame);
  }

  speak(text) {
    this.voice.speak(text);
  }

  /** What the frame shows, in a sentence. */
  text() {
    const { at, frames, torn } = this;
    const last = frames.length - 1;
    const parts = [];
    if (at === 0 && last) parts.push(say("nonogram.film.start", { n: last }));
    if (at > 0) {
      const { candidates, settled } = frames[at];
      const count = shortCount(candidates);
      parts.push(say("nonogram.film.step", { step: at, all: last, count }));
      parts.push(say("nonogram.film.settled", { n: settled }));
    }
    if (at === last) parts.push(torn ? this.tornWords() : this.endWords());
    return parts.filter(Boolean).join(" ");
  }

  tornWords() {
    const { clued } = this.game;
    const { line, cell } = this.torn;
    return line === undefined
      ? say("nonogram.film.disagree", { cell: gridCellName(clued, cell) })
      : say("nonogram.film.torn", { line: lineName(clued, line) });
  }

  endWords() {
    const { open } = this.frames.at(-1);
    return open ? say("nonogram.film.open", { n: open }) : "";
  }

  /** Back to what is filled in. */
  close() {
    this.pause();
    this.film.hidden = true;
    this.root.classList.remove("film");
    this.game.show(null);
    this.size.showWhole(false);
    this.tools.querySelector('[data-tool="film"]').focus();
  }

  relabel() {
    if (this.game.frame) super.relabel();
  }
}

/** A count that may have a hundred digits. */
function shortCount(count) {
  if (count < 10n ** 12n) return count.toLocaleString(currentLocale());
  return Number(count).toLocaleString(currentLocale(), {
    notation: "scientific", maximumSignificantDigits: 3,
  });
}
