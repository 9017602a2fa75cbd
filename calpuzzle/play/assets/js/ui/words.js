/*
 * The page in words: the board as a table, the pieces in the tray, and a field in which a move is typed in
 * the notation of `calpuzzle hint --placed`.
 */

import { newElement, within } from "./elements.js";
import { translate } from "./lang.js";
import { trayWords, wordTables } from "./voice.js";

/** The panel of words. */
export class Words {
  /**
   * @param {Game} game @param {HTMLElement} root
   * @param {HTMLElement} opener  the button that opens it
   */
  constructor(game, root, opener) {
    this.game = game;
    this.root = root;
    this.opener = opener;
    /** @type {HTMLInputElement} */
    this.field = within(root, "#words-move");
    this.faulty = within(root, "#words-fault");
    within(root, "#words-form").addEventListener("submit", (event) => this.submit(event));
    within(root, "#words-close").addEventListener("click", () => this.toggle(false));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle(false);
    });
    game.onChange(() => this.draw());
    opener.setAttribute("aria-expanded", "false");
    opener.setAttribute("aria-controls", root.id);
  }

  /** @param {boolean} [open] */
  toggle(open = Boolean(this.root.hidden)) {
    this.root.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    this.draw();
    (open ? this.field : this.opener).focus();
  }

  draw() {
    if (this.root.hidden) return;
    const { puzzle, state } = this.game;
    const example = puzzle.placements.length ? puzzle.written(puzzle.placements[0]) : "";
    within(this.root, "#words-help").textContent = translate(helpKey(puzzle), { example });
    const tray = newElement("p", {}, [trayWords(puzzle, state)]);
    within(this.root, "#words-board").replaceChildren(tray, ...wordTables(puzzle, state));
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    const fault = this.game.placeWritten(text);
    this.faulty.textContent = fault ? translate(fault.key, fault.values) : "";
    this.field.setAttribute("aria-invalid", String(fault !== null));
    if (!fault) this.field.value = "";
  }
}

/**
 * Return the key of the text that explains the notation. It depends on the board: if rows are not aligned,
 * the numbers of a cell are not its row and column.
 * @param {Puzzle} puzzle
 */
function helpKey(puzzle) {
  if (puzzle.spots !== puzzle.cells) return "words.help.cells";
  return puzzle.isSolid ? "words.help.layers" : "words.help";
}
