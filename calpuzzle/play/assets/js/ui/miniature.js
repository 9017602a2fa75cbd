/*
 * A board with its placed pieces as a small picture, for the dialogs of solutions, of the review and of challenges.
 */

import { boxOfBoard, placeOnBoard } from "../logic/geometry.js";
import { boardPaths, labelAt, placedGroup } from "./outline.js";
import { classed, svg } from "./svg.js";
import { wholeGroup } from "./whole.js";

const EDGE = 20;

/**
 * @param {Puzzle} puzzle
 * @param {DateLabels} date           its labels are written into their cells
 * @param {Array<Placement>} placed  the element of each has its index in `data-index`
 * @returns {SVGElement}
 */
export function miniature(puzzle, date, placed) {
  const pieces = placed.map((placement, index) => {
    const group = placedGroup(puzzle, placement);
    group.dataset.index = String(index);
    return group;
  });
  const labels = puzzle.openOn(date).flatMap((cell) => openCell(puzzle, cell));
  const whole = puzzle.isSolid ? [wholeGroup(puzzle, placed)] : [];
  const box = boxOfBoard(puzzle, puzzle.isLines ? 40 : EDGE).join(" ");
  return svg("svg", { viewBox: box, class: "miniature" }, [
    ...frameOf(puzzle), ...pieces, ...labels, ...whole,
  ]);
}

/** @param {Puzzle} puzzle */
function frameOf(puzzle) {
  if (puzzle.isLines) {
    return puzzle.cells.map((cell) => {
      const [cx, cy] = placeOnBoard(puzzle, cell);
      return svg("circle", { class: "point", cx, cy, r: 7 });
    });
  }
  return boardPaths(puzzle, puzzle.cells, -8, 20).map((path) => classed(path, "frame"));
}

/** @param {Puzzle} puzzle @param {number} cell */
function openCell(puzzle, cell) {
  const [path] = boardPaths(puzzle, [puzzle.cells[cell]], 6, 12);
  return [classed(path, "well date"), labelAt(puzzle, cell, "label date")];
}
