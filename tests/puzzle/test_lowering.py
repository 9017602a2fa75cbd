"""The lowering: which options there are, how they are numbered, and how the board is laid."""

from __future__ import annotations

from itertools import pairwise, product

import definition
import pytest
from hypothesis import given
from random_puzzles import models

import calpuzzle as cp
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.puzzle.model import Board


@given(models())
def test_options_are_all_placements_and_labels_once_each(model):
    cover = Cover(model)
    cells = {complex(c, r) for r, c in model.board.cells}
    found = {}
    for option in cover.options:
        key = (option.piece, option.group, frozenset(cover.cells[cell] for cell in option.cells))
        assert key not in found
        found[key] = option
    expected = set()
    for piece in model.pieces:
        name = piece.name if piece.copies == 1 else f"{piece.name}#1"
        (index,) = (k for k, kind in enumerate(cover.classes) if name in kind.names)
        for shape in definition.motions(piece):
            for corner in product(range(model.board.width), range(model.board.height)):
                moved = frozenset(z + complex(*corner) for z in shape)
                if moved <= cells:
                    place = frozenset((int(z.imag), int(z.real)) for z in moved)
                    expected.add((index, -1, place))
    for k, group in enumerate(model.groups):
        for label in group.labels:
            expected.add((-1, k, frozenset([model.board.labels[label]])))
    assert set(found) == expected


@given(models())
def test_options_are_numbered_as_the_module_says(model):
    options = Cover(model).options
    for before, after in pairwise(options):
        assert list(before.cells) == sorted(before.cells)
        if before.cells[0] != after.cells[0]:
            assert before.cells[0] < after.cells[0]
        elif (before.piece == -1) != (after.piece == -1):
            assert after.piece == -1
        elif before.piece != after.piece:
            assert before.piece < after.piece
        else:
            assert (before.cells, before.group) < (after.cells, after.group)


@given(models())
def test_buckets_begin_where_the_lowest_cell_changes(model):
    cover = Cover(model)
    for cell in range(len(cover.cells)):
        bucket = cover.options[cover.buckets[cell] : cover.buckets[cell + 1]]
        assert all(option.cells[0] == cell for option in bucket)
    assert cover.buckets[-1] == len(cover.options)


@given(models())
def test_the_frame_is_the_board_laid_some_way(model):
    cover = Cover(model)
    lines, length = cover.frame
    assert length <= lines
    assert list(cover.places) == sorted(set(cover.places))
    assert sorted(cover.cells) == sorted(model.board.cells)
    assert all(0 <= line < lines and 0 <= place < length for line, place in cover.places)
    # Neighbours stay neighbours, and no others become so.
    near = {}
    for cells, key in ((cover.cells, "board"), (cover.places, "frame")):
        near[key] = {
            (i, j)
            for i, (r, c) in enumerate(cells)
            for j, (s, d) in enumerate(cells)
            if abs(r - s) + abs(c - d) == 1
        }
    assert near["board"] == near["frame"]


@given(models())
def test_instances_are_numbered_as_dates_are(model):
    cover = Cover(model)
    for instance in range(cover.instances):
        labels = labels_at(model, instance)
        uncovered = [cover.cells[cell] for cell in cover.uncovered(instance)]
        assert uncovered == [model.board.labels[label] for label in labels]
        numbers = sum(
            option.instance
            for option in cover.options
            if option.piece == -1 and labels[option.group] in model.board.labels
            and cover.cells[option.cells[0]] == model.board.labels[labels[option.group]]
        )  # fmt: skip
        assert numbers == instance


@pytest.mark.parametrize("name", ["dray", "month-day-7x7"])
def test_the_way_a_board_is_drawn_does_not_change_its_counts(name):
    puzzle = cp.load(name)
    counts = puzzle.counts()
    rows = puzzle.board.rows
    # A half turn: pieces that are never turned over lie on it as they did.
    turned = Board(tuple(row[::-1] for row in rows[::-1]))
    assert (cp.Puzzle(puzzle.model._replace(board=turned)).counts() == counts).all()
    # A quarter turn.
    turned = Board(tuple(zip(*rows[::-1], strict=True)))
    assert (cp.Puzzle(puzzle.model._replace(board=turned)).counts() == counts).all()
    # The mirror image, which is another puzzle where pieces have hands.
    mirrored = Board(tuple(row[::-1] for row in rows))
    same = (cp.Puzzle(puzzle.model._replace(board=mirrored)).counts() == counts).all()
    assert same == (name != "dray")
