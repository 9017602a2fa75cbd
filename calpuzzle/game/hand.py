"""The pieces of a puzzle as a hand holds them: what may be played, and how each piece turns.

The numbers of pieces and orientations are those of the page's data, so their order is fixed here:
pieces as the Lowering has its classes, orientations sorted. Used by the game and the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from calpuzzle.draw.colours import lighter
from calpuzzle.puzzle.lattice import Cell, Lattice, Motion, moved
from calpuzzle.puzzle.lowering import Lowering, PieceClass
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import normal

Data = dict[str, Any]


class Shown(NamedTuple):
    """A piece as it lies: its cells in normal form, in reading order, and the colour of each, none
    where colours do not matter."""

    cells: tuple[Cell, ...]
    colours: tuple[int, ...]


def refusal(model: Model) -> str | None:
    """Why nobody can play the puzzle by hand, on a page or elsewhere, as a sentence, or None."""
    if model.board.bare:
        return f"{model.name} is known by numbers only, and one plays on a board that can be drawn"
    if model.board.dimensions != 2:
        return f"{model.name} is solid, and one plays flat puzzles; calpuzzle solve draws it"
    if not model.lattice.square or model.fits:
        what = "colours that go with others" if model.fits else model.lattice.name
        return f"{model.name} has {what}, and one plays on squares; calpuzzle solve draws it"
    return None


def hand_data(lowered: Lowering) -> list[Data]:
    """The classes of pieces of a puzzle: the `pieces` of its data, which say how a hand turns
    them."""
    model = lowered.model
    number = {colour: k for k, colour in enumerate(colours_of(model))}
    member = {piece.name: piece for piece in model.pieces}
    return [_piece(own, member[own.name], model, number) for own in lowered.classes]


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
    """The orientations of a piece, and how turning it, and turning it over, leads from one to
    another.

    Its faces are its sides, each also mirrored where the piece may be turned over, those left out
    that are others turned. Turning over goes round the faces; what was turned clockwise is then
    turned as far the other way, as a thing is that one turns over left to right.
    """

    def __init__(self, piece: Piece, lattice: Lattice) -> None:
        self.lattice = lattice
        self.turn, self.flip = piece.turn, piece.flip
        colours = piece.colours or ((),) * len(piece.sides)
        sides = [self._normal(*each) for each in zip(piece.sides, colours, strict=True)]
        faces = [face for side in sides for face in (side, self._mirrored(side))[: 1 + self.flip]]
        self.faces: list[list[Shown]] = []
        for face in faces:
            quarters = [face]
            while self.turn and len(quarters) < 4:
                quarters.append(self.turned(quarters[-1]))
            if not any(face in known for known in self.faces):
                self.faces.append(quarters)

    @property
    def shown(self) -> list[Shown]:
        """All orientations, sorted."""
        return sorted({each for quarters in self.faces for each in quarters})

    def turned(self, own: Shown) -> Shown:
        """After a quarter turn clockwise."""
        return self._moved(own, ((0, 1), (-1, 0)))

    def flipped(self, own: Shown) -> Shown | None:
        """After turning over, or None where the piece has no other face."""
        if len(self.faces) == 1:
            return self._mirrored(own) if self.flip else None
        face, quarter = next(
            (k, quarters.index(own)) for k, quarters in enumerate(self.faces) if own in quarters
        )
        other = self.faces[(face + 1) % len(self.faces)]
        return other[-quarter % len(other)]

    def _mirrored(self, own: Shown) -> Shown:
        return self._moved(own, ((1, 0), (0, -1)))

    def _moved(self, own: Shown, motion: Motion) -> Shown:
        return self._normal([moved(motion, cell) for cell in own.cells], own.colours)

    def _normal(self, cells: Sequence[Cell], colours: Sequence[int]) -> Shown:
        order = sorted(range(len(cells)), key=cells.__getitem__)
        marks = tuple(colours[k] for k in order) if colours else ()
        return Shown(normal(cells, self.lattice), marks)
