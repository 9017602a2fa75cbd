"""Draws all rows of an atlas as points: dates without a solution across, all solutions up.

Those that solve every date are orange. The shipped puzzles that are a row of the atlas, by board
and pieces, are marked; an atlas in CSV does not know its board, and has none.

examples:
  calpuzzle design plot examples/shelf-sets.csv -o sets.svg
"""

from __future__ import annotations

import argparse
import os

from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, RESULTS, check_ending, default_path, write
from calpuzzle.cli.parser import Parser


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("atlas", metavar="ATLAS", help="what calpuzzle design wrote")
    options.add_output(parser, f"{RESULTS}/ATLAS.svg here; .png and .pdf are drawn by the ending")


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
    name = os.path.splitext(os.path.basename(args.atlas))[0]
    path = args.output or default_path(name, "svg")
    solving = plural(int((frame.unsolved == 0).sum()), "solves", "solve")
    title = f"{name}: {plural(len(frame), atlas.noun)}, of which {solving} every date"
    ending = os.path.splitext(path)[1][1:].lower()
    picture = scatter(
        frame.unsolved.to_numpy(), frame.total.to_numpy(), marks(atlas, frame), title, ending
    )
    write(picture, path)
