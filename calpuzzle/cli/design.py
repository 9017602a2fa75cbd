"""Judge all sets of pieces for a board, or all boards for some pieces.

calpuzzle design BOARD ... counts every date with every set, and writes an atlas: a table with one
row per set. The subcommand show queries an atlas, and save writes the puzzle file of a row.

examples:
  calpuzzle design shelf.toml --choose 2:tetrominoes --choose 2:trominoes -o sets.parquet
  calpuzzle design show examples/shelf-sets.csv --where unsolved=0 --sort total --head 3
  calpuzzle design save weekday-8x7 "I4 S4 L4 F5 L5 N5 P5 T5 U5 V5" -o mine.toml
  calpuzzle design boards 4x4 --pieces "L4 I4 I3 L3" --group letter=A,B,C,D -o boards.csv
  calpuzzle design repair month-day-7x7
  calpuzzle design why dray Wed 27 Jan
  calpuzzle design layout shelf.toml --best even
  calpuzzle design SUBCOMMAND --help                   more about each
"""

from __future__ import annotations

from calpuzzle.api import is_puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import nearest
from calpuzzle.cli.parser import Parser
from calpuzzle.formats.shipped import names

DEFAULT_SUBCOMMAND = "judge"
SUBCOMMANDS = {
    DEFAULT_SUBCOMMAND: "judge all sets of pieces for a board (the word may be left out)",
    "solving": "find the sets that solve every date, in families too large to judge",
    "boards": "judge all boards inside a rectangle for given pieces",
    "show": "query an atlas, or draw it",
    "save": "write the puzzle file of a row of an atlas",
    "layout": "find positions of the labels so that every date can be solved",
    "repair": "find the fewest changes that make every date solvable",
    "why": "name the cells and pieces that make a date impossible",
}


def configure(parser: Parser) -> None:
    """Add the subcommands."""
    parser.add_subcommands("design", SUBCOMMANDS)
    parser.dashed = ("--sort",)
    parser.reworded = _with_subcommand


def _with_subcommand(words: list[str]) -> list[str]:
    """Return the words with the default subcommand if they name none. Raise InputError for a first
    word that is neither a subcommand nor a board."""
    if not words:
        raise InputError("name a board, or a subcommand (see calpuzzle design --help)")
    first = words[0]
    if first in (*SUBCOMMANDS, "-h", "--help"):
        return words
    if first and not first.startswith("-") and not is_puzzle(first):
        raise InputError(
            f"there is no puzzle or subcommand {first}{nearest(first, [*SUBCOMMANDS, *names()])} "
            "(see calpuzzle design --help)"
        )
    return [DEFAULT_SUBCOMMAND, *words]
