"""The known figures of the shipped puzzles, read from puzzles/known.toml.

`scripts/known-counts` writes that file. An engine counts each puzzle, and a second source must
agree: a published figure, a table of another program, or a second engine.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from typing import NamedTuple

from calpuzzle.formats.shipped import FOLDER, KNOWN_COUNTS

PATH = os.path.join(FOLDER, KNOWN_COUNTS)


class KnownFigures(NamedTuple):
    """The known figures of a puzzle: solutions in total, the fewest and most on a date, the number
    of unsolvable dates, the counts of single dates, and the SHA-256 of all counts as little-endian
    int64 in the order of instances."""

    total: int
    fewest: int
    most: int
    unsolvable: int
    dates: Mapping[str, int] = {}
    counts_sha256: str | None = None


def read(path: str = PATH) -> dict[str, KnownFigures]:
    """Return the known figures by puzzle name, or an empty mapping if the file is missing."""
    if not os.path.exists(path):
        return {}
    with open(path, "rb") as stream:
        tables = tomllib.load(stream)
    return {
        name: KnownFigures(**{key: table[key] for key in KnownFigures._fields if key in table})
        for name, table in tables.items()
    }
