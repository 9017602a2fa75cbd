/*
 * The worker: receives questions, answers one at a time, and posts its progress. js/types.js defines the answers.
 *
 * It works in slices, and reads messages between them. A new question replaces older ones of its kind. The
 * remaining solutions are answered first: the current question waits, and then starts again, with the
 * lists that are known by then. The page drops questions whose answers it no longer needs; a new puzzle drops all.
 */

import { challengeFor } from "./challenges.js";
import { NonogramAnswers } from "./nonogramhints.js";
import { hintFor } from "./hints.js";
import { RemainingSolutions } from "./remainingsolutions.js";
import { Puzzle } from "./puzzle.js";
import { takenApart } from "./sliding.js";

const TELL = 200; // milliseconds between two messages of progress

/**
 * @typedef {{id: number, ask: string, what: keyof NonogramReplies, cells: Array<number>,
 *            [more: string]: any}} Question
 * any: the other properties depend on the kind
 */

/** @type {RemainingSolutions | null} */
let remaining = null;
/** @type {NonogramAnswers | null} */
let nonogram = null;
/** @type {Array<Question>} */
let waiting = [];
/** @type {Question | null} */
let answering = null;

/**
 * Each kind of question about pieces, and the generator of its answer.
 * @type {Record<string, (own: RemainingSolutions, question: Question) => Generator<number, object>>}
 */
const ANSWERS = {
  remaining: (own, { date, placed }) => own.remaining(date, placed),
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
  if (data.ask !== "remaining") waiting.push(data);
  else waiting = [data, ...answering ? [{ ...answering }] : [], ...waiting].filter(isFirstOfKind);
  if (data.ask === "remaining" || answering?.ask === data.ask) answering = null;
  if (!answering) answerNext();
});

/**
 * Return whether a question is the first of its kind.
 * @param {Question} question @param {number} index @param {Array<Question>} questions
 */
function isFirstOfKind({ ask }, index, questions) {
  return questions.findIndex((other) => other.ask === ask) === index;
}

/** @param {{id: number, puzzle: PuzzleData | NonogramData}} of */
function load({ id, puzzle }) {
  try {
    const isNonogram = puzzle.kind === "nonogram";
    nonogram = isNonogram ? new NonogramAnswers(/** @type {NonogramData} */ (puzzle)) : null;
    remaining = isNonogram ? null : new RemainingSolutions(new Puzzle(/** @type {PuzzleData} */ (puzzle)));
    self.postMessage({ id, ready: true });
  } catch {
    remaining = null;
    nonogram = null;
    self.postMessage({ id, fault: "fault.puzzle" });
  }
}

/** Answer the waiting questions. */
async function answerNext() {
  for (let question = waiting.shift(); question; question = waiting.shift()) {
    answering = question;
    try {
      if (!(await answered(question))) return;
    } catch {
      const isLoaded = remaining || nonogram;
      self.postMessage({ id: question.id, fault: isLoaded ? "fault.search" : "fault.puzzle" });
    }
    if (answering !== question) return;
    answering = null;
  }
}

/** Answer a question; return false if it was dropped. @param {Question} question */
async function answered(question) {
  const steps = remaining ? ANSWERS[question.ask](remaining, question) : nonogram?.answer(question);
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

/** Let waiting messages be handled; a timer would take some milliseconds each time. @returns {Promise<void>} */
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
