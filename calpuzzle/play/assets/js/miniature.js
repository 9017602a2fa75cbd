/*
 * A board with what lies on it as a small still picture, for the browser of solutions.
 */

import { UNIT, pieceGroup, squaresPath, svg } from "./outline.js";

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
  const pieces = laid.map(([piece, orientation, row, column], index) => {
    const group = pieceGroup(puzzle, piece, orientation);
    group.setAttribute("transform", `translate(${column * size} ${row * size})`);
    group.dataset.piece = String(index);
    return group;
  });
  const labels = puzzle.openOn(date).flatMap((cell) => openCell(puzzle, cell));
  const box = boxOfBoard(puzzle, isSticks ? 40 : EDGE).join(" ");
  return svg("svg", { viewBox: box, class: "miniature" }, [...frame, ...pieces, ...labels]);
}

/**
 * The view box of a board, with some room around it.
 * @param {Puzzle} puzzle
 * @param {number} edge
 * @returns {[number, number, number, number]}
 */
export function boxOfBoard({ cells, step }, edge) {
  const size = UNIT / step;
  const more = step === 2 ? 0 : 1;
  const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return [left * size - edge, top * size - edge,
    (Math.max(...columns) - left + more) * size + 2 * edge,
    (Math.max(...rows) - top + more) * size + 2 * edge];
}

function openCell(puzzle, cell) {
  const [row, column] = puzzle.cells[cell];
  const text = svg("text", {
    class: "label date", x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT, dy: "0.35em",
  });
  text.textContent = puzzle.labels[cell];
  return [svg("path", { class: "well date", d: squaresPath([[row, column]], 6, 12) }), text];
}
