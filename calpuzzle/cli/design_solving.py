"""Find the sets that solve every date that exists, in families too large to judge.

The pieces of BOARD are ignored. For one date after another, the sets that do not solve the date are
dropped; then the remaining sets are counted. The best are printed: sets that solve every date, or
else those that came closest. A set has each piece at most once.

examples:
  calpuzzle design solving shelf.toml --choose 2:tetrominoes --choose 2:trominoes
  calpuzzle design solving month-day-7x7 --choose 5:heptominoes --choose 1:hexominoes
  calpuzzle design solving shelf.toml --choose 3:tetrominoes --choose 1:dominoes -o solving.csv
"""

from __future__ import annotations

import argparse

from calpuzzle.base.files import check_writable
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.design_judge import table
from calpuzzle.cli.families import add_family, family_of, parts_of
from calpuzzle.cli.output import bytes_to, notify
from calpuzzle.cli.parser import Parser, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.design.families.solving import RemainingSets, SetsFound, find_solving_sets
from calpuzzle.design.judging import atlas
from calpuzzle.puzzle.dates.instances import every_instance
from calpuzzle.puzzle.model import Model

MAX_SHOWN = 10


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzle", metavar="BOARD", help="the name of a puzzle, or a file")
    text = f"print the N best (default {MAX_SHOWN})"
    add("--head", metavar="N", type=positive, default=MAX_SHOWN, help=text)
    options.add(parser, "--from")
    add_family(parser)
    options.add_output(
        parser, "no file; FILE, .parquet or .csv, is an atlas of the sets that solve every date"
    )


def run(args: argparse.Namespace) -> None:
    """Find the sets, and print the best."""
    board = parts_of(args.puzzle, args.form)
    family = family_of(args, board)
    ending = atlas.ending_of(args.output) if args.output else ""
    if args.output:
        check_writable(args.output)
    notify(f"{plural(len(family), 'set')} of pieces: {family}")
    with Meter("counting the remaining sets") as report:
        found = find_solving_sets(board, family, _report_date, report)
    summary = _summary(found, len(family), board)
    print(f"{summary}\n{table(found.rows[: args.head])}", end="")
    if args.output:
        with bytes_to(args.output, f": {plural(len(found.solving), 'set')}") as stream:
            atlas.write_rows(stream, ending, board, family, found.solving)


def _report_date(remaining: RemainingSets) -> None:
    notify(f"{' '.join(remaining.date) or 'the board'}: {plural(remaining.sets, 'set')} left")


def _summary(found: SetsFound, sets: int, model: Model) -> str:
    """Return a sentence about what was found."""
    every = every_instance(model, False)
    if found.solving:
        solve = "solves" if len(found.solving) == 1 else "solve"
        return f"{len(found.solving):,} of {plural(sets, 'set')} {solve} {every}"
    best = f"; the best of the {len(found.rows):,} that remained:" if found.rows else ""
    return f"none of {plural(sets, 'set')} solves {every}{best}"
