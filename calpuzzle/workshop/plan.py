"""The plan of a puzzle that is cut: its parts in millimetres, made once for all types of file.

A part is an outline that is cut through, and what is taken away from its top down to a floor: of a
flat part what is engraved, of a tray also the room for the pieces. In plastic the board is one
tray; what is cut from a sheet is a frame that is glued onto a base. Outlines are paths for the
tool: half a kerf lies between them and what remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import NamedTuple

import shapely
from shapely import MultiPolygon

from calpuzzle.base.errors import InputError
from calpuzzle.draw.cells import printed, printed_sides
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape, normal, parts
from calpuzzle.workshop import solids
from calpuzzle.workshop.areas import (
    HAIR,
    Area,
    grown,
    joined,
    middle,
    moved,
    polygons,
    rounded,
    shared_edges,
    snapped,
    sound,
)
from calpuzzle.workshop.engraving import engraved
from calpuzzle.workshop.lettering import capital, fitting, outline
from calpuzzle.workshop.notch import notched, ring
from calpuzzle.workshop.settings import Settings
from calpuzzle.workshop.solids import Body

MAX_CELLS = 2500  # of a board
FITS = 5  # windows of a coupon
LETTERS = 0.62  # of a cell: the room of the name of a piece, or of a size on the coupon


class Pocket(NamedTuple):
    """An area that is taken away from the top of a part, down to `floor` millimetres above its
    bottom."""

    area: Area
    floor: float


class Label(NamedTuple):
    """A text in a font of `size` millimetres, engraved like a pocket: its middle, as high as half
    the capitals, and by how many quarters it is turned counter clockwise."""

    text: str
    x: float
    y: float
    size: float
    floor: float
    quarters: int = 0


class Part(NamedTuple):
    """One thing that is cut: the path round it and its holes, and how thick it is; `upright` if it
    is best not turned on a sheet, and laid before all that is not. `paint` is the colour of a piece
    that its file says, for files that are looked at. A solid piece has a `body`, whose outline is
    the room that it takes."""

    name: str
    outline: Area
    height: float
    upright: bool = False
    pockets: tuple[Pocket, ...] = ()
    labels: tuple[Label, ...] = ()
    paint: str = ""
    body: Body = ()

    def moved(self, dx: float, dy: float, quarters: int = 0) -> Part:
        """The part turned counter clockwise about the origin by quarters, then moved."""
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
        labels = [
            each._replace(
                x=cos * each.x - sin * each.y + dx,
                y=sin * each.x + cos * each.y + dy,
                quarters=(each.quarters + quarters) % 4,
            )
            for each in self.labels
        ]
        pockets = [Pocket(moved(area, dx, dy, quarters), floor) for area, floor in self.pockets]
        own = moved(self.outline, dx, dy, quarters)
        body = tuple(each.moved(dx, dy, quarters) for each in self.body)
        return self._replace(outline=own, pockets=tuple(pockets), labels=tuple(labels), body=body)


def refusal(model: Model) -> str | None:
    """Return why the puzzle cannot be cut from a sheet, as a sentence, or None."""
    board = model.board
    if board.bare:
        return f"{model.name} is known by numbers only, and what has no shape cannot be cut"
    if board.dimensions != 2:
        return f"{model.name} is solid, and a sheet is flat; write it as stl, 3mf or scad"
    if model.lattice.drawn == LINES:
        return f"the pieces of {model.name} are sticks, which have no area to cut"
    if len(board.cells) > MAX_CELLS:
        return f"{model.name} has {len(board.cells):,} cells; {MAX_CELLS:,} at most can be cut"
    for piece in model.pieces:
        if len({normal(side, model.lattice) for side in piece.sides}) != 1:
            return (
                f"{piece.name} of {model.name} has sides of different shapes, and a sheet has one; "
                "write it as stl, 3mf or scad"
            )
        number = parts(piece.shape, model.lattice)
        if number != 1:
            return f"{piece.name} of {model.name} falls into {number} parts when cut"
    return None


def plan(model: Model, own: Settings, solid: bool) -> list[Part]:
    """The board and then the pieces, every copy of each; `solid` for plastic. Raises InputError
    for a puzzle that cannot be cut."""
    whole = solid and solids.is_solid(model)
    why = solids.refusal(model) if whole else refusal(model)
    if why:
        raise InputError(why)
    if model.board.dimensions == 3:
        return [part for piece in model.pieces for part in _bodies(model, piece, own)]
    if own.base and not own.frame and parts(model.board.cells, model.lattice) != 1:
        raise InputError(f"the board of {model.name} falls into parts; give it a frame")
    area = joined(model.board.cells, own.cell, model.lattice)
    board = _tray(model, area, own) if solid else _sheets(model, area, own, solid)
    copies = _bodies if whole else _copies
    return board + [part for piece in model.pieces for part in copies(model, piece, own)]


def _bodies(model: Model, piece: Piece, own: Settings) -> list[Part]:
    """A solid piece as often as it can lie in the frame."""
    shape = solids.shape_of(model, piece)
    number = max(1, len(model.board.cells) // len(piece.shape))
    return [solid_part(model, piece, name, shape, own) for name in piece.names[:number]]


def solid_part(model: Model, piece: Piece, name: str, cells: Shape, own: Settings) -> Part:
    """A solid piece of that name where it takes these cells, the height of a layer 0 being 0; its
    name, if it bears one, is on a cell of its highest layer."""
    body = solids.body(model, cells, own)
    outline, height = sound(solids.footprint(body)), solids.height(body)
    top = max(layer for layer, *_ in cells)
    highest = [tuple(cell) for layer, *cell in cells if layer + model.lattice.layer > top]
    shown = _name(name, highest, model.lattice, own)
    pockets, labels = _lettered(shown, model.lattice, own, height - own.depth)
    return Part(f"piece {name}", outline, height, False, pockets, labels, piece.paint, body)


def _sheets(model: Model, area: Area, own: Settings, solid: bool) -> list[Part]:
    """The base, and the frame with what stands free inside it."""
    window, outer = _window(model, area, own)
    found = []
    if own.base:
        taken, labels = _print(model, own, own.base - own.depth)
        if own.frame:
            # Where the frame is glued on.
            taken = taken.union(window.boundary.buffer(own.line / 2, join_style="mitre"))
        pockets = _pockets(taken.intersection(window), own.base - own.depth)
        found.append(Part("base", _path(outer, own), own.base, True, pockets, labels))
    names = ["frame", *(f"island {k}" for k in range(1, len(model.board.cells) + 1))]
    frame = polygons(outer.difference(window)) if own.frame else []
    frame.sort(key=lambda part: -shapely.box(*part.bounds).area)
    marks = _pockets(_marks(window, outer, own, solid), own.thickness - own.depth)
    for name, part in zip(names, frame, strict=False):
        pockets = marks if name == "frame" else ()
        found.append(Part(name, _path(part, own), own.thickness, True, pockets))
    return found


def _tray(model: Model, area: Area, own: Settings) -> list[Part]:
    """The board as one part, with the room for the pieces as a pocket."""
    if not own.base:
        return _sheets(model, area, own, True)
    window, outer = _window(model, area, own)
    room = grown(window, -own.kerf / 2)
    taken, labels = _print(model, own, own.base - own.depth)
    # Not to the very walls, for what is taken away goes up to the top.
    pockets = _pockets(taken.intersection(grown(room, -HAIR)), own.base - own.depth)
    if not own.frame:
        return [Part("board", _path(outer, own), own.base, True, pockets, labels)]
    height = own.base + own.thickness
    marks = _pockets(_marks(window, outer, own, True), height - own.depth)
    pockets = (*_pockets(room, own.base), *pockets, *marks)
    return [Part("board", _path(outer, own), height, True, pockets, labels)]


def _window(model: Model, area: Area, own: Settings) -> tuple[Area, Area]:
    """The room for the pieces with its notch, and what the board takes."""
    outer = _outer(model.lattice, area, own)
    return notched(model, rounded(area, own.radius), outer, own), outer


def _marks(window: Area, outer: Area, own: Settings, solid: bool) -> Area:
    """What is engraved on the frame."""
    return engraved(own, ring(outer, window), solid) if own.engrave else MultiPolygon()


def _outer(lattice: Lattice, area: Area, own: Settings) -> Area:
    """Return what the board takes: without a frame it ends with its cells; a frame is a rectangle,
    and where no cells have right angles it goes straight round them."""
    hull = shapely.convex_hull(area) if lattice.drawn == POLYGONS else shapely.envelope(area)
    return rounded(snapped(grown(hull, own.frame)) if own.frame else area, own.radius)


def _path(area: Area, own: Settings) -> Area:
    return sound(grown(area, own.kerf / 2))


def _pockets(area: Area, floor: float) -> tuple[Pocket, ...]:
    return () if area.is_empty else (Pocket(sound(area), floor),)


def _print(model: Model, own: Settings, floor: float) -> tuple[Area, tuple[Label, ...]]:
    """Return what is engraved in the base: the lines between the cells, and what is printed on
    them, as an area or as texts."""
    shown = printed(model.board) if own.labels != "none" else {}
    sizes = _sizes(model, set(shown.values()), own)
    texts = [
        (text, *middle(cell, own.cell, model.lattice), sizes[text]) for cell, text in shown.items()
    ]
    letters, labels = _written(texts, own, floor)
    return _lines(model, own).union(letters), labels


def _sizes(model: Model, texts: Iterable[str], own: Settings) -> dict[str, float]:
    """The size of the font for each text: all labels of a group have the same."""
    room = model.lattice.inner * own.cell
    found = {text: fitting(text, room, own.font) for text in sorted(texts)}
    for group in model.groups:
        labels = [label for label in group.printed if label in found]
        found |= dict.fromkeys(labels, min((found[label] for label in labels), default=0.0))
    return found


def smallest(model: Model, own: Settings) -> tuple[str, float] | None:
    """The text of the board with the smallest letters, and how high its capitals are; None where
    none is engraved."""
    shown = printed(model.board) if own.labels != "none" and own.base else {}
    sizes = _sizes(model, {*shown.values()}, own)
    least = min(sizes, key=lambda text: (sizes[text], text), default=None)
    return None if least is None else (least, capital(sizes[least], own.font))


def _written(
    texts: list[tuple[str, float, float, float]], own: Settings, floor: float
) -> tuple[Area, tuple[Label, ...]]:
    """Texts with their places and sizes, as an area or as labels."""
    if own.labels == "text":
        return MultiPolygon(), tuple(Label(*each, floor) for each in texts)
    letters = [moved(outline(text, size, own.font), x, y) for text, x, y, size in texts]
    return shapely.union_all(letters), ()


def _lines(model: Model, own: Settings) -> Area:
    """The edges that two cells share."""
    if not own.line:
        return MultiPolygon()
    drawn = shapely.union_all(shared_edges(model.board.cells, own.cell, model.lattice))
    area: Area = drawn.buffer(own.line / 2, cap_style="square", join_style="mitre")
    return area


def _copies(model: Model, piece: Piece, own: Settings) -> list[Part]:
    """A piece as often as it can lie on the board."""
    lattice, shape = model.lattice, piece.shape
    area = rounded(grown(joined(shape, own.cell, lattice), -own.clearance / 2), own.radius)
    path = _path(area, own)
    texts = {cell: text for cell, text in printed_sides(piece)[0].items() if text}
    found = []
    for name in piece.names[: max(1, len(model.board.cells) // len(shape))]:
        shown = texts or _name(name, shape, lattice, own)
        pockets, labels = _lettered(shown, lattice, own, own.thickness - own.depth)
        called = f"piece {name}"
        found.append(Part(called, path, own.thickness, False, pockets, labels, piece.paint))
    return found


def _name(name: str, cells: Sequence[Cell], lattice: Lattice, own: Settings) -> dict[Cell, str]:
    """The name of a piece, if it bears one, on the cell next to the middle of these, for it needs a
    place on the piece."""
    if not own.names:
        return {}
    at = {cell: middle(cell, 1.0, lattice) for cell in cells}
    mean = [sum(axis) / len(cells) for axis in zip(*at.values(), strict=True)]
    inside = min(cells, key=lambda cell: (round(dist(at[cell], mean), 9), cell))
    return {inside: name.partition("#")[0]}


def _lettered(
    shown: Mapping[Cell, str], lattice: Lattice, own: Settings, floor: float
) -> tuple[tuple[Pocket, ...], tuple[Label, ...]]:
    """What is engraved on cells of a piece, down to a floor."""
    room = LETTERS * lattice.inner * own.cell
    written = [
        (text, *middle(cell, own.cell, lattice), fitting(text, room, own.font))
        for cell, text in shown.items()
    ]
    letters, labels = _written(written if own.labels != "none" else [], own, floor)
    return _pockets(letters, floor), labels


def coupon(own: Settings) -> list[Part]:
    """A bar with windows that are larger and larger, each with how much, and a plug of one cell:
    the window in which the plug sits as one likes it says which clearance to cut with."""
    cell, room = own.cell, LETTERS * own.cell
    step = own.clearance / 2 or 0.1
    edge = max(5.0, cell / 4)
    pitch = cell + FITS * step + edge
    floor = own.thickness - own.depth
    windows, texts = [], []
    for k in range(FITS):
        half = (cell + k * step) / 2
        x = edge + k * pitch + cell / 2
        windows.append(rounded(shapely.box(x - half, -half, x + half, half), own.radius))
        text = f"{k * step:.3g}"
        texts.append((text, x, cell / 2 + room / 2, fitting(text, room, own.font)))
    bar = shapely.box(0, -cell / 2 - edge, FITS * pitch + edge, cell / 2 + room)
    area = rounded(bar, own.radius).difference(shapely.union_all(windows))
    letters, labels = _written(texts if own.labels != "none" else [], own, floor)
    pockets = _pockets(letters, floor)
    plug = rounded(shapely.box(0, 0, cell, cell), own.radius)
    return [
        Part("coupon", _path(area, own), own.thickness, True, pockets, labels),
        Part("plug", _path(plug, own), own.thickness),
    ]
