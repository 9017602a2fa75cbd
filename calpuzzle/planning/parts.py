"""Counts of every instance by several diagrams, if one diagram of all instances is too large.

For each choice of labels of some groups, the instances with these labels are those of the residual
problem; each instance belongs to exactly one choice.
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
    """Return the number of solutions of every instance, by as few diagrams as memory allows.

    The first attempt grows one diagram for each choice of labels of the `least` shortest groups
    (one diagram for none); each further attempt adds the next shortest group. Raises TooLargeError
    if the diagrams are still too large.
    """
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
    """Return the number of solutions of every instance, by a diagram for each choice of labels.

    `groups` are the numbers of the axes whose labels are chosen.
    """
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

        # Labels that the choice excludes are not in the part; their instances have no solution.
        places = [
            [axis.index(part.numbers[k]) for k in remaining]
            for axis, remaining in zip(cover.axes, part.cover.axes, strict=True)
        ]
        counts[np.ix_(*places)] = diagram.counts(part.cover, run._replace(progress=within))
    return counts
