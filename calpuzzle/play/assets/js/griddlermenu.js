/*
 * The top of a griddler's page: how much is done, the dialogs of settings and of help, and what a
 * changed setting changes at once.
 */

import { Dialog } from "./dialog.js";
import { icon, made } from "./elements.js";
import { progressWords } from "./griddlerwords.js";
import { fillTexts, languageWishes, say, startLanguage } from "./lang.js";
import { applyLook } from "./look.js";
import { Settings } from "./settings.js";

const KEYS_OF_GRIDDLERS = [
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

/** The settings that a griddler has. */
class GriddlerSettings extends Settings {
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
    own.querySelector("span").textContent = say("griddler.marks");
    return own;
  }
}

/** What stands above a griddler. */
export class GriddlerMenu {
  /**
   * @param {GriddlerGame} game
   * @param {{state: HTMLElement, more: HTMLElement}} places
   * @param {() => void} relabel  words in another language
   */
  constructor(game, { state, more }, relabel) {
    Object.assign(this, { game, state, more, relabel });
    this.dialogs = {
      settings: new GriddlerSettings(game),
      help: new Dialog("griddler.help", (body) => this.help(body)),
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
    const item = (key) => made("li", {}, [say(`griddler.help.${key}`)]);
    body.classList.add("help");
    body.append(
      made("p", {}, [say("griddler.help.goal")]),
      made("p", {}, [say("griddler.help.colours")]),
      made("ul", {}, ["press", "drag", "mouse", "touch", "film"].map(item)),
      made("h3", {}, [say("help.keys")]),
      made("dl", { className: "keys" }, KEYS_OF_GRIDDLERS.map(([name, keys]) => {
        const caps = keys.map((key) => made("kbd", {}, [key.startsWith("key.") ? say(key) : key]));
        return made("div", {}, [
          made("dt", {}, caps.flatMap((cap, k) => (k ? [" ", cap] : [cap]))),
          made("dd", {}, [say(`griddler.help.key.${name}`)]),
        ]);
      })),
    );
  }
}
