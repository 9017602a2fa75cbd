"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse

from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES
from calpuzzle.library import DEFAULT as DEFAULT_PUZZLE


def add_puzzle(parser: Parser) -> None:
    """`-p PUZZLE`."""
    parser.add_argument(
        "-p",
        "--puzzle",
        default=DEFAULT_PUZZLE,
        metavar="PUZZLE",
        help=f"a shipped puzzle's name or a puzzle file's path (default {DEFAULT_PUZZLE})",
    )


def add_date(parser: Parser) -> None:
    """`DATE`, as any number of words."""
    parser.add_argument(
        "date",
        nargs="*",
        metavar="DATE",
        help="2026-11-20, today, or labels in any order such as Sat Jan 1; "
        "left out for a puzzle without groups",
    )


def date_of(args: argparse.Namespace) -> str:
    """The words of DATE as one text; empty where there are none."""
    return " ".join(args.date)


def add_engine(parser: Parser) -> None:
    """`--engine E`; calpuzzle.engines checks the name."""
    parser.add_argument(
        "--engine",
        default=DEFAULT_ENGINE,
        metavar="E",
        help=f"which search to use: {', '.join(ENGINES)} (default {DEFAULT_ENGINE}); "
        "all give the same results",
    )


def add_jobs(parser: Parser) -> None:
    """`--jobs N`."""
    parser.add_argument(
        "--jobs",
        type=at_least(1),
        default=1,
        metavar="N",
        help="threads to count with (default 1); the results do not depend on it",
    )


def add_output(parser: Parser, default: str) -> None:
    """`-o FILE`."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=f"the file to write (default {default})"
    )


def add_examples(parser: Parser, *lines: str) -> None:
    """The end of the help."""
    heading = "example" if len(lines) == 1 else "examples"
    parser.epilog = "\n".join([f"{heading}:", *(f"  {line}" for line in lines)])
