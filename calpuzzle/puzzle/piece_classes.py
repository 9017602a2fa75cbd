"""The classes of interchangeable pieces, and the shapes that a piece can show."""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.puzzle.cover import Bounds
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape, normal, orientations

ColouredShape = tuple[Shape, tuple[int, ...]]
"""A shape with the colour of each cell, or with an empty tuple if colours do not matter."""


class PieceClass(NamedTuple):
    """A class of interchangeable pieces.

    `piece` is the first of them and `names` the names of all, with copies numbered. `shown` are the
    oriented shapes with their colours and `orientations` the shapes alone; both are sorted, and
    empty for bare placements. `bounds` are the least and the greatest number of pieces used.
    """

    piece: Piece
    names: tuple[str, ...]
    shown: tuple[ColouredShape, ...]
    orientations: tuple[Shape, ...]
    bounds: Bounds

    @property
    def name(self) -> str:
        """Return the name of the first piece."""
        return self.piece.name


def classes_of(model: Model) -> tuple[PieceClass, ...]:
    """Return the classes of interchangeable pieces, in the order of the puzzle."""
    found: dict[object, PieceClass] = {}
    for number, piece in enumerate(model.pieces):
        shown = oriented(piece, model.lattice)
        key = (shown, piece.placements) if model.interchangeable else number
        names, least, most = piece.names, piece.least, piece.most
        if key in found:
            # Names of required copies come first: a solution names its pieces in this order.
            first = found[key]
            must = first.bounds[0]
            names = first.names[:must] + names[:least] + first.names[must:] + names[least:]
            piece, least, most = first.piece, must + least, first.bounds[1] + most
        shapes = tuple(sorted({shape for shape, _ in shown}))
        found[key] = PieceClass(piece, names, shown, shapes, (least, most))
    return tuple(found.values())


def oriented(piece: Piece, lattice: Lattice) -> tuple[ColouredShape, ...]:
    """Return the distinct shapes that the piece can show, with their colours, sorted."""
    found: set[ColouredShape] = set()
    marks = piece.colours or ((),) * len(piece.sides)
    for side, colours in zip(piece.sides, marks, strict=True):
        if not colours:
            found.update((s, ()) for s in orientations(side, piece.turn, piece.flip, lattice))
            continue
        for motion in lattice.motions(len(side[0]), piece.turn, piece.flip):
            image = lattice.image(motion, side)
            if image:
                marked = sorted(zip(image, colours, strict=True))
                cells, shades = zip(*marked, strict=True)
                found.add((normal(cells, lattice), shades))
    return tuple(sorted(found))
