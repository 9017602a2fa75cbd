/*
 * The checks of a puzzle file that can be parsed: its names, labels, groups, numbers and area, as in
 * calpuzzle/puzzle/validate.py and balance.py.
 */

import { MOST_CELLS } from "./drawings.js";
import { GivenFault } from "./toml.js";

/** Columns of the table of counts; no group may have such a name. */
const COLUMNS = ["exists", "solutions", "nodes", "dead_ends", "forced", "difficulty"];
export const CONTROL_CHARACTER = /[\0-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/u;
export const MOST_SETS = 5000; // label sets in all groups together
const MOST_COPIES = 5000;
const MOST_PIECES = 300; // which a page opens in a second or two, as in calpuzzle/game/hand.py
export const UNSEEN = /\p{C}|(?! )\p{Z}/u;

/** @param {string} key @param {Values} [values] @returns {never} */
export function fail(key, values = {}) {
  throw new GivenFault(key, values);
}

/** @param {string} text @param {string} name */
export function checkCharacters(text, name) {
  if (CONTROL_CHARACTER.test(text)) fail("own.fault.name", { name });
}

/** Return the labels of the board that belong to a group. @param {GroupData} of */
const printedOf = ({ labels, labelSets }) => (labelSets ? [...new Set(labelSets.flat())] : labels);

/** Check the labels and the groups. @param {Array<GroupData>} groups @param {FileBoard} of @param {string} kind */
export function checkGroups(groups, { marks }, kind) {
  for (const mark of marks) checkCharacters(mark, mark);
  const labels = kind === "board" ? marks.filter(Boolean) : [];
  const there = new Set();
  for (const label of labels) {
    if (there.has(label)) fail("own.fault.twice", { name: label });
    there.add(label);
  }
  checkNames(groups.map(({ name }) => name));
  if (sumOf(groups.map(({ labelSets = [] }) => labelSets.length)) > MOST_SETS) fail("own.fault.large");
  const owned = new Set();
  for (const group of groups) {
    const { name } = group;
    if (COLUMNS.includes(name)) fail("own.fault.name", { name });
    if (!group.labels.length) fail("own.fault.group", { name });
    if (group.labelSets?.some((own, k) => own.length !== 1 && there.has(group.labels[k]))) {
      fail("own.fault.twice", { name });
    }
    for (const label of printedOf(group)) {
      if (!there.has(label)) fail("own.fault.label", { label, name });
      if (owned.has(label)) fail("own.fault.twice", { name: label });
      owned.add(label);
    }
  }
}

/** @param {Array<string>} names */
function checkNames(names) {
  const there = new Set();
  for (const name of names) {
    if (!name.trim() || UNSEEN.test(name)) fail("own.fault.name", { name });
    if (there.has(name)) fail("own.fault.twice", { name });
    there.add(name);
  }
}

/** @param {Array<number>} numbers */
export const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** @param {Array<FilePiece>} pieces */
export function checkPieces(pieces) {
  if (!pieces.length) fail("own.fault.pieces");
  const cells = pieces.flatMap(({ sides }) => sides.map((side) => side.cells.length));
  const copies = pieces.map(({ most }) => most);
  const isLarge = pieces.length > MOST_PIECES || sumOf(copies) > MOST_COPIES || sumOf(cells) > MOST_CELLS;
  if (isLarge) fail("own.fault.large");
  checkNames(pieces.flatMap(namesOfCopies));
}

/** @param {FilePiece} of */
export function namesOfCopies({ name, most }) {
  return most === 1 ? [name] : Array.from({ length: most }, (_, k) => `${name}#${k + 1}`);
}

/**
 * Check the area if there are dates: if it is wrong, no date has a solution.
 * @param {Array<GroupData>} groups @param {Array<FilePiece>} pieces @param {FileBoard} board
 */
export function checkArea(groups, pieces, board) {
  const isPlain = pieces.every(({ least, most, sides }) => (
    least === most && new Set(sides.map(({ cells }) => cells.length)).size === 1));
  const opened = groups.map(({ labels, labelSets = labels.map((own) => [own]) }) => (
    labelSets.map((own) => own.length)));
  const isKnown = opened.every((own) => new Set(own).size === 1);
  if (!groups.length || board.optional.size || !isPlain || !isKnown) return;
  const area = pieces.reduce((sum, { sides, most }) => sum + sides[0].cells.length * most, 0);
  const cells = opened.reduce((left, [own]) => left - own, board.cells.length);
  if (area !== cells) fail("own.fault.area", { area, cells });
}
