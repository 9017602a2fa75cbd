"""Functions that load a puzzle of any kind."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, overload

from calpuzzle.api.cover_handle import Cover
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import contents, standard_input
from calpuzzle.base.given import check_kind
from calpuzzle.base.warned import FormatWarning, warn
from calpuzzle.base.wording import nearest, shown, unknown
from calpuzzle.formats import registry, shipped
from calpuzzle.formats.addresses import is_nonogram_word
from calpuzzle.formats.reading import fail
from calpuzzle.formats.registry import by_ending
from calpuzzle.formats.shipped import DEFAULT, names
from calpuzzle.puzzle import cover
from calpuzzle.puzzle.dates.parsing import is_day, may_be_date
from calpuzzle.puzzle.model import Model

PICTURE = re.compile(rb"\x89PNG|GIF8|\xff\xd8\xff|BM[^\n]*\0|P[14]\s+(#|[0-9]+\s+[0-9])")
"""How the files of pictures begin; texts may begin with BM or P1, too."""

__all__ = ["DEFAULT", "is_puzzle", "load", "loads", "names"]  # `names` is re-exported


if TYPE_CHECKING:
    from typing import Literal

    from calpuzzle.api.nonogram_handle import Nonogram

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
    """The names of the shipped puzzles; each is loaded as a `Puzzle`."""

    Path = str | os.PathLike[str]
    Anything = Puzzle | Nonogram | Cover


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
) -> Anything: ...


def load(
    puzzle: str | os.PathLike[str] = DEFAULT,
    form: str | None = None,
    kind: str | None = None,
    problem: str | None = None,
) -> Any:
    """Load a puzzle of the package, a file, or standard input.

    Parameters
    ----------
    puzzle : str or os.PathLike, default "dray"
        A name from `names`, the path of a file in any supported format, ``"-"`` for standard
        input, or a nonogram in one word: an address of puzz.link or a game of Simon Tatham's
        Pattern.
    form : str, optional
        The format, such as ``"dpf"``. By default the ending and the content determine it.
    kind : {"puzzle", "nonogram", "cover"}, optional
        The expected kind. A file of another kind is an error.
    problem : str, optional
        The name or the number (from 1) of the puzzle, if the file contains several. By default the
        first.

    Returns
    -------
    Puzzle, Nonogram or Cover
        A `Cover` if the file contains a bare exact cover problem.

    Raises
    ------
    PuzzleError
        If there is no such puzzle, or the file is faulty; `faults` lists the faults found.
    InputError
        If the format or the kind is unknown.

    Warns
    -----
    FormatWarning
        If something in the file was not understood, or was ignored.

    Examples
    --------
    >>> cp.load("dray")
    <Puzzle dray: 50 cells, 12x31x7>
    >>> cp.load("4x4:2/1/2/1/1.1/2/1/1")
    <Nonogram address: 4 by 4>
    >>> cp.load("drya")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    calpuzzle.base.errors.PuzzleError: there is no puzzle or file named drya (did you mean dray?)...
    """
    named = os.fspath(puzzle) if isinstance(puzzle, os.PathLike) else puzzle
    if not isinstance(named, str):
        raise PuzzleError(f"a puzzle is a shipped name or a file's path, not {shown(named)}")
    if named == "-":
        return loads(standard_input(), form, "stdin", kind, problem)
    if _is_nonogram_word(named):
        return loads(named, form, "address", kind, problem)
    path = shipped.files().get(named, named)
    if kind == "nonogram" and path == named and not os.path.exists(named):
        raise PuzzleError(f"there is no file {named or repr(named)}{nearest_file(named)}")
    if path == named and os.sep not in named and "." not in named and not os.path.exists(named):
        like = nearest_file(named) or nearest(named, names())
        word = f"{named or repr(named)}{like}"
        if is_day(named):
            raise PuzzleError(f"{named} is a date, not the name of a puzzle")
        raise PuzzleError(f"there is no puzzle or file named {word}")
    if path == named and "\0" not in named and not os.path.exists(named):
        raise PuzzleError(f"there is no file {named}{nearest_file(named)}")
    if path != named and form is problem is None and kind in (None, "puzzle"):
        return Puzzle(shipped.model(named), sound=True)
    return _read(contents(path), path, form, kind, problem, named)


def nearest_file(path: str) -> str:
    """Return `` (did you mean X?)`` for a similar puzzle file in the same folder, or an empty text.

    Parameters
    ----------
    path : str
        A path at which there is no file.

    Returns
    -------
    str
    """
    folder, name = os.path.split(path)
    try:
        there = [name for name in os.listdir(folder or ".") if by_ending(name)]
    except OSError:
        return ""
    return nearest(name, there)


@overload
def loads(
    text: str | bytes,
    form: str | None = None,
    name: str = "puzzle",
    *,
    kind: Literal["puzzle"],
    problem: str | None = None,
) -> Puzzle: ...


@overload
def loads(
    text: str | bytes,
    form: str | None = None,
    name: str = "puzzle",
    *,
    kind: Literal["nonogram"],
    problem: str | None = None,
) -> Nonogram: ...


@overload
def loads(
    text: str | bytes,
    form: str | None = None,
    name: str = "puzzle",
    *,
    kind: Literal["cover"],
    problem: str | None = None,
) -> Cover: ...


@overload
def loads(
    text: str | bytes,
    form: str | None = None,
    name: str = "puzzle",
    kind: str | None = None,
    problem: str | None = None,
) -> Any: ...


def loads(
    text: str | bytes,
    form: str | None = None,
    name: str = "puzzle",
    kind: str | None = None,
    problem: str | None = None,
) -> Any:
    r"""Parse a puzzle from the content of a file.

    Parameters
    ----------
    text : str or bytes
        The content.
    form : str, optional
        The format, such as ``"dpf"``. By default the content determines it.
    name : str, default "puzzle"
        The name of the puzzle, used in messages.
    kind : {"puzzle", "nonogram", "cover"}, optional
        The expected kind. Content of another kind is an error.
    problem : str, optional
        The name or the number (from 1) of the puzzle, if the content has several. By default the
        first.

    Returns
    -------
    Puzzle, Nonogram or Cover

    Raises
    ------
    PuzzleError
        If the content is faulty; `faults` lists the faults found.
    InputError
        If the format or the kind is unknown, or `text` is neither text nor bytes.

    Warns
    -----
    FormatWarning
        If something in the content was not understood, or was ignored.

    Examples
    --------
    >>> cp.loads("1 1\n1 1\n\n2\n0", name="column.txt")
    <Nonogram column: 2 by 2>
    """
    check_kind(text, (str, bytes), "text must be a str, or the bytes of a file")
    check_kind(name, str, "name must be a str")
    return _read(_encoded(text, name) if isinstance(text, str) else text, name, form, kind, problem)


def _encoded(text: str, name: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        fail(name, line, f"this is not text: it has the surrogate {text[error.start]!r}")


def is_puzzle(word: str) -> bool:
    """Return whether a word names a puzzle.

    It may be the name of a shipped puzzle, ``-`` for standard input, a nonogram in one word, an
    existing file, a path with a folder, or a file name with a known ending. Words that resemble
    dates, such as 11/20 and 1/Jan/2022, do not name a puzzle.

    Parameters
    ----------
    word : str
        The word.

    Returns
    -------
    bool
    """
    if word == "-" or word in names() or os.path.isfile(word) or _is_nonogram_word(word):
        return True
    slashed = [part for part in word.replace(",", " ").split() if os.sep in part]
    names_in_path = [name for part in slashed for name in part.split(os.sep)]
    is_path = not all(name.isdigit() or may_be_date(name) for name in names_in_path)
    if is_path or "." not in word:
        return is_path
    return by_ending(word) is not None


def _is_nonogram_word(word: str) -> bool:
    """Return whether a word encodes a nonogram and is not the path of a file."""
    if not {":", "?", "#"}.intersection(word) or os.path.exists(word):
        return False
    return is_nonogram_word(word)


def _read(
    data: bytes,
    path: str,
    form: str | None,
    kind: str | None,
    problem: str | None,
    called: str | None = None,
) -> Any:
    """Return the puzzle in the bytes of a file, and warn of each note.

    Raises PuzzleError if the bytes are faulty, a picture, or a puzzle of another kind.
    """
    if kind not in (None, *registry.KINDS):
        raise InputError(unknown("kind", kind, registry.KINDS))
    try:
        content, notes = registry.parse(data, path, form, kind, problem)
    except PuzzleError:
        if PICTURE.match(data):
            raise PuzzleError(
                f"{path} is a picture; to make a nonogram of it, run calpuzzle nonogram make"
            ) from None
        if kind and form is None and (other := _kind(data, path)):
            holds, wanted = registry.KINDS[other], registry.KINDS[kind]
            raise PuzzleError(f"{called or path} has {holds}, but {wanted} were expected") from None
        raise
    for note in notes:
        warn(note, FormatWarning)
    if isinstance(content, cover.Cover):
        return Cover.of(content)
    if isinstance(content, Model):
        return Puzzle(content)
    from calpuzzle.api.nonogram_handle import Nonogram

    return Nonogram(content, os.path.splitext(os.path.basename(path))[0])


def _kind(data: bytes, path: str) -> str | None:
    """Return the kind of puzzle in a file, or None if the file cannot be read."""
    try:
        return registry.kind_of(registry.parse(data, path).content)
    except PuzzleError:
        return None
