"""calpuzzle: every solution of every date of a calendar puzzle.

>>> import calpuzzle as cp
>>> p = cp.load("dray")
>>> p.count("2022-01-01")
54

`load` gives a `Puzzle`, with `count`, `solve` and `counts`; `table` gives the pandas table.
"""

from __future__ import annotations

from calpuzzle._version import __version__
from calpuzzle.base.errors import CannotDoError, DateError, InputError, PuzzleError

# Written out here and in errors.py: no command can answer Ctrl-C until this package is imported,
# and typing would take most of that time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from calpuzzle.exact import Cover
    from calpuzzle.library import names
    from calpuzzle.puzzle.model import Board, Group, Model, Piece
    from calpuzzle.puzzle import Puzzle, load
    from calpuzzle.results.solution import Solution, Solutions
    from calpuzzle.results.tables import table

__all__ = [
    "Board",
    "CannotDoError",
    "Cover",
    "DateError",
    "Group",
    "InputError",
    "Model",
    "Piece",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "Solutions",
    "__version__",
    "load",
    "names",
    "table",
]

# Where the public names live. They are imported at first use, so that `calpuzzle --version` and
# the griddlers do not load what they do not need.
_HOMES = {
    "Board": "model",
    "Cover": "exact",
    "Group": "model",
    "Model": "model",
    "Piece": "model",
    "Puzzle": "puzzle",
    "Solution": "solution",
    "Solutions": "solution",
    "load": "puzzle",
    "names": "library",
    "table": "tables",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"calpuzzle.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
