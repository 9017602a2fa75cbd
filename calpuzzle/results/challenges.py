"""Challenges: positions with some pieces placed that have exactly one completion.

The same seed gives the same challenges in the same order. docs/difficulty.md defines how hard a
challenge is. The page has its own version in js/logic/challenges.js, with other random numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle import planning
from calpuzzle.base.errors import InputError
from calpuzzle.base.given import whole_number
from calpuzzle.base.wording import plural
from calpuzzle.engines import RUN, Run
from calpuzzle.planning.residual import ResidualProblems, is_unique
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.results.difficulty import NAMES, Difficulty, difficulty

TRIES = 30  # solutions tried in a row without a new challenge before the search ends
REMOVAL_ORDERS = 30  # random orders in which the options of one solution are removed


class Challenge(NamedTuple):
    """A position with one completion: the options of the date, of the pieces already placed, and
    of the completion; and the difficulty of finding it."""

    fixed: Options
    placed: Options
    remaining: Options
    difficulty: Difficulty


def challenges(
    puzzle: Lowered,
    fixed: Options = (),
    pieces: int | None = None,
    step: int | None = None,
    seed: int = 1,
    run: Run = RUN,
) -> Iterator[Challenge]:
    """Return an iterator of distinct challenges on the date whose options are `fixed`.

    Each has `pieces` pieces placed and the difficulty `step`, 1 to 5. If only `step` is given, few
    pieces are placed. If neither is given, the placed pieces are the smallest set found that leaves
    one solution. The iterator ends after `TRIES` solutions in a row without a new challenge.

    Raises InputError for numbers out of range. The iterator raises CannotDoError as
    `SearchedCover.remaining` does.
    """
    if pieces is not None:
        whole_number(pieces, "the number of pieces", 1)
        most = sum(piece_class.bounds[1] for piece_class in puzzle.lowered.classes)
        if pieces >= most:
            raise InputError(
                f"{puzzle.lowered.model.name} has {plural(most, 'piece')}, of which at least one "
                f"is left out, so {pieces} are too many"
            )
    if step is not None and not 1 <= whole_number(step, "the difficulty", 1) <= len(NAMES):
        raise InputError(f"the difficulty is {step}; it goes from 1 to {len(NAMES)}")
    return _found(puzzle, fixed, pieces, step, random.Random(seed), run)


def _found(
    puzzle: Lowered,
    fixed: Options,
    pieces: int | None,
    step: int | None,
    rng: random.Random,
    run: Run,
) -> Iterator[Challenge]:
    known = planning.residual_problems(puzzle.lowered.cover, run)
    residual = known.remaining(fixed)
    seen: set[Options] = set()
    tried = 0
    while residual.count and tried < TRIES:
        run.report(0, 0, len(seen))
        solution = residual.nth(rng.randrange(residual.count))
        tried += 1
        found = _of_solution(puzzle, known, fixed, solution, pieces, step, rng, run)
        if found and found.placed not in seen:
            seen.add(found.placed)
            tried = 0
            yield found


def _of_solution(
    puzzle: Lowered,
    known: ResidualProblems,
    fixed: Options,
    solution: Options,
    pieces: int | None,
    step: int | None,
    rng: random.Random,
    run: Run,
) -> Challenge | None:
    """Return a challenge whose only completion is the given solution, or None."""
    options = [option for option in solution if option not in fixed]
    few = _unique_subsets(known, fixed, options, pieces or 1, rng)
    for placed in few[:1] if step is None else few:
        run.raise_if_stopped()
        for size in range(len(placed), len(options)) if pieces is None else [pieces]:
            if not len(placed) <= size < len(options):
                break
            # No other solution contains `placed`, so none contains a superset of it either.
            others = [option for option in options if option not in placed]
            placed = tuple(sorted([*placed, *rng.sample(others, size - len(placed))]))
            found = difficulty(puzzle.lowered.cover, (*fixed, *placed))
            assert found is not None
            if step in (None, found.step):
                remaining = tuple(option for option in options if option not in placed)
                return Challenge(fixed, placed, remaining, found)
            if found.step < (step or 0):
                break  # more pieces placed would hardly make it harder
    return None


def _unique_subsets(
    known: ResidualProblems, fixed: Options, options: list[int], least: int, rng: random.Random
) -> list[Options]:
    """Return small subsets of the options of a solution, the smallest first. Each has at least
    `least` options, and no other solution contains it.

    Options are removed in random orders as long as no other solution contains the rest. Each option
    is tried once per order: if it cannot be removed from a set, it cannot be removed from a subset
    of this set either."""
    found: dict[Options, None] = {}
    for _ in range(REMOVAL_ORDERS):
        placed = tuple(sorted(options))
        for option in rng.sample(options, len(options)):
            rest = tuple(own for own in placed if own != option)
            if len(placed) > least and is_unique(known, (*fixed, *rest)):
                placed = rest
        found[placed] = None
    return sorted(found, key=len)
