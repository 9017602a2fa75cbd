/*
 * The dialog that explains how to play: the goal, and the use of fingers, mouse and keys.
 */

import { Dialog } from "./dialog.js";
import { newElement } from "./elements.js";
import { translate } from "./lang.js";

/** @typedef {[string, Array<string>]} KeysRow  the name of an action, and the keyboard keys that perform it */

/** The actions of the keyboard; the text of each is `help.key.NAME`. @type {Array<KeysRow>} */
const ROWS = [
  ["take", ["1", "2", "A"]],
  ["name", ["key.shift", "U"]],
  ["move", ["←", "↑", "↓", "→"]],
  ["layer", ["key.up", "key.down"]],
  ["turn", ["R"]],
  ["back", ["E"]],
  ["flip", ["F"]],
  ["tip", ["T"]],
  ["lay", ["key.enter"]],
  ["lift", ["key.backspace"]],
  ["undo", ["U"]],
  ["redo", ["Y"]],
  ["cancel", ["key.escape"]],
  ["hint", ["H"]],
  ["left", ["C"]],
  ["whole", [",", "."]],
  ["help", ["?"]],
];

/** The dialog of help. @extends {Dialog<Game>} */
export class Help extends Dialog {
  /** @param {Game} game */
  constructor(game) {
    super("help", game);
  }

  /** @param {HTMLElement} body */
  fill(body) {
    const { puzzle } = this.game;
    const [turn, flip, tip] = /** @type {const} */ (["turned", "flipped", "tipped"]).map((own) => puzzle.can(own));
    const { isSolid } = puzzle;
    const free = freeParts(puzzle);
    const goal = puzzle.groups.length ? (puzzle.calendar ? "date" : "labels")
      : free.length ? "free" : "cover";
    const motion = turn && flip ? "turn" : turn ? "turns" : flip ? "flips" : null;
    /** @type {Record<string, boolean>} */
    const has = { turn, back: turn, flip, tip, layer: isSolid, whole: isSolid };
    const about = (/** @type {string} */ way, /** @type {string | null} */ own) => (
      ["take", own, "lift", isSolid && "whole"]).filter(Boolean)
      .map((part) => `help.${way}.${part}`);
    body.append(
      newElement("p", {}, [[translate(`help.goal.${goal}`), ...free].join(" ")]),
      // If pieces can be tipped, the page has no button to turn them over (see useTools in main.js).
      ...this.part("touch", about("touch", tip ? "turns" : motion)),
      ...this.part("mouse", about("mouse", motion)),
      newElement("h3", {}, [translate("help.keys")]),
      keysList(ROWS.filter(([name]) => has[name] !== false), "help.key"),
      ...this.part("more", ["left", "hint", "words", "kept"].map((own) => `help.more.${own}`)),
    );
  }

  /** @param {string} name @param {Array<string>} keys */
  part(name, keys) {
    const items = keys.map((key) => newElement("li", {}, [translate(key)]));
    return [newElement("h3", {}, [translate(`help.${name}`)]), newElement("ul", {}, items)];
  }
}

/**
 * Return the sentences about cells that may stay empty and pieces that may stay out.
 * @param {Puzzle} puzzle
 */
function freeParts({ free, pieces }) {
  const hasSparePieces = pieces.some(({ least, most }) => least < most);
  return [free.length && `${translate("left.free")}.`, hasSparePieces && translate("help.free")].filter(Boolean);
}

/**
 * Create a list of actions with their keyboard keys; the text of an action is `TEXTS.NAME`.
 * @param {Array<KeysRow>} rows @param {string} texts
 */
export function keysList(rows, texts) {
  return newElement("dl", { className: "keys" }, rows.map(([name, keys]) => {
    const caps = keys.map((key) => newElement("kbd", {}, [key.startsWith("key.") ? translate(key) : key]));
    return newElement("div", {}, [
      newElement("dt", {}, caps.flatMap((cap, k) => (k ? [" ", cap] : [cap]))),
      newElement("dd", {}, [translate(`${texts}.${name}`)]),
    ]);
  }));
}
