"""Write a griddler in another format.

What the format cannot hold (a goal, given cells, a title) is left out, and said; colours that it
cannot hold are an error."""

from __future__ import annotations

import argparse

from calpuzzle.cli.output import tell, write
from calpuzzle.cli.parser import Parser
from calpuzzle.base.errors import InputError
from calpuzzle.cli.griddler_commands.common import add_file, check_output, read
from calpuzzle.formats import NAMES, dump, for_path, named

EXAMPLES = "formats:\n" + "\n".join(
    f"  {name:<7} {', '.join(named(name).SUFFIXES):<6} {named(name).ABOUT}" for name in NAMES
)
EXAMPLES += """

examples:
  calpuzzle griddler convert examples/puzzles/cat.non cat.xml
  calpuzzle griddler convert examples/puzzles/cat.non --to mk
"""


def configure(parser: Parser) -> None:
    """Add the options."""
    parser.epilog = EXAMPLES
    add_file(parser)
    parser.add_argument("output", metavar="OUTPUT", nargs="?", help="where to (default: stdout)")
    parser.add_argument("--to", metavar="FORMAT", help="the format, where OUTPUT does not tell")


def run(args: argparse.Namespace) -> int:
    """Read and write."""
    form = named(args.to) if args.to else for_path(args.output or "")
    if form is None:
        raise InputError(f"say which format with --to, one of {', '.join(NAMES)}")
    check_output(args)
    text, lost = dump(read(args), form)
    for sentence in lost:
        tell(sentence)
    write(text.encode(), args.output)
    return 0
