"""The checker accepts solutions and rejects every kind of fault, as the definition does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import definition
import pytest
import shipped
from agreement import Pieces, claimed
from building import board, piece
from hypothesis import assume
from hypothesis import strategies as st
from random_puzzles import bare_models, cut_frames, fittings, grouped, models
from sampled import sampled

from calpuzzle.engines import load
from calpuzzle.puzzle.checker import first_fault
from calpuzzle.puzzle.dates.instances import instance_of
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lattice import moved
from calpuzzle.puzzle.lattices import SPHERES, SQUARES, STICKS, TETRAHEDRA
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal

Solved = tuple[Model, dict[str, str], Pieces]


@pytest.fixture(scope="module")
def solved() -> Solved:
    lowered = shipped.lowering("dray")
    model, cover = lowered.model, lowered.cover
    placed = cover.instance(instance_of(model, labels_of(model, "Jan 1 Sat")))
    solution = next(load("backtrack").solutions(cover, placed))
    return (model, *claimed(lowered, (*placed, *solution)))


def verdict(solved: Solved, uncovered: dict[str, str] | None = None, **changed: Any) -> str:
    """Return the first fault of the solution after changes, or "" if it is correct."""
    model, own, pieces = solved
    placed = {name: cells for name, cells in {**pieces, **changed}.items() if cells is not None}
    return first_fault(model, own if uncovered is None else uncovered, placed) or ""


def shifted(cells: Sequence[Cell], down: int, right: int) -> tuple[Cell, ...]:
    return tuple((r + down, c + right) for r, c in cells)


def test_a_solution_is_accepted(solved: Solved) -> None:
    assert verdict(solved) == ""
    lists = {name: [list(cell) for cell in cells] for name, cells in solved[2].items()}
    assert first_fault(solved[0], solved[1], lists) is None
    backwards = {name: cells[::-1] for name, cells in reversed(solved[2].items())}
    assert first_fault(solved[0], solved[1], backwards) is None


def test_first_fault_reports_every_kind_of_fault(solved: Solved) -> None:
    _, uncovered, pieces = solved
    i4, j4, t5 = pieces["I4"], pieces["J4"], pieces["T5"]
    assert "do not form piece I4" in verdict(solved, I4=i4[:-1])
    assert "do not form piece I4" in verdict(solved, I4=())
    assert "do not form piece I4" in verdict(solved, I4=(*i4, i4[0]))
    assert "do not form piece T5" in verdict(solved, T5=pieces["U5"])
    assert "do not form piece" in verdict(solved, I4=j4, J4=i4)
    assert verdict(solved, I4=None) == "too few of piece I4 are placed: 0 of 1"
    assert verdict(solved, more=((0, 0),)) == "['more'] are not pieces of the puzzle"
    assert "do not form piece I4" in verdict(solved, I4=i4[:1] * 4)
    assert verdict(solved, T5=shifted(t5, 1, 0)) == "N5 and T5 both cover (3, 5)"
    assert "is off the board" in verdict(solved, T5=shifted(t5, 0, -20))
    assert "group month leaves Sat" in verdict(solved, {**uncovered, "month": "Sat"})
    without = {g: label for g, label in uncovered.items() if g != "month"}
    assert verdict(solved, without) == "there is no label of group month"
    assert "not groups" in verdict(solved, {**uncovered, "year": "1"})
    covered = "(7, 5) is covered, but must stay uncovered"
    assert verdict(solved, {**uncovered, "weekday": "Fri"}) == covered
    # Two cells are wrong now; the first one in reading order is reported.
    assert verdict(solved, {**uncovered, "day": "31"}) == "(2, 0) is not covered"


def test_the_number_of_copies_must_be_within_its_bounds() -> None:
    row = board(". . .")._replace(optional=frozenset({0, 1, 2}))
    model = Model("x", row, (piece("A", "#")._replace(least=1, most=3),))
    cells = {f"A#{k}": [(0, k - 1)] for k in range(1, 4)}
    for names in (["A#1"], ["A#2"], ["A#1", "A#3"], ["A#1", "A#2", "A#3"]):
        assert first_fault(model, {}, {name: cells[name] for name in names}) is None
    assert first_fault(model, {}, {}) == "too few of piece A are placed: 0 of 1"
    assert (
        first_fault(model, {}, {**cells, "A#4": [(0, 0)]}) == "['A#4'] are not pieces of the puzzle"
    )
    must = model._replace(board=row._replace(optional=frozenset({0})))
    assert first_fault(must, {}, {"A#1": [(0, 1)], "A#2": [(0, 2)]}) is None
    assert first_fault(must, {}, {"A#1": [(0, 1)], "A#2": [(0, 0)]}) == "(0, 2) is not covered"


def test_colours_and_the_step_of_the_lattice_must_match() -> None:
    own = Piece("A", (((0, 0), (0, 1)),), colours=((1, 2),))
    model = Model("x", Board(((0, 0), (0, 1)), colours=(2, 1)), (own,))
    placements = {"A": [(0, 0), (0, 1)]}
    assert first_fault(model, {}, placements) is None
    still = model._replace(pieces=(own._replace(turn=False, flip=False),))
    assert "do not form piece A" in (first_fault(still, {}, placements) or "")
    other = model._replace(board=model.board._replace(colours=(1, 1)))
    assert "do not form piece A" in (first_fault(other, {}, placements) or "")
    corner = Piece("L", (((0, 1), (1, 0)),))
    cells: tuple[Cell, ...] = ((0, 1), (1, 0))
    assert (
        first_fault(Model("x", Board(cells), (corner,), lattice=STICKS), {}, {"L": cells}) is None
    )
    odd: tuple[Cell, ...] = ((1, 2), (2, 1))
    assert first_fault(Model("x", Board(odd), (corner,), lattice=SQUARES), {}, {"L": odd}) is None
    fault = first_fault(Model("x", Board(odd), (corner,), lattice=STICKS), {}, {"L": odd})
    # Turned by 180 degrees, it has these cells after a translation by two, the step of sticks.
    assert fault is None
    fixed = corner._replace(turn=False, flip=False)
    fault = first_fault(Model("x", Board(odd), (fixed,), lattice=STICKS), {}, {"L": odd})
    assert "do not form piece L" in (fault or "")


def test_pieces_of_balls_are_turned_but_not_reflected() -> None:
    side = ((0, 0, 0), (0, 1, 1), (1, 2, 1), (3, 2, 1))  # no motion of it is its mirror image
    cells = tuple(sorted({tuple(x + 2 for x in cell) for cell in side}))
    over = tuple((row, column, layer) for layer, row, column in cells)
    across = tuple((layer, column, row) for layer, row, column in cells)
    board = Board(tuple(dict.fromkeys((*cells, *over, *across))))._replace(
        optional=frozenset(range(12))
    )
    model = Model("x", board, (Piece("P", (side,)),), lattice=SPHERES)
    assert first_fault(model, {}, {"P": cells}) is first_fault(model, {}, {"P": over}) is None
    assert "do not form piece P" in (first_fault(model, {}, {"P": across}) or "")


def test_fixed_pieces_of_tetrahedra_are_moved_along_the_lattice() -> None:
    """A tetrahedron and the corner next to it are moved by an even number of cubes."""
    cells = tuple(cell for cell in product(range(1, 12, 2), repeat=3) if TETRAHEDRA.holds(cell))
    fixed = Piece("P", (((1, 1, 5), (3, 3, 3)),), turn=False, flip=False)
    free = Board(cells, optional=frozenset(range(len(cells))))
    model = Model("x", free, (fixed,), lattice=TETRAHEDRA)
    lowered = Lowering(model)
    placements = {lowered.cells_of(k) for k in range(len(lowered.cover.options))}
    pairs = combinations(cells, 2)
    accepted = {pair for pair in pairs if first_fault(model, {}, {"P": pair}) is None}
    assert accepted == placements and len(placements) == 4


# --- random changes of solutions

ANY = models(most_cells=12) | fittings() | grouped() | bare_models() | cut_frames(most_side=3)


def is_right(model: Model, labels: dict[str, str], pieces: dict[str, list[Cell]]) -> bool:
    """Return whether `labels` and `pieces` are a solution by the definition."""
    if set(labels) != {group.name for group in model.groups} or not all(
        labels[group.name] in group.labels for group in model.groups
    ):
        return False
    for own in model.pieces:
        copies = [pieces[name] for name in own.names if name in pieces]
        placements = definition.placed_cells(model, own)
        if not own.least <= len(copies) or not all(
            len(set(cells)) == len(cells) and tuple(sorted(cells)) in placements for cells in copies
        ):
            return False
    if set(pieces) - {name for own in model.pieces for name in own.names}:
        return False
    covered = Counter(cell for cells in pieces.values() for cell in cells)
    left = {model.board.at[label] for label in labels.values()}
    may = {model.board.cells[k] for k in model.board.optional}
    return (
        len(left) == len(labels)
        and all(number == 1 for number in covered.values())
        and set(covered) <= set(model.board.cells) - left
        and set(model.board.cells) - left - may <= set(covered)
    )


@sampled(20, 100, model=ANY, data=st.data())
def test_changed_solutions_are_judged_by_the_definition(model: Model, data: st.DataObject) -> None:
    lowered = Lowering(model)
    solutions = list(load("reference").solutions(lowered.cover))
    assume(solutions)
    labels, placed = claimed(lowered, data.draw(st.sampled_from(solutions)))
    pieces = {name: list(cells) for name, cells in placed.items()}
    assert first_fault(model, labels, pieces) is None
    assert is_right(model, labels, pieces)
    size = model.board.dimensions
    cell = st.tuples(*[st.integers(-1, 4)] * size)
    names = sorted({name for own in model.pieces for name in own.names})
    for _ in range(data.draw(st.integers(1, 2))):
        name = data.draw(st.sampled_from([*names, "other"]))
        kind = data.draw(st.sampled_from(["cell", "drop", "swap", "move", "label", "again", "add"]))
        if kind == "cell" and pieces.get(name):
            pieces[name][data.draw(st.integers(0, len(pieces[name]) - 1))] = data.draw(cell)
        elif kind == "drop":
            pieces.pop(name, None)
        elif kind == "swap":
            other = data.draw(st.sampled_from(names))
            if name in pieces and other in pieces:
                pieces[name], pieces[other] = pieces[other], pieces[name]
        elif kind == "move" and name in pieces:
            shift = data.draw(cell)
            pieces[name] = [
                tuple(x + d for x, d in zip(own, shift, strict=True)) for own in pieces[name]
            ]
        elif kind == "label" and labels:
            group = data.draw(st.sampled_from(sorted(labels)))
            labels[group] = data.draw(st.sampled_from([*filter(None, model.board.labels), "?"]))
        elif kind == "again" and pieces.get(name):
            pieces[name] = [*pieces[name], pieces[name][0]]
        elif kind == "add":
            pieces[name] = list(data.draw(st.lists(cell, max_size=3)))
    verdict = first_fault(model, labels, pieces)
    assert (verdict is None) == is_right(model, labels, pieces), verdict
    assert verdict is None or verdict.isprintable()


@pytest.mark.parametrize("dimensions", [2, 3, 4])
@pytest.mark.parametrize("turn", [True, False])
@pytest.mark.parametrize("flip", [True, False])
def test_checker_and_lowering_allow_the_same_motions(
    dimensions: int, turn: bool, flip: bool
) -> None:
    # A shape without any symmetry, so that each motion has a different image.
    shape = normal(
        [(0,) * dimensions]
        + [tuple(k * (a == axis) for a in range(dimensions)) for axis in range(dimensions)
           for k in range(1, axis + 2)]
        + [tuple(int(a in (0, dimensions - 1)) for a in range(dimensions))]
    )  # fmt: skip
    every = SQUARES.motions(dimensions, True, True)
    if dimensions > 2:  # mirror images too, which are no motions of solid pieces
        every += tuple((tuple(-x for x in m[0]), *m[1:]) for m in every)
    own = Piece("P", (shape,), turn, flip)
    allowed = {
        normal([moved(m, cell) for cell in shape]) for m in SQUARES.motions(dimensions, turn, flip)
    }
    for motion in every[:: 1 if dimensions < 4 else 35]:
        cells = normal([moved(motion, cell) for cell in shape])
        fault = first_fault(Model("x", Board(cells), (own,)), {}, {"P": cells})
        assert (fault is None) == (cells in allowed)
    assert len(allowed) == len(SQUARES.motions(dimensions, turn, flip))
