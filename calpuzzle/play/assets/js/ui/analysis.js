/*
 * Analysis: the placements of the held piece that are in a solution, and in how many.
 *
 * It works only if the setting `analysis` is on, which is not the default. The board shows the
 * placements in the current orientation: their cells are shaded, darker for more solutions, and the
 * middle cell of each, where a tap places the piece, contains the number. `game.places` is the
 * answer, null until it is known.
 */

import { translate, countWithPlus } from "./lang.js";
import { middleCell } from "./landing.js";
import { samePlacement } from "./state.js";

const LIGHTEST = 0.2;
const DARKEST = 0.5;

/** The switch, and what it shows on the board. */
export class Analysis {
  /**
   * @param {Game} game @param {Board} board
   * @param {HTMLButtonElement} button  the switch
   */
  constructor(game, board, button) {
    this.game = game;
    this.board = board;
    this.button = button;
    this.asked = null;
    button.addEventListener("click", () => this.toggle());
    game.onChange((event) => this.follow(event));
  }

  toggle() {
    this.game.set("analysis", !this.game.settings.analysis);
  }

  /** @param {GameEvent} event */
  follow(event) {
    const { game } = this;
    this.button.setAttribute("aria-pressed", String(game.settings.analysis));
    const wanted = this.wanted();
    if (!sameQuestion(wanted, this.asked)) {
      this.asked = wanted;
      game.places = null;
      this.control?.abort();
      // Ask later, so that `Game.change` requests the remaining solutions first.
      if (wanted) queueMicrotask(() => this.ask(wanted));
    }
    if (event.kind !== "places") this.draw();
  }

  /** Return the current question, or null. */
  wanted() {
    const { settings, state } = this.game;
    if (!settings.analysis || !state?.held) return null;
    return { date: state.date, placed: state.placed, piece: state.held.piece };
  }

  /** @param {{date: Array<number> | null, placed: Array<Placement>, piece: number}} wanted */
  async ask(wanted) {
    this.control = new AbortController();
    const { signal } = this.control;
    const answer = await this.game.question("places", { piece: wanted.piece }, { signal });
    if (!answer || this.asked !== wanted) return;
    this.game.places = answer;
    this.draw();
    this.game.notify({ kind: "places" });
  }

  draw() {
    const { puzzle } = this.game;
    const here = placesHere(this.game);
    const weights = here.map(({ count }) => Math.log(1 + (count ?? 1)));
    const most = Math.max(...weights);
    const best = new Map();
    for (const [k, { placement }] of here.entries()) {
      for (const cell of puzzle.covered(placement) ?? []) {
        best.set(cell, Math.max(best.get(cell) ?? 0, weights[k] / most));
      }
    }
    const shades = [...best].map(([cell, part]) => (
      { cell, opacity: LIGHTEST + (DARKEST - LIGHTEST) * part }));
    const numbers = here.map((own) => (
      { cell: middleCell(puzzle, own.placement), text: countText(own) }));
    this.board.drawPlaces(shades, numbers);
  }
}

/** Return the places for the held piece in its current orientation. @param {Game} game */
function placesHere({ places, state: { held } }) {
  if (!places || places.piece !== held?.piece) return [];
  return places.places.filter(({ placement }) => placement[1] === held.orientation);
}

/** @param {PlacesAnswer["places"][number]} of */
function countText({ count, exact }) {
  return count === null ? "✓" : countWithPlus({ count, exact });
}

/**
 * Return what the analysis reports about the position at which the held piece hovers; if it does
 * not hover, the number of its places. Empty if the analysis is off, or its answer is not known
 * yet.
 * @param {Game} game @returns {string}
 */
export function analysisWords(game) {
  const { places, state: { held } } = game;
  if (!places || places.piece !== held?.piece) return "";
  const here = placesHere(game);
  const hovering = game.hovering();
  const own = hovering && here.find(({ placement }) => samePlacement(placement, hovering));
  if (own) return own.count === null ? translate("left.yes") : solutionsWords(own);
  if (hovering) return translate(places.complete ? "left.no" : "places.unknown");
  const turned = places.places.length - here.length;
  const words = [translate(here.length ? "places.here" : "places.none", { n: here.length })];
  if (turned) words.push(translate("places.turned", { n: turned }));
  return words.join("; ");
}

/** @typedef {{count: number | null, exact: boolean}} Counted */

/** Return a number of solutions in words, or that it is not known. @param {Counted} counted */
export function solutionsWords({ count, exact }) {
  if (count === 0) return translate("left.none");
  return count === null ? translate("places.unknown")
    : translate(exact ? "left.some" : "left.more", { n: count });
}

/**
 * @param {{date: Array<number> | null, placed: Array<Placement>, piece: number} | null} one
 * @param {{date: Array<number> | null, placed: Array<Placement>, piece: number} | null} other
 */
function sameQuestion(one, other) {
  return one?.date === other?.date && one?.placed === other?.placed && one?.piece === other?.piece;
}
