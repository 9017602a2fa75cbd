/*
 * The notice: a sentence above the board, which may have a picture and a button.
 *
 * An error stays until it is closed or another notice replaces it; a further error is appended to
 * it. Any other notice disappears with the next move.
 */

import { boxAround } from "./tray.js";
import { pieceGroup, reachOf } from "./outline.js";
import { translate } from "./lang.js";
import { byId, within } from "./elements.js";

/** The notice. @template {Observable<unknown>} G */
export class Notice {
  /** @param {G} game @param {HTMLElement} root @param {{speak(text: string): void}} voice */
  constructor(game, root, voice) {
    this.game = game;
    this.root = root;
    this.voice = voice;
    this.staysOpen = false;
    /** @type {(() => void) | undefined} */
    this.act = undefined;
    /** @type {(() => void) | undefined} */
    this.onClose = undefined;
    const part = (/** @type {string} */ name) => within(root, `#notice-${name}`);
    this.parts = { picture: part("picture"), text: part("text"), action: part("action"), more: part("more") };
    this.parts.action.addEventListener("click", () => this.act?.());
    part("close").addEventListener("click", () => this.close(true));
    game.onChange((event) => this.follow(event));
  }

  /** @param {GameEvent} event */
  follow(event) {
    if (event.kind === "fault") this.fault(translate(event.key ?? "", event.values));
    else if (event.kind === "elsewhere") this.show({ text: translate("kept.elsewhere") });
    else if (event.moved && !this.staysOpen) this.close();
  }

  /** @param {string} sentence */
  fault(sentence) {
    const before = this.staysOpen && !this.root.hidden ? `${this.parts.text.textContent} ` : "";
    this.show({ text: before + sentence });
    this.staysOpen = true;
  }

  /** @param {NoticeContent} notice */
  show(notice) {
    this.put(notice);
    this.voice.speak(notice.text);
  }

  /** Show a notice without announcing it. @param {NoticeContent} of */
  put({ text, action = "", act, piece, orientation = 0 }) {
    const { picture, action: button } = this.parts;
    this.staysOpen = false;
    this.act = act;
    this.parts.text.textContent = text;
    button.hidden = !act;
    button.textContent = action;
    picture.toggleAttribute("hidden", piece === undefined);
    if (piece !== undefined) this.draw(piece, orientation);
    this.parts.more.replaceChildren();
    this.root.classList.remove("solved");
    this.root.hidden = false;
  }

  /** @param {number} piece @param {number} orientation */
  draw(piece, orientation) {
    const { puzzle } = /** @type {Game} */ (/** @type {unknown} */ (this.game));
    const { picture } = this.parts;
    const box = boxAround(puzzle, piece, orientation, reachOf(puzzle, piece));
    picture.setAttribute("viewBox", box.join(" "));
    picture.replaceChildren(pieceGroup(puzzle, piece, orientation));
  }

  /**
   * Hide the notice. If the user closed it, or the focus was in it, move the focus to the board, so
   * that the focus is not lost.
   * @param {boolean} [byHand]  whether the user pressed its close button
   */
  close(byHand = false) {
    const hadFocus = this.root.contains(document.activeElement);
    this.root.hidden = true;
    this.staysOpen = false;
    if (byHand || hadFocus) this.leave();
    this.onClose?.();
  }

  /** Move the focus to the board. */
  leave() {
    byId("board").focus({ preventScroll: true });
  }
}
