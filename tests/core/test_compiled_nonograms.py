"""The compiled line solver and grid search for nonograms, against nonogram_twin.py."""

from __future__ import annotations

import random

import nonogram_twin
import pytest
from random_nonograms import domino_logic

from calpuzzle._core import grids
from calpuzzle.nonogram.clues import Colour, Grid, fits, from_grid
from calpuzzle.nonogram.lines import settle, tally
from calpuzzle.nonogram.solver import solve


def line(rng: random.Random, length: int, colours: int) -> tuple[int, ...]:
    cells: list[int] = []
    while len(cells) < length:
        cells += [rng.randint(0, colours)] * rng.choice((1, 1, 2, 3, 40))
    return tuple(cells[:length])


@pytest.mark.parametrize("colours", [1, 2, 3])
def test_solutions_of_grids_agree_with_the_twin(colours: int) -> None:
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
def test_solutions_of_wide_grids_fit_the_clues(width: int) -> None:
    rng = random.Random(width)
    grid: Grid = tuple(line(rng, width, 1) for _ in range(6))
    found = solve(from_grid(grid), limit=3)
    assert found.count
    assert all(fits(from_grid(grid), other) for other in found.solutions)


@pytest.mark.parametrize("colours", [29, 30, 31, 32, 62])
def test_lines_may_have_up_to_62_colours(colours: int) -> None:
    clue, masks = ((1, 1), (2, colours)), [(2 << colours) - 1] * 5
    assert settle(clue, masks, colours) == nonogram_twin.settle(clue, masks, colours)
    assert tally(clue, masks, colours) == nonogram_twin.tally(clue, masks, colours)


@pytest.mark.parametrize("level", [grids.LINES_ONLY - 1, grids.WITH_GUESSES + 1, 1 << 40])
def test_levels_that_do_not_exist_are_refused(level: int) -> None:
    clues = [((1, 1),), ((1, 1),)]
    with pytest.raises((ValueError, OverflowError)):
        grids.Search(clues, clues, 1, level=level)
    search = grids.Search(clues, clues, 1, level=grids.LINES_ONLY)
    with pytest.raises((ValueError, OverflowError)):
        search.level = level
    assert search.level == grids.LINES_ONLY
    assert search.run(1000) == grids.STUCK


def test_a_stuck_search_continues_at_a_higher_level() -> None:
    """It takes the same steps as a search that begins at the highest level."""
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
