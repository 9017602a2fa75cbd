"""The plane of the drawings in puzzle files, by the words of docs/puzzle-files.md alone.

A spot is (row, place): of squares the row and the column, of hexagons and triangles the row and the
character in it, of sticks the place among points, segments and squares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import sqrt
from random import Random

Spot = tuple[int, int]
Spots = frozenset[Spot]

NAMES = ("squares", "hexagons", "triangles", "sticks")


def kind(name: str, spot: Spot) -> int:
    """Return which of the cells that no move makes equal stands there; -1 for none."""
    row, place = spot
    if name == "hexagons":
        return -1 if (row + place) % 2 else 0
    if name == "triangles":
        return (row + place) % 2
    if name == "sticks":
        return row % 2 if (row + place) % 2 else -1
    return 0


def rectangle(name: str, height: int, width: int) -> list[Spot]:
    """Return the cells of so many rows of so many tokens, in reading order."""
    wide = 2 * width if name == "hexagons" else width
    every = [(row, place) for row in range(height) for place in range(wide)]
    return [spot for spot in every if kind(name, spot) >= 0]


def corners(name: str, spot: Spot) -> list[complex]:
    """Return the corners of a cell in turn, x to the right and y down; of a stick its ends."""
    y, x = spot
    high = sqrt(0.75)
    if name == "hexagons":
        middle, side = complex(x / 2, y * high), 1 / sqrt(3)
        ways = ((0, 2), (high * 2, 1), (high * 2, -1), (0, -2), (-high * 2, -1), (-high * 2, 1))
        return [middle + side * complex(a, b) / 2 for a, b in ways]
    if name == "triangles":
        flat, tip = ((y + 1) * high, y * high) if (x + y) % 2 == 0 else (y * high, (y + 1) * high)
        return [complex(x / 2 - 0.5, flat), complex(x / 2 + 0.5, flat), complex(x / 2, tip)]
    if name == "sticks":
        return [complex(x, y - 1), complex(x, y + 1)] if y % 2 else [x - 1 + y * 1j, x + 1 + y * 1j]
    return [complex(x, y), complex(x + 1, y), complex(x + 1, y + 1), complex(x, y + 1)]


def middle(name: str, spot: Spot) -> complex:
    own = corners(name, spot)
    return sum(own) / len(own)


def together(points: Collection[complex]) -> frozenset[tuple[float, float]]:
    """Return points moved so that the least coordinates are 0."""
    left, top = min(p.real for p in points), min(p.imag for p in points)
    return frozenset((round(p.real - left, 2), round(p.imag - top, 2)) for p in points)


def moved(name: str, spots: Spots, board: Collection[Spot]) -> Iterator[Spots]:
    """Yield where the spots lie on the board when they are moved, and nothing else."""
    first = min(spots)
    for row, place in board:
        down, right = row - first[0], place - first[1]
        found = {(r + down, p + right): kind(name, (r, p)) for r, p in spots}
        if all(spot in board and kind(name, spot) == own for spot, own in found.items()):
            yield frozenset(found)


def drawn(name: str, spots: Spots) -> str:
    """Return the spots as a puzzle file draws a piece of them."""
    top, left = (min(axis) for axis in zip(*spots, strict=True))
    if name == "sticks":
        bottom = max(row + row % 2 for row, _ in spots)
        words = [
            f"{place // 2},{(bottom - row) // 2}{'-|'[row % 2]}" for row, place in sorted(spots)
        ]
        return " ".join(words)
    if name == "triangles":
        left -= (left - top) % 2
    rows = range(top, 1 + max(row for row, _ in spots))
    places = range(left, 1 + max(place for _, place in spots))
    return "\n".join("".join(".#"[(r, p) in spots] for p in places) for r in rows)


def some(name: str, board: Collection[Spot], most: int, rng: Random) -> Spots:
    """Return up to so many spots of the board near one of them."""
    row, place = rng.choice(sorted(board))
    near = [(r, p) for r, p in board if abs(r - row) < 3 and abs(p - place) < 4]
    return frozenset(rng.sample(near, min(most, len(near))))
