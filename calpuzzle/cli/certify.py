"""Write a certificate of a count that a checker can verify step by step.

--all certifies all dates in one file. The checker examples/check_certificate.py reads the puzzle
file and the certificate only. For a nonogram, the certificate proves that there is one solution, or
none: -o NAME writes NAME.cnf and NAME.drat for a checker of SAT proofs.

examples:
  calpuzzle certify Sat Jan 1 -o sat-jan-1.cert
  calpuzzle certify --all month-day-7x7 -o year.cert
  calpuzzle certify pentominoes-3x20 -o pentominoes.cert
  calpuzzle certify examples/puzzles/cat.non -o cat          cat.cnf, cat.drat
"""

from __future__ import annotations

import argparse

from calpuzzle import engines
from calpuzzle.api.nonogram_handle import Nonogram
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import bytes_to, check_new, destination, notify
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import subject_of
from calpuzzle.nonogram import proof
from calpuzzle.puzzle.cover import Cover
from calpuzzle.results.certificate import Certificate, dates_of


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    parser.add_argument("--all", action="store_true", help="all dates in one file")
    options.add_output(parser, "stdout")
    options.add(parser, "--memory")


def run(args: argparse.Namespace) -> None:
    """Prove the count, and write the proof."""
    subject = subject_of(args)
    if not isinstance(subject.puzzle, Puzzle | Cover):
        subject.refuse_options(args, "--all", "--memory")
        _of_nonogram(subject.puzzle, args.output, args.force)
        return
    path = destination(args.output, "certificate")
    puzzle = subject.as_puzzle("certify proves counts of puzzles with pieces")
    if args.all and not puzzle.groups:
        raise InputError(f"{puzzle.name} has no dates: leave --all out")
    if args.all and subject.date:
        raise InputError(f"--all takes all dates: leave out either {subject.date} or --all")
    dates = dates_of(puzzle.lowered, "any" if args.all and puzzle.groups else subject.date)
    with Meter(subject.name) as report:
        run = engines.Run(progress=report, memory=options.memory_of(args))
        found = Certificate(puzzle.lowered, dates, run)
        with bytes_to(path) as stream:
            found.write(stream)
    of = f" of {plural(len(dates), 'date')}" if puzzle.groups else ""
    notify(f"{plural(found.total, 'solution')}{of}, proved in {plural(found.lines, 'line')}")


def _of_nonogram(nonogram: Nonogram, output: str | None, force: bool) -> None:
    """Prove that a nonogram has one solution, or none."""
    if output is None:
        raise InputError("a proof is two files, NAME.cnf and NAME.drat; give -o NAME")
    files = proof.files_of(output)
    check_new(force, *files)
    what = "this is the only solution" if nonogram.prove(output) else "there is no solution"
    notify(f"{what}: proved in {' and '.join(files)}")
