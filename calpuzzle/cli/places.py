"""Lists where the pieces can lie on a date, and in how many of its solutions each place occurs.

With pieces laid (--with), of the solutions that hold them. The placements are written as --with
takes them; those that occur in every solution are marked.
"""

from __future__ import annotations

import argparse
import json
import sys

from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import choose_format, destination, tell
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import progress
from calpuzzle.cli.question import question
from calpuzzle.cli.subject import subject_of
from calpuzzle.puzzle.placements import written

FORMATS = ("text", "json")


def configure(parser: Parser) -> None:
    """Declare the options."""
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
    subject = subject_of(args)
    with progress(subject.name) as report:
        asked = question(args, subject, "places lists where pieces can lie", report)
        left = asked.asked.left(asked.date + asked.laid)
        total, times = left.count, left.occurrences()
    lowered = asked.puzzle.lowered
    found = [
        (option, number)
        for option, number in times.items()
        if lowered.class_of(option) >= 0 and (number == total or not args.every)
    ]
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    places = {written(lowered, option): number for option, number in found}
    if not found:
        what = " ".join(asked.labels) or asked.puzzle.name
        held = " that holds what is laid" if asked.laid else ""
        tell(
            f"no placement is in each of the {plural(total, 'solution')} of {what}"
            if total
            else f"{what} has no solution{held}"
        )
    if chosen == "text":
        _text(total, places)
    else:
        head = {"puzzle": asked.puzzle.name, "date": asked.opened, "total": total}
        data = {**head, "placements": places}
        print(json.dumps(data, ensure_ascii=False))
    return 0


def _text(total: int, places: dict[str, int]) -> None:
    from calpuzzle.draw.boxes import display_width

    width = max(map(display_width, places), default=0)
    digits = len(f"{total:,}")
    for name, number in places.items():
        mark = "  in every solution" if number == total else ""
        blanks = " " * (width - display_width(name))
        sys.stdout.write(f"{name}{blanks}  {number:>{digits},} of {total:,}{mark}\n")
