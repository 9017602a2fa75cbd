"""Checks a puzzle file: prints all its faults at once on stderr, or a summary if it is sound.

Of a puzzle whose pieces and cells are out of balance, so that it has no solution, it says what is.
Of a griddler, whether there is just one solution, and how hard it is.
"""

from __future__ import annotations

import argparse

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import tell
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.subject import one_word, subject_of
from calpuzzle.puzzle.balance import uncoverable
from calpuzzle.puzzle.cover import Cover
from calpuzzle.results.puzzle import Puzzle


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False, default=None)
    parser.add_argument(
        "--seconds",
        type=at_least(1),
        default=60,
        metavar="S",
        help="time to search a griddler (default: 60)",
    )
    options.add_examples(
        parser,
        "calpuzzle check examples/puzzles/shelf.toml",
        "calpuzzle check examples/puzzles/cat.non",
    )


def run(args: argparse.Namespace) -> int:
    """Check."""
    one_word(args, "check")
    try:
        subject = subject_of(args, None)
    except InputError as error:
        return _say(list(error.faults))
    thing, name = subject.thing, subject.name
    if not isinstance(thing, Cover | Puzzle):
        from calpuzzle.cli.clues import check

        return check(thing, args.seconds)
    wrong = uncoverable(thing) if isinstance(thing, Cover) else thing.imbalances()
    if wrong:
        return _say([f"{name}: {sentence}" for sentence in wrong])
    print(f"{name} is sound: {_summary(thing)}")
    return 0


def _summary(puzzle: Puzzle | Cover) -> str:
    if isinstance(puzzle, Cover):
        items = plural(len(puzzle.items), "item")
        return f"{items}, {plural(len(puzzle.options), 'option')}"
    pieces = sum(piece.most for piece in puzzle.pieces)
    start = f"{plural(len(puzzle.board.cells), 'cell')}, {plural(pieces, 'piece')}"
    if not puzzle.groups:
        ways = len(puzzle.cover.options)
        return f"{start} with {plural(ways, 'way')} to lie"
    groups = ", ".join(f"{group.name} ({len(group.labels)})" for group in puzzle.groups)
    return f"{start}, groups {groups}, {plural(puzzle.cover.instances, 'date')}"


def _say(faults: list[str]) -> int:
    for fault in faults:
        tell(fault)
    return 2
