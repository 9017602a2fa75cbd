"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import Any

from calpuzzle.cli.parser import OneOf, Parser, at_least, positive
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES
from calpuzzle.puzzle.labels import WEEKDAYS

LAID = ("--laid", "--without")
DATA = ("text", "csv", "json")
"""The formats of what a verb shows."""
TABLES = ("text", "csv", "spreadsheet", "json")
"""The formats of tables of numbers."""
UNIQUE = ("--unique", "--mirrors-apart", "--disassembles")
SEVERAL: dict[str, Any] = {"action": "append", "default": []}
"""Of an option that may be given several times."""
FLAG = {"action": "store_true"}
WEEK = "the weekday in the first place; makes another puzzle"

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
    "--problem": {"metavar": "NAME", "help": "the name or number in a file of several puzzles"},
    "--engine": {  # calpuzzle.engines checks the name
        "metavar": "E",
        "default": DEFAULT_ENGINE,
        "help": f"how to search: {DEFAULT_ENGINE} (the default), {_CHOSEN}; for checking, slowly: "
        f"{_CHECKING}; of a nonogram: auto, lines, clauses, cpsat",
    },
    "--laid": {
        "metavar": "PLACEMENTS",
        "default": "",
        "help": "pieces that lie: PIECE@ROW,COLUMN:K or PIECE@LABEL:K (cell from 0, K as calpuzzle "
        "show --orientations), JSON or a drawing as solve prints it, or FILE or @FILE; of IQ Fit "
        "also a challenge, as b43S; of a nonogram the grid so far: # black, . white, ? open",
    },
    "--without": {**SEVERAL, "metavar": "NAME", "help": "leave a piece out"},
    "--unique": {**FLAG, "help": "solutions equal up to symmetry count once"},
    "--mirrors-apart": {**FLAG, "help": "with --unique: mirror images stay apart"},
    "--disassembles": {**FLAG, "help": "only solutions that come apart, by sliding"},
    "--difficulty": {**FLAG, "help": "how hard it is, too, from 1 to 5"},
    "--language": {
        "metavar": "CODE",
        "default": "en",
        "help": "of what is said, such as de (default en)",
    },
    "--memory": {
        "metavar": "MIB",
        "type": positive,
        "help": "bound of a diagram, and of halves and frontier (default 4096)",
    },
    "--explain": {**FLAG, "help": "print how the question would be answered, and answer nothing"},
    "--force": {**FLAG, "help": "replace the file if it exists"},
}
"""What `add_argument` is to know of an option."""


def add(parser: Parser, *names: str) -> None:
    """Declare the options of these names."""
    for name in names:
        parser.add_argument(name, **_SHARED[name])


def memory_of(args: argparse.Namespace) -> int | None:
    """The bytes of `--memory`, or None."""
    return args.memory << 20 if args.memory else None


def add_jobs(parser: Parser, what: str) -> None:
    """`--jobs N`, of threads or processes."""
    text = f"{what} (default 1)"
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help=text)


def add_puzzle(parser: Parser, date: bool = True) -> None:
    """The words of DATE, where a command takes one, of which one may be the puzzle."""
    if date:
        text = (
            "2026-11-20, today, tomorrow, yesterday, or labels in any order such as Sat Jan 1; any "
            "for all dates together; left out for a puzzle without groups. PUZZLE may stand among "
            "these words: a name (calpuzzle puzzles lists them), a file, or - for stdin"
        )
        _add_words(parser, "DATE", text)
    else:
        _add_words(parser, "PUZZLE", "a puzzle: calpuzzle puzzles lists them")


def add_year(parser: Parser) -> None:
    """The words of a year, and a puzzle."""
    _add_words(parser, "YEAR", "such as 2027 (default this one); PUZZLE may stand beside it")


def _add_words(parser: Parser, what: str, text: str) -> None:
    parser.add_argument("words", metavar=what, nargs="*", help=text)
    add(parser, "--from", "--problem")


def add_format(parser: Parser, formats: Collection[str]) -> None:
    """`--format FORMAT`, the first of `formats` where nothing says which; and `-o FILE`, where the
    ending of a file may."""
    lines = "; jsonl is one solution a line" if "jsonl" in formats else ""
    text = f"{', '.join(formats)} (default by FILE, else {next(iter(formats))}){lines}"
    known = OneOf("format", formats)
    parser.add_argument("--format", metavar="FORMAT", type=known, help=text)
    add_output(parser, "stdout")


def add_query(parser: Parser, alike: str, several: str, compared: str) -> None:
    """The options of a query, with examples for their help."""
    add = parser.add_argument
    text = (
        f"only rows with that value ({alike}), or one of several ({several}); also by <, <=, >, >= "
        f"and != ({compared}); if repeated, all must hold"
    )
    add("--where", metavar="COLUMN=VALUE", **SEVERAL, help=text)
    add("--sort", metavar="COLUMN", help="sort by that column; -COLUMN descends")
    add("--head", metavar="N", type=at_least(0), help="only the first N rows")
    parser.dashed = ("--sort",)


def add_names(parser: Parser, week: str) -> None:
    """`--language CODE`, and `--week-starts DAY`, of which `week` is the help."""
    text = "of months and weekdays, such as de or pt_BR"
    parser.add_argument("--language", metavar="CODE", help=text)
    add_week(parser, week)


def add_week(parser: Parser, text: str) -> None:
    """`--week-starts DAY`."""
    known = OneOf("weekday", WEEKDAYS)
    parser.add_argument("--week-starts", metavar="DAY", type=known, help=text)


def add_paper(parser: Parser, what: str) -> None:
    """`--paper SIZE`."""
    from calpuzzle.draw.pdf import PAPER

    text = f"{what}: {', '.join(PAPER)} (default {next(iter(PAPER))})"
    parser.add_argument("--paper", metavar="SIZE", type=OneOf("paper", PAPER), help=text)


def add_output(parser: Parser, default: str) -> None:
    """`-o FILE`, and `--force`."""
    add_file(parser, f"the file to write (default {default})")


def add_file(parser: Parser, text: str, name: str = "--output", required: bool = False) -> None:
    """The option that names the file to write, and `--force`."""
    names = ["-o"] * (name == "--output") + [name]
    parser.add_argument(*names, metavar="FILE", required=required, help=text)
    add(parser, "--force")
