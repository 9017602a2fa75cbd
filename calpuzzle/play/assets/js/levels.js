/*
 * The dialog that chooses a level of a puzzle that has challenges, or its empty board.
 *
 * Levels are named `STEP.NUMBER`; those of one step stand in one row, and those solved are ticked.
 */

import { Dialog } from "./dialog.js";
import { made, plainButton } from "./elements.js";
import { say } from "./lang.js";

/** The dialog of levels. */
export class Levels extends Dialog {
  /**
   * @param {Game} game
   * @param {Done} done
   */
  constructor(game, done) {
    super("levels", game);
    this.done = done;
  }

  fill(body) {
    const steps = new Map();
    for (const [level, { name }] of this.game.puzzle.challenges.entries()) {
      const step = name.includes(".") ? name.split(".")[0] : "";
      steps.set(step, [...(steps.get(step) ?? []), this.button(level, name)]);
    }
    body.append(made("p", {}, [say("levels.what")]));
    for (const [step, buttons] of steps) {
      const heading = made("h3", {}, [step ? say("levels.step", { step }) : say("levels.all")]);
      body.append(heading, made("div", { className: "levels-row" }, buttons));
    }
    const empty = plainButton("levels.empty", () => this.show(null));
    body.append(made("div", { className: "dialog-foot" }, [empty]));
  }

  button(level, name) {
    const isDone = this.done.has(this.game.state.date, level);
    return made("button", {
      type: "button",
      className: isDone ? "day done" : "day",
      onclick: () => this.show(level),
      "aria-label": isDone ? `${name}, ${say("calendar.done")}` : name,
      "aria-pressed": level === this.game.state.level,
    }, [name]);
  }

  show(level) {
    this.close();
    if (level !== this.game.state.level) this.game.open(this.game.state.date, level);
  }
}
