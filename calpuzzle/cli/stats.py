"""Prints what the counts say as a whole: total, mean, quartiles, fewest and most, unsolvable and
unique dates, over all dates of the table, also those that do not exist.

Reads results/PUZZLE.csv where it is there and fits the puzzle, and counts otherwise. With
--difficulty, how many dates are how hard, the easiest and the hardest date.

examples:
  calpuzzle stats -p month-day-7x7
  calpuzzle stats -p month-day-7x7 --difficulty
"""

from __future__ import annotations

import argparse

from calpuzzle.cli.parser import Parser
from calpuzzle.cli.table import add_counted, counted, measured, puzzle_of


def configure(parser: Parser) -> None:
    """Declare the options."""
    add_counted(parser)


def run(args: argparse.Namespace) -> None:
    """Sum up."""
    from calpuzzle.results.stats import stats, stats_text
    from calpuzzle.results.tables import to_counts

    puzzle = puzzle_of(args, "stats")
    found = stats(puzzle.model, to_counts(counted(args, puzzle), puzzle.model))
    said = stats_text(puzzle.model, found)
    if args.difficulty:
        from calpuzzle.results.grades import grades_text

        said += grades_text(puzzle.model, measured(args, puzzle))
    print(said, end="")
