"""The questions that commands ask of a puzzle, by their options: its solutions, or how many hold
what is placed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import contents, standard_input
from calpuzzle.cli.options import memory_of
from calpuzzle.cli.output import notify
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import Subject
from calpuzzle.engines import Run
from calpuzzle.formats.reading import text_of
from calpuzzle.puzzle.balance import too_few_options
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.parsing import is_any, labels_of
from calpuzzle.puzzle.lowering import residual
from calpuzzle.puzzle.placements import PlacedOptions
from calpuzzle.puzzle.symmetry import described, symmetries
from calpuzzle.results.cover_solutions import CoverSearch

if TYPE_CHECKING:
    from calpuzzle.cli.subject import Thing
    from calpuzzle.game.advice import Situation
    from calpuzzle.puzzle.cover import Progress
    from calpuzzle.puzzle.model import Model

T = TypeVar("T")

FILES = (".json", ".jsonl", ".txt")  # what files with placements are called
MAX_PLACED = 64 << 20  # bytes of a file with placements; all solutions of a date are some


def with_text(word: str, use: Callable[[str], T]) -> T:
    """Return what `use` makes of the text that a word is, or of what stands in the file that it
    names, with `@` before the name or without, or in standard input (`@-`); what is wrong with that
    begins with its name.

    Raises PuzzleError for a file that cannot be read, or is empty.
    """
    at, path = word[:1], word[1:]
    if at != "@" and os.path.isfile(word):
        at, path = "@", word
    if at != "@":
        try:
            return use(word)
        except InputError:
            if word.endswith(FILES) and not word.isspace() and len(word.split()) == 1:
                raise PuzzleError(f"there is no file {word}") from None
            raise
    data = standard_input(MAX_PLACED) if path == "-" else contents(path, MAX_PLACED)
    name = "standard input" if path == "-" else path
    text = text_of(data, name, MAX_PLACED)
    if not text.strip():
        raise PuzzleError(f"{name} is empty; omit it if nothing is placed yet")
    try:
        return use(text)
    except InputError as error:
        raise type(error)([f"{name}: {fault}" for fault in error.faults]) from None


def placed_options(args: argparse.Namespace, puzzle: Puzzle) -> PlacedOptions:
    """The options of the puzzle that `--placed` lays."""
    return with_text(args.placed, puzzle.placed)


def dated(model: Model, date: str | None) -> Model:
    """The puzzle in which each group has just the label that the date leaves uncovered."""
    if not date:
        return model
    groups = zip(model.groups, labels_of(model, date), strict=True)
    return model._replace(groups=tuple(group.only([own]) for group, own in groups))


def asked_model(args: argparse.Namespace, puzzle: Puzzle, date: str) -> Model:
    """Return the puzzle on the date, without what `--placed` lays, as it is converted."""
    asked = Puzzle(dated(puzzle.model, date), sound=True)
    placed = placed_options(args, asked)
    if not placed:
        return asked.model
    return residual(asked.lowered, placed)


class Sought(NamedTuple):
    """The puzzle and the date that `count` and `solve` ask about, its solutions, whether
    pieces are placed, and what is filled in of a nonogram."""

    thing: Thing
    found: Solutions[Any]
    placed: bool = False
    masks: Sequence[int] | None = None

    def explain_nothing(self) -> None:
        """Report why there is no solution, or that none has the pieces that were placed."""
        reasons = why_nothing(self.thing, self.masks)
        if self.placed and not reasons:
            reasons = [
                "no solution contains all placed pieces; calpuzzle hint --level 2 with the same "
                "placements names the piece to take back"
            ]
        for sentence in reasons:
            notify(sentence)


def why_nothing(thing: Thing, masks: Sequence[int] | None = None) -> list[str]:
    """Return why there is no solution, where that shows without a search: sentences; of a nonogram,
    which has none where its cells have colours of the masks, always one."""
    if isinstance(thing, Puzzle):
        return thing.imbalances()
    if isinstance(thing, Cover):
        return too_few_options(thing)
    from calpuzzle.nonogram.explain import why_unsolvable

    return [f"no solution: {why_unsolvable(thing.clues, masks)}"]


def solutions_of(args: argparse.Namespace, subject: Subject, meter: Meter) -> Sought:
    """The solutions that the options of a command ask for. Raises InputError for options that the
    kind of puzzle has no use for."""
    thing = subject.thing
    if args.mirrors_apart and not args.unique:
        raise InputError("--mirrors-apart needs --unique")
    subject.refuse(args, "--unique", "--disassembles", "--without", "--memory")
    if isinstance(thing, Puzzle):
        return _of_puzzle(args, thing, subject.date, meter)
    if isinstance(thing, Cover):
        subject.refuse(args, "--placed")
        search = CoverSearch(thing, args.engine, Run(progress=meter))
        return Sought(thing, Solutions(subject.stem, search))
    found, masks = with_text(
        args.placed, lambda text: (thing.solve(text, engine=args.engine), thing.masks(text))
    )
    return Sought(thing, found, masks=masks)


def _of_puzzle(args: argparse.Namespace, puzzle: Puzzle, date: str, meter: Meter) -> Sought:
    puzzle = puzzle.without(args.without)
    placed = placed_options(args, puzzle)
    found = puzzle.solve(
        date,
        placed,
        engine=args.engine,
        unique=args.unique,
        mirrors_apart=args.mirrors_apart,
        progress=meter,
        memory=memory_of(args),
        disassembles=args.disassembles,
    )
    if args.unique:
        notify(f"up to {described(symmetries(puzzle.lowered, not args.mirrors_apart))}")
    return Sought(puzzle, found, bool(placed))


def situation(
    args: argparse.Namespace, subject: Subject, what: str, report: Progress | None
) -> Situation:
    """Return the position that a command is asked about; the diagram is grown, or read from the
    disk. Raises InputError, which begins with `what`, for what has no pieces."""
    from calpuzzle.game.advice import Situation

    puzzle = subject.puzzle(what).without(args.without)
    labels = () if is_any(puzzle.model, subject.date) else puzzle.labels(subject.date)
    date = puzzle.fixed(labels) if labels else ()
    # The labels of the date stand in a solution that was written without one.
    given = with_text(args.placed, lambda text: puzzle.placed(text, clashing=True))
    placed = tuple(option for option in given if option not in date)
    opened = tuple(option for option in placed if puzzle.lowered.class_of(option) < 0)
    if opened and labels:
        raise InputError(f"the placements were solved for another date than {' '.join(labels)}")
    date, pieces = date + opened, [option for option in placed if option not in opened]
    placed = PlacedOptions(pieces, given.names)
    asked = puzzle.residual_problems(memory_of(args), report, disk=True)
    return Situation(puzzle.lowered, labels, date, placed, asked)
