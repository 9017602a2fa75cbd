"""What is measured: puzzles, and the plain exact cover instances that the peers are given."""

from __future__ import annotations

import random

from calpuzzle.api import load
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.model import Model, board

PENTOMINOES = {piece.name: piece for piece in load("pentominoes-6x10").pieces}


def rectangle(height: int, width: int, pieces: str = "FILNPTUVWXYZ") -> Model:
    """A rectangle to be covered by the named pentominoes."""
    cells = board([["."] * width] * height)
    chosen = tuple(PENTOMINOES[name] for name in pieces)
    return Model(f"{height}x{width}", cells, chosen)


def grown_boards() -> list[tuple[Model, str]]:
    """Rectangles five cells wide, grown a row at a time, each with the first pieces of a list."""
    return [(rectangle(rows, 5, "PLYNVUTZFWIX"[:rows]), f"{rows}x5") for rows in range(4, 13)]


def plain(cover: Cover, laid: Options = ()) -> tuple[list[list[int]], int]:
    """What is left when options are laid as a plain exact cover problem: (options, number of
    items). Only for puzzles without equal pieces."""
    if any(bounds != (1, 1) for bounds in cover.bounds):
        raise ValueError("equal pieces have no plain exact cover with the same count")
    gone = {item for option in laid for item in cover.options[option]}
    left = [item for item in range(len(cover.bounds)) if item not in gone]
    number = {item: k for k, item in enumerate(left)}
    options = [
        [number[item] for item in option] for option in cover.options if gone.isdisjoint(option)
    ]
    return options, len(number)


def sample_dates(cover: Cover, number: int) -> list[int]:
    """Instances drawn without replacement; always the same ones."""
    return sorted(random.Random(20260101).sample(range(cover.instances), number))
