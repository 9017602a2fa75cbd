/*
 * Challenges: placed pieces that leave exactly one solution, with the wanted difficulty.
 *
 * The counterpart is calpuzzle/results/challenges.py, which draws other random numbers.
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
 * Return a random challenge; with `above`, one that is slightly harder than the challenge with these placements,
 * or the hardest that was found.
 * @param {Left} left @param {DateLabels} date
 * @param {{pieces: number | null, step: number | null, seed: number, above?: Array<Placement>}} wish
 *        null for any
 * @returns {Generator<number, ChallengeAnswer>}
 */
export function* challengeFor(left, date, { pieces, step, seed, above }) {
  const lots = new Lots(seed);
  const late = performance.now() + CHALLENGE_PATIENCE;
  const part = yield* left.part(date, []);
  const rows = part.rows();
  const numbers = above?.map((placement) => left.puzzle.numberOf(placement));
  const base = numbers ? (yield* nodesOf(left.puzzle, date, numbers, lots, late)) ?? 0 : 0;
  /** @type {ChallengeAnswer} */
  let hardest = { placed: null, step: 0, nodes: 0 };
  while (rows.length && performance.now() < late) {
    const solution = part.list.solution(rows[lots.below(rows.length)]);
    const sizes = pieces === null ? [...solution.keys()] : [pieces];
    for (const size of sizes) {
      const placed = yield* lone(left, date, solution, size, lots, late);
      const nodes = placed && (yield* nodesOf(left.puzzle, date, placed, lots, late));
      if (!nodes) continue;
      const own = stepOfNodes(nodes);
      const found = { placed: placed.map((number) => left.puzzle.placements[number]), step: own, nodes };
      if (base ? nodes > base && own <= stepOfNodes(base) + 1 : step === null || own === step) return found;
      if (base && nodes > hardest.nodes) hardest = found;
      // Placing more pieces does not make it harder.
      if (base ? nodes <= base : own < (step ?? 0)) break;
    }
  }
  return hardest;
}

/**
 * Return placements of a solution, as many as requested, that no other solution contains; or null.
 * @param {Left} left @param {DateLabels} date @param {Array<number>} solution @param {number} size
 * @param {Lots} lots @param {number} late
 */
function* lone(left, date, solution, size, lots, late) {
  for (let k = 0; k < LONE_CHOICES && performance.now() < late; k += 1) {
    const placed = lots.shuffled(solution).slice(0, size).sort((one, other) => one - other);
    if (yield* left.isOnly(date, placed, late)) return placed;
  }
  return null;
}
