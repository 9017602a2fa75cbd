/*
 * The one notice: a sentence above the board, perhaps with a picture and a button.
 *
 * A fault stays until it is closed, and several are one text; a hint goes with the next move.
 */

import { boxAround } from "./tray.js";
import { pieceGroup, reachOf } from "./outline.js";
import { say } from "./lang.js";

/** The notice. */
export class Notice {
  /**
   * @param {Told} game
   * @param {HTMLElement} root
   * @param {Voice} voice
   */
  constructor(game, root, voice) {
    Object.assign(this, { game, root, voice, sticks: false, act: null });
    const part = (name) => root.querySelector(`#notice-${name}`);
    this.parts = { picture: part("picture"), text: part("text"), on: part("on"), more: part("more") };
    this.parts.on.addEventListener("click", () => this.act?.());
    part("close").addEventListener("click", () => this.close(true));
    game.onChange((event) => this.follow(event));
  }

  follow(event) {
    if (event.kind === "fault") this.fault(say(event.key, event.values));
    else if (event.kind === "elsewhere") this.show({ text: say("kept.elsewhere") });
    else if (event.moved && !this.sticks) this.close();
  }

  fault(sentence) {
    const before = this.sticks && !this.root.hidden ? `${this.parts.text.textContent} ` : "";
    this.show({ text: before + sentence });
    this.sticks = true;
  }

  /**
   * @param {{text: string, action?: string, act?: () => void, piece?: number,
   *          orientation?: number}} notice  with a button, and with a picture of a piece
   */
  show(notice) {
    this.put(notice);
    this.voice.speak(notice.text);
  }

  /** Shows it in silence. */
  put({ text, action = "", act = null, piece, orientation }) {
    const { picture, on } = this.parts;
    this.sticks = false;
    this.act = act;
    this.parts.text.textContent = text;
    on.hidden = !act;
    on.textContent = action;
    picture.toggleAttribute("hidden", piece === undefined);
    if (piece !== undefined) this.draw(piece, orientation);
    this.parts.more.replaceChildren();
    this.root.hidden = false;
  }

  draw(piece, orientation) {
    const { puzzle } = this.game;
    const { picture } = this.parts;
    const box = boxAround(puzzle, piece, orientation, reachOf(puzzle, piece));
    picture.setAttribute("viewBox", box.join(" "));
    picture.replaceChildren(pieceGroup(puzzle, piece, orientation));
  }

  /** @param {boolean} [byHand] the focus must not be lost with the button that closes */
  close(byHand = false) {
    const hadFocus = this.root.contains(document.activeElement);
    this.root.hidden = true;
    this.sticks = false;
    if (byHand || hadFocus) this.leave();
    this.onClose?.();
  }

  /** The focus goes to the board. */
  leave() {
    document.getElementById("board").focus({ preventScroll: true });
  }
}
