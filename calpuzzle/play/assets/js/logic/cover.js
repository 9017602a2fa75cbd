/*
 * The exact cover problem of a puzzle: the bounds of its cells and pieces, and its options.
 *
 * Options are the placements, in the order of their numbers. With `anyDate`, the cover is that of
 * all dates together: each group is one more piece, and each of its labels is an option, which
 * covers the cells that the label leaves uncovered; these options follow the placements. A cover is
 * immutable.
 */

/**
 * @typedef {Object} Cover
 * @property {Array<Cell>} cells  as users count them: `spots` of the puzzle
 * @property {boolean} testsRegions  as in PuzzleData
 * @property {Uint8Array} required       1 for each cell that must be covered, else 0
 * @property {Array<{least: number, most: number}>} pieces  and after them, if `anyDate`, the groups
 * @property {Array<{piece: number, cells: Array<number>}>} options
 * @property {boolean} plain  whether lowest.js can search it: every cell is required, each piece is
 *                            placed a fixed number of times, there are no colours or sticks, and
 *                            with `anyDate` each label leaves exactly one cell uncovered
 */

/** @param {Puzzle} puzzle @param {boolean} anyDate @returns {Cover} */
export function coverOf(puzzle, anyDate) {
  const required = Uint8Array.from(puzzle.cells, (_, k) => Number(!puzzle.mayStayEmpty.has(k)));
  const pieces = puzzle.pieces.map(({ least, most }) => ({ least, most }));
  const options = puzzle.placements.map(([piece], k) => ({ piece, cells: puzzle.coverings[k] }));
  const opened = anyDate ? puzzle.groups.map((_, group) => puzzle.openedBy(group)) : [];
  for (const own of opened) {
    options.push(...own.map((cells) => ({ piece: pieces.length, cells })));
    pieces.push({ least: 1, most: 1 });
  }
  const plain = required.every(Boolean)
    && opened.flat().every(({ length }) => length === 1)
    && !puzzle.colours.length
    && !puzzle.isLines
    && pieces.every(({ least, most }) => least === most);
  return { cells: puzzle.spots, required, pieces, options, plain, testsRegions: puzzle.testsRegions };
}

/**
 * Return which cells cannot be covered any more, and how often each piece is used, at the start of a search; null if
 * placements clash.
 * @param {Cover} cover
 * @param {Iterable<number>} open  cells that stay uncovered
 * @param {Iterable<number>} placed  numbers of options
 * @returns {{occupied: Uint8Array, used: Int32Array} | null}
 */
export function rootOf(cover, open, placed) {
  const occupied = new Uint8Array(cover.cells.length);
  const used = new Int32Array(cover.pieces.length);
  for (const cell of open) occupied[cell] = 1;
  for (const number of placed) {
    const option = cover.options[number];
    if (!option || used[option.piece] === cover.pieces[option.piece].most) return null;
    if (option.cells.some((cell) => occupied[cell])) return null;
    used[option.piece] += 1;
    for (const cell of option.cells) occupied[cell] = 1;
  }
  return { occupied, used };
}

/**
 * Return the items of each option: its cells, and its piece; pieces are numbered after all cells.
 * @param {Cover} cover
 */
export function itemsOf({ cells: all, options }) {
  return options.map(({ piece, cells }) => [...cells, all.length + piece]);
}

/**
 * Return how often each item may (`room`) and must (`need`) still be covered.
 * @param {Cover} cover @param {{occupied: Uint8Array, used: Int32Array}} root
 */
export function remainingBounds({ required, pieces }, { occupied, used }) {
  return {
    room: [...Array.from(occupied, (taken) => 1 - taken), ...pieces.map(({ most }, k) => most - used[k])],
    need: [
      ...Array.from(occupied, (taken, cell) => Number(!taken && required[cell])),
      ...pieces.map(({ least }, k) => Math.max(least - used[k], 0)),
    ],
  };
}
