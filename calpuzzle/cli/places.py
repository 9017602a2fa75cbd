"""Lists where the pieces can lie on a date, and in how many of its solutions each place occurs.

With pieces laid (--with), of the solutions that hold them. The placements are written as --with
takes them; those that occur in every solution are marked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import IO

from calpuzzle.cli import options
from calpuzzle.cli.output import choose_format, destination, tell
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.question import question
from calpuzzle.puzzle.dates import by_group
from calpuzzle.puzzle.placements import written
from calpuzzle.puzzle import Puzzle
from calpuzzle.base.text import plural

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
    chosen = choose_format(args.format, None, FORMATS, "text")
    destination(None, chosen)
    puzzle, labels, number, laid, diagram = question(args)
    left = diagram.left(number, laid)
    total = left.count
    found = [
        (option, times)
        for option, times in left.occurrences().items()
        if times == total or not args.every
    ]
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    if not found:
        tell(_nothing(" ".join(labels) or puzzle.name, laid, total))
    places = {written(puzzle.model, puzzle.cover, option): times for option, times in found}
    if chosen == "text":
        _text(sys.stdout, puzzle, total, places)
    else:
        import json

        date = by_group(puzzle.model, labels)
        data = {"puzzle": puzzle.name, "date": date, "total": total, "placements": places}
        print(json.dumps(data, ensure_ascii=False))
    return 0


def _nothing(date: str, laid: Sequence[int], total: int) -> str:
    """Why there is nothing to list."""
    if total:
        return f"no placement is in each of the {plural(total, 'solution')} of {date}"
    held = " that holds what is laid" if laid else ""
    return f"{date} has no solution{held}"


def _text(stream: IO[str], puzzle: Puzzle, total: int, places: dict[str, int]) -> None:
    from calpuzzle.draw.boxes import display_width

    width = max(map(display_width, places), default=0)
    digits = len(f"{total:,}")
    for name, number in places.items():
        mark = "  in every solution" if number == total else ""
        blanks = " " * (width - display_width(name))
        stream.write(f"{name}{blanks}  {number:>{digits},} of {total:,}{mark}\n")
