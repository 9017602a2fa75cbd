"""Solve a fitting puzzle: any pieces into any frame, or any exact cover problem.

PUZZLE is a shipped puzzle (iq-fit, soma, pentominoes-6x10, ...; --list names them), a file in any
format that is read, or - for stdin. All solutions are printed unless -n or --count is given, one
character a cell; calpuzzle solve and calpuzzle count ask the same, as they ask of calendars.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options, solve
from calpuzzle.cli.asking import Asked, ask, explain_nothing
from calpuzzle.cli.output import choose_format, destination, stream_to, tell, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import one_word, subject_of
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
    solve.add_writing(parser)
    parser.add_argument("--date", default="", help="of a calendar puzzle; without it all its dates")
    options.add_laid(parser)
    options.add_unique(parser)
    options.add_engine(parser)
    options.add_examples(
        parser,
        "calpuzzle fit soma --count --unique            240",
        "calpuzzle fit iq-fit --challenge b43SG82WR11S  one challenge",
        "calpuzzle fit examples/puzzles/two.txt         a drawing, all solutions",
        "calpuzzle fit examples/puzzles/small.toml -n 1 --format json",
    )


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    if args.list:
        print("\n".join(name for name in shipped.names() if not shipped.is_calendar(name)))
        return 0
    one_word(args, "fit")
    # A number and sentences are text, whatever the file is called.
    plain = args.count or args.check
    args.format = choose_format(args.format, None if plain else args.output, solve.FORMATS, "text")
    if plain and args.format != "text":
        option, prints = ("--count", "a number") if args.count else ("--check", "sentences")
        raise InputError(f"{option} prints {prints}; leave --format {args.format} out")
    for option in ("count", "check", "read_solution"):
        if getattr(args, option) and (args.number or args.all or args.nth):
            name = option.replace("_", "-")
            raise InputError(
                f"--{name} does not print so many solutions; leave -n, --all and --nth out"
            )
    args.output = destination(args.output, args.format)
    subject = subject_of(args, None)
    calendar = isinstance(subject.thing, Puzzle) and bool(subject.thing.groups)
    subject = subject._replace(date=args.date or ("any" if calendar else ""))
    if args.check:
        return _check(args, subject.puzzle("--check looks at pieces").without(args.without))
    with Meter(subject.name) as meter:
        asked = ask(args, subject, meter)
        if args.read_solution:
            _print(args, asked, iter([_solution(args.read_solution, asked)]), meter)
            return 0
        if not args.count and isinstance(asked.thing, Puzzle):
            explain_nothing(asked)  # before a search that may take long
        return _answer(args, asked, meter)


def _check(args: argparse.Namespace, puzzle: Puzzle) -> int:
    wrong = puzzle.imbalances()
    said = wrong or [f"{puzzle.name}: nothing is out of balance"]
    write("".join(f"{sentence}\n" for sentence in said), args.output)
    return 2 if wrong else 0


def _solution(path: str, asked: Asked) -> Any:
    """The solution in a file of glpsol, of the model that `convert` writes with the same
    options."""
    from calpuzzle.formats.glpk_solution import read_solution
    from calpuzzle.results.solution import Solution

    assert isinstance(asked.thing, Puzzle)
    return Solution(asked.thing.lowered, read_solution(path, asked.thing.lowered), False)


def _answer(args: argparse.Namespace, asked: Asked, meter: Meter) -> int:
    """Print what was asked for; a search that is stopped says how far it came."""
    printed = [0]
    try:
        if args.count:
            number = asked.found.count()
            meter.clear()
            write(f"{number}\n", args.output)
            if not number:
                explain_nothing(asked)
            return 0
        if args.nth:
            kept: Iterator[Any] = iter([asked.found.nth(args.nth - 1)])
        else:
            kept = islice(asked.found, args.number)
        _print(args, asked, _watched(kept, meter, printed), meter)
    except IndexError:
        raise InputError(f"there is no solution {args.nth:,} of {asked.found.name}") from None
    except KeyboardInterrupt:
        bit_by_bit = args.format in ("text", "jsonl") and not args.count and not args.output
        done = f"{printed[0]:,} printed" if bit_by_bit else "nothing is written"
        found = "found before symmetries" if args.unique else "found so far"
        tell(f"stopped by Ctrl-C; {meter.found:,} {found}, {done}")
        return 130
    if not printed[0] and not isinstance(asked.thing, Puzzle):
        explain_nothing(asked)
    if args.format == "text" and not args.output and not args.number and not args.nth:
        tell(plural(printed[0], "solution"))
    return 0


def _watched(kept: Iterator[Any], meter: Meter, printed: list[int]) -> Iterator[Any]:
    """The same solutions, counted, and nothing else on the line where one is printed."""
    for each in kept:
        meter.clear()
        yield each
        printed[0] += 1


def _print(args: argparse.Namespace, asked: Asked, kept: Iterator[Any], meter: Meter) -> None:
    if args.format in ("svg", "png"):
        if args.all or (args.number or 1) > MAX_PICTURES:
            raise InputError(f"a picture shows up to {MAX_PICTURES} solutions; give -n")
        solve.draw(asked, list(islice(kept, args.number or 1)), args.format, args.output)
        return
    if args.format == "json":
        # The number stands before the solutions.
        listed = list(kept)
        kept, total = iter(listed), None if args.number or args.nth else len(listed)
    else:
        total = None
    text = _text(args, asked) if args.format == "text" else str
    with stream_to(args.output) as stream:
        for part in solve.parts(asked, kept, total, args.format, text):
            stream.write(part)
    sys.stdout.flush()


def _text(args: argparse.Namespace, asked: Asked) -> Callable[[Any], str]:
    """How a solution is drawn: one character a cell, apart by blank lines, its code below where a
    challenge was given; what the characters stand for goes to stderr."""
    if isinstance(asked.thing, Cover):
        return lambda each: f"{each.text()}\n"
    from calpuzzle.draw.text import Compact

    model = asked.thing.model if isinstance(asked.thing, Puzzle) else None
    compact = Compact(model) if model else None
    before = [""]

    def drawn(each: Any) -> str:
        if compact and compact.legend and not before[0]:
            tell(compact.legend)
        text = f"{before[0]}{compact.text(each.pieces) if compact else each.text()}\n"
        before[0] = "\n"
        if model and args.challenge is not None:
            from calpuzzle.puzzle.challenge import solution_code

            text += solution_code(model, each.pieces) + "\n"
        return text

    return drawn
