"""Prints what the counts say as a whole: total, mean, quartiles, fewest and most, unsolvable and
unique dates, over all dates of the table, also those that do not exist.

Reads results/PUZZLE.csv where it is there and fits the puzzle, and counts otherwise.
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.results.saved import table_of
from calpuzzle.puzzle import load


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add_engine(parser)
    options.add_jobs(parser)
    options.add_examples(parser, "calpuzzle stats -p month-day-7x7")


def run(args: argparse.Namespace) -> int:
    """Sum up."""
    from calpuzzle import tables
    from calpuzzle.results.stats import stats, stats_text

    puzzle = load(args.puzzle)
    frame = table_of(puzzle, args.engine, args.jobs)
    counts = tables.to_counts(frame, puzzle.model)
    print(stats_text(puzzle.model, stats(puzzle.model, counts)), end="")
    return 0
