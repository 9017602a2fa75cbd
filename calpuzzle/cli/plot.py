"""Draws the counts as a heatmap a person can read: months down, days across, a panel a weekday.

A cross marks a date without any solution; dates that do not exist are left blank. Reads
results/PUZZLE.csv where it is there and fits the puzzle, and counts otherwise. With --difficulty,
how hard the dates are in place of their counts.

examples:
  calpuzzle plot -p month-day-7x7 -o year.png
  calpuzzle plot -p month-day-7x7 --difficulty -o hard.png
"""

from __future__ import annotations

import argparse
import os

from calpuzzle.cli import options
from calpuzzle.cli.output import RESULTS, check_ending, default_path, tell, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.table import add_counted, counted, measured, puzzle_of

ENDINGS = (".svg", ".png", ".pdf")


def configure(parser: Parser) -> None:
    """Declare the options."""
    add_counted(parser)
    options.add_output(parser, f"{RESULTS}/PUZZLE.svg here; .png and .pdf are drawn by the ending")


def run(args: argparse.Namespace) -> None:
    """Draw."""
    from calpuzzle.draw.heatmap import check_can_plot, heatmap
    from calpuzzle.results.tables import to_counts

    if args.output is not None:
        check_ending(args.output, ENDINGS)
    puzzle = puzzle_of(args, "plot")
    check_can_plot(puzzle.model)
    path = args.output or default_path(puzzle.name + "-difficulty" * args.difficulty, "svg")
    ending = os.path.splitext(path)[1][1:].lower()
    if args.difficulty:
        from calpuzzle.results.grades import SCALE, steps

        drawn = heatmap(puzzle.model, steps(measured(args, puzzle)), ending, SCALE)
    else:
        drawn = heatmap(puzzle.model, to_counts(counted(args, puzzle), puzzle.model), ending)
    write(drawn, path)
    tell(f"wrote {path}")
