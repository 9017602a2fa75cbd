/*
 * The page's side of the worker: questions go out with a number, answers come back to who asked.
 *
 * The newest question of each kind wins. One that was dropped for a newer one is answered by null.
 */

import { busyUntil } from "./busy.js";

/** Asks the worker of a page about its puzzle. */
export class Asker {
  /**
   * @param {string} script   what the worker runs
   * @param {PuzzleData} puzzle
   */
  constructor(script, puzzle) {
    // From file:// no worker can be started from an address, but from what the page holds.
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", () => this.fail("fault.worker"));
    this.last = 0;
    this.asked = new Map();
    /** Resolved when the worker knows the puzzle; rejected with the key of a sentence. */
    this.ready = this.ask({ ask: "load", puzzle });
  }

  /**
   * Ask, and be told: the answer, or null where a newer question of the kind took its place.
   * @param {Object} question  with `ask`, its kind
   * @param {(found: number) => void} [progress]  told how many solutions are found on long searches
   * @returns {Promise<Object | null>}  rejected with an Error, whose message is the key of a
   *          sentence
   */
  ask(question, progress = () => {}) {
    this.last += 1;
    const id = this.last;
    for (const [other, { kind, resolve }] of this.asked) {
      if (kind !== question.ask) continue;
      this.asked.delete(other);
      resolve(null);
    }
    return busyUntil(new Promise((resolve, reject) => {
      this.asked.set(id, { kind: question.ask, resolve, reject, progress });
      this.worker.postMessage({ id, ...question });
    }));
  }

  /** End the worker; what was asked is answered by null. */
  close() {
    this.worker.terminate();
    for (const { resolve } of this.asked.values()) resolve(null);
    this.asked.clear();
  }

  hear({ id, progress, fault, ...answer }) {
    const own = this.asked.get(id);
    if (!own) return;
    if (progress !== undefined) {
      own.progress(progress);
      return;
    }
    this.asked.delete(id);
    if (fault) own.reject(new Error(fault));
    else own.resolve(answer);
  }

  fail(fault) {
    for (const { reject } of this.asked.values()) reject(new Error(fault));
    this.asked.clear();
  }
}
