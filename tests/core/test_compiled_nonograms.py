"""The compiled line solver and search of nonograms, against their plain twins."""

from __future__ import annotations

import random

import nonogram_twin
import numpy as np
import pytest
from random_nonograms import domino_logic

from calpuzzle._core import grids, lines
from calpuzzle.nonogram.lines import settle, tally, tally_plain
from calpuzzle.nonogram.puzzle import MAX_SIDE, Colour, Grid, clue_of, fits, from_grid
from calpuzzle.nonogram.solver import solve


def line(rng: random.Random, length: int, colours: int) -> tuple[int, ...]:
    cells: list[int] = []
    while len(cells) < length:
        cells += [rng.randint(0, colours)] * rng.choice((1, 1, 2, 3, 40))
    return tuple(cells[:length])


@pytest.mark.parametrize("length", [1, 7, 62, 63, 64, 127, 128, 255, 256, 511, 512, 1000])
@pytest.mark.parametrize("colours", [1, 2, 5])
def test_lines_are_their_plain_twins(length: int, colours: int) -> None:
    """At the edges of each width of the kernel, with clues of the line's own making."""
    rng = random.Random(length * colours)
    for _ in range(4 if length < 300 else 1):
        cells = line(rng, length, colours)
        clue = clue_of(cells)
        masks = [1 << c if rng.random() < 0.3 else (2 << colours) - 1 for c in cells]
        assert settle(clue, masks, colours) == nonogram_twin.settle(clue, masks, colours)
        if length < 128:
            assert tally(clue, masks, colours) == tally_plain(clue, masks, colours)


def test_many_lines_at_once() -> None:
    rng = random.Random(1)
    for length in (1, 5, 63):
        clue = clue_of(line(rng, length, 1))
        start = [[rng.getrandbits(length) for _ in range(50)] for _ in range(2)]
        white, black = (np.array(sets, np.uint64) for sets in start)
        lines.settle_many(length, clue, white, black)
        for one, sets in zip(zip(white, black, strict=True), zip(*start, strict=True), strict=True):
            assert list(one) == (lines.settle(length, clue, 1, sets) or [0, 0])


def test_lines_that_are_none() -> None:
    for cells, blocks, colours, can in [
        (0, [], 1, [0, 0]),
        (MAX_SIDE + 1, [], 1, [0, 0]),
        (3, [(0, 1)], 1, [7, 7]),
        (3, [(1, 2)], 1, [7, 7]),
        (3, [], 64, [7] * 65),
        (3, [], 1, [7, 8]),
        (3, [], 1, [7]),
    ]:
        with pytest.raises(ValueError, match=r"cell|colour"):
            lines.settle(cells, blocks, colours, can)
    for blocks in ([(4, 1)], [(1, 1)] * 5, [(1 << 70, 1)]):
        assert lines.settle(3, blocks, 1, [7, 7]) is None
        assert lines.tally(3, blocks, 1, [7, 7])[0] == 0
    with pytest.raises(ValueError, match="128 bits"):
        lines.tally(128, [], 1, [0, 0])


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_grids_agree_with_the_reference(colours: int) -> None:
    palette = tuple(Colour(mark, "#000000", mark) for mark in ".abc"[: colours + 1])
    counts = []
    for seed in range(150):
        rng = random.Random(seed)
        height, width = rng.randint(1, 5), rng.randint(1, 5)
        grid = tuple(tuple(rng.randint(0, colours) for _ in range(width)) for _ in range(height))
        clues = from_grid(grid, palette)
        if seed % 3 == 0:
            clues = clues._replace(columns=tuple(rng.sample(clues.columns, width)))
        expected = list(nonogram_twin.solutions(clues))
        found = solve(clues)
        assert found.complete
        assert sorted(found.solutions) == sorted(expected)
        counts.append(found.count)
    assert {0, 1} < set(counts)


@pytest.mark.parametrize("width", [63, 64, 130])
def test_wide_grids_have_solutions_that_fit(width: int) -> None:
    rng = random.Random(width)
    grid: Grid = tuple(line(rng, width, 1) for _ in range(6))
    found = solve(from_grid(grid), limit=3)
    assert found.count
    assert all(fits(from_grid(grid), other) for other in found.solutions)


def test_a_search_that_is_stuck_goes_on_where_more_is_allowed() -> None:
    """It takes the same steps as one that was allowed all from the start."""
    puzzle = domino_logic(5)
    stages = grids.Search(puzzle.rows, puzzle.columns, 1, level=grids.LINES_ONLY)
    for level in (grids.WITH_PROBES, grids.WITH_GUESSES):
        assert stages.run(1 << 20) == stages.run(1 << 20) == grids.STUCK
        assert not stages.guesses
        stages.level = level
    whole = grids.Search(puzzle.rows, puzzle.columns, 1)
    for search in (stages, whole):
        assert search.run(1 << 20) == grids.SOLUTION
        assert search.run(1 << 20) == grids.DONE
    assert stages.guesses == whole.guesses > 0
    assert stages.probes == whole.probes > 0
    assert stages.settled == whole.settled


def test_grids_that_are_none() -> None:
    long: list[tuple[()]] = [()] * MAX_SIDE
    assert grids.Search(long, [()], 1).run(1 << 20) == grids.SOLUTION
    for rows, columns, colours in [([], [()], 1), ([*long, ()], [()], 1), ([()], [()], 63)]:
        with pytest.raises(ValueError, match="grid"):
            grids.Search(rows, columns, colours)
    for block in [(0, 1), (1, 0), (1, 2)]:
        with pytest.raises(ValueError, match="block"):
            grids.Search([(block,)], [()], 1)
    with pytest.raises(ValueError, match="cells"):
        grids.Search([()], [()], 1, [1, 1])
    full = grids.Search([((1, 62),)], [((1, 62),)], 62, [(1 << 63) - 1])
    assert full.run(10) == grids.SOLUTION
    assert full.colours_left() == full.colours_certain() == [1 << 62]
