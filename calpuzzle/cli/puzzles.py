"""Lists the shipped puzzles: the calendars, with the solutions of all their dates, and the fitting
puzzles.

example:
  calpuzzle puzzles
"""

from __future__ import annotations

import argparse
from math import prod

from calpuzzle.cli.parser import Parser
from calpuzzle.formats import shipped
from calpuzzle.puzzle.model import Model
from calpuzzle.results.known import read


def configure(parser: Parser) -> None:
    """Declare the options: none."""


def run(args: argparse.Namespace) -> None:
    """List."""
    from calpuzzle.draw.boxes import in_columns, to_the_right

    known = read()
    rows = [("name", "cells", "pieces", "dates", "solutions", "title")]
    others = {}
    for name in shipped.names():
        if not shipped.is_calendar(name):
            others[name] = shipped.title_of(name)
            continue
        model = shipped.read(name).thing
        assert isinstance(model, Model)
        pieces = sum(piece.most for piece in model.pieces)
        total = f"{known[name].total:,}" if name in known else "-"
        numbers = (str(len(model.board.cells)), str(pieces), f"{prod(model.shape):,}", total)
        rows.append((name, *numbers, model.title))
    names, *figures, titles = map(list, zip(*rows, strict=True))
    print(in_columns([names, *map(to_the_right, figures), titles]))
    print("fitting puzzles, which every command takes too:")
    print(in_columns([list(others), list(others.values())]), end="")
