/*
 * Reads the text of a nonogram: a .non file (Steven Simpson's format, with letters for colours), or
 * lines of numbers (rows, a blank line or a line `&`, columns). calpuzzle/formats/non.py also reads
 * names of colours.
 */

import { GivenFault } from "./toml.js";
import { lastOf } from "./shapes.js";

/**
 * @typedef {[number, string]} Block  its length, and the letter of its colour
 *
 * @typedef {[number, string]} FileLine  its number and its text
 *
 * @typedef {{title: string, sizes: Record<string, number>, sections: Record<string, Array<FileLine>>,
 *            colours: Record<string, string>}} NonogramFile
 */

/** @type {Record<string, string>} */
const SIZE_WORDS = { width: "width", columns: "width", height: "height", rows: "height" };
const SECTIONS = ["rows", "columns"];
const PICTURES = ["goal", "given", "saved"];
const MOST_LINES = 1000;
const MOST_FILLED = 10000; // cells that a page opens in a second or two
const MOST_BLOCKS = 10000;
const LONGEST_BLOCK = 1e9;
const MOST_COLOURS = 15; // as in calpuzzle/nonogram/clues.py; nonogramstate.js has a sign for each
/** @type {Record<string, string>} */
const ENTITIES = { "amp": "&", "lt": "<", "gt": ">", "quot": '"', "#x27": "'" };
const MARKS = "#*%@&+=$~^abcdefghijklmnopqrstuvwxyz";

/** @param {string} text @returns {Omit<NonogramData, "name">} */
export function nonogramDataOf(text) {
  const lines = text.replace(/(?:\r\n?|\n)$/u, "").split(/\r\n?|\n/u);
  const isPlain = lines.find((line) => line.trim() && !line.trim().startsWith("#"))?.trim().match(/^[\d+-]/u);
  return isPlain ? plainNonogram(lines) : keywordNonogram(lines);
}

/** @param {number} line @returns {never} */
function wrong(line) {
  throw new GivenFault("nonogram.fault.line", { line });
}

/** Read rows, a blank line or a line `&`, and columns, in black. @param {Array<string>} lines */
function plainNonogram(lines) {
  /** @type {Array<Array<Array<Block>>>} */
  const parts = [];
  let isApart = true;
  for (const [k, line] of lines.entries()) {
    const words = line.trim();
    if (words.startsWith("#")) continue;
    const isBlank = !words || words === "&";
    if (!isBlank) {
      if (isApart) parts.push([]);
      if (parts.length > 2 || /[a-z]/u.test(words)) wrong(k + 1);
      lastOf(parts).push(blocksOf(words, k + 1));
    }
    isApart = isBlank;
  }
  if (parts.length < 2) throw new GivenFault("nonogram.fault.parts");
  return dataOfClues(parts, [""], { background: "#ffffff" }, { title: "", given: null });
}

/**
 * Return the blocks of a clue: lengths, each with the letter of its colour.
 * @param {string} text @param {number} line
 */
function blocksOf(text, line) {
  const blocks = text.replace(/,/gu, " ").trim().split(/\s+/u).filter(Boolean).map((word) => {
    const match = /^\+?(\d+)([a-z]?)$/u.exec(word);
    if (!match || Number(match[1]) > LONGEST_BLOCK) wrong(line);
    return /** @type {Block} */ ([Number(match[1]), match[2]]);
  });
  if (blocks.length > 1 && blocks.some(([length]) => !length)) wrong(line);
  return blocks.filter(([length]) => length);
}

/** Read a file of keywords. @param {Array<string>} lines */
function keywordNonogram(lines) {
  /** @type {NonogramFile} */
  const file = { sizes: {}, sections: {}, colours: {}, title: "" };
  let section = "";
  for (const [k, raw] of lines.entries()) {
    const line = raw.trim();
    if (line.startsWith("#")) continue;
    if (section && (!line || /^[\d\-,+?]/u.test(line))) file.sections[section].push([k + 1, line]);
    else if (line) section = takeKeyword(file, line, k + 1);
  }
  const clues = SECTIONS.map((name) => clueLines(file, name)
    .map(([at, line]) => blocksOf(line.split("#")[0], at)));
  const used = clues.flat(2).map(([, letter]) => letter);
  const { background = "#ffffff", ...colours } = file.colours;
  const letters = [...new Set([...used, ...Object.keys(colours)])].sort();
  return dataOfClues(clues, letters.length ? letters : [""], { background, ...colours }, {
    title: file.title, given: file.sections.given ?? null,
  });
}

/**
 * Process a line with a keyword, and return the section of the lines that follow.
 * @param {NonogramFile} file @param {string} line @param {number} at
 */
function takeKeyword(file, line, at) {
  const [, word, rest] = /** @type {RegExpExecArray} */ (/^(\S+)\s*(.*)$/u.exec(line));
  if (SECTIONS.includes(word) && !rest) {
    if (file.sections[word]) wrong(at);
    file.sections[word] = [];
    return word;
  }
  if (PICTURES.includes(word)) {
    const name = word === "goal" ? "goal" : "given";
    file.sections[name] = [[at, unquoted(rest)]];
    return name;
  }
  if (Object.hasOwn(SIZE_WORDS, word)) {
    const size = Number(rest);
    const isSize = /^\+?\d+$/u.test(rest) && size >= 1 && size <= MOST_LINES;
    if (!isSize || file.sizes[SIZE_WORDS[word]]) wrong(at);
    file.sizes[SIZE_WORDS[word]] = size;
  } else if (word === "color" || word === "colour") {
    const match = /^([a-z]|background)\s+#?([\da-fA-F]{6}|[\da-fA-F]{3})$/u.exec(rest);
    if (!match) wrong(at);
    const digits = match[2].toLowerCase();
    file.colours[match[1]] = `#${digits.length < 6 ? digits.replace(/./gu, "$&$&") : digits}`;
  } else if (!/^[A-Za-z][\w.:-]*$/u.test(word)) {
    wrong(at);
  } else if (word === "title") {
    file.title = unquoted(rest).replace(/&(amp|lt|gt|quot|#x27);/gu, (_, name) => ENTITIES[name]);
  }
  return "";
}

/** @param {string} text */
function unquoted(text) {
  return /^(["']).*\1$/u.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/**
 * Return the clue lines of a section: blank lines are empty clues only if they are needed.
 * @param {NonogramFile} file @param {string} name
 */
function clueLines({ sections, sizes }, name) {
  const lines = sections[name];
  const size = sizes[SIZE_WORDS[name]];
  if (!lines || !size) throw new GivenFault("nonogram.fault.parts");
  const full = lines.filter(([, line]) => line);
  if (full.length === size) return full;
  let [start, end] = [0, lines.length];
  while (end > size && !lines[end - 1][1]) end -= 1;
  while (end - start > size && !lines[start][1]) start += 1;
  if (end - start !== size) {
    throw new GivenFault("nonogram.fault.number", { n: full.length, size, line: lines[0]?.[0] ?? 1 });
  }
  return lines.slice(start, end);
}

/**
 * @param {Array<Array<Array<Block>>>} clues  of the rows, and of the columns
 * @param {Array<string>} letters @param {Record<string, string>} colours
 * @param {{title: string, given: Array<FileLine> | null}} more @returns {Omit<NonogramData, "name">}
 */
function dataOfClues([rows, columns], letters, colours, { title, given }) {
  const numbers = new Map(letters.map((letter, k) => [letter, k + 1]));
  const numbered = (/** @type {Array<Block>} */ clue) => (
    clue.map(([length, letter]) => [length, numbers.get(letter) ?? 1]));
  const blocks = [...rows, ...columns].reduce((sum, { length }) => sum + length, 0);
  const isLarge = Math.max(rows.length, columns.length) > MOST_LINES
    || rows.length * columns.length > MOST_FILLED || blocks > MOST_BLOCKS;
  if (isLarge) throw new GivenFault("own.fault.large");
  if (letters.length > MOST_COLOURS) {
    throw new GivenFault("nonogram.fault.colours", { n: letters.length, most: MOST_COLOURS });
  }
  const shades = letters.map((letter) => (letter
    ? { name: `colour ${letter}`, rgb: colours[letter] ?? shadeOf(letter), mark: letter }
    : { name: "black", rgb: "#000000", mark: "#" }));
  const used = new Set("?,| .");
  const palette = [{ name: "white", rgb: colours.background, mark: "." }, ...shades.map((own) => {
    const mark = used.has(own.mark) ? [...MARKS].find((sign) => !used.has(sign)) ?? own.mark : own.mark;
    used.add(mark);
    return { ...own, mark };
  })];
  return {
    format: 1, kind: "nonogram", title, rows: rows.map(numbered), columns: columns.map(numbered), palette,
    given: given && givenGrid(given, [rows.length, columns.length], numbers),
  };
}

/** Return the colour of a letter for which the file has none. @param {string} letter */
function shadeOf(letter) {
  return `#${(((letter.codePointAt(0) ?? 0) * 40503) % 0xC0C0C0).toString(16).padStart(6, "0")}`;
}

/** @param {Array<FileLine>} lines @param {Array<number>} size @param {Map<string, number>} numbers */
function givenGrid(lines, [height, width], numbers) {
  const cells = [...lines.map(([, line]) => line).join("").replace(/\s/gu, "")];
  const marks = new Map([...Object.entries({ 0: 0, 1: numbers.get("") ?? 1 }), ...numbers, ["?", -1]]);
  if (cells.length !== height * width || cells.some((mark) => !marks.has(mark))) wrong(lines[0][0]);
  return Array.from({ length: height }, (_, row) => (
    cells.slice(row * width, (row + 1) * width).map((mark) => marks.get(mark) ?? -1)));
}
