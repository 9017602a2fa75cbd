/*
 * What every game has, of pieces or of lines: a state, those who listen, and where it is kept.
 *
 * Listeners are told of each change in the order in which they came: the one who draws comes first.
 */

/** A game that tells of its changes. */
export class Told {
  constructor() {
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
