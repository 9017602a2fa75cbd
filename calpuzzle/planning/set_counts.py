"""Counts of every instance of a puzzle, even if a group has too many sets of labels to be listed.

In the Cover of such a puzzle the group is one item. Each option that covers this item opens one
label, so the item is covered once for each label that stays open. To count every set of k labels, k
axes replace the item; axis j opens the j-th label of the set. The sets are counted in parts, each
with a Cover of its own: one part for each label that can be the first of a set. The other k - 1
axes of a part are equal: they have only the labels that follow the first one, so that no two parts
contain the same set. A part counts a set once for each order of its other labels. These counts are
equal; the count for the increasing order is used.
"""

from __future__ import annotations

from itertools import combinations
from math import perm, prod

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import DEFAULT, RUN, Counts, Run
from calpuzzle.engines.layout import MAX_INSTANCES
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.dates.parsing import example
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering


def counts(lowered: Lowering, run: Run = RUN, engine: str = DEFAULT) -> Counts:
    """Return the number of solutions of every instance, as an array of `model.shape`.

    Raises CannotDoError if there are too many instances, or if the sets of more than one group are
    not listed.
    """
    model, cover = lowered.model, lowered.cover
    if not lowered.unlisted:
        return planning.counts(cover, run, engine)
    import numpy as np

    (item, group), *more = lowered.unlisted.items()
    least, most = group.sizes
    if more or perm(len(group.printed), most) * prod(cover.shape) > MAX_INSTANCES:
        raise CannotDoError(
            f"{model.name} has {prod(model.shape):,} instances, too many to count each; write "
            f"{example(model)}, or 'any' for all of them together"
        )
    found = []
    for size in range(least, most + 1):
        size_run = run.part(size - least, size - least + 1, most + 1 - least)
        found.append(_of_size(lowered, item, size, size_run, engine))
    return np.moveaxis(np.concatenate(found), 0, model.groups.index(group))


def _of_size(lowered: Lowering, item: int, size: int, run: Run, engine: str) -> Counts:
    """Return the counts; the first axis lists, in order, the sets of `size` labels."""
    import numpy as np

    group, cover = lowered.unlisted[item], lowered.cover
    options = _options(lowered, group)
    if not size:
        return planning.counts(_divided(cover, item, []), run, engine)[None]
    found = []
    last = len(options) - size + 1
    for first in range(last):
        following = options[first + 1 :]
        part = _divided(cover, item, [options[first : first + 1], *[following] * (size - 1)])
        part_counts = planning.counts(part, run.part(first, first + 1, last), engine)
        sets = np.array([*combinations(range(len(following)), size - 1)], dtype=np.intp)
        found.append(part_counts[(0, *sets.T)].reshape(len(sets), *cover.shape))
    return np.concatenate(found)


def _options(lowered: Lowering, group: Group) -> Options:
    """Return the option of each label of the group."""
    number = {label: option for option, label in lowered.label_of.items()}
    return tuple(number[group.name, label] for label in group.printed)


def _divided(cover: Cover, item: int, axes: list[Options]) -> Cover:
    """Return the Cover with `axes` instead of the item. Each axis contains some options of the
    item; an option may be on several axes."""
    more = len(axes) - 1
    options: list[Options] = [
        tuple([k + more * (k > item) for k in option])
        for option in cover.options
        if option[0] != item
    ]
    opened: list[list[Options]] = [
        [(item + j, cover.options[k][1] + more) for k in axis] for j, axis in enumerate(axes)
    ]
    for opened_options in opened:
        options += opened_options
    options.sort(key=lambda option: (option[1:2], option))
    number = {option: k for k, option in enumerate(options)}
    listed = [[cover.options[k] for k in axis] for axis in cover.axes]
    shifted = [[tuple([k + more for k in option]) for option in axis] for axis in listed]
    names = [f"{cover.primary[item]}~{j}" for j in range(len(axes))]
    return Cover.numbered(
        [*cover.primary[:item], *names, *cover.primary[item + 1 :]],
        options,
        cover.secondary,
        [*cover.bounds[:item], *[(1, 1)] * len(axes), *cover.bounds[item + 1 : len(cover.primary)]],
        [[number[option] for option in axis] for axis in [*opened, *shifted]],
        cover.pieces + more,
        cover.plane,
    )
