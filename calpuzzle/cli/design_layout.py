"""Find positions of the labels so that every date can be solved.

Labels may be on blank cells, and on any cell that has a label now. --best names the number to
maximise among the layouts for which every date has a solution: the solutions of the date with
fewest, all solutions together, evenness (the fewest solutions of a date divided by the most), or
the dates with one solution. A tabu search finds a layout; with the extra cpsat, CP-SAT looks for
better ones and proves a bound. The result is counted again by another engine.

examples:
  calpuzzle design layout shelf.toml --best total --order reading
  calpuzzle design layout shelf.toml --order blocks
  calpuzzle design layout shelf.toml --best unique --keep letter -o mine.toml
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle.cli import options
from calpuzzle.cli.families import board_model
from calpuzzle.cli.output import optional_file, write_puzzle
from calpuzzle.cli.parser import Parser, at_least, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.design.families.tally import Totals
from calpuzzle.design.layouts.label_layout import FREE, ORDERS, LabelLayout, Wish, check, layout
from calpuzzle.draw.boxes import in_columns, right_aligned
from calpuzzle.formats.toml_text import tokens

if TYPE_CHECKING:
    from calpuzzle.puzzle.model import Model


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzle", metavar="PUZZLE", help="the name of a puzzle, or a file")
    text = (
        "the number to maximise: fewest (default: solutions of the date with the fewest), total "
        "(all solutions), even (fewest / most) or unique (dates with one solution)"
    )
    add("--best", metavar="GOAL", default="fewest", help=text)
    text = (
        "free (default): any label anywhere; reading: each group in reading order, except for "
        "--keep; blocks: also on consecutive cells"
    )
    add("--order", metavar="|".join(ORDERS), choices=ORDERS, default=FREE, help=text)
    text = "do not move this label or group; may be repeated"
    add("--keep", metavar="LABEL", **options.SEVERAL, help=text)
    add("--all", dest="every", action="store_true", help="include dates that do not exist")
    text = "searches from different starts (default 4)"
    add("--tries", metavar="N", type=positive, default=4, help=text)
    text = (
        "limit for CP-SAT in seconds of its deterministic time, which is the same on every machine "
        "(default 60; 0: without CP-SAT); counting and the tabu search come before it"
    )
    add("--seconds", metavar="S", type=at_least(0), default=60, help=text)
    options.add(parser, "--from")
    options.add_output(parser, "no file; stdout has the layout")


def run(args: argparse.Namespace) -> None:
    """Print the layout, and write its file."""
    model = board_model(args.puzzle, args.form)
    output = optional_file(args.output, "the layout and its figures")
    keep = tuple(args.keep)
    wish = Wish(args.best, args.order, keep, args.every, args.tries, args.seconds)
    found = layout(model, wish, Meter)
    with Meter("counting the layout again"):
        check(found)
    print("\n".join([*found.sentences, _text(found)]), end="")
    if output:
        write_puzzle(found.model, output)


def _text(found: LabelLayout) -> str:
    """Return the figures of the puzzle before and after its labels are rearranged, and the board
    with the new labels."""
    rows = [found.before, found.totals]
    numbers = [[name, *[str(getattr(row, name)) for row in rows]] for name in Totals._fields]
    figures = in_columns([["layout", "as it is", "found"], *map(right_aligned, numbers)])
    return f"{figures}\n{drawn(found.model)}"


def drawn(model: Model) -> str:
    """Return the board as it is written in a puzzle file."""
    return "\n".join([*tokens(model), ""])
