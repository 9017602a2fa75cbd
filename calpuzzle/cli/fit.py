"""Solve a fitting puzzle or an exact cover problem: all solutions, a character a cell.

PUZZLE is a shipped puzzle (iq-fit, soma, pentominoes-6x10, ...; calpuzzle puzzles lists them), a
file in any format that is read, or - for stdin. All solutions are printed unless -n or --count is
given, one character a cell, or with lines between the pieces (--format boxes); calpuzzle solve and
calpuzzle count ask the same, as they ask of calendars, and calpuzzle hint helps.

examples:
  calpuzzle fit soma --count --unique            240
  calpuzzle fit iq-fit --laid b43SG82WR11S       a challenge
  calpuzzle fit examples/puzzles/two.txt         a drawing, all solutions
  calpuzzle fit examples/puzzles/small.toml -n 1 --format json
  calpuzzle fit pentominoes-6x10 --random --format boxes
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base import signals
from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.base.typed import TYPE_CHECKING
from calpuzzle.cli import options, solve
from calpuzzle.cli.asking import Sought, asked_model, laid_options, solutions_of
from calpuzzle.cli.output import (
    MAX_DRAWN,
    PICTURES,
    Target,
    coloured,
    target,
    tell,
    wants_ascii,
    write,
)
from calpuzzle.cli.parser import Parser, declare
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import given, refuse_idle, refuse_others, subject_of
from calpuzzle.formats import shipped
from calpuzzle.puzzle.cover import Cover

if TYPE_CHECKING:
    from calpuzzle.results.solution import Solution

FORMATS = (*solve.FORMATS, "boxes")
UNASKED = ("--date", "--laid", *options.UNIQUE, "--engine", "--memory")
"""Options that --check has no use for."""


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    parser.add_argument("--list", action="store_true", help=argparse.SUPPRESS)
    solve.add_amount(parser, "")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    text = """
    --count               print how many solutions there are
    --read-solution FILE  print the solution that a solver wrote
    """
    declare(only, text)
    options.add_format(parser, FORMATS)
    options.add_older_date(parser)
    options.add(parser, "--colour", *options.LAID, *options.UNIQUE, "--engine", "--memory")


def run(args: argparse.Namespace) -> int:
    """Print what is asked for."""
    options.take_date(args)
    if args.list:
        refuse_others(args, "--list lists the fitting puzzles that are shipped", "--list")
        if args.words:
            raise InputError(f"--list takes no puzzle: leave {' '.join(args.words)} out")
        tell("fit --list is now calpuzzle puzzles")
        print("\n".join(name for name in shipped.names() if not shipped.is_calendar(name)))
        return 0
    args.format, args.output = _target(args)
    subject = subject_of(args, None, first=True)
    args.date = args.date or subject.date
    if args.format != "boxes" or not isinstance(subject.thing, Puzzle):
        refuse_idle(args, "--color is for the pieces of --format boxes", "--color")
    every = "any" if isinstance(subject.thing, Puzzle) and subject.thing.groups else ""
    subject = subject._replace(date=args.date or every)
    if args.check:
        refuse_idle(args, "--check looks at all dates and lays nothing", *UNASKED)
        if args.date:
            raise InputError(f"--check looks at all dates: leave {args.date} out")
        puzzle = subject.puzzle("--check looks at pieces").without(args.without)
        tell("fit --check is now calpuzzle check, which says it too")
        wrong = puzzle.imbalances()
        said = wrong or [f"{puzzle.name}: nothing is out of balance"]
        write("".join(f"{sentence}\n" for sentence in said), args.output)
        return 1 if wrong else 0
    if args.read_solution:
        why = "what --read-solution reads is looked for by another program"
        refuse_idle(args, why, *options.UNIQUE, "--engine", "--memory")
    with Meter(subject.name) as meter:
        sought = solutions_of(args, subject, meter)
        if not (args.count or args.read_solution) and isinstance(sought.thing, Puzzle):
            sought.explain_nothing(False)  # before a search that may take long
        return _answer(args, sought, meter)


def _target(args: argparse.Namespace) -> Target:
    """The format and the path; raises InputError for options that do not go together."""
    solve.check_amount(args)
    # A number and sentences are text, whatever the file is called.
    form, path = target(args, FORMATS, plain=args.count or args.check)
    if (args.count or args.check) and form != "text":
        option, prints = ("--count", "a number") if args.count else ("--check", "sentences")
        raise InputError(f"{option} prints {prints}; leave --format {form} out")
    for option in ("--count", "--check", "--read-solution"):
        if given(args, option) and (args.number or args.all or args.nth or args.random):
            raise InputError(
                f"{option} does not print so many solutions; leave -n, --all, --nth, --random out"
            )
    if form in PICTURES and (args.number or 1) > MAX_DRAWN:
        raise InputError(f"a picture shows up to {MAX_DRAWN} solutions; give a smaller -n")
    return form, path


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
        _print(args, sought, watched(_kept(args, sought)))
    except IndexError:
        raise InputError(f"there is no solution {args.nth:,} of {sought.found.name}") from None
    except KeyboardInterrupt:
        bit_by_bit = (
            args.format in ("text", "boxes", "jsonl") and not args.count and not args.output
        )
        done = f"{printed:,} printed" if bit_by_bit else "nothing is written"
        found = "found before symmetries" if args.unique else "found so far"
        signals.heeded()
        words, code = signals.stopped()
        tell(f"{words}; {meter.found:,} {found}, {done}")
        return code
    if not printed and not isinstance(sought.thing, Puzzle):
        sought.explain_nothing()
    some = args.number or args.nth or args.random or args.read_solution
    if args.format in ("text", "boxes") and not (args.output or some):
        tell(plural(printed, "solution"))
    return 0


def _kept(args: argparse.Namespace, sought: Sought) -> Iterable[Any]:
    """The solutions that are asked for, or the one in the file that a solver wrote, of the model
    that `convert` writes with the same options."""
    if args.read_solution and isinstance(sought.thing, Puzzle):  # others are refused before
        return [_read(args, sought.thing)]
    if args.nth:
        return [sought.found.nth(args.nth - 1)]
    if args.random:
        return sought.found.sample(args.number or 1, args.seed)
    usual = 1 if args.format in PICTURES and not args.all else None
    return islice(sought.found, args.number or usual)


def _read(args: argparse.Namespace, puzzle: Puzzle) -> Solution:
    """The solution in the file that a solver wrote."""
    from calpuzzle.formats.solver_solution import read_solution
    from calpuzzle.puzzle.lowering import Lowering
    from calpuzzle.results.solution import Solution

    own = puzzle.lowered
    asked = Lowering(asked_model(args, puzzle))
    # A puzzle of numbered cells has others where some are covered.
    laid = laid_options(args, puzzle)
    covered = {cell for option in laid for cell in own.cells_of(option)}
    left = [cell for cell in puzzle.board.cells if cell not in covered]
    own_cell = dict(zip(asked.model.board.cells, left, strict=True))
    options = list(laid)
    for option in read_solution(args.read_solution, asked):
        index = asked.class_of(option)
        if index < 0:
            index = asked.cover.options[option][0] + len(own.classes) - len(asked.classes)
        else:
            index = own.piece_class[asked.classes[index].name]
        items = sorted(own.number[own_cell[cell]] for cell in asked.cells_of(option))
        options.append(own.option_number[(index, *items)])
    options.sort()
    return Solution(own, options, bool(args.date))


def _print(args: argparse.Namespace, sought: Sought, kept: Iterable[Any]) -> None:
    total = None
    if args.format == "json":
        # The number stands before the solutions.
        kept = list(kept)
        total = None if args.number or args.nth or args.read_solution else len(kept)
    where = args.format, args.output
    between = "" if isinstance(sought.thing, Cover) else "\n"
    solve.put(sought.found, kept, total, where, _texts(args, sought, kept), between)
    sys.stdout.flush()


def _texts(args: argparse.Namespace, sought: Sought, kept: Iterable[Any]) -> Iterator[str]:
    """The solutions drawn, in boxes or one character a cell; below these the code where a challenge
    may be given, and on stderr what the characters stand for."""
    if not isinstance(sought.thing, Puzzle):
        yield from map(str, kept)
        return
    if args.format == "boxes":
        plain = wants_ascii(args.output)
        colour = coloured(args, args.format, args.output)
        yield from (each.text(ascii_only=plain, colour=colour) for each in kept)
        return
    from calpuzzle.draw.text import Compact
    from calpuzzle.puzzle.challenge import solution_code, takes_challenges

    model = sought.thing.model
    compact = Compact(model)
    for at, each in enumerate(kept):
        if compact.legend and not at:
            tell(compact.legend)
        coded = args.laid and takes_challenges(model)
        code = f"\n{solution_code(model, each.pieces)}" if coded else ""
        yield compact.text(each.pieces) + code
