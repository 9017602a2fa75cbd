"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import contents
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES
from calpuzzle.formats.shipped import DEFAULT as DEFAULT_PUZZLE

MAX_LAID = 64 << 20  # bytes of a file with placements; all solutions of a date are some


def add_puzzle(parser: Parser, date: bool = True, default: str | None = DEFAULT_PUZZLE) -> None:
    """`-p PUZZLE`, `--from FORMAT`, and the words of DATE, where a command takes one; one of them
    may be the puzzle."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="DATE" if date else "PUZZLE",
        help="2026-11-20, today, tomorrow, yesterday, or labels in any order such as Sat Jan 1; "
        "any for all dates together; left out for a puzzle without groups. PUZZLE may stand among "
        "these words"
        if date
        else "the puzzle, in place of -p",
    )
    parser.add_argument(
        "-p",
        "--puzzle",
        metavar="PUZZLE",
        help="a shipped puzzle's name (calpuzzle puzzles lists them), or a file in any format that "
        "is read; - is stdin" + (f" (default {default})" if default else ""),
    )
    add_from(parser)


def add_from(parser: Parser) -> None:
    """`--from FORMAT`."""
    parser.add_argument(
        "--from",
        dest="form",
        metavar="FORMAT",
        help="the format of the file, where its ending and content do not tell",
    )


def add_engine(parser: Parser) -> None:
    """`--engine E`; calpuzzle.engines checks the name."""
    slow = ", ".join(name for name, entry in ENGINES.items() if entry.checking)
    parser.add_argument(
        "--engine",
        default=DEFAULT_ENGINE,
        metavar="E",
        help=f"which search to use: {', '.join(ENGINES)} (default {DEFAULT_ENGINE}); all give the "
        f"same results. {slow} are for checking: a date takes them seconds, highs many minutes",
    )


def add_laid(parser: Parser) -> None:
    """`--with PLACEMENTS`, `--challenge CODE` and `--without NAME`."""
    parser.add_argument(
        "--with",
        dest="laid",
        default="",
        metavar="PLACEMENTS",
        help="pieces that are laid: PIECE@ROW,COLUMN:K or PIECE@LABEL:K, apart by blanks (the "
        "piece's first cell in reading order, counted from 0, and its orientation as calpuzzle "
        "show --orientations numbers them); or JSON as solve --format json writes it; or @FILE "
        "with either. Of a griddler: the grid so far, its rows apart by blanks or lines, # black, "
        ". white, ? open; or JSON, or @FILE, too",
    )
    parser.add_argument("--challenge", metavar="CODE", help="IQ Fit: the pieces that lie already")
    parser.add_argument(
        "--without", metavar="NAME", action="append", default=[], help="leave a piece out"
    )


def laid_text(args: argparse.Namespace) -> str:
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


def add_unique(parser: Parser) -> None:
    """`--unique` and `--mirrors-apart`."""
    parser.add_argument(
        "--unique", action="store_true", help="solutions equal up to symmetry count once"
    )
    parser.add_argument(
        "--mirrors-apart",
        action="store_true",
        help="with --unique: mirror images stay apart, and so does a flat board turned over",
    )


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
