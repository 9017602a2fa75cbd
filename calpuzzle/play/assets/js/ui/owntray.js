/*
 * The pieces of a board that is made on the page: those of a family to choose from, and those chosen.
 */

import { newElement, plainButton, selectOf } from "./elements.js";
import { translate } from "./lang.js";
import { LATTICES } from "../logic/lattices.js";
import { pieceNamed } from "./ownform.js";
import { familyOf } from "../logic/polyominoes.js";
import { boundsOf } from "../logic/shapes.js";
import { svg } from "./svg.js";

/**
 * @param {OwnForm} form @param {(change: Partial<OwnForm>) => void} change
 * @param {HTMLElement} more  a button
 * @returns {Array<HTMLElement>}
 */
export function familyTray(form, change, more) {
  const lattice = LATTICES[form.lattice];
  const family = familyOf(lattice, form.cells, !form.flip);
  const add = (/** @type {string} */ name) => change({ pieces: withMore(form.pieces, name, 1) });
  const all = () => change({
    pieces: family.reduce((pieces, [name]) => withMore(pieces, name, 1), form.pieces),
  });
  return [
    selectOf("own.family", lattice.families.map((_, k) => [k + 1, translate("own.cells", { n: k + 1 })]), form.cells,
      (value) => change({ cells: Number(value) })),
    newElement("div", { className: "own-tray" }, family.map(([name, cells]) => (
      pieceButton(form, name, cells, translate("own.more", { name }), () => add(name))))),
    newElement("div", { className: "dialog-buttons" }, [plainButton("own.all", all), more]),
  ];
}

/**
 * Return the chosen pieces as buttons; a press removes one copy.
 * @param {OwnForm} form @param {(more: Partial<OwnForm>) => void} change
 */
export function chosenTray(form, change) {
  return Object.keys(form.pieces).map((name) => (
    pieceButton(form, name, pieceNamed(form, name), translate("own.less", { name }), () => (
      change({ pieces: withMore(form.pieces, name, -1) })), `chosen ${name}`)));
}

/** @param {Record<string, number>} pieces @param {string} name @param {number} more */
function withMore(pieces, name, more) {
  const { [name]: number = 0, ...others } = pieces;
  return number + more > 0 ? { ...pieces, [name]: number + more } : others;
}

/**
 * @param {OwnForm} of @param {string} name @param {Array<Cell>} cells @param {string} label @param {() => void} use
 * @param {string} [own]  the `data-name` of the button, which no other button of the form has
 */
function pieceButton({ lattice, pieces }, name, cells, label, use, own = name) {
  const times = pieces[name] ? ` ×${pieces[name]}` : "";
  return newElement("button", {
    type: "button", className: "own-piece", onclick: use, "aria-label": `${name}${times}, ${label}`,
    "data-name": own,
  }, [pictureOfCells(LATTICES[lattice], cells), newElement("span", {}, [name + times])]);
}

/**
 * Create a square picture of some cells of a lattice, scaled to their size.
 * @param {Lattice} lattice @param {Array<Cell>} cells
 */
function pictureOfCells(lattice, cells) {
  const outlines = cells.map((cell) => cornersOf(lattice, cell));
  const [[left, right], [top, bottom]] = boundsOf(outlines.flat());
  const side = Math.max(right - left, bottom - top, 3);
  const box = [left - (side - right + left) / 2, top - (side - bottom + top) / 2, side, side];
  return svg("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, outlines.map((corners) => (
    svg("polygon", { points: corners.join(" ") }))));
}

/** Return the corners of a cell in a picture, x and y. @param {Lattice} lattice @param {Cell} cell */
export function cornersOf({ corners, axes: [across, aside, down] }, cell) {
  const [row, column] = cell.slice(-2);
  return corners(row, column).map(([y, x]) => [across * x + aside * y, down * y]);
}
