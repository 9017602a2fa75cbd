"""Write the puzzle file of a row of an atlas.

The row of a Parquet atlas is named by its pieces, or by the removed cells (r1c7 r2c7), separated by
blanks. With a puzzle in place of an atlas, ROW may name the pieces of the families of its lattice
(on squares, polyominoes of up to seven cells), and the puzzle's own pieces with other names.

examples:
  calpuzzle design save weekday-8x7 "I4 S4 L4 F5 L5 N5 P5 T5 U5 V5" -o mine.toml
  calpuzzle design save dray "I4 J4 S4 J5 N5 Q5 T5 U5 V5 Z5" --one-sided -o mine.toml
"""

from __future__ import annotations

import argparse
import os

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.cli import options
from calpuzzle.cli.families import parts_of
from calpuzzle.cli.output import destination, notify, write
from calpuzzle.cli.parser import Parser
from calpuzzle.design.judging.atlas import Atlas, chosen, with_polyominoes
from calpuzzle.formats import toml


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("atlas", metavar="ATLAS", help="an atlas in Parquet, or a puzzle with the board")
    add("pieces", metavar="ROW", nargs="+", help="the names of the pieces, or cells")
    text = "if ATLAS is a puzzle: no piece may be turned over"
    add("--one-sided", action="store_true", help=text)
    add(
        "--title",
        metavar="TEXT",
        default="",
        help="title of the puzzle (default: that of the board)",
    )
    options.add_output(parser, "stdout")
    options.add(parser, "--from")


def run(args: argparse.Namespace) -> None:
    """Write the file."""
    output = destination(args.output, "data")
    names = [name for words in args.pieces for name in words.split()]
    stem = os.path.splitext(os.path.basename(output))[0] if output else "mine"
    if args.atlas.lower().endswith((".parquet", ".csv")):
        if args.one_sided:
            raise InputError(
                "--one-sided needs a puzzle in place of the atlas, which already states whether "
                "pieces may be turned over"
            )
        model = Atlas(args.atlas).model(names, stem)
    else:
        known = with_polyominoes(parts_of(args.atlas, args.form), args.one_sided)
        model = chosen(known, names, stem)
    puzzle = Puzzle(model._replace(title=args.title or model.title, source=""))
    for sentence in puzzle.imbalances():
        notify(sentence)
    write(toml.write(puzzle.model), output)
