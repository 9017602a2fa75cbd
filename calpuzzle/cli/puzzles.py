"""Lists the shipped puzzles: the calendars, with the solutions of all their dates, and the fitting
puzzles."""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.fit import library
from calpuzzle.results.known import read
from calpuzzle.library import load_model, names


def configure(parser: Parser) -> None:
    """Declare the options: none."""
    options.add_examples(parser, "calpuzzle puzzles")


def run(args: argparse.Namespace) -> int:
    """List."""
    _calendars()
    print("\nfitting puzzles, which calpuzzle fit NAME solves:")
    width = max(map(len, library.names()))
    for name in library.names():
        print(f"{name:<{width}}  {library.title_of(name)}".rstrip())
    return 0


def _calendars() -> None:
    from calpuzzle.draw.boxes import display_width

    found = read()
    rows = [("name", "cells", "pieces", "dates", "solutions", "title")]
    for name in names():
        model = load_model(name)
        pieces = sum(piece.copies for piece in model.pieces)
        total = f"{found[name].total:,}" if name in found else "-"
        cells = str(len(model.board.cells))
        rows.append((name, cells, str(pieces), f"{model.instances:,}", total, model.title))
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        numbers = [text.rjust(width) for text, width in zip(row[1:5], widths[1:5], strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *numbers, row[5]]).rstrip())
