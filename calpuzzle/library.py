"""Where puzzles come from: the shipped files, and files that a user names."""

from __future__ import annotations

import os

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.files import contents
from calpuzzle.formats import toml
from calpuzzle.puzzle.model import Model
from calpuzzle.base.text import nearest, visible
from calpuzzle.puzzle.validate import faults

DEFAULT = "dray"
FOLDER = os.path.join(os.path.dirname(__file__), "puzzles")
MAX_BYTES = 1 << 20


def names() -> list[str]:
    """The shipped puzzles, the default one first and the others by name."""
    found = [entry[:-5] for entry in os.listdir(FOLDER) if entry.endswith(".toml")]
    return sorted((name for name in found if name != "known"), key=lambda n: (n != DEFAULT, n))


def path_of(puzzle: str) -> str:
    """The file of a shipped name or of a path. Raises PuzzleError where there is none.

    Whatever has a folder or an ending in it is a path; a bare name is a shipped puzzle.
    """
    if os.sep not in puzzle and not puzzle.endswith(".toml"):
        shipped = os.path.join(FOLDER, puzzle + ".toml")
        if puzzle in names():
            return shipped
        if not os.path.exists(puzzle):
            raise PuzzleError(
                f"there is no puzzle {puzzle or repr(puzzle)}{nearest(puzzle, names())}; "
                "calpuzzle puzzles lists them, and a file is named by its path"
            )
    return puzzle


def read_model(puzzle: str) -> Model:
    """The puzzle of a shipped name or a path, as it stands in its file, not yet validated.

    Raises PuzzleError for an unknown name and for a file that cannot be read as a puzzle.
    """
    path = path_of(puzzle)
    try:
        text = contents(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PuzzleError(f"{path} is no UTF-8 text (byte {error.start})") from None
    name = os.path.splitext(os.path.basename(path))[0]
    try:
        return toml.read(text, name)
    except PuzzleError as error:
        raise PuzzleError([f"{path}: {fault}" for fault in error.faults]) from None


def load_model(puzzle: str) -> Model:
    """The puzzle of a shipped name or a path. Raises PuzzleError with all its faults."""
    model = read_model(puzzle)
    found = faults(model)
    if found:
        raise PuzzleError([f"{visible(path_of(puzzle))}: {fault}" for fault in found])
    return model
