"""Clues files: one module a format, found here by name or by a file's suffix.

A format is a module with NAME, SUFFIXES, ABOUT (one line), COLOURS (whether it knows more than
black), KEEPS (which of "goal", "given", "notes" it can hold), `read(text, source)`, which gives a
`Reading` or raises PuzzleError with the file and the line, and `write(puzzle)`, which gives text
that `read` reads back as the same puzzle. Nothing else raises from reading, whatever the input.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from calpuzzle.base import files
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.clue_lines import Reading
from calpuzzle.griddler.puzzle import Clues
from calpuzzle.base.text import unknown

NAMES = ("non", "nin", "mk", "cwd", "g", "webpbn", "json", "text")
MAX_BYTES = 16 << 20


def named(name: str) -> ModuleType:
    """The format of that name; raises InputError if there is none."""
    if name not in NAMES:
        raise InputError(unknown("format", name, NAMES))
    modules = {"json": "json_format", "text": "plain_text", "g": "olsak"}
    return import_module(f"calpuzzle.formats.{modules.get(name, name)}")


def for_path(path: str) -> ModuleType | None:
    """The format that a file's suffix tells, or None."""
    suffix = Path(path).suffix.lower()
    return next((form for name in NAMES if suffix in (form := named(name)).SUFFIXES), None)


def load(path: str, name: str | None = None) -> Reading:
    """Read a file (`-`: standard input) in the format of that name, or of its suffix.

    Raises PuzzleError for a file that is wrong or cannot be read, InputError for a path or a
    format that is wrong.
    """
    form = named(name) if name else for_path(path)
    if form is None:
        suffixes = ", ".join(suffix for each in NAMES for suffix in named(each).SUFFIXES)
        raise InputError(
            f"{called(path)} has no suffix that tells its format ({suffixes}); name it with "
            f"--from, one of {', '.join(NAMES)}"
        )
    return decode(contents(path), form, called(path))


def called(path: str) -> str:
    """What messages call a file that is named by `path`."""
    return "standard input" if path == "-" else path or repr(path)


def decode(data: bytes, form: ModuleType, source: str) -> Reading:
    """Read bytes in a format; `source` is what messages call them. Raises PuzzleError."""
    if len(data) > MAX_BYTES:
        raise PuzzleError(f"{source} is larger than {MAX_BYTES >> 20} MiB; no griddler is")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # older files; every byte is a character there
    if "\0" in text:
        raise PuzzleError(f"{source} is no text file")
    # A byte order mark alone is nothing either: the readers count on a first line.
    if not text.strip():
        raise PuzzleError(f"{source} is empty")
    reading: Reading = form.read(text, source)
    return reading


def contents(path: str) -> bytes:
    """The bytes of a file (`-`: standard input). Raises PuzzleError for one that cannot be read,
    or is larger than a griddler is."""
    return files.standard_input(MAX_BYTES) if path == "-" else files.contents(path, MAX_BYTES)


def dump(puzzle: Clues, form: ModuleType) -> tuple[str, list[str]]:
    """The puzzle as text in a format, and sentences on what the format cannot hold.

    Raises InputError where it cannot hold the puzzle itself (its colours).
    """
    if puzzle.colours > 1 and not form.COLOURS:
        names = ", ".join(colour.name for colour in puzzle.palette[1:])
        able = ", ".join(name for name in NAMES if named(name).COLOURS)
        raise InputError(
            f"the format {form.NAME} knows black only, and the puzzle has {names}; "
            f"colours go into {able}"
        )
    held = {
        "goal": ("goal, which is", puzzle.goal),
        "given": ("given cells, which are", puzzle.given),
        "notes": ("notes, which are", puzzle.notes),
    }
    lost = [
        f"the format {form.NAME} cannot hold the {words} left out"
        for what, (words, value) in held.items()
        if value and what not in form.KEEPS
    ]
    return form.write(puzzle), lost
