"""The decision diagram: the same answers as the searches, and no harm from what is malformed."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
import textwrap
import tomllib
import warnings
from array import array
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import cut, models, stretched
from test_engines import CUT, LARGE, blank, dominoes, piece
from test_published import PENTOMINOES

import calpuzzle as cp
from calpuzzle._core import grow64, grow128, walk
from calpuzzle._core.walk import Walk
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines.diagram import diagram as diagram_module
from calpuzzle.engines.diagram import growth as growth_module
from calpuzzle.engines.diagram.diagram import Diagram, label_options
from calpuzzle.engines.diagram.growth import Arrays, grow
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines import Run, auto, backtrack, reference
from calpuzzle.engines import diagram as engine
from calpuzzle.engines.layout import Layout
from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.library import FOLDER
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.shapes import from_drawing, normal
from calpuzzle.base.text import memory
from calpuzzle.puzzle.validate import faults

KNOWN = tomllib.loads((Path(FOLDER) / "known.toml").read_text())


def all_solutions(cover):
    """The solutions of every instance, by the plain engine."""
    return [list(reference.solutions(cover, number)) for number in range(cover.instances)]


# --- the same answers as the searches

seen = Counter()


@settings(max_examples=400)
@given(models(most_groups=5))
def test_the_diagram_agrees_on_random_puzzles(model):
    cover = Cover(model)
    listed = all_solutions(cover)
    counts = [len(found) for found in listed]
    assert engine.counts(cover) == counts == backtrack.counts(cover)
    assert engine.count(cover, None) == sum(counts)
    for number, found in enumerate(listed):
        assert engine.count(cover, number) == len(found)
        assert list(engine.solutions(cover, number)) == found
        assert list(backtrack.solutions(cover, number)) == found
    rows, starts = engine.diagram_of(cover).solutions()
    assert rows.dtype == np.uint16
    assert starts.dtype == np.int64
    assert starts.tolist() == [sum(counts[:k]) for k in range(len(counts) + 1)]
    for number, found in enumerate(listed):
        assert list(map(tuple, rows[starts[number] : starts[number + 1]].tolist())) == found
    seen["puzzles"] += 1
    seen["solvable"] += any(counts)
    seen["unsolvable"] += not any(counts)
    seen["no groups"] += not model.groups
    seen["many groups"] += len(model.groups) > 3
    seen["one label"] += any(len(group.labels) == 1 for group in model.groups)
    seen["equal"] += any(item.copies > 1 for item in cover.classes)
    seen["one cell"] += any(item.size == 1 for item in cover.classes)


def test_the_puzzles_above_are_of_all_kinds():
    if seen["puzzles"] < 200:
        pytest.skip("the test above was not run")
    for kind in seen:
        assert seen[kind] > seen["puzzles"] / 100, seen


def some_laid(draw, cover, listed):
    """Placements to lay: a part of a solution, any, or ones that may clash."""
    placements = [i for i, option in enumerate(cover.options) if option.piece >= 0]
    solutions = [solution for found in listed for solution in found]
    kind = draw(st.sampled_from(["part", "part", "any", "mixed"] if solutions else ["any"]))
    laid = []
    if kind != "any":
        chosen = draw(st.sampled_from(solutions))
        laid += draw(st.lists(st.sampled_from(chosen), max_size=4, unique=True))
    if kind != "part":
        laid += draw(st.lists(st.sampled_from(placements), max_size=2))
    return tuple(draw(st.permutations(laid)))


@settings(max_examples=250)
@given(models(most_groups=4), st.data())
def test_what_is_left_when_some_are_laid(model, data):
    cover = Cover(model)
    listed = all_solutions(cover)
    diagram = Diagram.grown(cover)
    for _ in range(4):
        laid = some_laid(data.draw, cover, listed)
        # A placement that is laid twice clashes with itself.
        clash = len(set(laid)) < len(laid)
        left = [[s for s in found if not clash and set(laid) <= set(s)] for found in listed]
        every = [solution for found in left for solution in found]
        assert diagram.completions(None, laid) == len(every)
        assert backtrack.count(cover, None, laid) == len(every)
        whole = diagram.left(None, laid)
        assert whole.count == len(every)
        assert whole.occurrences() == Counter(i for solution in every for i in solution)
        numbers = {0, cover.instances - 1, data.draw(st.integers(0, cover.instances - 1))}
        for number in numbers:
            found = left[number]
            assert diagram.completions(number, laid) == len(found)
            assert engine.count(cover, number, laid) == len(found)
            assert list(engine.solutions(cover, number, laid)) == found
            assert list(backtrack.solutions(cover, number, laid)) == found
            assert list(reference.solutions(cover, number, laid)) == found
            rest = diagram.left(number, laid)
            assert rest.count == len(found)
            assert [rest.nth(k) for k in range(rest.count)] == found
            for past in (-1, rest.count, rest.count + 1, 1 << 70):
                with pytest.raises(IndexError):
                    rest.nth(past)
            occurrences = Counter(i for solution in found for i in solution)
            assert rest.occurrences() == occurrences
            expected = [i for i in sorted(occurrences) if occurrences[i] == len(found)]
            assert list(rest.forced()) == expected


@settings(max_examples=60)
@given(models(most_groups=4), st.data())
def test_the_solutions_of_all_dates_are_numbered_in_order(model, data):
    cover = Cover(model)
    diagram = Diagram.grown(cover)
    laid = some_laid(data.draw, cover, all_solutions(cover))
    part = diagram._walk.slice(laid)
    rows = [part.nth(k) for k in range(part.total)]
    assert rows == sorted(set(rows))
    if not rows:
        return
    buffer = np.zeros((len(rows), cover.length), np.uint16)
    part.fill(buffer, 0)
    assert list(map(tuple, buffer.tolist())) == rows
    part.fill(buffer[:1], len(rows) - 1)
    assert tuple(buffer[0].tolist()) == rows[-1]
    for start in (1, len(rows), (1 << 64) - 1):
        with pytest.raises(IndexError):
            part.fill(buffer, start)
    with pytest.raises(ValueError, match="option"):
        part.fill(np.zeros((1, cover.length + 1), np.uint16), 0)


def test_a_slice_stays_right_when_others_are_made():
    puzzle = cp.load("dray")
    diagram = engine.diagram_of(puzzle.cover)
    first = diagram.left(100)
    expected = list(first)
    others = [diagram.left(number) for number in range(0, 2604, 100)]
    assert diagram.completions(5, expected[0][:2]) >= 0
    assert list(first) == expected
    assert [other.count for other in others] == diagram.counts()[::100].tolist()


def test_samples_are_uniform_and_seeded():
    model = dominoes(4, 4)
    left = Diagram.grown(Cover(model)).left(0)
    assert left.count == 36
    drawn = Counter(left.sample(seed) for seed in range(3600))
    assert set(drawn) == set(left)
    chi = sum((number - 100) ** 2 / 100 for number in drawn.values())
    # 35 degrees of freedom: 80 is passed once in fifty thousand.
    assert chi < 80
    assert [left.sample(5) for _ in range(3)] == [left.sample(5)] * 3
    assert len({left.sample() for _ in range(50)}) > 1
    with pytest.raises(IndexError):
        Diagram.grown(Cover(model)).left(0, [0, 0]).sample(1)


# --- chosen puzzles


@pytest.mark.parametrize("name", KNOWN)
def test_every_shipped_puzzle(name):
    puzzle = cp.load(name)
    counts = puzzle.counts("diagram")
    digest = hashlib.sha256(counts.astype("<i8").tobytes()).hexdigest()
    assert digest == KNOWN[name]["counts_sha256"]
    assert engine.diagram_of(puzzle.cover).total == KNOWN[name]["total"]
    for date, number in KNOWN[name]["dates"].items():
        assert puzzle.count(date, engine="diagram") == number
        assert puzzle.left(date).count == number


@pytest.mark.parametrize("name", sorted(set(KNOWN) - {"weekday-8x7"}))
def test_solutions_of_shipped_puzzles_are_those_of_backtrack(name):
    puzzle = cp.load(name)
    diagram = engine.diagram_of(puzzle.cover)
    rows, starts = diagram.solutions()
    assert len(rows) == KNOWN[name]["total"]
    for number in range(0, puzzle.cover.instances, max(1, puzzle.cover.instances // 8)):
        found = list(backtrack.solutions(puzzle.cover, number))
        assert list(map(tuple, rows[starts[number] : starts[number + 1]].tolist())) == found
        assert list(diagram.left(number)) == found
        for solution in found[:3]:
            laid = solution[2:6]
            expected = backtrack.count(puzzle.cover, number, laid)
            assert diagram.completions(number, laid) == expected
            assert diagram.completions(None, laid) == backtrack.count(puzzle.cover, None, laid)


@pytest.mark.parametrize(
    ("height", "width", "raw"),
    # Four times the published 2,339, 1,010, 368 and 2.
    [(6, 10, 9356), (5, 12, 4040), (4, 15, 1472), (3, 20, 8)],
)
def test_the_twelve_pentominoes(height, width, raw):
    pieces = tuple(Piece(name, from_drawing(d.split("|"))) for name, d in PENTOMINOES.items())
    puzzle = cp.Puzzle(Model("x", Board(((".",) * width,) * height), pieces))
    assert puzzle.count(engine="diagram") == raw
    rows, starts = puzzle.solutions()
    assert starts.tolist() == [0, raw]
    assert len(np.unique(rows, axis=0)) == raw


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.name)
def test_boards_of_two_words(model):
    cover = Cover(model)
    assert isinstance(
        growth_module._growth(Layout(cover), 1 << 30),
        grow128.Growth,
    )
    counts = engine.counts(cover)
    assert counts == backtrack.counts(cover)
    for number in range(cover.instances):
        assert list(engine.solutions(cover, number)) == list(backtrack.solutions(cover, number))


@settings(max_examples=60)
@given(models(most_cells=20))
def test_two_words_grow_as_one_word_does(model):
    assert engine.counts(Cover(stretched(model))) == reference.counts(Cover(model))


@pytest.mark.parametrize(
    ("height", "width", "tilings"),
    # OEIS A099390; the last is past one word of the board and 32 bits of the vectors.
    [(1, 64, 1), (1, 128, 1), (2, 64, 17167680177565), (8, 8, 12988816), (8, 16, 540061286536921)],
)
def test_dominoes_on_rectangles(height, width, tilings):
    diagram = Diagram.grown(Cover(dominoes(height, width)))
    assert diagram.total == tilings
    assert diagram.counts().tolist() == [tilings]
    left = diagram.left(0)
    assert left.count == tilings
    last = left.nth(tilings - 1)
    assert left.nth(0) <= last == max(last, left.nth(tilings // 2))
    assert diagram.completions(0, last[:3]) >= 1


def test_counts_past_32_bits_with_groups():
    # A strip of 2 by 64 with its last column cut off by labels: Fibonacci numbers.
    rows = (("a", "b", *"." * 62), ("c", "d", *"." * 62))
    groups = (Group("g", ("a", "b")), Group("h", ("c", "d")))
    model = Model("x", Board(rows), (piece("D", "##", copies=63),), groups)
    assert faults(model) == []
    # ac: all of the rest; bd: a column and all the rest but two; ad, bc: odd colours.
    fibonacci = [1, 1]
    while len(fibonacci) < 70:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert Diagram.grown(Cover(model)).counts().tolist() == [
        fibonacci[63],
        0,
        0,
        fibonacci[62],
    ]


def test_monominoes_of_128_copies_and_of_none():
    cover = Cover(Model("x", blank(8, 16), (piece("M", "#", copies=128),)))
    assert engine.counts(cover) == [1]
    assert len(next(engine.solutions(cover, 0))) == 128
    # Many copies beside other classes: digits that are no powers of two.
    pieces = (piece("M", "#", copies=5), piece("D", "##", copies=4), piece("T", "###", copies=2))
    cover = Cover(Model("x", blank(1, 19), pieces))
    assert engine.counts(cover) == [6930]  # 11! / (5! 4! 2!)


def test_more_than_64_options_of_one_cell():
    cells = {(r, c): mark for r, row in enumerate(CUT) for c, mark in enumerate(row)}
    names = sorted(set(cells.values()))
    shapes = [normal(cell for cell in cells if cells[cell] == name) for name in names]
    cover = Cover(Model("x", blank(9, 13), tuple(map(Piece, names, shapes))))
    assert max(b - a for a, b in zip(cover.buckets, cover.buckets[1:], strict=False)) > 64
    assert list(engine.solutions(cover, 0)) == list(backtrack.solutions(cover, 0))


def many_labels(seed, height, width, groups):
    """A board cut into large pieces, all of whose cells are labels of some group."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(height) for c in range(width)]
    owner = {cell: rng.randrange(groups) for cell in cells}
    names = {cell: f"{'abcd'[owner[cell]]}{k}" for k, cell in enumerate(cells)}
    free = [next(cell for cell in cells if owner[cell] == g) for g in range(groups)]
    parts = cut(rng, [cell for cell in cells if cell not in free], range(9, 13))
    pieces = tuple(Piece(f"P{k}", normal(part)) for k, part in enumerate(parts))
    rows = tuple(tuple(names[r, c] for c in range(width)) for r in range(height))
    return Model(
        "labels",
        Board(rows),
        pieces,
        tuple(
            Group(f"group{g}", tuple(names[cell] for cell in cells if owner[cell] == g))
            for g in range(groups)
        ),
    )


@pytest.mark.parametrize(("height", "width", "groups"), [(8, 9, 2)])
def test_labels_past_the_64th(height, width, groups):
    model = many_labels(7, height, width, groups)
    assert faults(model) == []
    cover = Cover(model)
    counts = backtrack.counts(cover)
    assert any(counts)
    assert engine.counts(cover) == counts
    solvable = [number for number, count in enumerate(counts) if count]
    for number in {*solvable[:: max(1, len(solvable) // 20)], 0, cover.instances - 1}:
        found = list(backtrack.solutions(cover, number))
        assert list(engine.solutions(cover, number)) == found
        for solution in found[:2]:
            assert engine.count(cover, None, solution[:1]) == backtrack.count(
                cover, None, solution[:1]
            )
            assert engine.count(cover, number, solution[-2:]) == sum(
                set(solution[-2:]) <= set(other) for other in found
            )


def test_the_number_of_solutions_past_63_bits():
    # 36 dominoes and 56 monominoes on 8 by 16.
    pieces = (piece("D", "##", copies=36), piece("M", "#", copies=56))
    with pytest.raises(CannotDoError, match="too many to count"):
        Diagram.grown(Cover(Model("x", blank(8, 16), pieces)))


# --- bounds


def test_a_small_bound_is_kept():
    cover = cp.load("dray").cover
    for bound in (-1, 0, 1000, 1 << 20, 4 << 20):
        with pytest.raises(TooLargeError, match=f"more than {memory(bound)};"):
            grow(cover, bound)
    assert [memory(n) for n in (0, 1, 1000, 1 << 20, 5 << 30)] == [
        "0 bytes", "1 byte", "1,000 bytes", "1 MiB", "5,120 MiB"
    ]  # fmt: skip
    layout = Layout(cover)
    growth = growth_module._growth(layout, 1 << 20)
    growth.start(layout.root())
    with pytest.raises(OverflowError):
        for place in range(layout.tables.places):
            growth.forward(place, 0, 1 << 40)
            assert growth.bytes <= 1 << 20
    assert 0 < growth.bytes <= 1 << 20
    # It is not to be used again.
    with pytest.raises(ValueError, match="order"):
        growth.forward(0, 0, 1)


def test_every_bound_fails_cleanly_or_gives_the_same():
    # The bound is met at each of the places that take memory.
    cover = cp.load("month-day-7x7").cover
    expected = [bytes(part) for part in grow(cover)]
    refused = 0
    for bound in range(1 << 18, 12 << 20, 3 << 17):
        try:
            assert [bytes(part) for part in grow(cover, bound)] == expected
        except TooLargeError:
            refused += 1
    assert refused > 5
    assert [bytes(part) for part in grow(cover, 1 << 80)] == expected


def test_auto_falls_back_and_says_so():
    cover = cp.load("dray").cover
    with pytest.warns(UserWarning, match="engine backtrack instead"):
        counts = auto.counts(cover, Run(memory=1 << 20))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert auto.counts(cover) == counts
    assert sum(counts) == 85_637


def test_the_vectors_are_bounded_too():
    cover = cp.load("dray").cover
    with pytest.raises(TooLargeError, match="every date"):
        Diagram.grown(cover).counts(1000)


def test_too_many_solutions_for_an_array():
    with pytest.raises(TooLargeError, match="540,061,286,536,921 solutions"):
        Diagram.grown(Cover(dominoes(8, 16))).solutions()
    with pytest.raises(TooLargeError):
        Diagram.grown(Cover(dominoes(4, 4))).solutions(100)


def test_memory_that_runs_out_is_too_large(monkeypatch):
    class NoMemory:
        def start(self, root):
            raise MemoryError

    monkeypatch.setattr(growth_module, "_growth", lambda *_: NoMemory())
    with pytest.raises(TooLargeError):
        grow(Cover(dominoes(4, 4)))


def test_a_process_stays_near_its_bound():
    # 20 MiB where weekday-8x7 would take hundreds.
    program = """
        import resource
        import calpuzzle as cp
        from calpuzzle.engines.diagram.growth import grow
        from calpuzzle.base.errors import TooLargeError
        cover = cp.load("weekday-8x7").cover
        try:
            grow(cover, 1 << 16)
        except TooLargeError:
            pass
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            grow(cover, 20 << 20)
        except TooLargeError:
            print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=True,
    )
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < 36 << 20


def test_too_many_different_pieces():
    # Twenty sizes of lines: 2^20 used sets, of which 2^14 words are too many.
    pieces = [piece(f"I{k}", "#" * k) for k in range(1, 13)]
    pieces += [piece("L", "##|#."), piece("S", "##.|.##"), piece("T", "###|.#.")]
    pieces += [piece("O", "##|##")] + [piece(name, PENTOMINOES[name]) for name in "FXWZ"]
    area = sum(len(item.shape) for item in pieces)
    cells = [(r, c) for r in range(10) for c in range(12)][:area]
    rows = tuple(tuple("." if (r, c) in cells else "#" for c in range(12)) for r in range(10))
    model = Model("x", Board(rows), tuple(pieces))
    assert faults(model) == []
    with pytest.raises(TooLargeError, match="20 different pieces, too many for the engine diagram"):
        grow(Cover(model))


def test_too_many_placements(monkeypatch):
    cover = Cover(dominoes(4, 4))
    cover.options = cover.options * 3000
    monkeypatch.setattr(growth_module, "Layout", lambda cover: None)
    with pytest.raises(TooLargeError, match="72,000 placements"):
        grow(cover)


# --- growth


def test_the_compiled_modules_are_loaded():
    for module in (grow64, grow128, walk):
        assert module.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def finished(growth, places):
    """Go through all calls after `forward`."""
    for place in reversed(range(places + 1)):
        growth.backward(place)
    growth.number()
    for place in range(places + 1):
        growth.emit(place)
    return growth.finish()


@settings(max_examples=60)
@given(models(), st.integers(1, 3))
def test_a_growth_in_slices_is_the_same(model, step):
    layout = Layout(Cover(model))
    places = layout.tables.places
    growth = growth_module._growth(layout, 1 << 30)
    growth.start(layout.root())
    for place in range(places):
        at = growth.forward(place, 0, step)
        while at < growth.size(place):
            at = growth.forward(place, at, step)
    whole = grow(layout.cover)
    for part, other in zip(finished(growth, places), whole, strict=True):
        assert bytes(memoryview(part) if part is not None else b"") == bytes(other)


def test_calls_out_of_order_are_refused():
    layout = Layout(Cover(dominoes(2, 3)))
    places = layout.tables.places
    calls = {
        "start": lambda growth: growth.start(layout.root()),
        "forward": lambda growth: growth.forward(0, 0, 10),
        "from the middle": lambda growth: growth.forward(0, 1, 10),
        "nothing": lambda growth: growth.forward(0, 0, 0),
        "backwards": lambda growth: growth.forward(0, 0, -1),
        "past": lambda growth: growth.forward(places, 0, 10),
        "before": lambda growth: growth.forward(-1, 0, 10),
        "backward": lambda growth: growth.backward(places),
        "number": lambda growth: growth.number(),
        "emit": lambda growth: growth.emit(0),
        "finish": lambda growth: growth.finish(),
    }

    def refused(growth, *but):
        for name in calls.keys() - but:
            with pytest.raises(ValueError, match="order"):
                calls[name](growth)

    growth = growth_module._growth(layout, 1 << 30)
    refused(growth, "start")
    growth.start(layout.root())
    refused(growth, "forward")
    for place in range(places):
        growth.forward(place, 0, 1 << 62)
    refused(growth, "backward")
    for place in reversed(range(places + 1)):
        growth.backward(place)
    refused(growth, "number")
    growth.number()
    refused(growth, "emit")
    for place in range(places + 1):
        growth.emit(place)
    refused(growth, "finish")
    first, _, _ = growth.finish()
    refused(growth)
    assert len(memoryview(first)) > 1
    for place in (-1, places + 1):
        with pytest.raises(ValueError, match="layer"):
            growth.size(place)


def test_roots_and_tables_that_do_not_fit_are_refused():
    cover = Cover(Model("x", Board((("a", ".", "."),)), (piece("D", "##"),), (Group("g", ("a",)),)))
    layout = Layout(cover)
    growth = growth_module._growth(layout, 1 << 30)
    with pytest.raises(ValueError, match="without labels"):
        growth.start(layout.root(0))
    with pytest.raises(ValueError, match="nothing to cover"):
        growth.start(layout.root()._replace(occupied=layout.full))
    with pytest.raises(ValueError, match="nothing to cover"):
        growth.start(layout.root()._replace(occupied=0b111))
    sets = set_tables(cover)
    with pytest.raises(ValueError, match="fit"):
        grow64.Growth(layout.tables, sets._replace(width=1025), 1 << 30)
    with pytest.raises(ValueError, match="fit"):
        grow64.Growth(layout.tables._replace(places=65), sets, 1 << 30)


def test_ctrl_c_while_growing_leaves_nothing_behind():
    cover = cp.load("dray").cover

    def interrupt(done, steps):
        if done > steps // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.diagram_of(cover, progress=interrupt)
    assert "diagram" not in cover.kept
    assert engine.diagram_of(cover).total == 85_637


# --- malformed diagrams


def walk_of(cover, arrays):
    copies = [item.copies for item in cover.classes]
    return Walk(arrays, cover.options, copies, cover.shape)


def use(walk, cover, rng):
    """Ask a walk everything: what it answers does not matter, only that it survives."""
    counts = array("q", bytes(8 * cover.instances))
    try:
        walk.counts(counts, 1 << 30)
    except OverflowError:
        pass
    if walk.total < 10_000:
        rows = np.zeros((walk.total, cover.length - len(cover.groups)), np.uint16)
        starts = np.zeros(cover.instances, np.int64)
        np.cumsum(np.frombuffer(counts, np.int64)[:-1], out=starts[1:])
        try:
            walk.fill(rows, starts)
        except ValueError:
            pass
    for _ in range(4):
        fixed = [rng.randrange(len(cover.options)) for _ in range(rng.randrange(4))]
        if rng.random() < 0.5:
            fixed += label_options(cover, rng.randrange(cover.instances))
        try:
            walk.count(fixed)
            part = walk.slice(fixed)
        except ValueError:
            continue
        part.occurrences(array("q", bytes(8 * len(cover.options))))
        for index in {0, part.total // 2, part.total - 1}:
            if 0 <= index < part.total:
                part.nth(index)


@settings(max_examples=400)
@given(models(most_cells=14, most_groups=3), st.data())
def test_a_malformed_diagram_is_refused_or_harmless(model, data):
    cover = Cover(model)
    rng = data.draw(st.randoms(use_true_random=False))
    first, option, to = (array(a.format, a) for a in grow(cover))
    kind = data.draw(st.sampled_from(["change", "change", "few", "noise", "cut", "swap"]))
    if kind == "change" or kind == "few":
        for _ in range(1 if kind == "few" else rng.randrange(1, 5)):
            part = rng.choice([a for a in (first, option, to) if len(a)])
            most = {"I": len(first) + 1, "H": len(cover.options) + 1}[part.typecode]
            part[rng.randrange(len(part))] = rng.choice([rng.randrange(most), 0, 0xFFFF])
    elif kind == "noise":
        states, edges = rng.randrange(6), rng.randrange(12)
        first = array("I", sorted(rng.randrange(edges + 1) for _ in range(states + 1)))
        first[0], first[-1] = 0, edges
        option = array("H", [rng.randrange(len(cover.options)) for _ in range(edges)])
        to = array("I", [rng.randrange(states + 1) for _ in range(edges)])
    elif kind == "cut":
        part = rng.choice([first, option, to])
        del part[rng.randrange(len(part) + 1) :]
    else:
        # Edges of the same option lead elsewhere: the hardest to see.
        for _ in range(3):
            if len(to) > 1:
                i, j = rng.sample(range(len(to)), 2)
                to[i], to[j] = to[j], to[i]
    try:
        found = walk_of(cover, (first, option, to))
    except (ValueError, OverflowError):
        return
    use(found, cover, rng)


def test_malformed_diagrams_of_each_kind_are_refused():
    model = Model(
        "x",
        Board((("a", "b", ".", "."), (".", ".", ".", "."))),
        (piece("D", "##", copies=3),),
        (Group("g", ("a",)), Group("h", ("b",))),
    )
    cover = Cover(model)
    first, option, to = grow(cover)
    assert len(first) > 4

    def refused(message, first=first, option=option, to=to):
        with pytest.raises(ValueError, match=message):
            walk_of(cover, (array("I", first), array("H", option), array("I", to)))

    refused("no end", first=[])
    refused("fit each other", option=option[:-1])
    refused("diagram", first=first[:-1])
    refused("hold its edges", first=[1, *first[1:]])
    refused("overlap", first=[first[0], first[2], first[1], *first[3:]])
    refused("state", to=[0, *to[1:]])
    refused("state", to=[len(first) - 1, *to[1:]])
    refused("state", option=[len(cover.options), *option[1:]])
    # A diagram that ends before all is laid, and one in which ways differ in length.
    refused("state 0", first=[0, 1, 1], option=[0], to=[1])
    refused("state", first=[0, 0], option=[], to=[])
    labels = label_options(cover, 0)
    refused("state 0", first=[0, 2, 3, 3], option=[0, labels[0], labels[1]], to=[1, 2, 2])
    refused("state 0", first=[0, 2, 3, 4, 4], option=[0, labels[0], 0, 0], to=[1, 2, 3, 3])


def test_a_walk_checks_what_it_is_asked():
    cover = Cover(dominoes(2, 3))
    found = walk_of(cover, grow(cover))
    for fixed in ([-1], [len(cover.options)]):
        with pytest.raises(ValueError, match="no such option"):
            found.slice(fixed)
        with pytest.raises(ValueError, match="no such option"):
            found.count(fixed)
    with pytest.raises(ValueError, match="entry an instance"):
        found.counts(array("q", [0, 0]), 1000)
    with pytest.raises(ValueError, match="entry a piece"):
        found.fill(np.zeros((3, 2), np.uint16), np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="row a solution"):
        found.fill(np.zeros((2, 3), np.uint16), np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="cursor an instance"):
        found.fill(np.zeros((3, 3), np.uint16), np.zeros(2, np.int64))
    for start in (1, -1, 1 << 62):
        with pytest.raises(ValueError, match="cursors"):
            found.fill(np.zeros((3, 3), np.uint16), np.array([start]))
    with pytest.raises(ValueError, match="entry an option"):
        found.slice([]).occurrences(array("q", [0]))
    with pytest.raises(TypeError):
        walk.Slice(None, [])
    with pytest.raises(ValueError, match="too many groups"):
        Walk(grow(cover), cover.options, [3], [1] * 17)


def test_an_empty_diagram_answers():
    model = Model("x", blank(2, 2), (piece("A", "##", turn=False), piece("B", "#|#", turn=False)))
    diagram = Diagram.grown(Cover(model))
    assert (diagram.total, diagram.states, diagram.counts().tolist()) == (0, 0, [0])
    left = diagram.left(0, [0])
    assert (left.count, left.occurrences(), left.forced(), list(left)) == (0, {}, (), [])
    assert diagram.completions(None, [0]) == diagram.completions(0) == 0
    rows, starts = diagram.solutions()
    assert rows.shape == (0, 2)
    assert starts.tolist() == [0, 0]


def test_arrays_are_a_named_tuple():
    arrays = grow(Cover(dominoes(2, 3)))
    assert isinstance(arrays, Arrays)
    assert [part.format for part in arrays] == ["I", "H", "I"]
    assert diagram_module.MEMORY == growth_module.MEMORY
