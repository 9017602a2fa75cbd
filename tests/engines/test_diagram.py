"""The decision diagram gives the same answers as the searches."""

from __future__ import annotations

import hashlib
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES

import numpy as np
import pytest
import shipped
from building import blank, board, dominoes, piece
from growing import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import models

from calpuzzle._core import grow64, grow128, walk
from calpuzzle.engines import load
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.dates import instance_of, labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model

BACKTRACK, DIAGRAM, REFERENCE = load("backtrack"), load("diagram"), load("reference")


def listings(cover: Cover) -> list[list[Options]]:
    """The solutions of every instance, without their labels, by the plain engine."""
    return [list(REFERENCE.solutions(cover, cover.instance(k))) for k in range(cover.instances)]


# --- the same answers as the searches

seen: Counter[str] = Counter()


@settings(max_examples=62)
@given(models(most_cells=18, most_groups=5))
def test_the_diagram_agrees_on_random_puzzles(model: Model) -> None:
    cover = Lowering(model).cover
    listed = listings(cover)
    counts = [len(found) for found in listed]
    assert DIAGRAM.counts(cover).ravel().tolist() == counts
    assert DIAGRAM.count(cover) == sum(counts)
    for number, found in enumerate(listed):
        laid = cover.instance(number)
        assert DIAGRAM.count(cover, laid) == len(found)
        assert list(DIAGRAM.solutions(cover, laid)) == found
        assert list(BACKTRACK.solutions(cover, laid)) == found
    rows, starts = diagram_of(cover).solutions()
    assert rows.dtype == np.uint16
    assert starts.dtype == np.int64
    assert starts.tolist() == [sum(counts[:k]) for k in range(len(counts) + 1)]
    for number, found in enumerate(listed):
        assert list(map(tuple, rows[starts[number] : starts[number + 1]].tolist())) == found
        # Now they are read off these arrays.
        assert list(DIAGRAM.solutions(cover, cover.instance(number))) == found
    pieces = cover.pieces - len(cover.axes)
    sizes = [len(option) for option in cover.options if option[0] < pieces]
    seen["puzzles"] += 1
    seen["solvable"] += any(counts)
    seen["unsolvable"] += not any(counts)
    seen["no groups"] += not model.groups
    seen["many groups"] += len(model.groups) > 3
    seen["one label"] += any(len(group.labels) == 1 for group in model.groups)
    seen["equal"] += any(most > 1 for _, most in cover.bounds[:pieces])
    seen["one cell"] += 2 in sizes


def test_the_puzzles_above_are_of_all_kinds() -> None:
    if seen["puzzles"] < 100:
        pytest.skip("the test above was not run")
    for kind, number in seen.items():
        assert number > seen["puzzles"] / 100, kind


@st.composite
def some_laid(draw: st.DrawFn, cover: Cover, listed: list[list[Options]]) -> Options:
    """Placements to lay: a part of a solution, any, or ones that may clash."""
    labels = cover.pieces - len(cover.axes)
    placements = [k for k, option in enumerate(cover.options) if option[0] < labels]
    solutions = [solution for found in listed for solution in found]
    kind = draw(st.sampled_from(["part", "part", "any", "mixed"] if solutions else ["any"]))
    laid: list[int] = []
    if kind != "any":
        chosen = draw(st.sampled_from(solutions))
        laid += draw(st.lists(st.sampled_from(chosen), max_size=4, unique=True))
    if kind != "part" and placements:
        laid += draw(st.lists(st.sampled_from(placements), max_size=2))
    return tuple(draw(st.permutations(laid)))


@settings(max_examples=60)
@given(st.data())
def test_what_is_left_when_some_are_laid(data: st.DataObject) -> None:
    cover = Lowering(data.draw(models(most_cells=18, most_groups=4))).cover
    listed = listings(cover)
    diagram = diagram_of(cover)
    for _ in range(4):
        placed = data.draw(some_laid(cover, listed))
        # A placement that is laid twice clashes with itself.
        clash = len(set(placed)) < len(placed)
        left = [[s for s in found if not clash and {*placed} <= {*s}] for found in listed]
        assert diagram.completions(placed) == sum(map(len, left))
        assert BACKTRACK.count(cover, placed) == sum(map(len, left))
        whole = diagram.left(placed)
        assert whole.count == sum(map(len, left))
        occurrences = Counter(k for own in left for solution in own for k in solution)
        for number, own in enumerate(left):
            occurrences.update({k: len(own) for k in cover.instance(number)})
        assert whole.occurrences() == +occurrences
        numbers = {0, cover.instances - 1, data.draw(st.integers(0, cover.instances - 1))}
        for number in numbers:
            check_left(diagram, cover, (*cover.instance(number), *placed), left[number])


def check_left(diagram: Diagram, cover: Cover, laid: Options, found: list[Options]) -> None:
    """Whether the diagram has just these solutions, which hold what is laid, labels apart."""
    expected = [tuple(k for k in solution if k not in laid) for solution in found]
    assert diagram.completions(laid) == len(expected)
    assert DIAGRAM.count(cover, laid) == len(expected)
    for engine in (DIAGRAM, BACKTRACK, REFERENCE):
        assert list(engine.solutions(cover, laid)) == expected
    rest = diagram.left(laid)
    assert rest.count == len(expected)
    assert list(rest) == [rest.nth(k) for k in range(rest.count)] == expected
    for past in (-1, rest.count, rest.count + 1, 1 << 70):
        with pytest.raises(IndexError):
            rest.nth(past)
    occurrences = Counter(k for solution in expected for k in (*solution, *laid))
    assert rest.occurrences() == occurrences
    forced = sorted(k for k in occurrences if occurrences[k] == len(expected))
    assert list(rest.forced()) == forced


@settings(max_examples=60)
@given(st.data())
def test_the_solutions_of_all_dates_are_numbered_in_order(data: st.DataObject) -> None:
    cover = Lowering(data.draw(models(most_cells=18, most_groups=4))).cover
    diagram = diagram_of(cover)
    laid = data.draw(some_laid(cover, listings(cover)))
    left = diagram.left(laid)
    rows = [tuple(sorted((*left.nth(k), *laid))) for k in range(left.count)]
    assert rows == sorted(set(rows))
    assert [tuple(sorted((*more, *laid))) for more in DIAGRAM.solutions(cover, laid)] == rows


def test_a_slice_stays_right_when_others_are_made() -> None:
    cover = shipped.lowering("dray").cover
    diagram = diagram_of(cover)
    first = diagram.left(cover.instance(100))
    expected = list(first)
    others = [diagram.left(cover.instance(number)) for number in range(0, 2604, 100)]
    assert diagram.completions((*cover.instance(5), *expected[0][:2])) >= 0
    assert list(first) == expected
    assert [other.count for other in others] == diagram.counts().ravel()[::100].tolist()


def test_samples_are_uniform_and_seeded() -> None:
    left = grown(dominoes(4, 4)).left()
    assert left.count == 36
    drawn = Counter(left.sample(seed) for seed in range(3600))
    assert set(drawn) == set(left)
    chi = sum((number - 100) ** 2 / 100 for number in drawn.values())
    # 35 degrees of freedom: 80 is passed once in fifty thousand.
    assert chi < 80
    assert [left.sample(5) for _ in range(3)] == [left.sample(5)] * 3
    assert len({left.sample() for _ in range(50)}) > 1
    with pytest.raises(IndexError):
        grown(dominoes(4, 4)).left([0, 0]).sample(1)


def test_what_is_asked_of_the_counts_cannot_change_them() -> None:
    diagram = grown(dominoes(2, 3))
    diagram.counts()[...] = 7
    assert diagram.counts().tolist() == 3
    rows, starts = diagram.solutions()
    for array in (rows, starts):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


# --- chosen puzzles


@pytest.mark.parametrize("name", shipped.by_size(shipped.CALENDARS))
def test_every_shipped_calendar(name: str) -> None:
    known, cover = shipped.KNOWN[name], shipped.lowering(name).cover
    counts = DIAGRAM.counts(cover)
    assert hashlib.sha256(counts.astype("<i8").tobytes()).hexdigest() == known["counts_sha256"]
    assert diagram_of(cover).total == known["total"]
    model = shipped.model(name)
    for date, number in known["dates"].items():
        laid = cover.instance(instance_of(model, labels_of(model, date)))
        assert DIAGRAM.count(cover, laid) == number
        assert diagram_of(cover).left(laid).count == number


@pytest.mark.parametrize("name", sorted({*shipped.CALENDARS} - shipped.LARGE))
def test_solutions_of_shipped_puzzles_are_those_of_backtrack(name: str) -> None:
    cover = shipped.lowering(name).cover
    diagram = diagram_of(cover)
    rows, starts = diagram.solutions()
    assert len(rows) == shipped.KNOWN[name]["total"]
    for number in range(0, cover.instances, max(1, cover.instances // 8)):
        labels = cover.instance(number)
        found = list(BACKTRACK.solutions(cover, labels))
        assert list(map(tuple, rows[starts[number] : starts[number + 1]].tolist())) == found
        assert list(diagram.left(labels)) == found
        for solution in found[:3]:
            laid = solution[2:6]
            expected = BACKTRACK.count(cover, (*labels, *laid))
            assert diagram.completions((*labels, *laid)) == expected
            assert diagram.completions(laid) == BACKTRACK.count(cover, laid)


@pytest.mark.parametrize(
    ("name", "raw"),
    # Four times the published 2,339, 1,010, 368 and 2, eight times 65.
    [("6x10", 9356), ("5x12", 4040), ("4x15", 1472), ("3x20", 8), ("8x8", 520)],
)
def test_the_twelve_pentominoes(name: str, raw: int) -> None:
    cover = shipped.lowering(f"pentominoes-{name}").cover
    assert DIAGRAM.count(cover) == raw
    rows, starts = diagram_of(cover).solutions()
    assert starts.tolist() == [0, raw]
    assert len(np.unique(rows, axis=0)) == raw


@pytest.mark.parametrize(
    "model",
    [
        Model("x", blank(2, 2), (piece("A", "##", turn=False), piece("B", "#|#", turn=False))),
        Model("x", blank(2, 2), (piece("A", "####"), piece("B", "#", copies=2))),  # fits nowhere
        Model("x", blank(2, 2), (piece("A", "##"), piece("B", "#", copies=400_000))),  # too many
        Model("x", blank(2, 2), (piece("A", "##"),)),  # too few
    ],
    ids=["cross", "nowhere", "too many", "too few"],
)
def test_an_empty_diagram_answers(model: Model) -> None:
    diagram = grown(model)
    assert (diagram.total, diagram.states, diagram.counts().tolist()) == (0, 0, 0)
    left = diagram.left([0])
    assert (left.count, left.occurrences(), left.forced(), list(left)) == (0, {}, (), [])
    assert diagram.completions([0]) == diagram.completions() == 0
    rows, starts = diagram.solutions()
    assert rows.shape == (0, sum(own.most for own in model.pieces))
    assert starts.tolist() == [0, 0]
    assert list(diagram.listed()) == []


def test_an_empty_diagram_of_many_dates_answers() -> None:
    model = Model("x", board("a b c ."), (piece("V", "##|#."),), (Group("g", ("a", "b", "c")),))
    diagram = grown(model)
    assert diagram.counts().tolist() == [0, 0, 0]
    rows, starts = diagram.solutions()
    assert (rows.shape, starts.tolist()) == ((0, 1), [0, 0, 0, 0])


def test_the_compiled_modules_are_loaded() -> None:
    for module in (grow64, grow128, walk):
        assert module.__file__ is not None
        assert module.__file__.endswith(tuple(EXTENSION_SUFFIXES))
