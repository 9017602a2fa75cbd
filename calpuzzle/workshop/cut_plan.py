"""The plan for cutting a puzzle: its parts in millimetres, in the same form for all file types.

A part is an outline that is cut through, and pockets that are removed from its top down to a floor:
the engraving, and in a tray also the room for the pieces. Solid pieces have a body instead of an
outline to cut. A board that is printed in 3D is one tray; a board cut from sheets is a frame that
is glued onto a base. The outlines of flat parts are paths for the tool, half a kerf away from the
finished part.
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
from calpuzzle.puzzle.shapes import Shape, count_components, normal
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
    valid_area,
)
from calpuzzle.workshop.cut_settings import Settings
from calpuzzle.workshop.engraving import engraved
from calpuzzle.workshop.lettering import capital, fitting, outline
from calpuzzle.workshop.notch import notched, ring
from calpuzzle.workshop.solids import Body

MAX_CELLS = 2500  # of a board
WINDOWS = 5  # windows of a coupon
TEXT_ROOM = 0.62
"""The room for a text on a piece or the coupon, as a fraction of the largest circle in a cell."""


class Pocket(NamedTuple):
    """An area that is removed from the top of a part, down to `floor` millimetres above its
    bottom."""

    area: Area
    floor: float


class Label(NamedTuple):
    """A text in a font of `size` millimetres, engraved like a pocket. Its middle, at half the
    height of the capitals, is at (x, y), and it is turned counter-clockwise by `quarters` quarter
    turns."""

    text: str
    x: float
    y: float
    size: float
    floor: float
    quarters: int = 0


class Part(NamedTuple):
    """One part: the path around it and its holes, and its height.

    An `upright` part should not be turned on a sheet, and is placed before all others. `paint` is
    the colour of a piece in its file, for previews. A solid piece has a `body`; its `outline` is
    the area that the body covers on the sheet.
    """

    name: str
    outline: Area
    height: float
    upright: bool = False
    pockets: tuple[Pocket, ...] = ()
    labels: tuple[Label, ...] = ()
    paint: str = ""
    body: Body = ()

    def moved(self, dx: float, dy: float, quarters: int = 0) -> Part:
        """Return the part after `quarters` counter-clockwise quarter turns about the origin and
        then a move by (dx, dy)."""
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
        path = moved(self.outline, dx, dy, quarters)
        body = tuple(each.moved(dx, dy, quarters) for each in self.body)
        return self._replace(outline=path, pockets=tuple(pockets), labels=tuple(labels), body=body)


def unsupported_reason(model: Model) -> str | None:
    """Return the reason why the puzzle cannot be cut from a sheet, as a sentence, or None."""
    board = model.board
    if board.bare:
        return f"{model.name} has only cell numbers, no positions, so its pieces have no shape"
    if board.dimensions != 2:
        return f"{model.name} is solid, and a sheet is flat; write it as stl, 3mf or scad"
    if model.lattice.drawn == LINES:
        return f"the pieces of {model.name} are sticks, which have no area to cut"
    if len(board.cells) > MAX_CELLS:
        return f"{model.name} has {len(board.cells):,} cells; at most {MAX_CELLS:,} can be cut"
    for piece in model.pieces:
        if len({normal(side, model.lattice) for side in piece.sides}) != 1:
            return (
                f"{piece.name} of {model.name} has sides of different shapes, which a flat part "
                "cannot have; write it as stl, 3mf or scad"
            )
        number = count_components(piece.shape, model.lattice)
        if number != 1:
            return f"{piece.name} of {model.name} falls into {number} parts when cut"
    return None


def plan(model: Model, settings: Settings, solid: bool) -> list[Part]:
    """Return the parts of the board, if it is flat, then the copies of each piece. With `solid`,
    the parts are printed in 3D instead of cut from sheets. Raise InputError for a puzzle that
    cannot be made."""
    solid_pieces = solid and solids.is_solid(model)
    reason = solids.unsupported_reason(model) if solid_pieces else unsupported_reason(model)
    if reason:
        raise InputError(reason)
    if model.board.dimensions == 3:
        return [part for piece in model.pieces for part in _bodies(model, piece, settings)]
    if (
        settings.base
        and not settings.frame
        and count_components(model.board.cells, model.lattice) != 1
    ):
        raise InputError(f"the board of {model.name} falls into parts; give it a frame")
    area = joined(model.board.cells, settings.cell, model.lattice)
    board = _tray(model, area, settings) if solid else _base_and_frame(model, area, settings, solid)
    copies = _bodies if solid_pieces else _copies
    return board + [part for piece in model.pieces for part in copies(model, piece, settings)]


def _bodies(model: Model, piece: Piece, settings: Settings) -> list[Part]:
    """Return the copies of a solid piece, but no more than fit on the board (at least one)."""
    shape = solids.shape_of(model, piece)
    number = max(1, len(model.board.cells) // len(piece.shape))
    return [solid_part(model, piece, name, shape, settings) for name in piece.names[:number]]


def solid_part(model: Model, piece: Piece, name: str, cells: Shape, settings: Settings) -> Part:
    """Return a solid piece of that name on these cells, with the bottom of layer 0 at height 0. If
    names are engraved, its name is on a cell of its highest layer."""
    body = solids.body(model, cells, settings)
    outline, height = valid_area(solids.footprint(body)), solids.height(body)
    top = max(layer for layer, *_ in cells)
    highest = [tuple(cell) for layer, *cell in cells if layer + model.lattice.layer > top]
    shown = _name(name, highest, model.lattice, settings)
    pockets, labels = _lettered(shown, model.lattice, settings, height - settings.depth)
    return Part(f"piece {name}", outline, height, False, pockets, labels, piece.paint, body)


def _base_and_frame(model: Model, area: Area, settings: Settings, solid: bool) -> list[Part]:
    """Return the base, and the frame with the islands inside it."""
    window, outer = _window(model, area, settings)
    found = []
    if settings.base:
        taken, labels = _base_engraving(model, settings, settings.base - settings.depth)
        if settings.frame:
            # The line marks where the frame is glued on.
            taken = taken.union(window.boundary.buffer(settings.line / 2, join_style="mitre"))
        pockets = _pockets(taken.intersection(window), settings.base - settings.depth)
        found.append(Part("base", _path(outer, settings), settings.base, True, pockets, labels))
    names = ["frame", *(f"island {k}" for k in range(1, len(model.board.cells) + 1))]
    frame = polygons(outer.difference(window)) if settings.frame else []
    frame.sort(key=lambda part: -shapely.box(*part.bounds).area)
    marks = _pockets(
        _marks(model, window, outer, settings, solid), settings.thickness - settings.depth
    )
    for name, part in zip(names, frame, strict=False):
        pockets = marks if name == "frame" else ()
        found.append(Part(name, _path(part, settings), settings.thickness, True, pockets))
    return found


def _tray(model: Model, area: Area, settings: Settings) -> list[Part]:
    """Return the board as one part, with the room for the pieces as a pocket. Without a frame, the
    part is a plate without this pocket; without a base, the parts are the frame and its islands."""
    if not settings.base:
        return _base_and_frame(model, area, settings, True)
    window, outer = _window(model, area, settings)
    room = grown(window, -settings.kerf / 2)
    taken, labels = _base_engraving(model, settings, settings.base - settings.depth)
    # Stay clear of the walls, because a pocket removes everything above its floor.
    pockets = _pockets(taken.intersection(grown(room, -HAIR)), settings.base - settings.depth)
    if not settings.frame:
        return [Part("board", _path(outer, settings), settings.base, True, pockets, labels)]
    height = settings.base + settings.thickness
    marks = _pockets(_marks(model, window, outer, settings, True), height - settings.depth)
    pockets = (*_pockets(room, settings.base), *pockets, *marks)
    return [Part("board", _path(outer, settings), height, True, pockets, labels)]


def _window(model: Model, area: Area, settings: Settings) -> tuple[Area, Area]:
    """Return the room for the pieces with its notch, and the outer outline of the board."""
    outer = _outer(model.lattice, area, settings)
    return notched(model, rounded(area, settings.radius), outer, settings), outer


def _marks(model: Model, window: Area, outer: Area, settings: Settings, solid: bool) -> Area:
    """Return the engravings on the frame."""
    if not settings.engrave:
        return MultiPolygon()
    return engraved(settings, ring(outer, window), model.lattice.inner * settings.cell, solid)


def _outer(lattice: Lattice, area: Area, settings: Settings) -> Area:
    """Return the outer outline of the board. Without a frame, it is the outline of the cells. A
    frame is a rectangle for squares, and follows the convex hull of hexagons or triangles."""
    hull = shapely.convex_hull(area) if lattice.drawn == POLYGONS else shapely.envelope(area)
    return rounded(
        snapped(grown(hull, settings.frame)) if settings.frame else area, settings.radius
    )


def _path(area: Area, settings: Settings) -> Area:
    return valid_area(grown(area, settings.kerf / 2))


def _pockets(area: Area, floor: float) -> tuple[Pocket, ...]:
    return () if area.is_empty else (Pocket(valid_area(area), floor),)


def _base_engraving(
    model: Model, settings: Settings, floor: float
) -> tuple[Area, tuple[Label, ...]]:
    """Return the engraving of the base as an area and labels. The area contains the lines between
    the cells. The texts printed on the cells are returned as labels if `settings.labels` is
    `text`; otherwise they are in the area."""
    shown = printed(model.board) if settings.labels != "none" else {}
    sizes = _sizes(model, set(shown.values()), settings)
    texts = [
        (text, *middle(cell, settings.cell, model.lattice), sizes[text])
        for cell, text in shown.items()
    ]
    letters, labels = _written(texts, settings, floor)
    return _lines(model, settings).union(letters), labels


def _sizes(model: Model, texts: Iterable[str], settings: Settings) -> dict[str, float]:
    """Return the font size for each text; all labels of a group have the same size."""
    room = model.lattice.inner * settings.cell
    found = {text: fitting(text, room, settings.font) for text in sorted(texts)}
    for group in model.groups:
        labels = [label for label in group.printed if label in found]
        found |= dict.fromkeys(labels, min((found[label] for label in labels), default=0.0))
    return found


def smallest(model: Model, settings: Settings) -> tuple[str, float] | None:
    """Return the text of the board with the smallest letters, and the height of its capitals; None
    if no text is engraved."""
    shown = printed(model.board) if settings.labels != "none" and settings.base else {}
    sizes = _sizes(model, {*shown.values()}, settings)
    least = min(sizes, key=lambda text: (sizes[text], text), default=None)
    return None if least is None else (least, capital(sizes[least], settings.font))


def _written(
    texts: list[tuple[str, float, float, float]], settings: Settings, floor: float
) -> tuple[Area, tuple[Label, ...]]:
    """Return texts with their places and sizes, as an area or as labels."""
    if settings.labels == "text":
        return MultiPolygon(), tuple(Label(*each, floor) for each in texts)
    letters = [moved(outline(text, size, settings.font), x, y) for text, x, y, size in texts]
    return shapely.union_all(letters), ()


def _lines(model: Model, settings: Settings) -> Area:
    """Return the edges that two cells share, as an area."""
    if not settings.line:
        return MultiPolygon()
    drawn = shapely.union_all(shared_edges(model.board.cells, settings.cell, model.lattice))
    area: Area = drawn.buffer(settings.line / 2, cap_style="square", join_style="mitre")
    return area


def _copies(model: Model, piece: Piece, settings: Settings) -> list[Part]:
    """Return the copies of a piece, but no more than fit on the board (at least one)."""
    lattice, shape = model.lattice, piece.shape
    area = rounded(
        grown(joined(shape, settings.cell, lattice), -settings.clearance / 2), settings.radius
    )
    path = _path(area, settings)
    texts = {cell: text for cell, text in printed_sides(piece)[0].items() if text}
    found = []
    for name in piece.names[: max(1, len(model.board.cells) // len(shape))]:
        shown = texts or _name(name, shape, lattice, settings)
        pockets, labels = _lettered(shown, lattice, settings, settings.thickness - settings.depth)
        called = f"piece {name}"
        found.append(Part(called, path, settings.thickness, False, pockets, labels, piece.paint))
    return found


def _name(
    name: str, cells: Sequence[Cell], lattice: Lattice, settings: Settings
) -> dict[Cell, str]:
    """Return the name of a piece, if names are engraved, on the cell nearest to the middle of the
    piece; the middle itself may be off the piece."""
    if not settings.names:
        return {}
    at = {cell: middle(cell, 1.0, lattice) for cell in cells}
    mean = [sum(axis) / len(cells) for axis in zip(*at.values(), strict=True)]
    inside = min(cells, key=lambda cell: (round(dist(at[cell], mean), 9), cell))
    return {inside: name.partition("#")[0]}


def _lettered(
    shown: Mapping[Cell, str], lattice: Lattice, settings: Settings, floor: float
) -> tuple[tuple[Pocket, ...], tuple[Label, ...]]:
    """Return the engraving on cells of a piece, down to a floor."""
    room = TEXT_ROOM * lattice.inner * settings.cell
    written = [
        (text, *middle(cell, settings.cell, lattice), fitting(text, room, settings.font))
        for cell, text in shown.items()
    ]
    letters, labels = _written(written if settings.labels != "none" else [], settings, floor)
    return _pockets(letters, floor), labels


def coupon(settings: Settings) -> list[Part]:
    """Return a test coupon: a bar with windows of increasing size, each labelled with its
    clearance, and a plug of one cell. The window that fits best shows the clearance to use."""
    cell, room = settings.cell, TEXT_ROOM * settings.cell
    step = settings.clearance / 2 or 0.1
    edge = max(5.0, cell / 4)
    pitch = cell + WINDOWS * step + edge
    floor = settings.thickness - settings.depth
    windows, texts = [], []
    for k in range(WINDOWS):
        half = (cell + k * step) / 2
        x = edge + k * pitch + cell / 2
        windows.append(rounded(shapely.box(x - half, -half, x + half, half), settings.radius))
        text = f"{k * step:.3g}"
        texts.append((text, x, cell / 2 + room / 2, fitting(text, room, settings.font)))
    bar = shapely.box(0, -cell / 2 - edge, WINDOWS * pitch + edge, cell / 2 + room)
    area = rounded(bar, settings.radius).difference(shapely.union_all(windows))
    letters, labels = _written(texts if settings.labels != "none" else [], settings, floor)
    pockets = _pockets(letters, floor)
    plug = rounded(shapely.box(0, 0, cell, cell), settings.radius)
    return [
        Part("coupon", _path(area, settings), settings.thickness, True, pockets, labels),
        Part("plug", _path(plug, settings), settings.thickness),
    ]
