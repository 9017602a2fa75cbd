"""Other programs that read our files in tests, if they are on PATH, and the nonograms for them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from random_nonograms import random_nonogram, read_file

from calpuzzle.formats.registry import FORMATS, render
from calpuzzle.nonogram.clues import WHITE, Clues, Colour, Grid, black, from_grid
from calpuzzle.nonogram.solver import solve

CAT = Path(__file__).parents[1] / "examples" / "puzzles" / "cat.non"
COLOURS = (WHITE, Colour("red", "#d02020", "r"), Colour("blue", "#0000ff", "b"))


def needs(program: str, where: str) -> pytest.MarkDecorator:
    """Leaves a test out, with a word, where there is no such program."""
    return pytest.mark.skipif(
        shutil.which(program) is None, reason=f"there is no {program} {where}"
    )


def said(*command: object, given: bytes = b"") -> str:
    """What a command prints; it must end well within two minutes."""
    done = subprocess.run(
        [str(word) for word in command], input=given, capture_output=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout.decode("utf-8", "replace")


def with_one_solution(colours: int) -> list[Clues]:
    """Some nonograms of one solution, not all of them square, with empty and full lines."""
    found = [
        puzzle
        for seed in range(40)
        if solve(puzzle := random_nonogram(seed, colours, most=7), 2, keep=0).unique
        and min(puzzle.height, puzzle.width) > 2
    ]
    return found[:5]


BLACK_ONLY = [
    read_file(CAT)._replace(notes=()),
    Clues((black([4]), (), black([4])), (black([1, 1]),) * 4),
    *with_one_solution(1),
]
COLOURED = [
    from_grid(((1, 2, 0), (0, 0, 0), (1, 1, 2)), COLOURS),
    *(puzzle._replace(goal=None) for puzzle in with_one_solution(3)),
]


def answer(puzzle: Clues) -> Grid:
    (grid,) = solve(puzzle).solutions
    return grid


def written(folder: Path, puzzle: Clues, form: str) -> Path:
    """A file of the nonogram in that format."""
    path = folder / f"puzzle.{FORMATS[form].endings[0]}"
    path.write_bytes(render(puzzle, form).data)
    return path


def drawn(rows: list[str], marks: str) -> Grid:
    """The grid of a drawing whose characters are those of the colours in order."""
    return tuple(tuple(marks.index(mark) for mark in row) for row in rows)
