"""TOML texts as tables, for the readers of puzzle files: parsed, and their keys checked.

Whatever the text, nothing but PuzzleError is raised, and a sentence shows what stands in it.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.text import nearest, shown

MAX_DOTS = 200
_PART = r"[\w\"'-][ \t]*\."  # a dot behind a part of a key

Keys = dict[str, tuple[type, str]]
"""Of each key of a table the type of its value, and what a sentence calls that."""


def parsed(text: str) -> dict[str, Any]:
    """The table that the text is. Raises PuzzleError where it is no TOML, or none that is safe."""
    for number, line in enumerate(text.split("\n"), 1):
        # The time that tomllib takes for a dotted key grows with the square of its length. The dots
        # of a drawing follow one another, or blanks.
        if line.count(".") > MAX_DOTS and len(re.findall(_PART, line)) > MAX_DOTS:
            raise PuzzleError(f"not valid TOML for us: line {number} has a key of too many parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PuzzleError("not valid TOML for us: its brackets are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"not valid TOML: {str(error).rstrip('.')}") from None
    except ValueError:
        raise PuzzleError("not valid TOML for us: it has a number of thousands of digits") from None


def sound(data: dict[str, Any], keys: Keys, found: list[str], where: str = "") -> dict[str, Any]:
    """The entries of a table that are known and have the right type. What is wrong with the others
    is added to `found`, in sentences that begin with `where`."""
    right = {}
    for key, value in data.items():
        if key not in keys:
            found.append(f"{where}unknown key {named(key)}{nearest(key[:40], keys)}")
        # bool is an int to Python, but not to a reader of the file
        elif type(value) is not keys[key][0]:
            found.append(f"{where}{key} must be {keys[key][1]}, not {shown(value)}")
        else:
            right[key] = value
    return right


def named(name: str) -> str:
    """A key as a sentence shows it: as it is, unless it would be lost or break the line."""
    return name if name.isprintable() and name.strip() and len(name) <= 40 else shown(name)
