/*
 * What runs in the worker: takes questions, answers them one at a time, and posts how far it is.
 *
 * Work is done in slices, and messages are looked at between them. Of questions of the same kind
 * the newest wins: one that waits or is being answered is dropped without an answer. What is left is
 * answered first: another question waits for it, and is answered anew, from the lists that are
 * known by then. A question that nobody waits for any more is dropped, too, and another puzzle drops all
 * of them. js/types.js says what the answers hold.
 */

import { challengeFor } from "./challenges.js";
import { NonogramAnswers } from "./nonogramhints.js";
import { hintFor } from "./hints.js";
import { Left } from "./left.js";
import { Puzzle } from "./puzzle.js";
import { takenApart } from "./sliding.js";

const TELL = 200; // milliseconds between two messages of progress

/**
 * @typedef {{id: number, ask: string, what: keyof NonogramReplies, cells: Array<number>,
 *            [more: string]: any}} Question
 * any: what more it has, goes by its kind, and asker.js is the only one that asks.
 */

/** @type {Left | null} */
let left = null;
/** @type {NonogramAnswers | null} */
let nonogram = null;
/** @type {Array<Question>} */
let waiting = [];
/** @type {Question | null} */
let answering = null;

/**
 * Each kind of question about pieces, and the generator of its answer.
 * @type {Record<string, (own: Left, question: Question) => Generator<number, object>>}
 */
const ANSWERS = {
  left: (own, { date, placed }) => own.left(date, placed),
  hint: (own, { date, placed, grade }) => hintFor(own, date, placed, grade),
  solutions: (own, { date, placed, from, number }) => own.solutions(date, placed, from, number),
  places: (own, { date, placed, piece }) => own.places(date, placed, piece),
  review: (own, { date, positions }) => own.review(date, positions),
  challenge: (own, { date, pieces, step, seed, above }) => challengeFor(own, date, { pieces, step, seed, above }),
  apart: (_, { pieces }) => takenApart(pieces),
  nearest: (own, { date, placed, number }) => own.nearest(date, placed, number),
};

self.addEventListener("message", ({ data }) => {
  if (data.ask === "load") {
    waiting = [];
    answering = null;
    load(data);
    return;
  }
  if (data.ask === "drop") {
    waiting = waiting.filter(({ id }) => id !== data.id);
    if (answering?.id === data.id) {
      answering = null;
      answerNext();
    }
    return;
  }
  waiting = waiting.filter(({ ask }) => ask !== data.ask);
  if (data.ask !== "left") waiting.push(data);
  else waiting = [data, ...answering ? [{ ...answering }] : [], ...waiting].filter(isNewest);
  if (data.ask === "left" || answering?.ask === data.ask) answering = null;
  if (!answering) answerNext();
});

/**
 * Whether it is the first of its kind.
 * @param {Question} question @param {number} index @param {Array<Question>} questions
 */
function isNewest({ ask }, index, questions) {
  return questions.findIndex((other) => other.ask === ask) === index;
}

/** @param {{id: number, puzzle: PuzzleData | NonogramData}} of */
function load({ id, puzzle }) {
  try {
    const isNonogram = puzzle.kind === "nonogram";
    nonogram = isNonogram ? new NonogramAnswers(/** @type {NonogramData} */ (puzzle)) : null;
    left = isNonogram ? null : new Left(new Puzzle(/** @type {PuzzleData} */ (puzzle)));
    self.postMessage({ id, ready: true });
  } catch {
    left = null;
    nonogram = null;
    self.postMessage({ id, fault: "fault.puzzle" });
  }
}

/** Answer what waits, until nothing does. */
async function answerNext() {
  for (let question = waiting.shift(); question; question = waiting.shift()) {
    answering = question;
    try {
      if (!(await answered(question))) return;
    } catch {
      const isLoaded = left || nonogram;
      self.postMessage({ id: question.id, fault: isLoaded ? "fault.search" : "fault.puzzle" });
    }
    if (answering !== question) return;
    answering = null;
  }
}

/** Work on a question; whether it was not dropped. @param {Question} question */
async function answered(question) {
  const steps = left ? ANSWERS[question.ask](left, question) : nonogram?.answer(question);
  if (!steps) throw new Error(question.ask);
  let told = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      self.postMessage({ id: question.id, ...value });
      return true;
    }
    if (performance.now() - told > TELL) {
      self.postMessage({ id: question.id, progress: value });
      told = performance.now();
    }
    await nextTurn();
    if (answering !== question) return false;
  }
}

/**
 * Let messages in that have come meanwhile. A timer would wait some milliseconds each time.
 * @returns {Promise<void>}
 */
function nextTurn() {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}
