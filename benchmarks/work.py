"""The work that is measured: puzzles, and the plain exact cover instances that peers are given."""

from __future__ import annotations

import gzip
import lzma
import random
from collections import Counter
from typing import NamedTuple

from calpuzzle.api import load
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.model import Model, board
from calpuzzle.puzzle.polyominoes import polyominoes

# The easy ones first, so that there are solutions with few of them.
ONE_SIDED = "P5 Q5 L5 J5 Y5 Y5m V5 N5 N5m U5 T5 Z5 S5 F5 F5m W5 I5 X5"
PENTOMINOES = {piece.name: piece for piece in load("pentominoes-6x10").pieces}


def rectangle(height: int, width: int, pieces: str = "FILNPTUVWXYZ") -> Model:
    """A rectangle to be covered by the named pentominoes."""
    cells = board([["."] * width] * height)
    chosen = tuple(PENTOMINOES[name] for name in pieces)
    return Model(f"{height}x{width}", cells, chosen)


def grown_boards() -> list[tuple[Model, str]]:
    """Rectangles five cells wide, grown a row at a time, each with the first pieces of a list."""
    return [(rectangle(rows, 5, "PLYNVUTZFWIX"[:rows]), f"{rows}x5") for rows in range(4, 13)]


def one_sided(height: int, width: int, number: int = 18) -> Model:
    """A rectangle to be covered by the first of the eighteen one-sided pentominoes."""
    own = {piece.name: piece for piece in polyominoes(5, one_sided=True)}
    pieces = tuple(own[name] for name in ONE_SIDED.split()[:number])
    return Model(f"{height}x{width}", board([["."] * width] * height), pieces)


def dominoes(height: int, width: int) -> Model:
    """A rectangle to be covered by dominoes."""
    number = height * width // 2
    piece = polyominoes(2)[0]._replace(least=number, most=number)
    return Model(f"{height}x{width}", board([["."] * width] * height), (piece,))


def tilings(height: int, width: int, monominoes: bool = False) -> int:
    """Count the ways to cover a rectangle by dominoes, and monominoes if wanted: cell by cell, over
    sets of the cells that those before them cover. Plain, to check engines by."""
    ways = Counter({0: 1})
    for cell in range(height * width):
        last = cell % height == height - 1
        after: Counter[int] = Counter()
        for covered, number in ways.items():
            rest = covered >> 1
            if covered & 1 or monominoes:
                after[rest] += number
            if not covered & 1:
                after[rest | 1 << (height - 1)] += number
                if not last and not covered & 2:
                    after[rest | 1] += number
        ways = after
    return ways[0]


class Packed(NamedTuple):
    """The bytes of the arrays of a diagram: as they are, and compressed."""

    plain: int
    gzip: int
    xz: int


def packed(diagram: Diagram) -> Packed:
    """Return the bytes of a diagram as a file."""
    data = b"".join(bytes(memoryview(own).cast("B")) for own in diagram.arrays)
    return Packed(len(data), len(gzip.compress(data, 9)), len(lzma.compress(data)))


def plain(cover: Cover, laid: Options = ()) -> tuple[list[list[int]], int]:
    """The rest when options are laid, as a plain exact cover problem: (options, number of
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
