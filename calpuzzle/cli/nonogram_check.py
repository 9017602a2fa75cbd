"""Check a nonogram: is the file sound, how many solutions has it, is the goal one, how hard is it.

Exit code 0 if the solution is unique (and the goal, where there is one), 1 if not; with --solvable
0 if there is any.

examples:
  calpuzzle nonogram check examples/puzzles/cat.non
  calpuzzle nonogram check examples/puzzles/cat.non --seconds 5
"""

from __future__ import annotations

from calpuzzle.cli import options
from calpuzzle.cli.check import add_seconds
from calpuzzle.cli.check import run as run
from calpuzzle.cli.parser import Parser


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_nonogram(parser)
    add_seconds(parser)
