/*
 * The pens: a button for each colour, one to mark cells empty, one to clear them, and one to move the board. They
 * are radio buttons: one is selected at a time, and arrows select the next.
 */

import { newElement } from "./elements.js";
import { arrowAmong } from "./keyboard.js";
import { nonogramIcon } from "./nonogrampage.js";
import { pensOf } from "./nonogramkeys.js";
import { penName } from "./nonogramwords.js";

/** The row of pens. */
export class NonogramPens {
  /** @param {NonogramGame} game @param {HTMLElement} root */
  constructor(game, root) {
    this.game = game;
    this.pens = pensOf(game.clued);
    this.buttons = this.pens.map((pen) => newElement("button", {
      type: "button", role: "radio", "data-pen": pen,
      onclick: () => game.take(pen),
      onkeydown: (/** @type {KeyboardEvent} */ event) => arrowAmong(event, this.buttons),
    }, [this.picture(pen), newElement("span")]));
    root.append(...this.buttons);
    root.classList.toggle("many", game.clued.palette.length > 2);
  }

  /** @param {number} pen */
  picture(pen) {
    if (pen <= 0) return nonogramIcon(["empty", "clear", "move"][-pen]);
    const swatch = newElement("i", { className: "swatch" });
    const { isBlackOnWhite, palette } = this.game.clued;
    if (!isBlackOnWhite) swatch.style.background = palette[pen].rgb;
    return swatch;
  }

  draw() {
    const { game } = this;
    for (const [k, button] of this.buttons.entries()) {
      const isOn = this.pens[k] === game.pen;
      button.setAttribute("aria-checked", String(isOn));
      button.tabIndex = isOn ? 0 : -1;
      button.children[1].textContent = penName(game.clued, this.pens[k]);
    }
  }

  /** Write the names of the pens again, after the language was changed. */
  relabel() {
    this.draw();
  }
}
