/*
 * The row about the remaining solutions: a switch (hidden, possible or not, count) and the answer. If no
 * solution remains, a button first reveals the piece to take back; a second press takes it back.
 */

import { analysisWords } from "./analysis.js";
import { shownLabel } from "./dates.js";
import { arrowAmong } from "./keyboard.js";
import { listed, translate } from "./lang.js";
import { misfit } from "./landing.js";
import { leftWords, misfitWords } from "./voice.js";
import { within } from "./elements.js";

/** The row above the board. */
export class RemainingRow {
  /** @param {Game} game @param {Board} board @param {HTMLElement} root */
  constructor(game, board, root) {
    this.game = game;
    this.board = board;
    this.isSlow = false;
    this.options = [...root.querySelectorAll(/** @type {"button"} */ ("[data-left]"))];
    this.answerText = within(root, "#left-answer");
    this.button = within(root, "#left-lift");
    for (const option of this.options) {
      option.addEventListener("click", () => game.set("left", option.dataset.left ?? ""));
      option.addEventListener("keydown", (event) => arrowAmong(event, this.options));
    }
    this.button.addEventListener("click", () => this.takeBack());
    game.onChange((event) => this.follow(event));
  }

  /** @param {GameEvent} event */
  follow({ moved, kind, ask }) {
    if (kind === "slow" && ask === "remaining") this.isSlow = true;
    if (moved) this.isSlow = false;
    this.draw();
  }

  /** Select the next option of the switch. */
  next() {
    const now = this.options.findIndex((option) => option.dataset.left === this.game.settings.left);
    this.options[(now + 1) % this.options.length].click();
  }

  draw() {
    const { game } = this;
    for (const option of this.options) {
      const isOn = option.dataset.left === game.settings.left;
      option.setAttribute("aria-checked", String(isOn));
      option.tabIndex = isOn ? 0 : -1;
    }
    const dead = game.answer?.possible === false && game.settings.left !== "hidden";
    this.answerText.classList.toggle("dead", dead);
    this.answerText.classList.toggle("quiet", game.settings.left === "hidden");
    this.answerText.textContent = this.words();
    const placement = this.culprit();
    this.button.hidden = !dead || !placement;
    if (!dead || !placement) return;
    const { name } = game.puzzle.pieces[placement[0]];
    this.button.textContent = this.isShown ? translate("left.lift", { name }) : translate("left.which");
  }

  /**
   * Return the text of the row: why the hovering piece does not fit; otherwise that the puzzle is
   * solved, what the analysis reports, or the remaining solutions; or the goal if these are hidden.
   */
  words() {
    const { game } = this;
    const placement = game.hovering();
    const why = placement && misfit(game.puzzle, game.state, placement);
    if (why) return misfitWords(game, why);
    if (game.solved) return translate("left.solved");
    const places = analysisWords(game);
    if (places) return places;
    return game.settings.left === "hidden" ? this.goal()
      : leftWords(game) || (this.isSlow ? translate("review.wait") : "");
  }

  /** Return what to do, in words, if the remaining solutions are hidden. */
  goal() {
    const { puzzle, state } = this.game;
    const labels = puzzle.openOn(state.date).map((cell) => shownLabel(puzzle, puzzle.labels[cell]));
    if (labels.length) return translate("left.closed", { labels: listed(labels) });
    if (puzzle.groups.length && !state.date) return translate("left.each");
    return translate(puzzle.free.length ? "left.free" : "left.all");
  }

  /** Return the placement to take back, if it is known and not a given one. */
  culprit() {
    const { answer, state } = this.game;
    return state.placed[(answer?.culprit ?? -1) - state.given.length];
  }

  /** Whether the board marks the piece to take back. */
  get isShown() {
    return this.board.mark.culprit !== null;
  }

  /** Mark the piece to take back; if it is marked already, take it back. */
  takeBack() {
    const placement = this.culprit();
    if (!placement) return;
    if (this.isShown) {
      this.game.takeBack(placement);
      this.board.root.focus();
      return;
    }
    this.board.mark.culprit = placement;
    this.game.notify({ kind: "marked" });
  }
}
