/*
 * The page's side of the worker: questions are sent with a number, and answers return to the caller.
 *
 * The newest question of each kind wins. A question dropped for a newer one is answered by null.
 */

import { busyUntil } from "./busy.js";

/** Sends the page's questions about its puzzle to the worker. */
export class Asker {
  /**
   * @param {string} script   what the worker runs
   * @param {PuzzleData | NonogramData} puzzle
   */
  constructor(script, puzzle) {
    // From file:// no worker can be started from an address, but from what the page holds.
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.last = 0;
    this.asked = new Map();
    try {
      this.worker = new Worker(address);
      this.worker.addEventListener("message", ({ data }) => this.hear(data));
      this.worker.addEventListener("error", () => this.fail());
    } catch {
      this.worker = null; // the browser forbids it; the page plays on without answers
    }
    URL.revokeObjectURL(address);
    /** Resolved when the worker knows the puzzle; rejected with the key of a sentence. */
    this.ready = this.ask({ ask: "load", puzzle });
  }

  /**
   * Send a question and return the answer, or null if it was dropped, also for a newer one of its kind.
   * @template {keyof Answers} K @param {{ask: K} & Record<string, unknown>} question @param {Asking} [how]
   * @returns {Promise<Answers[K] | null>}  rejected with an Error, whose message is the key of a
   *          sentence
   */
  ask(question, { progress = () => {}, signal } = {}) {
    if (!this.worker) return Promise.reject(new Error("fault.worker"));
    this.last += 1;
    const id = this.last;
    for (const [other, { kind, resolve }] of this.asked) {
      if (kind !== question.ask) continue;
      this.asked.delete(other);
      resolve(null);
    }
    return busyUntil(new Promise((resolve, reject) => {
      this.asked.set(id, { kind: question.ask, resolve, reject, progress });
      this.worker?.postMessage({ id, ...question });
      signal?.addEventListener("abort", () => this.drop(id), { once: true });
    }));
  }

  /** @param {number} id */
  drop(id) {
    this.asked.get(id)?.resolve(null);
    if (this.asked.delete(id)) this.worker?.postMessage({ id, ask: "drop" });
  }

  /** @param {{id: number, progress?: number, fault?: string}} of */
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

  fail() {
    this.worker = null;
    for (const { reject } of this.asked.values()) reject(new Error("fault.worker"));
    this.asked.clear();
  }
}
