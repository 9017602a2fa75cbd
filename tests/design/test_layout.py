"""Layouts of labels: the search and its proofs, against all layouts of small boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from building import board, piece
from shipped import model as shipped_model

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError
from calpuzzle.base.stop import StoppedError
from calpuzzle.design.judging.verify import DisagreementError
from calpuzzle.design.layouts import goals, label_cells, label_layout
from calpuzzle.design.layouts.goals import EVEN, FEWEST, GOALS, value, worth
from calpuzzle.design.layouts.grouping import Grouping, SolverAnswer
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.layouts.label_layout import (
    BLOCKS,
    FREE,
    READING,
    LabelLayout,
    Wish,
    arranged,
    check,
    layout,
)
from calpuzzle.design.layouts.tabu import Tabu
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model, Piece

TWO = Model(
    "two",
    board("A . B", "1 2 3"),
    (piece("D", "##", copies=2),),
    (Group("a", ("A", "B")), Group("n", ("1", "2", "3"))),
)
THREE = Model(
    "three",
    board("A B x", "1 2 ."),
    (piece("I", "###"),),
    (Group("a", ("A", "B")), Group("n", ("1", "2")), Group("x", ("x",))),
)
ONE = Model("one", board("A B . . C"), (piece("D", "##", copies=2),), (Group("a", tuple("ABC")),))

KINDS: list[tuple[str, bool, tuple[str, ...]]] = [
    (FREE, False, ()),
    (READING, True, ()),
    (FREE, True, ("A",)),
    (READING, False, ("A",)),
    (BLOCKS, False, ()),
    (BLOCKS, True, ("B",)),
]
"""The order of labels, whether only some dates exist, and the labels that are kept."""


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "TABU_STEPS", 40)


def with_random_counts(
    model: Model, random: Random, some: bool, least: int = 1, most: int = 9
) -> LabelCells:
    """Return the labels of a model with random counts; with `some`, some dates do not exist."""
    labels = LabelCells(model, blanks=True)
    labels.solutions[:] = 0
    none = random.uniform(0.02, 0.3)
    for cells in combinations(range(len(labels.cells)), len(labels.axes)):
        ways = 0 if random.random() < none else random.randint(least, most)
        for order in permutations(cells):
            labels.solutions[order] = ways
    if some:
        labels.real = np.array([random.random() < 0.7 for _ in range(labels.real.size)])
        labels.real = labels.real.reshape(model.shape)
        labels.real.flat[0] = True
    return labels


def all_layouts(labels: LabelCells, wish: Wish) -> Iterator[tuple[int, ...]]:
    """Yield the cell of each label, for every layout that the wish allows."""
    kept = {labels.names.index(name) for name in wish.keep}
    for cells in permutations(range(len(labels.cells)), len(labels.names)):
        if any(cells[label] != labels.home[label] for label in kept):
            continue
        rows = [[cells[k] for k in axis.tolist() if k not in kept] for axis in labels.axes]
        free = [cell for cell in range(len(labels.cells)) if cell not in {cells[k] for k in kept}]
        runs = [[free.index(cell) for cell in row] for row in rows]
        if wish.order == READING and any(run != sorted(run) for run in runs):
            continue
        if wish.order == BLOCKS and any(run != [*range(run[0], run[0] + len(run))] for run in runs):
            continue
        yield cells


def best_of_all(labels: LabelCells, wish: Wish) -> Fraction | None:
    wanted = np.ones_like(labels.real) if wish.every else labels.real
    found = None
    for cells in all_layouts(labels, wish):
        counts = labels.counts(np.array(cells))
        if counts[wanted].all():
            found = max(found or Fraction(0), value(wish.best, counts, wanted))
    return found


def layout_or_none(labels: LabelCells, wish: Wish) -> LabelLayout | None:
    try:
        return arranged(labels, wish)
    except CannotDoError:
        return None


def cells_of(found: LabelLayout, labels: LabelCells) -> tuple[int, ...]:
    at = {label: k for k, label in enumerate(found.model.board.labels) if label}
    return tuple(labels.cells.index(at[name]) for name in labels.names)


USUAL = {("one", "unique"), ("two", "even"), ("three", "total"), ("three", "fewest")}


@pytest.mark.parametrize(
    ("model", "goal"),
    [
        pytest.param(model, goal, marks=[pytest.mark.slow] * ((model.name, goal) not in USUAL))
        for model, goal in product([ONE, TWO, THREE], GOALS)
    ],
    ids=lambda own: getattr(own, "name", own),
)
def test_layouts_equal_brute_force(model: Model, goal: str) -> None:
    random = Random(f"{model.name} {goal}")
    none = short = 0
    for order, some, keep in KINDS:
        labels = with_random_counts(model, random, some)
        wish = Wish(goal, order, keep, every=not some, tries=2)
        expected = best_of_all(labels, wish)
        found = layout_or_none(labels, wish)
        quick = layout_or_none(labels, wish._replace(seconds=0))
        if expected is None:
            none += 1
            assert found is None
            assert quick is None
            continue
        assert found is not None
        assert found.bound is not None
        assert cells_of(found, labels) in set(all_layouts(labels, wish))
        if some and goal not in (FEWEST, EVEN) and order != BLOCKS:
            assert found.value <= expected <= found.bound
        else:
            assert found.value == expected == found.bound
        short += quick is None or quick.value < expected
        blocks = order == BLOCKS  # all such layouts are tried
        assert quick is None or ((quick.bound is None) != blocks and quick.value <= expected)
    assert none < len(KINDS)
    assert short < len(KINDS) - none  # so few steps do not always lead to the best layout


def test_even_layouts_of_larger_counts_equal_brute_force() -> None:
    labels = with_random_counts(TWO, Random(2), False, 30, 90)
    wish = Wish(EVEN, every=True, tries=1)
    found = arranged(labels, wish)
    assert found.value == found.bound == best_of_all(labels, wish)


def test_cp_sat_finds_a_layout_that_the_search_misses() -> None:
    labels = with_random_counts(TWO, Random(26), False)
    wish = Wish(every=True, tries=1)
    words = r"no layout of two was found that gives every instance a solution \(CP-SAT was not"
    with pytest.raises(CannotDoError, match=words):
        arranged(labels, wish._replace(seconds=0))
    found = arranged(labels, wish)
    assert found.value == found.bound == best_of_all(labels, wish)


@pytest.mark.parametrize("goal", [FEWEST, EVEN])
def test_bounds_are_correct_if_cp_sat_does_not_decide_in_time(goal: str) -> None:
    pytest.importorskip("ortools")
    labels = with_random_counts(THREE, Random(3), False)
    wish = Wish(goal, every=True, seconds=1e-9)
    best, found = best_of_all(labels, wish), arranged(labels, wish)
    assert best is not None and found.bound is not None
    assert found.value <= best <= found.bound


def test_labels_that_are_all_kept_stay() -> None:
    labels = with_random_counts(TWO, Random(3), False)
    found = arranged(labels, Wish(keep=("a", "n"), every=True))
    assert found.model == labels.model
    assert found.value == found.bound == found.before.fewest
    assert found.totals == found.before


def test_a_layout_can_be_stopped_while_cp_sat_proves() -> None:
    pytest.importorskip("ortools")
    seen = []

    @contextmanager
    def phases(name: str) -> Iterator[Progress]:
        def report(done: int, of: int | None, found: int) -> None:
            seen.append(name)
            if name == "proving with CP-SAT":
                raise StoppedError

        yield report

    with pytest.raises(StoppedError):
        arranged(with_random_counts(THREE, Random(3), False), Wish(every=True), phases)
    assert seen == ["searching layouts"] * 4 + ["proving with CP-SAT"]


def real(*pieces: Piece) -> Model:
    return Model("real", board("A B .", "1 2 3", ". . ."), pieces, TWO.groups)


def most_of_all(labels: LabelCells) -> int:
    """Return the highest number of solutions that the date with the fewest can have in a layout."""
    parts = (
        (one, other)
        for one in combinations(range(9), 2)
        for other in combinations(sorted({*range(9)} - {*one}), 3)
    )
    return max(int(labels.solutions[np.ix_(*own)].min()) for own in parts)


def test_best_layout_has_the_counts_of_its_puzzle() -> None:
    model = real(piece("V", "##|#."), piece("D", "##", copies=2))
    labels = LabelCells(model, blanks=True)
    found = arranged(labels, Wish(FEWEST))
    assert found.value == found.bound == most_of_all(labels) == 3
    assert found.model.board != model.board
    again = Puzzle(found.model).counts(engine="dancing")
    assert (again.min(), again.sum()) == (found.totals.fewest, found.totals.total)
    assert found.totals.fewest == 3 > Puzzle(model).counts(engine="dancing").min()


def test_no_layout_is_returned_if_each_leaves_a_date_without_a_solution() -> None:
    labels = LabelCells(real(piece("L", "###|#.."), piece("I", "###")), blanks=True)
    assert most_of_all(labels) == 0
    with pytest.raises(CannotDoError, match="gives every instance a solution, which is proven"):
        arranged(labels, Wish(FEWEST))


def test_best_layout_of_a_shipped_calendar_is_proven() -> None:
    model = shipped_model("month-day-7x7")
    found = layout(model, Wish(FEWEST, READING, tries=1))
    assert found.value == found.bound == found.totals.fewest == 19
    assert found.before.total == 25061
    assert found.sentences == [
        "the fewest solutions of any date: 19 found; it is proven that no layout in reading order "
        "that solves every date that exists has more"
    ]
    check(found)
    at = [[found.model.board.labels.index(own) for own in g.labels] for g in model.groups]
    assert all(row == sorted(row) for row in at)
    with pytest.raises(DisagreementError, match="with its labels arranged, total was 1"):
        check(found._replace(totals=found.totals._replace(total=1)))


def test_the_time_limit_is_shared_by_all_calls_of_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ortools")
    limits, solve = [], Grouping.solve

    def timed(grouping: Grouping, seconds: float) -> SolverAnswer:
        limits.append(seconds)
        return solve(grouping, seconds)._replace(seconds=4.0)

    monkeypatch.setattr(Grouping, "solve", timed)
    arranged(with_random_counts(TWO, Random(3), False), Wish(EVEN, every=True, seconds=10))
    assert limits == [10, 6, 2]


def test_labels_can_be_kept_and_invalid_wishes_are_refused() -> None:
    model = shipped_model("month-day-7x7")
    found = layout(model, Wish("unique", keep=("month", "31"), tries=1, seconds=0))
    assert found.bound is None
    assert found.sentences[0].endswith("nothing is proven (CP-SAT was not used)")
    stay = [*model.groups[0].labels, "31"]
    assert [found.model.board.at[own] for own in stay] == [model.board.at[own] for own in stay]
    with pytest.raises(InputError, match=r"no goal fewer \(did you mean fewest\?\); there are"):
        layout(model, Wish("fewer"))
    with pytest.raises(InputError, match="no order rows; there are free, reading, blocks"):
        layout(model, Wish(order="rows"))
    with pytest.raises(InputError, match="month-day-7x7 has no label or group Jam"):
        layout(model, Wish(keep=("Jam",)))
    with pytest.raises(InputError, match="soma has no dates"):
        layout(shipped_model("soma"))
    with pytest.raises(InputError, match="tries must be 1 or more"):
        layout(model, Wish(tries=0))
    lone = TWO._replace(pieces=(piece("I", "####", turn=False),))
    with pytest.raises(CannotDoError, match="no layout of two gives every instance a"):
        layout(lone)
    with pytest.raises(CannotDoError, match="no layout of two was found that gives every inst"):
        layout(lone, Wish(seconds=0))
    words = "no layout of two with these labels kept and the others of any order gives every"
    with pytest.raises(CannotDoError, match=words):
        layout(lone, Wish(keep=(lone.groups[0].name,)))


def test_too_many_blocks_or_open_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model = real(piece("V", "##|#."), piece("D", "##", copies=2))
    monkeypatch.setattr(label_layout, "MAX_ARRANGEMENTS", 29)
    words = "30 ways to place the blocks, as 4 cells get no label, but at most 29 are compared"
    with pytest.raises(CannotDoError, match=words):
        layout(model, Wish(order=BLOCKS))
    monkeypatch.setattr(label_cells, "MAX_TABLE", 80)
    words = "real has too many labels and groups to count the solutions for all cells that may stay"
    with pytest.raises(TooLargeError, match=words):
        layout(model)


def test_a_layout_is_returned_even_if_cp_sat_cannot_prove_anything() -> None:
    pytest.importorskip("ortools")
    labels = with_random_counts(TWO, Random(3), False)
    labels.solutions *= 1 << 60
    found = arranged(labels, Wish("total", every=True))
    assert found.value == 7 << 60 and found.bound is None
    assert found.sentences == [
        f"all solutions together: {7 << 60:,} found; nothing is proven (the numbers of solutions "
        "are too large for CP-SAT)"
    ]


@pytest.mark.parametrize("goal", ["fewest", "even"])
def test_the_best_layout_of_all_searches_is_returned(
    goal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[np.ndarray] = []
    run = Tabu.run

    def recorded(self: Tabu, *args: Any) -> float:
        best = run(self, *args)
        seen.append(self.cells)
        return best

    monkeypatch.setattr(Tabu, "run", recorded)
    for seed in range(20):
        seen.clear()
        labels = with_random_counts(THREE, Random(seed), False)
        wanted = np.ones_like(labels.real)
        found = layout_or_none(labels, Wish(goal, every=True, tries=1, seconds=0))
        best = max(worth(goal, labels.counts(cells), wanted) for cells in seen)
        assert (best[0] < 0) == (found is None)
        assert found is None or found.value == best[1]
