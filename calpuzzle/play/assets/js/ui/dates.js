/*
 * Dates and labels: which labels stay uncovered on a day, the words for a date, and the next date.
 *
 * A date is one label of each group, by number (DateLabels in types.js), so it may be one that no year has, such as
 * 30 February. A day is a Date of the device's clock.
 */

import { currentLocale } from "./lang.js";

const LEAP = 2000; // a year that has all days
/** @type {Map<string, Intl.DateTimeFormat>} */
const formatters = new Map();

/**
 * Return the labels of a day, or null if the puzzle is not a calendar.
 * @param {Puzzle} puzzle @param {Date} day @returns {DateLabels}
 */
export function dateOf(puzzle, day) {
  if (!puzzle.calendar) return null;
  return dateOfParts(puzzle, {
    month: day.getMonth(), day: day.getDate(), weekday: (day.getDay() + 6) % 7,
  });
}

/**
 * Return the labels of a month, a day and a weekday, even if no year has such a date.
 * @param {Puzzle} puzzle
 * @param {{month: number, day: number, weekday: number}} parts  January and Monday are 0
 * @returns {Array<number>}
 */
function dateOfParts(puzzle, { month, day, weekday }) {
  const { groups } = puzzle;
  const calendar = calendarIn(puzzle);
  const date = groups.map(() => 0);
  const set = (/** @type {number} */ group, /** @type {string} */ label) => {
    date[group] = groups[group].labels.indexOf(label);
  };
  set(calendar.month, calendar.months[month]);
  set(calendar.day, calendar.days[day - 1]);
  if (calendar.weekday !== null) set(calendar.weekday, calendar.weekdays[weekday]);
  return date;
}

/** Return the calendar of a puzzle, which must have one. @param {Puzzle} puzzle */
function calendarIn({ calendar }) {
  return /** @type {CalendarData} */ (calendar);
}

/**
 * Return the month, the day and the weekday of a date; the weekday is null if the board has none.
 * @param {Puzzle} puzzle @param {Array<number>} date @returns {{month: number, day: number, weekday: number | null}}
 */
function partsOfDate(puzzle, date) {
  const { groups } = puzzle;
  const calendar = calendarIn(puzzle);
  const label = (/** @type {number} */ group) => groups[group].labels[date[group]];
  return {
    month: calendar.months.indexOf(label(calendar.month)),
    day: calendar.days.indexOf(label(calendar.day)) + 1,
    weekday: calendar.weekday === null ? null : calendar.weekdays.indexOf(label(calendar.weekday)),
  };
}

/**
 * Return a date in words; empty for null.
 * @param {Puzzle} puzzle @param {DateLabels} date
 * @param {"long" | "short"} [width]  of the names in it
 * @returns {string}
 */
export function dateWords(puzzle, date, width = "long") {
  if (!date) return "";
  const { calendar, groups } = puzzle;
  if (!calendar) return date.map((label, group) => groups[group].labels[label]).join(" ");
  const { month, day, weekday } = partsOfDate(puzzle, date);
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { month: width, day: "numeric", timeZone: "UTC" };
  if (weekday !== null) form.weekday = width;
  const isReal = day <= lastDayOf(month, true);
  // For a day that the month does not have, format the 12th and replace its number.
  const like = Date.UTC(LEAP, month, isReal ? day : 12);
  /** @type {Record<string, string>} */
  const own = { weekday: weekday === null ? "" : weekdayName(weekday, width) };
  if (!isReal) own.day = day.toLocaleString(currentLocale());
  // The short form omits words between the parts: "30 de set." becomes "30 set.".
  const plain = (/** @type {string} */ text) => (width === "short" ? text.replace(/ \p{L}+ /u, " ") : text);
  return formatter(form).formatToParts(like)
    .map(({ type, value }) => own[type] ?? (type === "literal" ? plain(value) : value)).join("");
}

/**
 * Return a formatter of dates, cached because creating one takes as long as drawing a piece.
 * @param {Intl.DateTimeFormatOptions} form
 */
function formatter(form) {
  const key = currentLocale() + JSON.stringify(form);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(currentLocale(), form);
  formatters.set(key, made);
  return made;
}

/**
 * @param {number} month  January is 0
 * @param {"long" | "short"} [width] @returns {string}
 */
export function monthName(month, width = "long") {
  return formatter({ month: width, timeZone: "UTC" })
    .format(Date.UTC(LEAP, month, 1));
}

/**
 * @param {number} weekday  Monday is 0
 * @param {"long" | "short" | "narrow"} [width] @returns {string}
 */
export function weekdayName(weekday, width = "long") {
  // The first of January 2024 was a Monday.
  return formatter({ weekday: width, timeZone: "UTC" })
    .format(Date.UTC(2024, 0, 1 + weekday));
}

/**
 * Return the short name of a month or weekday in the reader's language, or another label as it is
 * printed on the board.
 * @param {Puzzle} puzzle @param {number} group @param {number} label
 */
export function labelName({ calendar, groups }, group, label) {
  const own = groups[group].labels[label];
  if (calendar?.month === group) return monthName(calendar.months.indexOf(own), "short");
  if (calendar?.weekday === group) return weekdayName(calendar.weekdays.indexOf(own), "short");
  return own;
}

/**
 * Return a label for display and speech: as printed on the board or in the reader's language,
 * according to the setting `labels`.
 * @param {Puzzle} puzzle @param {string} label @returns {string}
 */
export function shownLabel(puzzle, label) {
  if (!puzzle.calendar || document.documentElement.dataset.labels !== "own") return label;
  const group = puzzle.groups.findIndex(({ labels }) => labels.includes(label));
  return group < 0 ? label : labelName(puzzle, group, puzzle.groups[group].labels.indexOf(label));
}

/**
 * Return the first day of the week, with Monday as 0: from the setting or, if it is `auto`, from
 * the locale; Monday if the browser does not know the weeks of the locale.
 * @param {string} week  the number of a weekday, or `auto` for the locale
 * @returns {number}
 */
export function firstWeekday(week) {
  if (week !== "auto") return Number(week);
  const locale = /** @type {Intl.Locale & {weekInfo?: {firstDay: number}}} */ (
    new Intl.Locale(currentLocale()));
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  return (first + 6) % 7;
}

/**
 * Return the day that has these labels in the year nearest to that of `near`; null if no year has
 * such a date.
 * @param {Puzzle} puzzle @param {DateLabels} date @param {Date} near @returns {Date | null}
 */
export function dayOf(puzzle, date, near) {
  if (!puzzle.calendar || !date) return null;
  const { month, day } = partsOfDate(puzzle, date);
  // The years in which 29 February has a given weekday are at most 40 years apart: usually 28, and
  // 12 or 40 if a year such as 2100, which is no leap year, is between.
  for (let away = 0; away <= 40; away += 1) {
    for (const year of [near.getFullYear() + away, near.getFullYear() - away]) {
      const found = new Date(year, month, day, 12);
      const isIt = found.getMonth() === month && String(dateOf(puzzle, found)) === String(date);
      if (isIt) return found;
    }
  }
  return null;
}

/**
 * Return the number of solutions of a date if the page has it, else null.
 * @param {Puzzle} puzzle @param {Array<number> | DateLabels} date @returns {number | null}
 */
export function countOf(puzzle, date) {
  return puzzle.counts && date ? puzzle.counts[indexOfDate(puzzle, date)] : null;
}

/**
 * Return the difficulty of a date, from 1 to 5; 0 if it is not known or the date has no solution.
 * @param {Puzzle} puzzle @param {DateLabels} date @returns {number}
 */
export function difficultyOf(puzzle, date) {
  return date ? Number(puzzle.difficulties[indexOfDate(puzzle, date)] ?? 0) : 0;
}

/**
 * Return the index of a date in `counts` and `difficulties`; the last group varies fastest.
 * @param {Puzzle} puzzle @param {Array<number>} date
 */
function indexOfDate({ groups }, date) {
  return date.reduce((sum, label, g) => sum * groups[g].labels.length + label, 0);
}

/**
 * Return the next date with a solution: on a calendar by the days of the year, otherwise in the
 * order of the labels. Return null if there is none, or if the page has no counts.
 * @param {Puzzle} puzzle @param {DateLabels} date
 * @param {boolean} isLeap  whether 28 February is followed by the 29th
 * @returns {DateLabels}
 */
export function nextSolvable(puzzle, date, isLeap) {
  if (!puzzle.counts || !date) return null;
  let next = date;
  for (let k = 0; k < puzzle.counts.length; k += 1) {
    next = puzzle.calendar ? dayAfter(puzzle, next, isLeap) : labelsAfter(puzzle, next);
    if (countOf(puzzle, next)) return next;
  }
  return null;
}

/** Return whether a year has a 29 February. @param {number} year @returns {boolean} */
export function isLeapYear(year) {
  return new Date(year, 1, 29).getDate() === 29;
}

/**
 * Return the next day; after a day that the month does not have, the first of the next month.
 * @param {Puzzle} puzzle @param {Array<number>} date @param {boolean} isLeap
 */
function dayAfter(puzzle, date, isLeap) {
  const { month, day, weekday } = partsOfDate(puzzle, date);
  const isLast = day >= lastDayOf(month, isLeap);
  return dateOfParts(puzzle, {
    month: isLast ? (month + 1) % 12 : month,
    day: isLast ? 1 : day + 1,
    weekday: weekday === null ? 0 : (weekday + 1) % 7,
  });
}

/**
 * Return the next combination of labels; the last group varies fastest.
 * @param {Puzzle} puzzle @param {Array<number>} date
 */
function labelsAfter({ groups }, date) {
  const next = [...date];
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    next[group] = (next[group] + 1) % groups[group].labels.length;
    if (next[group]) return next;
  }
  return next;
}

/** @param {number} month @param {boolean} isLeap */
function lastDayOf(month, isLeap) {
  return new Date(isLeap ? LEAP : LEAP + 1, month + 1, 0).getDate();
}
