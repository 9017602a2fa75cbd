"""Counting every instance by several diagrams, where one diagram of all of them is too large.

The instances with certain labels of some groups are those of the residual problem when these labels
are chosen, and each instance belongs to exactly one choice of labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.warned import warn
from calpuzzle.engines import Counts, Run, load
from calpuzzle.engines.rest import narrowed
from calpuzzle.puzzle.cover import Cover

MOST_PARTS = 1_000


def counts_in_parts(cover: Cover, run: Run, least: int = 0) -> Counts:
    """Return the solutions of every instance, by one diagram if the memory allows, else by one for
    each label of the shortest group, else for each two labels of the two shortest ones, and so on;
    the labels of the `least` shortest groups have diagrams of their own in any case. Raises
    TooLargeError if the diagrams are still too large."""
    groups = sorted(range(len(cover.axes)), key=lambda axis: len(cover.axes[axis]))
    for number in range(least, len(groups) + 1):
        try:
            return _counts(cover, groups[:number], run)
        except TooLargeError as error:
            parts = prod(len(cover.axes[axis]) for axis in groups[: number + 1])
            if number + 1 >= len(groups) or parts > MOST_PARTS:
                raise
            warn(f"{error}; counting with {parts} diagrams instead")
    raise AssertionError("the last round returns or raises")


def _counts(cover: Cover, groups: Sequence[int], run: Run) -> Counts:
    """Return the solutions of every instance, by a diagram for each choice of labels of `groups`,
    which are numbers of axes."""
    diagram = load("diagram")
    if not groups:
        return diagram.counts(cover, run)
    import numpy as np

    counts = np.zeros(cover.shape, np.int64)
    choices = list(product(*[cover.axes[axis] for axis in groups]))
    for done, labels in enumerate(choices):
        run.tell(done, len(choices))
        part = narrowed(cover, labels)
        if not part.cover.instances:
            continue

        def within(_: int, __: int | None, ___: int, done: int = done) -> None:
            run.tell(done, len(choices))

        own = diagram.counts(part.cover, run._replace(progress=within))
        places = [
            [axis.index(part.numbers[k]) for k in left]
            for axis, left in zip(cover.axes, part.cover.axes, strict=True)
        ]
        counts[np.ix_(*places)] = own
    return counts
