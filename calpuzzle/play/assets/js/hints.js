/*
 * Hints in five grades: still possible, which piece, how it is turned, one of its cells, lay it.
 *
 * The piece is one that a person could have found: of all cells to be covered and all pieces to be
 * laid, the one with the fewest placements that fit what is empty and leave no dead region; best,
 * only one. Of these placements the one in most solutions is told. The same position gets the same
 * hint in every grade. Of a position that cannot be solved is told which piece to take back.
 */

/**
 * @param {Left} left
 * @param {Dated} date
 * @param {Array<Placement>} laid
 * @param {number} grade
 * @returns {Generator<number, HintAnswer>}
 */
export function* hintFor(left, date, laid, grade) {
  const told = {
    grade, possible: true, culprit: null,
    piece: null, orientation: null, cell: null, placement: null,
  };
  const numbers = left.numbersOf(laid);
  const part = yield* left.part(date, numbers);
  if (!part.count) {
    return { ...told, possible: false, culprit: yield* left.culprit(date, numbers) };
  }
  if (grade < 2) return told;
  const found = new Position(left.puzzle, date, numbers).easiest((number) => part.timesOf(number));
  if (!found) return told;
  const placement = left.puzzle.placements[found.number];
  told.piece = placement[0];
  if (grade > 2) told.orientation = placement[1];
  if (grade > 3) told.cell = found.cell;
  if (grade > 4) told.placement = placement;
  return told;
}

/** What a person sees who knows no solutions; something must be laid in it without a clash. */
class Position {
  constructor(puzzle, date, laid) {
    this.puzzle = puzzle;
    this.covered = new Uint8Array(puzzle.cells.length);
    this.used = puzzle.pieces.map(() => 0);
    // Where any date is asked for, labels may stay uncovered.
    this.anyDate = !date && puzzle.groups.length > 0;
    for (const cell of puzzle.openOn(date)) this.covered[cell] = 1;
    for (const number of laid) {
      this.used[puzzle.placements[number][0]] += 1;
      for (const cell of puzzle.coverings[number]) this.covered[cell] = 1;
    }
  }

  /** The placement to tell, and a cell of it; null where nothing must be laid. */
  easiest(timesOf) {
    const fitting = this.fitting();
    let best = null;
    for (const choice of this.choices(fitting)) {
      if (best && choice.spare > best.spare) continue;
      const likeliest = choice.numbers.reduce((one, other) => (
        timesOf(other) > timesOf(one) ? other : one));
      const times = timesOf(likeliest);
      if (best && choice.spare === best.spare && times <= best.times) continue;
      best = { spare: choice.spare, times, number: likeliest, cell: choice.cell };
    }
    if (!best) return null;
    return { number: best.number, cell: best.cell ?? this.hardestCell(best.number, fitting) };
  }

  /** Of each cell to be covered and each piece to be laid, the placements that could do it. */
  choices(fitting) {
    const { puzzle } = this;
    const cells = new Map();
    const pieces = new Map();
    for (const number of fitting) {
      for (const cell of puzzle.coverings[number]) pushTo(cells, cell, number);
      pushTo(pieces, puzzle.placements[number][0], number);
    }
    const open = this.anyDate ? new Set(puzzle.labelled.values()) : new Set();
    const found = [...cells]
      .filter(([cell]) => !puzzle.mayStayEmpty.has(cell) && !open.has(cell))
      .map(([cell, numbers]) => ({ cell, numbers, spare: numbers.length - 1 }));
    for (const [piece, numbers] of pieces) {
      const missing = puzzle.pieces[piece].least - this.used[piece];
      if (missing > 0) found.push({ cell: null, numbers, spare: numbers.length - missing });
    }
    return found;
  }

  /** Of the cells of a placement, the one that the fewest placements can cover. */
  hardestCell(number, fitting) {
    const times = (cell) => fitting.filter((k) => this.puzzle.coverings[k].includes(cell)).length;
    const cells = this.puzzle.coverings[number];
    return cells.reduce((one, other) => (times(other) < times(one) ? other : one));
  }

  /** The placements of pieces left that fit what is empty and leave no dead region. */
  fitting() {
    const { puzzle } = this;
    const sums = puzzle.pieces.map((_, piece) => this.sumsWithout(piece));
    return [...puzzle.placements.keys()].filter((number) => {
      const [piece] = puzzle.placements[number];
      return this.used[piece] < puzzle.pieces[piece].most
        && puzzle.coverings[number].every((cell) => !this.covered[cell])
        && this.leavesNoneDead(number, sums[piece]);
    });
  }

  /** The sums of sizes of the pieces left when one of a piece is laid, as bits. */
  sumsWithout(laid) {
    let sums = 1n;
    for (const [piece, { most, orientations }] of this.puzzle.pieces.entries()) {
      const sizes = new Set(orientations.map((shape) => BigInt(shape.length)));
      const number = most - this.used[piece] - Number(piece === laid);
      for (let k = 0; k < Math.min(number, this.covered.length); k += 1) {
        sums = [...sizes].reduce((all, size) => all | (sums << size), sums);
      }
    }
    return sums;
  }

  /** Whether each region of cells that is left has a size that the pieces left can make; only
   * where all cells must be covered, and cells hold together by edges. */
  leavesNoneDead(number, sums) {
    const { puzzle } = this;
    if (puzzle.step > 1 || puzzle.mayStayEmpty.size || this.anyDate) return true;
    const taken = Uint8Array.from(this.covered);
    for (const cell of puzzle.coverings[number]) taken[cell] = 1;
    return taken.every((covered, cell) => {
      if (covered || taken[cell]) return true;
      return ((sums >> BigInt(this.regionSize(cell, taken))) & 1n) === 1n;
    });
  }

  /** The size of the region of a cell, which is taken with it. */
  regionSize(start, taken) {
    const { puzzle } = this;
    const next = [start];
    let size = 0;
    taken[start] = 1;
    while (next.length) {
      const [row, column] = puzzle.cells[next.pop()];
      size += 1;
      for (const [down, right] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
        const cell = puzzle.cellAt(row + down, column + right);
        if (cell < 0 || taken[cell]) continue;
        taken[cell] = 1;
        next.push(cell);
      }
    }
    return size;
  }
}

function pushTo(lists, key, value) {
  if (!lists.has(key)) lists.set(key, []);
  lists.get(key).push(value);
}
