"""The shipped puzzles as the lower floors represent them: models and their lowerings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import calpuzzle
from calpuzzle.formats import registry
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

FOLDER = Path(str(calpuzzle.__file__)).parent / "puzzles"
FILES = {path.stem: path for path in sorted(FOLDER.iterdir()) if path.name != "known.toml"}
NAMES = tuple(FILES)

KNOWN: dict[str, Any] = tomllib.loads((FOLDER / "known.toml").read_text())
"""Of each shipped puzzle what is known of its counts."""

KNOWN_TEXT = """
[small]
total = 56
fewest = 2
most = 6
unsolvable = 0
dates = { "A 1" = 6, "B 1" = 2, "C 4" = 2 }
"""
"""What a file says of the counts of the board of commands.SMALL, which are counted soon."""


@cache
def model(name: str) -> Model:
    found = registry.parse(FILES[name].read_bytes(), FILES[name].name).content
    assert isinstance(found, Model)
    return found


@cache
def lowering(name: str) -> Lowering:
    """What it is lowered to, one for all tests: with what engines keep for it."""
    return Lowering(model(name))


def fresh(name: str) -> Lowering:
    """What it is lowered to, and nothing kept for it."""
    return Lowering(model(name))


CALENDARS = tuple(name for name in NAMES if model(name).groups)
LARGE = frozenset(
    {
        "mixed-7x7-10-pieces",
        "mixed-7x7-11-pieces",
        "weekday-7x8-corner",
        "weekday-8x7",
        "weekday-8x7-columns",
        "weekday-8x7-monday",
    }
)
"""Calendars of which a second or a third count of all dates takes too long here."""
MODEST = tuple(name for name in CALENDARS if name not in LARGE)


def by_size(names: Iterable[str], most: int = 1_000_000) -> list[Any]:
    """These puzzles as parameters; what has more solutions than that is for the slow tests."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] * (KNOWN.get(name, {}).get("total", 0) > most))
        for name in sorted(names)
    ]


def few(names: Iterable[Any], *usual: Any) -> list[Any]:
    """These as parameters; those that are not named as usual are for the slow tests."""
    return [pytest.param(own, marks=[pytest.mark.slow] * (own not in usual)) for own in names]
