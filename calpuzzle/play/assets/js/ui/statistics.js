/*
 * The statistics of a board: how many dates were solved, days in a row, and times.
 */

import { newElement } from "./elements.js";
import { currentLocale, translate } from "./lang.js";

/**
 * Return seconds as minutes and seconds, with hours if there are any.
 * @param {number} seconds @returns {string}
 */
export function timeWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  const parts = [Math.floor(minutes / 60), minutes % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, k) => (k ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** Return the figures as a list, without those that are not known. @param {Done} done @returns {HTMLElement} */
export function statisticsOf(done) {
  const { solved, streak, longest, best, median } = done.figures(new Date());
  const numbers = done.puzzle.calendar ? { solved, streak, longest } : { solved };
  const shown = [
    ...Object.entries(numbers).map(([name, number]) => [name, number.toLocaleString(currentLocale())]),
    ...Object.entries({ best, median }).flatMap(([name, time]) => (time ? [[name, timeWords(time)]] : [])),
  ];
  return newElement("section", { hidden: !solved, "aria-label": translate("stats.title") }, [
    newElement("dl", { className: "figures" }, shown.map(([name, words]) => newElement("div", {}, [
      newElement("dt", {}, [translate(`stats.${name}`)]), newElement("dd", {}, [words]),
    ]))),
  ]);
}
