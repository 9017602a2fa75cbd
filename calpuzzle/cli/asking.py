"""What `count`, `solve` and `fit` ask: the solutions of a puzzle of any kind, by its options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.cli import options
from calpuzzle.cli.output import tell
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import Subject
from calpuzzle.puzzle.balance import uncoverable
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    from calpuzzle.cli.subject import Thing
    from calpuzzle.results.solutions import Solutions

# Options that mean something only where there are pieces and cells.
OF_PIECES = {
    "unique": "--unique",
    "without": "--without",
    "challenge": "--challenge",
    "read_solution": "--read-solution",
}


class Asked(NamedTuple):
    """What is asked about, and its solutions; `laid` are the options that lie, labels among
    them."""

    thing: Thing
    found: Solutions[Any]
    laid: Options = ()


def ask(args: argparse.Namespace, subject: Subject, meter: Meter) -> Asked:
    """The solutions that the options of a command ask for. Raises InputError for options that the
    kind of puzzle has no use for."""
    thing = subject.thing
    if getattr(args, "mirrors_apart", False) and not args.unique:
        raise InputError("--mirrors-apart says how --unique counts; give both")
    if isinstance(thing, Puzzle):
        return _of_puzzle(args, thing, subject.date, meter)
    kind = "items and options" if isinstance(thing, Cover) else "rows and columns of clues"
    for name, option in OF_PIECES.items():
        if getattr(args, name, None):
            raise InputError(f"{option} needs pieces and cells, and {subject.name} has {kind}")
    if subject.date:
        raise InputError(
            f"{subject.name} has {kind}, so it takes no date: leave {subject.date} out"
        )
    if isinstance(thing, Cover):
        if args.laid:
            raise InputError(f"--with needs pieces and cells, and {subject.name} has {kind}")
        from calpuzzle.results.cover import solve

        return Asked(thing, solve(thing, subject.stem, args.engine, meter))
    if args.engine not in ("auto", "cpsat"):
        raise InputError(f"the engine {args.engine} solves no griddlers; auto and cpsat do")
    return Asked(thing, thing.solve(options.laid_text(args)))


def _of_puzzle(args: argparse.Namespace, puzzle: Puzzle, date: str, meter: Meter) -> Asked:
    puzzle = puzzle.without(args.without)
    laid = puzzle.laid(options.laid_text(args))
    if args.challenge is not None:
        from calpuzzle.puzzle.challenge import challenge

        laid += challenge(puzzle.lowered, args.challenge)
    found = puzzle.solve(
        date,
        laid,
        engine=args.engine,
        unique=args.unique,
        mirrors=not args.mirrors_apart,
        progress=meter,
    )
    if args.unique:
        from calpuzzle.puzzle.symmetry import described, symmetries

        tell(f"up to {described(symmetries(puzzle.lowered, not args.mirrors_apart))}")
    return Asked(puzzle, found, laid)


def explain_nothing(asked: Asked) -> None:
    """Say why there is no solution, where that shows without a search."""
    if isinstance(asked.thing, Puzzle):
        for sentence in asked.thing.imbalances():
            tell(sentence)
    elif isinstance(asked.thing, Cover):
        for sentence in uncoverable(asked.thing):
            tell(sentence)
    else:
        from calpuzzle.griddler.explain import why_unsolvable

        tell(f"no solution: {why_unsolvable(asked.thing.clues)}")
