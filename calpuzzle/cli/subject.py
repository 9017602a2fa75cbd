"""The subject of a command: the puzzle and the date that its words name; and the refusal of
options that do not apply to it."""

from __future__ import annotations

import argparse
import datetime
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle.api import DEFAULT, is_puzzle, load, names, nearest_file
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import contents
from calpuzzle.base.settings import VARIABLE, chosen_puzzle
from calpuzzle.base.wording import nearest, shown
from calpuzzle.formats import toml
from calpuzzle.formats.addresses import is_nonogram_word
from calpuzzle.formats.reading import text_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.parsing import (
    RELATIVE,
    RELATIVE_DAYS,
    are_labels,
    example,
    is_date_word,
    may_be_date,
)

if TYPE_CHECKING:
    from calpuzzle.api.nonogram_handle import Nonogram
    from calpuzzle.puzzle.model import Model

    AnyPuzzle = Puzzle | Cover | Nonogram


BOARD_COMMANDS = ("show", "check")
"""The commands that accept a board without pieces."""


class Subject(NamedTuple):
    """A puzzle, its name as it was given, and the date in words ("" if there is none)."""

    puzzle: AnyPuzzle
    name: str
    date: str = ""

    @property
    def stem(self) -> str:
        """Return the name without folders and ending."""
        return os.path.splitext(os.path.basename(self.name))[0]

    def as_puzzle(self, what: str) -> Puzzle:
        """Return the puzzle if it consists of pieces. Otherwise raises InputError, whose message
        begins with `what`."""
        if isinstance(self.puzzle, Puzzle):
            return self.puzzle
        kind = "an exact cover problem" if isinstance(self.puzzle, Cover) else "a nonogram"
        raise InputError(f"{what}, but {self.name} is {kind}")

    @property
    def year(self) -> int:
        """Return the year that is given in place of a date, by default the current one. Raises
        InputError."""
        words = self.date
        if not words:
            return datetime.date.today().year
        if not (words.isascii() and words.isdecimal() and len(words) == 4 and int(words)):
            raise InputError(
                f"{shown(words)} is not a year; write one of four digits, such as 2027"
            )
        return int(words)

    def dated(self) -> Subject:
        """Return the subject. If it is a calendar and no date is given, its date is today."""
        calendar = isinstance(self.puzzle, Puzzle) and self.puzzle.model.is_calendar
        return self._replace(date="today") if calendar and not self.date else self

    def as_nonogram(self) -> Nonogram:
        """Return the nonogram; raise InputError for another kind."""
        if isinstance(self.puzzle, Puzzle | Cover):
            raise InputError(f"expected a nonogram, but {self.name} is not one")
        return self.puzzle

    def refuse_options(self, args: argparse.Namespace, *options: str) -> None:
        """Raise InputError if one of these options or a date is given for a subject without pieces
        and cells."""
        if isinstance(self.puzzle, Puzzle):
            return
        kind = (
            "items and options" if isinstance(self.puzzle, Cover) else "rows and columns of clues"
        )
        for option in options:
            if given(args, option):
                raise InputError(f"{option} needs pieces and cells, but {self.name} has {kind}")
        if self.date:
            raise InputError(f"{self.name} has {kind}, so it takes no date: leave {self.date} out")


EXPLAINED = "--explain prints only the plan"
"""The reason why other options have no effect with --explain; see `refuse_unused`."""


def given(args: argparse.Namespace, option: str) -> bool:
    """Return whether an option is on the command line."""
    return option in args.given


def refuse_unused(args: argparse.Namespace, why: str, *options: str) -> None:
    """Raise InputError, whose message begins with `why`, if one of these options is given, because
    it would have no effect."""
    for option in options:
        if given(args, option):
            raise InputError(f"{why}: leave {option} out")


def default_puzzle() -> str:
    """Return the name of the default puzzle: the one that the user has set, or else the built-in
    default. Raise InputError if it does not exist."""
    chosen = chosen_puzzle()
    if chosen is None:
        return DEFAULT
    name, source = chosen
    if name not in names() and not os.path.isfile(name) and not is_nonogram_word(name):
        remedy = "change it" if source == VARIABLE else "calpuzzle default chooses another"
        raise InputError(f"the default puzzle {name}, set in {source}, does not exist; {remedy}")
    return name


def subject_of(
    args: argparse.Namespace,
    default: str | None = "",
    dateless_command: str = "",
    year: bool = False,
) -> Subject:
    """Return the puzzle that one of the words names, and the date. If the words after a puzzle are
    all labels of it, they are the date, even if some are also names of puzzles.

    If no word names a puzzle, it is `default`: a name, "" for the default puzzle of the user, or
    None if a puzzle must be named. `dateless_command` is the name of the command if it takes no
    date; `year` means that it takes a year in place of a date. Raises InputError if a puzzle must
    be named but is not, if several are named, for a date of a `dateless_command`, and for a word
    that seems to name a puzzle but does not.
    """
    name, puzzle = getattr(args, "puzzle", None), None
    words = [part for word in args.words for part in _separated(word)]
    if name is None:
        leading = [word for word in words[:1] if word.lower() not in RELATIVE_DAYS]
        named = leading if dateless_command else list(filter(_is_puzzle_word, words))
        if len(named) > 1:
            puzzle = _load(words[0], args) if words[0] == named[0] else None
            labels = " ".join(words[1:]).split()
            if not (isinstance(puzzle, Puzzle) and are_labels(puzzle.model, labels)):
                raise InputError(f"{' and '.join(named)} are {len(named)} puzzles; name one")
        if named:
            name = named[0]
            words.remove(name)
    if dateless_command and words:
        other = " ".join(words)
        raise InputError(f"{dateless_command} takes one puzzle, and no date: leave {other} out")
    is_default = name is None
    if name is None:
        name = default_puzzle() if default == "" else default
    if name is None:
        raise InputError("name a puzzle or a file (calpuzzle puzzles lists names)")
    if name == "-" and getattr(args, "placed", None) == "@-":
        raise InputError("only one of the puzzle and --placed can be standard input")
    if puzzle is None:
        if dateless_command in BOARD_COMMANDS:
            puzzle = _board_without_pieces(name, args.form)
        puzzle = puzzle or _load(name, args)
    date = " ".join(words)
    if is_default and date and isinstance(puzzle, Puzzle):
        _check_words(puzzle.model, date.replace(",", " ").split(), year)
    return Subject(puzzle, name, date)


def _board_without_pieces(name: str, form: str | None) -> Puzzle | None:
    """Return the board of a puzzle file without pieces; None for another file."""
    if form not in (None, "puzzle") or not os.path.isfile(name):
        return None
    try:
        text = text_of(contents(name), name, lenient=True)
        model = toml.read(text, name, fit=False) if toml.looks_like(text) else None
    except PuzzleError:
        return None
    return Puzzle(model, sound=True) if model and not model.pieces else None


def loaded(name: str, form: str | None = None, **how: Any) -> Any:
    """Return the puzzle. Raises as `load` does; for an unknown name, the message of the error also
    names the command that lists the puzzles."""
    try:
        return load(name, form, **how)
    except PuzzleError as error:
        if is_puzzle(name):
            raise
        raise PuzzleError(f"{error}; calpuzzle puzzles lists the names") from None


def _load(name: str, args: argparse.Namespace) -> Any:
    """Return the puzzle, read with the options for its format, kind and problem."""
    kind = getattr(args, "kind", None)
    return loaded(name, args.form, kind=kind, problem=args.problem)


def _separated(word: str) -> list[str]:
    """Return the parts of a word that names a puzzle and a date, such as "dray today" in quotation
    marks; any other word as it is."""
    parts = word.split()
    return parts if any(map(_is_puzzle_word, parts)) and not is_puzzle(word) else [word]


def _is_puzzle_word(word: str) -> bool:
    """Return whether the word names a puzzle. A word that may be part of a date names only a
    shipped puzzle; for a file with such a name, the user writes ./NAME."""
    return is_puzzle(word) and (word in names() or not may_be_date(word))


def _check_words(model: Model, words: Sequence[str], year: bool) -> None:
    """Raise InputError for a word that seems to name a puzzle but does not: a folder; a word that
    is similar to a puzzle file in the current folder; a word that is more similar to a shipped
    puzzle than to a label of `model`; or the only word, if it is similar to none of these."""
    known = [*RELATIVE_DAYS, *(label for group in model.groups for label in group.words)]
    for word in words:
        if is_date_word(model, word) or word.isdecimal():
            continue
        if word.casefold() in RELATIVE and not year:
            return  # parsing the date will reject it
        if os.path.isdir(word):
            raise InputError(f"{word} is a folder; name a puzzle's file in it")
        if len(word) < 3 or os.sep in word:  # not a name; parsing the date will reject it
            return
        file = nearest_file(word)
        hint = file or nearest(word, names())
        # The two hints differ if the word is more similar to a label than to a puzzle.
        hint_of_all = file or nearest(word, [*names(), *known])
        if hint_of_all == hint and (hint or len(words) == 1):
            kind = "a year" if year else f"a label of {model.name}"
            remedy = "a year such as 2027" if year else example(model)
            raise InputError(
                f"there is no puzzle {word}{hint}; calpuzzle puzzles lists them, and {word} is not "
                f"{kind}; write {remedy}"
            )
