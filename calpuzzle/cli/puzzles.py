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
    from calpuzzle.draw.boxes import display_width

    known = read()
    rows = [("name", "cells", "pieces", "dates", "solutions", "title")]
    others = []
    for name in shipped.names():
        if not shipped.is_calendar(name):
            others.append(name)
            continue
        model = shipped.read(name).thing
        assert isinstance(model, Model)
        pieces = sum(piece.most for piece in model.pieces)
        total = f"{known[name].total:,}" if name in known else "-"
        numbers = (str(len(model.board.cells)), str(pieces), f"{prod(model.shape):,}", total)
        rows.append((name, *numbers, model.title))
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for name, *words, title in rows:
        right = [word.rjust(width) for word, width in zip(words, widths[1:5], strict=True)]
        print("  ".join([name.ljust(widths[0]), *right, title]).rstrip())
    print("\nfitting puzzles, which every command takes too:")
    width = max(map(len, others))
    for name in others:
        print(f"{name:<{width}}  {shipped.title_of(name)}".rstrip())
