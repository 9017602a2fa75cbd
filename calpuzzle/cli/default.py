"""Print or set the default puzzle.

PUZZLE is a name from calpuzzle puzzles, a file, or a nonogram in one word (an address of puzz.link,
or a game of Simon Tatham's Pattern). It is stored in the user's config folder; the environment
variable CALPUZZLE_PUZZLE overrides it.

examples:
  calpuzzle default                  print the default, and where it is set
  calpuzzle default month-day-7x7    set it
  calpuzzle default --forget         reset it
"""

from __future__ import annotations

import argparse
import os

from calpuzzle.api import DEFAULT
from calpuzzle.base import settings
from calpuzzle.base.errors import InputError
from calpuzzle.cli.output import notify
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.subject import loaded
from calpuzzle.formats import shipped


def configure(parser: Parser) -> None:
    """Declare the options."""
    text = "the name of a puzzle, or a file"
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="?", help=text)
    parser.add_argument("--forget", action="store_true", help="reset the default")


def run(args: argparse.Namespace) -> None:
    """Print or set the default."""
    if args.forget and args.puzzle:
        raise InputError("--forget takes no puzzle: leave out one of the two")
    if args.forget or args.puzzle:
        file = settings.choose_puzzle(_checked(args.puzzle) if args.puzzle else "")
        if args.puzzle:
            notify(f"stored in {file}")
    chosen = settings.chosen_puzzle()
    name, source = chosen or (DEFAULT, "comes with the program")
    if args.puzzle and settings.VARIABLE in os.environ:
        notify(f"{settings.VARIABLE} is set, and overrides it")
    print(f"{name} ({source})")


def _checked(name: str) -> str:
    """Return the puzzle `name` as it is stored: a file as its absolute path, anything else
    unchanged. Raise PuzzleError if it cannot be loaded, and InputError for standard input."""
    if name == "-":
        raise InputError("the default puzzle is a name or a file, not standard input")
    loaded(name)
    is_file = name not in shipped.names() and os.path.exists(name)
    return os.path.abspath(name) if is_file else name
