"""Find the shipped puzzles and the tables of their counts by name.

The puzzles are files in calpuzzle/puzzles. In a checkout, the tables are in the top-level folder
results; setup.py copies them to calpuzzle/tables.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from calpuzzle.base.files import contents
from calpuzzle.formats.registry import parse
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    from calpuzzle.formats.reading import Reading

PACKAGE = os.path.dirname(os.path.dirname(__file__))
FOLDER = os.path.join(PACKAGE, "puzzles")
TABLES = os.path.join(PACKAGE, "tables")
DEFAULT = "dray"
KNOWN_COUNTS = "known.toml"  # the file of known counts, which is not a puzzle


def files() -> dict[str, str]:
    """Return the path of each shipped puzzle by name: the default one, then the others, sorted."""
    found = {
        os.path.splitext(entry)[0]: os.path.join(FOLDER, entry)
        for entry in os.listdir(FOLDER)
        if entry != KNOWN_COUNTS and not entry.startswith((".", "_"))
    }
    return {name: found[name] for name in sorted(found, key=lambda name: (name != DEFAULT, name))}


def names() -> list[str]:
    """Return the names of the puzzles in the package, the default one first.

    Returns
    -------
    list of str

    Examples
    --------
    >>> cp.names()[:2]
    ['dray', 'calendarium-6x9']
    """
    return list(files())


def model(name: str) -> Model:
    """Return the shipped puzzle with this name. Raises KeyError if there is none."""
    found = read(name).content
    assert isinstance(found, Model)
    return found


def table_of(puzzle: Model) -> str | None:
    """Return the path of the table of counts of a shipped calendar, or None for another puzzle."""
    folder = TABLES if os.path.isdir(TABLES) else os.path.join(os.path.dirname(PACKAGE), "results")
    path = os.path.join(folder, f"{puzzle.name}.csv")
    has_table = puzzle.name in files() and os.path.exists(path)
    return path if has_table and model(puzzle.name) == puzzle else None


def read(name: str) -> Reading:
    """Return the Reading of the shipped puzzle with this name. Raises KeyError if there is none."""
    path = files()[name]
    return parse(contents(path), path)


def title_of(name: str) -> str:
    """Return the title of a shipped puzzle, or the comment at the start of its file, without
    parsing the puzzle."""
    text = contents(files()[name]).decode()
    found = re.search(r'^(?:title = "(.*)"|// *(.*))$', text, re.MULTILINE)
    return (found[1] or found[2] or "") if found else ""


def is_calendar(name: str) -> bool:
    """Return whether a shipped puzzle has groups of labels, and so dates."""
    return b"\n[groups]" in contents(files()[name])
