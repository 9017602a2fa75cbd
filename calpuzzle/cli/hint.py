"""Helps with a date without spoiling it: whether it can still be done, where to look, one piece.

Level 1 says whether what is laid can be completed and, where not, which piece to lift first. Level
2 names a piece and the region it goes to, level 3 shows how it is turned, level 4 tells a cell of
it, and level 5 lays it: one that could have been found, for of a cell, or of the piece, the fewest
placements fit. --why says what rules the others out. Of a nonogram, the next line or cell that can
be settled, and why.

examples:
  calpuzzle hint today --level 2
  calpuzzle hint Sat Jan 1 --with "J4@5,5:4 I4@3,6:2" --level 5 --why
  calpuzzle hint examples/puzzles/cat.non --with @examples/puzzles/filled.txt
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.cli import options
from calpuzzle.cli.asking import question, with_text
from calpuzzle.cli.output import wants_ascii
from calpuzzle.cli.parser import OneOf, Parser, flag
from calpuzzle.cli.progress import Meter, progress
from calpuzzle.cli.subject import subject_of
from calpuzzle.game.advice import advice
from calpuzzle.puzzle.cover import Cover

if TYPE_CHECKING:
    from calpuzzle.api.nonogram import Nonogram

LEVELS = ("1", "2", "3", "4", "5")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.LAID)
    parser.add_argument(
        "--level",
        type=OneOf("level", LEVELS),
        metavar="1..5",
        help="how much to give away: 1 can it be done, 2 which piece, 3 how it is turned, 4 one of "
        "its cells, 5 where it lies (default 1)",
    )
    flag(
        parser, "--why", "what rules out the other placements that fit (level 2, if none is given)"
    )
    options.add(parser, "--memory")


def run(args: argparse.Namespace) -> None:
    """Give the hint."""
    subject = subject_of(args)
    level = int(args.level or (2 if args.why else 1))
    if args.why and level == 1:
        raise InputError("--why speaks of a piece, which level 1 does not name; take level 2 to 5")
    if isinstance(subject.thing, Puzzle | Cover):
        with progress(subject.name) as report:
            asked = question(args, subject, "hint helps to lay pieces", report)
            said = advice(asked, level, args.why, wants_ascii())
    else:
        subject.refuse(args, "--why")
        said = _of_nonogram(args, subject.thing)
    print(said)


def _of_nonogram(args: argparse.Namespace, nonogram: Nonogram) -> str:
    with Meter(nonogram.name):
        found = with_text(args.laid, nonogram.hint)
    names = [
        f"row {row + 1} column {column + 1} {nonogram.clues.palette[colour].name}"
        for row, column, colour in found.settles
    ]
    return f"{found.why}\nsettled: {', '.join(names)}" if names else found.why
