/*
 * A dialog: a heading, a close button, and the content that its owner creates each time it opens.
 *
 * It is the browser's own <dialog>, shown modally: Escape closes it, and the focus stays in it and returns to
 * its previous element. A press outside closes it too, and so does Back. `signal` aborts requests when the
 * dialog is closed.
 */

import { flushLink, followDialogs } from "./address.js";
import { iconButton, made } from "./elements.js";
import { translate } from "./lang.js";

/**
 * One dialog of the page; its `fill(body)` is called whenever it opens, and by `refill`.
 * @template {Observable<unknown>} G
 */
export class Dialog {
  /**
   * @param {string} name   of its class
   * @param {G} game
   * @param {string} [title]  of its heading among the texts
   */
  constructor(name, game, title = `${name}.title`) {
    this.name = name;
    this.game = game;
    this.title = title;
    this.control = new AbortController();
    this.body = made("div", { className: "dialog-body" });
    this.heading = made("h2", { id: `${name}-title`, tabIndex: -1 });
    this.head = made("div", { className: "dialog-head" });
    // What scrolls is inside: its bar and its corners are cut off by those of the dialog.
    this.sheet = made("div", { className: "dialog-sheet" }, [this.head, this.body]);
    this.root = made("dialog", {
      className: `dialog ${name}`, "aria-labelledby": this.heading.id,
      onclick: (/** @type {Event} */ event) => event.target === this.root && this.close(),
      onclose: () => this.afterClose(),
    }, [this.sheet]);
    document.body.append(this.root);
  }

  /** Show the dialog, with the focus on its heading, so that it is read from the top. */
  open() {
    flushLink();
    this.control = new AbortController();
    this.refill();
    if (!this.root.open) this.root.showModal();
    followDialogs();
    this.sheet.scrollTop = 0;
    this.heading.focus();
  }

  close() {
    this.root.close();
  }

  /** It has been closed, in whatever way. */
  afterClose() {
    if (!this.root.open) this.control.abort();
    followDialogs();
  }

  get signal() {
    return this.control.signal;
  }

  /** What it holds, put into its body. @param {HTMLElement} _body */
  fill(_body) {}

  /** All of it anew, in the language of now. */
  refill() {
    this.heading.textContent = translate(this.title);
    this.head.replaceChildren(this.heading, iconButton("close", translate("close"), () => this.close()));
    this.body.replaceChildren();
    this.fill(this.body);
  }
}
