"""Nonograms on the command line: what runs it, and what writes and reads the files."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from commands import Done, program

from calpuzzle.formats.registry import parse, render
from calpuzzle.nonogram.puzzle import Clues

COMMAND = [program(), "nonogram"]


class Call(Protocol):
    """Runs `nonogram` with these words."""

    def __call__(self, *words: object) -> Done: ...


def save(path: Path, clues: Clues) -> Path:
    path.write_bytes(render(clues, "non").data)
    return path


def load(path: Path) -> Clues:
    clues = parse(path.read_bytes(), str(path), kind="nonogram").thing
    assert isinstance(clues, Clues)
    return clues
