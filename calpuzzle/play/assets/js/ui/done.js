/*
 * The boards solved on this device, the streak of days and the times, and their export to a file for another
 * device.
 *
 * They are stored next to the positions. A day counts for the streak if its own date was solved on that day;
 * `times` has the shortest time of each date and level, in seconds.
 */

import { dateOf } from "./dates.js";
import { fromStorage, intoStorage, storedKeys, storageKeyOf } from "./saved.js";

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

  /** Return the stored data. */
  read() {
    return checkedDone(fromStorage(this.key));
  }

  /**
   * Return for each date whether it was ever solved.
   * @param {Array<DateLabels>} dates @returns {Array<boolean>}
   */
  which(dates) {
    const places = new Set(this.read().places);
    return dates.map((date) => places.has(storageKeyOf(this.puzzle, date, null)));
  }

  /** @param {DateLabels} date @param {number | null} level @returns {boolean} whether it was ever solved */
  has(date, level = null) {
    return this.read().places.includes(storageKeyOf(this.puzzle, date, level));
  }

  /**
   * Record that a date or level was solved in this many seconds.
   * @param {DateLabels} date @param {number | null} level @param {Date} today @param {number} seconds
   */
  add(date, level, today, seconds) {
    const isToday = date !== null && String(date) === String(dateOf(this.puzzle, today));
    this.note(storageKeyOf(this.puzzle, date, level), seconds, isToday ? [dayKey(today)] : []);
  }

  /**
   * Record that a date, level or nonogram was solved in this many seconds.
   * @param {string} storageKey
   * @param {number} seconds
   * @param {Array<string>} [days]  days that count for the streak
   */
  note(storageKey, seconds, days = []) {
    const times = { [storageKey]: Math.max(1, seconds) };
    intoStorage(this.key, merged(this.read(), { places: [storageKey], days, times }));
  }

  /**
   * Return how many days in a row, up to today or yesterday, were solved on the day itself.
   * @param {Date} today @returns {number}
   */
  streak(today) {
    const days = new Set(this.read().days);
    return streakUpTo(days, today) || streakUpTo(days, shifted(today, -1));
  }

  /**
   * Return the number of solved dates and levels, the current and the longest streak in days, and
   * the best and the median time in seconds, or 0 if no time is known.
   * @param {Date} today
   */
  figures(today) {
    const { places, days, times } = this.read();
    const all = new Set(days);
    const dated = days.map(dayOfKey);
    const ends = dated.filter((day) => !all.has(dayKey(shifted(day, 1))));
    const sorted = Object.values(times).sort((one, other) => one - other);
    return {
      solved: places.length,
      streak: this.streak(today),
      longest: Math.max(0, ...ends.map((day) => streakUpTo(all, day))),
      best: sorted[0] ?? 0,
      median: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    };
  }
}

/** @typedef {{places: Array<string>, days: Array<string>, times: Record<string, number>}} Solved */

/**
 * Return the length of the streak of days that ends on `last`.
 * @param {Set<string>} days @param {Date} last
 */
function streakUpTo(days, last) {
  let row = 0;
  while (days.has(dayKey(shifted(last, -row)))) row += 1;
  return row;
}

/** @param {Date} day @param {number} days */
function shifted(day, days) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, 12);
}

/**
 * Return the union of both, with the shorter time of each date and level.
 * @param {Solved} one @param {Solved} other @returns {Solved}
 */
function merged(one, other) {
  const times = { ...one.times };
  for (const [place, time] of Object.entries(other.times)) times[place] = Math.min(time, times[place] ?? time);
  return {
    places: [...new Set([...one.places, ...other.places])], days: [...new Set([...one.days, ...other.days])], times,
  };
}

/** Return what was solved in all puzzles on this device, as the text of a file. */
export function doneText() {
  const names = storedKeys(KEPT).map((key) => key.slice(KEPT.length));
  const puzzles = names.map((name) => [name, checkedDone(fromStorage(`${KEPT}${name}`))]);
  const whole = { calpuzzle: FILE, format: FORMAT, puzzles: Object.fromEntries(puzzles) };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

/**
 * Add the contents of a file with the text of `doneText` to what was solved here.
 * @param {string} text
 * @returns {number}  how many dates and levels are new here
 * @throws {Error}  if `text` is not such a file, or if the browser stores nothing; the message is
 *          the key of the sentence to show
 */
export function addDone(text) {
  const whole = wholeDone(text);
  let fresh = 0;
  for (const [name, own] of Object.entries(Object(whole.puzzles))) {
    const [there, here] = [own, fromStorage(`${KEPT}${name}`)].map(checkedDone);
    const both = merged(here, there);
    if (!intoStorage(`${KEPT}${name}`, both)) throw new Error("fault.kept");
    fresh += both.places.length - here.places.length;
  }
  return fresh;
}

/** @param {string} text */
function wholeDone(text) {
  let whole = null;
  try {
    whole = JSON.parse(text);
  } catch {
    // The next line reports it.
  }
  if (whole?.calpuzzle !== FILE || whole.format !== FORMAT) throw new Error("carry.fault");
  return whole;
}

/**
 * Return the stored data of a puzzle, without invalid parts.
 * @param {any} kept  any, because the storage may contain anything
 * @returns {Solved}
 */
function checkedDone(kept) {
  const listOf = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : [])
    .filter((one) => typeof one === "string");
  const times = Object.entries(Object(kept?.times)).filter(([, time]) => Number.isFinite(time) && time > 0);
  return { places: listOf(kept?.places), days: listOf(kept?.days), times: Object.fromEntries(times) };
}

/** @param {Date} day */
function dayKey(day) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");
}

/** @param {string} key */
function dayOfKey(key) {
  const [year, month, day] = key.split("-").map(Number);
  return new Date(year, month - 1, day, 12);
}
