"""Checks a puzzle file: prints all its faults at once on stderr, or a summary if it is sound.

Of a puzzle whose pieces and cells are out of balance, so that it has no solution, it says what is.
Of a sound one, whether every date can be solved, in how many ways, and how hard it is, as far as
that is known in a few seconds. Of a nonogram, whether there is just one solution, and how hard it
is.

examples:
  calpuzzle check examples/puzzles/shelf.toml
  calpuzzle check month-day-7x7 --seconds 60
  calpuzzle check examples/puzzles/cat.non
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import tell
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import Meter, progress
from calpuzzle.cli.subject import subject_of
from calpuzzle.engines import DEFAULT, Run, load
from calpuzzle.puzzle.balance import uncoverable
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.labels import by_place

if TYPE_CHECKING:
    from calpuzzle.api.nonogram import Nonogram

SECONDS, NONOGRAM_SECONDS = 10, 60


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False, default=None)
    parser.add_argument(
        "--seconds",
        type=at_least(0),
        metavar="S",
        help=f"time to count a puzzle (default {SECONDS}; 0 leaves that out), or to search a "
        f"nonogram (default {NONOGRAM_SECONDS})",
    )


def run(args: argparse.Namespace) -> int:
    """Check."""
    try:
        subject = subject_of(args, None, alone="check")
    except InputError as error:
        faults = list(error.faults)
    else:
        thing, name = subject.thing, subject.name
        if not isinstance(thing, Cover | Puzzle):
            return _nonogram(thing, args.seconds or NONOGRAM_SECONDS)
        wrong = uncoverable(thing) if isinstance(thing, Cover) else thing.imbalances()
        faults = [f"{name}: {sentence}" for sentence in wrong]
        if not faults:
            print(f"{name} is sound: {_summary(thing)}")
            if isinstance(thing, Puzzle) and thing.model.source:
                print(f"source: {thing.model.source}")
            for sentence in by_place(thing.model).values() if isinstance(thing, Puzzle) else ():
                print(sentence)
            seconds = SECONDS if args.seconds is None else args.seconds
            for line in _said(thing, name, seconds) if seconds else ():
                print(line)
    for fault in faults:
        tell(fault)
    return 2 if faults else 0


def _said(thing: Puzzle | Cover, name: str, seconds: int) -> list[str]:
    """Return how many ways there are, and how hard it is, a line each."""
    with progress(name) as report:
        if isinstance(thing, Puzzle):
            from calpuzzle.results.summary import sentences, summary

            return sentences(thing.model, summary(thing, seconds, report), seconds)
        try:
            run = Run(progress=report, stop=time.monotonic() + seconds)
            number = load(DEFAULT).count(thing, (), run)
        except StoppedError:
            late = plural(seconds, "second")
            return [f"solutions: not counted within {late}; --seconds gives more"]
    return [f"solutions: {number:,}" if number else "solutions: none"]


def _summary(puzzle: Puzzle | Cover) -> str:
    if isinstance(puzzle, Cover):
        items = plural(len(puzzle.items), "item")
        return f"{items}, {plural(len(puzzle.options), 'option')}"
    pieces = sum(piece.most for piece in puzzle.pieces)
    start = f"{plural(len(puzzle.board.cells), 'cell')}, {plural(pieces, 'piece')}"
    if not puzzle.groups:
        return f"{start} with {plural(len(puzzle.cover.options), 'way')} to lie"
    groups = ", ".join(f"{group.name} ({len(group.labels)})" for group in puzzle.groups)
    return f"{start}, groups {groups}, {plural(puzzle.cover.instances, 'date')}"


def _nonogram(nonogram: Nonogram, seconds: int) -> int:
    """Print what there is to say of a nonogram, a line each: 0 where its solution is unique, and
    its goal, where it has one; else 1."""
    from calpuzzle.nonogram.explain import first_look, why_unsolvable
    from calpuzzle.nonogram.solver import solve, unbroken

    clues = nonogram.clues
    colours = ", ".join(colour.name for colour in clues.palette[1:])
    size = f"{clues.width} by {clues.height}"
    print(f"size: {size}, {plural(clues.colours, 'colour')} ({colours})")
    for key, value in clues.notes:
        print(f"{key}: {value}")
    faults = first_look(clues)
    for fault in faults:
        print(f"fault: {fault}")
    if faults:
        print("solutions: none")
        return 1
    with Meter(nonogram.name):
        result = unbroken(solve(clues, 2, seconds=seconds))
        rating = nonogram.rate(seconds)
    number = f"not known after {plural(seconds, 'second')}"
    if result.unique:
        number = "one"
    elif result.count > 1:
        number = "more than one"
    elif result.complete:
        number = f"none, since {why_unsolvable(clues)}"
    print(f"solutions: {number}")
    good = clues.goal is None or nonogram.fits(clues.goal)
    if clues.goal is not None:
        right = "the solution" if result.unique else "a solution"
        print(f"goal: {right if good else 'not a solution'}")
    if rating is not None and result.unique:
        print(f"difficulty: {rating}")
    return 0 if result.unique and good else 1
