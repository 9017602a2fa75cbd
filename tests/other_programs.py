"""Helpers for tests that run other programs, if they are on PATH, and nonograms for these tests."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from random_nonograms import random_nonogram

from calpuzzle.nonogram.clues import WHITE, Clues, Colour, from_grid
from calpuzzle.nonogram.solver import solve

CAT = Path(__file__).parents[1] / "examples" / "puzzles" / "cat.non"
COLOURS = (WHITE, Colour("red", "#d02020", "r"), Colour("blue", "#0000ff", "b"))


def needs(program: str, where: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test, with a reason, if the program is not on PATH."""
    return pytest.mark.skipif(
        shutil.which(program) is None, reason=f"there is no {program} {where}"
    )


def said(*command: object, given: bytes = b"") -> str:
    """Return what a command prints. It must succeed within two minutes."""
    done = subprocess.run(
        [str(word) for word in command], input=given, capture_output=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout.decode("utf-8", "replace")


def with_one_solution() -> list[Clues]:
    """Return up to five random nonograms of three colours that have one solution and at least three
    rows and columns."""
    found = [
        puzzle
        for seed in range(40)
        if solve(puzzle := random_nonogram(seed, 3, most=7), 2, keep=0).unique
        and min(puzzle.height, puzzle.width) > 2
    ]
    return found[:5]


COLOURED = [
    from_grid(((1, 2, 0), (0, 0, 0), (1, 1, 2)), COLOURS),
    *(puzzle._replace(goal=None) for puzzle in with_one_solution()),
]
