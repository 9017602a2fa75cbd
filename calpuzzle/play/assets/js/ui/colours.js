/*
 * The player's own colours: the colour chosen for each piece of a puzzle, stored on the device.
 * They are used if the setting `paint` is `own`.
 */

import { lighter } from "../logic/puzzlefile.js";
import { fromStorage, intoStorage } from "./saved.js";
import { paintOf } from "./svg.js";

const KEPT_COLOURS = "calpuzzle-colours:";
const COLOUR = /^#[0-9a-f]{6}$/u;

/**
 * Give the puzzle the player's own colours if the setting `paint` is `own`, otherwise none.
 * @param {Puzzle} puzzle @param {SettingValues} choices
 */
export function useColours(puzzle, { paint }) {
  puzzle.ownColours = paint === "own" ? storedColours(puzzle) : undefined;
}

/**
 * Store the colour of a piece under its name. If the board has labels or colours, store a lighter
 * colour, so that dark letters on the piece are legible.
 * @param {Puzzle} puzzle @param {number} piece @param {string} colour
 */
export function storeColour(puzzle, piece, colour) {
  const hasLetters = puzzle.labels.length || puzzle.colours.length;
  const { name } = puzzle.pieces[piece];
  const kept = storedColours(puzzle).set(name, hasLetters ? lighter(colour) : colour);
  intoStorage(KEPT_COLOURS + puzzle.name, Object.fromEntries(kept));
}

/**
 * Return the current colour of a piece as `#rrggbb`, for a colour input.
 * @param {Puzzle} puzzle @param {number} piece
 */
export function colourNow(puzzle, piece) {
  const paint = paintOf(puzzle, piece);
  const name = /^var\((.*)\)$/u.exec(paint)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : paint;
}

/** @param {Puzzle} puzzle */
function storedColours(puzzle) {
  const kept = Object.entries(fromStorage(KEPT_COLOURS + puzzle.name) ?? {});
  return new Map(kept.filter(([, colour]) => COLOUR.test(colour)));
}
