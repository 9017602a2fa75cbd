"""What a fitting puzzle is: locations to cover, and pieces with the ways in which each can lie.

Plain immutable data, made by calpuzzle/formats and calpuzzle/fit/geometry.py. Nothing here knows
of shapes: a way is a set of location numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from calpuzzle.fit.geometry import Geometry

Way = tuple[int, ...]
"""The locations that a piece covers, as rising numbers."""


class Location(NamedTuple):
    """One place of the frame. `point` is where it is, where that is known; a piece may lie on it
    only where the colours are equal; an `optional` one may stay empty."""

    point: tuple[int, ...] | None = None
    colour: int = 0
    optional: bool = False


class Piece(NamedTuple):
    """A piece, or equal pieces: `ways` are different and sorted; `least` to `most` of them are
    used. Pieces of the same ways are different pieces; only copies are interchangeable. One that is
    `open` stands for locations left open, as the date of a calendar."""

    name: str
    ways: tuple[Way, ...]
    least: int = 1
    most: int = 1
    open: bool = False


class Fitting(NamedTuple):
    """A fitting puzzle. A solution is a set of ways laid: no location is covered twice, each that
    is not optional is covered, and of each piece as many ways are laid as it says. `geometry` is
    the shapes it was made of, where it was made of shapes; `notes` are remarks of its reader that
    a user should see; `labels` are what is printed on each location, where something is."""

    name: str
    locations: tuple[Location, ...]
    pieces: tuple[Piece, ...]
    title: str = ""
    geometry: Geometry | None = None
    notes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def ways(self) -> int:
        """How many ways all pieces have together."""
        return sum(len(piece.ways) for piece in self.pieces)


def fitting_piece(name: str, ways: list[Way], least: int = 1, most: int = 1) -> Piece:
    """A piece with its ways put in order."""
    return Piece(name, tuple(sorted({tuple(sorted(way)) for way in ways})), least, most)


def without(puzzle: Fitting, names: list[str]) -> Fitting:
    """The puzzle without the pieces of those names. Raises InputError for an unknown one."""
    from calpuzzle.base.errors import InputError
    from calpuzzle.base.text import nearest

    known = [piece.name for piece in puzzle.pieces]
    for name in names:
        if name not in known:
            raise InputError(
                f"{puzzle.name} has no piece {name}{nearest(name, known)}; there are "
                + " ".join(known)
            )
    geometry = puzzle.geometry
    if geometry:
        forms = tuple(form for form in geometry.forms if form.name not in names)
        geometry = geometry._replace(forms=forms)
    pieces = tuple(piece for piece in puzzle.pieces if piece.name not in names)
    return puzzle._replace(pieces=pieces, geometry=geometry)
