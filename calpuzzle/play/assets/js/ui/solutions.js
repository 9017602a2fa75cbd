/*
 * The dialog of solutions: how many there are, the number of the player's solution, and small
 * pictures of up to MOST of them, by number or by how much they share with the player's position.
 * The player can choose placements, and then sees only the solutions that contain them.
 *
 * For an unsolved date, nothing is shown before the player confirms. The solutions that contain the
 * chosen placements (`required`), up to MOST, are requested in one question; they are sorted and
 * divided into pages here.
 */

import { DisassemblyDialog, canDisassemble } from "./disassembly.js";
import { Dialog } from "./dialog.js";
import { choiceOf, newElement, plainButton, within } from "./elements.js";
import { translate } from "./lang.js";
import { miniature } from "./miniature.js";
import { paintOf } from "./svg.js";
import { allPlaced, samePlacement } from "./state.js";
import { placeWords } from "./voice.js";

const MOST = 10000;
const PAGE = 24;

/** @typedef {{solution: Array<Placement>, number: number | null, shared: number, isMine: boolean}} Shown */

/** The dialog of solutions. @extends {Dialog<Game>} */
export class Solutions extends Dialog {
  /** @param {Game} game @param {Review} review */
  constructor(game, review) {
    super("solutions", game);
    this.review = review;
    this.position = "";
    this.isRevealed = false;
    /** @type {Array<Placement>} */
    this.required = [];
    this.order = "number";
    /** @type {Shown | null} */
    this.chosen = null;
    /** @type {SolutionsAnswer | null} */
    this.answer = null;
    /** @type {Array<Shown>} */
    this.rows = [];
    this.shown = this.rows;
    this.parts = this.emptyParts();
    /** @type {DisassemblyDialog | undefined} */
    this.apart = undefined;
  }

  /**
   * Open the dialog. It first asks whether to show solutions, if the date is not solved and they
   * were not shown already.
   */
  open() {
    const { state } = this.game;
    const position = `${state.date}/${state.level}`;
    if (position !== this.position) this.isRevealed = false;
    this.position = position;
    this.required = [];
    this.order = "number";
    this.chosen = null;
    this.answer = null;
    if (this.game.solved) this.isRevealed = true;
    super.open();
    if (this.isRevealed) this.request();
  }

  /** @param {HTMLElement} body */
  fill(body) {
    if (!this.isRevealed) {
      this.fillQuestion(body);
      return;
    }
    this.parts = this.emptyParts();
    if (this.review.hasMoves) body.append(plainButton("review.open", () => this.openReview()));
    body.append(...Object.values(this.parts));
    if (this.answer) this.draw();
  }

  emptyParts() {
    return {
      words: newElement("p", { role: "status", className: "solutions-words" }, [translate("solutions.wait")]),
      choices: newElement("div"),
      stage: newElement("div", { className: "stage" }),
      pictures: newElement("ul", { className: "pictures" }),
      more: plainButton("hint.more", () => this.drawPage(), { hidden: true }),
    };
  }

  openReview() {
    this.close();
    this.review.open();
  }

  /** @param {HTMLElement} body */
  fillQuestion(body) {
    const words = newElement("p", { role: "status", className: "solutions-words" });
    const count = plainButton("solutions.ask.count", () => this.tellNumber(words));
    const show = plainButton("solutions.ask.show", () => this.reveal(), { className: "plain strong" });
    body.append(
      newElement("p", {}, [translate("solutions.ask")]),
      words,
      newElement("div", { className: "dialog-buttons" }, [count, show]),
    );
  }

  /** @param {HTMLParagraphElement} words */
  async tellNumber(words) {
    words.textContent = translate("solutions.wait");
    const answer = await this.solutionsWith(this.game.state.given, (text) => {
      words.textContent = text;
    });
    if (answer) words.textContent = numberWords(answer);
  }

  reveal() {
    this.isRevealed = true;
    this.game.notify({ kind: "helped", help: "solutions" });
    this.refill();
    this.heading.focus();
    this.request();
  }

  /**
   * Return the worker's answer about the solutions that contain some placements, or null. Pass
   * its progress to `tell`, or the reason if the worker fails.
   * @param {Array<Placement>} placed @param {(text: string) => void} tell
   */
  solutionsWith(placed, tell) {
    const question = { ask: /** @type {const} */ ("solutions"), placed, from: 0, number: MOST };
    const { date } = this.game.state;
    return this.ask({ ...question, date }, tell, (n) => tell(translate("solutions.progress", { n })));
  }

  /** Request the solutions that contain the chosen placements, and show them. */
  async request() {
    const { position } = this;
    const placed = [...this.game.state.given, ...this.required];
    const answer = await this.solutionsWith(placed, (text) => {
      this.parts.words.textContent = text;
    });
    if (!answer || position !== this.position) return;
    const numbers = answer.numbers ?? (answer.exact && !this.required.length
      ? answer.solutions.map((_, k) => k) : null);
    const mine = this.game.state.placed;
    this.answer = answer;
    this.rows = answer.solutions.map((solution, k) => ({
      solution,
      number: numbers ? numbers[k] + 1 : null,
      shared: mine.filter((own) => holds(solution, own)).length,
      isMine: this.game.solved && allPlaced(this.game.state).every((own) => holds(solution, own)),
    }));
    this.chosen = this.rows.find(({ solution }) => isSame(solution, this.chosen?.solution ?? []))
      ?? this.rows.find(({ isMine }) => isMine) ?? this.rows[0] ?? null;
    this.draw();
  }

  draw() {
    this.drawWords();
    this.drawChoices();
    this.drawStage();
    this.shown = this.order === "near"
      ? [...this.rows].sort((one, other) => other.shared - one.shared) : this.rows;
    this.parts.pictures.replaceChildren();
    this.drawPage();
  }

  drawWords() {
    const { answer, required, rows } = this;
    if (!answer) return;
    const mine = rows.find(({ isMine }) => isMine);
    const isRestricted = required.length > 0 && answer.exact;
    const words = [isRestricted ? translate("solutions.kept", { n: answer.total }) : numberWords(answer)];
    if (!answer.exact) words.push(translate("solutions.first"));
    if (mine?.number && answer.total > 1) {
      words.push(translate("solutions.yours", { number: mine.number }));
    }
    this.parts.words.textContent = words.join(" ");
  }

  drawChoices() {
    const isCompared = this.game.state.placed.length > 0 && (this.answer?.total ?? 0) > 1;
    this.parts.choices.replaceChildren(...(isCompared ? [choiceOf({
      name: "solutions-order",
      legend: translate("solutions.order"),
      hidden: true,
      options: [["number", translate("solutions.order.number")], ["near", translate("solutions.order.near")]],
      value: this.order,
      pick: (order) => {
        this.order = order;
        this.draw();
        within(this.root, "[name=solutions-order]:checked").focus();
      },
    })] : []));
  }

  /**
   * Draw the chosen solution. The button of each piece restricts the list to the solutions that
   * contain its placement.
   */
  drawStage() {
    const { stage } = this.parts;
    const { puzzle, state } = this.game;
    if (!this.chosen) {
      stage.replaceChildren();
      return;
    }
    const own = this.chosen.solution.filter((placement) => !holds(state.given, placement));
    const picture = miniature(puzzle, state.date, [...own, ...state.given]);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", this.nameOf(this.chosen));
    for (const group of picture.querySelectorAll(/** @type {"g"} */ ("[data-index]"))) {
      const placement = own[Number(group.dataset.index)];
      if (!placement) continue;
      group.classList.add("pickable");
      group.classList.toggle("kept", holds(this.required, placement));
      group.addEventListener("click", () => this.toggleRequired(placement));
    }
    const chips = newElement("div", {
      className: "chips", role: "group", "aria-label": translate("solutions.here"),
    }, own.map((placement) => this.chip(placement)));
    const side = newElement("div", {}, [
      newElement("h3", {}, [this.nameOf(this.chosen)]), newElement("p", { className: "small" },
        [translate("solutions.here")]), chips,
      ...canDisassemble(puzzle, this.chosen.solution)
        ? [plainButton("apart.title", () => this.openApart())] : [],
    ]);
    stage.replaceChildren(picture, side);
  }

  /** Open the film of how the chosen solution comes apart. */
  openApart() {
    this.apart ??= new DisassemblyDialog(this.game);
    this.apart.open(this.chosen?.solution);
  }

  /** @param {Placement} placement */
  chip(placement) {
    const { puzzle } = this.game;
    const { name } = puzzle.pieces[placement[0]];
    const swatch = newElement("span", { className: "swatch" });
    swatch.style.setProperty("--own", paintOf(puzzle, placement[0]));
    return newElement("button", {
      type: "button",
      className: "chip",
      onclick: () => this.toggleRequired(placement),
      "data-placement": placement.join(),
      "aria-pressed": holds(this.required, placement),
      "aria-label": `${name}, ${placeWords(puzzle, placement)}`,
    }, [swatch, name]);
  }

  /** Choose a placement that all listed solutions must contain, or drop that choice. @param {Placement} placement */
  async toggleRequired(placement) {
    this.required = holds(this.required, placement)
      ? this.required.filter((other) => !samePlacement(other, placement)) : [...this.required, placement];
    await this.request();
    within(this.root, `.chip[data-placement="${placement.join()}"]`)?.focus();
  }

  /** @param {Shown} shown */
  nameOf({ number, isMine }) {
    if (isMine) return number ? translate("solutions.mine", { number }) : translate("solutions.own");
    return number ? translate("solutions.number", { number }) : translate("solutions.some");
  }

  /** Show the next page of pictures; after the first page, put the focus on the first new picture. */
  drawPage() {
    const { pictures, more } = this.parts;
    const from = pictures.children.length;
    const next = this.shown.slice(from, from + PAGE).map((row) => this.picture(row));
    pictures.append(...next);
    more.hidden = pictures.children.length >= this.shown.length;
    if (from) next[0]?.querySelector("button")?.focus();
  }

  /** @param {Shown} row */
  picture(row) {
    const { puzzle, state } = this.game;
    const words = [this.nameOf(row)];
    if (this.order === "near") words.push(translate("solutions.shared", { n: row.shared }));
    const small = miniature(puzzle, state.date, row.solution);
    small.setAttribute("aria-hidden", "true");
    const button = newElement("button", {
      type: "button",
      className: row.isMine ? "picture mine" : "picture",
      onclick: () => this.choose(row, button),
      "aria-pressed": row === this.chosen,
    }, [small, ...words.map((text, k) => {
      // If the numbers are not known, all pictures have the same first words, so hide these.
      const isKnown = k > 0 || row.number !== null || row.isMine;
      return newElement("span", { className: isKnown ? "" : "unseen" }, [text]);
    })]);
    return newElement("li", {}, [button]);
  }

  /** @param {Shown} row @param {HTMLButtonElement} button */
  choose(row, button) {
    this.chosen = row;
    for (const other of this.parts.pictures.querySelectorAll("[aria-pressed=true]")) {
      other.setAttribute("aria-pressed", "false");
    }
    button.setAttribute("aria-pressed", "true");
    this.drawStage();
    this.parts.stage.scrollIntoView({ block: "nearest" });
  }
}

/** Return the number of solutions in words. @param {SolutionsAnswer} answer @returns {string} */
function numberWords({ total, exact }) {
  if (!exact) return translate("solutions.over", { n: total });
  return total ? translate("solutions.total", { n: total }) : translate("solutions.none");
}

/** @param {Array<Placement>} solution @param {Placement} placement */
function holds(solution, placement) {
  return solution.some((other) => samePlacement(other, placement));
}

/** @param {Array<Placement>} one @param {Array<Placement>} other */
function isSame(one, other) {
  return one.length === other.length && one.every((own) => holds(other, own));
}
