"""All engines agree with one another, with the definition, and with the checker."""

from __future__ import annotations

import agreement
import pytest
from building import LARGE, blank, board, dominoes, piece
from conftest import EXTRAS
from hypothesis import given, settings
from random_puzzles import models

from calpuzzle import planning
from calpuzzle._core import backtrack128
from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import ENGINES, Run, load
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model

BACKTRACK, REFERENCE = load("backtrack"), load("reference")
BITBOARDS = ("backtrack", "diagram", "halves", "frontier")
FAST = [name for name in ENGINES if name not in EXTRAS]


def agree(model: Model) -> list[int]:
    """Counts, solutions and their order agree, and each solution passes the checker."""
    lowered = Lowering(model)
    cover = lowered.cover
    counts: list[int] = REFERENCE.counts(cover).ravel().tolist()
    every = list(REFERENCE.solutions(cover))
    asked = [((), every), *((d, list(REFERENCE.solutions(cover, d))) for d in dates(cover))]
    assert [len(found) for _, found in asked] == [sum(counts), *counts]
    for name in BITBOARDS:
        engine = load(name)
        if engine.refusal(cover):
            assert name != "backtrack"
            continue
        assert engine.counts(cover).ravel().tolist() == counts, name
        for laid, found in asked:
            assert list(engine.solutions(cover, laid)) == found == sorted(set(found)), name
            assert engine.count(cover, laid) == len(found), name
            assert {tuple(sorted((*own, *laid))) for own in found} <= set(every)
    for solution in every[:: 1 + len(every) // 25]:
        agreement.check(lowered, solution)
    return counts


def dates(cover: Cover) -> list[Options]:
    """What is laid for each date."""
    return [cover.instance(number) for number in range(cover.instances)]


# --- random puzzles


@settings(max_examples=20)
@given(models(most_cells=24))
def test_threads_change_nothing(model: Model) -> None:
    cover = Lowering(model).cover
    assert BACKTRACK.counts(cover, Run(jobs=2)).tolist() == BACKTRACK.counts(cover).tolist()


@settings(max_examples=20)
@given(models(most_cells=18))
def test_the_parts_of_a_split_make_the_whole(model: Model) -> None:
    layout = layout_of(Lowering(model).cover)
    root = layout.root()
    if root is None:
        return
    whole = search(layout.tables, rows=10**5)
    whole.start(root)
    whole.run(10**9)
    solutions = whole.take()
    for limit in range(1, layout.tables.length):
        first = search(layout.tables, rows=10**5)
        first.start(root, limit=limit)
        assert first.run(10**9)
        prefixes = first.take()
        assert len(set(prefixes)) == len(prefixes)
        assert {options[:limit] for options in solutions} <= set(prefixes)
        found = []
        for prefix in prefixes:
            part = search(layout.tables, rows=10**5)
            part.start(root, prefix)
            assert part.run(10**9)
            found += part.take()
        assert found == solutions


# --- large boards and large numbers


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.name)
def test_boards_of_two_words(model: Model) -> None:
    cover = Lowering(model).cover
    assert isinstance(search(layout_of(cover).tables), backtrack128.Search)
    counts = agree(model)
    assert any(counts)
    assert BACKTRACK.counts(cover, Run(jobs=2)).ravel().tolist() == counts


@pytest.mark.parametrize("name", [*FAST, "sat"])
def test_a_piece_that_spans_the_whole_board(name: str) -> None:
    if name in EXTRAS:
        pytest.importorskip(EXTRAS[name])
    # Its farthest cell is as many places behind the first as a word can say.
    ring = "########|" + "#......#|" * 6 + "########"
    inside = Model("x", blank(8, 8), (piece("O", ring), piece("I", "######|" * 5 + "######")))
    assert load(name).count(Lowering(inside).cover) == 1
    ring = "###########|" + "#.........#|" * 9 + "###########"
    inside = Model("x", blank(11, 11), (piece("O", ring), piece("I", "#########", copies=9)))
    assert load(name).count(Lowering(inside).cover) == 2


# --- what is refused


@pytest.mark.parametrize("name", ["backtrack", "diagram"])
@pytest.mark.parametrize(
    ("model", "why"),
    [
        (dominoes(10, 13), "the board spans 130 places, and the bitboard engines handle 128"),
        (
            Model("x", blank(1, 3), (piece("A", "##")._replace(least=0), piece("B", "#"))),
            "some pieces may be left out",
        ),
        (
            Model("x", blank(1, 4), (piece("A", "#", "###"), piece("B", "#"))),
            "the sides of a piece differ by more than one cell",
        ),
        (
            Model("x", blank(1, 3)._replace(optional=frozenset({1})), (piece("A", "#", copies=2),)),
            "some cells may stay empty",
        ),
        (
            Model("x", board("a . b"), (piece("A", "#"),), (Group("g", ("a",)), Group("h", ()))),
            "a group of the puzzle has no labels",
        ),
        (
            Model(
                "x",
                board(" ".join(f"g{k}" for k in range(17)), " ".join("." * 17)),
                (piece("A", "#", copies=17),),
                tuple(Group(f"group{k}", (f"g{k}",)) for k in range(17)),
            ),
            "the puzzle has 17 groups, and the bitboard engines handle 16",
        ),
    ],
)
def test_what_no_bitboard_holds(name: str, model: Model, why: str) -> None:
    cover = Lowering(model).cover
    assert load(name).refusal(cover) == why
    for ask in (load(name).count, load(name).counts):
        with pytest.raises(CannotDoError) as caught:
            ask(cover)
        assert str(caught.value) == f"{why}; the engine dancing has no such bounds"
    if len(model.board.cells) < 10:
        assert load("dancing").count(cover) == planning.count(cover)
        assert (planning.count(cover) > 0) == (cover.instances > 0)
