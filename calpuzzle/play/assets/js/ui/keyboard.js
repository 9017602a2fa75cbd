/*
 * The parts that the keyboards of all games share: the arrows, numbers of several digits, and listeners.
 */

import { isRightToLeft } from "./lang.js";

/** The step of each arrow, [down, right]. @type {Record<string, Array<number>>} */
export const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
const DIGIT_WAIT = 900; // milliseconds in which two digits are one number

/** Whether a letter is typed with Shift. @param {KeyboardEvent} event */
export function isCapital({ key, shiftKey }) {
  return shiftKey && /^\p{L}$/u.test(key);
}

/**
 * Arrows go on among the buttons of a radio group, and press the one that they come to.
 * @param {KeyboardEvent} event @param {Array<HTMLElement>} buttons
 */
export function arrowAmong(event, buttons) {
  const step = stepAmong(event);
  if (!step) return;
  event.preventDefault();
  const at = buttons.findIndex((button) => button === event.currentTarget);
  const next = buttons.at((at + step) % buttons.length);
  next?.focus();
  next?.click();
}

/** By how many an arrow goes on in a row, as one reads it. @param {KeyboardEvent} event */
function stepAmong({ key }) {
  const [down, right] = ARROWS[key] ?? [0, 0];
  return down + (isRightToLeft() ? -right : right);
}

/**
 * A toolbar is one stop of Tab: arrows, Home and End go on among its buttons that can be used.
 * @param {HTMLElement} root
 */
export function useToolbar(root) {
  const all = [...root.querySelectorAll("button")];
  const usable = () => all.filter((own) => !own.disabled && !own.hidden);
  const stopAt = (/** @type {HTMLButtonElement | undefined} */ stop) => {
    for (const own of all) own.tabIndex = own === stop ? 0 : -1;
  };
  const settle = () => {
    const shown = usable();
    stopAt(shown.find((own) => own.tabIndex === 0) ?? shown[0]);
  };
  root.addEventListener("focusin", ({ target }) => stopAt(/** @type {HTMLButtonElement} */ (target)));
  root.addEventListener("keydown", (event) => {
    const shown = usable();
    const at = shown.findIndex((own) => own === event.target);
    const step = stepAmong(event);
    const next = event.key === "Home" ? shown[0] : event.key === "End" ? shown.at(-1)
      : step ? shown.at((at + step) % shown.length) : undefined;
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });
  new MutationObserver(settle).observe(root, { subtree: true, attributeFilter: ["disabled", "hidden"] });
  settle();
}

/** A keyboard; `press(event)` says what a key does. @template {Observable<unknown>} G @template B */
export class Keyboard {
  /**
   * @param {G} game @param {B} board
   * @param {Record<string, () => void>} tools  what letters and signs do
   */
  constructor(game, board, tools) {
    this.game = game;
    this.board = board;
    this.tools = tools;
    this.digits = "";
    this.typed = 0;
    document.addEventListener("keydown", (event) => {
      if (!/^[0-9]$/u.test(event.key)) this.digits = "";
      this.press(event);
    });
  }

  /** What a key does. @param {KeyboardEvent} _event */
  press(_event) {}

  /**
   * The number that a digit makes, with the one before where both in quick succession do, with no
   * other key between.
   * @param {KeyboardEvent} event @param {number} most
   */
  numberOf(event, most) {
    const isNext = event.timeStamp - this.typed < DIGIT_WAIT;
    const both = Number(this.digits + event.key);
    this.typed = event.timeStamp;
    this.digits = isNext && both >= 1 && both <= most ? String(both) : event.key;
    return Number(this.digits);
  }
}
