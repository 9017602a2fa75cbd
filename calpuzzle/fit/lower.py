"""The lowering of a fitting puzzle to the general exact cover, and back.

Items are the pieces, with their bounds, and the locations, secondary where they may stay empty.
A piece is always a primary item, also with the bounds (0, 1): laying it over locations that may
all stay empty is another solution than leaving it out.
Options are the ways, in the order of the pieces and of the ways of each.
"""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.exact import Cover
from calpuzzle.fit.model import Fitting, Way


class Lowered(NamedTuple):
    """The cover, and of each option the number of its piece and the way it is."""

    cover: Cover
    options: tuple[tuple[int, Way], ...]


def lower(puzzle: Fitting) -> Lowered:
    """The exact cover problem of the puzzle. A location covered by nothing stays in it."""
    names = item_names(puzzle)
    pieces = names[: len(puzzle.pieces)]
    places = names[len(puzzle.pieces) :]
    options = tuple((index, way) for index, piece in enumerate(puzzle.pieces) for way in piece.ways)
    counted: dict[str, int] = {}
    labels = []
    for index, _ in options:
        counted[pieces[index]] = counted.get(pieces[index], 0) + 1
        labels.append(f"{pieces[index]}.{counted[pieces[index]]}")
    optional = [location.optional for location in puzzle.locations]
    cover = Cover(
        pieces + [name for name, may in zip(places, optional, strict=True) if not may],
        [[pieces[index], *[places[k] for k in way]] for index, way in options],
        [name for name, may in zip(places, optional, strict=True) if may],
        names=labels,
        multiplicity={
            name: (piece.least, piece.most)
            for name, piece in zip(pieces, puzzle.pieces, strict=True)
            if (piece.least, piece.most) != (1, 1)
        },
    )
    return Lowered(cover, options)


def item_names(puzzle: Fitting) -> list[str]:
    """A name of its own for each piece and then for each location, without blanks, `:` or `|`."""
    taken: set[str] = set()
    names = []
    for k, piece in enumerate(puzzle.pieces):
        name = "".join(c if c.isalnum() or c in "-_#+" else "_" for c in piece.name)
        names.append(_free(name or f"piece{k}", taken))
    for k, location in enumerate(puzzle.locations):
        point = location.point
        names.append(_free(f"@{','.join(map(str, point))}" if point else f"@{k}", taken))
    return names


def _free(name: str, taken: set[str]) -> str:
    candidate, k = name, 1
    while candidate in taken:
        k += 1
        candidate = f"{name}~{k}"
    taken.add(candidate)
    return candidate
