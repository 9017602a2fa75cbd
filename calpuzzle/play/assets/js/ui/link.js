/*
 * The position in the address: `#puzzle=dray&date=Nov,20,Fri&with=S4@9:1+I4@0,0:1`. A level of the
 * puzzle is in `level=`; the placements of a challenge that was made on a page are in `given=`.
 *
 * A date is its labels, or `2026-11-20` on a calendar; placements have their usual notation. Parts that do
 * not fit are omitted and reported in a sentence, and the other parts are used.
 */

import { dateOf } from "./dates.js";
import { misfit } from "./landing.js";
import { inTray, newState, settled } from "./state.js";

/**
 * @typedef {Object} Linked
 * @property {DateLabels | undefined} date        undefined if the address has none
 * @property {number | null} level
 * @property {Array<Placement> | null} placed  null if the address has none
 * @property {Array<Fault>} faults
 */

/**
 * Return the hash of the address of a position.
 * @param {Puzzle} puzzle @param {State} state @returns {string}
 */
export function linkOf(puzzle, state) {
  const { date, level, placed } = settled(state);
  const parts = [puzzle.own ? `own=${puzzle.own}` : `puzzle=${escaped(puzzle.name)}`];
  if (date) parts.push(`date=${date.map((k, g) => escaped(puzzle.groups[g].labels[k]))}`);
  if (level !== null) {
    const { name, placed: given, isMade } = puzzle.challenges[level];
    parts.push(isMade ? `given=${given.map(escapedPlacement).join("+")}` : `level=${escaped(name)}`);
  }
  if (placed.length) parts.push(`with=${placed.map((own) => placeInLink(puzzle, own)).join("+")}`);
  return `#${parts.join("&")}`;
}

/**
 * Return the address of another page of the folder, if the hash names its puzzle; otherwise null.
 * @param {PuzzleData | NonogramData} data @param {string} hash @returns {string | null}
 */
export function otherPageOf({ name, others = [] }, hash) {
  const wanted = unescaped(partsOf(hash).get("puzzle") ?? name);
  return wanted !== name && others.includes(wanted) ? `${encodeURIComponent(wanted)}.html${hash}` : null;
}

/** Parse the hash of an address. @param {Puzzle} puzzle @param {string} hash @returns {Linked} */
export function readLink(puzzle, hash) {
  const parts = partsOf(hash);
  /** @type {Linked} */
  const linked = { date: undefined, level: null, placed: null, faults: [] };
  const name = unescaped(parts.get("puzzle") ?? puzzle.name);
  if (name !== puzzle.name) {
    linked.faults.push({ key: "link.puzzle", values: { name, own: puzzle.name } });
    return linked;
  }
  const [date, level, given, placed] = ["date", "level", "given", "with"].map((key) => parts.get(key));
  if (date !== undefined) readDate(puzzle, date, linked);
  if (level !== undefined) readLevel(puzzle, unescaped(level), linked);
  if (given !== undefined) readGiven(puzzle, given, linked);
  if (placed !== undefined) linked.placed = readPlaced(puzzle, placed, linked);
  return linked;
}

/**
 * Return the placements that fit if they are placed one after the other; the others are skipped.
 * @param {Puzzle} puzzle @param {DateLabels} date @param {Array<Placement>} given @param {Array<Placement>} placed
 * @returns {Array<Placement>}
 */
export function fittingInTurn(puzzle, date, given, placed) {
  let state = newState(puzzle, date, null, given);
  for (const placement of placed) {
    if (!inTray(puzzle, state, placement[0]) || misfit(puzzle, state, placement)) continue;
    state = { ...state, placed: [...state.placed, placement] };
  }
  return state.placed;
}

/** @param {string} hash */
function partsOf(hash) {
  return new Map(hash.replace(/^#/u, "").split("&").map((part) => {
    const [key, ...rest] = part.split("=");
    return [key, rest.join("=")];
  }));
}

/** @param {Puzzle} puzzle @param {string} text @param {Linked} linked */
function readDate(puzzle, text, linked) {
  const date = isoDate(puzzle, text) ?? labelDate(puzzle, text);
  if (date) linked.date = date;
  else linked.faults.push({ key: "link.date", values: { date: unescaped(text) } });
}

/** @param {Puzzle} puzzle @param {string} text */
function isoDate(puzzle, text) {
  if (!puzzle.calendar || !/^(?!0000)\d{4}-\d\d-\d\d$/u.test(text)) return null;
  const day = new Date(`${text}T12:00:00`);
  // JavaScript would convert 30 February to a day in March.
  return Number.isNaN(day.getTime()) || day.getDate() !== Number(text.slice(8))
    ? null : dateOf(puzzle, day);
}

/** @param {Puzzle} puzzle @param {string} text */
function labelDate(puzzle, text) {
  const labels = text.split(",").map(unescaped);
  if (!puzzle.groups.length || labels.length !== puzzle.groups.length) return null;
  const date = puzzle.groups.map((group) => group.labels.findIndex((own) => labels.includes(own)));
  return date.includes(-1) ? null : date;
}

/** @param {Puzzle} puzzle @param {string} name @param {Linked} linked */
function readLevel(puzzle, name, linked) {
  const level = puzzle.challenges.findIndex((challenge) => challenge.name === name);
  if (level >= 0) linked.level = level;
  else linked.faults.push({ key: "link.level", values: { name } });
}

/**
 * Read the placements of a challenge that was made on a page. If one does not fit, the whole challenge is ignored.
 * @param {Puzzle} puzzle @param {string} text @param {Linked} linked
 */
function readGiven(puzzle, text, linked) {
  // Without a date, the challenge is for any labels, not for those of today.
  if (puzzle.groups.length) linked.date ??= null;
  const { length } = linked.faults;
  const given = readPlaced(puzzle, text, linked);
  if (linked.faults.length > length) return;
  const fitting = fittingInTurn(puzzle, linked.date ?? null, [], given);
  const wrong = given.find((own, k) => !fitting.includes(own) || given.indexOf(own) < k);
  if (wrong) linked.faults.push({ key: "link.placed", values: { placement: puzzle.written(wrong) } });
  else if (given.length) linked.level = puzzle.challengeOf(given);
}

/** @param {Puzzle} puzzle @param {string} text @param {Linked} linked */
function readPlaced(puzzle, text, linked) {
  const found = [];
  for (const part of text.split("+").filter(Boolean)) {
    const { placed, fault } = puzzle.read(unescaped(part));
    if (fault) linked.faults.push(fault);
    else found.push(...placed);
  }
  return found;
}

/** Write a placement for an address. @param {Puzzle} puzzle @param {Placement} placement */
function placeInLink(puzzle, placement) {
  return escapedPlacement(puzzle.written(placement));
}

/**
 * Escape a written placement. Its commas stay, because only those in `date=` separate labels.
 * @param {string} written
 */
function escapedPlacement(written) {
  return escaped(written).replace(/%2C/gu, ",");
}

/**
 * Escape a text for an address, except `@` and `:`, which are allowed and easier to read.
 * @param {string} text
 */
function escaped(text) {
  return encodeURIComponent(text).replace(/%40/gu, "@").replace(/%3A/gu, ":");
}

/** @param {string} text */
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
