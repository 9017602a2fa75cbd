"""Counts of nonograms by layers, against the definition and against known numbers."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from random_nonograms import some_seeds

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.nonogram import layers_in_turns, row_layers, solver
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues, Colour, Grid, fits, from_grid
from calpuzzle.nonogram.row_layers import Layers


def random_clues(random: Random, most: int = 4) -> Clues:
    """Return the nonogram of a small random grid of one or two colours."""
    height, width = random.randint(1, most), random.randint(1, most)
    colours = random.choice([1, 1, 2])
    palette = (WHITE, BLACK, Colour("red", "#ff0000", "%"))[: colours + 1]
    marks = [0, 0, 0, *range(1, colours + 1)]
    cells = [random.choices(marks, k=width) for _ in range(height)]
    return from_grid(tuple(map(tuple, cells)), palette)


def free(puzzle: Clues) -> list[int]:
    """Return masks that allow all colours in each cell."""
    return [(1 << (puzzle.colours + 1)) - 1] * (puzzle.height * puzzle.width)


def by_definition(puzzle: Clues) -> list[Grid]:
    """Return every grid that has these clues."""
    row = list(product(range(puzzle.colours + 1), repeat=puzzle.width))
    return [grid for grid in product(row, repeat=puzzle.height) if fits(puzzle, grid)]


@some_seeds(50, 200)
def test_layers_of_random_nonograms_match_the_definition(seeds: int) -> None:
    random = Random(22)
    several = 0
    for _ in range(seeds):
        puzzle = random_clues(random, 3)
        grids = by_definition(puzzle)
        layers = Layers(puzzle, free(puzzle), keep=True).finish()
        several += len(grids) > 1
        assert layers.total == len(grids)
        assert sorted(layers) == sorted(grids)
        cells = Counter(
            (colour, y, x)
            for grid in grids
            for y, row in enumerate(grid)
            for x, colour in enumerate(row)
        )
        marginals = layers.marginals()
        for colour, y, x in product(
            range(puzzle.colours + 1), range(puzzle.height), range(puzzle.width)
        ):
            assert marginals[colour][y][x] == cells[colour, y, x]
    assert several > seeds / 20


def test_layers_contain_the_solutions_within_the_masks() -> None:
    puzzle = from_grid(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (WHITE, BLACK))
    # The middle cell is black, and the first one is not.
    masks = [1, 3, 3, 3, 2, 3, 3, 3, 3]
    within = [grid for grid in by_definition(puzzle) if grid[1][1] and not grid[0][0]]
    layers = Layers(puzzle, masks, keep=True).finish()
    assert list(layers) == within == [((0, 0, 1), (0, 1, 0), (1, 0, 0))]


def test_solutions_are_counted_by_the_search_alone_if_layers_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(row_layers, "MAX_ENTRIES", 50)
    monkeypatch.setattr(layers_in_turns, "TURN", 0)
    puzzle = Clues((((1, 1),),) * 6, (((1, 1),),) * 6)
    message = "^the nonogram is too large to be counted by layers$"
    with pytest.raises(CannotDoError, match=message):
        Layers(puzzle, free(puzzle))
    found = solver.solve(puzzle, None, keep=0)
    assert (found.count, found.ended) == (720, solver.COMPLETE)


def test_layers_count_more_solutions_than_can_be_listed() -> None:
    """The clues of a diagonal of n cells have n! solutions, the permutation matrices."""
    size = 12
    diagonal = tuple(tuple(int(x == y) for x in range(size)) for y in range(size))
    puzzle = from_grid(diagonal, (WHITE, BLACK))
    found = solver.solve(puzzle, None, keep=0)
    assert found.count == 479_001_600 and found.ended == solver.COMPLETE
    layers = Layers(puzzle, free(puzzle), keep=True).finish()
    assert {layers.nth(0), layers.nth(-1)} == {diagonal, tuple(reversed(diagonal))}
    assert all(fits(puzzle, grid) for grid in layers.sample(5, seed=1))
    assert layers.marginals()[1][3][4] == 479_001_600 // size


def test_layers_of_a_large_nonogram_and_of_some_without_solution() -> None:
    side = 34  # with this size, the digits of a state fill two words
    block = tuple(int(8 <= k < 25) for k in range(side))
    square = from_grid(tuple(block if cell else (0,) * side for cell in block), (WHITE, BLACK))
    layers = Layers(square, free(square), keep=True).finish()
    assert list(layers) == [square.goal]
    none = Clues((((1, 1),), ((1, 1),)), (((2, 1),), ()), (WHITE, BLACK))
    lineless = none._replace(columns=(((1, 1), (1, 1)), ()))
    for puzzle in (none._replace(columns=(((1, 1),), ())), lineless):
        layers = Layers(puzzle, free(puzzle), keep=True).finish()
        assert layers.total == 0 and list(layers) == []
        with pytest.raises(IndexError, match="there is no solution 0"):
            layers.nth(0)
        with pytest.raises(InputError, match="no solution to draw"):
            layers.sample(1)
    with pytest.raises(CannotDoError, match="are not stored"):
        Layers(none, free(none)).finish().nth(0)


def test_counts_may_exceed_64_bits_but_not_the_memory() -> None:
    size = 22
    diagonal = tuple(tuple(int(x == y) for x in range(size)) for y in range(size))
    puzzle = from_grid(diagonal, (WHITE, BLACK))
    with pytest.raises(CannotDoError, match="exceed the memory of 1,000,000 bytes"):
        Layers(puzzle, free(puzzle), memory=1_000_000).finish()
    # In every three columns, either of the first two has its cell in the upper row.
    many = from_grid(((1, 0, 0) * 70, (0, 1, 0) * 70), (WHITE, BLACK))
    assert Layers(many, free(many)).finish().total == 2**70
    layers = Layers(many, free(many), keep=True).finish()
    assert fits(many, layers.nth(2**69 + 12345))
    assert layers.marginals()[1][0][0] == 2**69
