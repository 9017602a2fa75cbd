"""Prints how many solutions there are, as one integer: of a date, or of any puzzle.

With pieces laid (--with), how many solutions hold them; the date `any` stands for all dates. Where
there is none for a reason that shows without a search, stderr says it.
"""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.asking import ask, explain_nothing
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import subject_of


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add_laid(parser)
    options.add_unique(parser)
    options.add_engine(parser)
    options.add_examples(
        parser,
        "calpuzzle count 2026-11-20",
        "calpuzzle count Sat Jan 1",
        'calpuzzle count Sat Jan 1 --with "J4@5,5:4 I4@3,6:2"',
        'calpuzzle count any --with "T5@8:1"',
        "calpuzzle count soma --unique",
        "calpuzzle count examples/puzzles/cat.non",
    )


def run(args: argparse.Namespace) -> int:
    """Count."""
    subject = subject_of(args)
    with Meter(subject.name) as meter:
        asked = ask(args, subject, meter)
        number = asked.found.count()
    print(number)
    if not number:
        explain_nothing(asked)
    return 0
