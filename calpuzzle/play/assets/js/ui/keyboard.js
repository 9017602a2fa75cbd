/*
 * The parts that the keyboards of all games share: the arrows, numbers of several digits, and listeners.
 */

import { isRightToLeft } from "./lang.js";

/** The step of each arrow, [down, right]. @type {Record<string, Array<number>>} */
export const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
const DIGIT_WAIT = 900; // milliseconds in which two digits are one number

/** Return whether a letter is typed with Shift. @param {KeyboardEvent} event */
export function isCapital({ key, shiftKey }) {
  return shiftKey && /^\p{L}$/u.test(key);
}

/**
 * Return whether a key is pressed with Alt, Ctrl or Meta, as for the browser's own commands.
 * @param {KeyboardEvent} event
 */
export function hasModifier({ altKey, ctrlKey, metaKey }) {
  return altKey || ctrlKey || metaKey;
}

/**
 * Handle an arrow key in a radio group: move the focus to the next or previous button, and press
 * it.
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

/**
 * Return the step of an arrow key in a row of buttons, in reading direction: 1, -1, or 0.
 * @param {KeyboardEvent} event
 */
function stepAmong(event) {
  const [down, right] = (!hasModifier(event) && ARROWS[event.key]) || [0, 0];
  return down + (isRightToLeft() ? -right : right);
}

/**
 * Make a toolbar a single stop of the Tab key: arrows, Home and End move the focus among its enabled buttons.
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
    if (hasModifier(event)) return;
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

/** The keyboard of a game; subclasses handle keys in `press`. @template {Observable<unknown>} G @template B */
export class Keyboard {
  /**
   * @param {G} game @param {B} board
   * @param {Record<string, () => void>} tools  the actions of further keys, by key
   */
  constructor(game, board, tools) {
    this.game = game;
    this.board = board;
    this.tools = tools;
    this.digits = "";
    this.typedAt = 0;
    document.addEventListener("keydown", (event) => {
      if (!/^[0-9]$/u.test(event.key)) this.digits = "";
      this.press(event);
    });
  }

  /** Handle a key; subclasses define this. @param {KeyboardEvent} _event */
  press(_event) {}

  /**
   * Return the number that is typed: a digit, or digits in quick succession if they make a number
   * up to `most`.
   * @param {KeyboardEvent} event @param {number} most
   */
  numberOf(event, most) {
    const isNext = event.timeStamp - this.typedAt < DIGIT_WAIT;
    const both = Number(this.digits + event.key);
    this.typedAt = event.timeStamp;
    this.digits = isNext && both >= 1 && both <= most ? String(both) : event.key;
    return Number(this.digits);
  }
}
