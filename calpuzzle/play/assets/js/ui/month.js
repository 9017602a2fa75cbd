/*
 * One month as a table of days: the chosen day, today, the number of solutions of each day as a
 * number and a shade, its difficulty as a sign, and the solved days.
 *
 * One day at a time can be reached by Tab; arrows go to the others, also past the ends of the month.
 */

import { countOf, dateOf, dateWords, firstWeekday, difficultyOf, monthName } from "./dates.js";
import { weekdayName } from "./dates.js";
import { iconButton, newElement, within } from "./elements.js";
import { hasModifier } from "./keyboard.js";
import { currentLocale, isRightToLeft, translate, shortNumber } from "./lang.js";

const SHADES = 5;
/** The signs of days that are easier or harder than most. @type {Record<number, string>} */
const DIFFICULTY_SIGNS = { 1: "\u2212\u2212", 2: "\u2212", 4: "+", 5: "++" };
/** @type {Record<string, {days?: number, months?: number}>} */
const STEPS = {
  ArrowLeft: { days: -1 }, ArrowRight: { days: 1 }, ArrowUp: { days: -7 }, ArrowDown: { days: 7 },
  PageUp: { months: -1 }, PageDown: { months: 1 },
};

/** The table of a month, with buttons to the previous and the next month. */
export class Month {
  /**
   * @param {Puzzle} puzzle
   * @param {{chosen: Date | null, today: Date, week: string, pick: (day: Date) => void,
   *          whichDone: (dates: Array<DateLabels>) => Array<boolean>}} options
   */
  constructor(puzzle, options) {
    this.puzzle = puzzle;
    this.options = options;
    this.day = noonOf(options.chosen ?? options.today);
    this.limits = limitsOf(puzzle.counts ?? []);
    this.name = newElement("h3", { "aria-live": "polite" });
    this.table = newElement("table", { role: "grid", className: "month" });
    this.root = newElement("div", {}, [
      newElement("div", { className: "month-head" }, [
        iconButton("before", translate("calendar.before"), () => this.goByMonths(-1)),
        this.name,
        iconButton("after", translate("calendar.after"), () => this.goByMonths(1)),
      ]),
      this.table,
      ...(this.limits.length ? [legend()] : []),
      ...(puzzle.difficulties ? [difficultyLegend()] : []),
    ]);
    this.table.addEventListener("keydown", (event) => this.press(event));
    this.draw();
  }

  /** Go some months forward, to the same day or the last one of the month. @param {number} months */
  goByMonths(months) {
    const last = new Date(this.day.getFullYear(), this.day.getMonth() + months + 1, 0, 12);
    const day = Math.min(this.day.getDate(), last.getDate());
    this.day = new Date(last.getFullYear(), last.getMonth(), day, 12);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = STEPS[event.key];
    if (!step || hasModifier(event)) return;
    event.preventDefault();
    if (step.months) {
      this.goByMonths(step.months);
    } else {
      const { days = 0 } = step;
      this.day.setDate(this.day.getDate() + (isRightToLeft() && Math.abs(days) === 1 ? -days : days));
      this.draw();
    }
    within(this.table, "[tabindex='0']").focus();
  }

  draw() {
    const [year, month] = [this.day.getFullYear(), this.day.getMonth()];
    const number = year.toLocaleString(currentLocale(), { useGrouping: false });
    this.name.textContent = `${monthName(month)} ${number}`;
    this.table.setAttribute("aria-label", this.name.textContent);
    const first = firstWeekday(this.options.week);
    const heads = Array.from({ length: 7 }, (_, k) => this.head((first + k) % 7));
    const head = newElement("tr", {}, heads);
    const before = ((new Date(year, month, 1).getDay() + 6) % 7 - first + 7) % 7;
    const days = new Date(year, month + 1, 0).getDate();
    const all = Array.from({ length: days }, (_, k) => new Date(year, month, k + 1, 12));
    const done = this.options.whichDone(all.map((day) => dateOf(this.puzzle, day)));
    const cells = all.map((day, k) => newElement("td", {}, [this.button(day, done[k])]));
    const weeks = Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) => newElement(
      "tr", {}, Array.from({ length: 7 }, (_, k) => cells[7 * week + k - before] ?? newElement("td")),
    ));
    this.table.replaceChildren(newElement("thead", {}, [head]), newElement("tbody", {}, weeks));
  }

  /** @param {number} weekday */
  head(weekday) {
    const name = weekdayName(weekday);
    return newElement("th", { scope: "col", abbr: name }, [weekdayName(weekday, "short")]);
  }

  /** @param {Date} day @param {boolean} isDone */
  button(day, isDone) {
    const { puzzle } = this;
    const date = dateOf(puzzle, day);
    const count = countOf(puzzle, date);
    const words = [dateWords(puzzle, date)];
    if (count !== null) words.push(count ? translate("calendar.count", { n: count }) : translate("calendar.none"));
    const difficulty = difficultyOf(puzzle, date);
    if (difficulty) words.push(translate(`difficulty.${difficulty}`));
    if (isDone) words.push(translate("calendar.done"));
    const button = newElement("button", {
      type: "button",
      className: ["day", count === 0 && "none", isDone && "done"].filter(Boolean).join(" "),
      tabIndex: isSameDay(day, this.day) ? 0 : -1,
      onclick: () => this.options.pick(day),
      "aria-label": words.join(", "),
      "aria-pressed": isSameDay(day, this.options.chosen),
    }, [day.getDate().toLocaleString(currentLocale())]);
    if (isSameDay(day, this.options.today)) button.setAttribute("aria-current", "date");
    if (count) {
      button.dataset.count = shortNumber(count);
      button.dataset.shade = this.limits.filter((limit) => limit <= count).length.toString();
    }
    const sign = DIFFICULTY_SIGNS[difficulty];
    if (sign) button.append(newElement("span", { className: "sign", "data-sign": sign }));
    return button;
  }
}

/**
 * Return the least count of each shade but the lightest, so that each shade stands for a fifth of
 * all dates that have a solution.
 * @param {Array<number>} counts
 */
function limitsOf(counts) {
  const some = counts.filter(Boolean).sort((one, other) => one - other);
  return some.length ? Array.from({ length: SHADES - 1 }, (_, k) => (
    some[Math.floor(some.length * (k + 1) / SHADES)])) : [];
}

/** Create the legend of the shades. */
function legend() {
  const shades = Array.from({ length: SHADES }, (_, k) => newElement("span", { "data-shade": k }));
  return newElement("p", { className: "small shades", "aria-hidden": "true" }, [
    translate("calendar.shade.least"), ...shades, translate("calendar.shade.most"),
  ]);
}

/** Create the legend of the signs of easy and hard days. */
function difficultyLegend() {
  const signs = Object.entries(DIFFICULTY_SIGNS).map(([step, sign]) => newElement("span", {}, [
    newElement("b", {}, [sign]), ` ${translate(`difficulty.${step}`)}`]));
  return newElement("p", { className: "small signs", "aria-hidden": "true" }, signs);
}

/** @param {Date} one @param {Date | null} other */
function isSameDay(one, other) {
  return one.toDateString() === other?.toDateString();
}

/** @param {Date} day */
function noonOf(day) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12);
}
