"""Count the solutions of every date for every set of pieces.

The pieces of BOARD are ignored. The atlas has one row per set: its pieces, the number of dates
without a solution (of all combinations of labels, and of those that exist), the fewest and the most
solutions of a date, the number of dates with one solution, and all solutions together. Counts are
stored in a ledger, a folder, from which an interrupted run continues.

examples:
  calpuzzle design judge shelf.toml --choose 2:tetrominoes --choose 2:trominoes -o sets.parquet
  calpuzzle design shelf.toml --choose 4:shelf.toml -o own.csv
  calpuzzle design shelf.toml --choose 3:tetrominoes --choose 1:dominoes --using O4 --verify
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.families import add_family, family_of, parts_of
from calpuzzle.cli.output import default_path, notify
from calpuzzle.cli.parser import Parser, at_least, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.judging.judge import JudgingTask, judge
from calpuzzle.draw.boxes import in_columns, right_aligned
from calpuzzle.puzzle.balance import impossible_instances
from calpuzzle.puzzle.dates.instances import labels_at
from calpuzzle.puzzle.lowering import Lowering

if TYPE_CHECKING:
    from calpuzzle.design.families.unit import Candidates
    from calpuzzle.design.judging.atlas import AtlasRow
    from calpuzzle.puzzle.model import Model

MAX_SHOWN = 10  # sets that are printed
VERIFY_PERCENT = 5  # percent of the units that --verify counts again by default


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("puzzle", metavar="BOARD", help="the name of a puzzle, or a file")
    options.add(parser, "--from")
    add_family(parser)
    text = (
        "allow several copies of a piece in a set; a piece of --using occurs exactly as often as "
        "it is named"
    )
    parser.add_argument("--repeat", action="store_true", help=text)
    options.add_output(parser, "results/BOARD-sets.parquet; FILE may also end in .csv")
    add_run(parser)
    # The place where the board is cut in two; no result depends on it.
    parser.add_argument("--cut", type=at_least(0), help=argparse.SUPPRESS)


def add_run(parser: Parser) -> None:
    """Declare the options of a run: the workers, the ledger, and the second count."""
    options.add_ledger(parser, "OUTPUT.ledger")
    options.add(parser, "--cluster")
    options.add_jobs(parser, "processes")
    text = (
        f"count this share of the work again ({VERIFY_PERCENT} if PERCENT is omitted), and "
        "random and best rows with another engine; exit code 1 if counts differ"
    )
    parser.add_argument(
        "--verify",
        metavar="PERCENT",
        type=positive,
        nargs="?",
        const=VERIFY_PERCENT,
        default=0,
        help=text,
    )


def check_run(args: argparse.Namespace) -> None:
    """Raise InputError if an option of the run is invalid."""
    if args.verify > 100:
        raise InputError(f"--verify {args.verify} is not a share in percent; 100 is all")


def run(args: argparse.Namespace) -> None:
    """Judge, and print the best sets."""
    check_run(args)
    board = parts_of(args.puzzle, args.form)
    family = family_of(args, board, args.repeat)
    notify(f"{plural(len(family), 'set')} of pieces: {family}")
    pieces = tuple(piece._replace(least=0) for piece in family.pieces)
    if none := impossible_instances(Lowering(board._replace(pieces=pieces))):
        dates = plural(len(none), board.instance_noun)
        notify(
            f"no set solves {dates}, such as {' '.join(labels_at(board, none[0]))}: some cell can "
            "only be covered together with a cell that stays open; calpuzzle design layout moves "
            "labels"
        )
    print(table(judged(args, board, family, "sets", cut=args.cut)), end="")


def judged(
    args: argparse.Namespace, board: Model, candidates: Candidates, kind: str, **how: Any
) -> list[AtlasRow]:
    """Judge the candidates by the options of the run, with `how` as further fields of the
    JudgingTask, and return the best rows. The default name of the atlas consists of the board's
    name and `kind`."""
    task = JudgingTask(
        board,
        candidates,
        args.output or default_path(f"{board.name}-{kind}", "parquet", args.force),
        args.ledger,
        args.jobs,
        args.cluster,
        verify=args.verify / 100,
        **how,
    )
    return judge(task, notify, Meter)[:MAX_SHOWN]


def table(rows: list[AtlasRow], column: str = "pieces") -> str:
    """Return the rows as a table of text; `column` is the heading of their names."""
    names = [column, *(row.name for row in rows)]
    figures = [[name, *(str(getattr(row, name)) for row in rows)] for name in Tally._fields]
    return in_columns([names, *map(right_aligned, figures)])
