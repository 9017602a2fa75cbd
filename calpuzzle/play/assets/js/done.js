/*
 * What was solved on this device, on how many days in a row, and how long it took.
 *
 * Kept beside the positions. A day counts for the row when its own date was solved on it.
 */

import { dateOf } from "./dates.js";
import { fromStorage, intoStorage, placeOf } from "./saved.js";

/** The dates and levels of one puzzle that were solved. */
export class Done {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.key = `calpuzzle-done:${puzzle.name}`;
  }

  /** What is kept; a thing that is none of it counts as nothing. */
  read() {
    const kept = fromStorage(this.key);
    const listOf = (value) => (Array.isArray(value) ? value : []);
    return { places: listOf(kept?.places), days: listOf(kept?.days) };
  }

  /**
   * @param {Dated} date
   * @param {number | null} level
   * @returns {boolean} whether it was solved once
   */
  has(date, level = null) {
    return this.read().places.includes(placeOf(this.puzzle, date, level));
  }

  /**
   * Notes that a date or level is solved.
   * @param {Dated} date
   * @param {number | null} level
   * @param {Date} today
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
   * @param {Date} today
   * @returns {number}
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

/** The time that a position has taken so far, while it was seen and not solved. */
export class Clock {
  /**
   * @param {Game} game
   * @param {HTMLElement} root  where it is shown
   */
  constructor(game, root) {
    Object.assign(this, { game, root, key: null, seconds: 0 });
    game.onChange(() => this.follow());
    setInterval(() => this.tick(), 1000);
  }

  follow() {
    const { puzzle, state, settings } = this.game;
    const key = `calpuzzle-time:${placeOf(puzzle, state.date, state.level)}`;
    if (key !== this.key) {
      this.key = key;
      this.seconds = Number(fromStorage(key)) || 0;
    }
    this.root.hidden = !settings.timer;
    this.root.textContent = this.words();
  }

  tick() {
    const { game } = this;
    if (!game.settings.timer || !this.key || document.hidden || game.solved) return;
    this.seconds += 1;
    intoStorage(this.key, this.seconds);
    this.root.textContent = this.words();
  }

  /** Minutes and seconds, and hours where there are any. */
  words() {
    const minutes = Math.floor(this.seconds / 60);
    const parts = [Math.floor(minutes / 60), minutes % 60, this.seconds % 60];
    const shown = parts[0] ? parts : parts.slice(1);
    return shown.map((part, k) => (k ? String(part).padStart(2, "0") : String(part))).join(":");
  }
}

function dayKey(day) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");
}
