/*
 * One line: what all its fillings agree on, and how many there are.
 *
 * `settledLine` and `tallyLine` work from the two ends: a block can be at a place if the earlier
 * blocks can fill what is before it, and the later blocks what is after it. `tallyLine` counts
 * exactly in BigInt; `settledLine` only tests whether counts are above 0, for which numbers
 * suffice, because they never wrap.
 */

/**
 * @typedef {{total: bigint, counts: Array<Array<bigint>>}} Tally  by colour, then by cell
 *
 * @typedef {Object} BlockStarts  a block, and where it can begin if the other blocks are ignored
 * @property {number} length
 * @property {number} colour
 * @property {number} before  1 if it needs a cell of background before it, else 0
 * @property {number} after  the same after it
 * @property {Uint8Array} can  of each place, 1 if it can begin there
 */

/** @param {Array<Array<number>>} clue @param {Array<number>} masks @returns {Array<BlockStarts>} */
function blockStarts(clue, masks) {
  const size = masks.length;
  return clue.map(([length, colour], k) => {
    const before = Number(clue[k - 1]?.[1] === colour);
    const after = Number(clue[k + 1]?.[1] === colour);
    const can = new Uint8Array(size + 1);
    let run = 0;
    for (let end = 1; end <= size; end += 1) {
      run = (masks[end - 1] >> colour) & 1 ? run + 1 : 0;
      const start = end - length;
      if (run < length) continue;
      if (before && !(start > 0 && masks[start - 1] & 1)) continue;
      if (after && !(end < size && masks[end] & 1)) continue;
      can[start] = 1;
    }
    return { length, colour, before, after, can };
  });
}

/**
 * Return the masks of a line, reduced to the colours that some filling uses.
 * @param {Array<Array<number>>} clue @param {Array<number>} masks
 * @returns {Uint16Array | null} null if there is no filling
 */
export function settledLine(clue, masks) {
  const size = masks.length;
  const blocks = blockStarts(clue, masks);
  const earlier = fillingsBefore(blocks, masks, 1);
  const later = fillingsAfter(blocks, masks, 1);
  if (!later[0][0]) return null;
  const found = new Uint16Array(size);
  blocks.forEach(({ length, colour, before, after, can }, k) => {
    let open = 0; // the number of cells from here on that the block can cover
    for (let start = 0; start < size; start += 1) {
      if (can[start] && earlier[k][start - before] && later[k + 1][start + length + after]) {
        open = length;
      }
      if (open > 0) found[start] |= 1 << colour;
      open -= 1;
    }
  });
  earlier.forEach((ways, k) => {
    for (let p = 0; p < size; p += 1) {
      if (masks[p] & 1 && ways[p] && later[k][p + 1]) found[p] |= 1;
    }
  });
  return found;
}

/**
 * Return how many fillings a line has, and in how many of them each cell has each colour.
 * @param {Array<Array<number>>} clue @param {Array<number>} masks
 * @param {number} colours  their number, with the background
 * @returns {Tally}
 */
export function tallyLine(clue, masks, colours) {
  const size = masks.length;
  const blocks = blockStarts(clue, masks);
  const earlier = fillingsBefore(blocks, masks, 1n);
  const later = fillingsAfter(blocks, masks, 1n);
  const counts = Array.from({ length: colours }, () => new Array(size + 1).fill(0n));
  earlier.forEach((ways, k) => {
    for (let p = 0; p < size; p += 1) {
      if (masks[p] & 1) counts[0][p] += ways[p] * later[k][p + 1];
    }
  });
  blocks.forEach(({ length, colour, before, after, can }, k) => {
    for (let start = 0; start + length <= size; start += 1) {
      if (!can[start]) continue;
      const ways = earlier[k][start - before] * later[k + 1][start + length + after];
      counts[colour][start] += ways;
      counts[colour][start + length] -= ways;
    }
  });
  for (const own of counts.slice(1)) {
    for (let p = 1; p < size; p += 1) own[p] += own[p - 1];
  }
  return { total: later[0][0], counts: counts.map((own) => own.slice(0, size)) };
}

/**
 * Return a table: [k][p] is the number of fillings of the first p cells by the first k blocks; `one` is 1 or
 * 1n.
 * @param {Array<BlockStarts>} blocks @param {Array<number>} masks @param {any} one
 * @returns {Array<Array<any>>}  any: TypeScript cannot type arithmetic on either of two types
 */
function fillingsBefore(blocks, masks, one) {
  const zero = one - one;
  const all = [];
  for (let k = 0; k <= blocks.length; k += 1) {
    const own = blocks[k - 1];
    const ways = [k === 0 ? one : zero];
    for (let p = 1; p <= masks.length; p += 1) {
      ways[p] = masks[p - 1] & 1 ? ways[p - 1] : zero;
      const start = own ? p - own.length : -1;
      if (start >= 0 && own.can[start]) ways[p] += all[k - 1][start - own.before];
    }
    all.push(ways);
  }
  return all;
}

/**
 * Return a table: [k][p] is the number of fillings of the cells from p on by the blocks from k on.
 * @param {Array<BlockStarts>} blocks @param {Array<number>} masks @param {any} one
 * @returns {Array<Array<any>>}  any: TypeScript cannot type arithmetic on either of two types
 */
function fillingsAfter(blocks, masks, one) {
  const size = masks.length;
  const zero = one - one;
  const all = [];
  for (let k = blocks.length; k >= 0; k -= 1) {
    const own = blocks[k];
    const ways = new Array(size + 1).fill(zero);
    if (!own) ways[size] = one;
    for (let p = size - 1; p >= 0; p -= 1) {
      ways[p] = masks[p] & 1 ? ways[p + 1] : zero;
      if (own?.can[p]) ways[p] += all[k + 1][p + own.length + own.after];
    }
    all[k] = ways;
  }
  return all;
}
