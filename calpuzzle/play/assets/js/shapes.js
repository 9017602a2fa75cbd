/*
 * Cells and shapes: lists of [row, column]. A shape is never changed, only made anew.
 */

/**
 * What a cell is found by in a Map.
 * @param {number} row
 * @param {number} column
 * @returns {string}
 */
export function cellKey(row, column) {
  return `${row},${column}`;
}

/**
 * The cells of a shape moved down and to the right.
 * @param {Array<Cell>} shape
 * @param {number} rows
 * @param {number} columns
 * @returns {Array<Cell>}
 */
export function moved(shape, rows, columns) {
  return shape.map(([row, column]) => [row + rows, column + columns]);
}

/**
 * Whether a shape is one whole when cells hold together that are at most `reach` steps apart.
 * @param {Array<Cell>} shape
 * @param {number} reach  1: along edges; 2: at the grid points of sticks
 * @returns {boolean}
 */
export function isWhole(shape, reach) {
  const apart = new Set(shape.keys());
  const next = [0];
  apart.delete(0);
  while (next.length) {
    const [row, column] = shape[next.pop()];
    for (const other of [...apart]) {
      const [r, c] = shape[other];
      if (Math.abs(r - row) + Math.abs(c - column) > reach) continue;
      apart.delete(other);
      next.push(other);
    }
  }
  return apart.size === 0;
}
