"""Prints how many solutions a date has, as one integer."""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.puzzle import load


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_date(parser)
    options.add_puzzle(parser)
    options.add_engine(parser)
    options.add_examples(parser, "calpuzzle count 2026-11-20", "calpuzzle count Sat Jan 1")


def run(args: argparse.Namespace) -> int:
    """Count."""
    print(load(args.puzzle).count(options.date_of(args), args.engine))
    return 0
