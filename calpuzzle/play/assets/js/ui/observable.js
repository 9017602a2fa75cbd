/*
 * The base of every game, of pieces or a nonogram: a state, the worker that answers questions about it,
 * settings, listeners and storage.
 *
 * Listeners are called after each change, in the order in which they were added.
 */

import { writeLink } from "./address.js";
import { keepSettings } from "./saved.js";
import { faultOf } from "../logic/toml.js";

const SLOW = 300; // milliseconds of waiting for an answer before listeners are notified

/**
 * A game that notifies its listeners of changes.
 * @template S  its state
 */
export class Observable {
  /** @param {Asker} asker @param {SettingValues} settings */
  constructor(asker, settings) {
    this.asker = asker;
    this.settings = settings;
    this.state = /** @type {S} */ (null); // until it is opened
    /** @type {Array<(event: GameEvent) => void>} */
    this.listeners = [];
    this.isKept = true;
    this.position = new AbortController();
  }

  /** Drop all questions about the previous position. */
  leavePosition() {
    // Pass null as the reason: without an argument, the browser creates an error with a stack, for
    // which it parses the whole script again.
    this.position.abort(null);
    this.position = new AbortController();
  }

  /**
   * @param {(event: GameEvent) => void} listener  called after each change
   */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Call all listeners with an event. @param {GameEvent} event */
  notify(event) {
    for (const listener of this.listeners) listener(event);
  }

  /**
   * Return the worker's answer, or null if the question was dropped or failed. Listeners are notified of a failure,
   * and if the answer takes longer than SLOW.
   * @template {keyof Answers} K @param {{ask: K} & Record<string, unknown>} asked @param {AskOptions} [how]
   * @returns {Promise<Answers[K] | null>}
   */
  async answered(asked, how) {
    const slow = setTimeout(() => this.notify({ kind: "slow", ask: asked.ask }), SLOW);
    try {
      return await this.asker.ask(asked, how);
    } catch (fault) {
      this.notify({ kind: "fault", key: faultOf(fault).key, values: {} });
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Change a setting. @param {keyof SettingValues} name @param {string | boolean} value */
  set(name, value) {
    this.settings = { ...this.settings, [name]: value };
    keepSettings(this.settings);
    this.notify({ kind: "setting", name });
  }

  /**
   * Put the position into the address; if the device no longer stores positions, report that once.
   * @param {boolean} isKept @param {string} link
   * @param {boolean} [isEntry]  as in address.js
   */
  noteKept(isKept, link, isEntry) {
    const wasKept = this.isKept;
    this.isKept = isKept;
    writeLink(link, isEntry);
    if (wasKept && !isKept) this.notify({ kind: "fault", key: "fault.kept", values: {} });
  }
}
