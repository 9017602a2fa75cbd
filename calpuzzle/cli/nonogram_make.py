"""Make a nonogram from a picture: PBM, PNG (or others that Pillow reads), or a text drawing.

A text drawing has one line per row and one character per cell: # black (or 1 or a full block),
. white (or 0, - or a blank). The rows have equal lengths, except for blanks on the right.

Each pixel of a picture becomes a cell; with --size, the picture is first cropped and scaled down.
Pixels darker than --threshold are black.

If the picture is not the only solution, or if that takes too long to find out, the command prints a
message. Then --give adds given cells that make the picture the only one: as few as possible or, if
that takes too long to find, a set that may be larger; a message states which.

examples:
  calpuzzle nonogram make examples/puzzles/heart.pbm -o heart.non
  calpuzzle nonogram make examples/puzzles/flag.png --colours -o flag.xml
  calpuzzle nonogram make examples/puzzles/dots.txt --give --format json
  calpuzzle nonogram make examples/puzzles/flag.png --size 30x20 --threshold 100 -o flag.non
"""

from __future__ import annotations

import argparse
import os
import re
import sys

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import control_fault, plural, shown
from calpuzzle.cli import options
from calpuzzle.cli.convert import write_in_format
from calpuzzle.cli.output import destination, notify
from calpuzzle.cli.parser import OneOf, Parser, at_least, positive
from calpuzzle.formats.picture_reader import HALF, load_picture
from calpuzzle.formats.registry import FORMATS, NONOGRAMS, by_ending
from calpuzzle.nonogram.clues import MAX_SIDE, Clues
from calpuzzle.nonogram.making import least_given, with_given
from calpuzzle.nonogram.nonogram_hints import rate
from calpuzzle.nonogram.solver import raise_if_interrupted, solve

WRITTEN = [name for name in NONOGRAMS if FORMATS[name].writes]
CONFIRM_CELLS = 400_000  # cells for which a confirmation is needed


def _size(text: str) -> tuple[int, int]:
    """Parse a width and a height in cells. This is an argparse type."""
    found = re.fullmatch(r"([0-9]{1,4})[x×]([0-9]{1,4})", text.strip().lower())
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(1 <= length <= MAX_SIDE for length in size):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a size such as 30x40, of sides from 1 to {MAX_SIDE}"
        )
    return size


def _threshold(text: str) -> int:
    """Parse a lightness from 1 to 255. This is an argparse type."""
    value = at_least(1)(text)
    if value > 255:
        raise argparse.ArgumentTypeError(f"{value} is lighter than white, which is 255")
    return value


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("picture", metavar="PICTURE", help="a picture file, or - for stdin")
    text = "a nonogram format (default: by the ending of FILE, otherwise non)"
    known = OneOf("nonogram format", WRITTEN)
    add("--format", dest="to", metavar="FORMAT", type=known, help=text)
    add("--title", metavar="TITLE", help="the puzzle's title")
    add("--colours", "--colors", action="store_true", help="keep the picture's colours")
    add("--size", metavar="WIDTHxHEIGHT", type=_size, help="number of cells, such as 30x40")
    text = f"1 to 255: darker pixels are black (default {HALF})"
    add("--threshold", metavar="N", type=_threshold, help=text)
    add("--large", action="store_true", help=f"allow {CONFIRM_CELLS:,} cells or more")
    add("--give", action="store_true", help="add given cells that make the solution unique")
    add(
        "--seconds",
        metavar="S",
        type=positive,
        default=20,
        help="time limit of proofs (default 20)",
    )
    options.add_output(parser, "stdout")


def _is_confirmed(puzzle: Clues) -> bool:
    """Return whether to make a nonogram of this size; if it has very many cells, the user is asked
    at the terminal. Raises InputError if there is no terminal."""
    cells = puzzle.width * puzzle.height
    if cells < CONFIRM_CELLS:
        return True
    much = f"{puzzle.width} by {puzzle.height} are {cells:,} cells"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise InputError(f"{much}; --size makes fewer, --large allows them")
    print(f"calpuzzle: {much} (--size makes fewer). Make them? [y/N] ", end="", file=sys.stderr)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _form(name: str | None, output: str | None) -> str:
    """Return the format `name`, or that of the output's ending; `non` by default."""
    form = name or by_ending(output or "", "nonogram")
    if form is None and os.path.splitext(output or "")[1]:
        raise InputError(
            f"the ending of {output} is not a format of nonograms; change it, or use --format with "
            f"one of {', '.join(WRITTEN)}"
        )
    form = form or "non"
    if form not in WRITTEN:
        raise InputError(f"the format {form} is not for nonograms; use one of {', '.join(WRITTEN)}")
    return form


def run(args: argparse.Namespace) -> None:
    """Make the puzzle, and report whether it is unique and how difficult it is."""
    args.output = destination(args.output, "text")
    form = _form(args.to, args.output)
    if args.give and "given" not in FORMATS[form].keeps:
        able = ", ".join(name for name in WRITTEN if "given" in FORMATS[name].keeps)
        raise InputError(f"the format {form} cannot hold given cells; with --give use {able}")
    if args.colours and args.threshold is not None:
        raise InputError("--threshold makes black and white, --colours keeps colours; choose one")
    for fault in control_fault("the title", args.title or ""):
        raise InputError(fault)
    puzzle = load_picture(args.picture, args.colours, args.threshold, args.size)
    if not (args.large or _is_confirmed(puzzle)):
        raise CannotDoError("cancelled; no nonogram was written")
    if args.title:
        puzzle = puzzle._replace(notes=(("title", args.title), *puzzle.notes))
    unique = raise_if_interrupted(solve(puzzle, 2, keep=0, seconds=args.seconds)).unique
    if unique is not True and args.give:
        given = least_given(puzzle, args.seconds)
        puzzle = with_given(puzzle, given.cells)
        if given.is_least:
            proved = "no smaller set suffices"
        elif given.is_minimal:
            proved = "none of them can be left out"
        else:
            proved = "a larger --seconds may find fewer"
        number = plural(len(given.cells), "cell")
        notify(f"given: {number}; the picture is now the only solution ({proved})")
    elif unique is not True:
        why = "is not the only solution" if unique is False else "may not be the only solution"
        notify(f"the picture {why}; --give adds given cells that make it the only one")
    rating = rate(puzzle, args.seconds)
    if rating is not None:
        notify(str(rating))
    write_in_format(puzzle, form, args.output)
