/*
 * The page's side of the worker: questions are sent with a number, and answers return to the caller.
 *
 * Only the newest question of each kind is answered; the promise of an older one is resolved with null.
 */

import { busyUntil } from "./busy.js";

/** Sends the page's questions about its puzzle to the worker. */
export class Asker {
  /**
   * @param {string} script   the source of the worker
   * @param {PuzzleData | NonogramData} puzzle
   */
  constructor(script, puzzle) {
    // A page from file:// cannot load a worker from another file, so its script comes from the page itself.
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.last = 0;
    this.asked = new Map();
    try {
      this.worker = new Worker(address);
      this.worker.addEventListener("message", ({ data }) => this.hear(data));
      this.worker.addEventListener("error", () => this.fail());
    } catch {
      this.worker = null; // the browser forbids workers; the page works without answers
    }
    URL.revokeObjectURL(address);
    /** A promise: resolved when the worker has loaded the puzzle, rejected with an Error whose message is a key. */
    this.ready = this.ask({ ask: "load", puzzle });
  }

  /**
   * Send a question and return the answer, or null if the question was aborted or replaced by a newer one.
   * @template {keyof Answers} K @param {{ask: K} & Record<string, unknown>} question @param {AskOptions} [how]
   * @returns {Promise<Answers[K] | null>}  rejected with an Error whose message is the key of a text
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
