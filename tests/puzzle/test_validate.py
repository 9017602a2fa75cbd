"""Faults of puzzles: all of them are reported at once, and each message names the cause."""

from __future__ import annotations

from typing import Any

import pytest
from building import board, piece
from hypothesis import strategies as st
from random_puzzles import bare_models, fittings, grouped, models
from sampled import sampled

from calpuzzle.base.errors import PuzzleError
from calpuzzle.engines import load
from calpuzzle.formats import toml
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, RHOMBIC, SPHERES, STICKS, TETRAHEDRA, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, Shape
from calpuzzle.puzzle.validate import MAX_CELLS, faults

MONO = piece("M", "#")
OFF: list[tuple[Lattice, Cell]] = [
    (SPHERES, (0, 0, 1)),
    (RHOMBIC, (0, 0, 0)),
    (TETRAHEDRA, (0, 1, 1)),
    (TETRAHEDRA, (1, 1, 1)),
    (TRIANGLES, (0, 0)),
    (TRIANGLES, (1, 2)),
    (TRIANGLES, (1, 1, 1)),
    (STICKS, (1, 1)),
]
"""Coordinates that are not cells of the lattice."""
OFF_SHAPES: list[tuple[Lattice, Shape]] = [
    (SPHERES, ((0, 0, 0), (0, 0, 1))),
    (TRIANGLES, ((1, 1), (1, 2))),
    (STICKS, ((0, 1), (1, 1))),
]
"""Shapes whose last cell is not on the lattice."""


def faults_of(text: str) -> list[str]:
    """Return the faults of a puzzle file, without the name of the puzzle."""
    try:
        assert faults(toml.read(text, "x")) == []
    except PuzzleError as error:
        assert all(fault.startswith("x: ") for fault in error.faults)
        return [fault.removeprefix("x: ") for fault in error.faults]
    return []


def faults_on(board: str, pieces: str = "M = '#'", groups: str = "", top: str = "") -> list[str]:
    return faults_of(f"{top}\nboard = '''\n{board}\n'''\n[groups]\n{groups}\n[pieces]\n{pieces}")


def test_all_faults_are_reported_at_once() -> None:
    model = Model(
        "x",
        board("a a", ". ."),
        (piece("M", "#.#"), Piece("N", ((),))),
        (Group("g", ("b",)), Group("h", ())),
        week_starts="x",
    )
    found = faults(model)
    assert found == [
        "the label a occurs twice on the board (both in row 1)",
        "group g lists the label b, which is not on the board",
        "group h has no labels",
        "week_starts is 'x', not one of Mon Tue Wed Thu Fri Sat Sun",
        "piece N has no cells; draw it with #",
    ]
    with pytest.raises(PuzzleError, match=r"\(and 4 more faults\)"):
        raise PuzzleError(found)


BARE = Board(((0,), (1,), (2,)))
MODELS: list[tuple[Model, str]] = [
    (Model("x", board(". ."), (MONO, MONO)), "2 pieces have the name M"),
    (Model("x", board("a b ."), (MONO,), (Group("g", ("a",)), Group("g", ("b",)))),
     "2 groups have the name g"),
    (Model("x", board(". ."), (Piece("P", (((5, 5), (5, 6)),)),)),
     "piece P is not in the form of calpuzzle.puzzle.shapes.normal"),
    (Model("x", board(". ."), (Piece("P", (((0, 1), (0, 0)),)),)), "piece P is not in the form"),
    (Model("x", board(". ."), (Piece("P", (((0, 0), (0, 0)),)),)), "piece P is not in the form"),
    *[
        (Model("x", board("a b ."), (MONO,), (Group("g", ("A", "B"), sets),)),
         "group g needs a different set of labels for each of its names")
        for sets in ((("a",), ("a",)), (("a",),))
    ],
    (Model("x", Board(()), (MONO,)), "the board has no cells"),
    (Model("x", board(". ."), (Piece("P"),)), "piece P has no cells; draw it with #"),
    (Model("x", board(". ."), (Piece("P", (((0, 0, 0),),)),)),
     "piece P does not have as many dimensions as the board"),
    (Model("x", board(". ."), (MONO._replace(least=0, most=0),)), "piece M has count 0"),
    (Model("x", Board(((0, 0), (0, 0))), (MONO,)),
     "the cell (0, 0) occurs 2 times on the board"),
    (Model("x", Board(((0, 0), (0, 0, 1))), (MONO,)),
     "the cells of the board have different numbers of coordinates"),
    (Model("x", Board(((0, 0), (0, 1)), ("a",)), (MONO,)), "the board has 1 label for 2 cells"),
    (Model("x", Board(((0, 0),), ("a", "b")), (MONO,), (Group("g", ("b",)),)),
     "the board has 2 labels for 1 cell"),
    (Model("x", Board(((0, 0), (0, 1)), colours=(1,)), (MONO._replace(colours=((1,),)),)),
     "the board has 1 colour for 2 cells"),
    (Model("x", Board(((0, 0),), colours=(1,)), (MONO,)),
     "piece M does not have exactly one colour for each of its cells"),
    (Model("x", Board(((0, 0),), colours=(1,)), (MONO._replace(colours=((1, 1),)),)),
     "piece M does not have exactly one colour for each of its cells"),
    (Model("x", Board(((0, 0),)), (MONO._replace(colours=((1,),)),)),
     "piece M has colours, but the board has none"),
    (Model("x", Board(((0, 0),), optional=frozenset({0, 1, -1})), (MONO,)),
     "cell number 1 may stay empty, but the board has 1 cell"),
    (Model("x", Board(((0, 0),) * (MAX_CELLS + 1)), (MONO,)),
     "the board has 1,000,001 cells, too many; the maximum is 1,000,000"),
    (Model("x", BARE, (MONO,)),
     "piece M has shapes, but the cells of the board are bare numbers"),
    (Model("x", board("."), (MONO._replace(placements=((0,),)),)),
     "piece M has bare placements, but the board's cells are not bare numbers"),
    (Model("x", BARE._replace(labels=("a", "", "a")), (Piece("P", placements=((0,),)),)),
     "the label a occurs twice on the board (cell 0 and cell 2)"),
    (Model("x", Board(((0, 0, 0), (0, 0, 1), (1, 0, 0)), ("a", "b", "a")), (MONO,)),
     "the label a occurs twice on the board (layer 1, row 1 and layer 2, row 1)"),
    (Model("x", Board(((0, 0, 0), (1, 0, 0), (1, 0, 1)), ("b", "a", "a")), (MONO,)),
     "the label a occurs twice on the board (both in layer 2, row 1)"),
    # The rows of polygons are counted from the first one with a cell.
    (Model("x", Board(((5, 0), (6, 0)), ("a", "a")), (MONO,), lattice=HEXAGONS),
     "the label a occurs twice on the board (row 1 and row 2)"),
    *[
        (
            Model("x", Board(((0,) * len(cell), cell)), (MONO,), lattice=lattice),
            f"the cell {cell} is not on the lattice of {lattice.name}",
        )
        for lattice, cell in OFF
    ],
    *[
        (
            Model("x", Board((shape[0],)), (Piece("P", (shape,)),), lattice=lattice),
            f"the cell {shape[-1]} of P is not on the lattice of {lattice.name}",
        )
        for lattice, shape in OFF_SHAPES
    ],
    *[
        (
            Model("x", BARE, (Piece("P", placements=((0,), cells)),)),
            f"piece P has the placement {cells}, which is not a list of cell numbers in "
            "increasing order",
        )
        for cells in ((), (1, 0), (1, 1), (0, 3), (-1, 0), (3,))
    ],
    (Model("x", BARE, (Piece("P", placements=((1,), (0,))),)),
     "the placements of piece P are not distinct and sorted"),
    (Model("x", BARE, (Piece("P", placements=((1,), (1,))),)),
     "the placements of piece P are not distinct and sorted"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "sentence"), MODELS, ids=[own[1] for own in MODELS])
def test_faults_of_models_that_no_file_can_express(model: Model, sentence: str) -> None:
    assert any(sentence in fault for fault in faults(model)), faults(model)


VALID = models(most_cells=12) | fittings() | bare_models()


@pytest.mark.long
@sampled(20, 75, model=VALID | grouped(), data=st.data())
def test_models_without_faults_can_be_searched(model: Model, data: st.DataObject) -> None:
    """Change a valid puzzle at random: it has faults, or it can be searched without an error."""
    assert model.groups or faults(model) == []
    small = st.integers(-1, 3)
    cell = st.tuples(small, small) | st.tuples(small) | st.tuples(small, small, small)
    change: dict[str, Any] = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "cells": st.lists(cell, max_size=4).map(tuple),
                "labels": st.lists(st.sampled_from(["", "a0", "b"]), max_size=9).map(tuple),
                "colours": st.lists(st.integers(0, 2), max_size=9).map(tuple),
                "optional": st.frozensets(st.integers(-1, 9)),
            },
        )
    )
    pieces = list(model.pieces)
    if data.draw(st.booleans()):
        sides = st.lists(st.lists(cell, max_size=3).map(tuple), max_size=2).map(tuple)
        placements = st.lists(st.lists(small, max_size=3).map(tuple), max_size=2).map(tuple)
        colours = st.lists(st.lists(small, max_size=3).map(tuple), max_size=2).map(tuple)
        pieces[0] = data.draw(
            st.builds(
                Piece,
                st.sampled_from(["P0", "", "Q"]),
                sides | st.just(pieces[0].sides),
                least=small,
                most=small,
                colours=colours | st.just(pieces[0].colours),
                placements=placements | st.just(pieces[0].placements),
            )
        )
    changed = model._replace(board=model.board._replace(**change), pieces=tuple(pieces))
    found = faults(changed)
    assert all(fault.isprintable() for fault in found)
    if found:
        return
    lowered = Lowering(changed)
    imbalances(lowered)
    next(load("dancing").solutions(lowered.cover), None)
    for name in ("backtrack", "diagram"):
        if load(name).unsupported_reason(lowered.cover) is None:
            next(load(name).solutions(lowered.cover), None)


ESCAPE = "\\u001b[31m"


@pytest.mark.parametrize("char", ["\\u001b", "\\u0007", "\\u007f", "\\u009b", "\\uFFFF"])
def test_control_characters_are_faults(char: str) -> None:
    seen = repr(char.encode().decode("unicode_escape"))
    fault = f"has the control character {seen}; remove it"
    text = f'title = "a{char}"\nsource = "b{char}"\nboard = "c{char} ."\n[pieces]\nM = "#"\n'
    found = faults_of(text)
    assert found[:2] == [f"the title {fault}", f"the source {fault}"]
    assert found[2] == f"the label c{seen[1:-1]} {fault}"
    assert len(found) == 3


@pytest.mark.parametrize(("label", "most", "number"), [("a+b", 14, 1), ("x+", 14, 1), ("x+", 2, 0)])
def test_labels_contain_no_plus_if_there_are_too_many_sets(
    label: str, most: int, number: int
) -> None:
    labels = f"a b c d e f g h i j k l m {label}"
    groups = f"g = {{labels = '{labels}', open = [0, {most}]}}"
    found = faults_on(f"{labels} .", "M = { shape = '#', max = 15 }", groups)
    rule = "a label must not contain + if there are more than 5,000 sets of labels"
    assert found == [f"group g has the label {label}; {rule}"] * number


def test_messages_contain_no_control_characters() -> None:
    model = Model(
        "x\x1b",
        board("a\x1b ."),
        (Piece("\x1b[31m", (((0, 0),),)),),
        (Group("g\x07", ("\x1b[31m", "\x1b[31m")),),
        week_starts="\x7f",
    )
    found = faults(model)
    assert len(found) >= 5
    assert all(fault.isprintable() for fault in found)
    found = faults_on("a", f'"{ESCAPE}" = "#"', f'g = "{ESCAPE} {ESCAPE}"')
    assert found
    assert all(fault.isprintable() for fault in found)


def test_spheres_may_have_either_parity_if_all_have_the_same() -> None:
    spheres = Piece("P", (((0, 0, 0),),), least=2, most=2)
    for start in ((0, 0, 0), (0, 0, 1)):
        cells = (start, (start[0], start[1] + 1, start[2] + 1))
        assert faults(Model("x", Board(cells), (spheres,), lattice=SPHERES)) == []
