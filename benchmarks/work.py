"""The work that is measured: puzzles, and plain exact cover problems for other solvers."""

from __future__ import annotations

import random

from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.model import Model, board
from calpuzzle.puzzle.polyominoes import polyominoes

# Pieces that are easy to place come first, so that the first seven already fill a board of 5x7.
ONE_SIDED = "P5 Q5 L5 J5 Y5 Y5m V5 N5 N5m U5 T5 Z5 S5 F5 F5m W5 I5 X5"


def one_sided(height: int, width: int, number: int = 18) -> Model:
    """Return a rectangle to be covered by the first `number` of ONE_SIDED."""
    own = {piece.name: piece for piece in polyominoes(5, one_sided=True)}
    pieces = tuple(own[name] for name in ONE_SIDED.split()[:number])
    return Model(f"{height}x{width}", board([["."] * width] * height), pieces)


def dominoes(height: int, width: int) -> Model:
    """Return a rectangle to be covered by dominoes."""
    number = height * width // 2
    piece = polyominoes(2)[0]._replace(least=number, most=number)
    return Model(f"{height}x{width}", board([["."] * width] * height), (piece,))


def tetrominoes(height: int, width: int) -> Model:
    """Return a rectangle to be covered by tetrominoes, any number of each."""
    most = height * width // 4
    pieces = tuple(own._replace(least=0, most=most) for own in polyominoes(4))
    return Model(f"{height}x{width}", board([["."] * width] * height), pieces)


def plain(cover: Cover, placed: Options = ()) -> tuple[list[list[int]], int]:
    """Return the residual problem after `placed` as a plain exact cover problem: its options, and
    its number of items. Raises ValueError if an item need not be covered exactly once."""
    if any(bounds != (1, 1) for bounds in cover.bounds):
        raise ValueError("equal pieces have no plain exact cover with the same count")
    gone = {item for option in placed for item in cover.options[option]}
    left = [item for item in range(len(cover.bounds)) if item not in gone]
    number = {item: k for k, item in enumerate(left)}
    options = [
        [number[item] for item in option] for option in cover.options if gone.isdisjoint(option)
    ]
    return options, len(number)


def sample_dates(cover: Cover, number: int) -> list[int]:
    """Return a sample of `number` different instances, which is the same in every run."""
    return sorted(random.Random(20260101).sample(range(cover.instances), number))
