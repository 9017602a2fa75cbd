"""The fewest swaps of labels that give every date a solution, however many it takes, by CP-SAT.

What the labels of a group are called does not matter where every date that the labels allow is to
have a solution: only which cells belong to which group. A change of these takes, for up to three
groups, (2 m - p) / 3 swaps, where m cells change their group, and p is the number of pairs of cells
that change just theirs: each pair is one swap, and what is left goes round in threes, of two swaps
each. CP-SAT finds the fewest, by one thread and in a time of its own measure, so that it always
finds the same.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from calpuzzle.base.errors import CannotDoError
from calpuzzle.design.layouts.grouping import Grouping
from calpuzzle.design.layouts.label_cells import Labels
from calpuzzle.design.repairs.swaps import Swapped

MAX_GROUPS = 3
PATIENCE = 600.0  # of CP-SAT's own seconds, which are the same on each machine


class Fewest(NamedTuple):
    """No fewer than `least` swaps do; `swapped` are so many, or more where CP-SAT could not prove
    them the fewest. Both are None where no arrangement of the labels does."""

    least: int | None
    swapped: Swapped | None


def fewest(labels: Labels) -> Fewest:
    """The fewest swaps after which every date that the labels allow has a solution.

    Raises MissingExtraError where ortools is not installed; CannotDoError for more than three
    groups, and where CP-SAT comes to no end.
    """
    if len(labels.axes) > MAX_GROUPS:
        raise CannotDoError(f"more swaps are looked at for up to {MAX_GROUPS} groups only")
    grouping = Grouping(labels, np.ones(labels.real.shape, np.bool_))
    grouping.forbid(labels.solutions == 0)
    group_of = _group_of(labels)
    _minimize(grouping, group_of)
    answer = grouping.solve(PATIENCE)
    if answer.there is None:
        raise CannotDoError("CP-SAT came to no end")
    if not answer.there:
        return Fewest(None, None)
    wanted = [own[0] for own in answer.held if own]
    least = -int(-answer.bound // 3)
    return Fewest(least, _swaps(group_of, wanted))


def _group_of(labels: Labels) -> list[int]:
    """The group of each label."""
    group_of = [0] * len(labels.names)
    for group, axis in enumerate(labels.axes):
        for label in axis.tolist():
            group_of[label] = group
    return group_of


def _minimize(grouping: Grouping, group_of: list[int]) -> None:
    """The fewest swaps are three times what is minimised."""
    model, into = grouping.model, grouping.into
    cells, groups = range(len(into)), range(len(into[0]))
    moves = {
        (a, b): sum(into[cell][b] for cell in cells if group_of[cell] == a)
        for a, b in permutations(groups, 2)
    }
    pairs = []
    for a, b in combinations(groups, 2):
        pairs.append(model.new_int_var(0, len(cells), f"pairs {a} {b}"))
        model.add(pairs[-1] <= moves[a, b])
        model.add(pairs[-1] <= moves[b, a])
    model.minimize(2 * sum(moves.values()) - sum(pairs))


def _swaps(group_of: list[int], wanted: list[int]) -> Swapped:
    """The fewest swaps that give each cell a label of the group that is wanted there. A swap that
    sets two cells right goes before one that sets one."""
    cells = list(range(len(wanted)))  # of each label
    held = list(range(len(wanted)))  # the label of each cell
    pairs = []
    while wrong := [c for c in range(len(wanted)) if group_of[held[c]] != wanted[c]]:
        has = {c: group_of[held[c]] for c in wrong}
        right = [(c, d) for c in wrong for d in wrong if has[d] == wanted[c]]
        both = [(c, d) for c, d in right if has[c] == wanted[d]]
        c, d = (both or right)[0]
        pairs.append((held[c], held[d]))
        held[c], held[d] = held[d], held[c]
    for cell, label in enumerate(held):
        cells[label] = cell
    return Swapped(tuple(pairs), tuple(cells))
