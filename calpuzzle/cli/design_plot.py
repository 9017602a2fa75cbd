"""Draws the rows of an atlas as points: dates without a solution across, all solutions up.

Those that solve every date are orange. The shipped puzzles that are a row of the atlas, by board
and pieces, are marked; an atlas in CSV does not know its board, and has none. Of a few rows all
have their names.

examples:
  calpuzzle design plot examples/shelf-sets.csv -o sets.svg
"""

from __future__ import annotations

import argparse
import os

from calpuzzle.base.files import check_writable
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, check_ending, write
from calpuzzle.cli.parser import Parser, declare


def configure(parser: Parser) -> None:
    """Declare the options."""
    declare(parser, "atlas ATLAS  what calpuzzle design wrote")
    options.add_output(parser, "ATLAS.svg beside it; .png and .pdf are drawn by the ending")


def run(args: argparse.Namespace) -> None:
    """Draw."""
    from calpuzzle.design.atlas import Atlas
    from calpuzzle.design.marks import marks
    from calpuzzle.draw.heatmap import check_matplotlib
    from calpuzzle.draw.scatter import scatter

    if args.output is not None:
        check_ending(args.output, [f".{own}" for own in PICTURES])
    check_matplotlib()
    atlas = Atlas(args.atlas)
    frame = atlas.frame()
    stem = os.path.splitext(args.atlas)[0]
    name, path = os.path.basename(stem), args.output or f"{stem}.svg"
    check_writable(path)
    solving = plural(int((frame.unsolved == 0).sum()), "solves", "solve")
    title = f"{name}: {plural(len(frame), atlas.noun)}, of which {solving} every date"
    ending = os.path.splitext(path)[1][1:].lower()
    picture = scatter(
        frame.unsolved.to_numpy(), frame.total.to_numpy(), marks(atlas, frame), title, ending
    )
    write(picture, path)
