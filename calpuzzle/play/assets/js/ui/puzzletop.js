/*
 * The top of the page: the date as a button, the buttons of the dialogs, and the time.
 *
 * It also reports when a date without a solution is opened, and when a date is solved.
 */

import { Calendar } from "./calendar.js";
import { Challenge } from "./challenge.js";
import { Clock } from "./clock.js";
import { countOf, dateOf, dateWords, dayOf, isLeapYear, nextSolvable } from "./dates.js";
import { Done } from "./done.js";
import { icon, newElement, plainButton } from "./elements.js";
import { Help } from "./help.js";
import { ownersOf } from "./landing.js";
import { translate } from "./lang.js";
import { Levels, levelWords } from "./levels.js";
import { fromStorage, intoStorage } from "./saved.js";
import { OwnPuzzleDialog } from "./owndialog.js";
import { phoneOf } from "./phone.js";
import { Review } from "./review.js";
import { Settings } from "./settings.js";
import { Share, sharedPieces } from "./share.js";
import { Solutions } from "./solutions.js";
import { allPlaced, inTray } from "./state.js";
import { Top } from "./top.js";

const DIALOGS = ["solutions", "share", "settings", "help"];

/** The top of the page of a puzzle of pieces, with its dialogs. @extends {Top<Game>} */
export class PuzzleTop extends Top {
  /**
   * @param {Game} game
   * @param {{notice: Notice<Game>, date: HTMLElement, more: HTMLElement}} parts  `date` and `more` are filled here
   */
  constructor(game, { notice, date, more }) {
    const done = new Done(game.puzzle);
    const time = newElement("span", { id: "top-time", hidden: true, role: "timer" });
    const clock = new Clock(game, time);
    const review = new Review(game);
    const challenge = new Challenge(game);
    const phone = phoneOf(game, game.puzzle);
    const own = new OwnPuzzleDialog(game);
    super(game, more, {
      review,
      calendar: new Calendar(game, done),
      levels: new Levels(game, done),
      solutions: new Solutions(game, review),
      share: new Share(game, sharedPieces(game, challenge), clock, done),
      settings: new Settings(game, own),
      help: new Help(game),
      ...phone,
    }, [...Object.keys(phone), ...DIALOGS]);
    this.challenge = challenge;
    /** @type {Record<"long" | "short", HTMLElement> | null} */
    this.names = null;
    this.notice = notice;
    this.date = date;
    this.done = done;
    this.clock = clock;
    date.before(time);
    this.fillDate();
    game.onChange((event) => this.follow(event));
    document.addEventListener("visibilitychange", () => !document.hidden && this.offerToday());
  }

  /** Create the button of the date or level in the current language. */
  fillDate() {
    const { puzzle } = this.game;
    this.date.replaceChildren();
    const kind = puzzle.groups.length ? "calendar" : "levels";
    if (puzzle.groups.length || puzzle.challenges.length) this.date.append(this.chooser(kind));
  }

  /**
   * Create the button that shows the date or level, and opens the dialog that chooses one.
   * @param {string} kind
   */
  chooser(kind) {
    const [long, short] = ["long", "short"].map((width) => newElement("span", { className: width }));
    this.names = { long, short };
    const title = translate(this.dialogs[kind].title);
    return newElement("button", { type: "button", id: "date-button", onclick: () => this.open(kind) }, [
      long, short, newElement("span", { className: "unseen" }, [`, ${title}`]), icon("down"),
    ]);
  }

  /** @param {GameEvent} event */
  follow(event) {
    if (event.kind === "setting") this.useSetting(event.name);
    this.draw();
    if (event.kind === "opened") {
      this.welcome();
      this.offerToday();
    }
    if (event.kind === "placed" && event.solved) this.announceSolved();
  }

  draw() {
    if (!this.names) return;
    const { puzzle, state } = this.game;
    for (const width of /** @type {const} */ (["long", "short"])) {
      this.names[width].textContent = dateWords(puzzle, state.date, width) || this.positionWords();
    }
  }

  /** Return the words for the current position if it has no date. */
  positionWords() {
    const { puzzle, state } = this.game;
    if (puzzle.groups.length) return translate("calendar.any");
    return state.level === null ? translate("levels.empty")
      : levelWords(puzzle.challenges[state.level]);
  }

  relabel() {
    this.fillDate();
    this.game.notify({ kind: "language" });
  }

  /**
   * Explain an opened challenge; if the opened date has no solution, report that, and offer the
   * next date that has one.
   */
  async welcome() {
    const { game } = this;
    const { puzzle, state: { date, level } } = game;
    if (puzzle.challenges[level ?? -1]?.isMade) this.tellChallenge();
    if (!date || level !== null) return;
    const count = countOf(puzzle, date) ?? await this.count(date);
    if (count !== 0 || game.state.date !== date) return;
    const year = (dayOf(puzzle, date, new Date()) ?? new Date()).getFullYear();
    const next = nextSolvable(puzzle, date, isLeapYear(year));
    const text = translate("date.none", { date: dateWords(puzzle, date) });
    if (!next) this.notice.show({ text });
    else {
      const action = translate("date.next", { date: dateWords(puzzle, next, "short") });
      this.notice.show({ text, action, act: () => game.open(next) });
    }
  }

  /** Explain an opened challenge; if the worker finds only one solution, report that too. */
  async tellChallenge() {
    const { game } = this;
    const { state } = game;
    const isOne = await this.count(state.date, state.given) === 1;
    if (game.state !== state) return;
    this.notice.show({ text: translate(isOne ? "challenge.lone" : "challenge.given") });
  }

  /**
   * Offer today's date once a day, if the page still shows the date that was today's when the page
   * was last used.
   */
  offerToday() {
    const { game } = this;
    const { puzzle, state } = game;
    const today = dateOf(puzzle, new Date());
    if (!today || !state || state.level !== null) return;
    const key = `calpuzzle-today:${puzzle.name}`;
    const last = fromStorage(key);
    if (last === String(today)) return;
    intoStorage(key, String(today));
    if (last !== String(state.date)) return;
    this.notice.show({
      text: translate("date.today", { date: dateWords(puzzle, today) }),
      action: translate("calendar.today"),
      act: () => game.open(today),
    });
  }

  /**
   * Return the number of solutions of a date that contain some placements; null if there are too
   * many, or no answer.
   * @param {DateLabels} date @param {Array<Placement>} [placed]
   */
  async count(date, placed = []) {
    try {
      const answer = await this.game.asker.ask({ ask: "solutions", date, placed, from: 0, number: 0 });
      return answer?.exact ? answer.total : null;
    } catch {
      return null;
    }
  }

  /** Record that the board is solved, and say so; add the number of the solution when it is known. */
  async announceSolved() {
    const { game } = this;
    const { state } = game;
    this.done.add(state.date, state.level, new Date(), this.clock.used.seconds);
    this.showSolved("");
    const answer = await this.ownNumberWords();
    if (answer && game.state === state) this.showSolved(answer);
  }

  async ownNumberWords() {
    const { game } = this;
    const { date, level } = game.state;
    if (level !== null || (!date && game.puzzle.groups.length)) return "";
    try {
      const question = { ask: /** @type {const} */ ("nearest"), date, placed: allPlaced(game.state), number: 1 };
      const answer = await game.asker.ask(question, { signal: game.position.signal });
      if (!answer?.numbers) return "";
      if (answer.total === 1) return translate("solved.only");
      return translate("solved.number", { number: answer.numbers[0] + 1, total: answer.total });
    } catch {
      return "";
    }
  }

  /**
   * Report that the board is solved, with buttons for what can follow.
   * @param {string} ownNumber  a sentence with the number of the solution, or ""
   */
  showSolved(ownNumber) {
    const { settings, puzzle } = this.game;
    const words = [translate("left.solved"), this.hasLeftovers() && translate("solved.free"), ownNumber];
    if (settings.timer) words.push(translate("solved.time", { time: this.clock.words() }));
    const row = settings.streak && puzzle.calendar ? this.done.streak(new Date()) : 0;
    if (row > 1) words.push(translate("solved.streak", { n: row }));
    this.notice.show({ text: words.filter(Boolean).join(" "), ...(this.nextLevel() ?? {
      action: translate("solutions.short"), act: () => this.open("solutions"),
    }) });
    // One element for each sentence, so that the style sheet can show only those that fit into one line.
    const { root, parts } = this.notice;
    root.classList.add("solved");
    parts.text.replaceChildren(...words.flatMap((own) => (own ? [newElement("span", {}, [`${own} `])] : [])));
    parts.more.append(plainButton("share.short", () => this.open("share"), { className: "plain strong" }));
  }

  /** Return whether cells or pieces are left over. */
  hasLeftovers() {
    const { puzzle, state } = this.game;
    const owners = ownersOf(puzzle, state);
    return puzzle.free.some((cell) => !owners.has(cell))
      || puzzle.pieces.some((_, piece) => inTray(puzzle, state, piece) > 0);
  }

  /** Return the first level that was not solved here, or null. @param {DateLabels} date */
  firstLevel(date) {
    const level = this.game.puzzle.challenges
      .findIndex(({ isMade }, k) => !isMade && !this.done.has(date, k));
    return level < 0 ? null : level;
  }

  /**
   * Return the action that opens the next level, or after a challenge that was made on a page, a
   * harder one; null if there is none.
   */
  nextLevel() {
    const { game } = this;
    const { challenges } = game.puzzle;
    const { date, level } = game.state;
    if (challenges[level ?? -1]?.isMade) {
      return { action: translate("challenge.harder"), act: () => void this.challenge.playHarder() };
    }
    const after = level === null ? -1 : level + 1;
    const next = challenges[after];
    if (!next || next.isMade) return null;
    const action = translate("date.next", { date: levelWords(next) });
    return { action, act: () => game.open(date, after) };
  }
}
