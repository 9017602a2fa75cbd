"""The shipped puzzles as models and lowerings, for tests that do not need the handles of api/."""

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
"""The known counts of each shipped puzzle."""

KNOWN_TEXT = """
[small]
total = 56
fewest = 2
most = 6
unsolvable = 0
dates = { "A 1" = 6, "B 1" = 2, "C 4" = 2 }
"""
"""The counts of commands.SMALL, in the format of known.toml. They are computed quickly."""


@cache
def model(name: str) -> Model:
    found = registry.parse(FILES[name].read_bytes(), FILES[name].name).content
    assert isinstance(found, Model)
    return found


@cache
def lowering(name: str) -> Lowering:
    """Return the lowering that all tests share, with the results that engines cache for it."""
    return Lowering(model(name))


def fresh(name: str) -> Lowering:
    """Return a new lowering, for which nothing is cached."""
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
"""Calendars that take too long to be counted by a second or third engine in the tests."""
MODEST = tuple(name for name in CALENDARS if name not in LARGE)


def by_size(names: Iterable[str], most: int = 1_000_000) -> list[Any]:
    """Return the names as parameters; puzzles with more than `most` solutions are marked slow."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] * (KNOWN.get(name, {}).get("total", 0) > most))
        for name in sorted(names)
    ]


def few(names: Iterable[Any], *usual: Any) -> list[Any]:
    """Return the names as parameters; those that are not in `usual` are marked slow."""
    return [pytest.param(own, marks=[pytest.mark.slow] * (own not in usual)) for own in names]
