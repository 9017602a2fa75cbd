/*
 * Random pieces that fill the board of the form. Their size is that of the selected family where possible.
 */

import { LATTICES, neighboursOf, normalOf } from "../logic/lattices.js";
import { orientationsOf } from "../logic/orientations.js";
import { tokensOf } from "./ownform.js";
import { familyOf } from "../logic/polyominoes.js";

const TRIES = 30;

/** Return the number of each random piece, by name. @param {OwnForm} form @returns {Record<string, number>} */
export function randomPieces(form) {
  const lattice = LATTICES[form.lattice];
  const layers = tokensOf(form).map((rows) => rows.flatMap((tokens, row) => tokens.flatMap((token, place) => (
    token === "#" ? [] : [/** @type {Cell} */ (lattice.cellAt(row, place * lattice.apart + (row % lattice.apart)))]))));
  /** @type {Record<string, number>} */
  const pieces = {};
  for (const part of layers.flatMap((cells) => bestParts(cells, form.cells, lattice))) {
    const key = keyOf(part, form, lattice);
    const [name] = familyOf(lattice, part.length, !form.flip)
      .find(([, cells]) => keyOf(cells, form, lattice) === key) ?? [""];
    pieces[name] = (pieces[name] ?? 0) + 1;
  }
  return pieces;
}

/**
 * Return a key that is the same for all orientations of a piece: the cells of the first orientation.
 * @param {Array<Cell>} cells @param {OwnForm} of @param {Lattice} lattice
 */
function keyOf(cells, { flip }, lattice) {
  const own = normalOf(cells, lattice);
  return orientationsOf({ sides: [{ cells: own, colours: [] }], turn: true, flip }, lattice).shown[0].cells.join(";");
}

/**
 * Cut cells into random parts several times, and return the result with the fewest parts.
 * @param {Array<Cell>} cells @param {number} size @param {Lattice} lattice
 */
function bestParts(cells, size, lattice) {
  const ways = Array.from({ length: TRIES }, () => randomParts(cells, size, lattice));
  return ways.reduce((best, way) => (way.length < best.length ? way : best));
}

/**
 * @param {Array<Cell>} cells @param {number} size  the greatest size of a part
 * @param {Lattice} lattice
 */
function randomParts(cells, size, lattice) {
  const free = new Map(cells.map((cell) => [cell.join(), cell]));
  const around = (/** @type {Cell} */ cell) => neighboursOf(cell, lattice).filter((own) => free.has(own.join()));
  const parts = [];
  while (free.size) {
    // Begin at a cell with few free neighbours, so that few cells are left alone.
    const [first] = [...free.values()].map((cell) => /** @type {const} */ ([around(cell).length + Math.random(), cell]))
      .sort(([one], [other]) => one - other)[0].slice(1);
    const part = [/** @type {Cell} */ (first)];
    free.delete(part[0].join());
    for (let near = around(part[0]); near.length && part.length < size; near = part.flatMap(around)) {
      const next = near[Math.floor(Math.random() * near.length)];
      free.delete(next.join());
      part.push(next);
    }
    parts.push(part);
  }
  return parts;
}
