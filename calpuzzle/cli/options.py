"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse
from collections.abc import Collection

from calpuzzle.base.typed import Any
from calpuzzle.cli.output import tell
from calpuzzle.cli.parser import OneOf, Parser, at_least, flag
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES
from calpuzzle.formats.shipped import DEFAULT as DEFAULT_PUZZLE

LAID = ("--laid", "--challenge", "--without")
DATA = ("text", "csv", "json")
"""The formats of what a verb shows."""
UNIQUE = ("--unique", "--mirrors-apart", "--disassembles")

_CHOSEN, _CHECKING = (
    ", ".join(name for name, entry in ENGINES.items() if entry.checking == checking)
    for checking in (False, True)
)
_SHARED: dict[str, dict[str, Any]] = {
    "--from": {
        "dest": "form",
        "metavar": "FORMAT",
        "help": "the format of the file, where it does not tell",
    },
    "--problem": {
        "metavar": "NAME",
        "help": "of a file with several puzzles, by name or number",
    },
    "--date": {"default": "", "help": argparse.SUPPRESS},
    # calpuzzle.engines checks the name.
    "--engine": {
        "default": DEFAULT_ENGINE,
        "metavar": "E",
        "help": f"which search to use: {_CHOSEN} (default {DEFAULT_ENGINE}); all give the same "
        f"results. For checking, slowly: {_CHECKING}",
    },
    "--laid": {
        "default": "",
        "metavar": "PLACEMENTS",
        "help": "pieces that are laid: PIECE@ROW,COLUMN:K or PIECE@LABEL:K, apart by blanks (first "
        "cell in reading order from 0, orientation as calpuzzle show --orientations numbers it), "
        "or JSON or a drawing as solve prints it, or FILE or @FILE; of a nonogram the grid so far: "
        "# black, . white, ? open",
    },
    "--challenge": {"metavar": "CODE", "help": "IQ Fit: the pieces that lie already"},
    "--without": {
        "metavar": "NAME",
        "action": "append",
        "default": [],
        "help": "leave a piece out",
    },
    "--unique": {"action": "store_true", "help": "solutions equal up to symmetry count once"},
    "--mirrors-apart": {
        "action": "store_true",
        "help": "with --unique: mirror images, and a flat board turned over, stay apart",
    },
    "--disassembles": {
        "action": "store_true",
        "help": "only solutions that come apart, by pieces that slide and do not turn; the frame "
        "holds nothing back",
    },
    "--difficulty": {
        "action": "store_true",
        "help": "how hard it is, too, from 1 to 5",
    },
    "--language": {
        "metavar": "CODE",
        "default": "en",
        "help": "of what is said, such as de (default en)",
    },
    "--memory": {
        "type": at_least(1),
        "metavar": "MIB",
        "help": "what a growing diagram, and the engines halves and frontier, may take (default "
        "4096); past that, a search counts, or the question is refused",
    },
    "--jobs": {
        "type": at_least(1),
        "default": 1,
        "metavar": "N",
        "help": "threads (default 1); no result depends on it",
    },
}


def add(parser: Parser, *flags: str) -> None:
    """Options of these names."""
    if "--laid" in flags:
        parser.older = {**parser.older, "--with": "--laid={}"}
    for each in flags:
        parser.add_argument(each, **_SHARED[each])


def memory_of(args: argparse.Namespace) -> int | None:
    """The bytes of `--memory`, or None."""
    return args.memory << 20 if args.memory else None


def add_puzzle(parser: Parser, date: bool = True, default: str | None = DEFAULT_PUZZLE) -> None:
    """`-p PUZZLE`, `--from FORMAT`, and the words of DATE, where a command takes one; one of them
    may be the puzzle."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="DATE" if date else "PUZZLE",
        help="2026-11-20, 20.11.2026, today, in 3 days, next friday, or labels in any order such "
        "as Sat Jan 1; any for all dates together; left out for a puzzle without groups. PUZZLE "
        "may stand among these words"
        if date
        else "the puzzle, in place of -p",
    )
    add_named(parser, default)


def add_named(parser: Parser, default: str | None = DEFAULT_PUZZLE) -> None:
    """`-p PUZZLE` and `--from FORMAT`."""
    parser.add_argument(
        "-p",
        "--puzzle",
        metavar="PUZZLE",
        help="a shipped puzzle's name (calpuzzle puzzles lists them), or a file; - is stdin"
        + (f" (default {default})" if default else ""),
    )
    add(parser, "--from", "--problem")


def add_year(parser: Parser) -> None:
    """Declare a year, and a puzzle."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="YEAR",
        help="such as 2027 (default this one); PUZZLE may stand beside it",
    )
    add_named(parser)


def add_date(parser: Parser) -> None:
    """The words of DATE, where a puzzle of dates is meant as a whole without it."""
    text = "of a calendar puzzle; without it all its dates"
    parser.add_argument("words", nargs="*", metavar="DATE", help=text)
    add(parser, "--date")


def take_date(args: argparse.Namespace) -> None:
    """Say how a date is written that stands behind `--date`."""
    if args.date:
        tell("--date DATE is now DATE alone, after the puzzle and the file")


def add_nonogram(parser: Parser) -> None:
    """The nonogram's file, and `--from FORMAT`."""
    parser.add_argument("puzzle", metavar="FILE", help="a nonogram's file, or - for standard input")
    add(parser, "--from", "--problem")
    parser.set_defaults(words=[], kind="nonogram")


def add_seconds(parser: Parser, default: int, what: str) -> None:
    """`--seconds S`."""
    text = f"{what} (default {default})"
    parser.add_argument("--seconds", type=at_least(1), default=default, metavar="S", help=text)


def add_format(parser: Parser, formats: Collection[str], by_ending: bool = True) -> None:
    """`--format FORMAT`, the first of `formats` where nothing says which; and `-o FILE`, where the
    ending of a file may."""
    known = ", ".join(formats)
    usual = ("by FILE, else " if by_ending else "") + next(iter(formats))
    lines = "; jsonl is one solution a line" if "jsonl" in formats else ""
    parser.add_argument(
        "--format",
        type=OneOf("format", formats),
        metavar="FORMAT",
        help=f"{known} (default {usual}){lines}",
    )
    if by_ending:
        add_output(parser, "stdout")


def add_colour(parser: Parser) -> None:
    """`--color WHEN`."""
    parser.add_argument(
        "--color",
        "--colour",
        type=OneOf("choice", ("auto", "always", "never")),
        default="auto",
        metavar="WHEN",
        help="auto (default: on a terminal, unless NO_COLOR is set), always or never",
    )


def add_names(parser: Parser, week: str) -> None:
    """`--language CODE`, and `--week-starts DAY`, of which `week` is the help."""
    from calpuzzle.puzzle.labels import WEEKDAYS

    parser.add_argument(
        "--language", metavar="CODE", help="of months and weekdays, such as de or pt_BR"
    )
    parser.add_argument("--week-starts", type=OneOf("weekday", WEEKDAYS), metavar="DAY", help=week)


def add_force(parser: Parser) -> None:
    """`--force`."""
    flag(parser, "--force", "replace the file if it exists already")


def add_paper(parser: Parser, what: str) -> None:
    """`--paper SIZE`."""
    from calpuzzle.draw.pdf import PAPER

    parser.add_argument(
        "--paper",
        type=OneOf("paper", PAPER),
        metavar="SIZE",
        help=f"{what}: {', '.join(PAPER)} (default {next(iter(PAPER))})",
    )


def add_output(parser: Parser, default: str) -> None:
    """`-o FILE`."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=f"the file to write (default {default})"
    )
