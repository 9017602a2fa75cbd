"""Prints solutions of a date, or of any puzzle: as text, JSON or a picture; one of them unless more
are asked for.

The text and the JSON say how many solutions there are; where counting them takes long, that is left
out, and calpuzzle count counts on. Several solutions as svg or png come as one sheet.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.cli import options
from calpuzzle.cli.asking import Asked, ask, explain_nothing
from calpuzzle.cli.output import choose_format, destination, stream_to, write
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import LateError, Meter
from calpuzzle.cli.subject import subject_of
from calpuzzle.cli.terminal import add_colour, wants_ascii, wants_colour
from calpuzzle.results.solutions import envelope

FORMATS = ("text", "json", "jsonl", "svg", "png")
MAX_DRAWN = 500  # a sheet of more is too large to look at, or to open
PATIENCE = 5.0  # seconds for the number of solutions of a puzzle without a date


def add_amount(parser: Parser, usual: str) -> None:
    """`-n N`, `--all`, `--nth K`; gives their group."""
    number = parser.add_mutually_exclusive_group()
    number.add_argument(
        "-n", type=at_least(1), metavar="N", dest="number", help=f"print N solutions{usual}"
    )
    number.add_argument("--all", action="store_true", help="print all solutions")
    number.add_argument(
        "--nth", type=at_least(1), metavar="K", help="print the K-th solution, counted from 1"
    )


def add_writing(parser: Parser) -> None:
    """`--format` and `-o`."""
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)} (default: what FILE ends in, else text); "
        "jsonl is one solution a line",
    )
    options.add_output(parser, "stdout")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    add_amount(parser, " (default 1)")
    parser.add_argument(
        "--random", action="store_true", help="draw them at random, each as likely as any other"
    )
    parser.add_argument(
        "--seed", type=at_least(0), metavar="S", help="with --random: the same S draws the same"
    )
    add_writing(parser)
    add_colour(parser)
    options.add_laid(parser)
    options.add_unique(parser)
    options.add_engine(parser)
    options.add_examples(
        parser,
        "calpuzzle solve today",
        "calpuzzle solve Sat Jan 1 -n 4 --random --seed 7 -o four.svg",
        "calpuzzle solve 2026-11-20 --all --format jsonl",
        "calpuzzle solve soma",
        "calpuzzle solve examples/puzzles/cat.non",
    )


def run(args: argparse.Namespace) -> int:
    """Solve."""
    chosen = choose_format(args.format, args.output, FORMATS, "text")
    _check(args)
    path = destination(args.output, chosen)
    colour = wants_colour(args.color) and not (path and args.color == "auto")
    subject = subject_of(args)
    with Meter(subject.name) as meter:
        asked = ask(args, subject, meter)
        total = None
        # The lines of jsonl go out while the search goes on, and need no number.
        if chosen != "jsonl" or args.random or args.nth:
            patient = bool(asked.found.date) or args.random or args.engine != "auto"
            total = _counted(asked, meter, None if patient else PATIENCE)
        kept = _awaited(_kept(args, asked, total))
    if total == 0:
        explain_nothing(asked)
    if chosen in ("svg", "png"):
        draw(asked, list(islice(kept, MAX_DRAWN + 1)), chosen, path)
        return 0
    with stream_to(path) as stream:
        if chosen == "text":
            shown = 1 if args.nth else args.number or 1
            if total is not None:
                shown = total if args.all else min(total, shown)
            stream.write(asked.found.heading(total, shown) + "\n")
        plain = {"ascii_only": path is None and wants_ascii(), "colour": colour}
        for part in parts(asked, kept, total, chosen, lambda each: f"\n{each.text(**plain)}\n"):
            stream.write(part)
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.seed is not None and not args.random:
        raise InputError("--seed does something only with --random")
    if args.random and args.nth:
        raise InputError("--random draws, --nth names one solution; choose one")
    if args.random and args.all:
        raise InputError("--random draws some of the solutions, --all prints each; choose one")


def _counted(asked: Asked, meter: Meter, seconds: float | None) -> int | None:
    """How many solutions there are; None where `seconds` do not suffice to count them."""
    meter.deadline = None if seconds is None else time.monotonic() + seconds
    try:
        return asked.found.count()
    except LateError:
        return None
    finally:
        meter.deadline = None


def _kept(args: argparse.Namespace, asked: Asked, total: int | None) -> Iterable[Any]:
    found = asked.found
    if args.nth:
        if total is not None and args.nth > total:
            what = "the date" if found.date else found.name
            raise InputError(f"there is no solution {args.nth:,}; {what} has {total:,}")
        return [found.nth(args.nth - 1)]
    if args.random:
        return found.sample(args.number or 1, args.seed)
    return islice(found, None if args.all else args.number or 1)


def _awaited(kept: Iterable[Any]) -> Iterator[Any]:
    """The same solutions, the first of them found already: some engines find all before it."""
    rest = iter(kept)
    return chain(list(islice(rest, 1)), rest)


def parts(
    asked: Asked,
    kept: Iterable[Any],
    total: int | None,
    form: str,
    text: Callable[[Any], str],
) -> Iterator[str]:
    """The solutions in a format, part by part; `text` draws one."""
    if form == "json":
        yield from envelope(asked.found, (each.record() for each in kept), total)
        return
    for each in kept:
        if form == "jsonl":
            yield json.dumps(each.record(), ensure_ascii=False) + "\n"
        else:
            yield text(each)


def draw(asked: Asked, kept: list[Any], form: str, path: str | None) -> None:
    """Write the solutions as one picture. Raises CannotDoError where there is none, InputError for
    too many."""
    from calpuzzle.draw.scene import sheet
    from calpuzzle.draw.svg import picture

    heading = asked.found.heading(len(kept), len(kept))
    if not kept:
        raise CannotDoError(f"{heading}, so there is nothing to draw")
    if len(kept) > MAX_DRAWN:
        raise InputError(
            f"a sheet holds {MAX_DRAWN} solutions at most; ask for fewer with -n, or use "
            "--format text or jsonl"
        )
    write(picture(sheet([each.scene() for each in kept], title=heading), form), path)
