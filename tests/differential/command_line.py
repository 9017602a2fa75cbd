"""The command line, run in this process, in a separate folder, with its output captured."""

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
from differential.asked_covers import CoverCase
from differential.asked_grids import GridCase
from differential.compared import Case
from differential.model_case import ModelCase
from differential.written import grid_of, text_of, ways_of

_NUMBERS = numbers()


class Done(NamedTuple):
    """The exit code of a command, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What it printed as JSON."""
        return json.loads(self.out)


@cache
def folder() -> Path:
    """The folder of this process, which goes when the process ends."""
    made = tempfile.TemporaryDirectory(prefix="differential-")
    _KEPT.append(made)
    return Path(made.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def run(*words: object) -> Done:
    """Run a command."""
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
    """Write the file of a case; None where no format can say it."""
    if isinstance(case, CoverCase):
        own = case.problem
        return new_file("dlx", case.text()) if own.primary or own.secondary else None
    if isinstance(case, GridCase):
        return new_file("non", grid_of(case.clues))
    assert isinstance(case, ModelCase)
    if text := text_of(case.model):
        return new_file("toml", text)
    if text := ways_of(case.model):
        return new_file("dpf", text)
    if not case.model.groups and not case.placed:
        with suppress(InputError, CannotDoError):
            return new_file("xmpuzzle", registry.render(case.model, "xmpuzzle").data)
    return None


def words_of(case: ModelCase, path: Path) -> list[str]:
    """The words that name a puzzle, a date and what is placed."""
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
    """Whether the command line can say what is placed by cells: where these tell placements
    apart."""
    return isinstance(case, ModelCase) and not (case.placed and case.model.fits)


def grid_words(case: GridCase) -> str:
    width = case.clues.width
    rows = [case.cells[k : k + width] for k in range(0, len(case.cells), width)]
    return "\n".join(map(case.drawing, rows))
