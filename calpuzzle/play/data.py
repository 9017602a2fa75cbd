"""The data of a puzzle for the page: plain data, which becomes the JSON in the page.

The numbers of cells, pieces and orientations in it are the page's only names for them, so their
order is fixed here: cells in reading order, pieces as the Lowering has its classes, orientations
sorted. `docs/architecture.md` and js/types.js describe the form; a change of it that an older page
could not read raises FORMAT.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.draw.colours import lighter
from calpuzzle.engines import Run
from calpuzzle.nonogram.puzzle import Clue, Clues
from calpuzzle.play.levels import levels
from calpuzzle.puzzle.balance import colour_name
from calpuzzle.puzzle.labels import week_is_known, week_start
from calpuzzle.puzzle.lattice import Cell, Lattice, Motion, moved
from calpuzzle.puzzle.lowering import Lowering, PieceClass
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import normal

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram

FORMAT = 1
PATIENCE = 5.0  # seconds for the counts of all dates; without them the page counts one by one
MEMORY = 1 << 30

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


def pieces_data(lowered: Lowering, disk: bool = False) -> Data:
    """A puzzle of pieces; with `disk`, the diagram that tells the counts is kept in the user's
    cache folder. Raises InputError for a puzzle that no page can show."""
    model = lowered.model
    why = refusal(model)
    if why:
        raise InputError(why)
    board = model.board
    order = sorted(range(len(board.cells)), key=board.cells.__getitem__)
    colours = colours_of(model)
    number = {colour: k for k, colour in enumerate(colours)}
    diagram = _diagram(lowered, disk)
    return {
        "format": FORMAT,
        "kind": "pieces",
        "name": model.name,
        "title": model.title or model.name,
        "cells": [board.cells[k] for k in order],
        "labels": [board.labels[k] for k in order] if any(board.labels) else [],
        "colours": [number[board.colours[k]] for k in order] if board.colours else [],
        "marks": [colour_name(colour) if colour else "" for colour in colours],
        "optional": [place for place, k in enumerate(order) if k in board.optional],
        "step": model.step,
        "groups": [{"name": group.name, "labels": group.labels} for group in model.groups],
        "calendar": _calendar(model),
        "pieces": hand_data(lowered),
        "counts": _counts(diagram),
        "challenges": levels(lowered, diagram) if diagram else [],
    }


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


def nonogram_data(clues: Clues, name: str) -> Data:
    """A nonogram. The picture its maker had in mind is no part of it: it would give it away."""
    return {
        "format": FORMAT,
        "kind": "nonogram",
        "name": name,
        "title": clues.title or name,
        "rows": [_clue(clue) for clue in clues.rows],
        "columns": [_clue(clue) for clue in clues.columns],
        "palette": [colour._asdict() for colour in clues.palette],
        "given": clues.given,
    }


def _clue(clue: Clue) -> list[list[int]]:
    return [list(block) for block in clue]


def _calendar(model: Model) -> Data | None:
    """Return which groups are those of a calendar, with their labels in the order of the year and
    of a week that begins on Monday; None where it is not known which weekday is which."""
    if not model.is_calendar or not week_is_known(model):
        return None
    at = {group.name: k for k, group in enumerate(model.groups)}
    labels = {group.name: list(group.labels) for group in model.groups}
    week = labels.get("weekday", [])
    start = week_start(model) if week else 0
    return {
        "month": at["month"],
        "day": at["day"],
        "weekday": at.get("weekday"),
        "months": labels["month"],
        "days": labels["day"],
        "weekdays": week[-start:] + week[:-start] if start else week,
    }


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


def _diagram(lowered: Lowering, disk: bool) -> Diagram | None:
    """The diagram of all solutions, where the puzzle can have one, and soon."""
    from calpuzzle.engines.diagram.engine import diagram_of
    from calpuzzle.engines.diagram.growth import refusal as no_diagram

    if no_diagram(lowered.cover) is not None:
        return None
    run = Run(memory=MEMORY, stop=time.monotonic() + PATIENCE)
    try:
        return diagram_of(lowered.cover, run, disk)
    except CannotDoError:  # too large, or too late
        return None


def _counts(diagram: Diagram | None) -> list[int] | None:
    if diagram is None:
        return None
    try:
        counts: list[int] = diagram.counts(MEMORY).ravel().tolist()
    except CannotDoError:
        return None
    # Past that JavaScript would take a number for another.
    return counts if max(counts) < 1 << 53 else None
