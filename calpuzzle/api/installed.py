"""Checks of an installation, which take a few seconds on any machine.

The checks load every compiled module, read every shipped puzzle, and make a page. Every engine
counts a puzzle whose number of solutions is published. The default engine counts exact cover
problems without a board, and two solvers count a nonogram. The last checks list the extras and
whether they are installed. If a check raises an exception, the check fails with the message of the
exception, and the other checks still run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module, metadata
from pathlib import Path

from calpuzzle.api.cover_handle import Cover
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import MissingExtraError
from calpuzzle.base.wording import plural
from calpuzzle.engines import ENGINES
from calpuzzle.formats import shipped
from calpuzzle.nonogram.clues import Clues
from calpuzzle.results.known import read
from calpuzzle.results.known_covers import KNOWN_COVERS
from calpuzzle.results.verification import Check

PUBLISHED = {name: entry.published for name, entry in ENGINES.items() if entry.published}
"""For each engine, a puzzle that it counts in a second, and whose total, in puzzles/known.toml, was
published. `auto` is not listed, because it chooses one of these engines."""
SIDE, PERMUTATIONS = 6, 720
SAMPLE_PUZZLE = "dray"
_REQUIRED = re.compile(r'([\w.-]+).*extra == "(\w+)"')


def installed() -> Iterator[Check]:
    """Yield the checks of this installation; they write no files."""
    yield _checked("compiled modules", _modules)
    yield _checked("shipped puzzles", _puzzles)
    yield _checked("page", _page)
    for engine in ENGINES:
        if engine in PUBLISHED:
            yield _checked(f"engine {engine}", partial(_engine, engine))
    for name in KNOWN_COVERS:
        yield _checked("exact cover", partial(_cover, name))
    yield _checked("nonograms", partial(_nonogram, "solver"))
    yield _checked("nonograms by cpsat", partial(_nonogram, "cpsat_solver"))
    yield from _extras()


def _checked(what: str, check: Callable[[], Check]) -> Check:
    """Return the result of a check.

    If the check raises an exception, the result is a failure with the message of the exception. If
    an extra is missing, the result is not a failure, but its `is_checked` is False.
    """
    try:
        found = check()
    except MissingExtraError as error:
        return Check(f"{what}: {error}", is_checked=False)
    except Exception as error:
        return Check(what, (f"{type(error).__name__}: {error}",))
    return found._replace(what=f"{what}: {found.what}")


def _modules() -> Check:
    """Import the compiled module of each stub file."""
    home = import_module("calpuzzle._core")
    assert home.__file__
    names = sorted(path.stem for path in Path(home.__file__).parent.glob("[!_]*.pyi"))
    for name in names:
        import_module(f"calpuzzle._core.{name}")
    return Check(f"{len(names)} loaded", () if names else ("the stub files are missing",))


def _puzzles() -> Check:
    names = shipped.names()
    for name in names:
        shipped.read(name)
    return Check(f"{len(names)} read", () if names else ("the puzzle files are missing",))


def _page() -> Check:
    return Check(f"{len(Puzzle(shipped.model(SAMPLE_PUZZLE)).page()):,} characters")


def _engine(name: str) -> Check:
    puzzle = Puzzle(shipped.model(PUBLISHED[name]))
    return _compared(int(puzzle.counts(name).sum()), read()[puzzle.name].total, puzzle.name)


def _cover(name: str) -> Check:
    """Count a problem without a board by the default engine."""
    known = KNOWN_COVERS[name]
    return _compared(Cover.of(known.make()).count(), known.solutions, name)


def _nonogram(module: str) -> Check:
    """Count the solutions of a nonogram with one cell in each line: one for each permutation."""
    line = ((1, 1),)
    clues = Clues((line,) * SIDE, (line,) * SIDE)
    result = import_module(f"calpuzzle.nonogram.{module}").solve(clues)
    return _compared(result.count, PERMUTATIONS, f"one cell in each line of {SIDE}x{SIDE}")


def _compared(number: int, expected: int, of: str) -> Check:
    wrong = () if number == expected else (f"the known number is {expected:,}",)
    return Check(f"{plural(number, 'solution')} of {of}", wrong)


def _extras() -> Iterator[Check]:
    """Yield a check for each extra: its packages with their versions, or those that are missing."""
    try:
        required = metadata.requires("calpuzzle") or []
    except metadata.PackageNotFoundError:
        yield Check(
            "extras: not known, since calpuzzle runs without being installed", is_checked=False
        )
        return
    extras: dict[str, list[str]] = {}
    for package, extra in _REQUIRED.findall("\n".join(required)):
        if package != "calpuzzle":
            extras.setdefault(extra, []).append(package)
    for extra, packages in extras.items():
        found = {package: _version(package) for package in packages}
        missing = ", ".join(package for package, version in found.items() if not version)
        if missing:
            what = f"extra {extra}: {missing} not installed: pip install 'calpuzzle[{extra}]'"
            yield Check(what, is_checked=False)
        else:
            yield Check(f"extra {extra}: " + ", ".join(map(" ".join, found.items())))


def _version(package: str) -> str:
    """Return the version of an installed package, or an empty text."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
