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
 * @param {Lattice} lattice @param {number} number @param {boolean} [isOneSided] @returns {Array<NamedShape>}
 */
export function familyOf(lattice, number, isOneSided = false) {
  const key = `${lattice.name} ${number} ${isOneSided}`;
  if (!knownFamilies.has(key)) {
    knownFamilies.set(key, isOneSided ? oneSided(lattice, number) : namedFamily(lattice, number));
  }
  return knownFamilies.get(key);
}

/** @param {Lattice} lattice @param {number} number */
function oneSided(lattice, number) {
  const { flipped } = motionsOf(lattice, 2);
  const mirrors = familyOf(lattice, number).flatMap(([name, cells]) => {
    const mirror = normalOf(flipped(cells), lattice);
    const { shown } = orientationsOf({ sides: [{ cells, colours: [] }], turn: true, flip: false }, lattice);
    const isSame = shown.some((own) => own.cells.join(";") === mirror.join(";"));
    return isSame ? [] : [/** @type {NamedShape} */ ([MIRRORED[name] ?? `${name}m`, mirror])];
  });
  return [...familyOf(lattice, number), ...mirrors].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** @param {Lattice} lattice @param {number} number */
function namedFamily(lattice, number) {
  if (lattice.name === "squares" && number <= 5) {
    return Object.entries(DRAWN).filter(([name]) => name.endsWith(String(number)))
      .map(([name, drawing]) => [name, normalOf(cellsIn(drawing), lattice)])
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }
  const all = grown(lattice, number);
  const [letter, digits] = lattice.name === "squares" ? NUMBERED[number]
    : [`${number}-`, String(all.length).length];
  return all.map((cells, k) => [letter + String(k + 1).padStart(digits, "0"), cells]);
}

/** @param {string} drawing */
function cellsIn(drawing) {
  return drawing.split("|").flatMap((row, y) => (
    [...row].flatMap((mark, x) => (mark === "#" ? [[y, x]] : []))));
}

/**
 * Return one shape of each piece, the least of its orientations, in order.
 * @param {Lattice} lattice @param {number} number
 */
function grown(lattice, number) {
  const least = (/** @type {Array<Cell>} */ cells) => orientationsOf({
    sides: [{ cells, colours: [] }], turn: true, flip: true,
  }, lattice).shown[0].cells;
  if (number === 1) return [least([/** @type {Cell} */ (lattice.cellAt(0, 0))])];
  const seen = new Set();
  const found = new Map();
  const before = familyOf(lattice, number - 1).map(([, cells]) => cells);
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
