/*
 * A file that is dropped on the page: a puzzle, which opens; where it is none, the notice says why.
 */

import { busyUntil } from "./busy.js";
import { openFile } from "./own.js";

/**
 * @param {Told} game
 */
export function followDrops(game) {
  const isFile = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  // Without that the browser would leave the page for the file.
  document.addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
  document.addEventListener("drop", async (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    try {
      await busyUntil(openFile(event.dataTransfer.files[0]));
    } catch ({ message: key, values = {} }) {
      game.tell({ kind: "fault", key, values });
    }
  });
}
