"""Find the fewest changes to a puzzle that make every date solvable.

Three kinds of change are searched separately: turning pieces over permanently, exchanging pieces
for others whose sizes occur in the puzzle, and swapping pairs of labels. The search is complete
within its limits. Another engine counts each printed or written repair again.

examples:
  calpuzzle design repair month-day-7x7
  calpuzzle design repair shelf.toml --turn 0 --exchange 1 --swap 2
"""

from __future__ import annotations

import argparse

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import there_are
from calpuzzle.cli import options
from calpuzzle.cli.families import board_model
from calpuzzle.cli.output import optional_file, write_puzzle
from calpuzzle.cli.parser import Parser, at_least, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import given
from calpuzzle.design.families.tally import Totals
from calpuzzle.design.repairs.repair import Repair, RepairLimits, RepairsFound, check, repairs
from calpuzzle.draw.boxes import in_columns, right_aligned

MAX_SHOWN = 10  # repairs that are printed by default


def configure(parser: Parser) -> None:
    """Declare the options."""
    add, whole = parser.add_argument, at_least(0)
    add("puzzle", metavar="PUZZLE", help="the name of a puzzle, or a file")
    text = "at most N pieces permanently turned over (default any number)"
    add("--turn", metavar="N", type=whole, help=text)
    text = "at most N pieces exchanged (default 2)"
    add("--exchange", metavar="N", type=whole, default=2, help=text)
    text = (
        "at most N swaps of two labels (default 3); if these do not suffice, CP-SAT (extra cpsat) "
        "finds the fewest"
    )
    add("--swap", metavar="N", type=whole, default=3, help=text)
    text = "new pieces may not be turned over"
    add("--one-sided", action="store_true", help=text)
    add("--all", dest="every", action="store_true", help="include dates that do not exist")
    text = f"print the N best repairs (default {MAX_SHOWN})"
    add("--head", metavar="N", type=positive, default=MAX_SHOWN, help=text)
    text = "the repair that -o writes (default 1, the best)"
    add("--nth", metavar="N", type=positive, default=1, help=text)
    options.add_jobs(parser, "processes")
    options.add(parser, "--from")
    options.add_output(parser, "no file; stdout has the table")


def run(args: argparse.Namespace) -> None:
    """Print the best repairs, and write the puzzle of the chosen repair to a file."""
    model = board_model(args.puzzle, args.form)
    output = optional_file(args.output, "the table of repairs")
    if output is None and given(args, "--nth"):
        raise InputError("--nth is the repair that --output writes; give --output too")
    limits = RepairLimits(
        args.turn, args.exchange, args.swap, args.every, args.one_sided, args.jobs
    )
    found = repairs(model, limits, Meter)
    shown = found.repairs[: args.head]
    chosen = found.repairs[args.nth - 1 : args.nth] if output else []
    with Meter("counting repairs again") as report:
        to_check = [*shown, *[repair for repair in chosen if repair not in shown]]
        for number, repair in enumerate(to_check, 1):
            check(repair)
            report(number, len(to_check), 0)
    print("\n".join([*found.sentences, _text(found, shown)]), end="")
    if output and not chosen:
        if found.repairs:
            known = there_are(len(found.repairs), "repair")
            raise InputError(f"{known}, and no repair {args.nth:,}, so {output} is not written")
        raise CannotDoError(f"there is no repair, so {output} is not written")
    if output:
        write_puzzle(chosen[0].model, output, f": {chosen[0].words}")


def _text(found: RepairsFound, shown: list[Repair]) -> str:
    """Return a table of text, with a row for the original puzzle and one for each repair."""
    changes = ["changes", "0", *[str(repair.changes) for repair in shown]]
    words = ["repair", "as it is", *[repair.words for repair in shown]]
    rows = [found.before, *[repair.totals for repair in shown]]
    numbers = [[name, *[str(getattr(row, name)) for row in rows]] for name in Totals._fields]
    return in_columns([right_aligned(changes), words, *map(right_aligned, numbers)])
