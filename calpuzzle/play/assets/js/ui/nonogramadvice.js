/*
 * Hints in three levels (`grade`: where to look, which cells, filled in), and the check.
 *
 * Both are requested from the worker for the current cells; answers for other cells are not shown.
 * A shown hint or check disappears with the next change.
 */

import { busyUntil } from "./busy.js";
import { nonogramIcon } from "./nonogrampage.js";
import { randomNonogram } from "../logic/nonogramrandom.js";
import { openOwn } from "./own.js";
import { gridCellName, lineName, lineWords, sentenceOf, valueWords } from "./nonogramwords.js";
import { currentLocale, listed, translate } from "./lang.js";
import { Notice } from "./notice.js";
import { plainButton, within } from "./elements.js";

// A sentence names up to this many lines or cells; if there are more, it states only their number.
// The board shows all of them.
const NAMED = 3;

/** Advice on a nonogram. @extends {Notice<NonogramGame>} */
export class NonogramAdvice extends Notice {
  /**
   * @param {NonogramGame} game @param {NonogramBoard} board @param {HTMLElement} root @param {NonogramVoice} voice
   * @param {() => void} share  opens the dialog that shares
   */
  constructor(game, board, root, voice, share) {
    super(game, root, voice);
    this.share = share;
    this.board = board;
    /** @type {NonogramHint | null} */
    this.hint = null;
    this.grade = 0;
    within(root, "#notice-close").replaceChildren(nonogramIcon("close"));
    this.onClose = () => this.forget();
  }

  /** @param {GameEvent} event */
  follow(event) {
    if (event.kind === "fault") this.fault(translate(event.key ?? "", event.values));
    else if (event.kind === "slow") this.show({ text: translate("nonogram.thinking") });
    else if (event.moved || event.kind === "film") this.followMove(event);
  }

  /** @param {GameEvent} of */
  followMove({ kind, solved }) {
    this.forget();
    if (kind === "opened") return;
    if (kind === "elsewhere") this.show({ text: translate("kept.elsewhere") });
    else if (solved) this.praise();
    else if (!this.staysOpen) this.close();
  }

  /** Report that it is solved, with buttons to open a random nonogram of this size and to share. */
  praise() {
    const { height, width } = this.game.clued;
    const act = () => void busyUntil(openOwn(randomNonogram(height, width)));
    this.put({ text: translate("nonogram.solved"), action: translate("nonogram.random"), act });
    this.root.classList.add("solved");
    this.parts.more.append(plainButton("share.short", this.share, { className: "plain strong" }));
  }

  forget() {
    this.hint = null;
    this.board.mark({});
  }

  /** @param {NoticeContent} of */
  show({ text, ...more }) {
    super.show({ text: sentenceOf(text), ...more });
  }

  leave() {
    this.board.focus();
  }

  /**
   * Return the worker's answer about the filled cells; null if they change meanwhile.
   * @template {keyof NonogramReplies} W @param {W} what
   */
  async ask(what) {
    const { cells } = this.game.state;
    const answer = await this.game.question(what);
    return cells === this.game.state.cells && !this.game.frame ? answer : null;
  }

  /** Show the next grade of the hint, or the first grade of a new one. */
  async more() {
    if (this.game.frame) return;
    if (this.game.solved) {
      this.show({ text: translate("nonogram.solved") });
      return;
    }
    if (!this.hint) {
      const answer = await this.ask("hint");
      if (!answer) return;
      this.hint = answer;
      this.grade = 0;
    }
    this.grade += 1;
    this.game.notify({ kind: "advised" });
    if (this.hint.cells) this.tell();
    else this.tellOther();
  }

  /** Show a hint that determines cells; at the last grade, fill them in. */
  tell() {
    const { hint, grade, board, game } = this;
    if (!hint?.cells) return;
    if (grade > 2) {
      const { cells } = hint;
      game.goTo(cells[0][0]);
      game.setCells(cells);
      board.focus();
      return;
    }
    const cells = hint.cells.map(([cell]) => cell);
    const line = hint.kind === "line" ? hint.line : undefined;
    const look = hint.kind === "probe" ? [hint.cell ?? 0] : [];
    board.mark({ line, cells: grade > 1 ? cells : look });
    if (grade > 1 || look.length) board.reveal((grade > 1 ? cells : look)[0]);
    const action = translate(grade > 1 ? "nonogram.hint.fill" : "hint.more");
    const text = grade > 1 ? this.cellsWords(hint) : this.lookWords(hint);
    this.show({ text, action, act: () => this.more() });
  }

  /** @param {NonogramHint} hint */
  lookWords({ kind, line = 0, cell = 0, colour = 0 }) {
    const { clued } = this.game;
    if (kind === "line") return translate("nonogram.hint.line", { line: lineWords(clued, line) });
    if (kind !== "probe") return translate(`nonogram.hint.${kind}`);
    return translate("nonogram.hint.probe", {
      cell: gridCellName(clued, cell), value: valueWords(clued, colour),
    });
  }

  /** @param {NonogramHint} hint */
  cellsWords({ kind, line = 0, total = 0n, cells = [], cell = 0, colour = 0 }) {
    const { clued } = this.game;
    const [[own, value]] = cells;
    const values = { cell: gridCellName(clued, own), value: valueWords(clued, value) };
    if (kind === "line") {
      const count = total.toLocaleString(currentLocale());
      const key = total === 1n ? "nonogram.hint.only" : "nonogram.hint.all";
      return translate(key, { n: cells.length, count, line: lineName(clued, line) });
    }
    if (kind !== "probe") return translate("nonogram.hint.cell", values);
    const tried = { cell: gridCellName(clued, cell), value: valueWords(clued, colour) };
    const why = translate("nonogram.hint.refuted", { ...tried, line: lineName(clued, line) });
    return `${why} ${sentenceOf(translate("nonogram.hint.cell", values))}`;
  }

  /** Show a hint that determines no cells. */
  tellOther() {
    if (!this.hint) return;
    const { kind, never, cell } = this.hint;
    const { clued } = this.game;
    this.hint = null;
    if (cell !== undefined) this.board.mark({ cells: [cell] });
    if (kind === "wrong" && !never) {
      this.show({
        text: translate("nonogram.hint.wrong"),
        action: translate("nonogram.tool.check"),
        act: () => this.check(),
      });
      return;
    }
    const key = kind === "wrong" ? "nonogram.never" : `nonogram.hint.${kind}`;
    this.show({ text: translate(key, { cell: cell === undefined ? "" : gridCellName(clued, cell) }) });
  }

  /** Show which lines cannot be completed, and whether the filled cells are right. */
  async check() {
    if (this.game.frame) return;
    const answer = await this.ask("check");
    if (!answer) return;
    const { lines, wrong } = answer;
    this.hint = null;
    this.game.notify({ kind: "advised" });
    this.board.mark({ lines });
    const text = this.checkWords(answer);
    const act = () => this.showWrong(answer);
    this.show(wrong.length ? { text, action: translate("nonogram.check.show"), act } : { text });
  }

  /** @param {NonogramReplies["check"]} of */
  checkWords({ lines, state }) {
    if (state === "never") return translate("nonogram.never");
    if (state === "lines") {
      const names = lines.slice(0, NAMED).map((line) => lineName(this.game.clued, line));
      if (lines.length > NAMED) return translate("nonogram.check.many", { n: lines.length });
      return translate("nonogram.check.lines", { n: lines.length, lines: listed(names) });
    }
    return translate(`nonogram.check.${state}`);
  }

  /** @param {NonogramReplies["check"]} of */
  showWrong({ lines, wrong }) {
    this.board.mark({ lines, wrong });
    this.board.reveal(wrong[0]);
    const names = wrong.slice(0, NAMED).map((cell) => gridCellName(this.game.clued, cell));
    const text = wrong.length > NAMED
      ? translate("nonogram.check.cells", { n: wrong.length })
      : translate("nonogram.check.named", { n: wrong.length, cells: names.join("; ") });
    const act = () => {
      this.game.setCells(wrong.map((cell) => [cell, -1]));
      this.board.focus();
    };
    this.show({ text, action: translate("nonogram.check.clear"), act });
  }
}
