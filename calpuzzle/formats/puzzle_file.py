"""A puzzle file (TOML) as a fitting puzzle: a drawn frame, or a calendar with all its dates."""

from __future__ import annotations

import tomllib

from calpuzzle.errors import PuzzleError
from calpuzzle.fit.calendar import from_model
from calpuzzle.fit.model import Fitting
from calpuzzle.formats import fitting_toml, toml
from calpuzzle.validate import faults


def read(text: str, name: str) -> Fitting:
    """The puzzle. Raises PuzzleError with every fault, and where TOML says it the line."""
    try:
        if "board" not in tomllib.loads(text):
            return fitting_toml.read(text, name.removesuffix(".toml"))
        model = toml.read(text, name.removesuffix(".toml"))
        found = faults(model)
        if found:
            raise PuzzleError(found)
        return from_model(model)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"{name}: not valid TOML: {str(error).rstrip('.')}") from None
    except RecursionError:
        raise PuzzleError(f"{name}: not valid TOML: nested too deeply") from None
    except PuzzleError as error:
        raise PuzzleError([f"{name}: {fault}" for fault in error.faults]) from None
