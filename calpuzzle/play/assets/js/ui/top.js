/*
 * The top of every page: the buttons of the dialogs, and the immediate effects of settings.
 */

import { icon, newElement } from "./elements.js";
import { fillTexts, languageWishes, translate, startLanguage } from "./lang.js";
import { applyLook } from "./look.js";

/** The top of a page; subclasses write their texts again in `relabel`. @template {Observable<unknown>} G */
export class Top {
  /**
   * @param {G} game
   * @param {HTMLElement} more  filled with the buttons
   * @param {Record<string, Dialog<Observable<unknown>>>} dialogs
   * @param {Array<string>} [shown]  those that have a button
   */
  constructor(game, more, dialogs, shown = Object.keys(dialogs)) {
    this.game = game;
    this.more = more;
    this.dialogs = dialogs;
    this.shown = shown;
    this.fillTop();
  }

  /** Write the texts of the page again, after the language or the labels were changed. */
  relabel() {}

  /** Open a dialog by its name. @param {string} name */
  open(name) {
    this.dialogs[name].open();
  }

  /** Create the buttons of the dialogs in the current language. */
  fillTop() {
    this.more.replaceChildren(...this.shown.map((name) => newElement("button", {
      type: "button", className: "top-button", title: translate(`${name}.title`),
      onclick: () => this.open(name),
    }, [icon(name), newElement("span", {}, [translate(`${name}.short`)])])));
  }

  /** @param {string} [name] */
  useSetting(name) {
    applyLook(this.game.settings);
    if (name === "labels") this.relabel();
    if (name !== "language") return;
    startLanguage(languageWishes(this.game.settings.language));
    fillTexts(document);
    this.fillTop();
    this.relabel();
  }
}
