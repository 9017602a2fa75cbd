"""What the verbs do with a griddler: the options that its commands share, its hints, its check."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeGuard

from calpuzzle.api import load
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.formats.registry import FORMATS
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    from calpuzzle.cli.subject import Thing
    from calpuzzle.griddler.solver import Result
    from calpuzzle.results.griddler import Griddler

NAMES = [name for name, form in FORMATS.items() if form.kind == "griddler"]


def is_griddler(thing: Thing) -> TypeGuard[Griddler]:
    """Whether a puzzle is a griddler, without importing them for one that is not."""
    return not isinstance(thing, Puzzle) and hasattr(thing, "clues")


def add_file(parser: Parser) -> None:
    """The griddler's file and the option that names its format."""
    parser.add_argument("file", metavar="FILE", help="a griddler's file, or - for standard input")
    parser.add_argument(
        "--from",
        dest="form",
        metavar="FORMAT",
        help=f"the file's format, where its ending does not tell: {', '.join(NAMES)}",
    )


def read(args: argparse.Namespace) -> Griddler:
    """The griddler that was named. Raises PuzzleError for a file that is none."""
    found: Griddler = load(args.file, args.form, "griddler")
    return found


def hint(args: argparse.Namespace, griddler: Griddler) -> int:
    """Print the next thing that can be settled, and why."""
    with Meter(griddler.name):
        found = griddler.hint(options.laid_text(args))
    print(found.why)
    if found.settles:
        names = [
            f"row {row + 1} column {column + 1} {griddler.clues.palette[colour].name}"
            for row, column, colour in found.settles
        ]
        print("settled: " + ", ".join(names))
    return 0


def check(griddler: Griddler, seconds: int) -> int:
    """Print what there is to say of a griddler, a line each: 0 where its solution is unique, and
    its goal, where it has one; else 1."""
    from calpuzzle.griddler.explain import first_look

    clues = griddler.clues
    colours = ", ".join(colour.name for colour in clues.palette[1:])
    size = f"{clues.width} by {clues.height}"
    print(f"size: {size}, {plural(clues.colours, 'colour')} ({colours})")
    for key, value in clues.notes:
        print(f"{key}: {value}")
    faults = first_look(clues)
    for fault in faults:
        print(f"fault: {fault}")
    if faults:
        print("solutions: none")
        return 1
    return _solutions(griddler, seconds)


def _solutions(griddler: Griddler, seconds: int) -> int:
    from calpuzzle.griddler.explain import why_unsolvable
    from calpuzzle.griddler.solver import solve, unbroken

    with Meter(griddler.name):
        result = unbroken(solve(griddler.clues, 2, seconds=seconds))
        rating = griddler.rate(seconds)
    if result.unique:
        print("solutions: one")
    elif result.count > 1:
        print("solutions: more than one")
    elif result.complete:
        print(f"solutions: none, since {why_unsolvable(griddler.clues)}")
    else:
        print(f"solutions: not known after {plural(seconds, 'second')}")
    good = _goal(griddler, result)
    if rating is not None and result.unique:
        print(f"difficulty: {rating}")
    return 0 if result.unique and good else 1


def _goal(griddler: Griddler, result: Result) -> bool:
    """Whether the goal is a solution, or there is none to be one."""
    goal = griddler.clues.goal
    if goal is None:
        return True
    if not griddler.fits(goal):
        print("goal: not a solution")
        return False
    print("goal: the solution" if result.unique else "goal: a solution")
    return True
