/*
 * The start of the page: it reads the data, creates the game and its parts, and has each change drawn.
 *
 * The first picture does not wait for the worker. Nonograms have their own start.
 */

import { followHistory } from "./address.js";
import { Advice } from "./advice.js";
import { Analysis } from "./analysis.js";
import { Asker } from "./asker.js";
import { Board } from "./board.js";
import { busyUntil, nextFrame } from "./busy.js";
import { RemainingRow } from "./remaining.js";
import { useColours } from "./colours.js";
import { dateOf } from "./dates.js";
import { followEffects } from "./effects.js";
import { showFirstMove } from "./firstmove.js";
import { Game } from "./game.js";
import { startNonogram } from "./nonogramstart.js";
import { Hand } from "./hand.js";
import { useToolbar } from "./keyboard.js";
import { Keys } from "./keys.js";
import { fillTexts, languageWishes, startLanguage } from "./lang.js";
import { otherPageOf } from "./link.js";
import { followLook } from "./look.js";
import { PuzzleTop } from "./puzzletop.js";
import { Notice } from "./notice.js";
import { followDrops, ownData, ownIn } from "./own.js";
import { patternDefinitions } from "./outline.js";
import { Puzzle } from "../logic/puzzle.js";
import { noteBoard, readSettings } from "./saved.js";
import { Tray } from "./tray.js";
import { Voice } from "./voice.js";
import { Words } from "./words.js";
import { byId, within } from "./elements.js";
import { faultOf } from "../logic/toml.js";

/** The buttons that turn a piece, and what they do to it. @type {Record<string, Motion>} */
const MOTIONS = { turn: "turned", flip: "flipped", tip: "tipped" };

start();

function start() {
  const page = JSON.parse(byId("puzzle").textContent);
  const settings = readSettings();
  startLanguage(languageWishes(settings.language));
  fillTexts(document);
  if (followLink(page)) return;
  const own = ownIn(location.hash);
  if (!own) {
    startPuzzle(page, settings);
    return;
  }
  busyUntil(ownData(page, own)).then(
    (data) => startPuzzle(data, settings),
    (fault) => startPuzzle(page, settings, faultOf(fault)),
  );
}

/**
 * Start a puzzle; if the puzzle in the address could not be read, report the fault.
 * @param {PuzzleData | NonogramData} data @param {SettingValues} settings @param {Fault | null} [fault]
 */
function startPuzzle(data, settings, fault = null) {
  const { title } = data;
  byId("title").textContent = title;
  if (data.own) document.title = title;
  const own = ownIn(location.hash);
  followHistory();
  window.addEventListener("hashchange", (event) => {
    const isOther = ownIn(location.hash) !== own;
    if (isOther) location.reload();
    if (isOther || followLink(data)) event.stopImmediatePropagation();
  });
  // The page of a puzzle of pieces is built without the modules of nonograms, so `startNonogram` is
  // undefined there.
  const game = "rows" in data ? startNonogram(data, settings) : startPieces(data, settings);
  followDrops(game);
  followEffects(game);
  if (fault) game.notify({ kind: "fault", ...fault });
  // From now on the start page forwards to this board. Note it only after all of it has been drawn.
  if (data.others) busyUntil(nextFrame()).then(() => noteBoard(data.home?.name ?? data.name, data.own));
}

/**
 * Go to the page of the puzzle that the address names, if it is another one of the folder; return whether it is.
 * @param {PuzzleData | NonogramData} data
 */
function followLink(data) {
  const there = otherPageOf(data, location.hash);
  if (there) location.replace(there);
  return there !== null;
}

/** @param {PuzzleData} data @param {SettingValues} settings */
function startPieces(data, settings) {
  const puzzle = new Puzzle(data);
  const asker = new Asker(byId("common").textContent + byId("worker").textContent, data);
  const game = new Game(puzzle, asker, settings);
  followLook(() => game.settings);
  byId("patterns").replaceWith(patternDefinitions(puzzle));
  byId("pieces").hidden = false;
  const usePaint = () => useColours(puzzle, game.settings);
  usePaint();
  game.onChange(({ kind, name }) => kind === "setting" && name === "paint" && usePaint());
  const board = new Board(game, byId("board"));
  if (puzzle.isSolid) board.root.setAttribute("aria-describedby", "board-keys board-layers");
  const tray = new Tray(game, byId("tray"));
  game.onChange(() => draw(game, board, tray));
  new Analysis(game, board, byId("analysis"));
  const voice = new Voice(game, byId("said"));
  const notice = new Notice(game, byId("notice"), voice);
  const pageTop = new PuzzleTop(game, { notice, date: byId("top-date"), more: byId("top-more") });
  const remaining = new RemainingRow(game, board, byId("left"));
  const advice = new Advice(game, { board, tray, notice });
  new Hand(game, board, tray);
  const words = new Words(game, byId("words"), toolButton("text"));
  new Keys(game, board, {
    h: () => advice.more(), c: () => remaining.next(), "?": () => pageTop.open("help"),
  });
  useTools(game, advice, words);
  const open = () => {
    const today = dateOf(puzzle, new Date());
    game.openLink(location.hash, today, pageTop.firstLevel(today));
  };
  window.addEventListener("hashchange", open);
  window.addEventListener("storage", ({ key }) => game.followOther(key));
  tray.fit(); // before the first picture, because pieces drawn before a fit would be laid out twice
  open();
  nextFrame().then(() => showFirstMove(game, board, tray));
  asker.ready.catch((fault) => game.notify({ kind: "fault", key: fault.message, values: {} }));
  return game;
}

/** @param {string} name @returns {HTMLButtonElement} */
function toolButton(name) {
  return within(document, `[data-tool="${name}"]`);
}

/**
 * Connect the buttons below the board to their actions, and hide those without use.
 * @param {Game} game @param {Advice} advice @param {Words} words
 */
function useTools(game, advice, words) {
  const tools = {
    turn: () => game.applyMotion("turned"),
    flip: () => game.applyMotion("flipped"),
    tip: () => game.applyMotion("tipped"),
    lay: () => game.placeHere(),
    undo: () => game.undo(),
    redo: () => game.redo(),
    reset: () => game.reset(),
    hint: () => advice.more(),
    text: () => words.toggle(),
  };
  for (const [name, use] of Object.entries(tools)) toolButton(name).addEventListener("click", use);
  useToolbar(byId("tools"));
  const { puzzle } = game;
  for (const [name, motion] of Object.entries(MOTIONS)) toolButton(name).hidden = !puzzle.can(motion);
  // Turning and tipping reach all orientations. With one more button, all buttons would be too
  // small on a phone.
  toolButton("flip").hidden ||= puzzle.can("tipped");
}

/**
 * Draw the board and the tray, and enable the buttons that have an effect.
 * @param {Game} game @param {Board} board @param {Tray} tray
 */
function draw(game, board, tray) {
  const { puzzle, state } = game;
  board.draw();
  tray.draw();
  const { held } = state;
  const can = (/** @type {Motion} */ motion) => held !== null && puzzle[motion](held.piece, held.orientation) !== null;
  for (const [name, motion] of Object.entries(MOTIONS)) toolButton(name).disabled = !can(motion);
  toolButton("lay").disabled = !held?.at;
  toolButton("undo").disabled = !state.past.length && !held;
  toolButton("redo").disabled = !state.future.length;
  toolButton("reset").disabled = !state.placed.length && !held?.before;
}
