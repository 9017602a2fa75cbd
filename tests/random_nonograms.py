"""Random and hard nonograms, and helpers that read nonogram files and send Ctrl-C."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from calpuzzle.formats import registry
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues, Colour, Grid, black, from_grid

MakeNonogram = Callable[..., Clues]
"""The type of the fixture `random_nonogram`."""


def some_seeds(usual: int, every: int) -> pytest.MarkDecorator:
    """Return a mark that passes `usual` as `seeds`, and `every` in a slow test."""
    return pytest.mark.parametrize("seeds", [usual, pytest.param(every, marks=pytest.mark.slow)])


PALETTE = (WHITE, BLACK, Colour("red", "#d02020", "r"), Colour("blue", "#0000ff", "b"))
GRIDS = (
    "102002 010001 000000 200102 002201 020010",
    "121001 000202 002010 200001 201102 000012",
)
PROBED = [
    from_grid(tuple(tuple(map(int, row)) for row in grid.split()), PALETTE[:3]) for grid in GRIDS
]
"""Nonograms where two probes together determine a cell; in the first, a third one does alone."""


def random_nonogram(seed: int, colours: int = 1, solvable: bool = True, most: int = 6) -> Clues:
    """Return the nonogram of a random grid. Unless `solvable`, its columns are those of another
    grid, so that it is usually contradictory."""
    rng = random.Random(seed)
    height, width = rng.randint(1, most), rng.randint(1, most)
    density = rng.choice((0.2, 0.4, 0.5, 0.6, 0.8))

    def grid() -> Grid:
        return tuple(
            tuple(rng.randint(1, colours) * (rng.random() < density) for _ in range(width))
            for _ in range(height)
        )

    first = from_grid(grid(), PALETTE[: colours + 1])
    if solvable:
        return first
    return first._replace(columns=from_grid(grid(), first.palette).columns, goal=None)


def read_file(path: Path) -> Clues:
    """Return the nonogram in a file; assert that the reader has no notes about it."""
    found = registry.parse(path.read_bytes(), path.name, kind="nonogram")
    assert isinstance(found.content, Clues)
    assert not found.notes
    return found.content


def domino_logic(size: int) -> Clues:
    """Return Jan Wolter's "Domino Logic" with 2 * size + 1 rows: it has one solution, and is
    hard for a search by lines."""
    blocks = [black(lengths) for lengths in ([3], [1], *([[3, 1], [1]] * (size - 1)), [1])]
    return Clues(tuple(blocks), tuple(clue[::-1] for clue in reversed(blocks)))


def permutations(size: int) -> Clues:
    """Return the nonogram with one black cell in each line; it has `size` factorial solutions."""
    return Clues((black([1]),) * size, (black([1]),) * size)


@contextmanager
def ctrl_c(seconds: float) -> Iterator[None]:
    """Send this process SIGINT, the signal of Ctrl-C, after `seconds`."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.join()
