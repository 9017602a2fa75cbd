"""What the subcommands share: reading a file with its warnings, and where the output goes."""

from __future__ import annotations

import argparse

from calpuzzle.cli.output import destination, tell
from calpuzzle.cli.parser import Parser
from calpuzzle.formats import NAMES, load
from calpuzzle.griddler.puzzle import Clues


def add_file(parser: Parser) -> None:
    """The puzzle file and the option that names its format."""
    parser.add_argument("file", metavar="FILE", help="a puzzle file, or - for standard input")
    parser.add_argument(
        "--from",
        dest="format_in",
        metavar="FORMAT",
        help=f"the file's format, where its suffix does not tell: {', '.join(NAMES)}",
    )


def add_output(parser: Parser) -> None:
    """The option that names an output file."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE, whole or not at all (default, or -: stdout)",
    )


def add_format(parser: Parser, formats: tuple[str, ...]) -> None:
    """The option that names the format of the output, which `choose_format` makes of it."""
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help=f"one of {', '.join(formats)} (default: what the output ends in, else text)",
    )


def read(args: argparse.Namespace) -> Clues:
    """The puzzle that was named; what was odd in its file goes to stderr."""
    reading = load(args.file, args.format_in)
    for warning in reading.warnings:
        tell(warning)
    return reading.puzzle


def check_output(args: argparse.Namespace, form: str = "text") -> None:
    """Refuse early what cannot be written in the end; `-` becomes no name, which is stdout."""
    args.output = destination(args.output, form)
