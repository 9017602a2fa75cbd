"""Dividing the instances of a Cover into parts that are counted separately, and merging the counts.

A part is a choice of one label from each of some groups. It stands for the instances that contain
these labels, which are the instances of the residual problem after the labels are placed. The part
`()` stands for all instances. Each instance belongs to exactly one part of a division. Units of
work are parts (calpuzzle/results/units.py). If one diagram of all instances is too large, one
diagram is built for each part.
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

MAX_PARTS = 1_000
SECONDS = 10.0
"""If units of work are expected to take at most this time, they are not divided further."""


def divisions(cover: Cover, least: int = 0) -> Iterator[list[Options]]:
    """Yield the ways to divide a Cover, the coarsest first: by the labels of the `least` groups
    with the fewest labels, then of one group more, and so on. Only the first way may have more than
    MAX_PARTS parts."""
    groups = sorted(cover.axes, key=len)
    for number in range(least, len(groups) + 1):
        if number > least and prod(map(len, groups[:number])) > MAX_PARTS:
            return
        yield list(product(*groups[:number]))


def units(plan: Plan) -> list[Options]:
    """Return the units of work into which a count of every instance is divided.

    They are the parts of the coarsest division whose units are expected to take at most SECONDS, or
    of the finest one if there is none. The result depends only on the question, not on the workers.
    """
    cover, asked = plan.question.cover, plan.question
    found: list[Options] = [()]
    if plan.engine in ONE_BY_ONE and cover.instances > MAX_INSTANCES:
        return found  # too many instances to count one by one
    for found in divisions(cover):
        part = residual_on_board(cover, found[len(found) // 2]).cover if len(found) > 1 else cover
        engine = make_plan(asked._replace(cover=part)).engine if len(found) > 1 else plan.engine
        costs = counting_costs(part, (), True)
        # An engine without an expected time, such as one that only checks counts, is at least as
        # slow as the slowest of the others.
        if costs.get(engine, max(costs.values())) <= SECONDS:
            break
    return found


def merge_counts(cover: Cover, parts: Iterable[tuple[Options, Counts]]) -> Counts:
    """Return the counts of every instance, merged from the counts of each part."""
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
    """Return the counts of every instance, by one diagram if the memory allows, otherwise by one
    diagram for each part of a finer division. The parts have labels of at least `least` groups.
    Raises TooLargeError if the diagrams are still too large."""
    # Omit the finest division, whose parts are single instances.
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
    """Return the counts of every instance, by one diagram for each part."""
    diagram = load("diagram")
    if len(parts) == 1:
        return diagram.counts(cover, run)
    found = []
    for done, labels in enumerate(parts):
        part = residual_on_board(cover, labels).cover
        if part.instances:
            here = run.part(done, done + 1, len(parts))
            found.append((labels, diagram.counts(part, here)))
    return merge_counts(cover, found)
