"""Prints the table of counts, or the rows of it that are asked for.

Reads results/PUZZLE.csv where it is there and fits the puzzle, and counts otherwise.
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.counted import add_options, counted, puzzle_of
from calpuzzle.cli.output import choose_format, destination, write
from calpuzzle.cli.parser import Parser, at_least

FORMATS = ("table", "csv", "json")


def configure(parser: Parser) -> None:
    """Declare the options."""
    add_options(parser)
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="only rows with that label, such as month=Jan, or one of several (month=Jan,Feb), or "
        "exists=true; numbers and labels are also compared, by <, <=, >, >= and !=, such as "
        "'solutions>=100'; given several times, all must hold",
    )
    parser.dashed = ("--sort",)
    parser.add_argument("--sort", metavar="COLUMN", help="sort by that column; -COLUMN descends")
    parser.add_argument("--head", type=at_least(0), metavar="N", help="only the first N rows")
    parser.add_argument("--format", metavar="FORMAT", help="table (default), csv or json")
    options.add_examples(
        parser,
        "calpuzzle table --where month=Nov --where exists=true --sort -solutions --head 5",
        "calpuzzle table --where 'solutions>=100' --where month=Jan,Feb",
        "calpuzzle table -p month-day-7x7 --format csv",
    )


def run(args: argparse.Namespace) -> int:
    """Query."""
    from calpuzzle.results import tables

    chosen = choose_format(args.format, None, FORMATS, "table")
    destination(None, chosen)
    puzzle = puzzle_of(args, "table")
    # A question that makes no sense is refused before the dates are counted.
    tables.query(tables.blank(puzzle.model), args.where, args.sort)
    frame = tables.query(counted(args, puzzle).frame, args.where, args.sort, args.head)
    texts = {"csv": tables.csv_text, "json": tables.json_text, "table": tables.plain_text}
    write(texts[chosen](frame), None)
    return 0
