/*
 * The base of every game, of pieces or of lines: a state, the worker that answers questions about it,
 * settings, listeners and storage.
 *
 * Listeners are called after each change in the order in which they were added: the one that draws first.
 */

import { writeLink } from "./address.js";
import { keepSettings } from "./saved.js";
import { faultOf } from "../logic/toml.js";

const SLOW = 300; // milliseconds until an answer is known to be awaited

/**
 * A game that notifies its listeners of changes.
 * @template S  its state
 */
export class Observable {
  /** @param {Asker} asker @param {Choices} settings */
  constructor(asker, settings) {
    this.asker = asker;
    this.settings = settings;
    this.state = /** @type {S} */ (null); // until it is opened
    /** @type {Array<(event: Happening) => void>} */
    this.listeners = [];
    this.isKept = true;
    this.position = new AbortController();
  }

  /** Drops all questions about the position that was on so far. */
  leavePosition() {
    this.position.abort();
    this.position = new AbortController();
  }

  /**
   * @param {(event: Happening) => void} listener  called after each change
   */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Tells everybody what happened. @param {Happening} event */
  tell(event) {
    for (const listener of this.listeners) listener(event);
  }

  /**
   * What the worker says to a question; null where it was dropped, or it failed. Listeners hear
   * when the answer takes long.
   * @template {keyof Answers} K @param {{ask: K} & Record<string, unknown>} asked @param {Asking} [how]
   * @returns {Promise<Answers[K] | null>}
   */
  async answered(asked, how) {
    const slow = setTimeout(() => this.tell({ kind: "slow", ask: asked.ask }), SLOW);
    try {
      return await this.asker.ask(asked, how);
    } catch (fault) {
      this.tell({ kind: "fault", key: faultOf(fault).key, values: {} });
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Changes a setting. @param {keyof Choices} name @param {string | boolean} value */
  set(name, value) {
    this.settings = { ...this.settings, [name]: value };
    keepSettings(this.settings);
    this.tell({ kind: "setting", name });
  }

  /**
   * Puts the position into the address, and says so once where the device does not keep it.
   * @param {boolean} isKept @param {string} link
   * @param {boolean} [isEntry]  as in address.js
   */
  noteKept(isKept, link, isEntry) {
    const wasKept = this.isKept;
    this.isKept = isKept;
    writeLink(link, isEntry);
    if (wasKept && !isKept) this.tell({ kind: "fault", key: "fault.kept", values: {} });
  }
}
