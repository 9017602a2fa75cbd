/*
 * The part of a dialog that shows the statistics, and transfers solved boards to another device: it
 * saves them as a file, and reads such a file. The dialogs of dates and levels, and the share
 * dialog of a nonogram, contain it.
 */

import { busyUntil } from "./busy.js";
import { addDone, doneText } from "./done.js";
import { newElement, plainButton, saveFile } from "./elements.js";
import { translate } from "./lang.js";
import { statisticsOf } from "./statistics.js";
import { faultOf } from "../logic/toml.js";

const NAME = "calpuzzle-solved.json";
const LARGEST_FILE = 1 << 22; // bytes; a larger file cannot be one that this page saved

/**
 * Create the part of the dialog: the statistics, two buttons, and a sentence about the result.
 * @param {Done} done
 * @param {() => void} changed  called when something was read
 * @returns {HTMLElement}
 */
export function transferPart(done, changed) {
  let figures = statisticsOf(done);
  const words = newElement("p", { role: "status", className: "small" });
  const read = async (/** @type {FileList | null} */ files) => {
    const file = files?.[0];
    if (!file) return;
    try {
      // A file that is too large or cannot be read counts as empty, which addDone refuses.
      const text = file.size > LARGEST_FILE ? "" : await file.text().catch(() => "");
      const n = addDone(text);
      words.textContent = translate("carry.done", { file: file.name, n });
      const before = figures;
      figures = statisticsOf(done);
      before.replaceWith(figures);
      changed();
    } catch (fault) {
      words.textContent = translate(faultOf(fault).key, { file: file.name });
    }
  };
  const field = newElement("input", {
    type: "file", accept: ".json,application/json", hidden: true, onchange: () => busyUntil(read(field.files)),
  });
  const save = () => {
    saveFile(new File([doneText()], NAME, { type: "application/json" }));
    words.textContent = translate("share.saved", { file: NAME });
  };
  const open = () => {
    field.value = "";
    field.click();
  };
  return newElement("div", { className: "carry" }, [
    figures,
    newElement("p", { className: "small" }, [translate("carry.what")]),
    newElement("div", { className: "dialog-buttons" }, [
      plainButton("carry.save", save), plainButton("carry.read", open),
    ]),
    field, words,
  ]);
}
