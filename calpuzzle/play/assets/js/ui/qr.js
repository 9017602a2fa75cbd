/*
 * A text as a QR code (ISO/IEC 18004:2015): bytes, with error correction of level L.
 *
 * Of the versions 1 to 20 it uses the smallest in which the text fits; many cameras cannot read
 * larger ones from a screen. Of the eight masks it uses the one with the lowest penalty. As the
 * standard requires, the penalty is computed before the format and the version are added.
 */

import { svg } from "./svg.js";

const QUIET = 4; // width of the light margin, in modules
const FINDER = "1011101";
// Of each version, from 1 on: codewords of error correction in a block, and blocks.
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
/** @type {Array<(y: number, x: number) => number>} */
const MASKS = [
  (y, x) => (y + x) % 2,
  (y) => y % 2,
  (_, x) => x % 3,
  (y, x) => (y + x) % 3,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (y, x) => (y * x) % 2 + (y * x) % 3,
  (y, x) => ((y * x) % 2 + (y * x) % 3) % 2,
  (y, x) => ((y + x) % 2 + (y * x) % 3) % 2,
];

/**
 * Return the modules of the smallest code that holds a text.
 * @param {string} text
 * @returns {Array<Uint8Array> | null}  rows, 1 for dark; null for a text of more than 858 bytes
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + CORRECTION.findIndex((_, k) => bytes.length <= roomOf(k + 1));
  if (!version) return null;
  const { size, fixed, rows } = patternsOf(version);
  const free = placesOf(size).filter(([y, x]) => !fixed[y][x]);
  const words = interleaved(codewords(bytes, version), version);
  for (const [k, word] of words.entries()) {
    for (let bit = 0; bit < 8; bit += 1) {
      const [y, x] = free[8 * k + bit];
      rows[y][x] = (word >> (7 - bit)) & 1;
    }
  }
  const masked = MASKS.map((kept) => rows.map((row, y) => row.map((dark, x) => (
    fixed[y][x] || kept(y, x) ? dark : 1 - dark))));
  const penalties = masked.map(penaltyOf);
  const mask = penalties.indexOf(Math.min(...penalties));
  addFormat(masked[mask], mask);
  if (version > 6) addVersion(masked[mask], version);
  return masked[mask];
}

/**
 * Draw a code, dark on light whatever the page's colours are.
 * @param {Array<Uint8Array>} rows
 * @param {string} label  for screen readers
 * @returns {SVGElement}
 */
export function qrPicture(rows, label) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => [...row].map((own, x) => (
    own ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  return svg("svg", {
    class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label,
    "shape-rendering": "crispEdges",
  }, [
    svg("path", { fill: "#fff", d: `M0 0h${size}v${size}h${-size}z` }),
    svg("path", { fill: "#000", d: dark.join("") }),
  ]);
}

/** Return the number of codewords of a version, including those of error correction. @param {number} version */
function numberOfCodewords(version) {
  const each = Math.floor(version / 7) + 2; // alignment patterns along a side
  const alignment = version > 1 ? (25 * each - 10) * each - 55 : 0;
  const modules = (16 * version + 128) * version + 64 - alignment - (version > 6 ? 36 : 0);
  return Math.floor(modules / 8);
}

/** @param {number} version */
function numberOfDataCodewords(version) {
  return numberOfCodewords(version) - CORRECTION[version - 1] * BLOCKS[version - 1];
}

/** Return the number of bytes that a version holds. @param {number} version */
function roomOf(version) {
  return numberOfDataCodewords(version) - (version < 10 ? 2 : 3);
}

/**
 * Return the codewords of the data: the mode (bytes), the number of bytes, the bytes, a terminator,
 * and padding.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {number} version
 */
function codewords(bytes, version) {
  const count = [...bytes.length.toString(16).padStart(version < 10 ? 2 : 4, "0")];
  const nibbles = [4, ...count.map((digit) => parseInt(digit, 16)),
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = nibbles.filter((_, k) => k % 2 === 0).map((high, k) => high << 4 | nibbles[2 * k + 1]);
  const filling = Array.from({ length: numberOfDataCodewords(version) - words.length }, (_, k) => [236, 17][k % 2]);
  return [...words, ...filling];
}

/**
 * Return the codewords of all blocks in turn, then those of their error correction.
 * @param {Array<number>} data @param {number} version
 */
function interleaved(data, version) {
  const number = BLOCKS[version - 1];
  const correction = CORRECTION[version - 1];
  const divisor = divisorOf(correction);
  const least = Math.floor(data.length / number);
  // This many blocks have `least` words, the later ones one more.
  const short = number - data.length % number;
  const blocks = Array.from({ length: number }, (_, k) => {
    const start = k * least + Math.max(k - short, 0);
    return data.slice(start, start + least + Number(k >= short));
  });
  const checks = blocks.map((block) => remainderOf(block, divisor));
  const turns = Array.from({ length: least + 1 }, (_, k) => blocks.map((block) => block[k]));
  const ends = Array.from({ length: correction }, (_, k) => checks.map((block) => block[k]));
  return [...turns, ...ends].flat().filter((word) => word !== undefined);
}

/**
 * Return the product in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1.
 * @param {number} one @param {number} other
 */
function product(one, other) {
  let found = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    found = (found << 1) ^ ((found >> 7) * 285);
    if ((other >> bit) & 1) found ^= one;
  }
  return found;
}

/**
 * Return the generator polynomial of a degree, without its first coefficient, which is 1.
 * @param {number} degree
 */
function divisorOf(degree) {
  let found = [1];
  let root = 1;
  for (let k = 0; k < degree; k += 1) {
    found = [...found, 0].map((own, at) => own ^ product(found[at - 1] ?? 0, root));
    root = product(root, 2);
  }
  return found.slice(1);
}

/**
 * Return the codewords of error correction: the remainder of the data divided by the generator
 * polynomial.
 * @param {Array<number>} data @param {Array<number>} divisor
 */
function remainderOf(data, divisor) {
  let found = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ found[0];
    found = divisor.map((own, k) => (found[k + 1] ?? 0) ^ product(own, factor));
  }
  return found;
}

/**
 * Return the patterns that every code of a version has, and which modules hold no data.
 * @param {number} version
 */
function patternsOf(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => new Uint8Array(size));
  const fixed = rows.map(() => new Uint8Array(size));
  /**
   * @type {(top: number, left: number, height: number, width: number, isDark: (y: number, x: number) => boolean) => void}
   */
  const fill = (top, left, height, width, isDark) => {
    for (let y = Math.max(top, 0); y < Math.min(top + height, size); y += 1) {
      for (let x = Math.max(left, 0); x < Math.min(left + width, size); x += 1) {
        fixed[y][x] = 1;
        rows[y][x] = Number(isDark(y - top, x - left));
      }
    }
  };
  const light = () => false;
  // Room for the finders, their light separators, and the format.
  fill(0, 0, 9, 9, light);
  fill(size - 8, 0, 8, 9, light);
  fill(0, size - 8, 9, 8, light);
  fill(6, 0, 1, size, (_, x) => x % 2 === 0);
  fill(0, 6, size, 1, (y) => y % 2 === 0);
  const ringOf = (/** @type {number} */ middle, /** @type {number} */ y, /** @type {number} */ x) => (
    Math.max(Math.abs(y - middle), Math.abs(x - middle)));
  for (const [y, x] of [[0, 0], [size - 7, 0], [0, size - 7]]) {
    fill(y, x, 7, 7, (down, right) => ringOf(3, down, right) !== 2);
  }
  const places = alignmentsOf(version);
  const last = places.length - 1;
  for (const [k, y] of places.entries()) {
    for (const [n, x] of places.entries()) {
      const isFinder = (!k && !n) || (!k && n === last) || (k === last && !n);
      if (!isFinder) fill(y - 2, x - 2, 5, 5, (down, right) => ringOf(2, down, right) !== 1);
    }
  }
  if (version > 6) {
    fill(size - 11, 0, 3, 6, light);
    fill(0, size - 11, 6, 3, light);
  }
  return { size, fixed, rows };
}

/** Return the rows, and columns, of the middles of alignment patterns. @param {number} version */
function alignmentsOf(version) {
  if (version === 1) return [];
  const number = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((4 * version + 4) / (2 * number - 2));
  return [6, ...Array.from({ length: number - 1 }, (_, k) => (
    4 * version + 10 - (number - 2 - k) * step))];
}

/** Return all modules in the order of the data: two columns up, two down, from the right. @param {number} size */
function placesOf(size) {
  const found = [];
  for (let pair = size - 1; pair > 0; pair -= 2) {
    const right = pair <= 6 ? pair - 1 : pair; // the column of the timing pattern is left out
    for (let k = 0; k < size; k += 1) {
      const y = (right + 1) & 2 ? k : size - 1 - k;
      found.push([y, right], [y, right - 1]);
    }
  }
  return found;
}

/**
 * Return the penalty of a mask: for runs and blocks of one colour, for patterns like a finder, and for an
 * excess of dark or light modules.
 * @param {Array<Uint8Array>} rows
 */
function penaltyOf(rows) {
  const size = rows.length;
  const across = rows.map((row) => row.join(""));
  const down = rows.map((_, x) => rows.map((row) => row[x]).join(""));
  let found = 0;
  for (const line of [...across, ...down]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/gu)) found += run.length - 2;
    found += 40 * findersIn(line);
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      dark += rows[y][x];
      const block = y && x ? rows[y][x] + rows[y - 1][x] + rows[y][x - 1] + rows[y - 1][x - 1] : 1;
      if (block % 4 === 0) found += 3;
    }
  }
  return found + 10 * Math.floor(Math.abs(dark * 100 / size ** 2 - 50) / 5);
}

/**
 * Return how often a line contains the pattern of a finder next to four light modules or to the edge.
 * @param {string} line
 */
function findersIn(line) {
  let found = 0;
  let at = line.indexOf(FINDER);
  while (at >= 0) {
    const isAlone = [line.slice(Math.max(at - 4, 0), at), line.slice(at + 7, at + 11)]
      .some((side) => !side.includes("1"));
    found += Number(isAlone);
    at = line.indexOf(FINDER, at + (isAlone ? 7 : 4));
  }
  return found;
}

/**
 * Return the bits of some data, followed by their check bits in a BCH code.
 * @param {number} data @param {number} divisor @param {number} degree
 */
function withCheck(data, divisor, degree) {
  let left = data << degree;
  for (let bit = 31 - Math.clz32(left); bit >= degree; bit -= 1) {
    if ((left >> bit) & 1) left ^= divisor << (bit - degree);
  }
  return data << degree | left;
}

/**
 * Write the level and the mask, twice, and the module that is always dark.
 * @param {Array<Uint8Array<ArrayBuffer>>} rows @param {number} mask
 */
function addFormat(rows, mask) {
  const size = rows.length;
  const bits = withCheck(8 | mask, 1335, 10) ^ 21522;
  for (let k = 0; k < 15; k += 1) {
    const bit = (bits >> k) & 1;
    if (k < 8) rows[k < 6 ? k : k + 1][8] = bit;
    else rows[8][k === 8 ? 7 : 14 - k] = bit;
    if (k < 8) rows[8][size - 1 - k] = bit;
    else rows[size - 15 + k][8] = bit;
  }
  rows[size - 8][8] = 1;
}

/** @param {Array<Uint8Array<ArrayBuffer>>} rows @param {number} version */
function addVersion(rows, version) {
  const bits = withCheck(version, 7973, 12);
  for (let k = 0; k < 18; k += 1) {
    const far = rows.length - 11 + k % 3;
    const near = Math.floor(k / 3);
    rows[near][far] = (bits >> k) & 1;
    rows[far][near] = rows[near][far];
  }
}
