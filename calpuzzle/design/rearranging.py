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
from typing import Any, NamedTuple

import numpy as np

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.extras import importing
from calpuzzle.base.stoppable import stoppable
from calpuzzle.design.swaps import Labels, Swapped

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
    with importing("ortools", "looking at more swaps", "ortools", "cpsat"):
        from ortools.sat.python import cp_model
    model = cp_model.CpModel()
    group_of = _group_of(labels)
    in_group = _variables(model, labels, group_of)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = PATIENCE
    solver.parameters.catch_sigint_signal = False
    status = stoppable(lambda: solver.solve(model), solver.stop_search)
    if status == cp_model.INFEASIBLE:
        return Fewest(None, None)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise CannotDoError(f"CP-SAT came to no end: {solver.status_name(status)}")
    wanted = [[solver.boolean_value(x) for x in own].index(True) for own in in_group]
    least = -int(-solver.best_objective_bound // 3)
    return Fewest(least, _swaps(group_of, wanted))


def _group_of(labels: Labels) -> list[int]:
    """The group of each label."""
    group_of = [0] * len(labels.names)
    for group, axis in enumerate(labels.axes):
        for label in axis.tolist():
            group_of[label] = group
    return group_of


def _variables(model: Any, labels: Labels, group_of: list[int]) -> list[list[Any]]:
    """Of each cell and each group whether the cell gets one of its labels, so that no date lacks a
    solution; the fewest swaps are three times what is minimised."""
    cells, groups = range(len(labels.names)), range(len(labels.axes))
    into = [[model.new_bool_var(f"{cell} {group}") for group in groups] for cell in cells]
    for own in into:
        model.add_exactly_one(own)
    for group, axis in enumerate(labels.axes):
        model.add(sum(own[group] for own in into) == len(axis))
    for none in np.argwhere(labels.solutions == 0).tolist():
        if len(set(none)) == len(none) and none == sorted(none):
            for order in permutations(none):
                model.add_bool_or([into[cell][k].negated() for k, cell in enumerate(order)])
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
    return into


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
