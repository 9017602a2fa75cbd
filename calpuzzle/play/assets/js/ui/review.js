/*
 * The review of a game: the number of solutions after each move, as a curve; the moves that cost most, and
 * those after which none remained; and each position, from which the player can continue.
 *
 * The moves are the trail (trail.js); the worker counts for all of them at once.
 */

import { solutionsWords } from "./analysis.js";
import { curveOf } from "./curve.js";
import { Dialog } from "./dialog.js";
import { byId, iconButton, newElement, plainButton, within } from "./elements.js";
import { countWithPlus, translate } from "./lang.js";
import { fittingInTurn } from "./link.js";
import { miniature } from "./miniature.js";
import { moveBetween } from "./trail.js";
import { placeWords } from "./voice.js";

const COSTLY = 3; // moves that are listed, besides those that left no solution

/** The dialog of the review. @extends {Dialog<Game>} */
export class Review extends Dialog {
  /** @param {Game} game */
  constructor(game) {
    super("review", game);
    /** @type {Array<Array<Placement>>} */
    this.trail = [];
    /** @type {Array<{count: number | null, exact: boolean}> | null} */
    this.counts = null;
    this.at = 0;
    this.slider = newElement("input");
    this.parts = this.emptyParts();
  }

  /** Whether there is anything to review. */
  get hasMoves() {
    return (this.game.state?.trail.length ?? 0) > 1;
  }

  open() {
    const { puzzle, state } = this.game;
    const { date, given } = state;
    // The stored trail may come from an earlier version of the puzzle.
    const fits = (/** @type {Array<Placement>} */ placed) => placed.every((placement) => puzzle.numberOf(placement) >= 0)
      && fittingInTurn(puzzle, date, given, placed).length === placed.length;
    this.trail = state.trail.filter(fits);
    this.counts = null;
    this.at = this.trail.length - 1;
    super.open();
    this.count();
  }

  /** @param {HTMLElement} body */
  fill(body) {
    this.parts = this.emptyParts();
    this.parts.curve.addEventListener("click", (event) => this.point(event));
    body.append(...Object.values(this.parts));
    this.draw();
  }

  emptyParts() {
    return {
      words: newElement("p", { role: "status", className: "review-words" }, [translate("review.wait")]),
      curve: newElement("div", { className: "curve" }),
      steps: this.steps(),
      stage: newElement("div", { className: "stage" }),
      costs: newElement("div"),
    };
  }

  /**
   * Return a slider that selects a move, between two buttons that go to the move before and after.
   */
  steps() {
    this.slider = newElement("input", {
      type: "range", min: 0, max: this.trail.length - 1, "aria-label": translate("review.moves"),
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    return newElement("div", { className: "review-steps" }, [
      iconButton("before", translate("review.before"), () => this.goTo(this.at - 1)),
      this.slider,
      iconButton("after", translate("review.after"), () => this.goTo(this.at + 1)),
    ]);
  }

  async count() {
    const { trail, game } = this;
    const positions = trail.map((placed) => [...game.state.given, ...placed]);
    const answer = await this.ask({ ask: "review", date: game.state.date, positions }, (text) => {
      this.parts.words.textContent = text;
    });
    if (!answer || this.trail !== trail) return;
    this.counts = answer.counts;
    this.drawWords();
    this.drawCosts();
    this.draw();
  }

  /** @param {number} move */
  goTo(move) {
    this.at = Math.max(0, Math.min(this.trail.length - 1, move));
    this.draw();
  }

  /** Go to the move at a press on the curve. @param {MouseEvent} event */
  point(event) {
    const { left, width } = this.parts.curve.getBoundingClientRect();
    this.goTo(Math.round(((event.clientX - left) / width) * (this.trail.length - 1)));
  }

  draw() {
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", [this.stepName(), this.moveWords(this.at)].join(": "));
    if (this.counts) this.parts.curve.replaceChildren(curveOf(this.counts, this.at));
    this.drawStage();
  }

  stepName() {
    return this.at ? translate("review.move", { k: this.at, all: this.trail.length - 1 }) : translate("review.start");
  }

  drawStage() {
    const { puzzle, state } = this.game;
    const placement = this.at ? this.moveOf(this.at).placement : undefined;
    const placed = [...state.given, ...this.trail[this.at]];
    const picture = miniature(puzzle, state.date, placed);
    picture.setAttribute("aria-hidden", "true");
    const last = placed.findIndex((own) => String(own) === String(placement));
    within(picture, `[data-index="${last}"]`)?.classList.add("kept");
    const isNow = String(this.trail[this.at]) === String(state.placed);
    const on = plainButton("review.on", () => this.playOn(), { disabled: isNow });
    this.parts.stage.replaceChildren(picture, newElement("div", {}, [
      newElement("h3", {}, [this.stepName()]), newElement("p", {}, [this.moveWords(this.at)]), on,
    ]));
  }

  /** @param {number} move */
  moveOf(move) {
    return moveBetween(this.trail[move - 1], this.trail[move]);
  }

  /** Return what a move did, and how many solutions remained, in words. @param {number} move */
  moveWords(move) {
    const left = this.counts ? solutionsWords(this.counts[move]) : "";
    return [move ? this.didWords(move) : "", left].filter(Boolean).join("; ");
  }

  /** @param {number} move */
  didWords(move) {
    const { puzzle } = this.game;
    const { kind, placement } = this.moveOf(move);
    if (!placement) return translate("said.resumed", { n: this.trail[move].length });
    const name = puzzle.pieces[placement[0]].name;
    return translate(`said.${kind}`, { name, place: placeWords(puzzle, placement) });
  }

  /** Return the moves after which no solution remained, although there was one before. */
  fatal() {
    return this.moves().filter((move) => this.ratio(move) === Infinity);
  }

  /** Return the other moves that lost the greatest part of the solutions, the worst first. */
  costly() {
    return this.moves().filter((move) => this.ratio(move) > 1 && this.ratio(move) < Infinity)
      .sort((one, other) => this.ratio(other) - this.ratio(one) || one - other).slice(0, COSTLY);
  }

  moves() {
    return Array.from({ length: this.trail.length - 1 }, (_, k) => k + 1);
  }

  /**
   * Return the number of solutions before a move divided by the number after it; 0 if there was
   * none before, or if one of the numbers is not known.
   * @param {number} move
   */
  ratio(move) {
    const [before, after] = [move - 1, move].map((k) => this.countAt(k));
    return before && after !== null ? before / after : 0;
  }

  /** Return the number of solutions after a move; null if it is not known. @param {number} move */
  countAt(move) {
    return this.counts?.[move].count ?? null;
  }

  drawWords() {
    const fatal = this.fatal();
    const words = [translate("review.total", { n: this.trail.length - 1 })];
    if (fatal.length) words.push(translate("review.fatal", { n: fatal.length }));
    else if (this.counts?.every(({ count }) => count)) words.push(translate("review.sound"));
    this.parts.words.textContent = words.join(" ");
  }

  drawCosts() {
    const part = (/** @type {string} */ key, /** @type {Array<number>} */ moves) => (moves.length ? [
      newElement("h3", {}, [translate(key)]),
      newElement("ul", { className: "costs" }, moves.map((move) => newElement("li", {}, [this.costButton(move)]))),
    ] : []);
    this.parts.costs.replaceChildren(
      ...part("review.ended", this.fatal()), ...part("review.costly", this.costly()),
    );
  }

  /** @param {number} move */
  costButton(move) {
    const counts = /** @type {Array<{count: number | null, exact: boolean}>} */ (this.counts);
    const [before, after] = [move - 1, move].map((k) => countWithPlus(counts[k]));
    const change = translate("review.change", { before, after });
    return newElement("button", { type: "button", className: "chip", onclick: () => this.choose(move) }, [
      `${move}. ${this.didWords(move)}: ${change}`,
    ]);
  }

  /** @param {number} move */
  choose(move) {
    this.goTo(move);
    this.sheet.scrollTop = 0;
    this.slider.focus();
  }

  /** Continue from the displayed position, as one step that can be undone. */
  playOn() {
    const placed = this.trail[this.at];
    this.close();
    this.game.goBackTo(placed);
    byId("board").focus({ preventScroll: true });
  }
}
