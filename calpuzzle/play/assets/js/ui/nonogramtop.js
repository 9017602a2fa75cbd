/*
 * The top of a nonogram's page: how much is done, the time, and the buttons of the dialogs, two of
 * which (settings and help) are defined here.
 */

import { transferPart } from "./transfer.js";
import { Clock } from "./clock.js";
import { Dialog } from "./dialog.js";
import { Done } from "./done.js";
import { newElement, within } from "./elements.js";
import { keysList } from "./help.js";
import { OwnPuzzleDialog } from "./owndialog.js";
import { phoneOf } from "./phone.js";
import { filledLink } from "./nonogramstate.js";
import { progressWords } from "./nonogramwords.js";
import { translate } from "./lang.js";
import { Settings } from "./settings.js";
import { Share } from "./share.js";
import { Top } from "./top.js";

/** @type {Array<KeysRow>} */
const KEYS_OF_NONOGRAMS = [
  ["move", ["←", "↑", "↓", "→"]],
  ["fill", ["key.enter"]],
  ["empty", ["X", "key.backspace"]],
  ["carry", ["key.shift", "→"]],
  ["colour", ["1", "2", "0"]],
  ["undo", ["U"]],
  ["redo", ["Y"]],
  ["hint", ["H"]],
  ["check", ["C"]],
  ["zoom", ["+", "−"]],
  ["help", ["?"]],
];

/** The settings dialog of a nonogram. @extends {Settings<NonogramGame>} */
class NonogramSettings extends Settings {
  /** @param {HTMLElement} body */
  fill(body) {
    body.append(
      this.ownButton(),
      this.languages(),
      this.choice("theme", ["auto", "light", "dark"]),
      newElement("div", { className: "toggles" }, [
        ...this.markToggle(),
        this.toggle("motion", "still", "auto"),
        ...this.feedbackToggles(),
        this.toggle("timer", true, false),
        this.toggle("keys", true, false),
      ]),
      newElement("p", { className: "small" }, [translate("settings.private")]),
    );
  }

  /** Create the switch for signs on the colours, if there are several colours. */
  markToggle() {
    if (this.game.clued.palette.length < 3) return [];
    const own = this.toggle("patterns", "strong", "quiet");
    within(own, "span").textContent = translate("nonogram.marks");
    return [own];
  }
}

/** The help dialog of a nonogram. @extends {Dialog<NonogramGame>} */
class NonogramHelp extends Dialog {
  /** @param {HTMLElement} body */
  fill(body) {
    const item = (/** @type {string} */ key) => newElement("li", {}, [translate(`nonogram.help.${key}`)]);
    body.classList.add("help");
    body.append(
      newElement("p", {}, [translate("nonogram.help.goal")]),
      newElement("p", {}, [translate("nonogram.help.colours")]),
      newElement("ul", {}, ["press", "drag", "mouse", "touch", "film"].map(item)),
      newElement("h3", {}, [translate("help.keys")]),
      keysList(KEYS_OF_NONOGRAMS, "nonogram.help.key"),
    );
  }
}

/**
 * Return what is shared of a nonogram. The foot of the dialog shows the statistics of all nonograms
 * solved on this device.
 * @param {NonogramGame} game @param {Done} done @returns {Shared}
 */
function sharedNonogram(game, done) {
  const { clued } = game;
  return {
    data: clued,
    texts: { link: "nonogram.share.link", hide: "nonogram.share.hide" },
    head: () => ["", clued.title],
    progress: () => progressWords(game),
    hasMoves: () => game.state.past.length > 0,
    link: (withMoves) => filledLink(clued, withMoves ? game.state : { ...game.state, cells: clued.given }),
    box: () => [0, 0, clued.width, clued.height],
    draw: (pen, isColoured) => {
      for (const [cell, value] of (isColoured ? game.state.cells : clued.given).entries()) {
        pen.fillStyle = clued.palette[Math.max(0, value)].rgb;
        pen.fillRect(cell % clued.width, Math.floor(cell / clued.width), 0.96, 0.96);
      }
    },
    fileName: () => clued.name,
    foot: () => transferPart(done, () => {}),
  };
}

/** The top of a nonogram's page, with its dialogs. @extends {Top<NonogramGame>} */
export class NonogramTop extends Top {
  /**
   * @param {NonogramGame} game @param {{state: HTMLElement, more: HTMLElement}} places @param {NonogramData} data
   * @param {() => void} relabel  writes the texts of the page again, in the current language
   */
  constructor(game, { state, more }, data, relabel) {
    const done = new Done(/** @type {Puzzle} */ (/** @type {unknown} */ ({ name: "nonogram" })));
    const time = newElement("span", { id: "top-time", hidden: true, role: "timer" });
    state.before(time);
    const clock = new Clock(game, time);
    super(game, more, {
      ...phoneOf(game, data), share: new Share(game, sharedNonogram(game, done), clock, done),
      settings: new NonogramSettings(game, new OwnPuzzleDialog(game)), help: new NonogramHelp("nonogram.help", game),
    });
    this.relabel = relabel;
    game.onChange((event) => {
      if (event.kind === "setting") this.useSetting(event.name);
      if (event.kind === "filled" && event.solved) done.note(game.storageKey, clock.used.seconds);
      state.textContent = progressWords(game);
    });
  }
}
