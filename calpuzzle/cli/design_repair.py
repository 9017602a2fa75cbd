"""Finds the fewest changes to a puzzle after which every date can be solved.

Three kinds of change are looked at, each by itself: pieces turned over for good, pieces exchanged
for other polyominoes of the sizes that the puzzle has, and pairs of printed labels that are
swapped. What is looked at is looked at completely: where no repair is found, there is none within
the bounds. Each repair that is printed has been counted a second time, by the engine diagram.

examples:
  calpuzzle design repair month-day-7x7
  calpuzzle design repair shelf.toml --turn 0 --exchange 1 --swap 2
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.families import board_of
from calpuzzle.cli.output import file_besides, write_puzzle
from calpuzzle.cli.parser import Parser, at_least, declare
from calpuzzle.cli.progress import progress

if TYPE_CHECKING:
    from calpuzzle.design.repair import Found, Repair

SHOWN = 10  # repairs that are printed


def configure(parser: Parser) -> None:
    """Declare the options."""
    text = f"""
    puzzle PUZZLE  a shipped puzzle's name, or a file
    --turn N       at most N pieces turned over for good (default any number)
    --exchange N   at most N pieces exchanged (default 2)
    --swap N       at most N swaps of two labels (default 3); where they do not suffice, the fewest
                   by CP-SAT (extra cpsat)
    --one-sided    pieces that come in may not be turned over
    --all          also dates that do not exist
    --head N       print the N best repairs (default {SHOWN})
    --nth N        which repair -o writes (default 1, the best)
    --jobs N       processes (default 1)
    """
    declare(
        parser,
        text,
        turn={"type": at_least(0)},
        exchange={"type": at_least(0), "default": 2},
        swap={"type": at_least(0), "default": 3},
        all={"dest": "every"},
        head={"default": SHOWN},
        nth={"default": 1},
        jobs={"default": 1},
    )
    options.add(parser, "--from")
    options.add_output(parser, "no file; stdout has the table")


def run(args: argparse.Namespace) -> None:
    """Print the best repairs, and write the file of one."""
    from calpuzzle.design.repair import Bounds, check, repairs

    model = board_of(args.puzzle, args.form)
    output = file_besides(args.output, "the table of repairs")
    bounds = Bounds(args.turn, args.exchange, args.swap, args.every, args.one_sided, args.jobs)
    found = repairs(model, bounds, progress)
    shown = found.repairs[: args.head]
    chosen = found.repairs[args.nth - 1 : args.nth] if output else []
    with progress("counting repairs again") as report:
        again = [*shown, *[repair for repair in chosen if repair not in shown]]
        for number, repair in enumerate(again, 1):
            check(repair)
            if report:
                report(number, len(again), 0)
    print("\n".join([*found.said, _text(found, shown)]), end="")
    if output and not chosen:
        there = plural(len(found.repairs), "repair") if found.repairs else "no repair"
        raise CannotDoError(f"there is {there}, so that {output} is not written")
    if output:
        write_puzzle(chosen[0].model, output, f": {chosen[0].words}")


def _text(found: Found, shown: list[Repair]) -> str:
    """The repairs as a table for people, below the puzzle as it is."""
    from calpuzzle.design.tally import Totals
    from calpuzzle.draw.boxes import in_columns, to_the_right

    changes = ["changes", "0", *[str(repair.changes) for repair in shown]]
    words = ["repair", "as it is", *[repair.words for repair in shown]]
    rows = [found.before, *[repair.totals for repair in shown]]
    numbers = [[name, *[str(getattr(row, name)) for row in rows]] for name in Totals._fields]
    return in_columns([to_the_right(changes), words, *map(to_the_right, numbers)])
