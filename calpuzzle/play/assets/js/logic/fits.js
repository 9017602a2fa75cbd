/*
 * The placements that fit a position, and the cell or piece that a hint is based on. Used by the worker only.
 */

import { Position } from "./position.js";

const BESIDE = [[0, 1], [0, -1], [1, 0], [-1, 0]];

/** A position for which a hint is requested. */
export class Fits extends Position {
  /** @type {Array<number> | undefined} */
  fits;

  /**
   * Return the choice of a hint: of the cells that must be covered and the pieces that must be placed, the
   * first with the fewest spare placements.
   * @returns {{cell: number | null, numbers: Array<number>, spare: number}}
   */
  choice() {
    const { puzzle, fitting, covered } = this;
    /** @type {Array<Array<number>>} */
    const ofCell = puzzle.cells.map(() => []);
    /** @type {Array<Array<number>>} */
    const ofPiece = puzzle.pieces.map(() => []);
    for (const number of fitting) {
      for (const cell of puzzle.coverings[number]) ofCell[cell].push(number);
      ofPiece[puzzle.placements[number][0]].push(number);
    }
    const labels = this.labelCells.flat().filter((own) => own.every((cell) => !covered[cell])).flat();
    const choices = [
      ...ofCell.map((numbers, cell) => (
        { cell, numbers, need: Number(this.mustCover(cell) && !labels.includes(cell)) })),
      ...ofPiece.map((numbers, piece) => (
        { cell: null, numbers, need: puzzle.pieces[piece].least - this.used[piece] })),
    ].filter(({ need }) => need > 0).map((own) => ({ ...own, spare: own.numbers.length - own.need }));
    const anything = { cell: null, numbers: fitting, spare: fitting.length };
    return choices.reduce((one, other) => (other.spare < one.spare ? other : one),
      choices[0] ?? anything);
  }

  /**
   * Return the cell of a placement that the fewest fitting placements cover.
   * @param {number} number
   */
  hardestCell(number) {
    const { coverings } = this.puzzle;
    const times = (/** @type {number} */ cell) => this.fitting.filter((k) => coverings[k].includes(cell)).length;
    return coverings[number].reduce((a, b) => (times(b) < times(a) ? b : a));
  }

  /** The placements that fit. */
  get fitting() {
    return this.fits ??= this.allFitting();
  }

  allFitting() {
    const { puzzle, used } = this;
    const sums = this.testsRegions ? puzzle.pieces.map((_, piece) => this.sumsWithout(piece)) : null;
    return [...puzzle.placements.keys()].filter((number) => {
      const [piece] = puzzle.placements[number];
      return used[piece] < puzzle.pieces[piece].most
        && puzzle.coverings[number].every((cell) => !this.covered[cell])
        && (!sums || this.leavesNoneDead(number, sums[piece]));
    });
  }

  /** Whether dead regions are tested. */
  get testsRegions() {
    return !this.puzzle.mayStayEmpty.size && this.puzzle.testsRegions;
  }

  /**
   * Return the possible sums of sizes of the pieces that remain after one copy of a piece is
   * placed, as bits: bit n is set if n is such a sum.
   * @param {number} placed
   */
  sumsWithout(placed) {
    const { puzzle } = this;
    /** @type {Array<Set<bigint>>} */
    const sizes = puzzle.pieces.map(() => new Set());
    puzzle.placements.forEach(([piece], k) => sizes[piece].add(BigInt(puzzle.coverings[k].length)));
    // Without a date, each group counts as a piece of one cell.
    let sums = (1n << BigInt(this.labelCells.length + 1)) - 1n;
    for (const [piece, { most }] of puzzle.pieces.entries()) {
      const number = most - this.used[piece] - Number(piece === placed);
      for (let k = 0; k < Math.min(number, this.covered.length); k += 1) {
        sums = [...sizes[piece]].reduce((all, size) => all | (sums << size), sums);
      }
    }
    return sums;
  }

  /**
   * Return whether each region of the remaining cells has a size that the remaining pieces can fill.
   * @param {number} number @param {bigint} sums
   */
  leavesNoneDead(number, sums) {
    const taken = Uint8Array.from(this.covered);
    for (const cell of this.puzzle.coverings[number]) taken[cell] = 1;
    // `every` reads each cell when it reaches it, so cells of a counted region are skipped.
    return taken.every((isTaken, cell) => isTaken
      || ((sums >> BigInt(this.regionSize(cell, taken))) & 1n) === 1n);
  }

  /**
   * Return the size of the region of a cell, and mark its cells as taken.
   * @param {number} start @param {Uint8Array<ArrayBuffer>} taken
   */
  regionSize(start, taken) {
    const { puzzle } = this;
    const next = [start];
    let size = 0;
    taken[start] = 1;
    for (const at of next) {
      const own = puzzle.cells[at];
      const [row, column] = own.slice(-2);
      size += 1;
      for (const [down, right] of BESIDE) {
        const cell = puzzle.cellAt([...own.slice(0, -2), row + down, column + right]);
        if (cell < 0 || taken[cell]) continue;
        taken[cell] = 1;
        next.push(cell);
      }
    }
    return size;
  }
}
