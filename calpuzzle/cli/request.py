"""Functions that read the options of a command and return the requested solutions or position."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import contents, standard_input
from calpuzzle.cli.options import memory_of
from calpuzzle.cli.output import notify
from calpuzzle.cli.progress import Level, Meter
from calpuzzle.cli.subject import Subject
from calpuzzle.engines import Run
from calpuzzle.formats.reading import text_of
from calpuzzle.puzzle.balance import too_few_options
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.parsing import ANY, is_any
from calpuzzle.puzzle.placements import PlacedOptions
from calpuzzle.puzzle.symmetry import described, symmetries
from calpuzzle.results.cover_solutions import CoverSearch

if TYPE_CHECKING:
    from calpuzzle.cli.subject import AnyPuzzle
    from calpuzzle.game.advice import Situation
    from calpuzzle.puzzle.cover import Progress
    from calpuzzle.puzzle.model import Model

T = TypeVar("T")

PLACEMENT_ENDINGS = (".json", ".jsonl", ".txt")  # endings of files with placements
MAX_PLACED = 64 << 20  # bytes of a file with placements; it may hold all solutions of a date


def with_text(word: str, use: Callable[[str], T]) -> T:
    """Call `use` with a text, and return its result. The text is `word` itself, the content of the
    file that `word` names (with or without `@` before the name), or standard input (`@-`). Errors
    in the text begin with the name of the file.

    Raises PuzzleError for a file that cannot be read or is empty.
    """
    at, path = word[:1], word[1:]
    if at != "@" and os.path.isfile(word):
        at, path = "@", word
    if at != "@":
        try:
            return use(word)
        except InputError:
            if word.endswith(PLACEMENT_ENDINGS) and not word.isspace() and len(word.split()) == 1:
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


def parse_placed(args: argparse.Namespace, puzzle: Puzzle) -> PlacedOptions:
    """Return the options of the puzzle that `--placed` places."""
    return with_text(args.placed, puzzle.placed)


def residual_model(args: argparse.Namespace, puzzle: Puzzle, date: str) -> Model:
    """Return the residual problem of the puzzle on the date after the options of `--placed` are
    placed."""
    on_date = puzzle.restricted(date or ANY)
    return on_date.restricted(placed=parse_placed(args, on_date)).model


class Request(NamedTuple):
    """The puzzle that `count` and `solve` are called for, its solutions, whether pieces are placed,
    and, for a nonogram, the possible colours of each cell as masks."""

    puzzle: AnyPuzzle
    solutions: Solutions[Any]
    placed: bool = False
    masks: Sequence[int] | None = None

    def print_plan(self, args: argparse.Namespace, what: str) -> bool:
        """Print the plan of a question: with --explain on stdout, otherwise with --verbose on
        stderr. Return whether --explain is given; then the caller does not answer the question."""
        if args.explain:
            print(self.solutions.explain(what), end="")
        elif Level.verbose and isinstance(self.puzzle, Puzzle | Cover):
            print(self.solutions.explain(what), end="", file=sys.stderr)
        return bool(args.explain)

    def explain_no_solution(self) -> None:
        """Report why there is no solution, if that is visible without a search. Otherwise, if
        pieces are placed, report that no solution contains all of them."""
        reasons = why_no_solution(self.puzzle, self.masks)
        if self.placed and not reasons:
            reasons = [
                "no solution contains all placed pieces; calpuzzle hint --level 2 with the same "
                "placements names the piece to take back"
            ]
        for sentence in reasons:
            notify(sentence)


def why_no_solution(puzzle: AnyPuzzle, masks: Sequence[int] | None = None) -> list[str]:
    """Return sentences that explain why there is no solution, if that is visible without a search.

    For a nonogram, `masks` has the allowed colours of each cell. Call this only if no solution has
    these colours; the result is then exactly one sentence."""
    if isinstance(puzzle, Puzzle):
        return puzzle.imbalances()
    if isinstance(puzzle, Cover):
        return too_few_options(puzzle)
    from calpuzzle.nonogram.explain import why_unsolvable

    return [f"no solution: {why_unsolvable(puzzle.clues, masks)}"]


def request_of(args: argparse.Namespace, subject: Subject, meter: Meter) -> Request:
    """Return the solutions that the options request. Raises InputError for options that do not
    apply to this kind of puzzle."""
    puzzle = subject.puzzle
    if args.mirrors_apart and not args.unique:
        raise InputError("--mirrors-apart needs --unique")
    subject.refuse_options(args, "--unique", "--disassembles", "--without", "--memory")
    if isinstance(puzzle, Puzzle):
        return _of_puzzle(args, puzzle, subject.date, meter)
    if isinstance(puzzle, Cover):
        subject.refuse_options(args, "--placed")
        search = CoverSearch(puzzle, args.engine, Run(progress=meter, stop=meter))
        return Request(puzzle, Solutions(subject.stem, search))
    found, masks = with_text(
        args.placed,
        lambda text: (puzzle.solve(text, engine=args.engine, stop=meter), puzzle.masks(text)),
    )
    return Request(puzzle, found, masks=masks)


def _of_puzzle(args: argparse.Namespace, puzzle: Puzzle, date: str, meter: Meter) -> Request:
    puzzle = puzzle.without(args.without)
    placed = parse_placed(args, puzzle)
    found = puzzle.solve(
        date,
        placed,
        engine=args.engine,
        unique=args.unique,
        mirrors_apart=args.mirrors_apart,
        progress=meter,
        stop=meter,
        memory=memory_of(args),
        disassembles=args.disassembles,
    )
    if args.unique:
        group = symmetries(puzzle.lowered, not args.mirrors_apart)
        besides = ", except possibly mirror images" if args.mirrors_apart else ""
        none = f"the puzzle has {described(group)}{besides}"
        notify(f"up to the {described(group)}" if len(group) > 1 else none)
    return Request(puzzle, found, bool(placed))


def situation_of(
    args: argparse.Namespace, subject: Subject, what: str, report: Progress | None
) -> Situation:
    """Return the position that a command is called for. If the puzzle has a diagram, it is computed
    or read from the disk. Raises InputError for placements of another date, and, with a message
    that begins with `what`, if the puzzle has no pieces."""
    from calpuzzle.game.advice import Situation

    puzzle = subject.as_puzzle(what).without(args.without)
    labels = () if is_any(puzzle.model, subject.date) else puzzle.labels(subject.date)
    date = puzzle.fixed(labels) if labels else ()
    # If a solution was found without a date, its placements include its uncovered labels.
    given = with_text(args.placed, lambda text: puzzle.placed(text, may_clash=True))
    placed = tuple(option for option in given if option not in date)
    opened = tuple(option for option in placed if puzzle.lowered.class_of(option) < 0)
    if opened and labels:
        raise InputError(f"the placements contain labels of another date than {' '.join(labels)}")
    date, pieces = date + opened, [option for option in placed if option not in opened]
    placed = PlacedOptions(pieces, given.names)
    problems = puzzle.residual_problems(memory_of(args), report, disk=True)
    return Situation(puzzle.lowered, labels, date, placed, problems)
