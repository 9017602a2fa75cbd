"""Where fitting puzzles come from: the shipped ones, the shipped calendars, files, stdin."""

from __future__ import annotations

import os

from calpuzzle import library
from calpuzzle.puzzle.dates import DateLike
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.exact import Cover
from calpuzzle.base.files import contents, standard_input
from calpuzzle.fit.calendar import from_model
from calpuzzle.fit.model import Fitting
from calpuzzle.formats import registry
from calpuzzle.formats.toml_table import parsed
from calpuzzle.base.text import unknown

FOLDER = os.path.join(os.path.dirname(__file__), "puzzles")


def names() -> list[str]:
    """The shipped fitting puzzles, by name; the calendars are calpuzzle.library's."""
    return sorted(os.path.splitext(entry)[0] for entry in os.listdir(FOLDER))


def title_of(name: str) -> str:
    """The title of a shipped fitting puzzle, without working out how its pieces fit; of a DPF file
    the comment that it begins with."""
    path = _shipped(name) or name
    text = contents(path, registry.MAX_BYTES).decode()
    if path.endswith(".toml"):
        return str(parsed(text).get("title", ""))
    return text.split("\n")[0].removeprefix("//").strip()


def _shipped(name: str) -> str | None:
    """The file of a shipped fitting puzzle."""
    found = [entry for entry in os.listdir(FOLDER) if os.path.splitext(entry)[0] == name]
    return os.path.join(FOLDER, found[0]) if found else None


def load(puzzle: str, form: str | None = None, date: DateLike = None) -> Fitting | Cover:
    """The puzzle of a shipped name, of a file's path, or of stdin (`-`); of a calendar all dates,
    or one. Raises PuzzleError for what cannot be read, DateError for a date.
    """
    if form is not None:
        registry.named(form)
    calendar = _calendar(puzzle, form)
    if calendar:
        return from_model(library.load_model(calendar), date)
    if date:
        raise InputError(f"{puzzle} is no calendar, so it takes no date")
    if puzzle == "-":
        return registry.parse(standard_input(registry.MAX_BYTES), "stdin", form)
    path = puzzle
    if form is None and os.sep not in puzzle and not os.path.exists(puzzle):
        shipped = _shipped(puzzle)
        if not shipped and "." not in puzzle:
            known = names() + library.names()
            sentence = unknown("puzzle", puzzle, known)
            raise PuzzleError(f"{sentence}, and a file is named by its path")
        path = shipped or puzzle
    return registry.parse(contents(path, registry.MAX_BYTES), path, form)


def is_fitting(puzzle: str) -> bool:
    """Whether a name or path is a fitting puzzle's, and not a calendar's."""
    if puzzle in library.names():
        return False
    if os.sep not in puzzle and puzzle in names():
        return True
    if not os.path.isfile(puzzle):
        return False
    form = registry.by_ending(puzzle)
    if form != "puzzle":
        return form is not None and registry.FORMATS[form].reads
    keys = _keys(puzzle)
    return "board" not in keys and not keys.isdisjoint({"frame", "segments"})


def _calendar(puzzle: str, form: str | None) -> str | None:
    """What calpuzzle.library calls the puzzle, where it is a calendar."""
    if form not in (None, "puzzle"):
        return None
    if puzzle in library.names():
        return puzzle
    if not puzzle.endswith(".toml") or not os.path.isfile(puzzle):
        return None
    return puzzle if "board" in _keys(puzzle) else None


def _keys(path: str) -> set[str]:
    """The keys of a puzzle file; none where it cannot be read, which its reader will say."""
    try:
        return set(parsed(contents(path, registry.MAX_BYTES).decode("utf-8-sig")))
    except (PuzzleError, UnicodeDecodeError):
        return set()
