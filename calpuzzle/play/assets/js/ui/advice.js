/*
 * The five levels of a hint as docs/hints.md defines them (`grade`), one press each: still possible, which
 * piece and in which region, its orientation, one of its cells, its placement. The notice has a sentence for
 * each; the tray marks the piece, and the board the cell. If a position cannot be completed, the first press
 * states that, the next one names the piece to take back, and a button moves it into the tray.
 *
 * calpuzzle/game/advice.py has the same sentences.
 */

import { translate } from "./lang.js";
import { cellName } from "./voice.js";

const GRADES = 5;

/** The hints. */
export class Advice {
  /** @param {Game} game @param {{board: Board, tray: Tray, notice: Notice<Game>}} parts */
  constructor(game, { board, tray, notice }) {
    this.game = game;
    this.board = board;
    this.tray = tray;
    this.notice = notice;
    this.grade = 0;
    game.onChange(({ moved, kind, ask }) => {
      if (moved) this.forget();
      if (kind === "slow" && ask === "hint") notice.show({ text: translate("challenge.wait") });
    });
    notice.onClose = () => this.forget();
  }

  /** Start again with the first grade, and remove all marks from the board and the tray. */
  forget() {
    const { game, tray, board: { mark } } = this;
    this.grade = 0;
    // If nothing is marked, the drawing is up to date.
    if ([tray.hinted, ...Object.values(mark)].every((own) => own === null)) return;
    Object.assign(mark, { cell: null, culprit: null, hinted: null });
    tray.hinted = null;
    game.notify({ kind: "marked" });
  }

  /** Show the hint of the next grade; in a new position, that of the first grade. */
  async more() {
    const { game } = this;
    if (game.solved) {
      this.notice.show({ text: translate("left.solved") });
      return;
    }
    // The hint is about the board without the held piece, so the piece goes into the tray.
    game.back();
    const grade = Math.min(this.grade + 1, GRADES);
    const asked = game.state;
    const answer = await game.question("hint", { grade });
    if (!answer || asked.placed !== game.state.placed || asked.date !== game.state.date) return;
    this.grade = grade;
    game.notify({ kind: "advised" });
    if (answer.possible) this.showHint(answer);
    else this.warn(answer);
  }

  /** @param {HintAnswer} answer */
  showHint(answer) {
    const { game, board, tray } = this;
    const { grade, piece, region, orientation, cell, placement } = answer;
    if (grade === GRADES && placement) {
      this.lay(placement);
      return;
    }
    const name = game.puzzle.pieces[piece ?? -1]?.name;
    const where = cell === null ? "" : cellName(game.puzzle, cell);
    const values = { name, region: translate(`region.${region}`), cell: where };
    const isShown = grade >= 3 && piece !== null && orientation !== null;
    if (isShown) game.orientInTray(piece, orientation);
    tray.hinted = grade >= 2 ? piece : null;
    board.mark.cell = grade >= 4 ? cell : null;
    board.draw();
    tray.draw();
    this.notice.show({
      text: translate(`hint.${grade}`, values),
      action: translate(grade === GRADES - 1 ? "hint.lay" : "hint.more"),
      act: () => this.more(),
      ...(isShown && { piece, orientation }),
    });
  }

  /** @param {Placement} placement */
  lay(placement) {
    const { game, board } = this;
    game.place(placement);
    if (game.solved) return;
    board.mark.hinted = placement;
    board.draw();
    const { name } = game.puzzle.pieces[placement[0]];
    this.notice.show({ text: translate("hint.5", { name }) });
  }

  /**
   * Report that no solution remains; from grade 2 on, also name the piece to take back.
   * @param {HintAnswer} answer
   */
  warn({ culprit, never, grade }) {
    const { game, board } = this;
    const { given, placed } = game.state;
    const placement = placed[(culprit ?? -1) - given.length];
    if (never || culprit === null || !placement) {
      this.notice.show({ text: translate(never || culprit !== null ? "hint.never" : "hint.dead") });
      return;
    }
    if (grade === 1) {
      this.notice.show({ text: translate("hint.dead"), action: translate("hint.more"), act: () => this.more() });
      return;
    }
    const { name } = game.puzzle.pieces[placement[0]];
    board.mark.culprit = placement;
    board.draw();
    this.notice.show({
      text: translate("hint.culprit", { name }),
      action: translate("left.lift", { name }),
      act: () => game.takeBack(placement),
    });
  }
}
