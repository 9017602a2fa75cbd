/*
 * The data stored on this device: each date's position with all its steps, and the settings.
 *
 * If the browser stores nothing (private windows, full storage), the page still works.
 */

import { fittingInTurn } from "./link.js";
import { newState, settled } from "./state.js";

const PREFIX = "calpuzzle";

/** The settings and their values, the default first. @type {Record<string, Array<string | boolean>>} */
const CHOICES = {
  left: ["hidden", "possible", "count"],
  theme: ["auto", "light", "dark"],
  analysis: [false, true], // shows where the held piece fits, and how many solutions remain
  patterns: ["quiet", "strong"],
  motion: ["auto", "still"],
  keys: [true, false],    // whether single keys work on the whole page, not only on the board
  timer: [false, true],   // shows the time that a date takes
  sound: [false, true],
  haptics: [false, true],
  picture: ["colours", "plain"], // the style of the shared picture; plain hides where each piece is
  streak: [false, true],  // shows on how many consecutive days the date of the day was solved
  labels: ["board", "own"], // as printed on the board, or in the language of the page
  paint: ["colours", "wood", "own"], // own: the colours that the player has chosen for the pieces
  week: ["auto", "0", "1", "2", "3", "4", "5", "6"], // the first day of a week; Monday is 0
};

const LAST = `${PREFIX}-last`; // the storage key of the page that was played last

/** The default settings. */
export const SETTINGS = /** @type {SettingValues} */ ({
  ...Object.fromEntries(Object.entries(CHOICES).map(([key, [first]]) => [key, first])),
  language: "auto", // or the tag of a language
});

/** Return the stored settings; an invalid one has its default. @returns {SettingValues} */
export function readSettings() {
  const kept = fromStorage(`${PREFIX}:settings`) ?? {};
  const isOne = (/** @type {string} */ key) => CHOICES[key]?.includes(kept[key]) ?? typeof kept[key] === "string";
  const valid = Object.keys(SETTINGS).filter(isOne);
  return { ...SETTINGS, ...Object.fromEntries(valid.map((key) => [key, kept[key]])) };
}

/** @param {SettingValues} settings */
export function keepSettings(settings) {
  intoStorage(`${PREFIX}:settings`, settings);
}

/**
 * Store which board of a folder is being played, so that the start page opens it the next time.
 * @param {string} name  of the page
 * @param {string} [own]  the packed text, if the page plays a puzzle of the player's own
 */
export function noteBoard(name, own = "") {
  intoStorage(LAST, own ? `${name}#own=${own}` : name);
}

/**
 * Return the name of the page that was played last ("null" if none is stored), and the hash with
 * the player's own puzzle, or "".
 * @returns {[string, string]}
 */
export function lastBoard() {
  const [name, own] = String(fromStorage(LAST)).split(/#(?=own=[^#]*$)/u);
  return [name, own ? `#${own}` : ""];
}

/** Store a position under its date; return whether that succeeded. @param {Puzzle} puzzle @param {State} state */
export function keepState(puzzle, state) {
  const { placed, past, future, trayOrientations, trail } = settled(state);
  return intoStorage(storageKeyOf(puzzle, state.date, state.level), { placed, past, future, trayOrientations, trail });
}

/**
 * Return the stored position of a date, or an empty one.
 * @param {Puzzle} puzzle @param {DateLabels} date @param {number | null} level @param {Array<Placement>} given
 * @returns {{state: State, corrupted: boolean}}
 */
export function storedState(puzzle, date, level, given) {
  const empty = newState(puzzle, date, level, given);
  try {
    const kept = fromStorage(storageKeyOf(puzzle, date, level), true);
    if (kept === null) return { state: empty, corrupted: false };
    const check = (/** @type {Array<Placement>} */ placed) => checked(puzzle, date, given, placed);
    const { past, future } = kept;
    const state = { ...empty, placed: check(kept.placed), past: past.map(check), future: future.map(check) };
    const trayOrientations = puzzle.pieces.map(({ orientations }, k) => {
      const own = kept.trayOrientations?.[k];
      return Number.isInteger(own) && own in orientations ? own : 0;
    });
    // Check only the form of the trail: it is long, and the review skips positions that do not fit.
    const trail = isTrail(kept.trail) ? kept.trail : empty.trail;
    return { state: { ...state, trayOrientations, trail }, corrupted: false };
  } catch {
    return { state: empty, corrupted: true };
  }
}

/**
 * Return whether a value has the form of a trail: a list of lists of placements. Whether their
 * pieces exist is not checked.
 * @param {unknown} kept
 */
function isTrail(kept) {
  const isPlacement = (/** @type {unknown} */ own) => Array.isArray(own) && own.length > 3 && own.every(Number.isInteger);
  return Array.isArray(kept) && kept.length > 0
    && kept.every((placed) => Array.isArray(placed) && placed.every(isPlacement));
}

/**
 * Return the stored placements; throw an Error if they do not fit, because an earlier version of
 * the page may have stored them.
 * @param {Puzzle} puzzle @param {DateLabels} date @param {Array<Placement>} given @param {Array<Placement>} placed
 */
function checked(puzzle, date, given, placed) {
  if (fittingInTurn(puzzle, date, given, placed).length !== placed.length) throw new Error("does not fit");
  return placed;
}

/**
 * Return the key in the storage for a date or a level.
 * @param {Puzzle} puzzle @param {DateLabels} date @param {number | null} level @returns {string}
 */
export function storageKeyOf(puzzle, date, level) {
  const labels = date?.map((label, group) => puzzle.groups[group].labels[label]) ?? [];
  const challenge = level === null ? [] : [puzzle.challenges[level].name];
  return [PREFIX, puzzle.name, ...labels, ...challenge].join(":");
}

/** Store a value; return whether that succeeded. @param {string} key @param {Object | string | number} value */
export function intoStorage(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the stored value, or null.
 * @param {string} key
 * @param {boolean} [strict]  whether to throw if the stored text is not JSON, instead of returning null
 * @returns {any}  any, because the storage may contain anything
 */
export function fromStorage(key, strict = false) {
  let text;
  try {
    text = localStorage.getItem(key);
  } catch {
    return null;
  }
  try {
    return text === null ? null : JSON.parse(text);
  } catch (fault) {
    if (strict) throw fault;
    return null;
  }
}

/** Return the keys in the storage that begin with a prefix, sorted. @param {string} prefix @returns {Array<string>} */
export function storedKeys(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort();
  } catch {
    return [];
  }
}
