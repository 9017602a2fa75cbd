"""Prints the table of counts, or the rows of it that are asked for.

Reads results/PUZZLE.csv where it is there and fits the puzzle, and counts otherwise; with
--difficulty also results/difficulty/PUZZLE.csv, or else measures how hard each date is.

examples:
  calpuzzle table --where month=Nov --where exists=true --sort -solutions --head 5
  calpuzzle table --where 'solutions>=100' --where month=Jan,Feb
  calpuzzle table -p month-day-7x7 --format csv
  calpuzzle table -p month-day-7x7 --difficulty --where difficulty=4 --sort -nodes
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.cli import options
from calpuzzle.cli.output import RESULTS, target, tell, write
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import progress
from calpuzzle.cli.subject import subject_of

if TYPE_CHECKING:
    import pandas as pd

    from calpuzzle.results.grades import Found

FORMATS = ("table", "csv", "spreadsheet", "json")


def configure(parser: Parser) -> None:
    """Declare the options."""
    add_counted(parser)
    add_query(parser, "month=Jan", "month=Jan,Feb", "'solutions>=100', or exists=true")
    options.add_format(parser, FORMATS, by_ending=False)


def run(args: argparse.Namespace) -> None:
    """Query."""
    from calpuzzle.results import tables

    form, path = target(args, FORMATS)
    puzzle = puzzle_of(args, "table")
    # A question that makes no sense is refused before the dates are counted.
    blank = tables.blank(puzzle.model)
    if args.difficulty:
        blank = blank.assign(**dict.fromkeys(tables.MEASURED, 0))
    tables.query(blank, args.where, args.sort)
    frame = counted(args, puzzle)
    if args.difficulty:
        from calpuzzle.results.grades import with_difficulty

        frame = with_difficulty(frame, measured(args, puzzle))
    write(tables.TEXTS[form](tables.query(frame, args.where, args.sort, args.head)), path)


def add_query(parser: Parser, alike: str, several: str, compared: str) -> None:
    """The options of a query, with examples for their help."""
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help=f"only rows with that value, such as {alike}, or one of several ({several}); "
        f"numbers and labels are also compared, by <, <=, >, >= and !=, such as {compared}; "
        "given several times, all must hold",
    )
    parser.dashed = ("--sort",)
    parser.add_argument("--sort", metavar="COLUMN", help="sort by that column; -COLUMN descends")
    parser.add_argument("--head", type=at_least(0), metavar="N", help="only the first N rows")


def add_counted(parser: Parser) -> None:
    """Add the options of `table`, `stats` and `plot`: a puzzle, and how it is counted."""
    options.add_puzzle(parser, date=False)
    options.add(parser, "--difficulty", "--engine", "--jobs")


def puzzle_of(args: argparse.Namespace, what: str) -> Puzzle:
    """The puzzle that is named. Raises InputError for one that has no table, which is `what`."""
    return subject_of(args, alone=what).puzzle(f"{what} looks at the counts of dates")


def counted(args: argparse.Namespace, puzzle: Puzzle) -> pd.DataFrame:
    """Its table, saved or counted; stderr says so where there is a saved one."""
    from calpuzzle.results.tables import saved_or_counted

    with progress(puzzle.name) as report:
        run = engines.Run(args.jobs, report)
        frame, said = saved_or_counted(puzzle, RESULTS, args.engine, run)
    if said:
        tell(said)
    return frame


def measured(args: argparse.Namespace, puzzle: Puzzle) -> Found:
    """Return how hard its dates are, saved or measured; stderr says which."""
    from calpuzzle.results.grades import saved_or_measured

    with progress(puzzle.name) as report:
        found, said = saved_or_measured(puzzle, RESULTS, engines.Run(args.jobs, report))
    tell(said)
    return found
