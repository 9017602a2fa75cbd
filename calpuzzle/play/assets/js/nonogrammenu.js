/*
 * The top of a nonogram's page: how much is done, the dialogs of settings and of help, and what a
 * changed setting changes at once.
 */

import { Dialog } from "./dialog.js";
import { icon, made } from "./elements.js";
import { progressWords } from "./nonogramwords.js";
import { fillTexts, languageWishes, say, startLanguage } from "./lang.js";
import { applyLook } from "./look.js";
import { Settings } from "./settings.js";

const KEYS_OF_NONOGRAMS = [
  ["move", ["←", "↑", "↓", "→"]],
  ["fill", ["key.enter"]],
  ["empty", ["X", "key.backspace"]],
  ["carry", ["key.shift", "→"]],
  ["colour", ["1", "2", "0"]],
  ["undo", ["U"]],
  ["redo", ["key.shift", "U"]],
  ["hint", ["H"]],
  ["check", ["C"]],
  ["zoom", ["+", "−"]],
  ["help", ["?"]],
];

/** The settings that a nonogram has. */
class NonogramSettings extends Settings {
  fill(body) {
    body.append(
      this.languages(),
      this.choice("theme", ["auto", "light", "dark"]),
      made("div", { className: "toggles" }, [
        this.markToggle(),
        this.toggle("motion", "still", "auto"),
        this.toggle("keys", true, false),
      ].filter(Boolean)),
      made("p", { className: "small" }, [say("settings.private")]),
    );
  }

  /** Signs on colours, where there are several. */
  markToggle() {
    if (this.game.clued.palette.length < 3) return null;
    const own = this.toggle("patterns", "strong", "quiet");
    own.querySelector("span").textContent = say("nonogram.marks");
    return own;
  }
}

/** What stands above a nonogram. */
export class NonogramMenu {
  /**
   * @param {NonogramGame} game
   * @param {{state: HTMLElement, more: HTMLElement}} places
   * @param {() => void} relabel  words in another language
   */
  constructor(game, { state, more }, relabel) {
    Object.assign(this, { game, state, more, relabel });
    this.dialogs = {
      settings: new NonogramSettings(game),
      help: new Dialog("nonogram.help", (body) => this.help(body)),
    };
    this.fillTop();
    game.onChange((event) => {
      if (event.kind === "setting") this.useSetting(event.name);
      this.state.textContent = progressWords(game);
    });
  }

  /** Opens a dialog by its name. */
  open(name) {
    this.dialogs[name].open();
  }

  fillTop() {
    this.more.replaceChildren(...Object.keys(this.dialogs).map((name) => made("button", {
      type: "button", className: "top-button", title: say(`${name}.title`),
      onclick: () => this.open(name),
    }, [icon(name), made("span", {}, [say(`${name}.short`)])])));
  }

  useSetting(name) {
    const { settings } = this.game;
    applyLook(settings);
    if (name !== "language") return;
    startLanguage(languageWishes(settings.language));
    fillTexts(document);
    this.fillTop();
    this.relabel();
  }

  help(body) {
    const item = (key) => made("li", {}, [say(`nonogram.help.${key}`)]);
    body.classList.add("help");
    body.append(
      made("p", {}, [say("nonogram.help.goal")]),
      made("p", {}, [say("nonogram.help.colours")]),
      made("ul", {}, ["press", "drag", "mouse", "touch", "film"].map(item)),
      made("h3", {}, [say("help.keys")]),
      made("dl", { className: "keys" }, KEYS_OF_NONOGRAMS.map(([name, keys]) => {
        const caps = keys.map((key) => made("kbd", {}, [key.startsWith("key.") ? say(key) : key]));
        return made("div", {}, [
          made("dt", {}, caps.flatMap((cap, k) => (k ? [" ", cap] : [cap]))),
          made("dd", {}, [say(`nonogram.help.key.${name}`)]),
        ]);
      })),
    );
  }
}
