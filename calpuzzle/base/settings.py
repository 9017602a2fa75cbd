"""The user's settings: the default puzzle.

They are stored in `settings.toml` in the user's config folder (`user_folder`). The environment
variable CALPUZZLE_PUZZLE takes precedence; if it is set but empty, the built-in default applies.
"""

from __future__ import annotations

import json
import os
import tomllib

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import reason, user_folder, write_whole
from calpuzzle.base.wording import shown

VARIABLE = "CALPUZZLE_PUZZLE"


def path() -> str:
    """Return the path of the settings file, whether or not it exists."""
    return os.path.join(user_folder("config"), "settings.toml")


def chosen_puzzle() -> tuple[str, str] | None:
    """Return the user's default puzzle and its origin (the variable or the file), or None.

    Raises InputError if the settings file is invalid.
    """
    if VARIABLE in os.environ:
        name = os.environ[VARIABLE]
        return (name, VARIABLE) if name else None
    file = path()
    if not os.path.exists(file):
        return None
    try:
        with open(file, "rb") as stream:
            name = tomllib.load(stream).get("puzzle", "")
    except (OSError, ValueError, RecursionError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        why = "it is nested too deep" if isinstance(error, RecursionError) else why
        raise InputError(
            f"the settings in {file} cannot be read: {why}; calpuzzle default --forget removes them"
        ) from None
    if not isinstance(name, str):
        raise InputError(f"puzzle in {file} must be a string, the name or path of a puzzle")
    return (name, file) if name else None


def choose_puzzle(name: str) -> str:
    """Store the name or path of the default puzzle, and return the path of the settings file. An
    empty name removes the file.

    Raises InputError for a path that is not text, and CannotDoError if the file cannot be changed.
    """
    if any("\ud800" <= char <= "\udfff" for char in name):
        raise InputError(f"the path {shown(name)} is not text, so it cannot be stored; rename it")
    file = path()
    try:
        if not name:
            if os.path.exists(file):
                os.remove(file)
            return file
        os.makedirs(os.path.dirname(file), exist_ok=True)
    except OSError as error:
        raise CannotDoError(f"the settings in {file} cannot be changed: {reason(error)}") from None
    # A JSON string is also a valid TOML string, except that TOML requires DEL to be escaped.
    quoted = json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
    with write_whole(file) as stream:
        stream.write(f"puzzle = {quoted}\n".encode())
    return file
