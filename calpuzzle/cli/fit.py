"""Solve a fitting puzzle: any pieces into any frame, or any exact cover problem.

PUZZLE is a shipped puzzle (iq-fit, soma, pentominoes-6x10, ...; --list names them), a file in any
format that is read, or - for stdin. All solutions are printed unless -n or --count is given."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator

from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.errors import CannotDoError, InputError
from calpuzzle.exact import Cover
from calpuzzle.files import check_writable
from calpuzzle.fit.balance import imbalances
from calpuzzle.fit.draw import Canvas, record, scene
from calpuzzle.fit.iqfit import challenge, solution_code
from calpuzzle.fit.library import load, names
from calpuzzle.fit.model import Fitting, without
from calpuzzle.fit.solver import ENGINES, FitSolution, Solver
from calpuzzle.fit.symmetry import described
from calpuzzle.text import plural

HELP = "any pieces into any frame: count and list the solutions"
FORMATS = ("text", "json", "jsonl", "svg", "png")
MAX_PICTURES = 100
QUIET_SECONDS = 2.0

EXAMPLES = """\
examples:
  calpuzzle fit soma --count --unique            240
  calpuzzle fit iq-fit --challenge b43SG82WR11S  one challenge
  calpuzzle fit two.txt                          a drawing, all solutions
  calpuzzle fit puzzle.dpf -n 1 --format json
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
        "--engine", default="auto", metavar="E", help=f"one of: {', '.join(ENGINES)}"
    )
    parser.add_argument(
        "--format", choices=FORMATS, help="of the solutions; left out: the ending of -o, else text"
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
    if args.output:
        check_writable(args.output)
    if args.format is None:
        ending = os.path.splitext(args.output or "")[1].lstrip(".").lower()
        args.format = ending if ending in FORMATS else "text"
    puzzle = load(args.puzzle, args.form, args.date)
    if isinstance(puzzle, Cover):
        return _cover(args, puzzle)
    if args.without:
        puzzle = without(puzzle, args.without)
    if args.challenge is not None:
        puzzle = challenge(puzzle, args.challenge)
    wrong = imbalances(puzzle)
    if args.check:
        print("\n".join(wrong) if wrong else f"{puzzle.name}: nothing is out of balance")
        return 2 if wrong else 0
    if args.read_solution:
        from calpuzzle.formats.glpk_solution import read_solution

        _write(args, _rendered(args, read_solution(args.read_solution, puzzle)))
        return 0
    for sentence in wrong:
        _say(sentence)
    return _solve(args, puzzle)


def _say(message: str) -> None:
    print(f"calpuzzle: {message}", file=sys.stderr)


class _Meter:
    """Progress on stderr, and what has been found when the search is stopped."""

    def __init__(self) -> None:
        self.found = 0
        self._next = time.monotonic() + QUIET_SECONDS
        self._shows = sys.stderr.isatty()
        self._shown = False

    def __call__(self, nodes: int, found: int) -> None:
        self.found = found
        if self._shows and time.monotonic() > self._next:
            self._next = time.monotonic() + 0.5
            self._shown = True
            print(f"\r{nodes:,} pieces laid, {found:,} found ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line of the progress."""
        if self._shown:
            print(file=sys.stderr)


def _solve(args: argparse.Namespace, puzzle: Fitting) -> int:
    meter = _Meter()
    solver = Solver(puzzle, args.engine, args.unique, not args.mirrors_apart, meter)
    if args.unique:
        _say(f"up to {described(solver.group)}")
    listed = 0
    try:
        if args.count:
            number = solver.count()
            meter.end()
            _write(args, f"{number}\n".encode())
            return 0
        if args.format in ("svg", "png"):
            _write(args, _pictures(args, solver))
            return 0
        if args.output:
            _write(args, b"".join(_records(args, solver)))
            return 0
        for text in _records(args, solver):
            listed += args.format != "json"
            sys.stdout.buffer.write(text)
        meter.end()
        sys.stdout.flush()
        if args.format == "text" and args.n is None:
            _say(plural(listed, "solution"))
        return 0
    except KeyboardInterrupt:
        meter.end()
        before = "before symmetries" if args.unique else "so far"
        _say(f"stopped by Ctrl-C; {meter.found:,} found {before}, {listed:,} printed")
        return 130


def _records(args: argparse.Namespace, solver: Solver) -> Iterator[bytes]:
    """The solutions in a text format, one after another."""
    solutions = solver.solutions()
    coded = args.challenge is not None
    if args.format == "json":
        kept = [_data(s, coded) for s in _first(solutions, args.n)]
        yield (json.dumps(kept, ensure_ascii=False) + "\n").encode()
        return
    canvas = Canvas(solver.puzzle)
    for k, solution in enumerate(_first(solutions, args.n)):
        if args.format == "jsonl":
            yield (json.dumps(_data(solution, coded), ensure_ascii=False) + "\n").encode()
            continue
        text = canvas.text(solution)
        if coded:
            text += "\n" + solution_code(solver.puzzle, solution.pieces)
        yield (("\n" if k else "") + text + "\n").encode()


def _first(solutions: Iterator[FitSolution], number: int | None) -> Iterator[FitSolution]:
    from itertools import islice

    return islice(solutions, number)


def _data(solution: FitSolution, coded: bool) -> dict[str, object]:
    data: dict[str, object] = {"pieces": record(solution)}
    if coded:
        data["code"] = solution_code(solution.puzzle, solution.pieces)
    return data


def _pictures(args: argparse.Namespace, solver: Solver) -> bytes:
    from calpuzzle.draw.scene import sheet

    if args.all or (args.n or 1) > MAX_PICTURES:
        raise InputError(f"a picture shows up to {MAX_PICTURES} solutions; give -n")
    scenes = [scene(solution) for solution in _first(solver.solutions(), args.n or 1)]
    if not scenes:
        raise CannotDoError(f"{solver.puzzle.name} has no solution to draw")
    columns = next(k for k in range(1, MAX_PICTURES + 1) if k * k >= len(scenes))
    return _picture(args, sheet(scenes, columns))


def _picture(args: argparse.Namespace, picture: object) -> bytes:
    from calpuzzle.draw.png import to_png
    from calpuzzle.draw.scene import Scene
    from calpuzzle.draw.svg import to_svg

    assert isinstance(picture, Scene)
    return to_svg(picture).encode() if args.format == "svg" else to_png(picture)


def _rendered(args: argparse.Namespace, solution: FitSolution) -> bytes:
    if args.format in ("svg", "png"):
        return _picture(args, scene(solution))
    if args.format == "text":
        return f"{solution}\n".encode()
    return (json.dumps(_data(solution, False), ensure_ascii=False) + "\n").encode()


def _write(args: argparse.Namespace, data: bytes) -> None:
    if args.output:
        from calpuzzle.files import write_whole

        with write_whole(args.output) as stream:
            stream.write(data)
    elif args.format == "png" and sys.stdout.isatty():
        raise InputError("a PNG is no text; write it to a file with -o FILE")
    else:
        sys.stdout.buffer.write(data)


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
    try:
        if args.count:
            _write(args, f"{cover.count(args.engine, meter)}\n".encode())
            return 0
        from itertools import islice

        found = islice(cover.solve(args.engine, meter), args.n)
        kept = ([cover.names[k] for k in solution] for solution in found)
        if args.format == "json":
            lines = iter([json.dumps(list(kept)) + "\n"])
        elif args.format == "jsonl":
            lines = (json.dumps(solution) + "\n" for solution in kept)
        else:
            lines = (" | ".join(solution) + "\n" for solution in kept)
        if args.output:
            _write(args, "".join(lines).encode())
        else:
            for line in lines:
                sys.stdout.buffer.write(line.encode())
        return 0
    except KeyboardInterrupt:
        meter.end()
        _say(f"stopped by Ctrl-C; {meter.found:,} found so far")
        return 130
