/*
 * One line: what all its fillings agree on, and how many there are.
 *
 * Both go from either end: a block can stand at a place if what is before it can be filled by the
 * blocks before, and what is behind by those behind. Counts are BigInt and exact; `settledLine`
 * only asks whether they are above nought.
 */

/**
 * @typedef {Object} Standing  a block and the places where it could begin, by its neighbours
 * @property {number} length
 * @property {number} colour
 * @property {number} before  1 where a cell of background is needed in front, else 0
 * @property {number} behind
 * @property {Uint8Array} can
 */

/** @returns {Array<Standing>} */
function standings(clue, masks) {
  const size = masks.length;
  return clue.map(([length, colour], k) => {
    const before = Number(clue[k - 1]?.[1] === colour);
    const behind = Number(clue[k + 1]?.[1] === colour);
    const can = new Uint8Array(size + 1);
    let run = 0;
    for (let end = 1; end <= size; end += 1) {
      run = (masks[end - 1] >> colour) & 1 ? run + 1 : 0;
      const start = end - length;
      if (run < length) continue;
      if (before && !(start > 0 && masks[start - 1] & 1)) continue;
      if (behind && !(end < size && masks[end] & 1)) continue;
      can[start] = 1;
    }
    return { length, colour, before, behind, can };
  });
}

/**
 * The masks of a line shrunk to what some filling uses.
 * @param {Array<[number, number]>} clue
 * @param {Array<number>} masks
 * @returns {Uint16Array | null} null where no filling fits
 */
export function settledLine(clue, masks) {
  const size = masks.length;
  const blocks = standings(clue, masks);
  const wide = size + 2; // an index past the end reads nought
  const ahead = reachable(blocks, masks, wide);
  const back = completable(blocks, masks, wide);
  if (!back[0]) return null;
  const found = new Uint16Array(size);
  blocks.forEach(({ length, colour, before, behind, can }, k) => {
    let open = 0; // so many more cells belong to a block that can stand there
    for (let start = 0; start < size; start += 1) {
      const from = start - before;
      const to = start + length + behind;
      if (can[start] && ahead[k * wide + from] && back[(k + 1) * wide + to]) open = length;
      if (open > 0) found[start] |= 1 << colour;
      open -= 1;
    }
  });
  for (let k = 0; k <= blocks.length; k += 1) {
    for (let p = 0; p < size; p += 1) {
      if (masks[p] & 1 && ahead[k * wide + p] && back[k * wide + p + 1]) found[p] |= 1;
    }
  }
  return found;
}

/** [k][p]: whether the first p cells can be filled by the first k blocks. */
function reachable(blocks, masks, wide) {
  const ahead = new Uint8Array((blocks.length + 1) * wide);
  for (let k = 0; k <= blocks.length; k += 1) {
    const own = blocks[k - 1];
    if (k === 0) ahead[0] = 1;
    for (let p = 1; p <= masks.length; p += 1) {
      let can = masks[p - 1] & 1 & ahead[k * wide + p - 1];
      const start = own ? p - own.length : -1;
      if (start >= 0 && own.can[start]) can |= ahead[(k - 1) * wide + start - own.before];
      ahead[k * wide + p] = can;
    }
  }
  return ahead;
}

/** [k][p]: whether the cells from p on can be filled by the blocks from k on. */
function completable(blocks, masks, wide) {
  const back = new Uint8Array((blocks.length + 1) * wide);
  const size = masks.length;
  for (let k = blocks.length; k >= 0; k -= 1) {
    const own = blocks[k];
    if (!own) back[k * wide + size] = 1;
    for (let p = size - 1; p >= 0; p -= 1) {
      let can = masks[p] & 1 & back[k * wide + p + 1];
      if (own?.can[p]) can |= back[(k + 1) * wide + p + own.length + own.behind];
      back[k * wide + p] = can;
    }
  }
  return back;
}

/**
 * How many fillings a line has, and in how many of them each cell has each colour.
 * @param {Array<[number, number]>} clue
 * @param {Array<number>} masks
 * @param {number} colours  how many, with the background
 * @returns {{total: bigint, counts: Array<Array<bigint>>}} counts by colour, then by cell
 */
export function tallyLine(clue, masks, colours) {
  const size = masks.length;
  const blocks = standings(clue, masks);
  const ahead = waysAhead(blocks, masks);
  const back = waysBack(blocks, masks);
  const counts = Array.from({ length: colours }, () => new Array(size + 1).fill(0n));
  ahead.forEach((ways, k) => {
    for (let p = 0; p < size; p += 1) {
      if (masks[p] & 1) counts[0][p] += ways[p] * back[k][p + 1];
    }
  });
  blocks.forEach(({ length, colour, before, behind, can }, k) => {
    for (let start = 0; start + length <= size; start += 1) {
      if (!can[start]) continue;
      const ways = ahead[k][start - before] * back[k + 1][start + length + behind];
      counts[colour][start] += ways;
      counts[colour][start + length] -= ways;
    }
  });
  for (const own of counts.slice(1)) {
    for (let p = 1; p < size; p += 1) own[p] += own[p - 1];
  }
  return { total: back[0][0], counts: counts.map((own) => own.slice(0, size)) };
}

function waysAhead(blocks, masks) {
  const all = [];
  for (let k = 0; k <= blocks.length; k += 1) {
    const own = blocks[k - 1];
    const ways = [k === 0 ? 1n : 0n];
    for (let p = 1; p <= masks.length; p += 1) {
      ways[p] = masks[p - 1] & 1 ? ways[p - 1] : 0n;
      const start = own ? p - own.length : -1;
      if (start >= 0 && own.can[start]) ways[p] += all[k - 1][start - own.before];
    }
    all.push(ways);
  }
  return all;
}

function waysBack(blocks, masks) {
  const size = masks.length;
  const all = [];
  for (let k = blocks.length; k >= 0; k -= 1) {
    const own = blocks[k];
    const ways = new Array(size + 1).fill(0n);
    if (!own) ways[size] = 1n;
    for (let p = size - 1; p >= 0; p -= 1) {
      ways[p] = masks[p] & 1 ? ways[p + 1] : 0n;
      if (own?.can[p]) ways[p] += all[k + 1][p + own.length + own.behind];
    }
    all[k] = ways;
  }
  return all;
}
