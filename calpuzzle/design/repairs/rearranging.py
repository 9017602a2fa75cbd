"""The fewest swaps of labels after which every date has a solution, found by CP-SAT. The number of
swaps is not limited.

If every date that the labels allow must have a solution, the names of the labels of a group do not
matter: only which cells belong to which group. Let m be the number of cells that change their
group, and p the number of pairs of cells that exchange their groups. For up to three groups, these
changes take (2 m - p) / 3 swaps: each pair takes one swap, and the other cells form cycles of three
cells, which take two swaps each. CP-SAT minimises the number of swaps with one thread and a
deterministic time limit, so that it always finds the same swaps.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from calpuzzle.base.errors import CannotDoError
from calpuzzle.design.layouts.grouping import Grouping
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.repairs.swaps import Swapped

MAX_GROUPS = 3
PATIENCE = 600.0  # seconds of CP-SAT's deterministic time, the same on every machine


class Fewest(NamedTuple):
    """At least `least` swaps are needed. `swapped` has `least` swaps, or more if CP-SAT could not
    prove that its swaps are the fewest. Both are None if no arrangement of the labels solves every
    date."""

    least: int | None
    swapped: Swapped | None


def fewest(labels: LabelCells) -> Fewest:
    """Return the fewest swaps after which every date that the labels allow has a solution.

    `labels` must have been made without `blanks`.

    Raises MissingExtraError if ortools is not installed, and CannotDoError for more than three
    groups and if CP-SAT does not decide in time.
    """
    if len(labels.axes) > MAX_GROUPS:
        raise CannotDoError(
            f"an unlimited number of swaps is tried only for puzzles of at most {MAX_GROUPS} groups"
        )
    grouping = Grouping(labels, np.ones(labels.real.shape, np.bool_))
    grouping.forbid(labels.solutions == 0)
    group_of = _group_of(labels)
    _minimize(grouping, group_of)
    answer = grouping.solve(PATIENCE)
    if answer.exists is None:
        raise CannotDoError("CP-SAT did not decide in time")
    if not answer.exists:
        return Fewest(None, None)
    # Without `blanks`, every cell of `labels` gets a label, so `answer.held` contains no None.
    wanted = [group_and_class[0] for group_and_class in answer.held if group_and_class]
    least = -int(-answer.bound // 3)  # rounded up; the objective is three times the swaps
    return Fewest(least, _swaps(group_of, wanted))


def _group_of(labels: LabelCells) -> list[int]:
    """Return the group of each label."""
    group_of = [0] * len(labels.names)
    for group, axis in enumerate(labels.axes):
        for label in axis.tolist():
            group_of[label] = group
    return group_of


def _minimize(grouping: Grouping, group_of: list[int]) -> None:
    """Set the objective, which is three times the number of swaps."""
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
    """Return the fewest swaps that give each cell a label of its wanted group. A swap that puts two
    labels right is made before one that puts one right."""
    cells = list(range(len(wanted)))  # the cell of each label
    held = list(range(len(wanted)))  # the label on each cell
    pairs = []
    while wrong := [c for c in range(len(wanted)) if group_of[held[c]] != wanted[c]]:
        group_on = {c: group_of[held[c]] for c in wrong}
        first_right = [(c, d) for c in wrong for d in wrong if group_on[d] == wanted[c]]
        both_right = [(c, d) for c, d in first_right if group_on[c] == wanted[d]]
        c, d = (both_right or first_right)[0]
        pairs.append((held[c], held[d]))
        held[c], held[d] = held[d], held[c]
    for cell, label in enumerate(held):
        cells[label] = cell
    return Swapped(tuple(pairs), tuple(cells))
