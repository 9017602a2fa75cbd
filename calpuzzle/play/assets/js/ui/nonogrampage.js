/*
 * The parts of a nonogram's page, created here in place of those for pieces: the board, the clues
 * of the cell under the mouse or the cursor, the pens, the tools and the film. lang.js fills in the
 * texts, whose keys are in the attributes `data-say` and `data-label`.
 */

import { byId, icon, newElement } from "./elements.js";
import { filmPart } from "./film.js";

const SHAPES = {
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5",
  hint: "M9 17h6M10 20.5h4M9 17c0-2.5-3-3.6-3-7.5a6 6 0 0 1 12 0c0 3.9-3 5-3 7.5",
  check: "M5 12.5l4.5 4.5L19 7",
  film: "M4 5h16v14H4zM10 9l5 3-5 3z",
  reset: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  closer: "M10.5 4a6.5 6.5 0 1 0 .01 0M15.3 15.3L20 20M8 10.5h5M10.5 8v5",
  farther: "M10.5 4a6.5 6.5 0 1 0 .01 0M15.3 15.3L20 20M8 10.5h5",
  empty: "M7 7l10 10M17 7L7 17",
  clear: "M9 19l-4.5-4.5L14 5l5.5 5.5L11 19zM9 19h11M8.5 10.5l5.5 5.5",
  move: "M12 3v18M3 12h18M9.5 5.5L12 3l2.5 2.5M9.5 18.5L12 21l2.5-2.5M5.5 9.5L3 12l2.5 2.5"
    + "M18.5 9.5L21 12l-2.5 2.5",
};

/** The tools, in their order. */
const TOOLS = ["undo", "redo", "hint", "check", "film", "farther", "closer", "reset"];

/** Return an icon: one that all pages use (elements.js), or one in SHAPES. @param {string} name */
export function nonogramIcon(name) {
  return icon(name, SHAPES);
}

/** Create all parts, and replace the content of the page by them; only the notice is kept. @param {HTMLElement} page */
export function nonogramParts(page) {
  const grid = newElement("table", { id: "g-grid", role: "grid", "aria-describedby": "g-keys" });
  const sheet = newElement("div", { id: "g-sheet" }, [grid]);
  const box = newElement("div", { id: "g-box" }, [sheet]);
  const keys = newElement("p", { id: "g-keys", className: "unseen", "data-say": "nonogram.keys" });
  const line = newElement("div", { id: "g-line", "aria-hidden": "true" });
  const pens = newElement("div", { id: "g-pens", role: "radiogroup", "data-label": "nonogram.pens" });
  const tools = newElement("div", { id: "g-tools", role: "toolbar", "data-label": "tools.label" },
    TOOLS.map((name) => nonogramTool(name, "data-tool", `nonogram.tool.${name}`)));
  const film = nonogramFilmPart();
  const notice = byId("notice");
  const run = newElement("div", { id: "g-run", hidden: true, "aria-hidden": "true" });
  const side = newElement("div", { id: "g-side" }, [pens, tools, film]);
  const root = newElement("div", { id: "nonogram" }, [notice, line, box, keys, side, run]);
  page.replaceChildren(root);
  return { root, box, sheet, grid, line, pens, tools, film, notice, run };
}

/** @param {string} name @param {string} attribute @param {string} text */
function nonogramTool(name, attribute, text) {
  const words = newElement("span", { "data-say": text });
  return newElement("button", { type: "button", [attribute]: name }, [nonogramIcon(name), words]);
}

function nonogramFilmPart() {
  const film = filmPart("nonogram.film");
  film.hidden = true;
  film.append(newElement("button", {
    type: "button", className: "plain", "data-film": "close", "data-say": "nonogram.film.close",
  }));
  return film;
}
