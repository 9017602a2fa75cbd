"""Preferences among solutions: the keys, compared with direct definitions."""

from __future__ import annotations

import doctest

from random_puzzles import fittings
from sampled import sampled

import calpuzzle as cp
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.results import preferences
from calpuzzle.results.preferences import KEYS, Near, best_first, falling, flips


def at_origin(cells: set[Cell]) -> frozenset[Cell]:
    top, left = (min(axis) for axis in zip(*cells, strict=True))
    return frozenset((row - top, column - left) for row, column in cells)


def test_flips_counts_the_pieces_that_are_turned_over() -> None:
    puzzle = cp.load("month-day-7x7")
    drawn = {piece.name: set(piece.sides[0]) for piece in puzzle.pieces}
    numbers = set()
    for solution in puzzle.solve("Jan 1"):
        over = 0
        for name, cells in solution.pieces.items():
            shape = drawn[name]
            turns = set()
            for _ in range(4):
                shape = {(column, -row) for row, column in shape}
                turns.add(at_origin(shape))
            over += at_origin(set(cells)) not in turns
        assert flips(solution) == over
        numbers.add(over)
    assert numbers == {0, 1, 2, 3, 4}
    assert not any(map(flips, cp.load("dray").solve("Jan 1 Sat")))  # its pieces have one side


@sampled(40, 200, model=fittings(sticks=False))
def test_flips_depends_on_the_colours_of_the_first_side(model: Model) -> None:
    if model.board.dimensions == 3:
        return
    puzzle = cp.Puzzle(model)
    colours = dict(zip(model.board.cells, model.board.colours, strict=False))
    drawn = {
        name: dict(zip(piece.shape, piece.colours[0] if colours else piece.shape, strict=True))
        for piece in model.pieces
        for name in piece.names
    }
    for solution in puzzle.solve():
        over = 0
        for name, cells in solution.pieces.items():
            first = drawn[name]
            fits = []
            for _ in range(4):
                first = {(column, -row): mark for (row, column), mark in first.items()}
                down, right = (a - b for a, b in zip(cells[0], min(first), strict=True))
                moved = {(row + down, column + right): first[row, column] for row, column in first}
                shown = moved if not colours else {cell: colours[cell] for cell in cells}
                fits.append(moved.keys() == {*cells} and shown == moved)
            over += not any(fits)
        assert flips(solution) == over
    costs = sorted(map(flips, puzzle.solve()))
    found = puzzle.solve().cheapest(flips)
    assert [cost for (cost,), times in found.counts_by_cost.items() for _ in range(times)] == costs


def test_falling_counts_the_pieces_without_support(dray: cp.Puzzle) -> None:
    """A piece falls if below each of its cells is the piece itself or an uncovered label."""
    seen = set()
    for solution in dray.solve("Nov 22 Sun"):
        of = {cell: name for name, cells in solution.pieces.items() for cell in cells}
        fall = set(solution.pieces)
        for (row, column), name in of.items():
            below = row + 1, column
            if below not in dray.board.cells or of.get(below, name) != name:
                fall.discard(name)
        assert falling(solution) == len(fall)
        seen.add(len(fall))
    assert seen == {0, 1}


def test_near_counts_the_pieces_to_move(dray: cp.Puzzle) -> None:
    before = dray.solve("Nov 21 Sat")[0]
    near = Near(before)
    best = min(dray.solve("Nov 22 Sun"), key=near)
    moved = tuple(name for name in best.pieces if best.pieces[name] != before.pieces[name])
    assert near.moved(best) == moved and near(best) == len(moved) == 8
    assert near(before) == 0
    assert Near(dray.placed({"I4": best.pieces["I4"]}))(best) == 9


def test_best_first_sorts_by_all_keys_and_examples_run() -> None:
    found = cp.load("month-day-7x7").solve("Jan 1")
    keys = [falling, flips]
    ranked = best_first(found, keys)
    ranks = [(falling(solution), flips(solution)) for solution in ranked]
    assert ranks == sorted(ranks) and {*ranked} == {*found}
    assert best_first(found, [flips])[0] == min(found, key=flips)
    assert set(KEYS.values()) == {flips, falling}
    puzzle = cp.loads('board = """\n. . . .\n"""\n[pieces]\nM = { shape = "#", count = 4 }')
    (solution,) = puzzle.solve()
    assert Near(solution)(solution) == falling(solution) == flips(solution) == 0
    assert doctest.testmod(preferences).failed == 0
