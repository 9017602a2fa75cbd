"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse

from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES, GENERAL
from calpuzzle.base.errors import InputError
from calpuzzle.base.files import contents
from calpuzzle.library import DEFAULT as DEFAULT_PUZZLE

MAX_LAID = 64 << 20  # bytes of a file with placements; all solutions of a date are some


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
        help="2026-11-20, today, tomorrow, yesterday, or labels in any order such as Sat Jan 1; "
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
        help=f"which search to use: {', '.join((*ENGINES, *GENERAL))} (default {DEFAULT_ENGINE}); "
        "all give the same results. reference, sat, cpsat and highs are for checking: a date takes "
        "them seconds, highs many minutes; links takes boards that are too large for the others",
    )


def add_laid(parser: Parser) -> None:
    """`--with PLACEMENTS`."""
    parser.add_argument(
        "--with",
        dest="laid",
        default="",
        metavar="PLACEMENTS",
        help="pieces that are laid: PIECE@ROW,COLUMN:K or PIECE@LABEL:K, apart by blanks (the "
        "piece's first cell in reading order, counted from 0, and its orientation as calpuzzle "
        "show --orientations numbers them); or JSON as solve --format json writes it; or @FILE "
        "with either",
    )


def laid_of(args: argparse.Namespace) -> str:
    """The text of `--with`, read from the file where one is named.

    Raises InputError for a file that cannot be read.
    """
    text = str(args.laid)
    if not text.startswith("@"):
        return text
    path = text[1:]
    try:
        return contents(path, MAX_LAID).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is no UTF-8 text") from None


def add_memory(parser: Parser) -> None:
    """`--memory MIB`."""
    parser.add_argument(
        "--memory",
        type=at_least(1),
        metavar="MIB",
        help="what a decision diagram may take while it grows (default 4096); past that, dates are "
        "counted by backtracking, or the question is refused",
    )


def memory_of(args: argparse.Namespace) -> int | None:
    """The bytes of `--memory`, or None."""
    return args.memory << 20 if args.memory else None


def add_jobs(parser: Parser) -> None:
    """`--jobs N`."""
    parser.add_argument(
        "--jobs",
        type=at_least(1),
        default=1,
        metavar="N",
        help="threads to count with (default 1; the engine diagram uses one for each puzzle); the "
        "results do not depend on it",
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
