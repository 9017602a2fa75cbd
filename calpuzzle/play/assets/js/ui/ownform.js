/*
 * A board that is made on the page: the current choices, and the text of its puzzle file.
 */

import { labelsInOrder } from "../logic/calendarlabels.js";
import { knownLanguages } from "./lang.js";
import { LATTICES } from "../logic/lattices.js";
import { familyOf } from "../logic/polyominoes.js";
import { GivenFault } from "../logic/toml.js";

/**
 * @typedef {Object} OwnForm
 * @property {string} lattice
 * @property {string} rows     tokens, as a puzzle file has them
 * @property {string | null} groups  lines of a name, a colon and labels; null to find them in the labels of the board
 * @property {boolean} flip    whether pieces may be turned over
 * @property {number} cells    the number of cells of each piece of the family that is shown
 * @property {Record<string, number>} pieces  how many of each
 */

/** @returns {OwnForm} */
export function newForm() {
  const rows = Array.from({ length: 5 }, () => Array(6).fill(".").join(" ")).join("\n");
  return { lattice: "squares", rows, groups: null, flip: true, cells: 5, pieces: {} };
}

/** Return the tokens of the rows, layer by layer. @param {OwnForm} of */
export function tokensOf({ rows }) {
  return rows.trim().split(/\n[ \t]*\n\s*/u)
    .map((layer) => layer.split("\n").map((row) => row.trim().split(/\s+/u)));
}

/** Return the form with other tokens. @param {OwnForm} form @param {Array<Array<Array<string>>>} layers */
export function withTokens(form, layers) {
  const text = (/** @type {Array<Array<string>>} */ rows) => {
    const wide = Math.max(...rows.flat().map((token) => token.length));
    return rows.map((row) => row.map((token) => token.padStart(wide)).join(" ")).join("\n");
  };
  return { ...form, rows: layers.map(text).join("\n\n") };
}

/**
 * Return the form with one row or column more or fewer in each layer; new cells have no label.
 * @param {OwnForm} form @param {Array<number>} of  1, 0 or -1 for rows, and for columns
 */
export function resized(form, [down, right]) {
  const layers = tokensOf(form).map((rows) => {
    const wide = rows[0].length + right;
    const more = rows.map((row) => [...row, "."].slice(0, wide));
    return [...more, Array(wide).fill(".")].slice(0, rows.length + down);
  });
  return layers[0].length && layers[0][0].length ? withTokens(form, layers) : form;
}

/**
 * Return the groups as lines: those that were typed, or the months, days and weekdays found among the labels.
 * @param {OwnForm} form
 */
export function groupLines(form) {
  if (form.groups !== null) return form.groups;
  const labels = tokensOf(form).flat(2).filter((token) => token !== "." && token !== "#");
  const languages = knownLanguages().map(([tag]) => tag);
  const found = /** @type {const} */ (["month", "day", "weekday"])
    .map((kind) => ({ kind, own: labelsInOrder(kind, labels, languages) }));
  if (!found[0].own || !found[1].own) return "";
  return found.flatMap(({ kind, own }) => (own ? [`${kind}: ${own.join(" ")}`] : [])).join("\n");
}

/**
 * Return the cells of a piece by its name; throw a GivenFault if there is none.
 * @param {OwnForm} form @param {string} name
 */
export function pieceNamed(form, name) {
  const lattice = LATTICES[form.lattice];
  for (const k of lattice.families.keys()) {
    // Generating a large family takes long, so skip families that cannot contain the name.
    if (form.lattice === "squares" && !isOfSize(name, k + 1)) continue;
    if (form.lattice !== "squares" && k > 0 && !name.startsWith(`${k + 1}-`)) continue;
    const found = familyOf(lattice, k + 1, true).find(([own]) => own === name);
    if (found) return found[1];
  }
  throw new GivenFault("own.fault.drawing", { name });
}

/**
 * Return whether a polyomino with this name has this number of cells.
 * @param {string} name @param {number} cells
 */
function isOfSize(name, cells) {
  // Up to five cells, a name is a letter and the number of cells, and for some mirror images an m.
  return cells > 5 ? name.startsWith(cells === 6 ? "H" : "K") : new RegExp(`^.${cells}m?$`, "u").test(name);
}

/** Throw a GivenFault if two groups have the same name, because their file could not be read. @param {OwnForm} form */
export function checkGroupNames(form) {
  const names = groupLines(form).split("\n").map((line) => line.split(":")[0].trim()).filter(Boolean);
  const name = names.find((own, k) => names.indexOf(own) < k);
  if (name) throw new GivenFault("own.fault.twice", { name });
}

/** Return the text of the puzzle file. @param {OwnForm} form @returns {string} */
export function textOfForm(form) {
  const lattice = LATTICES[form.lattice];
  const pieces = Object.entries(form.pieces).filter(([, number]) => number > 0)
    .map(([name, number]) => {
      const shape = `"""\n${drawingOf(pieceNamed(form, name), lattice)}\n"""`;
      return `${quotedKey(name)} = ${number > 1 ? `{ count = ${number}, shape = ${shape} }` : shape}`;
    });
  const groups = groupLines(form).split("\n").filter((line) => line.trim()).map((line) => {
    const [name, ...rest] = line.split(":");
    return `${quotedKey(name.trim())} = ${JSON.stringify(rest.join(":").trim())}`;
  });
  const rows = form.rows.replace(/\\/gu, "\\\\").replace(/"/gu, '\\"');
  return [
    ...form.lattice === "squares" ? [] : [`lattice = "${form.lattice}"`],
    ...form.flip ? [] : ["flip = false"],
    `board = """\n${rows}\n"""`,
    ...groups.length ? ["", "[groups]", ...groups] : [],
    "", "[pieces]", ...pieces, "",
  ].join("\n");
}

/** @param {string} name */
function quotedKey(name) {
  return /^[\w-]+$/u.test(name) ? name : JSON.stringify(name);
}

/** Return the drawing of a shape, as a puzzle file has it. @param {Array<Cell>} cells @param {Lattice} lattice */
function drawingOf(cells, { placeAt, isHexagonOrTriangle }) {
  const places = cells.map(([row, column]) => placeAt(row, column));
  const least = Math.min(...places.map(([, place]) => place));
  const low = isHexagonOrTriangle ? Math.floor(least / 2) * 2 : least;
  const height = 1 + Math.max(...places.map(([row]) => row));
  const width = 1 + Math.max(...places.map(([, place]) => place)) - low;
  const drawn = Array.from({ length: height }, () => Array(width).fill("."));
  for (const [row, place] of places) drawn[row][place - low] = "#";
  return drawn.map((row) => row.join("")).join("\n");
}
