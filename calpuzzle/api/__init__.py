"""Loading a puzzle of any kind, and the heatmap of its counts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, overload

from calpuzzle.api.cover import Cover
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import contents, standard_input
from calpuzzle.base.given import of_kind
from calpuzzle.base.text import nearest, shown, unknown
from calpuzzle.base.warned import warn
from calpuzzle.formats import registry, shipped
from calpuzzle.formats.addresses import is_address
from calpuzzle.formats.registry import by_ending
from calpuzzle.formats.shipped import DEFAULT, names
from calpuzzle.puzzle import cover
from calpuzzle.puzzle.dates import is_day, may_be_date
from calpuzzle.puzzle.lowering import check_puzzle
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

PICTURES = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"BM", b"P1", b"P4")  # what they begin with

__all__ = ["DEFAULT", "heatmap", "is_puzzle", "load", "loads", "names"]  # `names` is handed on


class FormatWarning(UserWarning):
    """Something in a file was not understood, or left out."""


if TYPE_CHECKING:
    from typing import Literal

    from calpuzzle.api.nonogram import Nonogram

    Shipped = Literal[
        "dray",
        "calendarium-6x9",
        "domino",
        "domino-2",
        "domino-2x3",
        "domino-print",
        "hexiamonds-6x6",
        "iq-fit",
        "mixed-7x7-10-pieces",
        "mixed-7x7-11-pieces",
        "mixed-7x7-8-pieces",
        "mixed-7x7-9-pieces",
        "month-day-7x7",
        "month-day-7x7-g",
        "month-day-7x7-one-side",
        "month-day-7x7-t",
        "month-day-7x7-tetromino",
        "month-day-7x7-w",
        "morse",
        "morse-displaced",
        "pentominoes-3x20",
        "pentominoes-4x15",
        "pentominoes-5x12",
        "pentominoes-6x10",
        "pentominoes-8x8",
        "soma",
        "sticks",
        "tetrahexes-4x7",
        "tetrasticks-4x4",
        "tetrasticks-4x4-no-crossing",
        "tetrasticks-5x5-no-crossing",
        "weekday-5x10",
        "weekday-7x8-corner",
        "weekday-8x7",
        "weekday-8x7-columns",
        "weekday-8x7-monday",
        "weekday-9x6",
        "weekday-hexagons",
        "weekday-triangles",
        "whole-year-7x7",
        "whole-year-7x7-middle",
    ]
    """The shipped names, which are of pieces and cells each."""

    Path = str | os.PathLike[str]


@overload
def load(
    puzzle: Shipped = ..., form: None = None, kind: None = None, problem: None = None
) -> Puzzle: ...


@overload
def load(
    puzzle: Path,
    form: str | None = None,
    *,
    kind: Literal["puzzle"],
    problem: str | None = None,
) -> Puzzle: ...


@overload
def load(
    puzzle: Path,
    form: str | None = None,
    *,
    kind: Literal["nonogram"],
    problem: str | None = None,
) -> Nonogram: ...


@overload
def load(
    puzzle: Path, form: str | None = None, *, kind: Literal["cover"], problem: str | None = None
) -> Cover: ...


@overload
def load(
    puzzle: Path, form: str | None = None, kind: str | None = None, problem: str | None = None
) -> Any: ...


def load(
    puzzle: str | os.PathLike[str] = DEFAULT,
    form: str | None = None,
    kind: str | None = None,
    problem: str | None = None,
) -> Any:
    """The puzzle of a shipped name (`names` lists them), of a file's path in any format that is
    read, or of standard input (`-`): a Puzzle, a Nonogram, or the Cover that a file states. An
    address of puzz.link and a game of Simon Tatham's Pattern are a Nonogram themselves.

    `form` names the format where ending and content do not tell, `kind` (`puzzle`, `cover` or
    `nonogram`) what is expected, `problem` the name or the number, counted from 1, of one where a
    file holds several. Raises PuzzleError for an unknown name and a faulty file, with all
    its faults, InputError for an unknown format; what is left out is warned of.
    """
    named = os.fspath(puzzle) if isinstance(puzzle, os.PathLike) else puzzle
    if not isinstance(named, str):
        raise PuzzleError(f"a puzzle is a shipped name or a file's path, not {shown(named)}")
    if named == "-":
        return loads(standard_input(), form, "stdin", kind, problem)
    if _is_address(named):
        return loads(named, form, "address", kind, problem)
    path = shipped.files().get(named, named)
    if kind == "nonogram" and path == named and not os.path.exists(named):
        raise PuzzleError(f"there is no file {named or repr(named)}{nearest_file(named)}")
    if path == named and os.sep not in named and "." not in named and not os.path.exists(named):
        like = nearest_file(named) or nearest(named, names())
        word = f"{named or repr(named)}{like}"
        if is_day(named):
            raise PuzzleError(f"{named} is a date, and the name of a puzzle is wanted")
        raise PuzzleError(f"there is no puzzle {word}, and no file that is called so")
    if path == named and "\0" not in named and not os.path.exists(named):
        raise PuzzleError(f"there is no file {named}{nearest_file(named)}")
    if path != named and form is problem is None and kind in (None, "puzzle"):
        return Puzzle(shipped.model(named), sound=True)
    return _read(contents(path), path, form, kind, problem, named)


def nearest_file(path: str) -> str:
    """`` (did you mean X?)`` for a puzzle's file in the same folder, or nothing."""
    folder, name = os.path.split(path)
    try:
        there = [own for own in os.listdir(folder or ".") if by_ending(own)]
    except OSError:
        return ""
    return nearest(name, there)


def loads(
    text: str | bytes,
    form: str | None = None,
    name: str = "puzzle",
    kind: str | None = None,
    problem: str | None = None,
) -> Any:
    """The puzzle in a text, or in the bytes of a file, as `load` gives it; messages call it `name`.
    Raises PuzzleError with all faults, and InputError for an unknown format, or what is no text."""
    of_kind(text, (str, bytes), "loads reads a text, or the bytes of a file")
    of_kind(name, str, "the name of what is read is a text")
    data = text.encode() if isinstance(text, str) else text
    return _read(data, name, form, kind, problem)


def is_puzzle(word: str) -> bool:
    """Return whether a word names a shipped puzzle, standard input, a file that exists, or one of a
    known ending, or is a nonogram itself; 11/20 and 1/Jan/2022 are no such names, but dates that
    are written wrong."""
    if word == "-" or word in names() or os.path.isfile(word) or _is_address(word):
        return True
    slashed = [part for part in word.replace(",", " ").split() if os.sep in part]
    names_in_path = [name for part in slashed for name in part.split(os.sep)]
    is_path = not all(name.isdigit() or may_be_date(name) for name in names_in_path)
    if is_path or "." not in word:
        return is_path
    return by_ending(word) is not None


def _is_address(word: str) -> bool:
    """Return whether a word is a nonogram itself, and no file."""
    if not {":", "?", "#"}.intersection(word) or os.path.exists(word):
        return False
    return is_address(word)


def _read(
    data: bytes,
    path: str,
    form: str | None,
    kind: str | None,
    problem: str | None,
    called: str | None = None,
) -> Any:
    """Return what stands in the bytes of a file, with its verbs; where that cannot be read, a
    picture and a file of another kind, which is `called` so, are told as such, and notes become
    warnings. Raises as `registry.parse`."""
    if kind not in (None, *registry.KINDS):
        raise InputError(unknown("kind", shown(kind), registry.KINDS))
    try:
        thing, notes = registry.parse(data, path, form, kind, problem)
    except PuzzleError:
        if data.startswith(PICTURES):
            raise PuzzleError(
                f"{path} is a picture; calpuzzle nonogram make makes a nonogram of it"
            ) from None
        if kind and form is None and (other := _kind(data, path)):
            holds, wanted = registry.KINDS[other], registry.KINDS[kind]
            raise PuzzleError(f"{called or path} has {holds}, and {wanted} are wanted") from None
        raise
    for note in notes:
        warn(note, FormatWarning)
    if isinstance(thing, cover.Cover):
        return Cover.of(thing)
    if isinstance(thing, Model):
        return Puzzle(thing)
    from calpuzzle.api.nonogram import Nonogram

    return Nonogram(thing, os.path.splitext(os.path.basename(path))[0])


def _kind(data: bytes, path: str) -> str | None:
    """Return what kind of thing a file holds, or None where it cannot be read."""
    try:
        return registry.kind_of(registry.parse(data, path).thing)
    except PuzzleError:
        return None


def heatmap(puzzle: Puzzle, ax: Axes | None = None) -> Axes | npt.NDArray[np.object_]:
    """The counts of all dates as a heatmap of matplotlib, drawn into `ax` or a new figure: its
    Axes, or an array of them where there is a panel for each label of a third group.

    Raises InputError for a puzzle without groups, CannotDoError where matplotlib is missing.
    """
    from calpuzzle.draw.heatmap import axes

    check_puzzle(puzzle)
    return axes(puzzle.model, puzzle.counts(), ax)
