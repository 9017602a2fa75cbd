"""Make a griddler of a picture: PBM, PNG (and what else Pillow reads), or a text drawing.

A text drawing has a row a line and a character a cell: # black (or 1 or a full block), . white (or
0, - or a blank), nothing else. The rows are equally long, but for blanks left out at the right.

Says whether the picture is the only solution; with --give, the least set of cells that makes it
so is given in the puzzle.

examples:
  calpuzzle griddler make examples/puzzles/heart.pbm -o heart.non
  calpuzzle griddler make examples/puzzles/flag.png --colours -o flag.xml
  calpuzzle griddler make examples/puzzles/dots.txt --give --to json
"""

from __future__ import annotations

import argparse
import os

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.convert import put
from calpuzzle.cli.options import GRIDDLERS
from calpuzzle.cli.output import destination, tell
from calpuzzle.cli.parser import Parser
from calpuzzle.formats.pictures import load_picture
from calpuzzle.formats.registry import FORMATS, by_ending, named
from calpuzzle.griddler.hints import rate
from calpuzzle.griddler.making import least_given, with_given
from calpuzzle.griddler.solver import solve, unbroken


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("picture", metavar="PICTURE", help="a picture file, or - for stdin")
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        help=f"one of {', '.join(GRIDDLERS)} (default what FILE ends in, else non)",
    )
    parser.add_argument("--title", help="the puzzle's title")
    parser.add_argument(
        "--colours", "--colors", action="store_true", help="keep the picture's colours"
    )
    parser.add_argument("--give", action="store_true", help="give cells where it is not unique")
    options.add_seconds(parser, 20, "time for proofs")
    options.add_output(parser, "stdout")


def _form(name: str | None, output: str | None) -> str:
    """The format of that name, or of the output's ending; `non` where neither says."""
    form = name or by_ending(output or "", "griddler")
    if form is None and os.path.splitext(output or "")[1]:
        raise InputError(
            f"the ending of {output} is none of a griddler's formats; change it, or say which "
            f"with --to, one of {', '.join(GRIDDLERS)}"
        )
    form = form or "non"
    if named(form).kind != "griddler":
        raise InputError(f"the format {form} holds no griddlers; {', '.join(GRIDDLERS)} do")
    return form


def run(args: argparse.Namespace) -> None:
    """Make the puzzle, and say what it is like."""
    args.output = destination(args.output, "text")
    form = _form(args.to, args.output)
    if args.give and "given" not in FORMATS[form].keeps:
        able = ", ".join(name for name in GRIDDLERS if "given" in FORMATS[name].keeps)
        raise InputError(f"the format {form} cannot hold given cells; with --give use {able}")
    puzzle = load_picture(args.picture, args.colours)
    if args.title:
        puzzle = puzzle._replace(notes=(("title", args.title), *puzzle.notes))
    unique = unbroken(solve(puzzle, 2, keep=0, seconds=args.seconds)).unique
    if unique is not True and args.give:
        giving = least_given(puzzle, args.seconds)
        puzzle = with_given(puzzle, giving.cells)
        kind = "no smaller set does" if giving.least else "none of them can be left out"
        tell(f"given: {plural(len(giving.cells), 'cell')}, and the picture is unique ({kind})")
    elif unique is not True:
        why = (
            "is not the only solution" if unique is False else "may have other solutions beside it"
        )
        tell(f"the picture {why}; --give gives the cells that make it so")
    rating = rate(puzzle, args.seconds)
    if rating is not None:
        tell(str(rating))
    put(puzzle, form, args.output)
