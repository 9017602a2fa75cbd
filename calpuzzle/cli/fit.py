"""Solve a fitting puzzle: any pieces into any frame, or any exact cover problem.

PUZZLE is a shipped puzzle (iq-fit, soma, pentominoes-6x10, ...; --list names them), a file in any
format that is read, or - for stdin. All solutions are printed unless -n or --count is given, one
character a cell; calpuzzle solve and calpuzzle count ask the same, as they ask of calendars.

examples:
  calpuzzle fit soma --count --unique            240
  calpuzzle fit iq-fit --challenge b43SG82WR11S  one challenge
  calpuzzle fit examples/puzzles/two.txt         a drawing, all solutions
  calpuzzle fit examples/puzzles/small.toml -n 1 --format json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options, solve
from calpuzzle.cli.asking import Sought, solutions_of
from calpuzzle.cli.output import Target, target, tell, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import subject_of
from calpuzzle.formats import shipped
from calpuzzle.puzzle.cover import Cover
from calpuzzle.results.puzzle import Puzzle

MAX_PICTURES = 100


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False, default=None)
    parser.add_argument("--list", action="store_true", help="list the shipped fitting puzzles")
    solve.add_amount(parser, "")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--count", action="store_true", help="print how many solutions there are")
    only.add_argument(
        "--check", action="store_true", help="say what shows without a search that none is left"
    )
    only.add_argument(
        "--read-solution", metavar="FILE", help="read the solution that glpsol wrote, and print it"
    )
    options.add_format(parser, solve.FORMATS)
    options.add(parser, "--date", *options.LAID, *options.UNIQUE, "--engine")


def run(args: argparse.Namespace) -> int:
    """Print what is asked for."""
    if args.list:
        print("\n".join(name for name in shipped.names() if not shipped.is_calendar(name)))
        return 0
    args.format, args.output = _target(args)
    subject = subject_of(args, None, alone="fit")
    every = "any" if isinstance(subject.thing, Puzzle) and subject.thing.groups else ""
    subject = subject._replace(date=args.date or every)
    if args.check:
        puzzle = subject.puzzle("--check looks at pieces").without(args.without)
        wrong = puzzle.imbalances()
        said = wrong or [f"{puzzle.name}: nothing is out of balance"]
        write("".join(f"{sentence}\n" for sentence in said), args.output)
        return 2 if wrong else 0
    with Meter(subject.name) as meter:
        sought = solutions_of(args, subject, meter)
        if args.read_solution:
            _print(args, sought, [_written_by_glpsol(args.read_solution, sought.thing)])
            return 0
        if not args.count and isinstance(sought.thing, Puzzle):
            sought.explain_nothing()  # before a search that may take long
        return _answer(args, sought, meter)


def _target(args: argparse.Namespace) -> Target:
    """The format and the path; raises InputError for options that do not go together."""
    # A number and sentences are text, whatever the file is called.
    form, path = target(args, solve.FORMATS, plain=args.count or args.check)
    if (args.count or args.check) and form != "text":
        option, prints = ("--count", "a number") if args.count else ("--check", "sentences")
        raise InputError(f"{option} prints {prints}; leave --format {form} out")
    if args.number or args.all or args.nth:
        for option in ("--count", "--check", "--read-solution"):
            if getattr(args, option[2:].replace("-", "_")):
                raise InputError(
                    f"{option} does not print so many solutions; leave -n, --all and --nth out"
                )
    if form in ("svg", "png") and (args.all or (args.number or 1) > MAX_PICTURES):
        raise InputError(f"a picture shows up to {MAX_PICTURES} solutions; give -n")
    return form, path


def _written_by_glpsol(path: str, puzzle: object) -> Any:
    """The solution in a file, of the model that `convert` writes with the same options."""
    from calpuzzle.formats.glpk_solution import read_solution
    from calpuzzle.results.solution import Solution

    assert isinstance(puzzle, Puzzle)
    return Solution(puzzle.lowered, read_solution(path, puzzle.lowered), False)


def _answer(args: argparse.Namespace, sought: Sought, meter: Meter) -> int:
    """Print what was asked for; a search that is stopped says how far it came."""
    printed = 0

    def watched(kept: Iterable[Any]) -> Iterator[Any]:
        nonlocal printed
        for each in kept:
            meter.clear()  # nothing else stands on the line where one is printed
            yield each
            printed += 1

    try:
        if args.count:
            number = sought.found.count()
            meter.clear()
            write(f"{number}\n", args.output)
            if not number:
                sought.explain_nothing()
            return 0
        most = 1 if args.format in ("svg", "png") and not args.number else args.number
        kept = [sought.found.nth(args.nth - 1)] if args.nth else islice(sought.found, most)
        _print(args, sought, watched(kept))
    except IndexError:
        raise InputError(f"there is no solution {args.nth:,} of {sought.found.name}") from None
    except KeyboardInterrupt:
        bit_by_bit = args.format in ("text", "jsonl") and not args.count and not args.output
        done = f"{printed:,} printed" if bit_by_bit else "nothing is written"
        found = "found before symmetries" if args.unique else "found so far"
        tell(f"stopped by Ctrl-C; {meter.found:,} {found}, {done}")
        return 130
    if not printed and not isinstance(sought.thing, Puzzle):
        sought.explain_nothing()
    if args.format == "text" and not args.output and not args.number and not args.nth:
        tell(plural(printed, "solution"))
    return 0


def _print(args: argparse.Namespace, sought: Sought, kept: Iterable[Any]) -> None:
    total = None
    if args.format == "json":
        # The number stands before the solutions.
        kept = list(kept)
        total = None if args.number or args.nth else len(kept)
    solve.put(sought, kept, total, (args.format, args.output), _text(args, sought))
    sys.stdout.flush()


def _text(args: argparse.Namespace, sought: Sought) -> Callable[[Any], str]:
    """How a solution is drawn: one character a cell, apart by blank lines, its code below where a
    challenge was given; what the characters stand for goes to stderr."""
    if isinstance(sought.thing, Cover):
        return lambda each: f"{each.text()}\n"
    before = ""

    def apart(text: str) -> str:
        nonlocal before
        text, before = f"{before}{text}\n", "\n"
        return text

    if not isinstance(sought.thing, Puzzle):
        return lambda each: apart(each.text())
    from calpuzzle.draw.text import Compact

    model = sought.thing.model
    compact = Compact(model)

    def drawn(each: Any) -> str:
        if compact.legend and not before:
            tell(compact.legend)
        text = apart(compact.text(each.pieces))
        if args.challenge is not None:
            from calpuzzle.puzzle.challenge import solution_code

            text += solution_code(model, each.pieces) + "\n"
        return text

    return drawn
