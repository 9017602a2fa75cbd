"""Finds where the labels go, so that every date can be solved.

Labels may lie on any cell that has one, or on which nothing is printed. Of the layouts that solve
every date, the best is wanted: by the fewest solutions of a date, by all solutions together, by how
even they are (the fewest of a date as a share of the most), or by the dates with just one solution.
A tabu search finds one; with the extra cpsat, better ones are looked for, and it is proven how good
a layout can be at most. What is printed has been counted again, by the engine diagram.

examples:
  calpuzzle design layout shelf.toml --best total --order reading
  calpuzzle design layout shelf.toml --order blocks
  calpuzzle design layout shelf.toml --best unique --keep letter -o mine.toml
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle.cli import options
from calpuzzle.cli.families import board_of
from calpuzzle.cli.output import file_besides, write_puzzle
from calpuzzle.cli.parser import Parser, at_least, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.design.families.tally import Totals
from calpuzzle.design.layouts.label_layout import FREE, ORDERS, Layout, Wish, check, layout
from calpuzzle.draw.boxes import in_columns, to_the_right
from calpuzzle.formats.toml_text import tokens

if TYPE_CHECKING:
    from calpuzzle.puzzle.model import Model


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzle", metavar="PUZZLE", help="a shipped puzzle's name, or a file")
    text = "the most of: fewest (default), solutions of the hardest date; total; even; unique"
    add("--best", metavar="GOAL", default="fewest", help=text)
    text = (
        "free (default): any label anywhere; reading: a group in reading order, but for --keep; "
        "blocks: so, and together"
    )
    add("--order", metavar="|".join(ORDERS), choices=ORDERS, default=FREE, help=text)
    text = "this label or group stays where it is; may be repeated"
    add("--keep", metavar="LABEL", **options.SEVERAL, help=text)
    add("--all", dest="every", action="store_true", help="also dates that do not exist")
    text = "searches, from different places (default 4)"
    add("--tries", metavar="N", type=positive, default=4, help=text)
    text = "time of CP-SAT for a question (default 60, 0 for no proof)"
    add("--seconds", metavar="S", type=at_least(0), default=60, help=text)
    options.add(parser, "--from")
    options.add_output(parser, "no file; stdout has the layout")


def run(args: argparse.Namespace) -> None:
    """Print the layout, and write its file."""
    model = board_of(args.puzzle, args.form)
    output = file_besides(args.output, "the layout and its figures")
    keep = tuple(args.keep)
    wish = Wish(args.best, args.order, keep, args.every, args.tries, args.seconds)
    found = layout(model, wish, Meter)
    with Meter("counting the layout again"):
        check(found)
    print("\n".join([*found.said, _text(found)]), end="")
    if output:
        write_puzzle(found.model, output)


def _text(found: Layout) -> str:
    """The figures of the puzzle as it is and with its labels laid out, and its board."""
    rows = [found.before, found.totals]
    numbers = [[name, *[str(getattr(row, name)) for row in rows]] for name in Totals._fields]
    figures = in_columns([["layout", "as it is", "found"], *map(to_the_right, numbers)])
    return f"{figures}\n{drawn(found.model)}"


def drawn(model: Model) -> str:
    """The board as a puzzle file has it."""
    return "\n".join([*tokens(model), ""])
