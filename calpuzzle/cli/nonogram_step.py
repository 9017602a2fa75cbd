"""Solve a nonogram step by step as a person does, with probabilities.

Each step shows, for each cell, the share of the candidates of its row and column that colour it.
The steps end when line solving changes nothing more, which may be before the solution.

examples:
  calpuzzle nonogram step examples/puzzles/cat.non              every step
  calpuzzle nonogram step examples/puzzles/cat.non --watch      a film in the terminal
  calpuzzle nonogram step examples/puzzles/cat.non -o film.svg  an animated SVG
  calpuzzle nonogram step examples/puzzles/cat.non -o film.png  film-000.png, ...
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import islice
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import check_new, notify, report_written, target, wants_ascii, write
from calpuzzle.cli.parser import Parser, positive
from calpuzzle.cli.subject import refuse_unused, subject_of
from calpuzzle.draw import stepper_film
from calpuzzle.draw.nonogram_text import shares_text
from calpuzzle.nonogram.clues import Clues
from calpuzzle.nonogram.explain import ContradictionError, first_look
from calpuzzle.nonogram.stepper import NonogramStep, steps

FORMATS = ("text", "json", "svg", "gif", "png")


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("puzzle", metavar="FILE", help="a nonogram's file, or - for standard input")
    options.add(parser, "--from", "--problem")
    parser.set_defaults(words=[], kind="nonogram")
    add("--steps", metavar="N", type=positive, help="at most N steps")
    add("--watch", action="store_true", help="play the steps in the terminal")
    add("--delay", metavar="S", type=float, default=0.8, help="seconds per step (default 0.8)")
    options.add_format(parser, FORMATS)


def run(args: argparse.Namespace) -> None:
    """Solve step by step, and show the steps."""
    if not 0 <= args.delay <= 60:
        raise InputError("--delay must be from 0 to 60 seconds")
    args.format, args.output = target(args, FORMATS)
    if not args.watch and args.format not in ("svg", "gif"):
        refuse_unused(args, "--delay is for a film (--watch, svg, gif)", "--delay")
    if args.watch and (args.output or args.format != "text"):
        raise InputError("--watch plays in the terminal; leave out --format and --output")
    if args.format == "png" and args.output is None:
        raise InputError("--format png writes a series of files; name them with --output")
    puzzle = subject_of(args).as_nonogram().clues
    for fault in first_look(puzzle):
        notify(f"there is no solution: {fault}")
    if args.watch:
        watch(puzzle, args.delay, args.steps)
        return
    made: list[NonogramStep] = []
    try:
        for step in islice(steps(puzzle), args.steps):
            made.append(step)
    except ContradictionError:
        if made:  # the steps up to the contradiction are worth seeing
            _write(puzzle, made, args)
        raise
    _write(puzzle, made, args)
    _report_open_cells(made[-1], args.steps)


def _write(puzzle: Clues, made: list[NonogramStep], args: argparse.Namespace) -> None:
    if args.format == "text":
        ascii_only = wants_ascii(args.output)
        write("\n".join(_frame(puzzle, step, ascii_only) for step in made), args.output)
    elif args.format == "json":
        listed = [_as_data(step, puzzle.width) for step in made]
        data = {"width": puzzle.width, "height": puzzle.height, "steps": listed}
        write(json.dumps(data) + "\n", args.output)
    else:
        if args.format == "svg":
            write(stepper_film.animated_svg(puzzle, made, args.delay).encode(), args.output)
        elif args.format == "gif":
            write(stepper_film.gif(puzzle, made, args.delay), args.output)
        else:
            names = stepper_film.png_names(args.output, len(made) + 1)
            check_new(args.force, *names)
            stepper_film.png_series(puzzle, made, names)
            report_written(f"{names[0]} to {names[-1]}")


def _frame(puzzle: Clues, step: NonogramStep, ascii_only: bool) -> str:
    total = sum(step.candidates)
    size = f"{total:,}" if total < 10**12 else f"{float(total):.3g}"
    head = f"step {step.number}: {size} candidates, {plural(step.settled, 'cell')} settled\n"
    return head + shares_text(puzzle, step.shares, ascii_only)


def _as_data(step: NonogramStep, width: int) -> dict[str, Any]:
    """Return a step as JSON data; counts are text, because readers lose the precision of integers
    above 2^53."""
    coloured = step.coloured
    return {
        "step": step.number,
        "settled": step.settled,
        "candidates": [str(count) for count in step.candidates],
        "coloured": [coloured[at : at + width] for at in range(0, len(coloured), width)],
    }


def watch(puzzle: Clues, delay: float, most: int | None = None) -> None:
    """Play the steps: in place in a terminal, otherwise one below the other."""
    film = sys.stdout.isatty()
    for step in islice(steps(puzzle), most):
        print("\x1b[H\x1b[2J" if film else "", end="")
        print(_frame(puzzle, step, wants_ascii()), flush=True)
        time.sleep(delay if film else 0)
    _report_open_cells(step, most)


def _report_open_cells(last: NonogramStep, most: int | None) -> None:
    """Report how many cells are open after the last step; `most` is the limit of --steps, or
    None."""
    if last.solved:
        return
    open_cells = f"{plural(sum(bool(mask & (mask - 1)) for mask in last.masks), 'cell')} open"
    if most is not None and last.number == most:
        notify(f"{open_cells} after {plural(most, 'step')}, the limit of --steps")
    else:
        notify(f"{open_cells}; calpuzzle solve continues by trial")
