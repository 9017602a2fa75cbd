"""Questions about the residual problem of a puzzle, and about why it has no solution."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import definition

from calpuzzle.base.errors import CannotDoError
from differential.model_case import Dated, ModelCase
from differential.model_features import NO_DIAGRAM, features_of

FEW = 20  # solutions of a date for which a challenge is tested if there is no diagram
STEPS = 20_000  # of the search for placements that meet demands

# --- remaining solutions


def remaining(case: ModelCase) -> None:
    date, placed = case.asked
    found = case.puzzle.remaining(date, placed)
    _check_remaining(case, found, case.found)
    try:
        diagram = case.puzzle.diagram(memory=case.memory)
    except CannotDoError:
        return
    never = case.rng.sample(range(len(case.known.placements)), min(2, len(case.known.placements)))
    completions = {own for own in case.found if not set(never) & set(own[1])}
    fixed = case.fixed(case.date, case.placed)
    own = diagram.remaining(fixed, case.options(never))
    _check_remaining(case, own, completions)
    case.same("completions", diagram.completions(fixed), len(case.found))
    if completions:
        case.same("entropy", own.entropy(), math.log2(len(completions)))


def _check_remaining(case: ModelCase, found: Any, expected: set[Dated]) -> None:
    names = [group.name for group in case.model.groups]

    def words(dated: Dated) -> list[int | tuple[str, str]]:
        labels = case.known.dates[dated[0]]
        return [*zip(names, labels, strict=True), *dated[1]]

    times = Counter(each for own in expected for each in words(own))
    case.same("remaining", found.count, len(expected))
    got = {case.placement_of[k]: number for k, number in found.occurrences().items()}
    case.same("occurrences", got, dict(times))
    if expected:
        forced = {case.placement_of[k] for k in found.forced()}
        case.same("forced", forced, {each for each, n in times.items() if n == len(expected)})
    fixed = case.fixed(case.date, case.placed)
    every = [case.dated((*found.nth(k), *fixed)) for k in range(found.count)]
    case.same("nth of the remaining", Counter(every), Counter(expected))


def challenge(case: ModelCase) -> None:
    if case.date is None or not case.known.counts[case.date]:
        return
    if NO_DIAGRAM & features_of(case.model) and case.known.counts[case.date] > FEW:
        return  # each step would be a search
    most = sum(own.most for own in case.known.kinds)
    pieces = case.rng.randint(1, most - 1) if most > 1 and case.rng.random() < 0.7 else None
    date = case.date_written()
    found = next(case.puzzle.challenges(date, pieces, seed=case.rng.randrange(9)), None)
    if found is None:
        return
    placed = case.dated((*found.placed, *case.fixed(case.date)))[1]
    completions = case.dated((*found.remaining, *case.fixed(case.date)))[1]
    case.same(
        "solutions of a challenge",
        case.known.solutions(case.date, placed),
        [tuple(sorted(placed + completions))],
    )
    case.same("pieces of a challenge", len(placed), len(placed) if pieces is None else pieces)


# --- why a date has no solution


def cause(case: ModelCase) -> None:
    imbalances = case.puzzle.imbalances()
    if imbalances:
        case.same(f"no solution, for {imbalances}", case.total, 0)
        return
    if case.date is None:
        return
    found = case.puzzle.cause(case.date_written())
    case.same("there is a cause", found is not None, case.known.counts[case.date] == 0)
    if found is None:
        return
    demands: list[tuple[str, Any]] = [
        *(("covered", cell) for cell in found.covered),
        *(("open", cell) for cell in found.open),
        *(("limited", name) for name in found.limited),
        *(("needed", name) for name in found.needed),
    ]
    case.same("demands", len(demands), len(found.demands))
    try:
        case.same("the cause is met", _is_met(case, demands), False)
        for own in demands:
            case.same("a demand to spare", _is_met(case, [k for k in demands if k != own]), True)
        if found.is_smallest and len(demands) > 1 and len(case.known.bit) < 9:
            _check_smallest(case, len(demands))
    except definition.TooLargeError:
        case.refused += 1


def _check_smallest(case: ModelCase, number: int) -> None:
    """Check that no smaller set of demands of the date is a cause."""
    assert case.date is not None
    opened = case.known.open_cells[case.date]
    must = [c for c, b in case.known.bit.items() if not b & case.known.optional and c not in opened]
    every: list[tuple[str, Any]] = [
        *(("covered", cell) for cell in must),
        *(("open", cell) for cell in opened),
        *(("limited", own.names[0]) for own in case.known.kinds),
        *(("needed", own.names[0]) for own in case.known.kinds if own.least),
    ]
    if math.comb(len(every), number - 1) < 2_000:
        smaller = [own for own in combinations(every, number - 1) if not _is_met(case, own)]
        case.same("a smaller cause", smaller, [])


def _is_met(case: ModelCase, demands: Sequence[tuple[str, Any]]) -> bool:
    """Return whether some placements that do not overlap meet all demands."""
    known, steps = case.known, STEPS
    cover = known.mask(cell for what, cell in demands if what == "covered")
    blocked = known.mask(cell for what, cell in demands if what == "open")
    kinds = {(what, known.kind_of[name]) for what, name in demands if what in ("limited", "needed")}
    most = {k: known.kinds[k].most for what, k in kinds if what == "limited"}
    least = {k: known.kinds[k].least for what, k in kinds if what == "needed"}
    rows = [(own.kind, own.mask) for own in known.placements if not own.mask & blocked]

    def met(taken: int, used: Counter[int]) -> bool:
        nonlocal steps
        steps -= 1
        if steps < 0:
            raise definition.TooLargeError
        bare = cover & ~taken
        wanting = next((kind for kind, number in least.items() if used[kind] < number), None)
        if not bare and wanting is None:
            return True
        return any(
            (mask & bare & -bare if bare else kind == wanting)
            and not mask & taken
            and used[kind] < most.get(kind, 1 << 30)
            and met(taken | mask, used + Counter([kind]))
            for kind, mask in rows
        )

    return met(0, Counter())


def causes(case: ModelCase) -> None:
    if case.puzzle.imbalances():
        return
    found = case.puzzle.causes()
    bad = [labels for k, labels in enumerate(case.known.dates) if not case.known.counts[k]]
    case.same(
        "dates without a solution", sorted(d for own in found for d in own.dates), sorted(bad)
    )


LISTS = (remaining, challenge, cause, causes)
