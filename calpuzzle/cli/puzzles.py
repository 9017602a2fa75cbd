"""Lists the shipped puzzles: the calendars, with the solutions of all their dates, and the fitting
puzzles."""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.formats import shipped
from calpuzzle.puzzle.model import Model
from calpuzzle.results.known import read


def configure(parser: Parser) -> None:
    """Declare the options: none."""
    options.add_examples(parser, "calpuzzle puzzles")


def run(args: argparse.Namespace) -> int:
    """List."""
    from calpuzzle.draw.boxes import display_width

    known = read()
    rows = [("name", "cells", "pieces", "dates", "solutions", "title")]
    for name in [name for name in shipped.names() if shipped.is_calendar(name)]:
        model = shipped.read(name).thing
        assert isinstance(model, Model)
        pieces = sum(piece.most for piece in model.pieces)
        total = f"{known[name].total:,}" if name in known else "-"
        dates = 1
        for size in model.shape:
            dates *= size
        cells = str(len(model.board.cells))
        rows.append((name, cells, str(pieces), f"{dates:,}", total, model.title))
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        numbers = [text.rjust(width) for text, width in zip(row[1:5], widths[1:5], strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *numbers, row[5]]).rstrip())
    others = [name for name in shipped.names() if not shipped.is_calendar(name)]
    width = max(map(len, others))
    print("\nfitting puzzles, which every command takes too:")
    for name in others:
        print(f"{name:<{width}}  {shipped.title_of(name)}".rstrip())
    return 0
