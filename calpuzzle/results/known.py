"""The known counts of the shipped puzzles: reads puzzles/known.toml for tests and selftest."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.files import reason
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
    dates: Mapping[str, int]
    counts_sha256: str | None


def read(path: str = PATH) -> dict[str, Known]:
    """All known counts by puzzle name; empty where the file is missing.

    Raises PuzzleError for a file that is not as it should be.
    """
    try:
        with open(path, "rb") as stream:
            data = tomllib.load(stream)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise PuzzleError(f"cannot read {path}: {reason(error)}") from None
    except ValueError as error:
        raise PuzzleError(f"{path}: not valid TOML: {error}") from None
    return {name: _entry(path, name, table) for name, table in data.items()}


def known(name: str) -> Known | None:
    """What is known of the shipped puzzle of that name, or None."""
    return read().get(name)


def _entry(path: str, name: str, table: Any) -> Known:
    if not isinstance(table, dict):
        raise PuzzleError(f"{path}: {name} must be a table")
    wrong = [key for key in NUMBERS if type(table.get(key)) is not int]
    dates = table.get("dates", {})
    if not isinstance(dates, dict) or any(type(count) is not int for count in dates.values()):
        wrong.append("dates")
    digest = table.get("counts_sha256")
    if not isinstance(digest, str | None):
        wrong.append("counts_sha256")
    if wrong:
        raise PuzzleError([f"{path}: {name}.{key} is missing or no such value" for key in wrong])
    return Known(
        total=table["total"],
        fewest=table["fewest"],
        most=table["most"],
        unsolvable=table["unsolvable"],
        dates=dates,
        counts_sha256=digest,
    )
