/*
 * The start of a nonogram's page: it creates the game and its parts, and has each change drawn.
 */

import { Asker } from "./asker.js";
import { useToolbar } from "./keyboard.js";
import { NonogramAdvice } from "./nonogramadvice.js";
import { NonogramBoard } from "./nonogramboard.js";
import { Clued } from "../logic/nonogramclues.js";
import { NonogramFilm } from "./nonogramfilm.js";
import { NonogramGame } from "./nonogramgame.js";
import { NonogramHand } from "./nonogramhand.js";
import { NonogramKeys } from "./nonogramkeys.js";
import { NonogramTop } from "./nonogramtop.js";
import { nonogramParts } from "./nonogrampage.js";
import { NonogramPens } from "./nonogrampens.js";
import { NonogramSize } from "./nonogramsize.js";
import { NonogramVoice } from "./nonogramwords.js";
import { fillTexts } from "./lang.js";
import { followLook } from "./look.js";
import { byId, within } from "./elements.js";

/** @param {NonogramData} data @param {SettingValues} settings */
export function startNonogram(data, settings) {
  const asker = new Asker(byId("common").textContent + byId("worker").textContent, data);
  const clued = new Clued(data);
  const game = new NonogramGame(clued, asker, settings);
  followLook(() => game.settings);
  const parts = nonogramParts(byId("page"));
  fillTexts(parts.root);
  const size = new NonogramSize(clued, parts.box, parts.sheet);
  const board = new NonogramBoard(game, parts, size);
  const pens = new NonogramPens(game, parts.pens);
  const voice = new NonogramVoice(game, byId("said"));
  const advice = new NonogramAdvice(game, board, parts.notice, voice, () => pageTop.open("share"));
  const film = new NonogramFilm(game, parts, size, voice);
  const pageTop = new NonogramTop(game, {
    state: byId("top-date"), more: byId("top-more"),
  }, data, () => [board, pens, film].forEach((part) => part.relabel()));
  new NonogramHand(game, board, size, parts.run);
  const tools = nonogramTools({ game, size, advice, film });
  useNonogramTools(parts.tools, tools);
  useToolbar(parts.tools);
  new NonogramKeys(game, board, {
    u: tools.undo, y: tools.redo, h: tools.hint, c: tools.check,
    "+": tools.closer, "-": tools.farther, "?": () => pageTop.open("help"),
  });
  game.onChange((event) => drawNonogram(event, { game, board, pens, parts }));
  size.apply();
  board.relabel();
  window.addEventListener("hashchange", () => game.open(location.hash));
  window.addEventListener("storage", ({ key }) => game.followOther(key));
  game.open(location.hash);
  asker.ready.catch((fault) => game.notify({ kind: "fault", key: fault.message, values: {} }));
  return game;
}

/**
 * Return the actions of the buttons, by their names.
 * @param {{game: NonogramGame, size: NonogramSize, advice: NonogramAdvice, film: NonogramFilm}} of
 */
function nonogramTools({ game, size, advice, film }) {
  return {
    undo: () => game.undo(),
    redo: () => game.redo(),
    reset: () => game.reset(),
    hint: () => advice.more(),
    check: () => advice.check(),
    film: () => film.open(),
    closer: () => size.zoom(1),
    farther: () => size.zoom(-1),
  };
}

/** @param {HTMLElement} root @param {Record<string, () => void>} tools */
function useNonogramTools(root, tools) {
  for (const [name, use] of Object.entries(tools)) {
    within(root, `[data-tool="${name}"]`).addEventListener("click", use);
  }
}

/**
 * Draw what an event has changed.
 * @param {GameEvent} event
 * @param {{game: NonogramGame, board: NonogramBoard, pens: NonogramPens,
 *          parts: ReturnType<typeof nonogramParts>}} shown
 */
function drawNonogram({ kind }, { game, board, pens, parts }) {
  if (kind === "cursor") board.drawCursor();
  else board.draw();
  pens.draw();
  const { state } = game;
  const enabled = { undo: state.past.length, redo: state.future.length };
  for (const [name, number] of Object.entries(enabled)) {
    /** @type {HTMLButtonElement} */ (within(parts.tools, `[data-tool="${name}"]`)).disabled = !number;
  }
}
