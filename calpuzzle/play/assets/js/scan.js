/*
 * The order in which a search fills the cells: with short lines, and the cramped end first, so that
 * few cells lie on the frontier and dead ends come early. As calpuzzle/puzzle/scan.py orders them.
 */

/**
 * The numbers of the cells in the order of the scan: of the eight ways to lay the board, one with
 * the shortest lines; of these one whose first lines have the fewest cells; of these one whose last
 * lines begin with their holes.
 * @param {Array<Cell>} cells
 * @returns {Array<number>}
 */
export function scanOrder(cells) {
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, column]) => column));
  const inside = cells.map(([row, column]) => [row - top, column - left]);
  const height = 1 + Math.max(...inside.map(([row]) => row));
  const width = 1 + Math.max(...inside.map(([, column]) => column));
  const ways = [];
  for (const across of [false, true]) {
    // The shorter side is the length of a line; a square may be laid either way.
    if (across ? height > width : width > height) continue;
    const size = across ? [width, height] : [height, width];
    for (const upsideDown of [false, true]) {
      for (const mirrored of [false, true]) {
        ways.push(laidInLines(inside, size, across, upsideDown, mirrored));
      }
    }
  }
  const best = ways.reduce((one, other) => (lessCost(other.cost, one.cost) ? other : one));
  return best.order;
}

/** The board laid in one of the eight ways, with what it costs. */
function laidInLines(cells, [lines, length], across, upsideDown, mirrored) {
  const sizes = new Array(lines).fill(0);
  const late = new Array(lines).fill(0);
  const laid = cells.map(([row, column], number) => {
    const line = across ? column : row;
    const place = across ? row : column;
    const at = upsideDown ? lines - 1 - line : line;
    const along = mirrored ? length - 1 - place : place;
    sizes[at] += 1;
    late[at] -= along;
    return { number, rank: at * length + along };
  });
  laid.sort((a, b) => a.rank - b.rank);
  return { order: laid.map(({ number }) => number), cost: [...sizes, ...late.reverse()] };
}

function lessCost(one, other) {
  const k = one.findIndex((cost, index) => cost !== other[index]);
  return k >= 0 && one[k] < other[k];
}
