/*
 * A board with what lies on it as a small still picture, for the browser of solutions.
 */

import { UNIT, boxOfBoard, labelAt, placedGroup, squaresPath, svg } from "./outline.js";

const EDGE = 20;

/**
 * @param {Puzzle} puzzle
 * @param {Dated} date           its labels are written into their cells
 * @param {Array<Placement>} laid  the pieces' groups carry `data-piece`, an index into it
 * @returns {SVGElement}
 */
export function miniature(puzzle, date, laid) {
  const size = UNIT / puzzle.step;
  const isSticks = puzzle.step === 2;
  const point = ([r, c]) => svg("circle", { class: "point", cx: c * size, cy: r * size, r: 7 });
  const frame = isSticks
    ? puzzle.cells.map(point)
    : [svg("path", { class: "frame", d: squaresPath(puzzle.cells, -8, 20) })];
  const pieces = laid.map((placement, index) => {
    const group = placedGroup(puzzle, placement);
    group.dataset.piece = String(index);
    return group;
  });
  const labels = puzzle.openOn(date).flatMap((cell) => openCell(puzzle, cell));
  const box = boxOfBoard(puzzle, isSticks ? 40 : EDGE).join(" ");
  return svg("svg", { viewBox: box, class: "miniature" }, [...frame, ...pieces, ...labels]);
}

function openCell(puzzle, cell) {
  const well = svg("path", { class: "well date", d: squaresPath([puzzle.cells[cell]], 6, 12) });
  return [well, labelAt(puzzle, cell, "label date")];
}
