"""Write files to make a board and its pieces. Lengths are in millimetres; brackets show the
defaults of the profiles laser, printer and paper.

The file type determines the content. .svg and .dxf are for a laser and 3 mm plywood: a base with
the labels, a frame to glue onto it, and the pieces; black is engraved, blue lines are inner cuts,
red lines outer cuts. .png is a preview, .pdf a template at actual size. .stl, .3mf and .scad are
for a 3D printer. They also support puzzles in space, and IQ Fit, whose pieces become balls on rods.

examples:
  calpuzzle cut dray -o board.svg
  calpuzzle cut dray -o board.dxf --cell 15 --kerf 0.12 --sheet 300x200
  calpuzzle cut dray -o board.png --notch 14 --engrave "For Anna" --engrave https://example.org
  calpuzzle cut weekday-8x7 -o board.stl --language de --week-starts Mon
  calpuzzle cut --coupon -o fit.svg
  calpuzzle cut soma -o cubes.3mf --names
  calpuzzle cut soma -o steps.3mf --exploded
  calpuzzle cut pentominoes-6x10 -o pieces.pdf --frame 0 --base 0
"""

from __future__ import annotations

import argparse
import os
import re
from shlex import quote
from typing import TYPE_CHECKING, cast

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import check_ending, check_new, notify, write
from calpuzzle.cli.parser import OneOf, Parser, length, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import refuse_unused, subject_of
from calpuzzle.draw.pdf import PAPER
from calpuzzle.workshop.cut_files import DEFAULT_PROFILES, check_solid, cutting
from calpuzzle.workshop.cut_settings import LABELS, LENGTHS, PROFILES, Settings
from calpuzzle.workshop.naming import renamed

if TYPE_CHECKING:
    from calpuzzle.api.puzzle import Puzzle
    from calpuzzle.results.solution import Solution
    from calpuzzle.workshop.cut_files import CutFormat, Measures

HELPS = {
    "cell": "width of a cell",
    "thickness": "of pieces and frame",
    "base": "thickness of the base plate, or 0",
    "frame": "width of the frame, or 0",
    "kerf": "width that the tool removes",
    "clearance": "difference between pieces and their cells",
    "radius": "of corners",
    "line": "width of lines between cells, or 0",
    "depth": "of engravings in plastic",
    "notch": "width of a finger recess in the frame",
    "gap": "between parts",
}


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False)
    _add_file(parser)
    _add_looks(parser)
    for name in LENGTHS:
        usual = ", ".join(f"{getattr(profile, name):g}" for profile in PROFILES.values())
        text = f"{HELPS[name]} ({usual})"
        parser.add_argument(f"--{name}", metavar="MM", type=length, help=text)
    options.add_names(parser, options.WEEK)


def _add_file(parser: Parser) -> None:
    """Declare the options of the file and its sheets."""
    add = parser.add_argument
    endings = " or ".join(f".{form}" for form in DEFAULT_PROFILES)
    text = f"the file to write: {endings}; a # in its name writes one file per sheet"
    options.add_file(parser, text, required=True)
    text = f"default dimensions: {', '.join(PROFILES)} (default by file type)"
    add("--profile", metavar="NAME", type=OneOf("profile", PROFILES), help=text)
    usual = ", ".join(
        "x".join(f"{side:g}" for side in profile.sheet) for profile in PROFILES.values()
    )
    text = f"size of a sheet or of the printer's bed ({usual})"
    add("--sheet", metavar="WIDTHxHEIGHT", type=_sheet, help=text)
    add("--copies", metavar="N", type=positive, default=1, help="copies of all parts (default 1)")
    options.add_paper(parser, "paper of a PDF, or of the profile paper")


def _add_looks(parser: Parser) -> None:
    """Declare the options for labels and engravings, for solid puzzles in assembled form, and for
    the test bar."""
    add = parser.add_argument
    how = OneOf("style of labels", LABELS)
    text = "outlines (default), text (in a font of the program that opens the file) or none"
    add("--labels", metavar="HOW", type=how, help=text)
    add("--font", metavar="FONT", help="the name or file of a font")
    text = (
        "engrave the frame with a text, a logo (FILE.svg) or the QR code of an address "
        "(https://...); may be repeated"
    )
    add("--engrave", metavar="WHAT", action="append", help=text)
    add("--names", action="store_true", help="engrave the names of the pieces")
    text = "for a solid puzzle: place the pieces as in the first solution"
    add("--assembled", action="store_true", help=text)
    text = "for a solid puzzle: the assembled pieces, and a sheet for each step of the disassembly"
    add("--exploded", action="store_true", help=text)
    add("--nth", metavar="K", type=positive, help="use solution K, from 1")
    text = "write a bar to test the clearance instead"
    add("--coupon", action="store_true", help=text)


def run(args: argparse.Namespace) -> None:
    """Write the file."""
    form = check_ending(args.output, [f".{each}" for each in DEFAULT_PROFILES])[1:]
    if args.coupon:
        why = "--coupon cuts a bar without letters, the same for every puzzle"
        refuse_unused(args, why, "--names", "--language", "--week-starts")
        if named := " ".join(args.words):
            raise InputError(f"{why}: leave {named} out")
    subject = subject_of(args, dateless_command="cut")
    puzzle = subject.as_puzzle("cut makes boards and pieces")
    if args.nth and not (args.assembled or args.exploded):
        raise InputError("--nth needs --assembled or --exploded")
    solution = _solution(puzzle, form, args) if args.assembled or args.exploded else None
    given = {name: getattr(args, name) for name in Settings._fields}
    measures = {name: value for name, value in given.items() if value is not None}
    files_cut = cutting(
        puzzle,
        cast("CutFormat", form),
        cast("Measures", measures),
        args.profile,
        args.coupon,
        (args.language, args.week_starts),
        args.paper,
        args.copies,
        (solution, args.exploded),
    )
    notify(str(files_cut))
    if files_cut.warning:
        notify(files_cut.warning)
    folder, name = os.path.split(args.output)
    several = range(len(files_cut.sheets)) if "#" in name else range(0)
    files = [os.path.join(folder, name.replace("#", str(number + 1))) for number in several]
    check_new(args.force, *files)
    for number, file in enumerate(files):
        write(files_cut.data(number), file)
    if "#" not in name:
        write(files_cut.data(), args.output)
    board = renamed(puzzle.model, args.language, args.week_starts).board
    if board != puzzle.model.board:
        words = [f"--{name} {value}" for name, value in _relabelling_options(args).items()]
        relabelled = board == renamed(puzzle.model, args.language).board
        other = "has other labels" if relabelled else "is another puzzle, with other counts"
        notify(
            f"the board {other}: calpuzzle convert {quote(subject.name)} FILE.toml "
            f"{' '.join(words)} writes it for all other commands"
        )


def _solution(puzzle: Puzzle, form: str, args: argparse.Namespace) -> Solution:
    """Return the solution to assemble: number `--nth`, else the first, which must come apart for
    --exploded."""
    check_solid(puzzle.model, form)
    disassembles = args.exploded and not args.nth
    with Meter(puzzle.name) as meter:
        found = puzzle.solve(disassembles=disassembles, progress=meter)
        try:
            return found.nth((args.nth or 1) - 1)
        except IndexError:
            pass
    if disassembles:
        raise CannotDoError(f"{puzzle.name} has no solution that comes apart")
    number = plural(found.count(), "solution")
    kind = InputError if args.nth else CannotDoError
    raise kind(f"{puzzle.name} has {number}, and no solution {args.nth or 1:,}")


def _relabelling_options(args: argparse.Namespace) -> dict[str, str]:
    """Return the values of --language and --week-starts by name, without those not given."""
    names = {"language": args.language, "week-starts": args.week_starts}
    return {name: value for name, value in names.items() if value}


def _sheet(text: str) -> tuple[float, float]:
    """Parse WIDTHxHEIGHT, or the name of a paper. This is an argparse type."""
    if size := PAPER.get(text.strip().lower()):
        return size
    sides = re.split("[x×*]", text.strip().lower())
    if len(sides) != 2:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a sheet size, such as 300x200 or a3"
        )
    return length(sides[0]), length(sides[1])
