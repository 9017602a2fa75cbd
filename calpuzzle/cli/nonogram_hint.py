"""Tell the next line or cell of a nonogram that can be settled, and why.

GRID is a text drawing of what is filled in so far, a row a line: # black, . white, ? open (or the
colours' characters), or JSON as nonogram solve --format json writes it.

examples:
  calpuzzle nonogram hint examples/puzzles/cat.non
  calpuzzle nonogram hint examples/puzzles/cat.non --state examples/puzzles/filled.txt
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import hint, options
from calpuzzle.cli.parser import Parser


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_nonogram(parser)
    parser.add_argument(
        "--state", metavar="GRID", help="a file with what is filled in so far (- for stdin)"
    )
    options.add(parser, "--language")
    parser.set_defaults(level=None, why=False)


def run(args: argparse.Namespace) -> None:
    """Give the hint: the state is what --with takes elsewhere."""
    args.laid = "" if args.state is None else f"@{args.state}"
    hint.run(args)
