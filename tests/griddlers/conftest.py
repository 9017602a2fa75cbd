"""What several tests of griddlers use: where puzzles of other people lie, and small random ones."""

import random
from pathlib import Path

import pytest

from calpuzzle.griddler.puzzle import Clues, from_grid

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "nonograms"


@pytest.fixture
def nonograms() -> Path:
    if not DATA.is_dir():
        pytest.skip(f"the puzzles of other people are not here: {DATA}")
    return DATA


@pytest.fixture
def heart() -> Clues:
    rows = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
    return from_grid(tuple(tuple(int(mark == "#") for mark in row) for row in rows))


@pytest.fixture
def random_griddler():
    """Make a griddler: of a random grid (solvable), or of two (mostly contradictory)."""

    def make(seed: int, colours: int = 1, solvable: bool = True, most: int = 6) -> Clues:
        rng = random.Random(seed)
        height, width = rng.randint(1, most), rng.randint(1, most)
        density = rng.choice((0.2, 0.4, 0.5, 0.6, 0.8))

        def grid():
            return tuple(
                tuple(rng.randint(1, colours) * (rng.random() < density) for _ in range(width))
                for _ in range(height)
            )

        from calpuzzle.griddler.puzzle import Colour, WHITE, BLACK  # noqa: I001

        palette = (WHITE, BLACK, Colour("red", "#d02020", "r"), Colour("blue", "#0000ff", "b"))
        first = from_grid(grid(), palette[: colours + 1])
        if solvable:
            return first
        return first._replace(columns=from_grid(grid(), first.palette).columns, goal=None)

    return make
