"""Compare puzzles: numbers of solutions and difficulty, one row per puzzle.

The difficulty is a mean over some dates: pieces tried up to a first solution, and a level from 1,
very easy, to 5, very hard. Figures that are not found in time are omitted.

examples:
  calpuzzle compare month-day-7x7 month-day-7x7-t month-day-7x7-w
  calpuzzle compare whole-year-7x7 examples/puzzles/shelf.toml --format csv
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.output import notify, target, write
from calpuzzle.cli.parser import Parser, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import Subject, loaded
from calpuzzle.results.summary import compared, plain_text, summary
from calpuzzle.results.tables import TEXTS


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzles", metavar="PUZZLE", nargs="+", help="names of puzzles, or files")
    text = "time limit for each puzzle (default 60)"
    add("--seconds", metavar="S", type=positive, default=60, help=text)
    options.add_format(parser, options.TABLES)


def run(args: argparse.Namespace) -> None:
    """Compare the puzzles."""
    form, path = target(args, options.TABLES)
    # Reject puzzles that cannot be compared before any is counted.
    puzzles = [
        Subject(loaded(name), name).as_puzzle("only puzzles of pieces are compared")
        for name in args.puzzles
    ]
    found = []
    for puzzle in puzzles:
        figures = summary(puzzle, args.seconds, Meter)
        if figures.stats is None or (figures.nodes is None and figures.stats.total):
            what = "counted" if figures.stats is None else "measured"
            notify(f"{puzzle.name} is not {what} within the time; allow more with --seconds")
        found.append((puzzle, figures))
    frame = compared(found)
    write(plain_text(frame) if form == "text" else TEXTS[form](frame), path)
