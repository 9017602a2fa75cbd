"""The coordinates of drawings in puzzle files, implemented from docs/puzzle-files.md alone.

A spot is (row, place). For squares, the place is the column; for hexagons and triangles, it is the
character in the row. For sticks, rows and places count points, segments and squares alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import permutations, product
from math import sqrt
from random import Random

Spot = tuple[int, int]
Spots = frozenset[Spot]
LayeredSpot = tuple[int, int, int]

NAMES = ("squares", "hexagons", "triangles", "sticks")


def kind(name: str, spot: Spot) -> int:
    """Return the class of a cell under translations, or -1 if there is no cell at the spot."""
    row, place = spot
    if name == "hexagons":
        return -1 if (row + place) % 2 else 0
    if name == "triangles":
        return (row + place) % 2
    if name == "sticks":
        return row % 2 if (row + place) % 2 else -1
    return 0


def rectangle(name: str, height: int, width: int) -> list[Spot]:
    """Return the cells of `height` rows of `width` tokens, in reading order."""
    wide = 2 * width if name == "hexagons" else width
    every = [(row, place) for row in range(height) for place in range(wide)]
    return [spot for spot in every if kind(name, spot) >= 0]


def rows(spots: Collection[Spot]) -> list[list[Spot]]:
    """Return all spots of a drawing that contains the given ones, row by row from (0, 0)."""
    height, width = (1 + max(axis) for axis in zip(*spots, strict=True))
    return [[(row, place) for place in range(width)] for row in range(height)]


def corners(name: str, spot: Spot) -> list[complex]:
    """Return the corners of a cell in order, or the ends of a stick; x is to the right, y down."""
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


def moved_to_origin(points: Collection[complex]) -> frozenset[tuple[float, float]]:
    """Return the points, translated so that the least coordinates are 0."""
    left, top = min(p.real for p in points), min(p.imag for p in points)
    return frozenset((round(p.real - left, 2), round(p.imag - top, 2)) for p in points)


def moved(name: str, spots: Spots, board: Collection[Spot]) -> Iterator[Spots]:
    """Yield the images of the spots under the translations that keep them on the board."""
    first = min(spots)
    for row, place in board:
        down, right = row - first[0], place - first[1]
        found = {(r + down, p + right): kind(name, (r, p)) for r, p in spots}
        if all(spot in board and kind(name, spot) == own for spot, own in found.items()):
            yield frozenset(found)


def drawn(name: str, spots: Spots) -> str:
    """Return the drawing of a piece with these spots, as in a puzzle file."""
    top, left = (min(axis) for axis in zip(*spots, strict=True))
    if name == "sticks":
        bottom = max(row + row % 2 for row, _ in spots)
        words = [
            f"{place // 2},{(bottom - row) // 2}{'-|'[row % 2]}" for row, place in sorted(spots)
        ]
        return " ".join(words)
    if name == "triangles":
        left -= (left - top) % 2
    wide = range(left, 1 + max(place for _, place in spots))
    high = range(top, 1 + max(row for row, _ in spots))
    return "\n".join("".join(".#"[(r, p) in spots] for p in wide) for r in high)


def some(name: str, board: Collection[Spot], most: int, rng: Random) -> Spots:
    """Return up to `most` random spots of the board near one of them."""
    row, place = rng.choice(sorted(board))
    near = [(r, p) for r, p in board if abs(r - row) < 3 and abs(p - place) < 4]
    return frozenset(rng.sample(near, min(most, len(near))))


def motions(
    name: str, board: Collection[LayeredSpot]
) -> Iterator[tuple[dict[LayeredSpot, LayeredSpot], bool]]:
    """Yield each rigid motion that maps the board onto itself, as the images of its cells (layer,
    row, place), and whether it is a mirror image. A single layer is not turned over."""
    own = {place: corners(name, place[1:]) for place in board}
    at = {(z, frozenset(map(_near, own[z, r, p]))): (z, r, p) for z, r, p in board}
    top = {z for z, _, _ in board}
    first, second = next(each for each in own.values() if len(each) > 1)[:2]
    way = second - first
    ends = [pair for each in own.values() for pair in permutations(each, 2)]
    for a, b in {tuple(map(_near, pair)): pair for pair in ends}.values():
        for mirrored, over in product((False, True), (False, True) if len(top) > 1 else (False,)):
            turn = (b - a) / (way.conjugate() if mirrored else way)
            taken: dict[LayeredSpot, LayeredSpot] = {}
            for (z, r, p), each in own.items():
                ways = [point - first for point in each]
                image = [a + turn * (way.conjugate() if mirrored else way) for way in ways]
                layer = min(top) + max(top) - z if over else z
                where = layer, frozenset(map(_near, image))
                taken |= {(z, r, p): at[where]} if where in at else {}
            if abs(abs(turn) - 1) < 1e-6 and len(taken) == len(own):
                yield taken, mirrored ^ over


def _near(point: complex) -> tuple[float, float]:
    return round(point.real, 3) + 0.0, round(point.imag, 3) + 0.0
