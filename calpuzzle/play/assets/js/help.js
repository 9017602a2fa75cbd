/*
 * The dialog that says how to play: what the goal is, with fingers, with the mouse, with keys.
 */

import { Dialog } from "./dialog.js";
import { made } from "./elements.js";
import { say } from "./lang.js";

/** Each row: what it does, and the keys; those without a letter on them have names in the texts. */
const ROWS = [
  ["take", ["1", "2", "A"]],
  ["name", ["key.shift", "U"]],
  ["move", ["←", "↑", "↓", "→"]],
  ["turn", ["R"]],
  ["back", ["E"]],
  ["flip", ["F"]],
  ["lay", ["key.enter"]],
  ["lift", ["key.backspace"]],
  ["undo", ["U"]],
  ["redo", ["Y"]],
  ["cancel", ["key.escape"]],
  ["hint", ["H"]],
  ["left", ["C"]],
  ["help", ["?"]],
];

/** The dialog of help. */
export class Help extends Dialog {
  /** @param {Game} game */
  constructor(game) {
    super("help", game);
  }

  fill(body) {
    const { puzzle } = this.game;
    const can = (motion) => puzzle.pieces.some((own) => own[motion].some((k) => k !== null));
    const [turn, flip] = [can("turned"), can("flipped")];
    const free = freeParts(puzzle);
    const goal = puzzle.groups.length ? (puzzle.calendar ? "date" : "labels")
      : free.length ? "free" : "cover";
    const motion = turn && flip ? "turn" : turn ? "turns" : flip ? "flips" : null;
    const parts = ["take", motion, "lift"].filter(Boolean);
    const about = (way) => parts.map((own) => `help.${way}.${own}`);
    body.append(
      made("p", {}, [[say(`help.goal.${goal}`), ...free].join(" ")]),
      ...this.part("touch", about("touch")),
      ...this.part("mouse", about("mouse")),
      made("h3", {}, [say("help.keys")]),
      keysList(ROWS.filter(([name]) => ({ turn, back: turn, flip })[name] !== false), "help.key"),
      ...this.part("more", ["left", "hint", "words", "kept"].map((own) => `help.more.${own}`)),
    );
  }

  part(name, keys) {
    const items = keys.map((key) => made("li", {}, [say(key)]));
    return [made("h3", {}, [say(`help.${name}`)]), made("ul", {}, items)];
  }
}

/** The sentences on what may be left over. */
function freeParts({ free, pieces }) {
  const isOut = pieces.some(({ least, most }) => least < most);
  return [free.length && `${say("left.free")}.`, isOut && say("help.free")].filter(Boolean);
}

/** Rows of keys as a list; `texts` is what the keys of their sentences begin with. */
export function keysList(rows, texts) {
  return made("dl", { className: "keys" }, rows.map(([name, keys]) => {
    const caps = keys.map((key) => made("kbd", {}, [key.startsWith("key.") ? say(key) : key]));
    return made("div", {}, [
      made("dt", {}, caps.flatMap((cap, k) => (k ? [" ", cap] : [cap]))),
      made("dd", {}, [say(`${texts}.${name}`)]),
    ]);
  }));
}
