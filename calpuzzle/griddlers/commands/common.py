"""What the subcommands share: reading a file with its warnings, and writing what came out."""

from __future__ import annotations

import argparse
import sys

from calpuzzle.cli.parser import Parser
from calpuzzle.errors import InputError
from calpuzzle.files import check_writable, write_whole
from calpuzzle.griddlers.formats import NAMES, load
from calpuzzle.griddlers.puzzle import Griddler


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


def say(text: str) -> None:
    """Tell a person something beside the data."""
    print(f"calpuzzle: {text}", file=sys.stderr)


def read(args: argparse.Namespace) -> Griddler:
    """The puzzle that was named; what was odd in its file goes to stderr."""
    reading = load(args.file, args.format_in)
    for warning in reading.warnings:
        say(warning)
    return reading.puzzle


def check_output(args: argparse.Namespace, binary: bool = False) -> None:
    """Refuse early what cannot be written in the end; `-` becomes no name, which is stdout."""
    if args.output == "-":
        args.output = None
    if args.output:
        check_writable(args.output)
    elif binary and sys.stdout.isatty():
        raise InputError(f"--format {args.format} is no text; name a file with --output")


def emit(data: str | bytes, output: str | None) -> None:
    """Write to the named file, or to stdout."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if output:
        with write_whole(output) as stream:
            stream.write(raw)
    elif isinstance(data, str):
        sys.stdout.write(data)
    else:
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
