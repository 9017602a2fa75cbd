"""A puzzle file (TOML) as a fitting puzzle: a drawn frame, or a calendar with all its dates."""

from __future__ import annotations

from calpuzzle.errors import PuzzleError
from calpuzzle.fit.calendar import from_model
from calpuzzle.fit.model import Fitting
from calpuzzle.formats import fitting_toml, toml
from calpuzzle.formats.toml_table import parsed
from calpuzzle.validate import faults


def read(text: str, name: str) -> Fitting:
    """The puzzle. Raises PuzzleError with every fault, and where TOML says it the line."""
    stem = name.removesuffix(".toml")
    try:
        data = parsed(text)
        if "board" not in data:
            return fitting_toml.from_table(data, stem)
        model = toml.from_table(data, stem)
        found = faults(model)
        if found:
            raise PuzzleError(found)
        return from_model(model)
    except PuzzleError as error:
        raise PuzzleError([f"{name}: {fault}" for fault in error.faults]) from None
