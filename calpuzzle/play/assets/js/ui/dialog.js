/*
 * A dialog: a heading, a close button, and the content that its subclass creates each time it
 * opens.
 *
 * It is the browser's own <dialog>, shown modally: Escape closes it, and the focus stays in it
 * until it is closed, and then returns to the previous element. A press outside closes it too, and
 * so does Back. `signal` aborts requests when the dialog is closed.
 */

import { flushLink, followDialogs } from "./address.js";
import { iconButton, newElement } from "./elements.js";
import { translate } from "./lang.js";
import { faultOf } from "../logic/toml.js";

/**
 * One dialog of the page; its `fill(body)` is called whenever it opens, and by `refill`.
 * @template {Observable<unknown>} G
 */
export class Dialog {
  /**
   * @param {string} name   its CSS class, and the beginning of the id of its heading
   * @param {G} game
   * @param {string} [title]  the key of its heading
   */
  constructor(name, game, title = `${name}.title`) {
    this.game = game;
    this.title = title;
    this.control = new AbortController();
    this.body = newElement("div", { className: "dialog-body" });
    this.heading = newElement("h2", { id: `${name}-title`, tabIndex: -1 });
    this.head = newElement("div", { className: "dialog-head" });
    // An inner element scrolls, so that the round corners of the dialog clip its scroll bar.
    this.sheet = newElement("div", { className: "dialog-sheet" }, [this.head, this.body]);
    this.root = newElement("dialog", {
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

  /** Clean up after the dialog was closed in any way. */
  afterClose() {
    if (!this.root.open) this.control.abort();
    followDialogs();
  }

  get signal() {
    return this.control.signal;
  }

  /**
   * Return the worker's answer, or null if there is none. If the worker fails, pass the reason to `tell`.
   * @template {keyof Answers} K @param {{ask: K} & Record<string, unknown>} question
   * @param {(text: string) => void} tell @param {(found: number) => void} [progress]
   * @returns {Promise<Answers[K] | null>}
   */
  async ask(question, tell, progress) {
    try {
      return await this.game.asker.ask(question, { progress, signal: this.signal });
    } catch (fault) {
      tell(translate(faultOf(fault).key));
      return null;
    }
  }

  /** Put the content into the body; subclasses define it. @param {HTMLElement} _body */
  fill(_body) {}

  /** Create the heading and the content again, in the current language. */
  refill() {
    this.heading.textContent = translate(this.title);
    this.head.replaceChildren(this.heading, iconButton("close", translate("close"), () => this.close()));
    this.body.replaceChildren();
    this.fill(this.body);
  }
}
