/*
 * Challenges: placed pieces that leave exactly one solution, with the wanted difficulty.
 *
 * The counterpart is calpuzzle/results/challenges.py, which draws other random numbers.
 */

import { RandomNumbers, nodesOf, stepOfNodes } from "./difficulty.js";

const CHALLENGE_PATIENCE = 8000; // milliseconds
const SUBSET_TRIES = 300; // for one solution and one number of pieces

/**
 * @typedef {Object} ChallengeAnswer
 * @property {Array<Placement> | null} placed  null if none was found
 * @property {number} step   the difficulty, from 1 to 5; 0 if none was found
 * @property {number} nodes  the mean from which the step follows (difficulty.js)
 */

/**
 * Return a random challenge; with `above`, one that is slightly harder than the challenge with these placements,
 * or the hardest that was found.
 * @param {RemainingSolutions} remaining @param {DateLabels} date
 * @param {{pieces: number | null, step: number | null, seed: number, above?: Array<Placement>}} wish
 *        `pieces` and `step` are null if any number of pieces and any difficulty will do
 * @returns {Generator<number, ChallengeAnswer>}
 */
export function* challengeFor(remaining, date, { pieces, step, seed, above }) {
  const random = new RandomNumbers(seed);
  const deadline = performance.now() + CHALLENGE_PATIENCE;
  const part = yield* remaining.part(date, []);
  const rows = part.rows();
  const numbers = above?.map((placement) => remaining.puzzle.numberOf(placement));
  const base = numbers ? (yield* nodesOf(remaining.puzzle, date, numbers, random, deadline)) ?? 0 : 0;
  /** @type {ChallengeAnswer} */
  let hardest = { placed: null, step: 0, nodes: 0 };
  while (rows.length && performance.now() < deadline) {
    const solution = part.list.solution(rows[random.below(rows.length)]);
    const sizes = pieces === null ? [...solution.keys()].slice(1) : [pieces];
    for (const size of sizes) {
      const placed = yield* uniqueSubset(remaining, date, solution, size, random, deadline);
      const nodes = placed && (yield* nodesOf(remaining.puzzle, date, placed, random, deadline));
      if (!nodes) continue;
      const own = stepOfNodes(nodes);
      const found = { placed: placed.map((number) => remaining.puzzle.placements[number]), step: own, nodes };
      if (base ? nodes > base && own <= stepOfNodes(base) + 1 : step === null || own === step) return found;
      if (base && nodes > hardest.nodes) hardest = found;
      // Placing more pieces does not make it harder.
      if (base ? nodes <= base : own < (step ?? 0)) break;
    }
  }
  return hardest;
}

/**
 * Return `size` placements of a solution that together are in no other solution, or null.
 * @param {RemainingSolutions} remaining @param {DateLabels} date @param {Array<number>} solution @param {number} size
 * @param {RandomNumbers} random @param {number} deadline
 */
function* uniqueSubset(remaining, date, solution, size, random, deadline) {
  for (let k = 0; k < SUBSET_TRIES && performance.now() < deadline; k += 1) {
    // If the solutions are listed already, `isOnly` does not yield.
    yield 0;
    const placed = random.shuffled(solution).slice(0, size).sort((one, other) => one - other);
    if (yield* remaining.isOnly(date, placed, deadline)) return placed;
  }
  return null;
}
