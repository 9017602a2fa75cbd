"""Boards near the limits of the bitboard engines, and puzzles that these do not support.
tests/core/test_every_question.py compares the answers of all engines on small covers."""

from __future__ import annotations

import pytest
from building import LARGE, blank, board, dominoes, piece
from conftest import EXTRAS

from calpuzzle import planning
from calpuzzle._core import backtrack128
from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import ENGINES, Run, load
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

REFERENCE = load("reference")
BITBOARDS = ("backtrack", "diagram", "halves", "frontier")
FAST = [name for name in ENGINES if name not in EXTRAS]


# --- large boards and large numbers


@pytest.mark.parametrize("model", LARGE, ids=lambda model: model.name)
def test_engines_agree_on_boards_of_two_words(model: Model) -> None:
    cover = Lowering(model).cover
    assert isinstance(search(layout_of(cover).tables), backtrack128.Search)
    every = list(REFERENCE.solutions(cover))
    counts = REFERENCE.counts(cover).tolist()
    assert every
    for engine in (load(name) for name in BITBOARDS if not load(name).unsupported_reason(cover)):
        assert list(engine.solutions(cover)) == every
        assert engine.counts(cover, Run(jobs=2)).tolist() == counts


@pytest.mark.parametrize("name", [*FAST, "sat"])
def test_piece_that_spans_the_whole_board_is_counted(name: str) -> None:
    if name in EXTRAS:
        pytest.importorskip(EXTRAS[name])
    # The last cell of each ring is 63 and 120 places after the first, in words of 64 and 128 bits.
    ring = "########|" + "#......#|" * 6 + "########"
    inside = Model("x", blank(8, 8), (piece("O", ring), piece("I", "######|" * 5 + "######")))
    assert load(name).count(Lowering(inside).cover) == 1
    ring = "###########|" + "#.........#|" * 9 + "###########"
    inside = Model("x", blank(11, 11), (piece("O", ring), piece("I", "#########", copies=9)))
    assert load(name).count(Lowering(inside).cover) == 2


# --- unsupported puzzles


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
        (
            Model(
                "x",
                blank(8, 9),
                tuple(piece(f"M{k}", "#") for k in range(65)),
                interchangeable=False,
            ),
            "the numbers of copies of 65 different pieces need more than 64 bits, too many for "
            "the bitboard engines",
        ),
    ],
)
def test_bitboard_engines_explain_unsupported_puzzles(name: str, model: Model, why: str) -> None:
    cover = Lowering(model).cover
    assert load(name).unsupported_reason(cover) == why
    for method in (load(name).count, load(name).counts):
        with pytest.raises(CannotDoError) as caught:
            method(cover)
        assert str(caught.value) == f"{why}; use the engine dancing"
    if len(model.board.cells) < 10:
        assert load("dancing").count(cover) == planning.count(cover)
        assert (planning.count(cover) > 0) == (cover.instances > 0)
