/*
 * The families of pieces: polyominoes, polyhexes and polyiamonds of so many cells, by the names that
 * calpuzzle/puzzle/polyominoes.py gives them.
 */

import { neighboursOf, normalOf } from "./lattices.js";
import { comparedCells, orientationsOf } from "./orientations.js";

const DRAWN = {
  I1: "#", I2: "##", I3: "###", L3: "##|#.", I4: "####", O4: "##|##", T4: "###|.#.",
  S4: ".##|##.", L4: "#.|#.|##", F5: ".##|##.|.#.", I5: "#####", L5: "#.|#.|#.|##",
  N5: ".#|.#|##|#.", P5: "##|##|#.", T5: "###|.#.|.#.", U5: "#.#|###", V5: "#..|#..|###",
  W5: "#..|##.|.##", X5: ".#.|###|.#.", Y5: ".#|##|.#|.#", Z5: "##.|.#.|.##",
};
const NUMBERED = { 6: ["H", 2], 7: ["K", 3] };
const known = new Map();

/**
 * The free pieces of so many cells, in the order of their names.
 * @param {Object} lattice
 * @param {number} number
 * @returns {Array<[string, Array<Cell>]>}
 */
export function familyOf(lattice, number) {
  const key = `${lattice.name} ${number}`;
  if (!known.has(key)) known.set(key, namedFamily(lattice, number));
  return known.get(key);
}

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

function cellsIn(drawing) {
  return drawing.split("|").flatMap((row, y) => (
    [...row].flatMap((mark, x) => (mark === "#" ? [[y, x]] : []))));
}

/** One shape of each piece, the least of its orientations, in order. */
function grown(lattice, number) {
  const least = (cells) => orientationsOf({
    sides: [{ cells, colours: [] }], turn: true, flip: true,
  }, lattice).shown[0].cells;
  if (number === 1) return [least([lattice.cellAt(0, 0)])];
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
