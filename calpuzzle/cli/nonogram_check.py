"""Check a nonogram: is the file sound, is there just one solution, is it the goal, how hard is it.

Exit code 0 if the solution is unique (and the goal, where there is one), 1 if not.

examples:
  calpuzzle nonogram check examples/puzzles/cat.non
  calpuzzle nonogram check examples/puzzles/cat.non --seconds 5
"""

from __future__ import annotations

from calpuzzle.cli import options
from calpuzzle.cli.check import run as run
from calpuzzle.cli.parser import Parser


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_nonogram(parser)
    options.add_seconds(parser, 60, "time to search")
