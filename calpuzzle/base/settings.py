"""The user's lasting choice: the default puzzle.

It stands in `settings.toml` in the user's config folder, as platformdirs names it for the system.
The environment variable CALPUZZLE_PUZZLE wins; set but empty, it says that nothing is chosen.
"""

from __future__ import annotations

import os
import sys
import tomllib

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import reason, write_whole

VARIABLE = "CALPUZZLE_PUZZLE"


def path() -> str:
    """The file of the settings, whether it is there or not."""
    return os.path.join(_folder(), "settings.toml")


def _folder() -> str:
    if sys.platform == "linux":
        # As platformdirs says: to import it would take longer than to count a date.
        base = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")
        return os.path.join(base, "calpuzzle")
    import platformdirs

    return platformdirs.user_config_dir("calpuzzle")


def chosen_puzzle() -> tuple[str, str] | None:
    """The puzzle that is chosen, and what says so, the variable or the file; or None. Raises
    InputError for a file that cannot be understood."""
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
            f"the settings in {file} cannot be read: {why}; calpuzzle default --forget mends them"
        ) from None
    if not isinstance(name, str):
        raise InputError(f"puzzle in {file} must be a text, the name or the path of a puzzle")
    return (name, file) if name else None


def choose_puzzle(name: str) -> str:
    """Keep the name or the path of the default puzzle, or with an empty one forget it; gives the
    file. Raises CannotDoError where it cannot be written."""
    file = path()
    try:
        if not name:
            if os.path.exists(file):
                os.remove(file)
            return file
        os.makedirs(os.path.dirname(file), exist_ok=True)
    except OSError as error:
        raise CannotDoError(f"the settings in {file} cannot be changed: {reason(error)}") from None
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    with write_whole(file) as stream:
        stream.write(f'puzzle = "{quoted}"\n'.encode())
    return file
