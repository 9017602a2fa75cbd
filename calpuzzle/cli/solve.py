"""Print solutions of a date (by default one solution of today) or of any puzzle.

Text and JSON include the number of solutions; without a date, only if it is found within two
seconds. Several solutions in a picture share one sheet. --format grid prints only the solutions,
one character per cell.

examples:
  calpuzzle solve today
  calpuzzle solve Sat Jan 1 -n 4 --random --seed 7 -o four.svg
  calpuzzle solve 2026-11-20 --all --format jsonl
  calpuzzle solve today --prefer gravity-safe,fewest-flips
  calpuzzle solve soma
  calpuzzle solve iq-fit --placed b43SG82WR11S
  calpuzzle solve examples/puzzles/two.txt --all --format grid
  calpuzzle solve soma --disassemble
  calpuzzle solve examples/puzzles/cat.non
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.cli import options, output
from calpuzzle.cli.choosing import add_choice, choice_of
from calpuzzle.cli.options import memory_of
from calpuzzle.cli.output import (
    Target,
    coloured,
    stream_to,
    target,
    wants_ascii,
    write,
    write_sheet,
)
from calpuzzle.cli.parser import OneOf, Parser, at_least, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.request import Request, request_of
from calpuzzle.cli.subject import EXPLAINED, refuse_unused, subject_of
from calpuzzle.draw.text_board import Compact
from calpuzzle.formats.placement_codes import solution_code, takes_challenges
from calpuzzle.puzzle.cover import Cover
from calpuzzle.results.answer import envelope
from calpuzzle.results.disassembly import DOES_NOT_COME_APART, check_slides

FORMATS = ("text", "grid", "json", "jsonl", *output.PICTURES)
RANK_DIGITS = 4000  # the most digits of the number of a solution; int() accepts 4300
PATIENCE = 2.0  # seconds to count the solutions of a puzzle without a date


def add_amount(parser: Parser, usual: str) -> None:
    """Declare `-n N`, `--all`, `--nth K`, `--random` and `--seed S`."""
    amount = parser.add_mutually_exclusive_group()
    text = f"print N solutions{usual}"
    amount.add_argument("-n", dest="number", metavar="N", type=positive, help=text)
    amount.add_argument("--all", action="store_true", help="print all solutions")
    rank = at_least(1, RANK_DIGITS)
    amount.add_argument("--nth", metavar="K", type=rank, help="print solution K, from 1")
    parser.add_argument("--random", action="store_true", help="choose solutions at random")
    text = "the random seed, with --random"
    parser.add_argument("--seed", metavar="S", type=at_least(0), help=text)


def check_amount(args: argparse.Namespace) -> None:
    """Raise InputError if options of `add_amount` exclude each other, or --seed lacks --random."""
    if args.seed is not None and not args.random:
        raise InputError("--seed needs --random")
    if args.random and args.nth:
        raise InputError("--random and --nth exclude one another; use one")
    if args.random and args.all:
        raise InputError("--random and --all exclude one another; use one")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    add_amount(parser, " (default 1)")
    options.add_format(parser, FORMATS)
    add_choice(parser)
    add = parser.add_argument
    text = "show how each solution comes apart by sliding; as SVG, a film"
    add("--disassemble", action="store_true", help=text)
    known = ("half", "full")
    text = "for a nonogram as text: two rows of cells per line (half, default), or one (full)"
    add("--cells", metavar="half|full", choices=known, default="half", help=text)
    when = OneOf("choice", ("auto", "always", "never"))
    text = "auto (default: on a terminal; NO_COLOR and FORCE_COLOR override), always or never"
    add("--color", "--colour", metavar="WHEN", type=when, default="auto", help=text)
    options.add(parser, *options.PLACED, *options.UNIQUE, "--engine", "--memory", "--explain")


def run(args: argparse.Namespace) -> None:
    """Print the solutions."""
    check_amount(args)
    where = form, path = target(args, FORMATS)
    colour = coloured(args, form, path)
    plain = wants_ascii(path)
    subject = subject_of(args).dated()
    subject.refuse_options(args, "--prefer", "--disassemble")
    if form == "grid" and isinstance(subject.puzzle, Cover):
        raise InputError(f"a grid needs cells, but {subject.name} has items and options")
    if form == "grid":
        refuse_unused(args, "a grid has one character per cell", "--color", "--disassemble")
    nonogram = not isinstance(subject.puzzle, Puzzle | Cover)
    if form != "text" or not nonogram:
        refuse_unused(args, "--cells is for nonograms as text", "--cells")
    if args.disassemble and form not in ("text", "json", "svg"):
        remedy = "leave --format out" if args.format else "name a file that ends in .svg"
        raise InputError(f"--disassemble writes text, json or svg, not {form}; {remedy}")
    if args.disassemble and form == "svg" and (args.all or (args.number or 1) > 1):
        raise InputError("a film shows one solution; leave -n and --all out")
    if args.disassemble and isinstance(subject.puzzle, Puzzle):
        check_slides(subject.puzzle.model)
        if form == "svg":
            from calpuzzle.draw.disassembly_film import check_cells

            check_cells(subject.puzzle.model)
    if isinstance(subject.puzzle, Cover):
        subject.refuse_options(args, "--color")
    if args.explain:
        refuse_unused(args, EXPLAINED, "--output", "--format")
    with Meter(subject.name) as meter:
        request = request_of(args, subject, meter)
        what = "cheapest" if args.prefer else "nth" if args.nth or args.random else "list"
        if request.print_plan(args, what):
            return
        choice = choice_of(args, request)
        total = None
        # A grid and JSON lines are printed during the search, without the number of solutions.
        if form not in ("grid", "jsonl") or args.random or args.nth or choice:
            patient = bool(request.solutions.date) or args.random or args.engine != "auto"
            total = _counted(request, meter, None if patient else PATIENCE)
        ranked = choice.best(request.solutions) if choice else None
        rest = iter(_selected(args, request.solutions if ranked is None else ranked, total))
        # Some engines find all solutions before they return the first, so the meter must still run
        # while the first solution is fetched.
        selected: Iterator[Any] = chain(list(islice(rest, 1)), rest)
    if total == 0:
        request.explain_no_solution()
    shown = total if args.all else args.number or 1
    if total is not None and shown is not None:
        shown = min(total, shown)
    more: dict[str, Any] = {}
    if choice and ranked is not None and (best := list(selected)):
        choice.describe(ranked, best[0])
        selected = iter(best)
        if form == "json":
            more["costs"] = choice.costs(ranked)
        if choice.near:
            more["moved"] = [choice.near.moved(each) for each in best]
    if args.disassemble and form == "json":
        best = list(selected)
        selected = iter(best)
        disassemblies = [each.disassembly(memory_of(args)) for each in best]
        more["disassembly"] = [each and each.record() for each in disassemblies]

    if form == "grid":
        write_solutions(
            request.solutions, selected, total, where, _grids(args, request.puzzle, selected)
        )
        return

    def text(each: Any) -> str:
        how = {"cells": args.cells} if nonogram else {}
        drawn: str = each.text(ascii_only=plain, colour=colour, **how)
        if choice:
            drawn += choice.moves_line(each)
        if args.disassemble:
            drawn += f"\n{each.disassembly(memory_of(args)) or DOES_NOT_COME_APART}"
        return drawn

    head = request.solutions.heading(total, shown)
    if args.disassemble and form == "svg":
        write(_film(next(selected, None), memory_of(args), head), path)
        return
    write_solutions(
        request.solutions, selected, total, where, chain([head], map(text, selected)), more=more
    )


def _grids(args: argparse.Namespace, puzzle: Any, found: Iterable[Any]) -> Iterator[str]:
    """Yield each solution with one character per cell, and print the legend, if any, on stderr.

    If --placed is used and the puzzle has codes for its challenges, the code of the solution
    follows.
    """
    if not isinstance(puzzle, Puzzle):
        yield from ("\n".join(each.record()) for each in found)
        return
    compact = Compact(puzzle.model)
    coded = args.placed and takes_challenges(puzzle.model)
    for at, each in enumerate(found):
        if compact.legend and not at:
            output.notify(compact.legend)
        code = f"\n{solution_code(puzzle.model, each.pieces)}" if coded else ""
        yield compact.text(each.pieces) + code


def _film(solution: Any, memory: int | None, head: str) -> str:
    """Return the disassembly of the solution as an animated SVG. Raises CannotDoError if there is
    none."""
    from calpuzzle.draw.disassembly_film import film

    disassemblies = solution and solution.disassembly(memory)
    if not disassemblies:
        more = f"{head}, and it {DOES_NOT_COME_APART}; --disassembles finds one that does"
        raise CannotDoError(more if solution else head)
    return film(solution.model, solution.pieces, disassemblies.separations)


def _counted(request: Request, meter: Meter, seconds: float | None) -> int | None:
    """Return the number of solutions, or None if it takes longer than `seconds`."""
    meter.deadline = None if seconds is None else time.monotonic() + seconds
    try:
        return request.solutions.count()
    except StoppedError:
        return None
    finally:
        meter.deadline = None


def _selected(args: argparse.Namespace, found: Solutions[Any], total: int | None) -> Iterable[Any]:
    if args.nth:
        if total is not None and args.nth > total:
            raise _no_such_solution(args.nth, found, total)
        try:
            return [found.nth(args.nth - 1)]
        except IndexError:
            total = found.count()  # counted already by `nth`
            raise _no_such_solution(args.nth, found, total) from None
    if args.random:
        return found.sample(args.number or 1, args.seed)
    return islice(found, None if args.all else args.number or 1)


def _no_such_solution(number: int, found: Solutions[Any], total: int) -> InputError:
    """Return the error for a number of a solution, counted from 1, that is too large."""
    what = "the date" if found.date else found.name
    return InputError(f"there is no solution {number:,}; {what} has {total:,}")


def write_solutions(
    found: Solutions[Any],
    selected: Iterable[Any],
    total: int | None,
    where: Target,
    texts: Iterable[str],
    more: Mapping[str, Any] = {},
) -> None:
    """Write solutions in the format and to the path in `where`. A picture is drawn when all of them
    are known; other formats are written one solution at a time.

    `texts` are the texts to write, with an empty line between them; `more` is added to JSON. For a
    picture, raises CannotDoError if there are no solutions, and InputError if there are too many.
    """
    form, path = where
    if form in output.PICTURES:
        drawn = list(islice(selected, output.MAX_DRAWN + 1))
        if not drawn:
            raise CannotDoError(f"{found.heading(0, 0)}, so nothing can be drawn")
        write_sheet(drawn, found.heading(total, len(drawn)), form, path)
        return
    if form == "json":
        lines = envelope(
            found.name, found.date, (each.record() for each in selected), total, **more
        )
    elif form == "jsonl":
        lines = (json.dumps(each.record(), ensure_ascii=False) + "\n" for each in selected)
    else:
        lines = ("\n" * bool(at) + f"{text}\n" for at, text in enumerate(texts))
    with stream_to(path) as stream:
        stream.writelines(lines)
