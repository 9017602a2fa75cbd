"""Print the number of solutions of a date or any puzzle.

With --placed, count the solutions that contain these placements. The date `any` means all dates. If
a reason why there is no solution is visible without a search, it is printed on stderr. --difficulty
adds a line with the difficulty.

A long count prints an estimate on stderr. With --seconds, a count that is not finished in half of
the time is estimated from samples in the other half: about how many solutions there are (possibly
far too few), and a lower bound with 95 % confidence.

examples:
  calpuzzle count 2026-11-20
  calpuzzle count Sat Jan 1
  calpuzzle count Sat Jan 1 --placed "J4@5,5:4 I4@3,6:2"
  calpuzzle count any --placed "T5@8:1"
  calpuzzle count today --difficulty
  calpuzzle count soma --unique
  calpuzzle count soma --unique --disassembles
  calpuzzle count iq-fit --seconds 2
  calpuzzle count today --explain
  calpuzzle count any weekday-7x8-corner --seconds 5
  calpuzzle count examples/puzzles/cat.non
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.pace import Pace
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.wording import duration
from calpuzzle.cli import options
from calpuzzle.cli.output import notify
from calpuzzle.cli.parser import Parser, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.request import parse_placed, request_of
from calpuzzle.cli.subject import subject_of
from calpuzzle.puzzle.cover import Cover

if TYPE_CHECKING:
    from calpuzzle.api.solutions import Solutions
    from calpuzzle.cli.subject import Subject

PATIENCE = 3.0  # seconds after which a count prints an estimate
ESTIMATE_SECONDS = 1.5  # seconds that the estimate takes


class EstimatingMeter(Meter):
    """The Meter of a count. If the count takes long, it estimates the number of solutions once, and
    prints the remaining time as soon as the pace is known."""

    solutions: Solutions[Any] | None = None
    """The solutions to estimate, or None if that has been done or is not wanted."""
    _estimated = 0
    _found_pace = Pace()

    def __call__(self, done: int, of: int | None, found: int) -> None:
        """Report the progress of the count."""
        super().__call__(done, of, found)
        solutions = self.solutions
        if solutions is not None and self.seconds > PATIENCE:
            self.solutions = None
            self._estimate(solutions, found)
        elif self._estimated and (remaining := self._found_pace.remaining(found, self._estimated)):
            notify(f"{self.what}: {found:,} found so far; about {duration(remaining)} to go")
            self._estimated = 0

    def _estimate(self, solutions: Solutions[Any], found: int) -> None:
        with suppress(CannotDoError):
            estimate = solutions.estimate(ESTIMATE_SECONDS)
            if estimate.exact:
                return
            notify(f"{self.what}: {estimate}; still counting")
            if found:
                self._estimated, self._found_pace = estimate.value, Pace(found)


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.PLACED, *options.UNIQUE, "--difficulty", "--engine", "--memory")
    options.add(parser, "--explain")
    text = "time limit: count for half of it, then estimate"
    parser.add_argument("--seconds", metavar="S", type=positive, help=text)


def run(args: argparse.Namespace) -> None:
    """Count the solutions."""
    subject = subject_of(args)
    subject.refuse_options(args, "--difficulty")
    _check(args, subject)
    with EstimatingMeter(subject.name) as meter:
        request = request_of(args, subject, meter)
        if request.print_plan(args, "estimate" if args.seconds else "count"):
            return
        number = _number(args, request.solutions, meter)
        difficulty = None
        if args.difficulty and isinstance(request.puzzle, Puzzle):
            placed = parse_placed(args, request.puzzle)
            difficulty = request.puzzle.difficulty(subject.date, placed, progress=meter)
    print(number)
    if difficulty:
        print(difficulty)
    if number == "0":
        request.explain_no_solution()


def _check(args: argparse.Namespace, subject: Subject) -> None:
    """Raise InputError if an estimate is requested that is not possible."""
    if not args.seconds:
        return
    if not isinstance(subject.puzzle, Puzzle | Cover):
        raise InputError("--seconds is for pieces, or items and options, not for a nonogram")
    if args.unique:
        raise InputError("--seconds estimates all solutions; leave --unique out")
    if args.disassembles:
        raise InputError("--seconds estimates all solutions; leave --disassembles out")


def _number(args: argparse.Namespace, found: Solutions[Any], meter: EstimatingMeter) -> str:
    """Return the number of solutions, or an estimate of it."""
    if not args.seconds:
        meter.solutions = found
        return str(found.count())
    meter.deadline = time.monotonic() + args.seconds / 2
    try:
        return str(found.count())
    except StoppedError:
        meter.deadline = None
    estimate = found.estimate(args.seconds / 2)
    return str(estimate.value) if estimate.exact else str(estimate)
