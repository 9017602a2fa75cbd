"""Dividing the instances of a Cover: into parts that are counted apart, and put together again.

The instances with certain labels of some groups are those of the residual problem when these labels
are chosen, and each instance belongs to exactly one choice of labels. A part is such a choice; `()`
is the whole. Units of work are parts (calpuzzle/results/units.py), and where one diagram of all
instances is too large, each part has one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.warned import warn
from calpuzzle.engines import Counts, Run, load
from calpuzzle.engines.layout import MAX_INSTANCES
from calpuzzle.engines.residual_cover import residual_on_board
from calpuzzle.planning.costs import ONE_BY_ONE, counting_costs
from calpuzzle.planning.plan import Plan, make_plan
from calpuzzle.puzzle.cover import Cover, Options

MOST_PARTS = 1_000
SECONDS = 10.0
"""The expected time of a unit of work at most: then the groups are divided no further."""


def divisions(cover: Cover, least: int = 0) -> Iterator[list[Options]]:
    """Yield the ways to divide a Cover, the coarsest first: by the labels of the `least` shortest
    groups, of one group more, and so on, up to so many parts."""
    groups = sorted(cover.axes, key=len)
    for number in range(least, len(groups) + 1):
        if number > least and prod(map(len, groups[:number])) > MOST_PARTS:
            return
        yield list(product(*groups[:number]))


def units(plan: Plan) -> list[Options]:
    """Return the parts that are the units of work of a count of every instance: the coarsest
    division whose units are expected to take so long at most, or else the finest one. It depends
    on the question alone, not on who counts."""
    cover, asked = plan.question.cover, plan.question
    found: list[Options] = [()]
    if plan.engine in ONE_BY_ONE and cover.instances > MAX_INSTANCES:
        return found  # which is refused
    for found in divisions(cover):
        part = residual_on_board(cover, found[len(found) // 2]).cover if len(found) > 1 else cover
        engine = make_plan(asked._replace(cover=part)).engine if len(found) > 1 else plan.engine
        costs = counting_costs(part, (), True)
        # Engines that only check take longer than any other.
        if costs.get(engine, max(costs.values())) <= SECONDS:
            break
    return found


def together(cover: Cover, parts: Iterable[tuple[Options, Counts]]) -> Counts:
    """Return the solutions of every instance, which are given for each part, in order."""
    import numpy as np

    counts = np.zeros(cover.shape, np.int64)
    for labels, part_counts in parts:
        if not labels:
            return part_counts.reshape(cover.shape)
        part = residual_on_board(cover, labels)
        if part_counts.dtype == object and counts.dtype != object:
            counts = counts.astype(object)
        places = [
            [axis.index(part.numbers[k]) for k in left]
            for axis, left in zip(cover.axes, part.cover.axes, strict=True)
        ]
        counts[np.ix_(*places)] = part_counts.reshape(part.cover.shape)
    return counts


def counts_in_parts(cover: Cover, run: Run, least: int = 0) -> Counts:
    """Return the solutions of every instance, by one diagram if the memory allows, else by one for
    each part of a finer division, at least by `least` groups. Raises TooLargeError if the diagrams
    are still too large."""
    # The instances themselves are not counted one by one.
    ways = list(divisions(cover, least))[: max(len(cover.axes) - least, 1)]
    for parts, following in zip(ways, [*ways[1:], None], strict=True):
        try:
            return _counts(cover, parts, run)
        except TooLargeError as error:
            if following is None:
                raise
            warn(f"{error}; counting with {len(following)} diagrams instead")
    raise AssertionError("the last round returns or raises")


def _counts(cover: Cover, parts: list[Options], run: Run) -> Counts:
    """Return the solutions of every instance, by a diagram for each part."""
    diagram = load("diagram")
    if len(parts) == 1:
        return diagram.counts(cover, run)
    found = []
    for done, labels in enumerate(parts):
        run.report(done, len(parts))
        part = residual_on_board(cover, labels).cover

        def within(_: int, __: int | None, ___: int, done: int = done) -> None:
            run.report(done, len(parts))

        if part.instances:
            found.append((labels, diagram.counts(part, run._replace(progress=within))))
    return together(cover, found)
