"""Models: boards, groups, names of pieces, and the puzzles that `bare` and `residual` derive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
import shipped
from building import board, piece
from hypothesis import strategies as st
from random_puzzles import bare_models, fittings, grouped, models
from sampled import sampled

from calpuzzle.base.errors import InputError
from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.derived_puzzles import bare, residual
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.validate import faults


def test_board_reads_rows_of_tokens() -> None:
    own = board("a # .", "# b #")
    assert own.cells == ((0, 0), (0, 2), (1, 1))
    assert own.labels == ("a", "", "b")
    assert own.at == {"a": (0, 0), "b": (1, 1)}
    assert (own.dimensions, own.bare, own.height, own.width) == (2, False, 2, 3)
    # Rows without cells count above the first cell, but not below the last one.
    assert board("# #", ". #").height == 2
    assert board(". #", "# #").height == 1
    assert (board("#").cells, board("#").height, board("#").width) == ((), 0, 0)


def test_without_removes_the_named_pieces() -> None:
    model = shipped.model("tetrasticks-5x5-no-crossing")
    less = model.without(["H", "T"])
    assert {own.name for own in model.pieces} - {own.name for own in less.pieces} == {"H", "T"}
    assert less._replace(pieces=model.pieces) == model
    assert model.without([]) == model
    with pytest.raises(InputError, match=r"no-crossing has no piece h \(did you mean H\?\); there"):
        model.without(["H", "h"])
    assert model.without("H") == model.without(["H"]) == model.without(("H",))


def test_a_string_is_one_name_not_a_sequence_of_characters() -> None:
    model = shipped.model("dray")
    assert model.without("I4") == model.without(["I4"])
    assert model.groups[1].only("11").labels == ("11",)
    single = Model("x", board("11 1 ."), (piece("D", "##"),), (Group("g", ("1", "11")),))
    assert single.opened("11") == ("11",)
    with pytest.raises(InputError, match="dray has 3 groups; write one label per group, not 1 la"):
        model.opened("Jan")
    with pytest.raises(InputError, match=r"^month has no label 'Janu' \(did you mean Jan\?\)$"):
        model.opened(["Janu", "1", "Sat"])
    several = Group.several("d", "abc", 1, 2)
    with pytest.raises(InputError, match=r"^d has no label 'x'$"):
        Model("x", board("a b c"), (), (several,)).opened("x")


@pytest.mark.parametrize(
    ("least", "most", "fault"),
    [
        (
            -1,
            2,
            r"group d cannot leave -1 to 2 of its 3 labels uncovered; write two numbers",
        ),
        (2, 1, r"group d cannot leave 2 to 1 of its 3 labels uncovered"),
        (0, 4, r"group d cannot leave 0 to 4 of its 3 labels uncovered"),
        (0.5, 2, r"least must be a whole number, not 0\.5"),
        (0, "2", r"most must be a whole number, not '2'"),
    ],
)
def test_group_rejects_impossible_numbers_of_open_labels(least: Any, most: Any, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        Group.several("d", "abc", least, most)


def test_group_rejects_too_many_label_sets() -> None:
    with pytest.raises(InputError, match=r"group d can leave more than .* sets of labels unc"):
        Group.several("d", [f"{k}" for k in range(99)], 0, 50)


@pytest.mark.parametrize(
    ("cells", "lattice", "fault"),
    [
        (8, SQUARES, "the named pieces of squares have 1 to 7 cells, not 8"),
        (0, SQUARES, "cells, not 0"),
        (-1, HEXAGONS, "the named pieces of hexagons have 1 to 6 cells, not -1"),
        (9, TRIANGLES, "the named pieces of triangles have 1 to 8 cells, not 9"),
        (2, STICKS, "the named pieces of sticks do not exist"),
        ("2", SQUARES, "cells must be a whole number"),
    ],
)
def test_polyominoes_rejects_sizes_without_pieces(cells: Any, lattice: Lattice, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        polyominoes(cells, lattice=lattice)


ANY = models(most_cells=10) | fittings() | grouped() | bare_models()
Placements = frozenset[tuple[str, tuple[int, ...]]]


def by_cells(lowered: Lowering, solutions: Sequence[Sequence[int]]) -> list[Placements]:
    """Return each solution as a set of pairs: a piece or group, and its cells as numbers."""
    number = {cell: k for k, cell in enumerate(lowered.model.board.cells)}
    names = [own.name for own in lowered.classes] + [g.name for g in lowered.model.groups]
    return [
        frozenset(
            (
                names[lowered.cover.options[option][0]],
                tuple(sorted(number[cell] for cell in lowered.cells_of(option))),
            )
            for option in solution
        )
        for solution in solutions
    ]


def every(lowered: Lowering) -> list[Options]:
    """Return all solutions, including the options of their labels."""
    return list(load("reference").solutions(lowered.cover))


@sampled(20, 50, model=ANY)
def test_bare_keeps_the_solutions(model: Model) -> None:
    lowered = Lowering(model)
    plain = bare(lowered)
    assert faults(plain) == []
    assert plain.board.bare
    assert plain.groups == ()
    assert plain.board.optional == model.board.optional
    assert (plain.name, plain.title, plain.source) == (model.name, model.title, model.source)
    again = Lowering(plain)
    found, expected = by_cells(again, every(again)), by_cells(lowered, every(lowered))
    assert Counter(found) == Counter(expected)
    assert len(again.cover.options) == len(lowered.cover.options)
    # A bare puzzle stays the same.
    assert bare(again) == plain


@sampled(20, 50, model=ANY, data=st.data())
def test_residual_has_the_solutions_with_the_placements(model: Model, data: st.DataObject) -> None:
    lowered = Lowering(model)
    solutions = every(lowered)
    options = st.sampled_from(solutions[0] if solutions and solutions[0] else [0])
    if not lowered.cover.options:
        return
    placed = tuple(data.draw(st.lists(options, unique=True, max_size=3)))
    try:
        left = Lowering(residual(lowered, placed))
    except InputError as error:
        assert "so none remains" in str(error) or "cover every cell that the group" in str(error)
        return
    if left.model.pieces:
        assert {*faults(left.model, whole=False)} <= {*faults(model, whole=False)}
    taken = {option for option in placed if lowered.class_of(option) >= 0}
    expected = [[*{*own} - taken] for own in solutions if {*placed} <= {*own}]
    covered = {cell for option in taken for cell in lowered.cells_of(option)}
    remaining = [k for k, cell in enumerate(model.board.cells) if cell not in covered]
    found = Counter(
        # A remaining piece may represent a class that another piece has represented before.
        frozenset(
            (class_name(lowered, name), tuple(remaining[k] for k in cells)) for name, cells in own
        )
        for own in by_cells(left, every(left))
    )
    assert found == Counter(by_cells(lowered, expected))


def class_name(lowered: Lowering, name: str) -> str:
    """Return the name of the class of a piece, or `name` if it is that of a group."""
    index = lowered.piece_class.get(name)
    return name if index is None else lowered.classes[index].name


def test_residual_of_a_date_keeps_one_label_of_each_group() -> None:
    model = Model(
        "x", board("a b c d"), (piece("D", "##"),), (Group("g", ("a", "c")), Group("h", ("b", "d")))
    )
    lowered = Lowering(model)
    dated = residual(lowered, lowered.cover.instance(0))
    assert dated == model._replace(groups=(Group("g", ("a",)), Group("h", ("b",))))
