"""Prints what the counts say as a whole: total, mean, quartiles, fewest and most, unsolvable and
unique dates, over all dates of the table, also those that do not exist.

Reads results/PUZZLE.csv where it is there and fits the puzzle, and counts otherwise.
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.counted import add_options, counted, puzzle_of
from calpuzzle.cli.parser import Parser


def configure(parser: Parser) -> None:
    """Declare the options."""
    add_options(parser)
    options.add_examples(parser, "calpuzzle stats -p month-day-7x7")


def run(args: argparse.Namespace) -> int:
    """Sum up."""
    from calpuzzle.results.stats import stats, stats_text

    puzzle, _, counts = counted(args, puzzle_of(args, "stats"))
    print(stats_text(puzzle.model, stats(puzzle.model, counts)), end="")
    return 0
