/*
 * The time spent on a date, a level or a nonogram while the page was visible and the board not
 * solved, and the help that was used.
 *
 * Both are stored. They start again at 0 when a solved nonogram is reset, or when the first piece
 * is placed after a solved board was cleared (unless that piece alone solves it). The time is
 * displayed only if the setting `timer` is on; the line to share always includes it.
 */

import { translate } from "./lang.js";
import { fromStorage, intoStorage } from "./saved.js";
import { timeWords } from "./statistics.js";

/** No time and no help; `helps` lists the kinds of help other than hints. */
const NOTHING = { seconds: 0, hints: 0, helps: /** @type {Array<string>} */ ([]), solved: false };

/** The time and the help that were used for the current date or level. */
export class Clock {
  /**
   * @param {Game | NonogramGame} game
   * @param {HTMLElement} root  where the time is shown
   */
  constructor(game, root) {
    this.game = game;
    this.root = root;
    this.key = "";
    this.used = NOTHING;
    game.onChange((event) => this.follow(event));
    setInterval(() => this.tick(), 1000);
  }

  /** @param {GameEvent} event */
  follow(event) {
    const { storageKey, state, settings } = this.game;
    const key = `calpuzzle-time:${storageKey}`;
    if (key !== this.key) {
      this.key = key;
      this.used = usedOf(fromStorage(key));
    }
    const begins = "placed" in state ? event.kind === "placed" && state.placed.length === 1 && !event.solved
      : event.kind === "reset";
    if (begins && this.used.solved) this.note(NOTHING);
    if (event.kind === "advised" && !this.used.solved) this.note({ hints: this.used.hints + 1 });
    if (event.kind === "places") this.noteHelp("analysis");
    if (event.kind === "answer") this.noteHelp("left");
    if (event.kind === "film") this.noteHelp("solutions");
    if (event.kind === "helped") this.noteHelp(event.help ?? "");
    if (/placed|filled/u.test(event.kind) && event.solved) this.note({ solved: true });
    this.root.hidden = !settings.timer;
    this.root.textContent = this.words();
  }

  tick() {
    if (!this.key || document.hidden || this.game.solved) return;
    this.note({ seconds: this.used.seconds + 1 });
    this.root.textContent = this.words();
  }

  /** @param {string} help */
  noteHelp(help) {
    const { helps, solved } = this.used;
    // What the player looks at after solving is not counted as help.
    if (!solved && !helps.includes(help)) this.note({ helps: [...helps, help] });
  }

  /** @param {Partial<typeof NOTHING>} more */
  note(more) {
    this.used = { ...this.used, ...more };
    intoStorage(this.key, this.used);
  }

  words() {
    return timeWords(this.used.seconds);
  }

  /**
   * Return the parts of the line to share: the time, the number of hints, and other help.
   * @returns {Array<string>}
   */
  line() {
    const { hints, helps } = this.used;
    const help = helps.map((name) => translate(`taken.${name}`));
    if (hints || !help.length) help.unshift(hints ? translate("taken.hints", { n: hints }) : translate("taken.alone"));
    return [this.words(), ...help];
  }
}

/**
 * Return the stored data with invalid parts replaced.
 * @param {any} kept  any, because the storage may contain anything
 */
function usedOf(kept) {
  const numberOf = (/** @type {number} */ value) => (Number.isFinite(value) && value > 0 ? Math.floor(value) : 0);
  const helps = Array.isArray(kept?.helps) ? kept.helps : [];
  return {
    seconds: numberOf(kept?.seconds),
    hints: numberOf(kept?.hints),
    helps: ["left", "analysis", "solutions"].filter((name) => helps.includes(name)),
    solved: kept?.solved === true,
  };
}
