/*
 * A file that is dropped on the page: a puzzle is opened; for any other file, the notice explains the
 * problem.
 */

import { busyUntil } from "./busy.js";
import { openFile } from "./own.js";
import { faultOf } from "../logic/toml.js";

/** @param {Observable<unknown>} game */
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
