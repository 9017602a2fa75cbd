"""Write the file of a new calendar to edit.

It has a board with months and days, and pieces that cover everything except a date. With -o, the
solutions of all dates are counted, and the number of unsolvable dates is reported.

examples:
  calpuzzle new 7x7 -o my.toml
  calpuzzle new 8x7 --weekdays --language de --week-starts Mon -o my.toml
  calpuzzle new 8x7 --weekdays --lattice hexagons -o hexagons.toml
"""

from __future__ import annotations

import argparse
from shlex import quote

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.cli import options
from calpuzzle.cli.output import destination, notify, write
from calpuzzle.cli.parser import OneOf, Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.workshop.template import PIECES, template, template_text

LATTICES = tuple(dict.fromkeys(lattice for lattice, _ in PIECES))


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("size", metavar="SIZE", help="rows x columns, such as 8x7")
    add("--weekdays", action="store_true", help="include the days of the week")
    known, usual = OneOf("lattice", LATTICES), SQUARES.name
    text = f"the cells: {', '.join(LATTICES)} (default {usual})"
    add("--lattice", metavar="NAME", type=known, default=usual, help=text)
    options.add_names(parser, "the first day of the week (default: that of the language)")
    options.add_output(parser, "stdout")


def run(args: argparse.Namespace) -> None:
    """Write the file."""
    path = destination(args.output, "data")
    model = template(args.size, args.weekdays, args.language, args.week_starts, args.lattice)
    write(template_text(model), path)
    if path is None:
        return
    with Meter(path) as report:
        counts = Puzzle(model).counts(progress=report)
    dates, unsolved = counts.size, int((counts == 0).sum())
    if unsolved:
        notify(
            f"{unsolved:,} of its {dates:,} dates cannot be solved; "
            f"calpuzzle design repair {quote(path)} searches for the fewest changes"
        )
    else:
        notify(f"each of its {dates:,} dates can be solved")
