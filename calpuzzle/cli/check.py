"""Checks a puzzle file: prints all its faults at once on stderr, or a summary if it is sound."""

from __future__ import annotations

import argparse
import sys

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.errors import PuzzleError
from calpuzzle.library import load_model
from calpuzzle.text import plural


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the puzzle file, or a shipped puzzle's name")
    options.add_examples(parser, "calpuzzle check my-board.toml")


def run(args: argparse.Namespace) -> int:
    """Check."""
    try:
        model = load_model(args.file)
    except PuzzleError as error:
        for fault in error.faults:
            print(f"calpuzzle: {fault}", file=sys.stderr)
        return 2
    instances = 1
    for size in model.shape:
        instances *= size
    pieces = sum(piece.copies for piece in model.pieces)
    groups = ", ".join(f"{group.name} ({len(group.labels)})" for group in model.groups)
    print(
        f"{args.file} is sound: {plural(len(model.board.cells), 'cell')}, "
        f"{plural(pieces, 'piece')}, "
        + (f"groups {groups}, {plural(instances, 'date')}" if groups else "no groups")
    )
    return 0
