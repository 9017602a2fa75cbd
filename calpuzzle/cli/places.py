"""Lists where the pieces can lie on a date, and in how many of its solutions each place occurs.

With pieces laid (--with), of the solutions that hold them. The placements are written as --with
takes them; those that occur in every solution are marked.
"""

from __future__ import annotations

import argparse
import sys
from typing import IO

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import progress
from calpuzzle.dates import instance_of
from calpuzzle.errors import InputError
from calpuzzle.placements import written
from calpuzzle.puzzle import Puzzle, load

FORMATS = ("text", "json")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_date(parser)
    options.add_puzzle(parser)
    options.add_laid(parser)
    parser.add_argument(
        "--every", action="store_true", help="only the placements that occur in every solution"
    )
    parser.add_argument(
        "--format", default="text", metavar="FORMAT", help="text or json (default text)"
    )
    options.add_memory(parser)
    options.add_examples(
        parser,
        "calpuzzle places Sat Jan 1",
        'calpuzzle places Sat Jan 1 --with "J4@5,5:4" --every',
    )


def run(args: argparse.Namespace) -> int:
    """List."""
    if args.format not in FORMATS:
        raise InputError(f"there is no format {args.format}; there are {', '.join(FORMATS)}")
    puzzle = load(args.puzzle)
    labels = puzzle.labels(options.date_of(args))
    laid = puzzle.laid(options.laid_of(args))
    with progress(puzzle.name) as report:
        diagram = puzzle.diagram(options.memory_of(args), report, disk=True)
    left = diagram.left(instance_of(puzzle.model, labels), laid)
    total = left.count
    found = [
        (option, number)
        for option, number in left.occurrences().items()
        if number == total or not args.every
    ]
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    places = {written(puzzle.model, puzzle.cover, option): number for option, number in found}
    if args.format == "text":
        _text(sys.stdout, puzzle, total, places)
    else:
        import json

        names = [group.name for group in puzzle.groups]
        date = dict(zip(names, labels, strict=True))
        data = {"puzzle": puzzle.name, "date": date, "total": total, "placements": places}
        print(json.dumps(data, ensure_ascii=False))
    return 0


def _text(stream: IO[str], puzzle: Puzzle, total: int, places: dict[str, int]) -> None:
    width = max(map(len, places), default=0)
    digits = len(f"{total:,}")
    for name, number in places.items():
        mark = "  in every solution" if number == total else ""
        stream.write(f"{name:<{width}}  {number:>{digits},} of {total:,}{mark}\n")
