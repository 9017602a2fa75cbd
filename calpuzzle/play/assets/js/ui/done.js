/*
 * What was solved on this device, on how many days in a row, and all of it as a file for another
 * device.
 *
 * Kept beside the positions. A day counts for the row when its own date was solved on it.
 */

import { dateOf } from "./dates.js";
import { fromStorage, intoStorage, storedKeys, placeOf } from "./saved.js";

const KEPT = "calpuzzle-done:";
const FILE = "solved";
const FORMAT = 1;

/** The dates and levels of one puzzle that were solved. */
export class Done {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.key = `${KEPT}${puzzle.name}`;
  }

  /** What is kept. */
  read() {
    return checkedDone(fromStorage(this.key));
  }

  /** Which of some dates were solved once. @param {Array<Dated>} dates @returns {Array<boolean>} */
  which(dates) {
    const places = new Set(this.read().places);
    return dates.map((date) => places.has(placeOf(this.puzzle, date, null)));
  }

  /**
   * @param {Dated} date @param {number | null} level
   * @returns {boolean} whether it was solved once
   */
  has(date, level = null) {
    return this.read().places.includes(placeOf(this.puzzle, date, level));
  }

  /**
   * Notes that a date or level is solved.
   * @param {Dated} date @param {number | null} level @param {Date} today
   */
  add(date, level, today) {
    const { places, days } = this.read();
    const isToday = date !== null && String(date) === String(dateOf(this.puzzle, today));
    intoStorage(this.key, {
      places: [...new Set([...places, placeOf(this.puzzle, date, level)])],
      days: isToday ? [...new Set([...days, dayKey(today)])] : days,
    });
  }

  /**
   * How many days in a row, up to today or yesterday, were solved on the day itself.
   * @param {Date} today @returns {number}
   */
  streak(today) {
    const days = new Set(this.read().days);
    const day = new Date(today);
    if (!days.has(dayKey(day))) day.setDate(day.getDate() - 1);
    let row = 0;
    while (days.has(dayKey(day))) {
      row += 1;
      day.setDate(day.getDate() - 1);
    }
    return row;
  }
}

/** What was solved of all puzzles that were played here, as the text of a file. */
export function doneText() {
  const names = storedKeys(KEPT).map((key) => key.slice(KEPT.length));
  const puzzles = names.map((name) => [name, checkedDone(fromStorage(`${KEPT}${name}`))]);
  const whole = { calpuzzle: FILE, format: FORMAT, puzzles: Object.fromEntries(puzzles) };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

/**
 * Adds what the text of such a file holds to what was solved here.
 * @param {string} text
 * @returns {number}  how many dates and levels are new here
 * @throws {Error}  whose message is the key of a sentence, where it is no such file, or nothing is
 *         kept here
 */
export function addDone(text) {
  const whole = wholeDone(text);
  let fresh = 0;
  for (const [name, own] of Object.entries(Object(whole.puzzles))) {
    const [there, here] = [own, fromStorage(`${KEPT}${name}`)].map(checkedDone);
    const places = [...new Set([...here.places, ...there.places])];
    const days = [...new Set([...here.days, ...there.days])];
    if (!intoStorage(`${KEPT}${name}`, { places, days })) throw new Error("fault.kept");
    fresh += places.length - here.places.length;
  }
  return fresh;
}

/** @param {string} text */
function wholeDone(text) {
  let whole = null;
  try {
    whole = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (whole?.calpuzzle !== FILE || whole.format !== FORMAT) throw new Error("carry.fault");
  return whole;
}

/**
 * What was solved of a puzzle; a thing that is none of it counts as nothing.
 * @param {any} kept  any: whatever stands there
 */
function checkedDone(kept) {
  const listOf = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : [])
    .filter((one) => typeof one === "string");
  return { places: listOf(kept?.places), days: listOf(kept?.days) };
}

/** @param {Date} day */
function dayKey(day) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");
}
