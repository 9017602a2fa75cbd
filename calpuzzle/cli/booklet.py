"""Write a year as PDF: hints or a solution for each day, or a wall calendar.

The hints of a day are a row to uncover from left to right: the number of solutions, which piece to
look at, its placement, and that of a second piece; the answers are at the end. The wall calendar
shows each day's number of solutions.

examples:
  calpuzzle booklet 2027 -o hints.pdf
  calpuzzle booklet 2027 -o tipps.pdf --language de
  calpuzzle booklet 2027 --solutions -o solutions.pdf
  calpuzzle booklet --calendar --language de -o wall.pdf
"""

from __future__ import annotations

import argparse

from calpuzzle.base.texts import language_tags
from calpuzzle.cli import options
from calpuzzle.cli.output import check_ending, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import refuse_unused, subject_of
from calpuzzle.workshop.booklet_pages import booklet


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_year(parser)
    options.add_file(parser, "the PDF to write", required=True)
    text = f"{', '.join(language_tags())}; for the wall calendar any, such as pt_BR"
    parser.add_argument("--language", metavar="CODE", help=text)
    options.add_week(parser, "for the wall calendar (default: that of the language)")
    parser.set_defaults(wanted="hints")
    kinds = {
        "solutions": "a solution for each day, one month per page",
        "calendar": "a wall calendar with the number of solutions",
    }
    kinds_group = parser.add_mutually_exclusive_group()
    for kind, text in kinds.items():
        kinds_group.add_argument(
            f"--{kind}", dest="wanted", action="store_const", const=kind, help=text
        )
    options.add_paper(parser, "the paper")


def run(args: argparse.Namespace) -> None:
    """Write the file."""
    check_ending(args.output, (".pdf",))
    if args.wanted != "calendar":
        refuse_unused(args, "only the wall calendar has weeks (--calendar)", "--week-starts")
    subject = subject_of(args, year=True)
    puzzle = subject.as_puzzle("booklet fills a year with the days of a calendar")
    year = subject.year
    with Meter(puzzle.name) as report:
        written = booklet(
            puzzle,
            year,
            args.wanted,
            paper=args.paper or "a4",
            language=args.language,
            week_starts=args.week_starts,
            progress=report,
        )
    write(written, args.output)
