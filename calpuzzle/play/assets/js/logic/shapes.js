/* Shapes: lists of cells ([row, column], in space [layer, row, column]), which are immutable. */

/** Return a moved shape. @param {Array<Cell>} shape @param {Array<number>} by @returns {Array<Cell>} */
export function moved(shape, by) {
  return shape.map((cell) => cell.map((place, axis) => place + by[axis]));
}

/**
 * Return the least and the greatest coordinate along each axis.
 * @param {Array<Cell>} cells @returns {Array<Array<number>>}
 */
export function boundsOf(cells) {
  return cells[0].map((_, axis) => {
    const own = cells.map((cell) => cell[axis]);
    return [Math.min(...own), Math.max(...own)];
  });
}

/**
 * Return the order of two lists of numbers by the first that differs: below 0, 0, or above. A list
 * that begins with another one comes after it.
 * @param {Array<number>} one @param {Array<number>} other @returns {number}
 */
export function compared(one, other) {
  const k = one.findIndex((part, at) => part !== other[at]);
  return k < 0 ? one.length - other.length : k < other.length ? one[k] - other[k] : 1;
}

/**
 * Return the last element of a list that is not empty.
 * @template T @param {ReadonlyArray<T>} list @returns {T}
 */
export function lastOf(list) {
  return list[list.length - 1];
}
