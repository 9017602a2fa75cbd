"""Prints solutions of a date: as text, JSON or a picture; one of them unless more are asked for.

The text and the JSON say how many solutions the date has. Several solutions as svg or png come as
one sheet.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import IO

from calpuzzle.cli import options
from calpuzzle.cli.output import choose_format, destination, picture, write
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import waiting
from calpuzzle.cli.terminal import add_colour, wants_ascii, wants_colour
from calpuzzle.puzzle.dates import by_group
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.puzzle import Puzzle, load
from calpuzzle.results.solution import Solution, Solutions
from calpuzzle.base.text import plural

FORMATS = ("text", "json", "jsonl", "svg", "png")
MAX_DRAWN = 500  # a sheet of more is too large to look at, or to open


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_date(parser)
    options.add_puzzle(parser)
    number = parser.add_mutually_exclusive_group()
    number.add_argument(
        "-n", type=at_least(1), metavar="N", dest="number", help="print N solutions (default 1)"
    )
    number.add_argument("--all", action="store_true", help="print all solutions")
    number.add_argument(
        "--nth", type=at_least(1), metavar="K", help="print the K-th solution, counted from 1"
    )
    parser.add_argument(
        "--random", action="store_true", help="draw them at random, each as likely as any other"
    )
    parser.add_argument(
        "--seed", type=at_least(0), metavar="S", help="with --random: the same S draws the same"
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)} (default: what FILE ends in, else text); "
        "jsonl is one solution a line",
    )
    options.add_output(parser, "stdout")
    add_colour(parser)
    options.add_laid(parser)
    options.add_engine(parser)
    options.add_examples(
        parser,
        "calpuzzle solve today",
        "calpuzzle solve Sat Jan 1 -n 4 --random --seed 7 -o four.svg",
        "calpuzzle solve 2026-11-20 --all --format jsonl",
    )


def run(args: argparse.Namespace) -> int:
    """Solve."""
    chosen = choose_format(args.format, args.output, FORMATS, "text")
    _check(args)
    path = destination(args.output, chosen)
    colour = wants_colour(args.color) and not (path and args.color == "auto")
    puzzle = load(args.puzzle)
    laid = options.laid_of(args)
    found = puzzle.solve(options.date_of(args), laid, engine=args.engine)
    if chosen == "jsonl" and not args.random and not args.nth:
        kept: Iterable[Solution] = islice(found, None if args.all else args.number or 1)
        total = -1  # not needed: the lines go out while the search goes on
    else:
        with waiting(puzzle.name):
            total = found.count()
            kept = _kept(args, found, total)
    kept = _awaited(kept, puzzle.name)
    if chosen in ("svg", "png"):
        _draw(puzzle, found, list(islice(kept, MAX_DRAWN + 1)), chosen, path)
        return 0
    with _stream(path) as stream:
        if chosen == "text":
            ascii_only = path is None and wants_ascii()
            _text(stream, puzzle, found, kept, total, shown(args, total), ascii_only, colour)
        elif chosen == "json":
            _json(stream, puzzle, found, kept, total)
        else:
            for solution in kept:
                stream.write(json.dumps(solution.pieces, ensure_ascii=False) + "\n")
    return 0


def shown(args: argparse.Namespace, total: int) -> int:
    """How many solutions are printed of `total`."""
    return total if args.all else min(total, args.number or 1)


def _check(args: argparse.Namespace) -> None:
    if args.seed is not None and not args.random:
        raise InputError("--seed does something only with --random")
    if args.random and args.nth:
        raise InputError("--random draws, --nth names one solution; choose one")
    if args.random and args.all:
        raise InputError("--random draws some of the solutions, --all prints each; choose one")


def _kept(args: argparse.Namespace, found: Solutions, total: int) -> Iterable[Solution]:
    if args.nth:
        if args.nth > total:
            raise InputError(f"there is no solution {args.nth:,}; the date has {total:,}")
        return [found.nth(args.nth - 1)]
    if args.random:
        return found.sample(args.number or 1, args.seed)
    return islice(found, shown(args, total))


def _awaited(kept: Iterable[Solution], title: str) -> Iterator[Solution]:
    """The same solutions; engines that find all before the first let wait for that one."""
    rest = iter(kept)
    with waiting(title):
        first = list(islice(rest, 1))
    yield from chain(first, rest)


@contextmanager
def _stream(path: str | None) -> Iterator[IO[str]]:
    """Stdout, or the file, which appears whole or not at all."""
    if path is None:
        yield sys.stdout
        return
    import io

    from calpuzzle.base.files import write_whole

    with write_whole(path) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n")
        yield text
        text.flush()
        text.detach()


def _heading(puzzle: Puzzle, found: Solutions, total: int, printed: int) -> str:
    date = " ".join(found.labels)
    count = plural(total, "solution") if total else "no solution"
    tail = f", {printed:,} shown" if printed < total else ""
    return f"{puzzle.name}{', ' if date else ''}{date}: {count}{tail}"


def _text(
    stream: IO[str],
    puzzle: Puzzle,
    found: Solutions,
    kept: Iterable[Solution],
    total: int,
    printed: int,
    ascii_only: bool,
    colour: bool,
) -> None:
    from calpuzzle.draw.text import solution_text

    stream.write(_heading(puzzle, found, total, printed) + "\n")
    for solution in kept:
        drawn = solution_text(solution, ascii_only=ascii_only, colour=colour)
        stream.write(f"\n{drawn}\n")


def _json(
    stream: IO[str], puzzle: Puzzle, found: Solutions, kept: Iterable[Solution], total: int
) -> None:
    date = by_group(puzzle.model, found.labels)
    head = json.dumps({"puzzle": puzzle.name, "date": date, "total": total}, ensure_ascii=False)
    stream.write(head[:-1] + ', "solutions": [')
    before = "\n"
    for solution in kept:
        stream.write(before + json.dumps(solution.pieces, ensure_ascii=False))
        before = ",\n"
    stream.write("]}\n" if before == "\n" else "\n]}\n")


def _draw(
    puzzle: Puzzle, found: Solutions, kept: list[Solution], chosen: str, path: str | None
) -> None:
    from calpuzzle.draw.scene import sheet
    from calpuzzle.draw.solution import solution_scene

    heading = _heading(puzzle, found, len(kept), len(kept))
    if not kept:
        raise CannotDoError(f"{heading}, so there is nothing to draw")
    if len(kept) > MAX_DRAWN:
        raise InputError(
            f"a sheet holds {MAX_DRAWN} solutions at most; ask for fewer with -n, or use "
            "--format text or jsonl"
        )
    scene = sheet([solution_scene(solution) for solution in kept], title=heading)
    write(picture(scene, chosen), path)
