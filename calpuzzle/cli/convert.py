"""Convert a puzzle to another format, or to a model for another solver.

IN is a puzzle of the package, a file or - for stdin; OUT is a file or - for stdout (the default).
The endings of the names, or --from and --format, determine the formats. What a format cannot
represent is omitted with a message, or is an error.

examples:
  calpuzzle convert soma soma.dpf
  calpuzzle convert dray dray.cnf 2026-11-20
  calpuzzle convert weekday-8x7 mine.toml --language de --week-starts Mon
  calpuzzle convert examples/puzzles/cat.non cat.xml
"""

from __future__ import annotations

import argparse
import os
from shlex import quote

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import unknown
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, check_new, destination, notify, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.request import residual_model
from calpuzzle.cli.subject import subject_of
from calpuzzle.formats.reading import Content
from calpuzzle.formats.registry import FORMATS, by_ending, render
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.parsing import ANY
from calpuzzle.puzzle.model import Model
from calpuzzle.workshop.naming import renamed

NAME_OPTIONS = ("--language", "--week-starts")


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzle", metavar="IN", help="a puzzle, a file or -")
    text = "a file or - (default stdout); same as -o OUT"
    add("target", metavar="OUT", nargs="?", help=text)
    text = "the format of OUT (default by its ending)"
    add("--format", dest="to", metavar="FORMAT", help=text)
    text = "a date of a calendar (default: all dates)"
    add("words", metavar="DATE", nargs="*", help=text)
    options.add_output(parser, "OUT")
    options.add(parser, "--from", "--problem", *options.PLACED)
    options.add_names(parser, options.WEEK)
    _list_formats(parser)


def _list_formats(parser: Parser) -> None:
    """Insert the list of formats into the help, before the examples."""
    known = FORMATS
    width = max(map(len, known))
    lines = ["formats (r: read, w: written):"]
    for name, form in known.items():
        able = f"{'r' if form.reads else ' '}{'w' if form.writes else ' '}"
        endings = f" (.{', .'.join(form.endings)})" if form.endings else ""
        lines.append(f"  {name:<{width}}  {able}  {form.help}{endings}")
    parser.epilog = "\n".join([*lines, "", parser.epilog or ""])


def run(args: argparse.Namespace) -> None:
    """Convert the puzzle."""
    if args.output is not None and args.target is not None and not by_ending(args.target):
        # -o names OUT already, so the second word belongs to the date.
        args.words, args.target = [args.target, *args.words], None
    args.words, date = [], " ".join(args.words)
    given = [name for name in (args.target, args.output) if name is not None]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} are 2 output files; name one")
    named = given[0] if given else "-"
    check_new(args.force, named)
    output = destination(named, "data")
    subject = subject_of(args)._replace(date=date)
    subject.refuse_options(args, *options.PLACED, *NAME_OPTIONS)
    puzzle = subject.puzzle
    kinds = ["nonogram"]
    if isinstance(puzzle, Puzzle | Cover):
        kinds = ["puzzle", "cover"] if isinstance(puzzle, Puzzle) else ["cover"]
    kind = "nonogram" if "nonogram" in kinds else "puzzle"
    # If no format of this kind has the ending, take one of another kind: `render` then raises an
    # error that states what this format contains.
    form = args.to or by_ending(named, kind) or by_ending(named)
    writable = [name for name, form in FORMATS.items() if form.writes and form.kind in kinds]
    requested = form or os.path.splitext(named)[1][1:].lower()
    if requested in PICTURES and requested not in FORMATS:
        raise InputError(
            f"{requested} is a picture, which calpuzzle show {quote(subject.name)} -o "
            f"FILE.{requested} draws"
        )
    if form is not None and form not in FORMATS:
        raise InputError(unknown("format", form, writable))
    if form is None:
        ending = (
            f"the ending of {output} names no" if output else "stdout has no file ending for the"
        )
        raise InputError(f"{ending} format; give --format, one of {', '.join(writable)}")
    if isinstance(puzzle, Puzzle):
        write_in_format(_of_puzzle(args, puzzle, date, form), form, output)
    else:
        write_in_format(puzzle if isinstance(puzzle, Cover) else puzzle.clues, form, output)


def write_in_format(content: Content, form: str, path: str | None) -> None:
    """Write a puzzle in a format, and report what the format cannot represent."""
    written = render(content, form)
    for sentence in written.lost:
        notify(sentence)
    write(written.data, path)


def _of_puzzle(args: argparse.Namespace, puzzle: Puzzle, date: str, form: str) -> Model:
    """Return the model to write: the residual problem on the requested date, after --placed."""
    model = renamed(puzzle.without(args.without).model, args.language, args.week_starts)
    # If pieces are left out, a puzzle with dates may be invalid. That is an error only for a
    # puzzle file.
    puzzle = Puzzle(model, sound=form != "puzzle")
    for sentence in puzzle.restricted(date or ANY).imbalances():
        notify(sentence)
    return residual_model(args, puzzle, date)
