"""Prints how many solutions there are, as one integer: of a date, or of any puzzle.

With pieces laid (--with), how many solutions hold them; the date `any` stands for all dates. Where
there is none for a reason that shows without a search, stderr says it. With --difficulty, a second
line says how hard it is to find a solution.

examples:
  calpuzzle count 2026-11-20
  calpuzzle count Sat Jan 1
  calpuzzle count Sat Jan 1 --with "J4@5,5:4 I4@3,6:2"
  calpuzzle count any --with "T5@8:1"
  calpuzzle count today --difficulty
  calpuzzle count soma --unique
  calpuzzle count examples/puzzles/cat.non
"""

from __future__ import annotations

import argparse

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.cli import options
from calpuzzle.cli.asking import laid_options, solutions_of
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import subject_of


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.LAID, *options.UNIQUE, "--difficulty", "--engine", "--memory")


def run(args: argparse.Namespace) -> None:
    """Count."""
    subject = subject_of(args)
    subject.refuse(args, "--difficulty")
    with Meter(subject.name) as meter:
        sought = solutions_of(args, subject, meter)
        number = sought.found.count()
        hard = None
        if args.difficulty and isinstance(sought.thing, Puzzle):
            laid = laid_options(args, sought.thing)
            hard = sought.thing.difficulty(subject.date, laid, progress=meter)
    print(number)
    if hard:
        print(hard)
    if not number:
        sought.explain_nothing()
