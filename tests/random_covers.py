"""Random small exact cover problems with bounds, secondary items, colours and axes, for hypothesis;
and their solutions, by trying every set of options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import strategies as st

import calpuzzle as cp
from calpuzzle.puzzle.cover import Bounds, Cover, Options

BOUNDS: tuple[Bounds, ...] = ((1, 1), (0, 1), (0, 2), (2, 2), (1, 3), (0, 0), (2, 3), (1, 1))


@st.composite
def covers(draw: st.DrawFn, most_options: int = 8, axes: bool = False) -> cp.Cover:
    """A Cover; with `axes`, some of its items that are covered once are axes."""
    primary, secondary = draw(st.integers(0, 5)), draw(st.integers(0, 3))
    items = primary + secondary
    shade = st.booleans() if draw(st.booleans()) else st.just(False)
    options: list[set[int]] = []
    if items:
        option = st.sets(st.integers(0, items - 1), min_size=1, max_size=4)
        options = draw(st.lists(option, max_size=most_options))
    colours = [
        {i: draw(st.sampled_from("xyz")) for i in sorted(option) if i >= primary and draw(shade)}
        for option in options
    ]
    bounds = {i: draw(st.sampled_from(BOUNDS)) for i in range(primary) if draw(st.booleans())}
    once = [i for i in range(primary) if bounds.get(i, (1, 1)) == (1, 1)]
    chosen = draw(st.lists(st.sampled_from(once), unique=True, max_size=2)) if axes and once else []
    return cp.Cover(
        range(primary),
        options,
        range(primary, items),
        multiplicity=bounds,
        axes=chosen,
        colours=colours,
    )


@st.composite
def laid_in(draw: st.DrawFn, cover: Cover) -> Options:
    """Options to lay: a part of a solution or all of it, or any, which may clash."""
    if not cover.options:
        return ()
    found = list(by_definition(cover))
    kind = draw(st.sampled_from(["part", "part", "all", "any", "mixed"] if found else ["any"]))
    laid: list[int] = []
    if kind != "any" and found:
        chosen = draw(st.sampled_from(found))
        laid += chosen
        if kind != "all" and chosen:
            laid = draw(st.lists(st.sampled_from(chosen), unique=True))
    if kind in ("any", "mixed"):
        laid += draw(st.lists(st.integers(0, len(cover.options) - 1), max_size=2))
    return tuple(draw(st.permutations(laid)))


def by_definition(cover: Cover) -> Iterator[Options]:
    """All sets of options with primary items that meet the bounds, by trying every set."""
    primary = range(len(cover.primary))
    usable = [k for k, option in enumerate(cover.options) if not set(option).isdisjoint(primary)]
    for size in range(len(usable) + 1):
        for chosen in combinations(usable, size):
            times = [_times(cover, i, chosen) for i in range(len(cover.items))]
            if all(a <= n <= b for n, (a, b) in zip(times, cover.bounds, strict=True)):
                yield chosen


def _times(cover: Cover, item: int, chosen: Options) -> int:
    """How often an item is covered; once where all that hold it give it one colour."""
    held = [dict(cover.coloured(k))[item] for k in chosen if item in cover.options[k]]
    return 1 if len(set(held)) == 1 and held[0] else len(held)


def completions(cover: Cover, laid: Options) -> list[Options]:
    """What completes the options `laid`, sorted: an option cannot be laid twice."""
    if len(set(laid)) < len(laid):
        return []
    return sorted(
        tuple(k for k in solution if k not in laid)
        for solution in by_definition(cover)
        if set(laid) <= set(solution)
    )


def counts(cover: Cover) -> list[int]:
    found = [frozenset(solution) for solution in by_definition(cover)]
    return [sum(frozenset(laid) <= own for own in found) for laid in product(*cover.axes)]
