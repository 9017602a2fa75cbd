/*
 * The dialog that chooses a date: a day of a month, or a label of each group, which may be a date that no
 * year has. Boards that are not calendars have labels only.
 *
 * A press on a day opens it. Chosen labels are opened by a button; the sentence above it states their date, and
 * whether it is known to have no solution.
 */

import { transferPart } from "./transfer.js";
import { countOf, dateOf, dateWords, dayOf, isLeapYear, labelName, nextSolvable } from "./dates.js";
import { Dialog } from "./dialog.js";
import { choiceOf, newElement, plainButton, within } from "./elements.js";
import { translate } from "./lang.js";
import { Month } from "./month.js";

/** The dialog of dates. @extends {Dialog<Game>} */
export class Calendar extends Dialog {
  /** @param {Game} game @param {Done} done */
  constructor(game, done) {
    super("calendar", game, game.puzzle.calendar ? "calendar.title" : "labels.title");
    this.done = done;
    /** @type {Array<number | null>} */
    this.labels = [];
    /** @type {Date | null} */
    this.day = null;
    this.isByLabels = false;
    this.foot = this.emptyFoot();
  }

  /** Create the sentence and the buttons below the labels. */
  emptyFoot() {
    return {
      words: newElement("p", { role: "status" }),
      next: newElement("button", { type: "button", className: "plain" }),
      show: plainButton("calendar.show", () => this.show(this.chosen), { className: "plain strong" }),
    };
  }

  /** Open the dialog at the current date. */
  open() {
    const { puzzle, state } = this.game;
    this.labels = state.date ? [...state.date] : puzzle.groups.map(() => null);
    this.day = dayOf(puzzle, state.date, new Date());
    this.isByLabels = !puzzle.calendar || !this.day;
    super.open();
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const { puzzle } = this.game;
    if (puzzle.calendar) body.append(this.modeChoice());
    body.append(...(this.isByLabels ? this.byLabels() : this.byDay()));
  }

  /** Create the choice between a calendar and labels. */
  modeChoice() {
    return choiceOf({
      name: "calendar-way",
      legend: translate("calendar.way"),
      hidden: true,
      options: [[false, translate("calendar.days")], [true, translate("calendar.labels")]],
      value: this.isByLabels,
      pick: (value) => {
        this.isByLabels = value;
        this.refill();
        within(this.root, "[name=calendar-way]:checked").focus();
      },
    });
  }

  byDay() {
    const today = new Date();
    const month = new Month(this.game.puzzle, {
      chosen: this.day,
      today,
      week: this.game.settings.week,
      whichDone: (dates) => this.done.which(dates),
      pick: (day) => this.show(dateOf(this.game.puzzle, day)),
    });
    const carry = transferPart(this.done, () => month.draw());
    const button = plainButton("calendar.today", () => this.show(dateOf(this.game.puzzle, today)));
    return [month.root, newElement("div", { className: "dialog-foot" }, [button]), carry];
  }

  byLabels() {
    const { puzzle } = this.game;
    const groups = puzzle.groups.map((_, group) => this.group(group));
    this.foot = this.emptyFoot();
    const more = puzzle.calendar ? [] : [plainButton("calendar.any", () => this.show(null))];
    this.drawFoot();
    const { words, next, show } = this.foot;
    const buttons = newElement("div", { className: "dialog-buttons" }, [...more, next, show]);
    return [...groups, newElement("div", { className: "dialog-foot" }, [words, buttons])];
  }

  /** @param {number} group */
  group(group) {
    const { labels, name } = this.game.puzzle.groups[group];
    return choiceOf({
      name: `calendar-group-${group}`,
      legend: groupName(this.game.puzzle, group) ?? name,
      options: labels.map((_, label) => [label, labelName(this.game.puzzle, group, label)]),
      value: this.labels[group],
      pick: (label) => {
        this.labels[group] = label;
        this.drawFoot();
      },
    });
  }

  /** The chosen labels, or null if a group still has none. @returns {DateLabels} */
  get chosen() {
    const found = this.labels.filter((label) => label !== null);
    return found.length === this.labels.length ? found : null;
  }

  /** Describe the date of the chosen labels; if it has no solution, offer the next date that has one. */
  drawFoot() {
    const { puzzle } = this.game;
    const { words, next, show } = this.foot;
    const { chosen } = this;
    show.disabled = !chosen;
    next.hidden = true;
    words.textContent = chosen ? dateWords(puzzle, chosen) : translate("calendar.incomplete");
    if (!chosen || countOf(puzzle, chosen) !== 0) return;
    words.textContent = translate("date.none", { date: dateWords(puzzle, chosen) });
    const found = nextSolvable(puzzle, chosen, isLeapYear(new Date().getFullYear()));
    if (!found) return;
    next.hidden = false;
    next.textContent = translate("date.next", { date: dateWords(puzzle, found, "short") });
    next.onclick = () => this.show(found);
  }

  /** @param {DateLabels | Array<number> | null} date */
  show(date) {
    this.close();
    const { date: before, level } = this.game.state;
    if (String(date) !== String(before) || level !== null) this.game.open(date);
  }
}

/**
 * Return the translated name of the group of months, days or weekdays; undefined for other groups,
 * which have a name in the file.
 * @param {Puzzle} puzzle @param {number} group
 */
function groupName({ calendar }, group) {
  const { month, day, weekday } = calendar ?? {};
  const kind = Object.entries({ month, day, weekday }).find(([, own]) => own === group)?.[0];
  return kind && translate(`calendar.${kind}`);
}
