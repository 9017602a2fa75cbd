"""An animated SVG that repeats the disassembly of a solution endlessly.

Each move is a frame with its description below; a piece that is removed leaves in several frames.
The first frame shows all pieces. Each later frame shows only the pieces that are being separated,
at their current positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol
from xml.etree import ElementTree

from calpuzzle.base.errors import InputError
from calpuzzle.draw.cells import borders, extent, tiles
from calpuzzle.draw.colours import Pieces, piece_colours
from calpuzzle.draw.isometric import solid_scene
from calpuzzle.draw.scene import Line, Polygon, Scene, SceneShape, Text, shifted
from calpuzzle.draw.svg import document, number, tree
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model

LEAVING = (1, 2, 4)  # distances, one frame each, at which removed pieces are shown
MAX_FRAMES = 500
FOOT = 24.0  # height below the picture

Positions = dict[str, tuple[Cell, ...]]


class FilmMove(Protocol):
    """A move of results/disassembly.py."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the names of the pieces that move."""
        ...

    @property
    def by(self) -> Cell:
        """Return the displacement, in cells."""
        ...

    @property
    def out(self) -> bool:
        """Return whether the move removes the pieces, in the direction of `by`."""
        ...


class FilmSeparation(Protocol):
    """A separation of results/disassembly.py."""

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the names of the pieces that are separated."""
        ...

    @property
    def moves(self) -> Sequence[FilmMove]:
        """Return the moves, of which the last one removes some pieces."""
        ...


def check_cells(model: Model) -> None:
    """Raise InputError for cells other than squares and cubes."""
    if model.lattice != SQUARES:
        raise InputError(f"a film needs squares or cubes, but {model.name} has other cells")


def film(
    model: Model, pieces: Pieces, separations: Iterable[FilmSeparation], seconds: float = 0.8
) -> str:
    """Return the SVG document, with `seconds` per frame. Raise InputError for cells other than
    squares and cubes, and for more than 500 frames."""
    check_cells(model)
    frames = list(_frames({name: tuple(cells) for name, cells in pieces.items()}, separations))
    if len(frames) > MAX_FRAMES:
        raise InputError(f"the film has {len(frames):,} frames; at most {MAX_FRAMES} are supported")
    room = sorted(
        {cell for positions, _ in frames for cells in positions.values() for cell in cells}
    )
    scenes = [_scene(model, pieces, positions, words, room) for positions, words in frames]
    title = f"{model.title or model.name}: how it comes apart"
    root = tree(scenes[0]._replace(shapes=(), title=title))
    stamps = ElementTree.SubElement(root, "defs")
    known: dict[bytes, str] = {}
    whole = len(scenes)
    for frame, scene in enumerate(scenes):
        # A viewer without animation shows the first frame.
        shown = {"visibility": "hidden" if frame else "visible"}
        group = ElementTree.SubElement(root, "g", shown)
        for face, shapes in _faces(scene.shapes):
            if face is None:
                group.extend(_elements(shapes))
                continue
            # A film shows thousands of faces but few different ones, so each is defined once.
            x, y = face.points[0]
            drawn = _elements(shifted(Scene(0, 0, tuple(shapes)), -x, -y))
            stamp = b"".join(map(ElementTree.tostring, drawn))
            if stamp not in known:
                known[stamp] = f"f{len(known)}"
                ElementTree.SubElement(stamps, "g", id=known[stamp]).extend(drawn)
            place = {"x": number(x), "y": number(y)}
            ElementTree.SubElement(group, "use", {"href": f"#{known[stamp]}", **place})
        # Visible from the time of this frame up to that of the next.
        times = {0: "hidden", frame: "visible", frame + 1: "hidden"}
        times.pop(whole, None)
        ElementTree.SubElement(
            group,
            "animate",
            attributeName="visibility",
            values=";".join(times.values()),
            keyTimes=";".join(f"{k / whole:.6g}" for k in times),
            dur=f"{seconds * whole:.2f}s",
            calcMode="discrete",
            repeatCount="indefinite",
        )
    return document(root)


def _faces(shapes: Iterable[SceneShape]) -> Iterator[tuple[Polygon | None, list[SceneShape]]]:
    """Yield, for each face of a cube, its polygon and the list of its shapes: the polygon and the
    lines around it. Yield other shapes, each in a list, with None."""
    face: Polygon | None = None
    group: list[SceneShape] = []
    for shape in shapes:
        if not (face and isinstance(shape, Line)):
            yield face, group
            face, group = shape if isinstance(shape, Polygon) else None, []
        group.append(shape)
    yield face, group


def _elements(shapes: Iterable[SceneShape]) -> list[ElementTree.Element]:
    return list(tree(Scene(0, 0, tuple(shapes))))[1:]


def moves_with_positions(
    positions: Positions, separations: Iterable[FilmSeparation]
) -> Iterator[tuple[Positions, FilmMove]]:
    """Yield, for each move, the positions before it of the pieces being separated, and the move. A
    later separation begins at the last positions of its pieces."""
    positions = dict(positions)
    for separation in separations:
        part = {name: positions[name] for name in separation.pieces}
        for move in separation.moves:
            yield part, move
            if not move.out:
                part = part | slid(part, move)
        positions |= part


def slid(part: Positions, move: FilmMove, times: int = 1) -> Positions:
    """Return the moving pieces after `times` times the displacement of the move."""
    by = [times * x for x in move.by]
    return {
        name: tuple(tuple(x + y for x, y in zip(cell, by, strict=True)) for cell in part[name])
        for name in move.pieces
    }


def _frames(
    positions: Positions, separations: Iterable[FilmSeparation]
) -> Iterator[tuple[Positions, str]]:
    """Yield the cells of the pieces in each frame, and its caption."""
    yield positions, ""
    for part, move in moves_with_positions(positions, separations):
        for times in LEAVING if move.out else (1,):
            yield part | slid(part, move, times), str(move)
        if move.out:
            yield {name: cells for name, cells in part.items() if name not in move.pieces}, ""


def _scene(
    model: Model,
    pieces: Pieces,
    positions: Mapping[str, Sequence[Cell]],
    words: str,
    room: list[Cell],
) -> Scene:
    colours = piece_colours(model, pieces)
    owners = {cell: name for name, cells in positions.items() for cell in cells}
    if model.board.dimensions == 3:
        scene = solid_scene(owners, colours, room=room)
    else:
        low = [min(axis) for axis in zip(*room, strict=True)]
        at = {cell: (cell[0] - low[0], cell[1] - low[1]) for cell in room}
        places = {at[cell]: name for cell, name in owners.items()}
        shapes = tiles({place: colours[name] for place, name in places.items()})
        scene = Scene(*extent(at.values()), (*shapes, *borders(places)))
    caption = Text(scene.width / 2, scene.height + FOOT / 2, words, 13)
    return scene._replace(height=scene.height + FOOT, shapes=(*scene.shapes, caption))
