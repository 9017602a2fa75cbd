"""The decision diagram gives the same answers as the searches."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES

import numpy as np
import pytest
import shipped
from building import CUT, LARGE, blank, board, cut_puzzle, dominoes, piece
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import cut, cut_frames, models, stretched

from calpuzzle._core import grow64, grow128, walk
from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines import load
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import _growth
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.layout import layout_of, sizes_of
from calpuzzle.engines.layout import refusal as no_bitboard
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.dates import instance_of, labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal
from calpuzzle.puzzle.validate import faults

BACKTRACK, DIAGRAM, REFERENCE = load("backtrack"), load("diagram"), load("reference")


def grown(model: Model, memory: int = 1 << 30) -> Diagram:
    """The diagram of a puzzle."""
    return diagram_of(Lowering(model).cover)


def listings(cover: Cover) -> list[list[Options]]:
    """The solutions of every instance, without their labels, by the plain engine."""
    return [list(REFERENCE.solutions(cover, cover.instance(k))) for k in range(cover.instances)]


# --- the same answers as the searches

seen: Counter[str] = Counter()


@settings(max_examples=250)
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
    if seen["puzzles"] < 200:
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


@settings(max_examples=120)
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
    cover = Lowering(data.draw(models(most_groups=4))).cover
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


# --- pieces of two sides

uneven: Counter[str] = Counter()


@settings(max_examples=200)
@given(cut_frames())
def test_pieces_of_two_sides(model: Model) -> None:
    cover = Lowering(model).cover
    if no_bitboard(cover):
        uneven["refused"] += 1
        return
    assert DIAGRAM.refusal(cover) is None
    found = list(REFERENCE.solutions(cover))
    assert list(BACKTRACK.solutions(cover)) == found
    assert list(DIAGRAM.solutions(cover)) == found
    assert DIAGRAM.count(cover) == BACKTRACK.count(cover) == len(found)
    for solution in found[:: max(1, len(found) // 3)]:
        for laid in (solution[:1], solution[-2:], solution[1::2]):
            expected = [tuple(sorted({*s} - {*laid})) for s in found if {*laid} <= {*s}]
            for engine in (DIAGRAM, BACKTRACK):
                assert list(engine.solutions(cover, laid)) == expected
                assert engine.count(cover, laid) == len(expected)
    uneven["asked"] += 1
    uneven["solvable"] += bool(found)
    uneven["larger sides lie"] += bool(found) and sizes_of(cover).larger > 0
    uneven["only smaller ones"] += bool(found) and sizes_of(cover).larger == 0


def test_the_puzzles_of_two_sides_are_of_all_kinds() -> None:
    if uneven["asked"] < 100:
        pytest.skip("the test above was not run")
    for kind in ("solvable", "larger sides lie", "only smaller ones"):
        assert uneven[kind] > 20, uneven


def test_kinds_of_pieces_of_two_sides() -> None:
    # Two pieces that may grow, and one that may not: five kinds, and the larger sides are counted.
    model = Model(
        "x",
        blank(2, 4),
        (piece("A", "#", "##"), piece("B", "##", "###"), piece("C", "###|#..")),
        interchangeable=False,
    )
    cover = Lowering(model).cover
    sets = set_tables(cover)
    assert sets.sizes == [1, 2, 4, 2, 3]
    of = {0: {2: 0, 3: 3}, 1: {3: 1, 4: 4}, 2: {5: 2}}
    assert sets.piece == [of[option[0]][len(option)] for option in cover.options]
    assert list(DIAGRAM.solutions(cover)) == list(REFERENCE.solutions(cover)) != []


def test_iq_fit() -> None:
    diagram = diagram_of(shipped.lowering("iq-fit").cover)
    assert diagram.total == 301_350
    rows, _ = diagram.solutions()
    assert len(np.unique(rows, axis=0)) == 301_350
    cover = shipped.lowering("iq-fit").cover
    for number in (0, 1234, 301_349):
        solution = tuple(rows[number].tolist())
        laid = solution[2:5]
        expected = list(BACKTRACK.solutions(cover, laid))
        assert list(diagram.left(laid)) == expected
        assert tuple(sorted({*solution} - {*laid})) in expected


# --- chosen puzzles


@pytest.mark.parametrize("name", shipped.CALENDARS)
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


@pytest.mark.parametrize("name", sorted({*shipped.CALENDARS} - {"weekday-8x7"}))
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


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.name)
def test_boards_of_two_words(model: Model) -> None:
    cover = Lowering(model).cover
    assert isinstance(_growth(layout_of(cover).tables, set_tables(cover), 1 << 30), grow128.Growth)
    assert DIAGRAM.counts(cover).tolist() == BACKTRACK.counts(cover).tolist()
    for number in range(cover.instances):
        laid = cover.instance(number)
        assert list(DIAGRAM.solutions(cover, laid)) == list(BACKTRACK.solutions(cover, laid))


@settings(max_examples=60)
@given(models(most_cells=20))
def test_two_words_grow_as_one_word_does(model: Model) -> None:
    found = DIAGRAM.counts(Lowering(stretched(model)).cover)
    assert found.ravel().tolist() == REFERENCE.counts(Lowering(model).cover).ravel().tolist()


@pytest.mark.parametrize(
    ("height", "width", "tilings"),
    # OEIS A099390; the last is past one word of the board and 32 bits of the vectors.
    [(1, 64, 1), (1, 128, 1), (2, 64, 17167680177565), (8, 8, 12988816), (8, 16, 540061286536921)],
)
def test_dominoes_on_rectangles(height: int, width: int, tilings: int) -> None:
    diagram = grown(dominoes(height, width))
    assert diagram.total == tilings
    assert diagram.counts().tolist() == tilings
    left = diagram.left()
    assert left.count == tilings
    last = left.nth(tilings - 1)
    assert left.nth(0) <= last == max(last, left.nth(tilings // 2))
    assert diagram.completions(last[:3]) >= 1


def test_counts_past_32_bits_with_groups() -> None:
    # A strip of 2 by 64 with its last column cut off by labels: Fibonacci numbers.
    rows = ("a b" + " ." * 62, "c d" + " ." * 62)
    groups = (Group("g", ("a", "b")), Group("h", ("c", "d")))
    model = Model("x", board(*rows), (piece("D", "##", copies=63),), groups)
    assert faults(model) == []
    # ac: all of the rest; bd: a column and all the rest but two; ad, bc: odd colours.
    fibonacci = [1, 1]
    while len(fibonacci) < 70:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert grown(model).counts().tolist() == [[fibonacci[63], 0], [0, fibonacci[62]]]


def test_monominoes_of_128_copies_and_of_none() -> None:
    cover = Lowering(Model("x", blank(8, 16), (piece("M", "#", copies=128),))).cover
    assert DIAGRAM.counts(cover).tolist() == 1
    assert len(next(DIAGRAM.solutions(cover))) == 128
    # Many copies beside other classes: digits that are no powers of two.
    pieces = (piece("M", "#", copies=5), piece("D", "##", copies=4), piece("T", "###", copies=2))
    cover = Lowering(Model("x", blank(1, 19), pieces)).cover
    assert DIAGRAM.counts(cover).tolist() == 6930  # 11! / (5! 4! 2!)


def test_more_than_64_options_of_one_cell() -> None:
    cover = Lowering(cut_puzzle()).cover
    lowest = Counter(option[1] for option in cover.options)
    assert max(lowest.values()) > 64
    assert len(set("".join(CUT))) == 11
    found = list(REFERENCE.solutions(cover))
    # At least the board in its four positions.
    assert len(found) >= 4
    assert list(DIAGRAM.solutions(cover)) == list(BACKTRACK.solutions(cover)) == found


def many_labels(seed: int, height: int, width: int, groups: int) -> Model:
    """A board cut into large pieces, all of whose cells are labels of some group."""
    rng = random.Random(seed)
    cells: list[Cell] = [(r, c) for r in range(height) for c in range(width)]
    owner = {cell: rng.randrange(groups) for cell in cells}
    names = {cell: f"{'abcd'[owner[cell]]}{k}" for k, cell in enumerate(cells)}
    free = [next(cell for cell in cells if owner[cell] == g) for g in range(groups)]
    parts = cut(rng, [cell for cell in cells if cell not in free], range(9, 13))
    return Model(
        "labels",
        board(*[" ".join(names[r, c] for c in range(width)) for r in range(height)]),
        tuple(Piece(f"P{k}", (normal(part),)) for k, part in enumerate(parts)),
        tuple(
            Group(f"group{g}", tuple(names[cell] for cell in cells if owner[cell] == g))
            for g in range(groups)
        ),
    )


def test_labels_past_the_64th() -> None:
    model = many_labels(7, 8, 9, 2)
    assert faults(model) == []
    cover = Lowering(model).cover
    counts = BACKTRACK.counts(cover)
    assert counts.any()
    assert DIAGRAM.counts(cover).tolist() == counts.tolist()
    solvable = counts.ravel().nonzero()[0].tolist()
    for number in {*solvable[:: max(1, len(solvable) // 20)], 0, cover.instances - 1}:
        labels = cover.instance(number)
        found = list(BACKTRACK.solutions(cover, labels))
        assert list(DIAGRAM.solutions(cover, labels)) == found
        for solution in found[:2]:
            first, last = solution[:1], solution[-2:]
            assert DIAGRAM.count(cover, first) == BACKTRACK.count(cover, first)
            expected = sum(set(last) <= set(other) for other in found)
            assert DIAGRAM.count(cover, (*labels, *last)) == expected


# --- bounds


def test_the_number_of_solutions_past_63_bits() -> None:
    # 36 dominoes and 56 monominoes on 8 by 16.
    pieces = (piece("D", "##", copies=36), piece("M", "#", copies=56))
    with pytest.raises(CannotDoError, match="too many to count"):
        grown(Model("x", blank(8, 16), pieces))


def test_the_vectors_are_bounded_too() -> None:
    with pytest.raises(TooLargeError, match="every date"):
        diagram_of(shipped.fresh("dray").cover).counts(1000)


def test_too_many_solutions_for_an_array() -> None:
    with pytest.raises(TooLargeError, match="540,061,286,536,921 solutions"):
        grown(dominoes(8, 16)).solutions()
    with pytest.raises(TooLargeError):
        grown(dominoes(4, 4)).solutions(100)


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
