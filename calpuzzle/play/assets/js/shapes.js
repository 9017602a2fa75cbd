/*
 * Cells and shapes: lists of [row, column]. A shape is never changed, only made anew.
 */

/**
 * What a cell is found by in a Map.
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
 * The least and the greatest row of some cells, and the same of their columns.
 * @param {Array<Cell>} cells
 * @returns {[[number, number], [number, number]]}
 */
export function boundsOf(cells) {
  return [0, 1].map((axis) => {
    const own = cells.map((cell) => cell[axis]);
    return [Math.min(...own), Math.max(...own)];
  });
}

/**
 * The order of two lists of numbers by the first that differs: below 0, 0, or above.
 * @param {Array<number>} one
 * @param {Array<number>} other
 * @returns {number}
 */
export function compared(one, other) {
  const k = one.findIndex((part, at) => part !== other[at]);
  return k < 0 ? 0 : one[k] - (other[k] ?? -1);
}

/**
 * Whether the cells of a shape hold together by edges.
 * @param {Array<Cell>} shape
 * @returns {boolean}
 */
export function isWhole(shape) {
  const apart = new Set(shape.keys());
  const next = [0];
  apart.delete(0);
  while (next.length) {
    const [row, column] = shape[next.pop()];
    for (const other of [...apart]) {
      const [r, c] = shape[other];
      if (Math.abs(r - row) + Math.abs(c - column) > 1) continue;
      apart.delete(other);
      next.push(other);
    }
  }
  return apart.size === 0;
}
