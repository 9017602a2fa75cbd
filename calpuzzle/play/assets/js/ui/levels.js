/*
 * The dialog that chooses a level of a puzzle that has challenges, or its empty board.
 *
 * Levels are named `STEP.NUMBER`; those of one step are in one row, and solved ones are ticked.
 */

import { transferPart } from "./transfer.js";
import { Dialog } from "./dialog.js";
import { newElement, plainButton } from "./elements.js";
import { translate } from "./lang.js";

/**
 * Return the displayed name of a challenge.
 * @param {{name: string, placed: Array<string>, isMade?: boolean}} of
 */
export function levelWords({ name, isMade }) {
  return isMade ? translate("challenge.short") : translate("levels.name", { name });
}

/** The dialog of levels. @extends {Dialog<Game>} */
export class Levels extends Dialog {
  /** @param {Game} game @param {Done} done */
  constructor(game, done) {
    super("levels", game);
    this.done = done;
    /** @type {Array<HTMLButtonElement>} */
    this.buttons = [];
  }

  /** @param {HTMLElement} body */
  fill(body) {
    // Challenges that were made on the page have links, but no button here.
    const challenges = this.game.puzzle.challenges.filter(({ isMade }) => !isMade);
    const steps = new Map();
    this.buttons = challenges.map(({ name }, level) => this.button(level, name));
    for (const [level, { name }] of challenges.entries()) {
      const step = name.includes(".") ? name.split(".")[0] : "";
      steps.set(step, [...(steps.get(step) ?? []), this.buttons[level]]);
    }
    this.tick();
    body.append(newElement("p", {}, [translate("levels.what")]));
    for (const [step, buttons] of steps) {
      const heading = newElement("h3", {}, [step ? translate("levels.step", { step }) : translate("levels.all")]);
      body.append(heading, newElement("div", { className: "levels-row" }, buttons));
    }
    const empty = plainButton("levels.empty", () => this.show(null));
    body.append(newElement("div", { className: "dialog-foot" }, [empty]), transferPart(this.done, () => this.tick()));
  }

  /** @param {number} level @param {string} name */
  button(level, name) {
    return newElement("button", {
      type: "button",
      className: "day",
      onclick: () => this.show(level),
      "aria-pressed": level === this.game.state.level,
    }, [name]);
  }

  /** Mark the levels that were solved. */
  tick() {
    for (const [level, button] of this.buttons.entries()) {
      const isDone = this.done.has(this.game.state.date, level);
      const name = button.textContent;
      button.classList.toggle("done", isDone);
      button.setAttribute("aria-label", isDone ? `${name}, ${translate("calendar.done")}` : name);
    }
  }

  /** @param {number | null} level */
  show(level) {
    this.close();
    if (level !== this.game.state.level) this.game.open(this.game.state.date, level);
  }
}
