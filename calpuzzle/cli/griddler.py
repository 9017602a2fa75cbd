"""Griddlers (nonograms): solve them, step through them, make them, and convert their files.

calpuzzle solve, count, hint, check, show and convert take griddlers too; here are the options that
only they have.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from calpuzzle.cli import clues, convert, griddler_make, griddler_solve, griddler_step, options
from calpuzzle.cli.parser import Parser, at_least

Verb = tuple[str, str | None, Callable[[Parser], None], Callable[[argparse.Namespace], int]]


def configure(parser: Parser) -> None:
    """Add the subcommands, each with a parser of its own."""
    choices = parser.add_subparsers(
        dest="subcommand",
        metavar="SUBCOMMAND",
        required=True,
        parser_class=Parser,
        help="what to do; each has --help of its own",
    )
    for name, (text, description, configured, run) in VERBS.items():
        sub = choices.add_parser(name, help=text, description=description)
        configured(sub)
        sub.set_defaults(carry_out=run)
    options.add_examples(
        parser,
        "calpuzzle griddler solve examples/puzzles/cat.non                one solution",
        "calpuzzle griddler solve examples/puzzles/cat.non --unique       is it the only one",
        "calpuzzle griddler solve examples/puzzles/cat.non --count        how many there are",
        "calpuzzle griddler step examples/puzzles/cat.non -o film.svg     an animated SVG",
        "calpuzzle griddler make examples/puzzles/heart.pbm -o heart.non  of a picture",
        "calpuzzle griddler SUBCOMMAND --help                             more of each",
    )


def run(args: argparse.Namespace) -> int:
    """Run the subcommand that was named."""
    return int(args.carry_out(args))


def _configure_hint(parser: Parser) -> None:
    clues.add_file(parser)
    parser.add_argument(
        "--state",
        metavar="GRID",
        help="a file with what is filled in so far (- for stdin)",
    )
    options.add_examples(
        parser,
        "calpuzzle griddler hint examples/puzzles/cat.non",
        "calpuzzle griddler hint examples/puzzles/cat.non --state examples/puzzles/filled.txt",
    )


def _hint(args: argparse.Namespace) -> int:
    from calpuzzle.base.errors import InputError
    from calpuzzle.base.files import contents, standard_input

    if args.file == "-" and args.state == "-":
        raise InputError("only one of FILE and GRID can be standard input")
    griddler = clues.read(args)
    args.laid = ""
    if args.state:
        most = options.MAX_LAID
        data = standard_input(most) if args.state == "-" else contents(args.state, most)
        # Not a path any more, so that no text can be taken for one.
        args.laid = data.decode("utf-8", "replace").removeprefix("@")
    return clues.hint(args, griddler)


def _configure_check(parser: Parser) -> None:
    clues.add_file(parser)
    parser.add_argument(
        "--seconds", type=at_least(1), default=60, metavar="S", help="time to search (default: 60)"
    )
    options.add_examples(
        parser,
        "calpuzzle griddler check examples/puzzles/cat.non",
        "calpuzzle griddler check examples/puzzles/cat.non --seconds 5",
    )


def _check(args: argparse.Namespace) -> int:
    return clues.check(clues.read(args), args.seconds)


VERBS: dict[str, Verb] = {
    "solve": (
        "find the solutions, or count them",
        griddler_solve.__doc__,
        griddler_solve.configure,
        griddler_solve.run,
    ),
    "step": (
        "solve as a person does, step by step, with probabilities",
        griddler_step.__doc__,
        griddler_step.configure,
        griddler_step.run,
    ),
    "hint": (
        "the next line or cell that can be settled, and why",
        "Tell the next line or cell of a griddler that can be settled, and why.\n\n"
        "GRID is a text drawing of what is filled in so far, a row a line: # black, . white, ? "
        "open (or the\ncolours' characters), or JSON as griddler solve --format json writes it.",
        _configure_hint,
        _hint,
    ),
    "make": (
        "make a griddler of a picture",
        griddler_make.__doc__,
        griddler_make.configure,
        griddler_make.run,
    ),
    "convert": (
        "write a griddler in another format",
        convert.__doc__,
        convert.configure_griddler,
        convert.run,
    ),
    "check": (
        "is the file sound, is its solution unique, and how hard is it",
        "Check a griddler: is the file sound, is there just one solution, is it the goal, how hard "
        "is it.\n\nExit code 0 if the solution is unique (and the goal, where there is one), 1 if "
        "not.",
        _configure_check,
        _check,
    ),
}
