"""Prints how many solutions a date has, as one integer.

With pieces laid (--with), how many solutions hold them; the date `any` stands for all dates.
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import waiting
from calpuzzle.puzzle import load


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_date(parser)
    options.add_puzzle(parser)
    options.add_laid(parser)
    options.add_engine(parser)
    options.add_examples(
        parser,
        "calpuzzle count 2026-11-20",
        "calpuzzle count Sat Jan 1",
        'calpuzzle count Sat Jan 1 --with "J4@5,5:4 I4@3,6:2"',
        'calpuzzle count any --with "T5@8:1"',
    )


def run(args: argparse.Namespace) -> int:
    """Count."""
    laid = options.laid_of(args)
    puzzle = load(args.puzzle)
    with waiting(puzzle.name):
        number = puzzle.count(options.date_of(args), laid, engine=args.engine)
    print(number)
    return 0
