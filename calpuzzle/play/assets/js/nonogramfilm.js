/*
 * The film: each step of solving all lines at once, with the probabilities, shown on the board.
 *
 * The worker makes all steps once; frame 0 is the grid before the first. What is filled in is left
 * alone, and is there again when the film is closed. Nothing plays before one presses Play.
 */

import { nonogramIcon } from "./nonogrampage.js";
import { gridCellName, lineName } from "./nonogramwords.js";
import { currentLocale, say } from "./lang.js";

const PACE = { slow: 1600, usual: 800, fast: 300 }; // milliseconds a step

/** The film of a nonogram. */
export class NonogramFilm {
  /**
   * @param {NonogramGame} game
   * @param {Record<string, HTMLElement>} parts
   * @param {NonogramSize} size
   * @param {NonogramVoice} voice
   */
  constructor(game, { film, root, tools }, size, voice) {
    Object.assign(this, { game, film, root, tools, size, voice });
    this.frames = null;
    this.at = 0;
    this.timer = null;
    const part = (selector) => film.querySelector(selector);
    Object.assign(this, { words: part("#g-words"), slider: part("#g-at") });
    this.speed = part("#g-speed");
    const uses = {
      first: () => this.go(0), before: () => this.go(this.at - 1), play: () => this.toggle(),
      after: () => this.go(this.at + 1), last: () => this.go(this.frames.length - 1),
      close: () => this.close(),
    };
    for (const [name, use] of Object.entries(uses)) {
      this.button(name).addEventListener("click", use);
    }
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.speed.addEventListener("change", () => this.timer && this.play());
    film.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  button(name) {
    return this.film.querySelector(`[data-film="${name}"]`);
  }

  async open() {
    if (this.game.frame) return;
    this.frames ??= await this.made();
    if (!this.frames) return;
    this.slider.max = String(this.frames.length - 1);
    this.root.classList.add("film");
    this.film.hidden = false;
    this.size.showWhole(true);
    this.go(0);
    this.button("play").focus();
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

  /** Shows a frame; a step by hand ends the playing. */
  go(at, isPlaying = false) {
    if (!isPlaying) this.pause();
    const last = this.frames.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    if (this.at === last) this.pause();
    this.game.show(this.frames[this.at]);
    this.slider.value = String(this.at);
    const text = this.text();
    this.slider.setAttribute("aria-valuetext", text);
    this.words.textContent = text;
    // While it plays, sentences would come faster than they can be heard.
    if (!isPlaying || this.at === last) this.voice.speak(text);
    this.draw();
  }

  draw() {
    const last = this.frames.length - 1;
    const ends = { first: 0, before: 0, after: last, last };
    for (const [name, end] of Object.entries(ends)) {
      this.button(name).setAttribute("aria-disabled", String(this.at === end));
    }
    const play = this.button("play");
    const name = this.timer ? "pause" : "play";
    const title = say(`nonogram.film.${name}`);
    if (play.title === title) return; // a click whose target goes away meanwhile is lost
    play.replaceChildren(nonogramIcon(name));
    play.title = title;
    play.setAttribute("aria-label", title);
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

  toggle() {
    if (this.timer) this.pause();
    else this.play();
    this.draw();
  }

  play() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.go(this.at + 1, true), PACE[this.speed.value]);
    if (this.at === this.frames.length - 1) this.go(0, true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
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

  /** The words of the frame in another language. */
  relabel() {
    if (!this.game.frame) return;
    this.words.textContent = this.text();
    this.draw();
  }
}

/** A count that may have a hundred digits. */
function shortCount(count) {
  if (count < 10n ** 12n) return count.toLocaleString(currentLocale());
  return Number(count).toLocaleString(currentLocale(), {
    notation: "scientific", maximumSignificantDigits: 3,
  });
}
