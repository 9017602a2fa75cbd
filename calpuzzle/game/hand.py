"""The pieces of a puzzle as a hand holds them: what may be played, and how each piece turns.

The numbers of pieces and orientations are those of the page's data, so their order is fixed here:
pieces as the Lowering has its classes, orientations sorted. Used by the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.draw.colours import lighter
from calpuzzle.puzzle.lattice import LINES, Cell, Lattice, Motion
from calpuzzle.puzzle.lowering import Lowering, PieceClass
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import normal

Data = dict[str, Any]

MOST_CELLS = 2_500
"""Of a board, and of all pieces together: what a page opens in a second or two. The limits are
those of js/logic/drawings.js and js/logic/puzzlefile.js."""
MOST_PIECES = 300
MOST_COPIES = 5_000
MOST_PLACES = 100_000
"""Orientations of all pieces, times cells."""
FLAT = 2
"""The dimensions of a board that is not solid."""


class Shown(NamedTuple):
    """A piece as it lies: its cells in normal form, in reading order, and the colour of each, none
    where colours do not matter."""

    cells: tuple[Cell, ...]
    colours: tuple[int, ...]


def refusal(model: Model) -> str | None:
    """Return why nobody can play the puzzle by hand, as a sentence, or None."""
    name, lattice = model.name, model.lattice
    if model.board.bare:
        return f"{name} is known by numbers only, and one plays on a board that can be drawn"
    if model.fits:
        return f"{name} has colours that go with others, not seen; calpuzzle solve draws it"
    solid = model.board.dimensions != FLAT
    if not lattice.typed or (solid and lattice.drawn == LINES):
        return f"{name} is of {lattice.name} in space, which no layer shows"
    if solid and any(len(piece.sides) != 1 for piece in model.pieces):
        return f"{name} has solid pieces of several sides, which no hand turns into another"
    sizes = (
        (len(model.board.cells), MOST_CELLS, "cells"),
        (
            sum(len(side) for own in model.pieces for side in own.sides),
            MOST_CELLS,
            "cells of pieces",
        ),
        (len(model.pieces), MOST_PIECES, "pieces"),
        (sum(own.most for own in model.pieces), MOST_COPIES, "copies of pieces"),
    )
    return next((_too_many(name, *size) for size in sizes if size[0] > size[1]), None)


def hand_data(lowered: Lowering) -> list[Data]:
    """The classes of pieces of a puzzle: the `pieces` of its data, which say how a hand turns
    them. Raises InputError where these are too many."""
    model = lowered.model
    number = {colour: k for k, colour in enumerate(colours_of(model))}
    member = {piece.name: piece for piece in model.pieces}
    found = [_piece(own, member[own.name], model, number) for own in lowered.classes]
    places = sum(len(own["orientations"]) for own in found) * len(model.board.cells)
    if places > MOST_PLACES:
        raise InputError(_too_many(model.name, places, MOST_PLACES, "places to try for pieces"))
    return found


def _too_many(name: str, number: int, most: int, what: str) -> str:
    return f"{name} has {number:,} {what}, too many to play by hand; {most:,} are the most"


def colours_of(model: Model) -> list[int]:
    """All colours of the board and of the pieces, sorted: the order of their numbers."""
    return sorted(
        {*model.board.colours} | {c for p in model.pieces for own in p.colours for c in own}
    )


def _piece(own: PieceClass, piece: Piece, model: Model, number: dict[int, int]) -> Data:
    """Interchangeable pieces, of which `piece` is the first, as one."""
    turns = _Turns(piece, model.lattice)
    shapes = {shape: k for k, shape in enumerate(own.orientations, 1)}
    shown = turns.shown
    place = {each: k for k, each in enumerate(shown)}
    data: Data = {
        "name": own.name,
        "names": own.names,
        "least": own.bounds[0],
        "most": own.bounds[1],
        "orientations": [each.cells for each in shown],
        "turned": [place.get(turns.turned(each)) if piece.turn else None for each in shown],
        "flipped": [_other(place, each, turns.flipped(each)) for each in shown],
    }
    if turns.solid:
        data["tipped"] = [_other(place, each, turns.tipped(each)) for each in shown]
    if piece.paint:
        # The page writes what is printed in dark letters, on pieces too.
        printed = any(model.board.labels) or model.board.colours
        data["paint"] = lighter(piece.paint) if printed else piece.paint
    if piece.colours:
        data["colours"] = [[number[c] for c in each.colours] for each in shown]
        # What differs by its colours only has one number in what people write.
        data["numbers"] = [shapes[each.cells] for each in shown]
    return data


def _other(place: dict[Shown, int], own: Shown, found: Shown | None) -> int | None:
    return None if found is None or found == own else place.get(found)


class _Turns:
    """The orientations of a piece, and how turning it, turning it over and, in space, tipping it
    leads from one to another.

    The faces of a flat piece are its sides, each also mirrored where the piece may be turned over,
    those left out that are others turned. Turning over goes round the faces; what was turned
    clockwise is then turned as far the other way, as a thing is that one turns over left to right.
    In space each of the three is a motion.
    """

    def __init__(self, piece: Piece, lattice: Lattice) -> None:
        self.lattice = lattice
        self.turn, self.flip = piece.turn, piece.flip
        colours = piece.colours or ((),) * len(piece.sides)
        sides = [self._normal(*each) for each in zip(piece.sides, colours, strict=True)]
        self.dimensions = len(piece.shape[0])
        self.solid = self.dimensions != FLAT
        self.side = sides[0]
        self.faces: list[list[Shown]] = []
        mirrored = self.flip and not self.solid
        for side in sides:
            for face in (side, self._over(side))[: 1 + mirrored]:
                if not any(face in known for known in self.faces):
                    self.faces.append(self._round(face))

    def _round(self, face: Shown) -> list[Shown]:
        """The face, turned clockwise again and again."""
        found = [face]
        while self.turn and (following := self.turned(found[-1])) != face:
            found.append(following)
        return found

    @property
    def shown(self) -> list[Shown]:
        """All orientations, sorted."""
        if not self.solid:
            return sorted({each for face in self.faces for each in face})
        motions = self.lattice.motions(self.dimensions, self.turn, self.flip)
        return sorted({self._moved(self.side, motion) for motion in motions})

    def turned(self, own: Shown) -> Shown:
        """After the least turn clockwise."""
        return self._moved(own, self.lattice.clockwise(self.dimensions))

    def flipped(self, own: Shown) -> Shown | None:
        """After turning over, or None where the piece has no other face."""
        if self.solid or len(self.faces) == 1:
            return self._over(own) if self.flip else None
        face, turn = next((k, face.index(own)) for k, face in enumerate(self.faces) if own in face)
        other = self.faces[(face + 1) % len(self.faces)]
        return other[-turn % len(other)]

    def tipped(self, own: Shown) -> Shown | None:
        """After tipping it over its front edge, or None where it may not be tipped."""
        motion = self.lattice.tipped(self.dimensions) if self.turn and self.flip else None
        return self._moved(own, motion) if motion else None

    def _over(self, own: Shown) -> Shown:
        return self._moved(own, self.lattice.turned_over(self.dimensions))

    def _moved(self, own: Shown, motion: Motion) -> Shown:
        image = self.lattice.image(motion, own.cells)
        assert image is not None  # every motion of a lattice that is played maps cells onto cells
        return self._normal(image, own.colours)

    def _normal(self, cells: Sequence[Cell], colours: Sequence[int]) -> Shown:
        order = sorted(range(len(cells)), key=cells.__getitem__)
        marks = tuple(colours[k] for k in order) if colours else ()
        return Shown(normal(cells, self.lattice), marks)
