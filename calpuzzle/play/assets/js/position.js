/*
 * A position: what is laid, and whether it is solved. What fits beside it, fits.js says.
 *
 * docs/hints.md is the rulebook; the twin of both is calpuzzle/game/position.py. A position knows
 * no solutions: it holds what a person sees on the board.
 */

/** A puzzle with placements laid; nothing changes it. */
export class Position {
  /**
   * @param {Puzzle} puzzle
   * @param {Dated} date
   * @param {Array<number>} laid  numbers of placements
   */
  constructor(puzzle, date, laid) {
    this.puzzle = puzzle;
    this.anyDate = !date && puzzle.groups.length > 0;
    this.covered = new Uint8Array(puzzle.cells.length);
    this.used = puzzle.pieces.map(() => 0);
    for (const cell of puzzle.openOn(date)) this.covered[cell] = 1;
    for (const number of laid) {
      this.used[puzzle.placements[number][0]] += 1;
      for (const cell of puzzle.coverings[number]) this.covered[cell] = 1;
    }
    // Of each group the cells on which a label may stay uncovered.
    this.labels = (this.anyDate ? puzzle.groups : [])
      .map((group) => group.labels.map((label) => puzzle.labelled.get(label)));
  }

  /** Whether every piece lies that must, and every cell is covered that must be, where what is
   * laid does not clash. */
  get solved() {
    const { puzzle, used, covered } = this;
    if (puzzle.pieces.some(({ least }, k) => used[k] < least)) return false;
    const bare = [...covered.keys()].filter((cell) => this.mustCover(cell));
    return bare.length === this.labels.length
      && this.labels.every((own) => bare.some((cell) => own.includes(cell)));
  }

  mustCover(cell) {
    return !this.covered[cell] && !this.puzzle.mayStayEmpty.has(cell);
  }
}
