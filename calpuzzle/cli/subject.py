"""The thing that a command is asked about: a puzzle of any kind, and a date in words."""

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
from calpuzzle.formats.reading import text_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.parsing import NEAR, are_labels, example, is_date_word, may_be_date

if TYPE_CHECKING:
    from calpuzzle.api.nonogram_handle import Nonogram
    from calpuzzle.puzzle.model import Model

    Thing = Puzzle | Cover | Nonogram


BOARDS = ("show", "check")
"""The commands that take a board without pieces."""


class Subject(NamedTuple):
    """A puzzle, what it was called, and the date in words (empty where there is none)."""

    thing: Thing
    name: str
    date: str = ""

    @property
    def stem(self) -> str:
        """The name without folders and ending."""
        return os.path.splitext(os.path.basename(self.name))[0]

    def puzzle(self, what: str) -> Puzzle:
        """The puzzle, of which `what` can be asked; raises InputError for another kind."""
        if isinstance(self.thing, Puzzle):
            return self.thing
        kind = "an exact cover problem" if isinstance(self.thing, Cover) else "a nonogram"
        raise InputError(f"{what}, and {self.name} is {kind}")

    @property
    def year(self) -> int:
        """The year that stands where others have a date, this one where none does. Raises
        InputError."""
        words = self.date
        if not words:
            return datetime.date.today().year
        if not (words.isascii() and words.isdecimal() and len(words) == 4 and int(words)):
            raise InputError(
                f"{shown(words)} is not a year; write one of four digits, such as 2027"
            )
        return int(words)

    def nonogram(self) -> Nonogram:
        """The nonogram; raises InputError for another kind."""
        if isinstance(self.thing, Puzzle | Cover):
            raise InputError(f"expected a nonogram, and {self.name} is not one")
        return self.thing

    def refuse(self, args: argparse.Namespace, *options: str) -> None:
        """Raise InputError where one of these options is given for a puzzle that is none of
        pieces and cells."""
        if isinstance(self.thing, Puzzle):
            return
        kind = "items and options" if isinstance(self.thing, Cover) else "rows and columns of clues"
        for option in options:
            if given(args, option):
                raise InputError(f"{option} needs pieces and cells, and {self.name} has {kind}")
        if self.date:
            raise InputError(f"{self.name} has {kind}, so it takes no date: leave {self.date} out")


EXPLAINED = "--explain prints the plan, and nothing is answered"


def given(args: argparse.Namespace, option: str) -> bool:
    """Return whether an option stands on the command line."""
    return option in args.given


def refuse_idle(args: argparse.Namespace, why: str, *options: str) -> None:
    """Raise InputError, which begins with why, where one of these options is given, which would
    have no effect."""
    for option in options:
        if given(args, option):
            raise InputError(f"{why}: leave {option} out")


def default_puzzle() -> str:
    """The puzzle that is meant where none is named: the one that the user has chosen, else the
    first of those that are shipped. Raises InputError for one that is not there."""
    chosen = chosen_puzzle()
    if chosen is None:
        return DEFAULT
    name, source = chosen
    if name not in names() and not os.path.isfile(name):
        mend = "change it" if source == VARIABLE else "calpuzzle default chooses another"
        raise InputError(f"the default puzzle {name}, as {source} says, does not exist; {mend}")
    return name


def subject_of(args: argparse.Namespace, default: str | None = "", alone: str = "") -> Subject:
    """Return the puzzle that one of the words names, or the default one, and the date. Behind a
    puzzle, words that are all its labels are the date, whatever else is called so.

    `alone` is the name of a command that takes a puzzle and no other word. Raises InputError if no
    puzzle is named, or more than one, or if there are words that a command does not take.
    """
    name, words, thing = getattr(args, "puzzle", None), list(args.words), None
    if name is None:
        leading = [word for word in words[:1] if word.lower() not in NEAR]
        named = leading if alone else list(filter(_is_puzzle_word, words))
        if len(named) > 1:
            thing = _load(words[0], args) if words[0] == named[0] else None
            labels = " ".join(words[1:]).split()
            if not (isinstance(thing, Puzzle) and are_labels(thing.model, labels)):
                raise InputError(f"{' and '.join(named)} are {len(named)} puzzles; name one")
        if named:
            name = named[0]
            words.remove(name)
    if alone and words:
        raise InputError(f"{alone} takes one puzzle, and no date: leave {' '.join(words)} out")
    usual = name is None
    if name is None:
        name = default_puzzle() if default == "" else default
    if name is None:
        raise InputError("name a puzzle or a file (calpuzzle puzzles lists names)")
    if name == "-" and getattr(args, "placed", None) == "@-":
        raise InputError("only one of FILE and GRID can be standard input")
    if thing is None:
        thing = (alone in BOARDS and _bare_board(name, args.form)) or _load(name, args)
    date = " ".join(words)
    if usual and date and isinstance(thing, Puzzle):
        _check_words(thing.model, date.replace(",", " ").split())
    return Subject(thing, name, date)


def _bare_board(name: str, form: str | None) -> Puzzle | None:
    """The board in a puzzle file that has no pieces; None for another file."""
    if form not in (None, "puzzle") or not os.path.isfile(name):
        return None
    try:
        text = text_of(contents(name), name, lenient=True)
        model = toml.read(text, name, fit=False) if toml.looks_like(text) else None
    except PuzzleError:
        return None
    return Puzzle(model, sound=True) if model and not model.pieces else None


def _load(name: str, args: argparse.Namespace) -> Any:
    """The puzzle; of a name that is none, where those that are stand is told. Raises as `load`."""
    try:
        return load(name, args.form, getattr(args, "kind", None), args.problem)
    except PuzzleError as error:
        if is_puzzle(name):
            raise
        raise PuzzleError(f"{error}; calpuzzle puzzles lists the names") from None


def _is_puzzle_word(word: str) -> bool:
    """Return whether the word names a puzzle, and no part of a date; ./NAME is a file that is
    called like one."""
    return is_puzzle(word) and (word in names() or not may_be_date(word))


def _check_words(model: Model, words: Sequence[str]) -> None:
    """Raise InputError for a word that is meant to name a puzzle, and does not: a folder, or what
    is more like a shipped puzzle than like a label of the `model` that is taken otherwise."""
    known = [*NEAR, *(label for group in model.groups for label in group.labels)]
    for word in words:
        if is_date_word(model, word) or word.isdecimal():
            continue
        if os.path.isdir(word):
            raise InputError(f"{word} is a folder; name a puzzle's file in it")
        if len(word) < 3 or os.sep in word:  # like no name; the date's reader refuses it
            return
        file = nearest_file(word)
        like = file or nearest(word, names())
        nearer = file or nearest(word, [*names(), *known])
        if nearer == like and (like or len(words) == 1):
            raise InputError(
                f"there is no puzzle {word}{like}; calpuzzle puzzles lists them, and {word} is no "
                f"label of {model.name}; write {example(model)}"
            )
