/*
 * Converts the text of a puzzle file to PuzzleData, as calpuzzle/formats/toml.py and
 * calpuzzle/play/data.py do, but without counts, difficulties and challenges. What Python rejects
 * is rejected here with a GivenFault.
 */

import { calendarGroups, calendarOf } from "./calendarlabels.js";
import { framedBoard, labelledBoard, latticeOf, shapeOf, stickBoard } from "./drawings.js";
import {
  CONTROL_CHARACTER, MOST_SETS, UNSEEN, checkArea, checkCharacters, checkGroups, checkPieces,
} from "./filechecks.js";
import { fail, namesOfCopies, sumOf } from "./filechecks.js";
import { partsOfCells, spotsOf } from "./lattices.js";
import { comparedCells, keyOfSide, orientationsOf } from "./orientations.js";
import { compared } from "./shapes.js";
import { tomlOf } from "./toml.js";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** @type {Record<string, Array<boolean>>} */
const MOTIONS_IN_FILE = { move: [false, false], turn: [true, false], all: [true, true] };
/** @type {(own: unknown) => own is string} */
const isText = (own) => typeof own === "string";
/** @param {unknown} own */
const isFlag = (own) => typeof own === "boolean";
/** @type {(own: unknown) => own is number} */
const isNumber = (own) => typeof own === "number";
/** @type {(own: unknown) => own is Table} */
const isTable = (own) => own instanceof Map;
const MOVES = { turn: isFlag, flip: isFlag, motions: isText };
const KEYS_OF_FILE = {
  title: isText, source: isText, week_starts: isText, lattice: isText, ...MOVES,
  interchangeable: isFlag, colours: isFlag, crossings: isFlag, board: isText, frame: isText,
  segments: Array.isArray, groups: isTable, pieces: isTable,
};
const KEYS_OF_PIECE = {
  shape: isText, sides: Array.isArray, ...MOVES, count: isNumber, min: isNumber, max: isNumber,
  colour: isText, name: isText, together: isText,
};
/** The kinds of board for which a key is valid, if it is not valid for all. */
const BELONGS = { groups: ["board"], week_starts: ["board"], colours: ["frame"], lattice: ["board", "frame"] };
/** Keys that would be read as drawings if they were written below [pieces] by mistake. */
const MISPLACED = ["title", "source", "week_starts", "lattice", "motions"];
const MOST_PLACES = 1e5; // orientations times cells

/**
 * @typedef {{name: string, sides: Array<Side>, turn: boolean, flip: boolean,
 *            least: number, most: number, paint: string, together: string}} FilePiece
 *
 * @typedef {FilePiece & ReturnType<typeof orientationsOf> & {names: Array<string>}} PieceClass
 *
 * @typedef {{kind: string, lattice: Lattice, colours: boolean, crossings: boolean,
 *            motions: Array<boolean>}} FileContext
 *
 * @typedef {{board: FileBoard, groups: Array<GroupData>, pieces: Array<FilePiece>, title: string,
 *            lattice: Lattice, mergesEqual: boolean, weekStarts: number, colours: boolean, labels: Array<string>,
 *            languages: Array<string>}} FileParts
 */

/**
 * @param {string} text
 * @param {Array<string>} languages  in which months and weekdays are read
 * @returns {Omit<PuzzleData, "name">}
 */
export function puzzleDataOf(text, languages) {
  const table = tomlOf(text);
  checkKeys(table, KEYS_OF_FILE, "");
  const kinds = ["board", "frame", "segments"].filter((kind) => table.has(kind));
  if (!kinds.length) fail("own.fault.board");
  if (kinds.length > 1) fail("own.fault.together", { one: kinds[0], other: kinds[1] });
  const [kind] = kinds;
  for (const [key, own] of Object.entries(BELONGS)) {
    if (table.has(key) && !own.includes(kind)) fail("own.fault.together", { one: key, other: kind });
  }
  const lattice = latticeOf(kind, table.get("lattice") ?? "squares");
  const colours = table.get("colours") ?? false;
  const isClash = table.has("crossings") && !lattice.isLines;
  if (isClash) fail("own.fault.together", { one: "crossings", other: lattice.name });
  if (colours && lattice.isLines) fail("own.fault.together", { one: "colours", other: lattice.name });
  const crossings = table.get("crossings") ?? true;
  const file = { kind, lattice, colours, crossings, motions: motionsIn(table, [true, true], "") };
  const board = readBoard(table, file);
  const groups = groupsOf(table.get("groups"));
  const pieces = [...table.get("pieces") ?? []].map(([name, value]) => pieceOf(name, value, file));
  const title = table.get("title") ?? "";
  for (const own of [title, (table.get("source") ?? "").replace(/[\n\t]/gu, " ")]) checkCharacters(own, "title");
  checkGroups(groups, board, kind);
  checkPieces(pieces);
  return dataOfFile({
    board, groups, pieces: inOneSpace(board, pieces), title, lattice,
    mergesEqual: table.get("interchangeable") ?? kind === "board",
    weekStarts: weekdayIn(table.get("week_starts") ?? ""), colours: kind === "frame" && colours,
    labels: kind === "board" ? board.marks : [], languages,
  });
}

/** @param {Table} table @param {Record<string, (own: unknown) => boolean>} keys @param {string} name */
function checkKeys(table, keys, name) {
  for (const [key, value] of table) {
    if (!Object.hasOwn(keys, key)) fail("own.fault.key", { name: [name, key].filter(Boolean).join(": ") });
    if (!keys[key](value)) fail("own.fault.value", { name: [name, key].filter(Boolean).join(": ") });
  }
}

/**
 * Return the motions that a table allows the pieces: turn, and flip.
 * @param {Table} table @param {Array<boolean>} usual @param {string} name
 */
function motionsIn(table, usual, name) {
  const word = table.get("motions");
  if (word !== undefined && (!Object.hasOwn(MOTIONS_IN_FILE, word) || table.has("turn") || table.has("flip"))) {
    fail("own.fault.value", { name: [name, "motions"].filter(Boolean).join(": ") });
  }
  const [turn, flip] = MOTIONS_IN_FILE[word] ?? usual;
  return [table.get("turn") ?? turn, table.get("flip") ?? flip];
}

/** @param {Table} table @param {FileContext} of */
function readBoard(table, { kind, lattice, crossings }) {
  const given = table.get(kind);
  if (kind === "segments") return stickBoard(given, crossings);
  return (kind === "frame" ? framedBoard : labelledBoard)(given, lattice, crossings);
}

/** @param {Table} table */
function groupsOf(table) {
  return [...table ?? []].map(([name, labels]) => {
    if (Object.hasOwn(KEYS_OF_FILE, name)) fail("own.fault.value", { name });
    if (isTable(labels)) return severalOf(name, labels);
    if (!isText(labels)) fail("own.fault.value", { name });
    return { name, labels: wordsOf(labels) };
  });
}

/** Return the words of a text. @param {string} text */
const wordsOf = (text) => text.split(/\s+/u).filter(Boolean);

/**
 * Return a group of which several labels, or none, may stay uncovered: its labels are sets of printed labels.
 * @param {string} name @param {Table} table
 */
function severalOf(name, table) {
  checkKeys(table, { labels: isText, open: () => true }, name);
  const words = wordsOf(table.get("labels") ?? "");
  const open = table.get("open") ?? 1;
  const bounds = Array.isArray(open) ? open : [open, open];
  const [least, most] = bounds;
  const isRight = bounds.length === 2 && bounds.every((own) => isNumber(own) && own >= 0)
    && least <= most && most <= words.length;
  if (!isRight || new Set(words).size < words.length) fail("own.fault.value", { name });
  if (least === 1 && most === 1) return { name, labels: words };
  /** @type {Array<Array<string>>} */
  const labelSets = [];
  for (let size = least; size <= most; size += 1) addSets(labelSets, words, size, []);
  return { name, labels: labelSets.map((own) => own.join("+") || `no-${name}`), labelSets };
}

/**
 * Add to `found` all sets that consist of `chosen` and `size` of the words, in the order of the
 * words.
 * @param {Array<Array<string>>} found @param {Array<string>} words @param {number} size @param {Array<string>} chosen
 */
function addSets(found, words, size, chosen) {
  if (found.length > MOST_SETS) fail("own.fault.large");
  if (size === 0) found.push(chosen);
  for (let k = 0; k <= words.length - size && size; k += 1) {
    addSets(found, words.slice(k + 1), size - 1, [...chosen, words[k]]);
  }
}

/** @param {string} word */
function weekdayIn(word) {
  if (word && !WEEKDAYS.includes(word)) fail("own.fault.value", { name: "week_starts" });
  return WEEKDAYS.indexOf(word);
}

/** @param {string} name @param {unknown} value @param {FileContext} file */
function pieceOf(name, value, file) {
  if (isText(value) && MISPLACED.includes(name)) fail("own.fault.key", { name });
  const table = isText(value) ? new Map([["shape", value]]) : value;
  if (!isTable(table) || CONTROL_CHARACTER.test(name)) fail("own.fault.value", { name });
  checkKeys(table, KEYS_OF_PIECE, name);
  const drawings = table.get("sides") ?? [table.get("shape")];
  const isDrawn = drawings.length && drawings.every(isText);
  if (!isDrawn || (table.has("sides") && table.has("shape"))) fail("own.fault.drawing", { name });
  const count = table.get("count") ?? 1;
  const isSaid = table.has("min") || table.has("max");
  if (table.has("count") && isSaid) fail("own.fault.together", { one: "count", other: "min, max" });
  const [turn, flip] = motionsIn(table, file.motions, name);
  const sides = drawings.map((/** @type {string} */ drawing) => {
    const { cells, marks } = shapeOf(drawing, name, file);
    for (const mark of marks) checkCharacters(mark, name);
    return { cells, colours: file.colours ? marks.map((mark) => mark.codePointAt(0) ?? 0) : [] };
  });
  const least = table.get("min") ?? (table.has("max") ? 0 : count);
  const most = table.get("max") ?? count;
  const isCount = least >= 0 && least <= most && most > 0;
  if (!isCount) fail("own.fault.count", { name });
  const paint = (table.get("colour") ?? "").toLowerCase();
  if (paint && !/^#[0-9a-f]{6}$/u.test(paint)) fail("own.fault.value", { name: `${name}: colour` });
  for (const key of ["name", "together"]) checkCharacters(table.get(key) ?? "", name);
  return { name, sides, turn, flip, least, most, paint, together: table.get("together") ?? "" };
}

/**
 * Pad the cells of the board and of the pieces to the same number of dimensions: change the board,
 * and return new pieces.
 * @param {FileBoard} board @param {Array<FilePiece>} pieces
 */
function inOneSpace(board, pieces) {
  const all = [board.cells, ...pieces.flatMap(({ sides }) => sides.map(({ cells }) => cells))];
  const dimensions = Math.max(...all.map(([first]) => first.length));
  const padded = (/** @type {Array<Cell>} */ cells) => (
    cells.map((cell) => [...Array(dimensions - cell.length).fill(0), ...cell]));
  board.cells = padded(board.cells);
  return pieces.map((piece) => (
    { ...piece, sides: piece.sides.map((side) => ({ ...side, cells: padded(side.cells) })) }));
}

/** @param {FileParts} of */
function dataOfFile({
  board, groups: statedGroups, pieces, title, lattice, mergesEqual, weekStarts, colours, labels, languages,
}) {
  const groups = calendarGroups(statedGroups, weekStarts, languages);
  const order = [...board.cells.keys()].sort((one, other) => compared(board.cells[one], board.cells[other]));
  const cells = order.map((k) => board.cells[k]);
  const isSolid = cells[0].length > 2;
  if (isSolid && pieces.some(({ sides }) => sides.length > 1)) fail("own.fault.page");
  const classes = classesOf(pieces, lattice, mergesEqual);
  const ways = sumOf(classes.map(({ shown }) => shown.length));
  if (ways * cells.length > MOST_PLACES) fail("own.fault.large");
  checkArea(groups, pieces, board);
  const codes = board.marks.map((mark) => (mark === "?" ? 0 : mark.codePointAt(0) ?? 0));
  const used = colours ? [...codes, ...pieces.flatMap((own) => own.sides.flatMap((side) => side.colours))] : [];
  const known = [...new Set(used)].sort((one, other) => one - other);
  const numberOf = (/** @type {number} */ code) => known.indexOf(code);
  const together = pieces.flatMap((own) => (
    own.together ? namesOfCopies(own).map((name) => /** @type {[string, string]} */ ([name, own.together])) : []));
  const { calendar, wrong } = calendarOf(groups, weekStarts, languages);
  if (wrong === "week_starts") fail("own.fault.week");
  if (wrong) fail("own.fault.order", { name: wrong });
  const isFlat = new Set(cells.map((cell) => cell.slice(0, -2).join())).size === 1;
  const isWhole = pieces.every((own) => own.sides.every((side) => partsOfCells(side.cells, lattice) === 1));
  return {
    format: 1,
    kind: "pieces",
    title,
    cells,
    labels: labels.some(Boolean) ? order.map((k) => labels[k]) : [],
    colours: colours ? order.map((k) => numberOf(codes[k])) : [],
    marks: known.map(markOf),
    optional: [...order.keys()].filter((k) => board.optional.has(order[k])),
    ...drawnBy(lattice, cells, classes),
    testsRegions: isFlat && isWhole && lattice.isSquare && !groups.some(({ labelSets }) => labelSets),
    groups,
    calendar,
    pieces: classes.map((own) => pieceData(own, { numberOf, hasLetters: labels.some(Boolean) || colours })),
    ...together.length ? { together } : {},
    counts: null,
    difficulties: "",
    challenges: [],
  };
}

/**
 * Return the mark of a colour: its character if that is visible and below U+10000, else its number.
 * @param {number} code
 */
function markOf(code) {
  const sign = code > 32 && code < 0x10000 ? String.fromCharCode(code) : "";
  return !code ? "" : sign && !UNSEEN.test(sign) ? sign : String(code);
}

/**
 * Return the pieces, with interchangeable ones combined.
 * @param {Array<FilePiece>} pieces @param {Lattice} lattice @param {boolean} mergesEqual
 */
function classesOf(pieces, lattice, mergesEqual) {
  const found = new Map();
  for (const [k, piece] of pieces.entries()) {
    const turns = orientationsOf(piece, lattice);
    const key = mergesEqual ? turns.shown.map(keyOfSide).join("|") : k;
    const names = namesOfCopies(piece);
    const alike = found.get(key);
    if (!alike) {
      found.set(key, { ...piece, ...turns, names });
      continue;
    }
    // Names of required pieces come first.
    alike.names = [
      ...alike.names.slice(0, alike.least), ...names.slice(0, piece.least),
      ...alike.names.slice(alike.least), ...names.slice(piece.least),
    ];
    alike.least += piece.least;
    alike.most += piece.most;
  }
  return [...found.values()];
}

/** @param {PieceClass} own @param {{numberOf: (code: number) => number, hasLetters: boolean}} of */
function pieceData({ name, names, least, most, shown, turned, flipped, tipped, paint }, { numberOf, hasLetters }) {
  /** @type {PieceData} */
  const data = {
    name, names, least, most, orientations: shown.map(({ cells }) => cells), turned, flipped,
  };
  if (tipped) data.tipped = tipped;
  if (paint) data.paint = hasLetters ? lighter(paint) : paint;
  if (shown[0].colours.length) {
    data.colours = shown.map(({ colours }) => colours.map(numberOf));
    const shapes = [...new Set(shown.map(({ cells }) => cells.join(";")))];
    data.numbers = shown.map(({ cells }) => shapes.indexOf(cells.join(";")) + 1);
  }
  return data;
}

/**
 * Return a colour mixed with enough white that dark text on it can be read.
 * @param {string} paint @returns {string}
 */
export function lighter(paint) {
  const channels = [1, 3, 5].map((at) => Number.parseInt(paint.slice(at, at + 2), 16));
  for (let part = 0; part < 20; part += 1) {
    const mixed = channels.map((own) => evenly(own + ((255 - own) * part) / 20));
    const level = mixed.map((own) => own / 255)
      .map((own) => (own <= 0.04045 ? own / 12.92 : ((own + 0.055) / 1.055) ** 2.4));
    if (0.2126 * level[0] + 0.7152 * level[1] + 0.0722 * level[2] >= 0.25) {
      return `#${mixed.map((own) => own.toString(16).padStart(2, "0")).join("")}`;
    }
  }
  return "#ffffff";
}

/** Round as Python does: halves to the even number. @param {number} number */
function evenly(number) {
  const low = Math.floor(number);
  return number - low === 0.5 ? low + (low % 2) : Math.round(number);
}

/**
 * Return how cells are drawn and moved, in the form of PuzzleData.
 * @param {Lattice} lattice @param {Array<Cell>} cells @param {Array<PieceClass>} classes
 */
function drawnBy(lattice, cells, classes) {
  const { step, axes: [across, aside, down], turns } = lattice;
  const outline = (/** @type {number} */ row, /** @type {number} */ column) => lattice.corners(row, column)
    .map(([y, x]) => [across * x + aside * y, down * y]);
  const all = [...cells, ...classes.flatMap(({ shown }) => shown.flatMap((side) => side.cells))];
  const kinds = [...new Map(all.map((cell) => {
    const kind = cell.slice(-2).map((place) => place % step);
    return [kind.join(), kind];
  })).values()].sort(compared);
  const [[row, column]] = kinds;
  const [start] = outline(row, column);
  const way = (/** @type {number} */ y, /** @type {number} */ x) => (
    outline(row + y, column + x)[0].map((to, k) => nineDigits((to - start[k]) / step)));
  const spots = spotsOf(cells, lattice);
  return {
    step,
    axes: [way(step, 0), way(0, step)],
    outlines: Object.fromEntries(kinds.map((kind) => (
      [kind.join(), outline(kind[0], kind[1]).map((corner) => corner.map(nineDigits))]))),
    turns,
    ...comparedCells(spots, cells) ? { spots } : {},
  };
}

/** @param {number} number */
function nineDigits(number) {
  return Math.round(number * 1e9) / 1e9;
}
