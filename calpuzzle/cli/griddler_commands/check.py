"""Check a griddler: is the file sound, is there just one solution, is it the goal, how hard is it.

Exit code 0 if the solution is unique (and the goal, where there is one), 1 if not."""

from __future__ import annotations

import argparse

from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.griddler_commands.common import add_file, read
from calpuzzle.griddler.explain import first_look, why_unsolvable
from calpuzzle.griddler.hints import rate
from calpuzzle.griddler.puzzle import Clues, fits
from calpuzzle.griddler.solver import Result, solve, unbroken
from calpuzzle.base.text import plural

EXAMPLES = """\
examples:
  calpuzzle griddler check examples/puzzles/cat.non
  calpuzzle griddler check examples/puzzles/cat.non --seconds 5
"""


def configure(parser: Parser) -> None:
    """Add the options."""
    parser.epilog = EXAMPLES
    add_file(parser)
    parser.add_argument(
        "--seconds", type=at_least(1), default=60, metavar="S", help="time to search (default: 60)"
    )


def run(args: argparse.Namespace) -> int:
    """Print what was found, a line each."""
    puzzle = read(args)
    size = f"{puzzle.width} by {puzzle.height}"
    colours = ", ".join(colour.name for colour in puzzle.palette[1:])
    print(f"size: {size}, {plural(puzzle.colours, 'colour')} ({colours})")
    for key, value in puzzle.notes:
        print(f"{key}: {value}")
    faults = first_look(puzzle)
    for fault in faults:
        print(f"fault: {fault}")
    if faults:
        print("solutions: none")
        return 1
    return _solutions(puzzle, args.seconds)


def _solutions(puzzle: Clues, seconds: int) -> int:
    result = unbroken(solve(puzzle, 2, seconds=seconds))
    if result.unique:
        print("solutions: one")
    elif result.count > 1:
        print("solutions: more than one")
    elif result.complete:
        print(f"solutions: none, since {why_unsolvable(puzzle)}")
    else:
        print(f"solutions: not known after {plural(seconds, 'second')}")
    good = _goal(puzzle, result)
    rating = rate(puzzle, seconds)
    if rating is not None and result.unique:
        print(f"difficulty: {rating}")
    return 0 if result.unique and good else 1


def _goal(puzzle: Clues, result: Result) -> bool:
    """Whether the goal is a solution, or there is none to be one."""
    if puzzle.goal is None:
        return True
    if not fits(puzzle, puzzle.goal):
        print("goal: not a solution")
        return False
    print("goal: the solution" if result.unique else "goal: a solution")
    return True
