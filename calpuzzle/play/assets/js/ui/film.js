/*
 * The player of a film. It shows one frame at a time: buttons, a slider and keys select the frame,
 * and Play shows all of them in turn, at the chosen speed. No film plays before Play is pressed.
 *
 * Subclasses define what a frame shows (`show`), and its words (`text`, `speak`).
 */

import { icon, newElement, targetOf, within } from "./elements.js";
import { hasModifier } from "./keyboard.js";
import { translate } from "./lang.js";

/** @type {Record<string, number>} */
const PACE = { slow: 1600, usual: 800, fast: 300 }; // milliseconds per step
const FILM_SHAPES = {
  first: "M7 5v14M18 5l-8 7 8 7",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  last: "M17 5v14M6 5l8 7-8 7",
};
const FILM_BUTTONS = ["first", "before", "play", "after", "last"];
/** @type {Record<string, string>} */
const FILM_KEYS = { Home: "first", ArrowLeft: "before", ArrowRight: "after", End: "last" };

/**
 * Create the sentence and the controls of a film; `fillTexts` fills in the texts of the controls.
 * @param {string} label  the key of the label of the whole
 */
export function filmPart(label) {
  const speed = newElement("select", { id: "film-speed", "data-label": "film.speed" },
    Object.keys(PACE).map((name) => newElement("option", {
      value: name, selected: name === "usual", "data-say": `film.speed.${name}`,
    })));
  const at = newElement("input", {
    id: "film-at", type: "range", min: 0, step: 1, "data-label": "film.at",
  });
  const buttons = FILM_BUTTONS.map((name) => newElement("button", {
    type: "button", "data-film": name, "data-label": `film.${name}`,
  }, [icon(name, FILM_SHAPES)]));
  return newElement("div", { id: "film", role: "group", "data-label": label }, [
    newElement("p", { id: "film-words" }), at, newElement("div", { className: "film-buttons" }, [...buttons, speed]),
  ]);
}

/** A film; subclasses fill `frames`. @template F  a frame */
export class Film {
  /** @param {HTMLElement} element  a filmPart */
  constructor(element) {
    this.element = element;
    /** @type {Array<F>} */
    this.frames = [];
    this.at = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    const part = (/** @type {string} */ name) => within(element, `#film-${name}`);
    this.words = part("words");
    this.slider = /** @type {HTMLInputElement} */ (part("at"));
    this.speed = /** @type {HTMLSelectElement} */ (part("speed"));
    for (const name of FILM_BUTTONS) {
      const use = name === "play" ? () => this.toggle() : () => this.go(this.targets[name]);
      this.button(name).addEventListener("click", use);
    }
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.speed.addEventListener("change", () => this.timer && this.play());
    element.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {string} name */
  button(name) {
    return within(this.element, `[data-film="${name}"]`);
  }

  /** The frames that the buttons go to. @returns {Record<string, number>} */
  get targets() {
    return { first: 0, before: this.at - 1, after: this.at + 1, last: this.frames.length - 1 };
  }

  /** Handle a key, unless the focused control uses it itself. @param {KeyboardEvent} event */
  press(event) {
    if (hasModifier(event)) return;
    if (!(event.key in FILM_KEYS) || targetOf(event).matches("input, select")) return;
    event.preventDefault();
    this.go(this.targets[FILM_KEYS[event.key]]);
  }

  /** Show a frame. @param {F} _frame */
  show(_frame) {}

  /** Return the sentence about the current frame; subclasses define it. */
  text() {
    return "";
  }

  /** Announce a sentence in the live region; subclasses define it. @param {string} _text */
  speak(_text) {}

  /** Show the first frame, and put the focus on Play. */
  begin() {
    this.slider.max = String(this.frames.length - 1);
    this.go(0);
    this.button("play").focus();
  }

  /** Show a frame by its number; a step by hand pauses the film. @param {number} at */
  go(at, isPlaying = false) {
    if (!isPlaying) this.pause();
    const last = this.frames.length - 1;
    this.at = Math.max(0, Math.min(last, at));
    if (this.at === last) this.pause();
    this.show(this.frames[this.at]);
    this.slider.value = String(this.at);
    // While it plays, sentences would come faster than they can be heard.
    if (!isPlaying || this.at === last) this.speak(this.text());
    this.draw();
  }

  /** Show the sentence about the current frame, and update the buttons. */
  draw() {
    const text = this.text();
    this.slider.setAttribute("aria-valuetext", text);
    this.words.textContent = text;
    const last = this.frames.length - 1;
    const ends = { first: 0, before: 0, after: last, last };
    for (const [name, end] of Object.entries(ends)) {
      this.button(name).setAttribute("aria-disabled", String(this.at === end));
    }
    const play = this.button("play");
    const name = this.timer ? "pause" : "play";
    const title = translate(`film.${name}`);
    if (play.title === title) return; // replacing the icon during a click would lose the click
    play.replaceChildren(icon(name, FILM_SHAPES));
    play.title = title;
    play.setAttribute("aria-label", title);
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
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Show the texts again, after the language was changed. */
  relabel() {
    this.draw();
  }
}
