/*
 * A puzzle of the player's own: the text of its file, packed, in the address of a page, after `own=`. A page
 * opened with such an address plays that puzzle instead of its own.
 */

import { busyUntil } from "./busy.js";
import { saveFile } from "./elements.js";
import { knownLanguages, translate } from "./lang.js";
import { nonogramDataOf } from "../logic/nonogramfile.js";
import { puzzleDataOf } from "../logic/puzzlefile.js";
import { GivenFault, faultOf } from "../logic/toml.js";

const PACKING = "deflate";
const LARGEST_TEXT = 1 << 18; // characters; it bounds the length of the address
const PUZZLE_LINE = new RegExp("^[ \\t]*(\\[(groups|pieces)|(title|source|week_starts|lattice|turn|flip|motions"
  + "|interchangeable|colours|crossings|board|frame|segments|groups|pieces)[ \\t]*=)", "mu");
const NONOGRAM_LINE = /^[ \t]*(?:(?:width|height|rows|columns)\b|\d[\d, \t]*$)/mu;

/** Return the value of `own=` in an address, or null. @param {string} hash @returns {string | null} */
export function ownIn(hash) {
  return /[#&]own=([\w-]+)/u.exec(hash)?.[1] ?? null;
}

/**
 * Return the data of the puzzle in an address, for a page that was written for another puzzle (`home`).
 * @param {PuzzleData | NonogramData} page @param {string} packed
 * @returns {Promise<PuzzleData | NonogramData>}  rejected with a GivenFault if it is not valid
 */
export async function ownData({ name, title, others, phone }, packed) {
  const text = await unpackedText(packed);
  const data = dataFrom(text);
  return {
    ...data,
    name: `own-${textHash(packed)}`,
    title: data.title || translate("own.short"),
    own: packed,
    text,
    home: { name, title },
    ...others ? { others } : {},
    ...phone ? { phone } : {},
  };
}

/**
 * Read a puzzle file, or the clues of a nonogram if the page can play nonograms; throw a GivenFault otherwise.
 * @param {string} text @returns {Omit<PuzzleData, "name"> | Omit<NonogramData, "name">}
 */
export function dataFrom(text) {
  if (text.length > LARGEST_TEXT) throw new GivenFault("own.fault.large");
  if (!PUZZLE_LINE.test(text) && NONOGRAM_LINE.test(text)) {
    if (typeof nonogramDataOf === "undefined") throw new GivenFault("own.fault.nonogram");
    return nonogramDataOf(text);
  }
  return puzzleDataOf(text, knownLanguages().map(([tag]) => tag));
}

/**
 * Open the puzzle of a text in this page; throw a GivenFault if it is not a puzzle. The position so far stays stored.
 * @param {string} text
 * @param {string} [title]  used if the text has none
 */
export async function openOwn(text, title = "") {
  const { kind, title: own } = dataFrom(text);
  const named = kind === "pieces" && title && !own && !/^[ \t]*title[ \t]*=/mu.test(text)
    ? `title = ${JSON.stringify(title)}\n${text}` : text;
  const before = location.hash;
  location.hash = `own=${await packedText(named)}`;
  // If the address changed, wait: main.js reloads the page for the other puzzle.
  if (location.hash === before) return;
  await new Promise((heard) => {
    addEventListener("hashchange", heard, { once: true });
  });
}

/** Open the puzzle of a file, as `openOwn` does for a text. @param {File} file */
export async function openFile(file) {
  if (file.size > 4 * LARGEST_TEXT) throw new GivenFault("own.fault.large");
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new GivenFault("own.fault.file");
  }
  await openOwn(text, file.name.replace(/\.\w+$/u, ""));
}

/** Save a text as a file. @param {string} text */
export function saveText(text) {
  saveFile(new File([text], "puzzle.toml", { type: "text/plain" }));
}

/** @param {string} text */
async function packedText(text) {
  const bytes = await through(new CompressionStream(PACKING), new TextEncoder().encode(text));
  const plain = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return plain.replace(/\+/gu, "-").replace(/\//gu, "_").replace(/=+$/u, "");
}

/** @param {string} packed */
async function unpackedText(packed) {
  try {
    const plain = atob(packed.replace(/-/gu, "+").replace(/_/gu, "/"));
    const bytes = Uint8Array.from(plain, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true })
      .decode(await through(new DecompressionStream(PACKING), bytes));
  } catch (fault) {
    throw fault instanceof GivenFault ? fault : new GivenFault("own.fault.link");
  }
}

/**
 * Pass bytes through a stream, and return its output; throw a GivenFault if the output is too large.
 * @param {CompressionStream | DecompressionStream} stream @param {Uint8Array<ArrayBuffer>} bytes
 */
async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > 4 * LARGEST_TEXT) throw new GivenFault("own.fault.large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Return the hash of a text (FNV-1a, 32 bits). @param {string} text */
function textHash(text) {
  let number = 0x811c9dc5;
  for (const char of text) number = Math.imul(number ^ char.charCodeAt(0), 0x01000193);
  return (number >>> 0).toString(16).padStart(8, "0");
}

/**
 * Open puzzles that are dropped on the page; for any other file, the notice explains the problem.
 * @param {Observable<unknown>} game
 */
export function followDrops(game) {
  const isFile = (/** @type {DragEvent} */ { dataTransfer }) => dataTransfer?.types.includes("Files");
  // Otherwise the browser would leave the page and open the file.
  document.addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
  document.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file || !isFile(event)) return;
    event.preventDefault();
    try {
      await busyUntil(openFile(file));
    } catch (fault) {
      game.notify({ kind: "fault", ...faultOf(fault) });
    }
  });
}
