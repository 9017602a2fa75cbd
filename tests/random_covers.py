"""Random small exact cover problems for hypothesis, with bounds, secondary items, colours and axes;
and the solutions of a Cover by definition."""

from __future__ import annotations

from differential.cover_definition import CoverDefinition, Problem
from hypothesis import strategies as st

import calpuzzle as cp
from calpuzzle.puzzle.cover import Bounds, Cover, Options

BOUNDS: tuple[Bounds, ...] = ((1, 1), (0, 1), (0, 2), (2, 2), (1, 3), (0, 0), (2, 3), (1, 1))


@st.composite
def covers(draw: st.DrawFn, most_options: int = 8, axes: bool = False) -> cp.Cover:
    """Draw a Cover; with `axes`, up to two of the items that must be covered once are axes."""
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
def placed_in(draw: st.DrawFn, cover: Cover) -> Options:
    """Draw options to place: all or some of a solution, or any options, which may conflict."""
    if not cover.options:
        return ()
    found = by_definition(cover)
    kind = draw(st.sampled_from(["part", "part", "all", "any", "mixed"] if found else ["any"]))
    placed: list[int] = []
    if kind != "any" and found:
        chosen = draw(st.sampled_from(found))
        placed += chosen
        if kind != "all" and chosen:
            placed = draw(st.lists(st.sampled_from(chosen), unique=True))
    if kind in ("any", "mixed"):
        placed += draw(st.lists(st.integers(0, len(cover.options) - 1), max_size=2))
    return tuple(draw(st.permutations(placed)))


def by_definition(cover: Cover, nodes: int = 100_000) -> list[Options]:
    """Return all solutions, sorted; raise TooLargeError after `nodes` partial solutions."""
    colours = tuple(
        {cover.items[i]: str(shade) for i, shade in cover.coloured(k) if shade}
        for k in range(len(cover.options))
    )
    problem = Problem(
        "any",
        tuple(cover.primary),
        tuple(cover.secondary),
        tuple(tuple(cover.items[i] for i in option) for option in cover.options),
        dict(zip(cover.primary, cover.bounds, strict=False)),
        colours if any(colours) else (),
    )
    return CoverDefinition(problem, nodes).solutions
