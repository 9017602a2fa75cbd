/*
 * Dates and labels: which labels stay uncovered on a day, and how a date is said.
 */

import { currentLanguage } from "./lang.js";

/**
 * The labels of a day, or null where the puzzle is no calendar.
 * @param {Puzzle} puzzle
 * @param {Date} day
 * @returns {Dated}
 */
export function dateOf(puzzle, day) {
  const { calendar, groups } = puzzle;
  if (!calendar) return null;
  const date = groups.map(() => 0);
  const set = (group, label) => {
    date[group] = groups[group].labels.indexOf(label);
  };
  set(calendar.month, calendar.months[day.getMonth()]);
  set(calendar.day, calendar.days[day.getDate() - 1]);
  if (calendar.weekday !== null) set(calendar.weekday, calendar.weekdays[(day.getDay() + 6) % 7]);
  return date;
}

/**
 * A date in words; empty where there is none.
 * @param {Puzzle} puzzle
 * @param {Dated} date
 * @returns {string}
 */
export function dateWords(puzzle, date) {
  if (!date) return "";
  const { calendar, groups } = puzzle;
  const labels = date.map((label, group) => groups[group].labels[label]);
  if (!calendar) return labels.join(" ");
  const language = currentLanguage();
  const month = calendar.months.indexOf(labels[calendar.month]);
  const number = calendar.days.indexOf(labels[calendar.day]) + 1;
  // A year that begins on a Saturday and has a 29 February: every day and month is in it.
  const monthName = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" })
    .format(new Date(Date.UTC(2000, month, 1)));
  const words = language === "en" ? `${number} ${monthName}` : `${number}. ${monthName}`;
  if (calendar.weekday === null) return words;
  const weekday = calendar.weekdays.indexOf(labels[calendar.weekday]);
  const weekdayName = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" })
    .format(new Date(Date.UTC(2024, 0, 1 + weekday)));
  return `${weekdayName} ${words}`;
}

/**
 * The number of solutions of a date where the page was told, else null.
 * @param {Puzzle} puzzle
 * @param {Dated} date
 * @returns {number | null}
 */
export function countOf(puzzle, date) {
  if (!puzzle.counts || !date) return null;
  const at = date.reduce((sum, label, g) => sum * puzzle.groups[g].labels.length + label, 0);
  return puzzle.counts[at];
}
