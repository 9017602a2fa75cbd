"""Checks a puzzle file: prints all its faults at once on stderr, or a summary if it is sound."""

from __future__ import annotations

import argparse
import sys

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.base.errors import PuzzleError
from calpuzzle.library import load_model
from calpuzzle.base.text import plural


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the puzzle file, or a shipped puzzle's name")
    options.add_examples(parser, "calpuzzle check examples/puzzles/shelf.toml")


def run(args: argparse.Namespace) -> int:
    """Check."""
    from calpuzzle.fit.library import is_fitting

    if is_fitting(args.file):
        return _check_fitting(args.file)
    try:
        model = load_model(args.file)
    except PuzzleError as error:
        return _tell(list(error.faults))
    pieces = sum(piece.copies for piece in model.pieces)
    groups = ", ".join(f"{group.name} ({len(group.labels)})" for group in model.groups)
    print(
        f"{args.file} is sound: {plural(len(model.board.cells), 'cell')}, "
        f"{plural(pieces, 'piece')}, "
        + (f"groups {groups}, {plural(model.instances, 'date')}" if groups else "no groups")
    )
    return 0


def _check_fitting(puzzle: str) -> int:
    """A fitting puzzle has faults of form, or is out of balance, or neither."""
    from calpuzzle.base.errors import InputError
    from calpuzzle.exact import Cover
    from calpuzzle.puzzle.balance import imbalances
    from calpuzzle.fit.library import load

    try:
        found = load(puzzle)
    except InputError as error:
        return _tell(list(error.faults))
    if isinstance(found, Cover):
        print(f"{puzzle} is sound: {plural(len(found.options), 'option')}")
        return 0
    wrong = imbalances(found)
    if wrong:
        return _tell([f"{puzzle}: {sentence}" for sentence in wrong])
    print(
        f"{puzzle} is sound: {plural(len(found.locations), 'location')}, "
        f"{plural(len(found.pieces), 'piece')} with {plural(found.ways, 'way')} to lie"
    )
    return 0


def _tell(faults: list[str]) -> int:
    for fault in faults:
        print(f"calpuzzle: {fault}", file=sys.stderr)
    return 2
