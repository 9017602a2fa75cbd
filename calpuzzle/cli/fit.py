"""Solve a fitting puzzle: any pieces into any frame, or any exact cover problem.

PUZZLE is a shipped puzzle (iq-fit, soma, pentominoes-6x10, ...; --list names them), a file in any
format that is read, or - for stdin. All solutions are printed unless -n or --count is given."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice

from calpuzzle.cli.output import choose_format, destination, joined, picture, tell, write
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import StatusLine
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.exact import Cover
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.fit.draw import Canvas, record
from calpuzzle.puzzle.challenge import challenge, solution_code
from calpuzzle.fit.library import load, names
from calpuzzle.fit.model import Fitting, without
from calpuzzle.fit.picture import scene
from calpuzzle.fit.solver import ENGINES, FitSolution, Solver
from calpuzzle.puzzle.symmetry import described
from calpuzzle.base.text import plural

FORMATS = ("text", "json", "jsonl", "svg", "png")
MAX_PICTURES = 100

EXAMPLES = """\
examples:
  calpuzzle fit soma --count --unique            240
  calpuzzle fit iq-fit --challenge b43SG82WR11S  one challenge
  calpuzzle fit examples/puzzles/two.txt         a drawing, all solutions
  calpuzzle fit examples/puzzles/small.toml -n 1 --format json
"""


def configure(parser: Parser) -> None:
    """Add the options of the command."""
    parser.epilog = EXAMPLES
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="?", help="name, file or -")
    parser.add_argument("--list", action="store_true", help="list the shipped fitting puzzles")
    parser.add_argument("--from", dest="form", metavar="FORMAT", help="the format of the file")
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--count", action="store_true", help="print how many solutions there are")
    number.add_argument("-n", type=at_least(1), metavar="N", help="print the first N solutions")
    number.add_argument("--all", action="store_true", help="print all solutions (the default)")
    number.add_argument(
        "--check", action="store_true", help="say what shows without a search that none is left"
    )
    parser.add_argument(
        "--unique", action="store_true", help="solutions equal up to symmetry count once"
    )
    parser.add_argument(
        "--mirrors-apart", action="store_true", help="with --unique: mirror images stay apart"
    )
    parser.add_argument(
        "--engine",
        default="auto",
        metavar="E",
        help=f"one of: {', '.join(ENGINES)}; the last four are for checking, and slow",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help=f"of the solutions: {', '.join(FORMATS)} (default: what FILE ends in, else text)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE, whole or not at all")
    parser.add_argument("--date", help="of a calendar puzzle; without it all its dates")
    parser.add_argument("--challenge", metavar="CODE", help="IQ Fit: the pieces that lie already")
    parser.add_argument(
        "--without", metavar="NAME", action="append", default=[], help="leave a piece out"
    )
    parser.add_argument(
        "--read-solution", metavar="FILE", help="read the solution that glpsol wrote, and print it"
    )


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    if args.list:
        print("\n".join(names()))
        return 0
    if args.puzzle is None:
        raise InputError("name a puzzle or a file (calpuzzle fit --list names the shipped ones)")
    if args.mirrors_apart and not args.unique:
        raise InputError("--mirrors-apart says how --unique counts; give both")
    # A number and sentences are text, whatever the file is called.
    plain = args.count or args.check
    args.format = choose_format(args.format, None if plain else args.output, FORMATS, "text")
    if plain and args.format != "text":
        option, prints = ("--count", "a number") if args.count else ("--check", "sentences")
        raise InputError(f"{option} prints {prints}; leave --format {args.format} out")
    args.output = destination(args.output, args.format)
    puzzle = load(args.puzzle, args.form, args.date)
    if isinstance(puzzle, Cover):
        return _cover(args, puzzle)
    if args.without:
        puzzle = without(puzzle, args.without)
    if args.challenge is not None:
        puzzle = challenge(puzzle, args.challenge)
    wrong = imbalances(puzzle)
    if args.check:
        said = wrong or [f"{puzzle.name}: nothing is out of balance"]
        write("".join(f"{sentence}\n" for sentence in said).encode(), args.output)
        return 2 if wrong else 0
    if args.read_solution:
        from calpuzzle.formats.glpk_solution import read_solution

        write(_rendered(args, read_solution(args.read_solution, puzzle)), args.output)
        return 0
    for sentence in wrong:
        tell(sentence)
    return _solve(args, puzzle)


def _explain(puzzle: Fitting) -> None:
    """Say which character is which piece, where it is not its name."""
    legend = Canvas(puzzle).legend
    if legend:
        tell(legend)


class _Meter(StatusLine):
    """Progress on stderr; what has been found, and printed, when the search is stopped."""

    found = printed = 0

    def __call__(self, nodes: int, found: int) -> None:
        self.found = found
        self.show(f"{plural(nodes, 'piece')} laid, {found:,} found")


def _solve(args: argparse.Namespace, puzzle: Fitting) -> int:
    meter = _Meter()
    solver = Solver(puzzle, args.engine, args.unique, not args.mirrors_apart, meter)
    if args.unique:
        tell(f"up to {described(solver.group)}")
    if args.format == "text" and not args.count:
        _explain(puzzle)
    found = "found before symmetries" if args.unique else "found so far"
    code = _emit(args, meter, _records(args, solver), found)
    listed = args.format == "text" and not args.count and not args.output
    if code == 0 and listed and args.n is None:
        tell(plural(meter.printed, "solution"))
    return code


def _emit(args: argparse.Namespace, meter: _Meter, parts: Iterator[str | bytes], found: str) -> int:
    """Write what a search gives: to stdout bit by bit, to a file when all is there. A search that
    is stopped has printed whole solutions or nothing."""
    try:
        with meter:
            if args.output:
                write(joined(parts), args.output)
                return 0
            for part in parts:
                meter.clear()
                write(part, None)
                meter.printed += 1
        sys.stdout.flush()
        return 0
    except KeyboardInterrupt:
        bit_by_bit = args.format in ("text", "jsonl") and not args.count and not args.output
        done = f"{meter.printed:,} printed" if bit_by_bit else "nothing is written"
        tell(f"stopped by Ctrl-C; {meter.found:,} {found}, {done}")
        return 130


def _records(args: argparse.Namespace, solver: Solver) -> Iterator[str | bytes]:
    """What was asked for: the number of solutions, a picture of them, or one after another."""
    if args.count:
        yield f"{solver.count()}\n"
        return
    if args.format in ("svg", "png"):
        yield _pictures(args, solver)
        return
    solutions = islice(solver.solutions(), args.n)
    coded = args.challenge is not None
    if args.format == "json":
        yield _json([_data(solution, coded) for solution in solutions])
        return
    canvas = Canvas(solver.puzzle)
    for k, solution in enumerate(solutions):
        if args.format == "jsonl":
            yield _json(_data(solution, coded))
            continue
        text = canvas.text(solution)
        if coded:
            text += "\n" + solution_code(solver.puzzle, solution.pieces)
        yield ("\n" if k else "") + text + "\n"


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _data(solution: FitSolution, coded: bool) -> dict[str, object]:
    data: dict[str, object] = {"pieces": record(solution)}
    if coded:
        data["code"] = solution_code(solution.puzzle, solution.pieces)
    return data


def _pictures(args: argparse.Namespace, solver: Solver) -> bytes:
    from calpuzzle.draw.scene import sheet

    if args.all or (args.n or 1) > MAX_PICTURES:
        raise InputError(f"a picture shows up to {MAX_PICTURES} solutions; give -n")
    scenes = [scene(solution) for solution in islice(solver.solutions(), args.n or 1)]
    if not scenes:
        raise CannotDoError(f"{solver.puzzle.name} has no solution to draw")
    return picture(sheet(scenes), args.format)


def _rendered(args: argparse.Namespace, solution: FitSolution) -> str | bytes:
    if args.format in ("svg", "png"):
        return picture(scene(solution), args.format)
    if args.format == "text":
        _explain(solution.puzzle)
        return f"{solution}\n"
    return _json(_data(solution, False))


def _cover(args: argparse.Namespace, cover: Cover) -> int:
    """An exact cover problem: its solutions are the names of the options."""
    fitting_only = ("unique", "without", "challenge", "check", "read_solution")
    for option in fitting_only:
        if getattr(args, option):
            raise InputError(
                f"--{option.replace('_', '-')} needs pieces and locations, and the file has items "
                "and options"
            )
    if args.format in ("svg", "png"):
        raise InputError("an exact cover problem has no picture; use --format text")
    meter = _Meter()
    return _emit(args, meter, _cover_records(args, cover, meter), "found so far")


def _cover_records(args: argparse.Namespace, cover: Cover, meter: _Meter) -> Iterator[str | bytes]:
    if args.count:
        yield f"{cover.count(args.engine, meter)}\n"
        return
    found = islice(cover.solve(args.engine, meter), args.n)
    named = ([cover.names[k] for k in solution] for solution in found)
    if args.format == "json":
        yield _json(list(named))
        return
    for chosen in named:
        yield _json(chosen) if args.format == "jsonl" else " | ".join(chosen) + "\n"
