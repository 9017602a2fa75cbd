"""The known counts of the shipped puzzles: reads puzzles/known.toml for tests and selftest."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.files import contents
from calpuzzle.formats.registry import MAX_BYTES
from calpuzzle.formats.shipped import FOLDER, KNOWN

PATH = os.path.join(FOLDER, KNOWN)
NUMBERS = ("total", "fewest", "most", "unsolvable")


class Known(NamedTuple):
    """What is known of one puzzle: solutions in all, the fewest and most of a date, how many dates
    have none, single dates, and the SHA-256 of all counts as little-endian int64 in order."""

    total: int
    fewest: int
    most: int
    unsolvable: int
    dates: Mapping[str, int] = {}
    counts_sha256: str | None = None


def read(path: str = PATH) -> dict[str, Known]:
    """All known counts by puzzle name; empty where the file is missing.

    Raises PuzzleError for a file that is not as it should be.
    """
    if not os.path.exists(path):
        return {}
    data = contents(path, MAX_BYTES)
    try:
        tables = tomllib.loads(data.decode())
    except ValueError as error:
        raise PuzzleError(f"{path}: not valid TOML: {error}") from None
    return {name: _entry(f"{path}: {name}", table) for name, table in tables.items()}


def _entry(where: str, table: Any) -> Known:
    if not isinstance(table, dict):
        raise PuzzleError(f"{where} must be a table")
    given = {key: table[key] for key in Known._fields if key in table}
    wrong = [key for key in NUMBERS if type(given.get(key)) is not int]
    dates = given.get("dates", {})
    if not isinstance(dates, dict) or any(type(count) is not int for count in dates.values()):
        wrong.append("dates")
    if not isinstance(given.get("counts_sha256"), str | None):
        wrong.append("counts_sha256")
    if wrong:
        raise PuzzleError([f"{where}.{key} is missing or no such value" for key in wrong])
    return Known(**given)
