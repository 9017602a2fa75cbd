"""Judge every board inside a rectangle for given pieces.

Cells are removed at the corners or along the edges, so that the pieces cover the rest except for
one label of each group. Labels are in reading order. The atlas has one row per board. Its columns
are those of an atlas of sets of pieces, except that the first is `board`. A board is named by its
removed cells, such as r1c7 for the seventh in the first row. An interrupted run continues from its
ledger.

examples:
  calpuzzle design boards 8x7 --pieces dray -o boards.parquet
  calpuzzle design boards 4x4 --pieces "L4 I4 I3" --group letter=A,B,C,D --at edges -o boards.csv
"""

from __future__ import annotations

import argparse

from calpuzzle.api import is_puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural, unknown
from calpuzzle.cli import options
from calpuzzle.cli.design_judge import add_run, check_run, judged, table
from calpuzzle.cli.design_layout import drawn
from calpuzzle.cli.families import parts_of
from calpuzzle.cli.output import notify
from calpuzzle.cli.parser import Parser
from calpuzzle.design.families.boards import CORNERS, GROUPS, WHERE, Boards, frame
from calpuzzle.design.families.one_by_one import OneByOne
from calpuzzle.design.judging.atlas import chosen, with_polyominoes
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import BLANK, HOLE, Board, Model, Piece


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("size", metavar="SIZE", help="rows x columns of the frame, such as 8x7")
    text = "names of polyominoes, separated by blanks, or a puzzle"
    add("--pieces", metavar="PIECES", required=True, help=text)
    options.add(parser, "--one-sided")
    text = "labels: month, day, weekday, or NAME=LABEL,LABEL,...; may be repeated"
    add("--group", metavar="GROUP", action="append", help=text)
    text = (
        "corners (default): remove a staircase of cells at each corner; edges: any cells along the "
        "edges"
    )
    add("--at", metavar="PLACE", choices=WHERE, default=CORNERS, help=text)
    options.add_output(parser, "results/SIZE-boards.parquet; FILE may also end in .csv")
    add_run(parser)


def run(args: argparse.Namespace) -> None:
    """Judge, print the best boards, and draw the first."""
    check_run(args)
    groups = None if args.group is None else [_group(text) for text in args.group]
    outline = frame(args.size, _pieces(args.pieces, args.one_sided), groups)
    boards = Boards(outline, args.at)
    notify(f"{plural(len(boards), 'board')}: {boards}")
    best = judged(args, outline, boards, "boards", factory=OneByOne)
    print(f"{table(best, boards.column)}\n{drawn(boards.model(outline, best[0].number))}", end="")


def _pieces(text: str, one_sided: bool) -> tuple[Piece, ...]:
    """Return the pieces of a puzzle, or those that are named. Raise InputError for an unknown
    name."""
    if is_puzzle(text):
        pieces = parts_of(text, None).pieces
        return tuple(p._replace(flip=False) for p in pieces) if one_sided else pieces
    return chosen(with_polyominoes(Model("", Board(()), ()), one_sided), text.split(), "").pieces


def _group(text: str) -> Group:
    """Parse a `--group`. Raises InputError."""
    name, sign, labels = text.partition("=")
    if sign:
        labels_of_group = tuple(labels.split(","))
        if any(label in ("", HOLE, BLANK) or label.split() != [label] for label in labels_of_group):
            raise InputError(f"{text} has a label that a board cannot have; write NAME=LABEL,LABEL")
        return Group(name, labels_of_group)
    if name not in GROUPS:
        raise InputError(f"{unknown('group', name, GROUPS)}; write others as NAME=LABEL,LABEL")
    return GROUPS[name]
