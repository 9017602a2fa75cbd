"""Reasons, found without a search, why a puzzle has no solution; checked by the definition."""

from __future__ import annotations

from itertools import product

import definition
import pytest
import shipped
from building import blank, board, made, piece
from random_puzzles import bare_models, cut_frames, fittings, grouped, models
from sampled import sampled

from calpuzzle.puzzle.balance import imbalances, impossible_instances
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.model import board as tokens_board
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import normal
from calpuzzle.puzzle.validate import faults

CUBE = Board(tuple((a, b, c) for a in range(2) for b in range(2) for c in range(2)))
BARE = Board(tuple((k,) for k in range(8)))
DAYS = [f"{k}" for k in range(15)]
UNLISTED = Model(
    "x",
    board(" ".join(f"{day} {'ab.'[min(k, 2)]}" for k, day in enumerate(DAYS))),
    (piece("D", "##", copies=11),),
    (Group("letter", ("a", "b")), Group.several("day", DAYS, 7, 7)),
)
"""A puzzle whose group `day` has too many sets of labels to list. So in the Cover, it precedes
`letter`."""
ENDS = ((0, 0, 0, 0), (1, 1, 1, 1))
TESSERACT = Board(tuple(cell for cell in product((0, 1), repeat=4) if cell not in ENDS))


def triples(lattice: Lattice, *rows: str) -> Model:
    """Return a puzzle with a board of nine cells and three straight pieces of three cells."""
    (straight, *_) = polyominoes(3, lattice=lattice)
    own = straight._replace(least=3, most=3)
    return Model("x", tokens_board(rows, lattice), (own,), lattice=lattice)


def turned_by_a_sixth(model: Model) -> Model:
    lattice = model.lattice
    cells = lattice.image(lattice.clockwise(2), model.board.cells)
    return model._replace(board=Board(normal(cells or (), lattice)))


def reasons(model: Model) -> list[str]:
    assert faults(model) == []
    return imbalances(Lowering(model))


CASES: list[tuple[Model, list[str]]] = [
    (Model("x", blank(1, 2), (piece("D", "##"),)), []),
    (Model("x", board("# . . .", ". . . .", ". . . #"), (piece("D", "##", copies=5),)), []),
    (Model("x", board("# . . .", ". . . .", ". . . .", ". . . #"), (piece("D", "##", copies=7),)),
     [
         "colour the cells with an even sum of row + column black (6) and the others white (8): "
         "black minus white is 0 for 7 D, which never adds up to -2"
     ]),
    (Model("x", blank(4, 5), (piece("T", "###|.#."), piece("I", "####", copies=4))),
     [
         "colour the cells with an even sum of row + column black (10) and the others white (10): "
         "black minus white is -2 or 2 for T, and 0 for 4 I, which never adds up to 0"
     ]),
    (Model("x", blank(3, 4), (piece("D", "#|#", turn=False, copies=6),)),
     [
         "colour the cells with an even row black (4) and the others white (8): "
         "black minus white is 0 for 6 D, which never adds up to -4"
     ]),
    (Model("x", blank(6, 6), (piece("I", "####", copies=9),)), []),
    (Model("x", board(". . ."), (piece("V", "##|#."),)),
     [
         "piece V fits nowhere, so there is no solution",
         "no piece reaches row 1, column 1; row 1, column 2; row 1, column 3",
         "the pieces cover at most 0 cells, but 3 must be covered",
     ]),
    # A piece that may stay out need not fit, and another piece covers the cell.
    (Model("x", board("."), (piece("D", "##")._replace(least=0), piece("M", "#"))), []),
    (Model("x", board(". ."), (piece("M", "#"),)),
     ["the pieces cover at most 1 cell, but 2 must be covered"]),
    (Model("x", board("."), (piece("M", "#"), piece("N", "#", copies=2))),
     ["the pieces cover at least 3 cells, but the board has only 1"]),
    (Model("x", board(". #", "# ."), (piece("D", "##"),)),
     [
         "piece D fits nowhere, so there is no solution",
         "no piece reaches row 1, column 1; row 2, column 2",
         "the pieces cover at most 0 cells, but 2 must be covered",
     ]),
    (Model("x", CUBE, (Piece("I", (((0, 0, 0), (0, 0, 1), (0, 0, 2)),)),)),
     [
         "piece I fits nowhere, so there is no solution",
         "no piece reaches layer 1, row 1, column 1; layer 1, row 1, column 2; layer 1, row 2, "
         "column 1; layer 1, row 2, column 2; layer 2, row 1, column 1 and 3 more",
         "the pieces cover at most 0 cells, but 8 must be covered",
     ]),
    (Model("x", BARE, (Piece("A"), Piece("B", placements=((0, 1, 2),)))),
     [
         "piece A has no placement, so there is no solution",
         "no piece reaches cell 3, cell 4, cell 5, cell 6, cell 7",
         "the pieces cover at most 3 cells, but 8 must be covered",
     ]),
    # If sides differ in size, every area between the smallest and the largest counts as possible.
    (Model("x", blank(1, 3), (piece("A", "#", "##", copies=2),)), []),
    (Model("x", blank(1, 5), (piece("A", "#", "##", copies=2),)),
     ["the pieces cover at most 4 cells, but 5 must be covered"]),
    # Optional cells need no piece, but can be covered.
    (Model("x", blank(1, 2)._replace(optional=frozenset({1})), (piece("M", "#", copies=3),)),
     ["the pieces cover at least 3 cells, but the board has only 2"]),
    (Model("x", blank(1, 2)._replace(optional=frozenset({1})), (piece("M", "#"),)), []),
    # The cell of a label that stays uncovered counts as covered by its group.
    (Model("x", board("a ."), (piece("M", "#"),), (Group("g", ("a",)),)), []),
    (Model(
         "x", board("a b #", "# # ."), (piece("D", "##"),), (Group("g", ("a", "b")),)
     ),
     ["no piece reaches row 2, column 3"]),
    (UNLISTED,
     [
         "colour the cells with an even sum of row + column black (15) and the others white (15): "
         "black minus white is 0 for 11 D, and 1 for 7 day, and -1 for letter, which never adds up "
         "to 0"
     ]),
    # Reasons name the rows and columns that users count, whatever the coordinates are.
    (triples(TRIANGLES, ".###", "...#", "...#", ".#.#"),
     [
         "colour the cells with an even column black (2) and the others white (7): "
         "black minus white is -1 or 1 for 3 3-1, which never adds up to -5"
     ]),
    (triples(HEXAGONS, ".....", "....#"),
     [
         "colour the cells with an even row black (4) and the others white (5): "
         "black minus white is -3 or 3 for 3 3-1, which never adds up to -1"
     ]),
    # The same hexagons, turned by 60 degrees.
    (turned_by_a_sixth(triples(HEXAGONS, ".....", "....#")),
     [
         "colour the cells in every other diagonal from upper left to lower right, including that "
         "of row 1, column 1, black (5) and the others white (4): "
         "black minus white is -3 or 3 for 3 3-1, which never adds up to 1"
     ]),
    # A board of four dimensions has layers with two coordinates.
    (Model("x", TESSERACT, (Piece("D", (((0, 0, 0, 0), (0, 0, 0, 1)),), least=7, most=7),)),
     [
         "colour the cells with an even sum of layer coordinate 1 + layer coordinate 2 + row + "
         "column black (6) and the others white (8): "
         "black minus white is 0 for 7 D, which never adds up to -2"
     ]),
    # If colours can be counted, they are reported instead of the area.
    (Model(
         "x",
         Board(((0, 0), (0, 1), (0, 2)), colours=(49, 49, 7)),
         (Piece("A", (((0, 0), (0, 1)),), colours=((49, 50),)), ),
     ),
     [
         "piece A fits nowhere, so there is no solution",
         "no piece reaches row 1, column 1; row 1, column 2; row 1, column 3",
         "colour 7: the board has 1 cell, the pieces have 0",
         "colour 1: the board has 2 cells, the pieces have 1",
         "colour 2: the board has 0 cells, the pieces have 1",
     ]),
    (Model(
         "x",
         Board(((0, 0), (0, 1)), colours=(1, 1)),
         (Piece("A", (((0, 0),), ((0, 0),)), colours=((1,), (2,))),),
     ),
     ["the pieces cover at most 1 cell, but 2 must be covered"]),
]  # fmt: skip


@pytest.mark.parametrize(("model", "sentences"), CASES)
def test_imbalances_reports_each_reason(model: Model, sentences: list[str]) -> None:
    assert reasons(model) == sentences


def test_colourings_of_large_puzzles_are_not_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = board("# . . .", ". . . .", ". . . .", ". . . #")
    model = Model("x", corners, (piece("D", "##", copies=7),))
    assert len(reasons(model)) == 1
    monkeypatch.setattr("calpuzzle.puzzle.balance.MAX_EXAMINED", 100)
    assert reasons(model) == []


@pytest.mark.parametrize("name", shipped.NAMES)
def test_only_domino_print_has_an_imbalance_among_shipped_puzzles(name: str) -> None:
    assert bool(imbalances(shipped.lowering(name))) == (name == "domino-print")


COLOURED = Model(
    "coloured",
    Board(((0, 0), (0, 1)), ("a", ""), (1, 1)),
    (Piece("P", (((0, 0),),), colours=((1,),)),),
    (Group("g", ("a",)),),
    interchangeable=False,
)
"""A solvable puzzle in which the cell of a label, and thus its colour, stays uncovered."""
ANY = models(most_cells=10) | fittings() | grouped() | bare_models() | cut_frames(most_side=3)


@sampled(30, 100, model=ANY)
def test_puzzles_with_an_imbalance_have_no_solution(model: Model) -> None:
    for own in (model, COLOURED):
        sentences = imbalances(Lowering(own))
        assert all(sentence.isprintable() for sentence in sentences)
        counts = definition.counts(own)
        assert not (sentences and sum(counts)), sentences
        assert not sum(counts[number] for number in impossible_instances(Lowering(own)))


def test_dates_with_a_cell_that_cannot_be_covered_are_impossible() -> None:
    lines, dominoes = piece("I", "###"), piece("D", "##", copies=2)
    for own, shape, groups in (("a b . c", lines, "a b c"), ("a b . . .", dominoes, "a b")):
        assert impossible_instances(Lowering(made(board(own), shape, groups=groups))) == [1]
