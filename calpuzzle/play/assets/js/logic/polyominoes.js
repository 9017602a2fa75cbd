/*
 * The families of pieces: polyominoes, polyhexes and polyiamonds of each size, with the names of
 * calpuzzle/puzzle/polyominoes.py.
 */

import { motionsOf, neighboursOf, normalOf } from "./lattices.js";
import { comparedCells, orientationsOf } from "./orientations.js";

const DRAWN = {
  I1: "#", I2: "##", I3: "###", L3: "##|#.", I4: "####", O4: "##|##", T4: "###|.#.",
  S4: ".##|##.", L4: "#.|#.|##", F5: ".##|##.|.#.", I5: "#####", L5: "#.|#.|#.|##",
  N5: ".#|.#|##|#.", P5: "##|##|#.", T5: "###|.#.|.#.", U5: "#.#|###", V5: "#..|#..|###",
  W5: "#..|##.|.##", X5: ".#.|###|.#.", Y5: ".#|##|.#|.#", Z5: "##.|.#.|.##",
};
/** @type {Record<number, [string, number]>} */
const NUMBERED = { 6: ["H", 2], 7: ["K", 3] };
/** @type {Record<string, string>} */
const MIRRORED = { S4: "Z4", L4: "J4", L5: "J5", P5: "Q5", Z5: "S5" };
/** @typedef {[string, Array<Cell>]} NamedShape */

const knownFamilies = new Map();

/**
 * Return the pieces of a size, sorted by name: free ones, or one-sided ones, which are not turned over, so
 * that a shape without mirror symmetry occurs twice.
 * @param {Lattice} lattice @param {number} size @param {boolean} [isOneSided] @returns {Array<NamedShape>}
 */
export function familyOf(lattice, size, isOneSided = false) {
  const key = `${lattice.name} ${size} ${isOneSided}`;
  if (!knownFamilies.has(key)) {
    knownFamilies.set(key, isOneSided ? oneSided(lattice, size) : namedFamily(lattice, size));
  }
  return knownFamilies.get(key);
}

/** @param {Lattice} lattice @param {number} size */
function oneSided(lattice, size) {
  const { flipped } = motionsOf(lattice, 2);
  const mirrors = familyOf(lattice, size).flatMap(([name, cells]) => {
    const mirror = normalOf(flipped(cells), lattice);
    const { shown } = orientationsOf({ sides: [{ cells, colours: [] }], turn: true, flip: false }, lattice);
    const isSame = shown.some((own) => own.cells.join(";") === mirror.join(";"));
    return isSame ? [] : [/** @type {NamedShape} */ ([MIRRORED[name] ?? `${name}m`, mirror])];
  });
  return [...familyOf(lattice, size), ...mirrors].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** @param {Lattice} lattice @param {number} size */
function namedFamily(lattice, size) {
  if (lattice.name === "squares" && size <= 5) {
    return Object.entries(DRAWN).filter(([name]) => name.endsWith(String(size)))
      .map(([name, drawing]) => [name, normalOf(cellsIn(drawing), lattice)])
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }
  const all = grown(lattice, size);
  const [letter, digits] = lattice.name === "squares" ? NUMBERED[size]
    : [`${size}-`, String(all.length).length];
  return all.map((cells, k) => [letter + String(k + 1).padStart(digits, "0"), cells]);
}

/** @param {string} drawing */
function cellsIn(drawing) {
  return drawing.split("|").flatMap((row, y) => (
    [...row].flatMap((mark, x) => (mark === "#" ? [[y, x]] : []))));
}

/**
 * Return one shape of each piece, the least of its orientations, in order.
 * @param {Lattice} lattice @param {number} size
 */
function grown(lattice, size) {
  const least = (/** @type {Array<Cell>} */ cells) => orientationsOf({
    sides: [{ cells, colours: [] }], turn: true, flip: true,
  }, lattice).shown[0].cells;
  if (size === 1) return [least([/** @type {Cell} */ (lattice.cellAt(0, 0))])];
  const seen = new Set();
  const found = new Map();
  const before = familyOf(lattice, size - 1).map(([, cells]) => cells);
  for (const cells of before) {
    for (const near of cells.flatMap((cell) => neighboursOf(cell, lattice))) {
      if (cells.some((cell) => cell.join() === near.join())) continue;
      const more = normalOf([...cells, near], lattice);
      if (seen.has(more.join(";"))) continue;
      seen.add(more.join(";"));
      const own = least(more);
      found.set(own.join(";"), own);
    }
  }
  return [...found.values()].sort(comparedCells);
}
