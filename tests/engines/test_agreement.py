"""All engines agree with one another, with the definition, and with the checker."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from itertools import islice
from types import SimpleNamespace

import definition
import pytest
from hypothesis import given, settings
from random_puzzles import models, stretched

import calpuzzle as cp
from calpuzzle import checker, engines
from calpuzzle._core import backtrack64, backtrack128
from calpuzzle.puzzle.cover import Cover, PieceClass
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.engines import backtrack, reference
from calpuzzle.engines import layout as layout_module
from calpuzzle.engines.layout import Layout
from calpuzzle.engines.searching import search
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.shapes import from_drawing, normal
from calpuzzle.results.solution import Solution
from calpuzzle.puzzle.validate import faults


def board(*rows):
    return Board(tuple(tuple(row.split()) for row in rows))


def piece(name, drawing, turn=True, flip=True, copies=1):
    return Piece(name, from_drawing(drawing.split("|")), turn, flip, copies)


def blank(height, width):
    return board(*[" ".join("." * width)] * height)


def agree(model):
    """Counts, solutions and their order agree, and each solution passes the checker."""
    assert faults(model) == []
    cover = Cover(model)
    counts = reference.counts(cover)
    assert backtrack.counts(cover) == counts
    for instance in range(cover.instances):
        found = list(reference.solutions(cover, instance))
        assert list(backtrack.solutions(cover, instance)) == found
        assert found == sorted(set(found))
        assert len(found) == counts[instance]
        assert backtrack.count(cover, instance) == counts[instance]
        labels = labels_at(model, instance)
        for options in found:
            solution = Solution(model, cover, labels, options)
            assert checker.wrong(model, solution.uncovered, solution.pieces) is None
    return counts


# --- random puzzles

seen = {"puzzles": 0, "solvable": 0, "no groups": 0, "holes": 0, "several": 0}


@settings(max_examples=600)
@given(models())
def test_reference_and_backtrack_agree_on_random_puzzles(model):
    counts = agree(model)
    seen["puzzles"] += 1
    seen["solvable"] += any(counts)
    seen["no groups"] += not model.groups
    seen["holes"] += any("#" in row for row in model.board.rows)
    seen["several"] += any(item.copies > 1 for item in Cover(model).classes)


def test_the_random_puzzles_are_of_all_kinds():
    if seen["puzzles"] < 300:
        pytest.skip("the test above was not run")
    unsolvable = seen["puzzles"] - seen["solvable"]
    for number in (unsolvable, *seen.values()):
        assert number > seen["puzzles"] / 50, seen


@settings(max_examples=250)
@given(models(most_cells=9, most_size=4, most_groups=2))
def test_engines_agree_with_the_definition(model):
    expected = definition.counts(model)
    for name in engines.ENGINES:
        assert list(engines.load(name).counts(Cover(model))) == expected, name


@settings(max_examples=40)
@given(models(most_cells=24))
def test_threads_change_nothing(model):
    cover = Cover(model)
    assert backtrack.counts(cover, engines.Run(jobs=2)) == backtrack.counts(cover)


@settings(max_examples=60)
@given(models(most_cells=24))
def test_a_search_in_slices_is_the_same_search(model):
    layout = Layout(Cover(model))
    whole = search(layout.tables)
    whole.start(layout.root())
    assert whole.run(10**9)
    sliced = search(layout.tables, rows=1)
    sliced.start(layout.root())
    solutions, over = [], False
    while not over:
        over = sliced.run(1)
        solutions += sliced.take()
    assert (sliced.counts, sliced.nodes) == (whole.counts, whole.nodes)
    assert solutions == sorted(set(solutions))
    assert len(solutions) == sum(whole.counts)


@settings(max_examples=40)
@given(models(most_cells=20))
def test_the_parts_of_a_split_make_the_whole(model):
    cover = Cover(model)
    layout = Layout(cover)
    whole = search(layout.tables, rows=10**5)
    whole.start(layout.root())
    whole.run(10**9)
    solutions = whole.take()
    for limit in range(1, cover.length):
        first = search(layout.tables, rows=10**5)
        first.start(layout.root(), limit=limit)
        assert first.run(10**9)
        prefixes = first.take()
        assert len(set(prefixes)) == len(prefixes)
        assert {options[:limit] for options in solutions} <= set(prefixes)
        found = []
        for prefix in prefixes:
            part = search(layout.tables, rows=10**5)
            part.start(layout.root(), prefix)
            assert part.run(10**9)
            found += part.take()
        assert found == solutions


# --- chosen puzzles

CHOSEN = {
    # name: (puzzle, counts by hand)
    "dominoes": (Model("x", blank(2, 3), (piece("D", "##", copies=3),)), [3]),
    "dominoes of two names": (
        Model("x", blank(2, 2), (piece("D", "##"), piece("E", "#|#"))),
        [2],
    ),
    "a domino that may not turn": (
        Model("x", blank(2, 2), (piece("D", "##", turn=False), piece("E", "#|#"))),
        # D lies in either row; E in the other.
        [2],
    ),
    "dominoes that may not turn and are two kinds": (
        Model("x", blank(2, 2), (piece("D", "##", turn=False), piece("E", "#|#", turn=False))),
        [0],
    ),
    "a chiral piece that may not turn over": (
        Model("x", blank(2, 4), (piece("J", "#..|###", flip=False, copies=2),)),
        [1],
    ),
    "a mirrored pair": (
        Model(
            "x",
            blank(2, 4),
            (piece("J", "#..|###", flip=False), piece("L", "..#|###", flip=False)),
        ),
        [0],
    ),
    "one cell": (Model("x", blank(1, 1), (piece("M", "#"),)), [1]),
    "one-cell pieces": (Model("x", blank(2, 3), (piece("M", "#", copies=6),)), [1]),
    "one-cell pieces of many names": (
        Model("x", blank(2, 3), tuple(piece(f"M{k}", "#") for k in range(6))),
        [1],
    ),
    "a board in two parts": (Model("x", board(". # ."), (piece("M", "#", copies=2),)), [1]),
    "a cell that nothing reaches": (
        Model("x", board(". . # .", "# # # #", ". # . ."), (piece("D", "##", copies=3),)),
        [0],
    ),
    "a group of one label": (
        Model("x", board("a . ."), (piece("D", "##"),), (Group("g", ("a",)),)),
        [1],
    ),
    "labels side by side": (
        Model(
            "x",
            board("a b c d"),
            (piece("D", "##"),),
            (Group("g", ("a", "c")), Group("h", ("b", "d"))),
        ),
        # ab, ad (b and c are left), cb (a and d are left), cd
        [1, 1, 0, 1],
    ),
    "labels in reverse": (
        Model("x", board("a b c"), (piece("D", "##"),), (Group("g", ("c", "b", "a")),)),
        [1, 0, 1],
    ),
    "holes round it": (
        Model("x", board("# # # #", "# . . #", "# # # #"), (piece("D", "##"),)),
        [1],
    ),
    "a ring": (
        Model("x", board(". . .", ". # .", ". . ."), (piece("D", "##", copies=4),)),
        [2],
    ),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_chosen_puzzles(name, engine):
    model, counts = CHOSEN[name]
    assert cp.Puzzle(model).counts(engine).ravel().tolist() == counts
    assert definition.counts(model) == counts
    assert agree(model) == counts


def test_no_groups_give_one_count(engine):
    puzzle = cp.Puzzle(CHOSEN["dominoes"][0])
    assert puzzle.counts(engine).shape == ()
    assert puzzle.count(engine=engine) == int(puzzle.counts(engine)) == 3


def test_interchangeable_pieces_are_named_in_reading_order(engine):
    model = Model("x", blank(2, 3), (piece("Z", "##"), piece("D", "##", copies=2)))
    solutions = list(cp.Puzzle(model).solve(engine=engine))
    assert len(solutions) == 3
    for solution in solutions:
        assert list(solution.pieces) == ["Z", "D#1", "D#2"]
        assert sorted(solution.pieces.values()) == list(solution.pieces.values())


# --- large boards and large numbers


def dominoes(height, width):
    return Model(
        f"{height}x{width}", blank(height, width), (piece("D", "##", copies=height * width // 2),)
    )


@pytest.mark.parametrize(
    ("height", "width", "tilings"),
    # Tilings of rectangles by dominoes are well known (OEIS A099390 has this table).
    [(4, 4, 36), (6, 6, 6728), (2, 32, 3524578), (3, 20, 413403), (1, 64, 1), (1, 128, 1)],
)
def test_dominoes_on_rectangles(height, width, tilings):
    assert cp.Puzzle(dominoes(height, width)).count() == tilings


def test_dominoes_on_more_than_64_cells():
    # Fibonacci numbers: a 2 by n strip has F(n + 1) tilings, and 2 by 33 is past one word.
    assert cp.Puzzle(dominoes(2, 33)).count() == 5702887


LARGE = [
    # 9 x 8, 72 cells, two words; enough pieces without freedom to keep reference short
    Model(
        "9x8",
        blank(9, 8),
        (piece("Q", "####|####|####|####", copies=2), piece("B", "########", copies=5)),
    ),
    Model(
        "6x12",
        blank(6, 12),
        (piece("A", "######|######"), piece("B", "######", copies=4), piece("C", "###|###|###|###")
         ._replace(copies=3)),
    ),
    Model(
        "8x9 with a group",
        board("a . . . . . . . b", *[" ".join("." * 9)] * 6, ". . . . . . . . c"),
        (piece("K", "########.|#########"), piece("T", "###|###|###", copies=6)),
        (Group("g", ("a", "b", "c")),),
    ),
]  # fmt: skip


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.name)
def test_boards_of_two_words(model):
    layout = Layout(Cover(model))
    assert isinstance(search(layout.tables), backtrack128.Search)
    assert any(agree(model))
    assert backtrack.counts(layout.cover, engines.Run(jobs=2)) == reference.counts(layout.cover)


@settings(max_examples=60)
@given(models(most_cells=20))
def test_two_words_count_as_one_word_does(model):
    layout = Layout(Cover(stretched(model)))
    assert isinstance(search(layout.tables), backtrack128.Search)
    assert backtrack.counts(layout.cover) == reference.counts(Cover(model))


def test_a_piece_that_spans_the_whole_board(engine):
    # Its farthest cell is as many places behind the first as a word can say.
    ring = "########|" + "#......#|" * 6 + "########"
    inside = Model("x", blank(8, 8), (piece("O", ring), piece("I", "######|" * 5 + "######")))
    assert cp.Puzzle(inside).count(engine=engine) == 1
    ring = "###########|" + "#.........#|" * 9 + "###########"
    inside = Model("x", blank(11, 11), (piece("O", ring), piece("I", "#########", copies=9)))
    assert cp.Puzzle(inside).count(engine=engine) == 2


# A board cut at random into eleven pieces, most of them without any symmetry.
CUT = """
BBBBDDDDDDDDK
BBCBBGDGDDKKK
BCCCGGGGDEKKJ
BCCAGAAGGEKEJ
BBCAAAAGEEEEJ
IICCAAAEEEEJJ
IICCAAFFFFEJJ
HHHCHHFFFFJJJ
HHHHHHHFFFFJJ
""".strip().splitlines()


def test_more_than_64_options_of_one_cell():
    cells = {(r, c): mark for r, row in enumerate(CUT) for c, mark in enumerate(row)}
    names = sorted(set(cells.values()))
    shapes = [normal(cell for cell in cells if cells[cell] == name) for name in names]
    model = Model("x", blank(9, 13), tuple(map(Piece, names, shapes)))
    cover = Cover(model)
    assert max(b - a for a, b in zip(cover.buckets, cover.buckets[1:], strict=False)) > 64
    found = list(reference.solutions(cover, 0))
    # At least the board in its four positions.
    assert len(found) >= 4
    assert list(backtrack.solutions(cover, 0)) == found


@pytest.mark.parametrize("engine", ["backtrack", "diagram"])
def test_a_board_of_more_than_128_places_is_refused(engine):
    wanted = r"spans 130 places, .* handle 128; --engine links has no such bounds"
    with pytest.raises(cp.CannotDoError, match=wanted):
        cp.Puzzle(dominoes(10, 13)).count(engine=engine)


@settings(max_examples=40)
@given(models(most_cells=20))
@pytest.mark.filterwarnings("ignore:.*one by one")
def test_auto_takes_what_no_bitboard_holds(model):
    large = stretched(model, 160)
    assert "places" in layout_module.refusal(Cover(large))
    puzzle = cp.Puzzle(large)
    counts = reference.counts(puzzle.cover)
    assert puzzle.counts().ravel().tolist() == counts == reference.counts(Cover(model))
    assert puzzle.count("any") == sum(counts)
    for instance in range(puzzle.cover.instances):
        date = " ".join(labels_at(large, instance))
        found = [solution.options for solution in puzzle.solve(date)]
        assert found == list(reference.solutions(puzzle.cover, instance))
        assert puzzle.count(date) == counts[instance]


def test_auto_takes_more_groups_than_a_bitboard_holds():
    names = [f"g{k}" for k in range(17)]
    groups = tuple(Group(name, (f"{name}a",)) for name in names)
    model = Model("x", board(" ".join(f"{name}a" for name in names), *[" ".join("." * 17)] * 2),
                  (piece("D", "##", copies=17),), groups)  # fmt: skip
    with pytest.raises(cp.CannotDoError, match="17 groups"):
        cp.Puzzle(model).counts("backtrack")
    # Fibonacci numbers: a 2 by n strip has F(n + 1) tilings by dominoes.
    assert int(cp.Puzzle(model).counts().sum()) == 2584


def test_auto_says_where_many_dates_may_take_long():
    row = "a b " + ". " * 128
    pieces = (piece("I", "#" * 128), piece("M", "#"))
    puzzle = cp.Puzzle(Model("x", board(row), pieces, (Group("g", ("a", "b")),)))
    with pytest.warns(UserWarning, match=r"130 places.*links counts 2 dates one by one"):
        assert puzzle.counts().tolist() == [2, 1]


def test_empty_lines_at_the_edge_of_a_drawing_take_no_place():
    rows = [" ".join("#" * 40)] * 20 + ["# # . . " + "# " * 36] + [" ".join("#" * 40)] * 3
    model = Model("x", board(*rows), (piece("D", "##"),))
    assert isinstance(search(Layout(Cover(model)).tables), backtrack64.Search)
    assert agree(model) == [1]


def test_too_many_kinds_of_pieces_are_refused():
    # No board of 128 places holds so many kinds: the bound is tested by itself.
    kinds = tuple(PieceClass((f"K{k}",), (((0, 0),),)) for k in range(65))

    def refusal(number, *groups):
        about = {"groups": groups, "frame": (1, 128), "instances": 1}
        return layout_module.refusal(SimpleNamespace(classes=kinds[:number], **about))

    assert "65 different pieces" in refusal(65)
    assert "64 different pieces" in refusal(64, "g")
    assert refusal(64) is None


def test_reference_refuses_what_would_exhaust_the_stack():
    model = Model("x", blank(30, 30), (piece("M", "#", copies=900),))
    with pytest.raises(cp.CannotDoError, match="900 pieces"):
        cp.Puzzle(model).count(engine="reference")
    assert cp.Puzzle(model).count() == 1


def test_too_many_instances_are_refused():
    labels = [f"{g}{k}" for g in "abcdefgh" for k in range(12)]
    groups = tuple(Group(g, tuple(f"{g}{k}" for k in range(12))) for g in "abcdefgh")
    rows = [" ".join(labels[k : k + 12]) for k in range(0, 96, 12)]
    model = Model("x", board(*rows), (piece("M", "#", copies=88),), groups)
    with pytest.raises(cp.CannotDoError, match="429,981,696 instances"):
        cp.Puzzle(model).counts()


# --- the compiled modules


@pytest.mark.parametrize("module", [backtrack64, backtrack128])
def test_the_compiled_search_is_loaded(module):
    assert module.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def test_the_search_checks_what_it_can_of_its_input():
    layout = Layout(Cover(CHOSEN["dominoes"][0]))
    work = search(layout.tables)
    with pytest.raises(ValueError, match="no option"):
        work.start(layout.root(), [10**6])
    with pytest.raises(ValueError, match="no option"):
        work.start(layout.root(), [-1])
    with pytest.raises(ValueError, match="longer"):
        work.start(layout.root(), [0, 0, 0, 0])
    with pytest.raises(ValueError, match="fit"):
        backtrack64.Search(layout.tables._replace(places=65))
    with pytest.raises(ValueError, match="fit"):
        backtrack64.Search(layout.tables._replace(group_bits=[1] * 17))


def test_solutions_are_lazy():
    found = iter(cp.load("weekday-8x7").solve("2022-01-01"))
    assert len(list(islice(found, 3))) == 3


def test_a_sweep_can_be_stopped_while_threads_run(monkeypatch):
    # What Ctrl-C does to the thread that waits: the others must not go on to the end.
    import time
    from concurrent.futures import Future

    def interrupted(self, timeout=None):
        raise KeyboardInterrupt

    cover = cp.load("weekday-8x7").cover
    monkeypatch.setattr(Future, "result", interrupted)
    start = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        backtrack.counts(cover, engines.Run(jobs=2))
    # Six seconds of work are to be done in all.
    assert time.process_time() - start < 3


# The signature of the search: how many options it lays in fixed runs. A change of the engine that
# is meant to change nothing else must leave it alone; one that cuts more, or scans otherwise,
# changes it: then print the new numbers with `nodes` below, write them here in the same commit,
# and say in its message why they moved. They are never larger without a reason.
SIGNATURE = {"sweep": 10_112_877, "2022-01-01": 91_275}


def nodes(root):
    layout = Layout(cp.load("dray").cover)
    work = search(layout.tables)
    work.start(root(layout))
    assert work.run(10**9)
    return work.nodes


def test_signature_of_the_search():
    puzzle = cp.load("dray")
    from calpuzzle.puzzle.dates import instance_of

    number = instance_of(puzzle.model, puzzle.labels("2022-01-01"))
    assert {
        "sweep": nodes(lambda layout: layout.root()),
        "2022-01-01": nodes(lambda layout: layout.root(number)),
    } == SIGNATURE


# --- the contract


def test_unknown_engine():
    with pytest.raises(cp.InputError, match=r"no engine backtrak \(did you mean backtrack\?\)"):
        cp.load("dray").count("2022-01-01", engine="backtrak")


def test_progress_is_told(engine):
    told = []
    cp.Puzzle(CHOSEN["labels side by side"][0]).counts(engine, progress=lambda *t: told.append(t))
    assert told
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)
