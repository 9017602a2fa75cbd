/*
 * Challenges: so many pieces lie already, and exactly one solution is left, as hard as is wished.
 *
 * The twin is calpuzzle/results/challenges.py, which draws other lots.
 */

import { Lots, nodesOf, stepOfNodes } from "./difficulty.js";

const CHALLENGE_PATIENCE = 8000; // milliseconds
const LONE_CHOICES = 300; // of so many pieces of a solution

/**
 * @typedef {Object} ChallengeAnswer
 * @property {Array<Placement> | null} placed  null where none was found
 * @property {number} step   how hard, from 1 to 5
 * @property {number} nodes  how many pieces are tried, which tells the step
 */

/**
 * A challenge by lot.
 * @param {Left} left @param {Dated} date
 * @param {{pieces: number | null, step: number | null, seed: number}} wish  null for any
 * @returns {Generator<number, ChallengeAnswer>}
 */
export function* challengeFor(left, date, { pieces, step, seed }) {
  const lots = new Lots(seed);
  const late = performance.now() + CHALLENGE_PATIENCE;
  const part = yield* left.part(date, []);
  const rows = part.rows();
  while (rows.length && performance.now() < late) {
    const solution = part.list.solution(rows[lots.below(rows.length)]);
    const sizes = pieces === null ? [...solution.keys()] : [pieces];
    for (const size of sizes) {
      const placed = yield* lone(left, date, solution, size, lots, late);
      const nodes = placed && (yield* nodesOf(left.puzzle, date, placed, lots, late));
      if (!nodes) continue;
      const own = stepOfNodes(nodes);
      if (step === null || own === step) {
        return { placed: placed.map((number) => left.puzzle.placements[number]), step: own, nodes };
      }
      // With more pieces placed, it is not harder.
      if (own < step) break;
    }
  }
  return { placed: null, step: 0, nodes: 0 };
}

/**
 * So many placements of a solution that are in no other one, or null.
 * @param {Left} left @param {Dated} date @param {Array<number>} solution @param {number} size
 * @param {Lots} lots @param {number} late
 */
function* lone(left, date, solution, size, lots, late) {
  for (let k = 0; k < LONE_CHOICES && performance.now() < late; k += 1) {
    const placed = lots.shuffled(solution).slice(0, size).sort((one, other) => one - other);
    if (yield* left.isOnly(date, placed, late)) return placed;
  }
  return null;
}
