"""The shipped puzzles, as the lower floors give them: models, and what these are lowered to."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import calpuzzle
from calpuzzle.formats import toml
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

FOLDER = Path(calpuzzle.__file__).parent / "puzzles"
KNOWN: dict[str, Any] = tomllib.loads((FOLDER / "known.toml").read_text())
"""Of each shipped calendar what is known of its counts."""

NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != "known"))
"""All puzzles that are TOML files; morse-displaced and sticks are DPF, and tested with that."""

CALENDARS = tuple(name for name in NAMES if name in KNOWN)


@cache
def model(name: str) -> Model:
    """The puzzle of that name."""
    return toml.read((FOLDER / f"{name}.toml").read_text(), f"{name}.toml")


@cache
def lowering(name: str) -> Lowering:
    """What it is lowered to, one for all tests: with what engines keep for it."""
    return Lowering(model(name))


def fresh(name: str) -> Lowering:
    """What it is lowered to, and nothing kept for it."""
    return Lowering(model(name))
