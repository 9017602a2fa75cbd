"""The options that several commands share, so that they are spelt and explained once."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import Any

from calpuzzle.cli.parser import OneOf, Parser, declare
from calpuzzle.engines import DEFAULT as DEFAULT_ENGINE
from calpuzzle.engines import ENGINES

LAID = ("--laid", "--without")
DATA = ("text", "csv", "json")
"""The formats of what a verb shows."""
UNIQUE = ("--unique", "--mirrors-apart", "--disassembles")
SEVERAL: dict[str, Any] = {"action": "append", "default": []}
"""Of an option that may be given several times."""
WEEK = "the weekday in the first place; makes another puzzle"

_CHOSEN, _CHECKING = (
    ", ".join(name for name, entry in ENGINES.items() if entry.checking == checking)
    for checking in (False, True)
)
# calpuzzle.engines checks the name of the engine.
_SHARED = f"""
    --from FORMAT         the format of the file, where it does not tell
    --problem NAME        the name or number in a file of several puzzles
    --engine E            how to search: {_CHOSEN} (default {DEFAULT_ENGINE}); for checking,
                          slowly: {_CHECKING}; of a nonogram: auto, lines, clauses, cpsat
    --laid PLACEMENTS     pieces that lie: PIECE@ROW,COLUMN:K or PIECE@LABEL:K (cell from 0, K as
                          calpuzzle show --orientations), JSON or a drawing as solve prints it, or
                          FILE or @FILE; of IQ Fit also a challenge, as b43S; of a nonogram the grid
                          so far: # black, . white, ? open
    --without NAME        leave a piece out
    --unique              solutions equal up to symmetry count once
    --mirrors-apart       with --unique: mirror images stay apart
    --disassembles        only solutions that come apart, by sliding
    --difficulty          how hard it is, too, from 1 to 5
    --language CODE       of what is said, such as de (default en)
    --memory MIB          bound of a diagram, and of halves and frontier (default 4096)
    --jobs N              threads (default 1)
    --color, --colour WHEN  auto (default: on a terminal, unless NO_COLOR is set), always or never
    --force               replace the file if it exists
"""
_MORE: dict[str, dict[str, Any]] = {
    "from": {"dest": "form"},
    "engine": {"default": DEFAULT_ENGINE},
    "laid": {"default": ""},
    "without": SEVERAL,
    "language": {"default": "en"},
    "jobs": {"default": 1},
    "colour": {"type": OneOf("choice", ("auto", "always", "never")), "default": "auto"},
}


def add(parser: Parser, *flags: str) -> None:
    """Options of these names."""
    declare(parser, _SHARED, *flags, **_MORE)


def memory_of(args: argparse.Namespace) -> int | None:
    """The bytes of `--memory`, or None."""
    return args.memory << 20 if args.memory else None


def add_puzzle(parser: Parser, date: bool = True) -> None:
    """The words of DATE, where a command takes one, of which one may be the puzzle."""
    text = """
    words DATE  2026-11-20, today, tomorrow, yesterday, or labels in any order such as Sat Jan 1;
                any for all dates together; left out for a puzzle without groups.
                PUZZLE may stand among these words: a name (calpuzzle puzzles lists them), a file,
                or - for stdin
    """
    _add_words(parser, text if date else "words PUZZLE  a puzzle: calpuzzle puzzles lists them")


def add_year(parser: Parser) -> None:
    """The words of a year, and a puzzle."""
    text = "words YEAR  such as 2027 (default this one); PUZZLE may stand beside it"
    _add_words(parser, text)


def _add_words(parser: Parser, text: str) -> None:
    declare(parser, text, words={"nargs": "*"})
    add(parser, "--from", "--problem")


def add_date(parser: Parser) -> None:
    """The words of DATE, where a puzzle of dates is meant as a whole without it."""
    text = "words DATE  of a calendar puzzle; without it all its dates"
    declare(parser, text, words={"nargs": "*"})


def add_nonogram(parser: Parser) -> None:
    """The nonogram's file, and `--from FORMAT`."""
    declare(parser, "puzzle FILE  a nonogram's file, or - for standard input")
    add(parser, "--from", "--problem")
    parser.set_defaults(words=[], kind="nonogram")


def add_format(parser: Parser, formats: Collection[str]) -> None:
    """`--format FORMAT`, the first of `formats` where nothing says which; and `-o FILE`, where the
    ending of a file may."""
    lines = "; jsonl is one solution a line" if "jsonl" in formats else ""
    usual = f"default by FILE, else {next(iter(formats))}"
    text = f"--format FORMAT  {', '.join(formats)} ({usual}){lines}"
    declare(parser, text, format={"type": OneOf("format", formats)})
    add_output(parser, "stdout")


def add_names(parser: Parser, week: str) -> None:
    """`--language CODE`, and `--week-starts DAY`, of which `week` is the help."""
    from calpuzzle.puzzle.labels import WEEKDAYS

    text = f"""
    --language CODE    of months and weekdays, such as de or pt_BR
    --week-starts DAY  {week}
    """
    declare(parser, text, week_starts={"type": OneOf("weekday", WEEKDAYS)})


def add_paper(parser: Parser, what: str) -> None:
    """`--paper SIZE`."""
    from calpuzzle.draw.pdf import PAPER

    text = f"--paper SIZE  {what}: {', '.join(PAPER)} (default {next(iter(PAPER))})"
    declare(parser, text, paper={"type": OneOf("paper", PAPER)})


def add_output(parser: Parser, default: str) -> None:
    """`-o FILE`."""
    declare(parser, f"-o, --output FILE  the file to write (default {default})")
