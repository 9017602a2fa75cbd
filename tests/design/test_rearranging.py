"""The fewest swaps of labels by CP-SAT, against all that swaps can lead to."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest
from building import board, piece
from small_families import small

from calpuzzle.base.errors import CannotDoError
from calpuzzle.design import rearranging
from calpuzzle.design.rearranging import fewest
from calpuzzle.design.swaps import Labels
from calpuzzle.puzzle.model import Group, Model

pytest.importorskip("ortools")


def brute_force(labels: Labels) -> int | None:
    """The fewest swaps: all that one swap leads to, then two, until every date has a solution."""
    start = [0] * len(labels.names)
    for group, axis in enumerate(labels.axes):
        for label in axis.tolist():
            start[label] = group
    seen = {tuple(start)}
    reached, swaps = list(seen), 0
    while reached:
        for groups in reached:
            cells = [[c for c, g in enumerate(groups) if g == k] for k in range(len(labels.axes))]
            if labels.solutions[np.ix_(*cells)].all():
                return swaps
        swaps += 1
        new = set()
        for groups in reached:
            for one in range(len(groups)):
                for other in range(one):
                    after = list(groups)
                    after[one], after[other] = after[other], after[one]
                    new.add(tuple(after))
        reached = sorted(new - seen)
        seen |= new
    return None


THREE = Model(
    "three",
    board("A B . 1 2", "3 x y . ."),
    (piece("L", "###|..#"), piece("I", "###")),
    (Group("a", ("A", "B")), Group("n", ("1", "2", "3")), Group("x", ("x", "y"))),
)


def with_random_counts(seed: int) -> Labels:
    """Labels of three groups, with any counts."""
    random = Random(seed)
    labels = Labels(THREE)
    labels.solutions[:] = 0
    none = random.uniform(0.02, 0.6)
    for cells in combinations(range(len(labels.names)), 3):
        ways = random.choices([0, 1, 2], [none, 0.2, 0.2])[0]
        for order in permutations(cells):
            labels.solutions[order] = ways
    return labels


def agrees(labels: Labels) -> int | None:
    """The fewest swaps, where CP-SAT, brute force and, up to three, the search say the same."""
    found = fewest(labels)
    assert found.least == brute_force(labels)
    ways = labels.swapped(3, every=True)
    few = found.least is not None and found.least <= 3
    assert {len(way.pairs) for way in ways} == ({found.least} if few else set())
    if found.swapped is None:
        return None
    assert len(found.swapped.pairs) == found.least
    cells = list(range(len(labels.names)))
    for one, other in found.swapped.pairs:
        cells[one], cells[other] = cells[other], cells[one]
    assert tuple(cells) == found.swapped.cells
    assert labels.counts(np.array(cells)).all()
    return found.least


def test_the_fewest_swaps() -> None:
    made = small()
    models = [made.family.model(made.board, number) for number in range(len(made.family))]
    found = {agrees(Labels(model)) for model in models}
    assert None in found and len(found) > 2
    found = {agrees(with_random_counts(seed)) for seed in range(40)}
    assert found >= {None, 0, 1, 2}
    model = Model("one", board("A B C ."), (piece("I", "###"),), (Group("a", ("A", "B", "C")),))
    assert agrees(Labels(model)) is None


def test_where_it_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = Labels(THREE)
    monkeypatch.setattr(rearranging, "MAX_GROUPS", 1)
    with pytest.raises(CannotDoError, match="more swaps are looked at for up to 1 groups only"):
        fewest(labels)
