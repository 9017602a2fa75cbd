/*
 * A position: the placements, and whether it is solved. fits.js computes what fits.
 *
 * docs/hints.md is the specification. The counterpart of both modules is
 * calpuzzle/game/position.py. A position does not use the solutions, only what the player sees on
 * the board.
 */

/** A puzzle with placements; it is immutable. */
export class Position {
  /**
   * @param {Puzzle} puzzle @param {DateLabels} date
   * @param {Array<number>} placed  numbers of placements
   */
  constructor(puzzle, date, placed) {
    this.puzzle = puzzle;
    this.anyDate = !date && puzzle.groups.length > 0;
    this.covered = new Uint8Array(puzzle.cells.length);
    this.used = puzzle.pieces.map(() => 0);
    for (const cell of puzzle.openOn(date)) this.covered[cell] = 1;
    for (const number of placed) {
      this.used[puzzle.placements[number][0]] += 1;
      for (const cell of puzzle.coverings[number]) this.covered[cell] = 1;
    }
    // Without a date, the cells that each label of each group leaves uncovered; otherwise nothing.
    this.labelCells = this.anyDate ? puzzle.groups.map((_, group) => puzzle.openedBy(group)) : [];
  }

  /**
   * Whether every required piece is placed and every required cell is covered. Without a date, one
   * label of each group stays uncovered. The placements must not clash.
   */
  get solved() {
    const { puzzle, used, covered } = this;
    if (puzzle.pieces.some(({ least }, k) => used[k] < least)) return false;
    const bare = [...covered.keys()].filter((cell) => this.mustCover(cell));
    const all = this.labelCells.flat(2);
    return bare.every((cell) => all.includes(cell)) && this.labelCells.every((own) => {
      const cells = own.flat();
      const open = bare.filter((cell) => cells.includes(cell));
      return own.some((set) => set.length === open.length && set.every((cell) => open.includes(cell)));
    });
  }

  /** @param {number} cell */
  mustCover(cell) {
    return !this.covered[cell] && !this.puzzle.mayStayEmpty.has(cell);
  }
}
