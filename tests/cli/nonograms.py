"""Nonograms on the command line: what writes and reads the files."""

from __future__ import annotations

from pathlib import Path

from calpuzzle.formats.registry import parse, render
from calpuzzle.nonogram.puzzle import Clues


def save(path: str, clues: Clues) -> str:
    Path(path).write_bytes(render(clues, "non").data)
    return path


def load(path: str) -> Clues:
    clues = parse(Path(path).read_bytes(), path, kind="nonogram").thing
    assert isinstance(clues, Clues)
    return clues
