"""Helpers that run the command line in this process, capture its output and write its files."""

from __future__ import annotations

import io
import json
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from itertools import count as numbers
from pathlib import Path
from typing import Any, NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.cli import main
from calpuzzle.formats import registry
from differential.compared import Case
from differential.cover_questions import CoverCase
from differential.model_case import ModelCase
from differential.nonogram_questions import GridCase
from differential.written import dpf_of, grid_of, text_of

_NUMBERS = numbers()


class Done(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Return the standard output, parsed as JSON."""
        return json.loads(self.out)


@cache
def folder() -> Path:
    """Return the temporary folder of this process, which is deleted when the process ends."""
    made = tempfile.TemporaryDirectory(prefix="differential-")
    _FOLDERS.append(made)
    return Path(made.name)


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []


def run(*words: object) -> Done:
    """Run a command and return its exit code and output."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(word) for word in words])
    return Done(code, out.getvalue(), err.getvalue())


def new_file(ending: str, text: str | bytes = b"") -> Path:
    path = folder() / f"drawn{next(_NUMBERS)}.{ending}"
    if text:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def path_of(case: Case) -> Path | None:
    """Write a case to a new file and return its path, or None if no format can express it."""
    if isinstance(case, CoverCase):
        own = case.problem
        return new_file("dlx", case.text()) if own.primary or own.secondary else None
    if isinstance(case, GridCase):
        return new_file("non", grid_of(case.clues))
    assert isinstance(case, ModelCase)
    if text := text_of(case.model):
        return new_file("toml", text)
    if text := dpf_of(case.model):
        return new_file("dpf", text)
    if not case.model.groups and not case.placed:
        with suppress(InputError, CannotDoError):
            return new_file("xmpuzzle", registry.render(case.model, "xmpuzzle").data)
    return None


def words_of(case: ModelCase, path: Path) -> list[str]:
    """Return the arguments for a puzzle, a date and the placed pieces."""
    words = [str(path)]
    if case.date is None:
        words.append("any")
    elif case.model.groups:
        words += date_words(case)
    if case.placed:
        named = case.known.named(case.placed)
        cells = {name: [list(cell) for cell in own] for name, own in named.items()}
        words += ["--placed", json.dumps(cells)]
    return words


def date_words(case: ModelCase) -> list[str]:
    assert case.date is not None
    labels = case.known.dates[case.date]
    return [
        word
        for group, label in zip(case.model.groups, labels, strict=True)
        for word in (group.opened[label] or [label])
    ]


def memory_words(case: Case) -> list[str]:
    return ["--memory", "1"] if "little memory" in case.contexts else []


def can_be_asked(case: Case) -> bool:
    """Return whether the command line can express the placed pieces: their cells are ambiguous if
    the puzzle has pairs of colours."""
    return isinstance(case, ModelCase) and not (case.placed and case.model.fits)


def grid_words(case: GridCase) -> str:
    width = case.clues.width
    rows = [case.cells[k : k + width] for k in range(0, len(case.cells), width)]
    return "\n".join(map(case.drawing, rows))
