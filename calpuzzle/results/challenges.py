"""Challenges: so many pieces lie already, and exactly one solution is left, as hard as is wished.

The twin of js/logic/challenges.js, which draws other lots. The same seed gives the same challenges
in the same order. How hard they are is what docs/difficulty.md defines.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle import planning
from calpuzzle.base.errors import InputError
from calpuzzle.base.given import whole_number
from calpuzzle.base.text import plural
from calpuzzle.engines import RUN, Run
from calpuzzle.planning.residual import Asked, only
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.results.difficulty import NAMES, Difficulty, difficulty

TRIES = 30  # solutions that are tried one after another without finding another challenge
CHOICES = 300  # of so many pieces of a solution


class Challenge(NamedTuple):
    """A position: the labels of the date and the pieces that lie; its only completion; and how
    hard that is to find."""

    fixed: Options
    laid: Options
    rest: Options
    difficulty: Difficulty


def challenges(
    puzzle: Lowered,
    fixed: Options = (),
    pieces: int | None = None,
    step: int | None = None,
    seed: int = 1,
    run: Run = RUN,
) -> Iterator[Challenge]:
    """Different challenges on a date, whose options are `fixed`, with so many pieces laid and of
    that step of difficulty (1 to 5), where these are given; few pieces where only a step is, and as
    few as a solution needs where neither is. Ends where many tries in a row find no other.

    Raises InputError for numbers that no puzzle has, CannotDoError as `Searched.left`.
    """
    if pieces is not None:
        whole_number(pieces, "the number of pieces", 1)
        most = sum(own.bounds[1] for own in puzzle.lowered.classes)
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
    known = planning.remaining(puzzle.lowered.cover, run)
    left = known.left(fixed)
    seen: set[Options] = set()
    tried = 0
    while left.count and tried < TRIES:
        whole = left.nth(rng.randrange(left.count))
        tried += 1
        run.tell(len(seen), 0)
        made = _of_solution(puzzle, known, fixed, whole, pieces, step, rng)
        if made and made.laid not in seen:
            seen.add(made.laid)
            tried = 0
            yield made


def _of_solution(
    puzzle: Lowered,
    known: Asked,
    fixed: Options,
    whole: Options,
    pieces: int | None,
    step: int | None,
    rng: random.Random,
) -> Challenge | None:
    """A challenge whose only solution is this one, or None."""
    own = [option for option in whole if option not in fixed]
    sizes = range(len(own)) if pieces is None else [pieces] if pieces < len(own) else []
    for size in sizes:
        laid = _lone(known, fixed, own, size, rng)
        if laid is None:
            continue
        hard = difficulty(puzzle.lowered.cover, (*fixed, *laid))
        assert hard is not None
        if step in (None, hard.step):
            rest = tuple(option for option in own if option not in laid)
            return Challenge(fixed, laid, rest, hard)
        if hard.step < (step or 0):
            return None  # with more pieces laid, it is not harder
    return None


def _lone(
    known: Asked, fixed: Options, own: list[int], size: int, rng: random.Random
) -> Options | None:
    """So many options of a solution that are in no other one, or None."""
    for _ in range(CHOICES):
        laid = tuple(sorted(rng.sample(own, size)))
        if only(known, (*fixed, *laid)):
            return laid
    return None
