"""Convert a puzzle from one format to another, or to a model for another solver.

IN is a shipped puzzle, a file or - for stdin; OUT is a file or - for stdout. The formats go by
the endings of the names, or by --from and --to."""

from __future__ import annotations

import argparse
import sys

from calpuzzle.cli.parser import Parser
from calpuzzle.base.errors import InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.puzzle.challenge import challenge
from calpuzzle.fit.library import load
from calpuzzle.fit.model import Fitting, without
from calpuzzle.formats.registry import FORMATS, by_ending, render

EXAMPLES = """\
examples:
  calpuzzle convert soma soma.dpf
  calpuzzle convert dray dray.cnf --date 2026-11-20
"""


def configure(parser: Parser) -> None:
    """Add the options of the command."""
    width = max(map(len, FORMATS))
    lines = [
        f"  {name:<{width}}  {'r' if form.reads else ' '}{'w' if form.writes else ' '}  "
        f"{form.help}{' (.' + ', .'.join(form.endings) + ')' if form.endings else ''}"
        for name, form in FORMATS.items()
    ]
    formats = "formats (r: read, w: written):\n" + "\n".join(lines)
    parser.epilog = f"{formats}\n\n{EXAMPLES}"
    parser.add_argument("source", metavar="IN", help="shipped puzzle, file or -")
    parser.add_argument("target", metavar="OUT", help="file or -")
    parser.add_argument("--from", dest="form", metavar="FORMAT", help="the format of IN")
    parser.add_argument("--to", metavar="FORMAT", help="the format of OUT")
    parser.add_argument("--date", help="of a calendar puzzle; without it all its dates")
    parser.add_argument("--challenge", metavar="CODE", help="IQ Fit: the pieces that lie already")
    parser.add_argument(
        "--without", metavar="NAME", action="append", default=[], help="leave a piece out"
    )


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    if args.target != "-":
        check_writable(args.target)
    form = args.to or by_ending(args.target)
    if form is None:
        raise InputError(
            f"the ending of {args.target} names no format; give --to, one of "
            + ", ".join(name for name, entry in FORMATS.items() if entry.writes)
        )
    puzzle = load(args.source, args.form, args.date)
    if args.challenge is not None or args.without:
        if not isinstance(puzzle, Fitting):
            raise InputError("--challenge and --without need pieces and locations")
        puzzle = without(puzzle, args.without)
        puzzle = challenge(puzzle, args.challenge) if args.challenge is not None else puzzle
        # What lies already is known as ways only.
        puzzle = puzzle._replace(geometry=None) if args.challenge is not None else puzzle
    for note in puzzle.notes if isinstance(puzzle, Fitting) else ():
        print(f"calpuzzle: {note}", file=sys.stderr)
    data = render(puzzle, form)
    if args.target == "-":
        sys.stdout.buffer.write(data)
    else:
        with write_whole(args.target) as stream:
            stream.write(data)
    return 0
