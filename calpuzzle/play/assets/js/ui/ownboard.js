/*
 * The picture of a board that the player makes on the page: a press on a place adds or removes a
 * cell.
 */

import { LATTICES } from "../logic/lattices.js";
import { boundsOf } from "../logic/shapes.js";
import { tokensOf, withTokens } from "./ownform.js";
import { cornersOf } from "./owntray.js";
import { svg } from "./svg.js";
import { targetOf } from "./elements.js";

const GAP_OF_LAYERS = 0.5;

/** @param {OwnForm} form @param {(form: OwnForm) => void} change @returns {SVGElement} */
export function ownPicture(form, change) {
  const lattice = LATTICES[form.lattice];
  const layers = tokensOf(form);
  const places = [];
  let top = 0;
  for (const [z, rows] of layers.entries()) {
    const shift = top;
    for (const [y, row] of rows.entries()) {
      for (const [x, token] of row.entries()) {
        const cell = lattice.cellAt(y, x * lattice.apart + (y % lattice.apart));
        if (!cell) continue;
        const corners = cornersOf(lattice, cell).map(([right, down]) => [right, down + shift]);
        top = Math.max(top, ...corners.map(([, down]) => down));
        places.push({ at: [z, y, x], token, corners });
      }
    }
    top += GAP_OF_LAYERS;
  }
  const [[left, right], [up, low]] = boundsOf(places.flatMap(({ corners }) => corners));
  const picture = svg("svg", {
    class: "own-board", viewBox: [left - 0.1, up - 0.1, right - left + 0.2, low - up + 0.2].join(" "),
    "aria-hidden": "true",
  }, places.flatMap(({ at, token, corners }) => placeInPicture(at, token, corners)));
  picture.addEventListener("click", (event) => {
    const [z, y, x] = targetOf(event).dataset?.at?.split(",").map(Number) ?? [];
    if (z === undefined) return;
    const next = layers.map((rows) => rows.map((row) => [...row]));
    next[z][y][x] = next[z][y][x] === "#" ? "." : "#";
    change(withTokens(form, next));
  });
  return picture;
}

/**
 * Create a place with its label.
 * @param {Array<number>} at @param {string} token @param {Array<Array<number>>} corners
 */
function placeInPicture(at, token, corners) {
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, own) => sum + own[axis], 0) / corners.length);
  const label = token === "#" || token === "." ? "" : token;
  return [
    svg("polygon", { points: corners.join(" "), "data-at": at.join(), class: token === "#" ? "none" : "" }),
    ...label ? [svg("text", { x, y, dy: "0.35em", style: `font-size: ${Math.min(0.5, 1.3 / label.length)}px` }, [label])] : [],
  ];
}
