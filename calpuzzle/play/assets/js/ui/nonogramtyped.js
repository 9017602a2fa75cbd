/*
 * The part of the dialog in which a nonogram's clues are typed or pasted, one line for each row and column.
 */

import { labelled, newElement, plainButton } from "./elements.js";
import { translate } from "./lang.js";
import { randomNonogram } from "../logic/nonogramrandom.js";

/**
 * @param {(text: string) => void} open  called with the text of a file of clues
 * @param {{height: number, width: number}} size  of a random nonogram
 * @returns {Array<HTMLElement>}
 */
export function nonogramTyped(open, { height, width }) {
  const [rows, columns] = ["rows", "columns"].map((name) => newElement("textarea", {
    id: `own-${name}-clues`, rows: 6, spellcheck: false,
  }));
  const clues = (/** @type {HTMLTextAreaElement} */ area) => (
    area.value.split("\n").filter((line) => line.trim()).join("\n"));
  const play = plainButton("own.play", () => open(textOfClues(rows, columns)), { className: "plain strong" });
  const textOfClues = (/** @type {Array<HTMLTextAreaElement>} */ ...areas) => (
    columns.value.trim() ? areas.map(clues).join("\n\n") : rows.value);
  return [
    newElement("h3", {}, [translate("nonogram.own")]),
    newElement("p", { className: "small" }, [translate("nonogram.own.what")]),
    labelled("own-field", "nonogram.own.rows", rows), labelled("own-field", "nonogram.own.columns", columns),
    newElement("div", { className: "dialog-buttons" }, [
      plainButton("nonogram.random", () => open(randomNonogram(height, width))), play,
    ]),
  ];
}
