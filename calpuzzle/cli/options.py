"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import Any

from calpuzzle.cli.parser import OneOf, Parser, at_least, positive
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES
from calpuzzle.puzzle.dates.labels import WEEKDAYS

PLACED = ("--placed", "--without")
DATA = ("text", "csv", "json")
"""The formats of lists and results."""
TABLES = ("text", "csv", "spreadsheet", "json")
"""The formats of tables of numbers."""
UNIQUE = ("--unique", "--mirrors-apart", "--disassembles")
SEVERAL: dict[str, Any] = {"action": "append", "default": []}
"""Arguments of `add_argument` for an option that may be repeated."""
FLAG = {"action": "store_true"}
WEEK = "the first day of the week; a change makes another puzzle, with other counts"

_CHOSEN, _CHECKING = (
    ", ".join(name for name, entry in ENGINES.items() if entry.checking == checking)
    for checking in (False, True)
)
_SHARED: dict[str, dict[str, Any]] = {
    "--from": {
        "dest": "form",
        "metavar": "FORMAT",
        "help": "the input format, if it cannot be recognised",
    },
    "--problem": {"metavar": "NAME", "help": "the puzzle's name or number in a file with several"},
    "--engine": {  # calpuzzle.engines checks the name
        "metavar": "E",
        "default": DEFAULT_ENGINE,
        "help": f"the engine: {DEFAULT_ENGINE} (default), {_CHOSEN}; slow, for checking: "
        f"{_CHECKING}; for a nonogram: auto, lines, clauses, cpsat",
    },
    "--placed": {
        "metavar": "PLACEMENTS",
        "default": "",
        "help": "placed pieces: PIECE@ROW,COLUMN:K or PIECE@LABEL:K (ROW and COLUMN from 0; K as "
        "in calpuzzle show --orientations), JSON or a drawing from solve, or FILE or @FILE; for IQ "
        "Fit a challenge such as b43S; for a nonogram the grid: # black, . white, ? open",
    },
    "--without": {**SEVERAL, "metavar": "NAME", "help": "omit this piece"},
    "--one-sided": {**FLAG, "help": "no piece may be turned over; mirror images are two pieces"},
    "--unique": {**FLAG, "help": "only one of each set of solutions that are equal up to symmetry"},
    "--mirrors-apart": {**FLAG, "help": "with --unique: keep mirror images distinct"},
    "--disassembles": {**FLAG, "help": "only solutions that come apart by sliding"},
    "--difficulty": {**FLAG, "help": "add the difficulty, 1 to 5"},
    "--language": {
        "metavar": "CODE",
        "default": "en",
        "help": "the language of messages, such as de (default en)",
    },
    "--memory": {
        "metavar": "MIB",
        "type": positive,
        "help": "memory limit, in MiB, of diagram, halves, frontier and certificates (default "
        "4096)",
    },
    "--explain": {**FLAG, "help": "print the plan, without carrying it out"},
    "--cluster": {
        "metavar": "ADDRESS",
        "default": "",
        "help": "count with the workers of the Dask scheduler at this address, such as "
        "tcp://HOST:8786; the word local starts a scheduler here",
    },
    "--force": {**FLAG, "help": "replace an existing file"},
}
"""Arguments of `add_argument` for each option."""


def add(parser: Parser, *names: str) -> None:
    """Declare the options of these names."""
    for name in names:
        parser.add_argument(name, **_SHARED[name])


def memory_of(args: argparse.Namespace) -> int | None:
    """Return `--memory` in bytes, or None."""
    return args.memory << 20 if args.memory else None


def add_ledger(parser: Parser, usual: str) -> None:
    """Declare `--ledger FOLDER`; `usual` describes its default."""
    text = (
        f"keep finished units in this folder (default {usual}; the default folder is deleted when "
        "the run is complete)"
    )
    parser.add_argument("--ledger", metavar="FOLDER", default="", help=text)


def add_jobs(parser: Parser, what: str) -> None:
    """Declare `--jobs N`; `what` is the word for the workers, such as "threads"."""
    text = f"{what} (default 1)"
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help=text)


def add_puzzle(parser: Parser, date: bool = True) -> None:
    """Declare the words of DATE, one of which may be the puzzle. If `date` is false, declare the
    words of PUZZLE instead."""
    if date:
        text = (
            "2026-11-20, today, tomorrow, yesterday, labels in any order such as Sat Jan 1, or any "
            "for all dates; omit it for a puzzle without groups. One of the words may be PUZZLE: a "
            "name (calpuzzle puzzles lists them), a file, or - for stdin"
        )
        _add_words(parser, "DATE", text)
    else:
        _add_words(parser, "PUZZLE", "a puzzle: calpuzzle puzzles lists them")


def add_year(parser: Parser) -> None:
    """Declare the words of a year and a puzzle."""
    _add_words(parser, "YEAR", "such as 2027 (default: this year), and optionally PUZZLE")


def _add_words(parser: Parser, what: str, text: str) -> None:
    parser.add_argument("words", metavar=what, nargs="*", help=text)
    add(parser, "--from", "--problem")


def add_format(parser: Parser, formats: Collection[str]) -> None:
    """Declare `--format FORMAT` and `-o FILE`. The default format is that of the ending of FILE,
    else the first of `formats`."""
    lines = "; jsonl has one solution per line" if "jsonl" in formats else ""
    text = f"{', '.join(formats)} (default by FILE, else {next(iter(formats))}){lines}"
    known = OneOf("format", formats)
    parser.add_argument("--format", metavar="FORMAT", type=known, help=text)
    add_output(parser, "stdout")


def add_query(parser: Parser, equal: str, several: str, compared: str) -> None:
    """Declare the options of a query, with examples for their help."""
    add = parser.add_argument
    text = (
        f"only rows with this value ({equal}) or one of several ({several}); also <, <=, >, >= and "
        f"!= ({compared}); may be repeated"
    )
    add("--where", metavar="COLUMN=VALUE", **SEVERAL, help=text)
    add("--sort", metavar="COLUMN", help="sort by this column; -COLUMN: descending")
    add("--head", metavar="N", type=at_least(0), help="only the first N rows")
    parser.dashed = ("--sort",)


def add_names(parser: Parser, week: str) -> None:
    """Declare `--language CODE`, and `--week-starts DAY` with the help `week`."""
    text = "the language of months and weekdays, such as de or pt_BR"
    parser.add_argument("--language", metavar="CODE", help=text)
    add_week(parser, week)


def add_week(parser: Parser, text: str) -> None:
    """Declare `--week-starts DAY`."""
    known = OneOf("weekday", WEEKDAYS)
    parser.add_argument("--week-starts", metavar="DAY", type=known, help=text)


def add_paper(parser: Parser, what: str) -> None:
    """Declare `--paper SIZE`."""
    from calpuzzle.draw.pdf import PAPER

    text = f"{what}: {', '.join(PAPER)} (default {next(iter(PAPER))})"
    parser.add_argument("--paper", metavar="SIZE", type=OneOf("paper", PAPER), help=text)


def add_output(parser: Parser, default: str) -> None:
    """Declare `-o FILE` and `--force`."""
    add_file(parser, f"the file to write (default {default})")


def add_file(parser: Parser, text: str, name: str = "--output", required: bool = False) -> None:
    """Declare the option for the file to write, and `--force`."""
    names = ["-o"] * (name == "--output") + [name]
    parser.add_argument(*names, metavar="FILE", required=required, help=text)
    add(parser, "--force")
