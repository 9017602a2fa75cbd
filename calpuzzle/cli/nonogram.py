"""Commands for nonograms only.

calpuzzle solve, count, hint, check, show, certify and convert also take nonograms (griddlers).

examples:
  calpuzzle nonogram step examples/puzzles/cat.non -o film.svg     an animated SVG
  calpuzzle nonogram make examples/puzzles/heart.pbm -o heart.non  from a picture
  calpuzzle nonogram SUBCOMMAND --help                             more about each
"""

from __future__ import annotations

from calpuzzle.cli.parser import Parser

SUBCOMMANDS = {
    "step": "solve step by step as a person does, with probabilities",
    "make": "make a nonogram from a picture",
}


def configure(parser: Parser) -> None:
    """Add the subcommands."""
    parser.add_subcommands("nonogram", SUBCOMMANDS)
