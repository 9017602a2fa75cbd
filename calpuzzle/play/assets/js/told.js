/*
 * What every game has, of pieces or of lines: a state, who answers questions about it, settings,
 * those who listen, and where it is kept.
 *
 * Listeners are told of each change in the order in which they came: the one who draws comes first.
 */

import { keepSettings } from "./saved.js";

/** A game that tells of its changes. */
export class Told {
  /**
   * @param {Asker} asker
   * @param {Object} settings
   */
  constructor(asker, settings) {
    Object.assign(this, { asker, settings });
    this.state = null;
    this.listeners = [];
    this.isKept = true;
  }

  /** @param {(event: {kind: string}) => void} listener  called after each change */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Tells everybody what happened. */
  tell(event) {
    for (const listener of this.listeners) listener(event);
  }

  /**
   * What the worker says to a question; null where a newer one took its place, or it failed.
   * @param {Object} asked
   * @param {(found: number) => void} [progress]  as in asker.js
   * @returns {Promise<Object | null>}
   */
  async answered(asked, progress) {
    try {
      return await this.asker.ask(asked, progress);
    } catch (fault) {
      this.tell({ kind: "fault", key: fault.message, values: {} });
      return null;
    }
  }

  /**
   * Changes a setting.
   * @param {string} name
   * @param {string | boolean} value
   */
  set(name, value) {
    this.settings = { ...this.settings, [name]: value };
    keepSettings(this.settings);
    this.tell({ kind: "setting", name });
  }

  /**
   * Puts the position into the address, and says so once where the device does not keep it.
   * @param {boolean} isKept
   * @param {string} link
   */
  noteKept(isKept, link) {
    const wasKept = this.isKept;
    this.isKept = isKept;
    history.replaceState(null, "", link);
    if (wasKept && !isKept) this.tell({ kind: "fault", key: "fault.kept", values: {} });
  }
}
