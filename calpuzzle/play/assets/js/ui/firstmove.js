/*
 * Show once on each device, on the first empty board, how to drag a piece: a picture of it moves from the tray to a
 * place where it fits, or just appears there if the player wants no motion. It ends after SHOW_TIME, or with the
 * first press, key or change of the address.
 */

import { centredOn, fitting, nearestOf } from "./landing.js";
import { placedGroup } from "./outline.js";
import { fromStorage, intoStorage } from "./saved.js";
import { inTray } from "./state.js";
import { svg } from "./svg.js";

const SHOWN = "calpuzzle-shown";
const SHOW_TIME = 6000; // milliseconds

/** @param {Game} game @param {Board} board @param {Tray} tray */
export function showFirstMove(game, board, tray) {
  const { puzzle, state } = game;
  if (fromStorage(SHOWN) || state.placed.length || state.held) return;
  const middle = Math.floor(puzzle.cells.length / 2);
  const piece = state.trayOrientations.findIndex((own, k) => (
    inTray(puzzle, state, k) > 0 && fitting(puzzle, state, k, own).length));
  if (piece < 0) return;
  const orientation = state.trayOrientations[piece];
  const at = centredOn(puzzle, piece, orientation, middle);
  const placement = nearestOf(puzzle, fitting(puzzle, state, piece, orientation), at);
  const matrix = board.root.getScreenCTM();
  if (!placement || !matrix) return;
  intoStorage(SHOWN, true);
  const shown = svg("g", { class: "first-move", "aria-hidden": "true" }, [placedGroup(puzzle, placement)]);
  board.root.append(shown);
  const box = shown.getBBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  shown.append(svg("circle", { cx: x, cy: y, r: 26 }));
  const place = tray.places[piece].getBoundingClientRect();
  const start = new DOMPoint(place.x + place.width / 2, place.y + place.height / 2)
    .matrixTransform(matrix.inverse());
  shown.style.setProperty("--way", `${start.x - x}px ${start.y - y}px`);
  const end = () => shown.remove();
  for (const kind of ["pointerdown", "keydown", "hashchange"]) {
    window.addEventListener(kind, end, { once: true, capture: true });
  }
  setTimeout(end, SHOW_TIME);
}
