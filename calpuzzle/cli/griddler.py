"""Griddlers (nonograms): solve them, step through them, make them, and convert their files.

calpuzzle solve, count, hint, check, show and convert take griddlers too; here are the options that
only they have.

examples:
  calpuzzle griddler solve examples/puzzles/cat.non                one solution
  calpuzzle griddler solve examples/puzzles/cat.non --unique       is it the only one
  calpuzzle griddler solve examples/puzzles/cat.non --count        how many there are
  calpuzzle griddler step examples/puzzles/cat.non -o film.svg     an animated SVG
  calpuzzle griddler make examples/puzzles/heart.pbm -o heart.non  of a picture
  calpuzzle griddler SUBCOMMAND --help                             more of each
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from calpuzzle.cli.parser import Parser

SUBCOMMANDS = {
    "solve": "find the solutions, or count them",
    "step": "solve as a person does, step by step, with probabilities",
    "hint": "the next line or cell that can be settled, and why",
    "make": "make a griddler of a picture",
    "convert": "write a griddler in another format",
    "check": "is the file sound, is its solution unique, and how hard is it",
}


class _Subparser(Parser):
    """A parser that says itself which words it does not know, and so names its own help."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """All arguments, or InputError."""
        known, others = super().parse_known_args(args, namespace)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}")
        return known, others


def configure(parser: Parser) -> None:
    """Add the subcommands: modules like those of the commands, each with a parser of its own."""
    choices = parser.add_subparsers(
        metavar="SUBCOMMAND",
        required=True,
        parser_class=_Subparser,
        help="what to do; each has --help of its own",
    )
    for name, text in SUBCOMMANDS.items():
        module = import_module(f"calpuzzle.cli.griddler_{name}")
        sub = choices.add_parser(name, help=text, description=module.__doc__)
        module.configure(sub)
        sub.set_defaults(run_subcommand=module.run)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand that was named."""
    return args.run_subcommand(args) or 0
