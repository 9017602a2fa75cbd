/*
 * Starts the page of a griddler: makes the game and its parts, and has each change drawn.
 */

import { Asker } from "./asker.js";
import { GriddlerAdvice } from "./griddleradvice.js";
import { GriddlerBoard } from "./griddlerboard.js";
import { Clued } from "./griddlerclues.js";
import { GriddlerFilm } from "./griddlerfilm.js";
import { GriddlerGame } from "./griddlergame.js";
import { GriddlerHand } from "./griddlerhand.js";
import { GriddlerKeys } from "./griddlerkeys.js";
import { GriddlerMenu } from "./griddlermenu.js";
import { griddlerParts } from "./griddlerpage.js";
import { GriddlerPens } from "./griddlerpens.js";
import { GriddlerSize } from "./griddlersize.js";
import { GriddlerVoice } from "./griddlerwords.js";
import { fillTexts } from "./lang.js";
import { followLook } from "./look.js";

/**
 * @param {GriddlerData} data
 * @param {Object} settings
 */
export function startGriddler(data, settings) {
  const asker = new Asker(document.getElementById("worker").textContent, data);
  const clued = new Clued(data);
  const game = new GriddlerGame(clued, asker, settings);
  followLook(() => game.settings);
  const parts = griddlerParts(document.getElementById("page"));
  fillTexts(parts.root);
  const size = new GriddlerSize(clued, parts.box, parts.sheet);
  const board = new GriddlerBoard(game, parts, size);
  const pens = new GriddlerPens(game, parts.pens);
  const voice = new GriddlerVoice(game, document.getElementById("said"));
  const advice = new GriddlerAdvice(game, board, parts.notice, voice);
  const film = new GriddlerFilm(game, parts, size, voice);
  const menu = new GriddlerMenu(game, {
    state: document.getElementById("top-date"), more: document.getElementById("top-more"),
  }, () => [board, pens, film].forEach((part) => part.relabel()));
  new GriddlerHand(game, board, size, parts.run);
  const tools = griddlerTools({ game, size, advice, film });
  useGriddlerTools(parts.tools, tools);
  new GriddlerKeys(game, board, {
    u: tools.undo, h: tools.hint, c: tools.check, "+": tools.closer, "-": tools.farther,
    "?": () => menu.open("help"),
  });
  game.onChange((event) => drawGriddler(event, { game, board, pens, parts }));
  size.apply();
  board.relabel();
  window.addEventListener("hashchange", () => game.open(location.hash));
  game.open(location.hash);
  asker.ready.catch((fault) => game.tell({ kind: "fault", key: fault.message, values: {} }));
}

/** What the buttons do, by their names. */
function griddlerTools({ game, size, advice, film }) {
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

function useGriddlerTools(root, tools) {
  for (const button of root.children) button.addEventListener("click", tools[button.dataset.tool]);
}

/** What is seen, by what happened. */
function drawGriddler({ kind }, { game, board, pens, parts }) {
  if (kind === "cursor") board.drawCursor();
  else board.draw();
  pens.draw();
  const { state } = game;
  const enabled = { undo: state.past.length, redo: state.future.length };
  for (const [name, number] of Object.entries(enabled)) {
    parts.tools.querySelector(`[data-tool="${name}"]`).disabled = !number;
  }
}
