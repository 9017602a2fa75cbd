"""The data with which the page rotates and flips pieces by hand, and the limits for playing.

The page refers to pieces and orientations by number, so their order is fixed here: pieces in the
order of the classes of the Lowering, orientations sorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.draw.colours import lighter
from calpuzzle.puzzle.group import MAX_SETS
from calpuzzle.puzzle.lattice import LINES, Cell, Lattice, Motion
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.piece_classes import PieceClass
from calpuzzle.puzzle.shapes import normal

Data = dict[str, Any]

MAX_CELLS = 2_500
"""The maximum number of cells of a board, and of all pieces together: the page opens a puzzle of
this size in a second or two. In js/logic, drawings.js, filechecks.js and puzzlefile.js repeat this
limit and the next three."""
MAX_PIECES = 300
MAX_COPIES = 5_000
MAX_PLACES = 100_000
"""The maximum product of the number of orientations of all pieces and the number of cells."""
FLAT_DIMENSIONS = 2
"""The number of dimensions of a flat board."""


class ColouredOrientation(NamedTuple):
    """An orientation of a piece: its cells in normal form and reading order, and the colour of
    each, or no colours if they do not matter."""

    cells: tuple[Cell, ...]
    colours: tuple[int, ...]


def unsupported_reason(model: Model) -> str | None:
    """Return a sentence on why the puzzle cannot be played by hand, or None.

    If the result is None, `hand_data` may still reject the puzzle, because only it checks
    `MAX_PLACES`.
    """
    name, lattice = model.name, model.lattice
    if model.board.bare:
        return f"{name} has only cell numbers, no positions, so its board cannot be drawn"
    if model.fits:
        return f"{name} matches colours in pairs, which the page cannot show; use calpuzzle solve"
    solid = model.board.dimensions != FLAT_DIMENSIONS
    if not lattice.has_drawings or (solid and lattice.drawn == LINES):
        return f"{name} consists of {lattice.name} in space, which cannot be drawn in layers"
    if solid and any(len(piece.sides) != 1 for piece in model.pieces):
        return f"{name} has solid pieces with several sides, which no rotation exchanges"
    sizes = (
        (len(model.board.cells), MAX_CELLS, "cells"),
        (
            sum(len(side) for piece in model.pieces for side in piece.sides),
            MAX_CELLS,
            "cells of pieces",
        ),
        (len(model.pieces), MAX_PIECES, "pieces"),
        (sum(piece.most for piece in model.pieces), MAX_COPIES, "copies of pieces"),
        (sum(len(group.label_sets) for group in model.groups), MAX_SETS, "sets of labels"),
    )
    return next((_too_many(name, *size) for size in sizes if size[0] > size[1]), None)


def hand_data(lowered: Lowering) -> list[Data]:
    """Return the `pieces` of the page's data: for each class of pieces, its orientations and which
    of them results from rotating, flipping or tipping each one. Raises InputError if the
    orientations times the cells of the board exceed `MAX_PLACES`."""
    model = lowered.model
    colour_number = {colour: k for k, colour in enumerate(colours_of(model))}
    piece_of = {piece.name: piece for piece in model.pieces}
    found = [_piece(kind, piece_of[kind.name], model, colour_number) for kind in lowered.classes]
    places = sum(len(data["orientations"]) for data in found) * len(model.board.cells)
    if places > MAX_PLACES:
        raise InputError(_too_many(model.name, places, MAX_PLACES, "places to try for pieces"))
    return found


def _too_many(name: str, number: int, most: int, what: str) -> str:
    return f"{name} has {number:,} {what}, too many to play by hand; the maximum is {most:,}"


def colours_of(model: Model) -> list[int]:
    """Return all colours of the board and of the pieces, sorted, as the page numbers them."""
    return sorted(
        {*model.board.colours} | {c for p in model.pieces for side in p.colours for c in side}
    )


def _piece(kind: PieceClass, piece: Piece, model: Model, colour_number: dict[int, int]) -> Data:
    """Return the data of a class of interchangeable pieces, of which `piece` is the first."""
    turns = _Turns(piece, model.lattice)
    shape_number = {shape: k for k, shape in enumerate(kind.orientations, 1)}
    orientations = turns.orientations
    index = {each: k for k, each in enumerate(orientations)}
    data: Data = {
        "name": kind.name,
        "names": kind.names,
        "least": kind.bounds[0],
        "most": kind.bounds[1],
        "orientations": [each.cells for each in orientations],
        "turned": [index.get(turns.turned(each)) if piece.turn else None for each in orientations],
        "flipped": [_index_of_other(index, each, turns.flipped(each)) for each in orientations],
    }
    if turns.solid:
        data["tipped"] = [_index_of_other(index, each, turns.tipped(each)) for each in orientations]
    if piece.paint:
        # The page prints labels in dark letters, also on pieces.
        printed = any(model.board.labels) or model.board.colours
        data["paint"] = lighter(piece.paint) if printed else piece.paint
    if piece.colours:
        data["colours"] = [[colour_number[c] for c in each.colours] for each in orientations]
        # In written placements, orientations that differ only in colours share a number.
        data["numbers"] = [shape_number[each.cells] for each in orientations]
    return data


def _index_of_other(
    index: dict[ColouredOrientation, int], old: ColouredOrientation, new: ColouredOrientation | None
) -> int | None:
    return None if new is None or new == old else index.get(new)


class _Turns:
    """The orientations of a piece, and which one results from rotating it, turning it over and, in
    space, tipping it.

    The faces of a flat piece are its sides and, if `flip` is true, their mirror images, without
    those that are rotations of another face. Each time the piece is turned over, the next
    face is shown. A face that was rotated clockwise is followed by one that is rotated
    counter-clockwise by the same amount, as when an object is turned over left to right. In space,
    rotating, turning over and tipping are motions of the lattice.
    """

    def __init__(self, piece: Piece, lattice: Lattice) -> None:
        self.lattice = lattice
        self.turn, self.flip = piece.turn, piece.flip
        colours = piece.colours or ((),) * len(piece.sides)
        sides = [self._normal(*each) for each in zip(piece.sides, colours, strict=True)]
        self.dimensions = len(piece.shape[0])
        self.solid = self.dimensions != FLAT_DIMENSIONS
        self.side = sides[0]
        self.faces: list[list[ColouredOrientation]] = []
        has_backs = self.flip and not self.solid
        for side in sides:
            for face in (side, self._over(side)) if has_backs else (side,):
                if not any(face in rotations for rotations in self.faces):
                    self.faces.append(self._rotations(face))

    def _rotations(self, face: ColouredOrientation) -> list[ColouredOrientation]:
        """Return the face, followed by its clockwise rotations."""
        found = [face]
        while self.turn and (following := self.turned(found[-1])) != face:
            found.append(following)
        return found

    @property
    def orientations(self) -> list[ColouredOrientation]:
        """All orientations, sorted."""
        if not self.solid:
            return sorted({each for face in self.faces for each in face})
        motions = self.lattice.motions(self.dimensions, self.turn, self.flip)
        return sorted({self._moved(self.side, motion) for motion in motions})

    def turned(self, oriented: ColouredOrientation) -> ColouredOrientation:
        """Return the orientation after the smallest clockwise rotation."""
        return self._moved(oriented, self.lattice.clockwise(self.dimensions))

    def flipped(self, oriented: ColouredOrientation) -> ColouredOrientation | None:
        """Return the orientation after turning over: on the next face or, if there is only one, a
        rotation of it. Return None if there is only one face and `flip` is false."""
        if self.solid or len(self.faces) == 1:
            return self._over(oriented) if self.flip else None
        number, turn = next(
            (k, face.index(oriented)) for k, face in enumerate(self.faces) if oriented in face
        )
        other = self.faces[(number + 1) % len(self.faces)]
        return other[-turn % len(other)]

    def tipped(self, oriented: ColouredOrientation) -> ColouredOrientation | None:
        """Return the orientation after tipping the piece over its front edge, or None if that is
        not allowed or not a motion of the lattice."""
        motion = self.lattice.tipped(self.dimensions) if self.turn and self.flip else None
        return self._moved(oriented, motion) if motion else None

    def _over(self, oriented: ColouredOrientation) -> ColouredOrientation:
        return self._moved(oriented, self.lattice.turned_over(self.dimensions))

    def _moved(self, oriented: ColouredOrientation, motion: Motion) -> ColouredOrientation:
        image = self.lattice.image(motion, oriented.cells)
        assert image is not None  # on lattices that can be played, all motions map cells to cells
        return self._normal(image, oriented.colours)

    def _normal(self, cells: Sequence[Cell], colours: Sequence[int]) -> ColouredOrientation:
        order = sorted(range(len(cells)), key=cells.__getitem__)
        sorted_colours = tuple(colours[k] for k in order) if colours else ()
        return ColouredOrientation(normal(cells, self.lattice), sorted_colours)
