/*
 * The dialog that makes a challenge of the current date: some pieces are placed so that exactly one solution
 * remains, with the wanted difficulty. It can be played, shared as a link or a code, or printed.
 */

import { Dialog } from "./dialog.js";
import { byId, fieldOf, newElement, plainButton, selectOf } from "./elements.js";
import { translate } from "./lang.js";
import { linkOf } from "./link.js";
import { miniature } from "./miniature.js";
import { addressOf, isLocalOnly, qrPictures } from "./phone.js";
import { newState } from "./state.js";

function anySeed() {
  return crypto.getRandomValues(new Int32Array(1))[0];
}

/** The dialog of challenges. @extends {Dialog<Game>} */
export class Challenge extends Dialog {
  /** @param {Game} game */
  constructor(game) {
    super("challenge", game);
    /** @type {Record<string, number | null>} */
    this.wish = { pieces: null, step: null };
    this.words = newElement("p", { role: "status" });
    this.result = newElement("div");
    this.paper = newElement("div", { id: "paper-code" });
    byId("pieces").append(this.paper);
    game.onChange(({ kind }) => kind === "opened" && this.drawPaper());
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const { puzzle } = this.game;
    const all = puzzle.pieces.reduce((sum, { most }) => sum + most, 0);
    const numbers = Array.from({ length: all - 1 }, (_, k) => [k + 1, String(k + 1)]);
    this.words = newElement("p", { role: "status" });
    this.result = newElement("div");
    const make = plainButton("challenge.make", () => this.make(), { className: "plain strong" });
    body.append(
      newElement("p", {}, [translate("challenge.what")]),
      this.choice("pieces", numbers),
      this.choice("step", [1, 2, 3, 4, 5].map((step) => [step, translate(`difficulty.${step}`)])),
      newElement("div", { className: "dialog-buttons" }, [make]), this.words, this.result,
    );
  }

  /** @param {string} name @param {Array<Array<string | number>>} options */
  choice(name, options) {
    const all = [["", translate("challenge.any")], ...options];
    return selectOf(`challenge.${name}`, all, this.wish[name] ?? "", (value) => {
      this.wish[name] = value ? Number(value) : null;
    });
  }

  /** Have the worker search for a challenge, and show it. */
  async make() {
    const { wish, game } = this;
    const { date } = game.state;
    this.words.textContent = translate("challenge.wait");
    this.result.replaceChildren();
    const answer = await this.ask({ ask: "challenge", date, ...wish, seed: anySeed() }, (text) => {
      this.words.textContent = text;
    });
    if (!answer || date !== game.state.date) return;
    if (answer.placed) this.show(date, answer.placed, answer.step);
    else this.words.textContent = translate("challenge.none");
  }

  /** Open a challenge that is slightly harder than the current one, or the hardest one found. */
  async playHarder() {
    const { game } = this;
    const { date, given } = game.state;
    const wish = { pieces: null, step: null, above: given, seed: anySeed() };
    const answer = await game.answered({ ask: "challenge", date, ...wish }, { signal: game.position.signal });
    if (answer?.placed && given === game.state.given) game.open(date, game.puzzle.challengeOf(answer.placed));
  }

  /** @param {DateLabels} date @param {Array<Placement>} placed @param {number} step */
  show(date, placed, step) {
    const { puzzle } = this.game;
    const level = puzzle.challengeOf(placed);
    const link = addressOf(puzzle) + linkOf(puzzle, newState(puzzle, date, level, placed));
    const found = translate("challenge.found", { n: placed.length, hard: translate(`difficulty.${step}`) });
    this.words.textContent = found;
    this.result.replaceChildren(
      miniature(puzzle, date, placed),
      newElement("div", { className: "dialog-buttons" }, [
        plainButton("challenge.print", () => this.playOn(date, level, () => print())),
        plainButton("challenge.play", () => this.playOn(date, level), { className: "plain strong" }),
      ]),
      newElement("div", { className: "share-link" }, [fieldOf("share.link", link)]),
      ...isLocalOnly(puzzle) ? [newElement("p", { className: "small" }, [translate("share.local")])] : qrPictures(link),
    );
  }

  /** Close the dialog and open the challenge on the board. @param {DateLabels} date @param {number} level */
  playOn(date, level, then = () => {}) {
    this.close();
    this.game.open(date, level);
    then();
  }

  /** Draw the QR code of a made challenge, which is visible only on paper. */
  drawPaper() {
    const { puzzle, state } = this.game;
    const isOn = puzzle.challenges[state.level ?? -1]?.isMade && !isLocalOnly(puzzle);
    const link = addressOf(puzzle) + linkOf(puzzle, { ...state, placed: [], held: null });
    this.paper.replaceChildren(...isOn ? qrPictures(link) : []);
  }
}
