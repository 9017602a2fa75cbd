/*
 * The dialog that chooses a date: a day of a month, or a label of each group, which may be a date that no
 * year has. Boards that are not calendars have labels only.
 *
 * A press opens a day. Labels are opened by a button, below a sentence that states which date they are, and
 * whether it has a solution.
 */

import { carryOf } from "./carry.js";
import { countOf, dateOf, dateWords, dayOf, isLeapYear, labelName, nextSolvable } from "./dates.js";
import { Dialog } from "./dialog.js";
import { choiceOf, made, plainButton, within } from "./elements.js";
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
    this.ends = {
      words: made("p", { role: "status" }),
      next: made("button", { type: "button", className: "plain" }),
      show: made("button"),
    };
  }

  /** Opens it at the date that is on. */
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
    if (puzzle.calendar) body.append(this.ways());
    body.append(...(this.isByLabels ? this.byLabels() : this.byDay()));
  }

  /** By day or by labels. */
  ways() {
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
    const carry = carryOf(this.done, () => month.draw());
    const button = plainButton("calendar.today", () => this.show(dateOf(this.game.puzzle, today)));
    return [month.root, made("div", { className: "dialog-foot" }, [button]), carry];
  }

  byLabels() {
    const { puzzle } = this.game;
    const groups = puzzle.groups.map((_, group) => this.group(group));
    this.ends = {
      words: made("p", { role: "status" }),
      next: made("button", { type: "button", className: "plain" }),
      show: plainButton("calendar.show", () => this.show(this.chosen), {
        className: "plain strong",
      }),
    };
    const more = puzzle.calendar ? [] : [plainButton("calendar.any", () => this.show(null))];
    this.drawEnds();
    const { words, next, show } = this.ends;
    const buttons = made("div", { className: "dialog-buttons" }, [...more, next, show]);
    return [...groups, made("div", { className: "dialog-foot" }, [words, buttons])];
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
        this.drawEnds();
      },
    });
  }

  /** The labels, where one of each group is chosen. @returns {Dated} */
  get chosen() {
    const found = this.labels.filter((label) => label !== null);
    return found.length === this.labels.length ? found : null;
  }

  /** What the labels make. */
  drawEnds() {
    const { puzzle } = this.game;
    const { words, next, show } = this.ends;
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

  /** @param {Dated | Array<number> | null} date */
  show(date) {
    this.close();
    const { date: before, level } = this.game.state;
    if (String(date) !== String(before) || level !== null) this.game.open(date);
  }
}

/**
 * What a group of a calendar is called; undefined for others, which have names of their own.
 * @param {Puzzle} puzzle @param {number} group
 */
function groupName({ calendar }, group) {
  const { month, day, weekday } = calendar ?? {};
  const kind = Object.entries({ month, day, weekday }).find(([, own]) => own === group)?.[0];
  return kind && translate(`calendar.${kind}`);
}
