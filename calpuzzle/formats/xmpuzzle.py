"""BurrTools puzzles (.xmpuzzle): XML, optionally compressed with gzip, on any BurrTools grid.

The reader takes one problem of the file: its shapes with their counts or ranges of counts, its
colours and which of them match, and its result shape. In a shape `#` is a cell to fill, `+` is a
cell that may stay empty, and `_` is no cell. Pieces have all orientations of the grid
(burr_grids.py). Colours without any effect are dropped. As in BurrTools, a bound on the holes
applies only if the number of copies of some piece is a range. Then a piece of one cell is added,
with as many copies as the bound allows; the copies fill the cells that other pieces leave empty.
Piece groups, whose pieces need not come apart from one another, are read if a group contains all
copies of a shape and the shape is in no other group; other groups are reported in a note.

BurrTools counts assemblies up to rotations of the result, and drops mirror images if each piece
equals its mirror image or that of another piece. Compare its counts with `--unique`. If BurrTools
keeps both mirror images, as for the 1,063 assemblies of its example SolidSixPieceBurrs, compare
with `--unique --mirrors-apart`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.wording import plural, shown
from calpuzzle.formats.burr_grids import GRIDS, VoxelGrid, shifted
from calpuzzle.formats.drawable import drawable_model
from calpuzzle.formats.reading import Reading, choose_puzzle, fail, parse_integer
from calpuzzle.formats.xml_tree import line_of, parsed
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import least, normal
from calpuzzle.puzzle.validate import MAX_COUNT, faults

MAX_SIDE = 999_999
MAX_VOXELS = 1_000_000
MAX_COLOUR = 999
MAX_COLOURS = 63
SOURCE = "BurrTools; solutions are assemblies; --disassembles keeps those that can be taken apart"
FILLER_COLOUR = -1
"""The colour of the added piece that fills holes. The colour of a cell that may stay empty becomes
-2 minus its colour in the file."""
_VOXEL = re.compile(r"([#+])([0-9]{0,3})|(_)")


def looks_like(text: str) -> bool:
    """Return whether the text is XML with voxels or a grid type."""
    return text.lstrip()[:1] == "<" and ("<voxel" in text or "<gridType" in text)


def read(text: str, name: str, problem: str | None = None) -> Reading:
    """Return the problem whose name or number (from 1) is `problem`; by default the first.

    Raises PuzzleError, which names the file and the fault, and InputError if there is no such
    problem."""
    root = parsed(text, name)
    if root.tag != "puzzle":
        fail(name, line_of(root), f"the root is <{root.tag[:40]}>, not <puzzle>")
    node = root.find("gridType")
    kind = node.get("type", "0") if node is not None else "0"
    if kind not in GRIDS:
        known = ", ".join(GRIDS)
        fail(name, None, f"the grid type is {shown(kind)}; those that are known are {known}")
    grid = GRIDS[kind]
    nodes = enumerate(root.findall("shapes/voxel"), 1)
    shapes = [_Voxels(node, name, k, grid) for k, node in nodes]
    problems = root.findall("problems/problem")
    if not problems:
        fail(name, None, "there is no problem in the file")
    titles = [" ".join(node.get("name", "").split()) for node in problems]
    at, notes = choose_puzzle(titles, problem, name, "problem")
    chosen = _Problem(problems[at], shapes, name, grid)
    model = chosen.model()._replace(title=titles[at])
    if wrong := faults(model):
        raise PuzzleError([f"{name}: {fault}" for fault in wrong])
    if several := [used.label for used in chosen.used if used.together is None]:
        notes += (
            f"{name}: skipped: piece groups that do not hold all copies of {' '.join(several)}",
        )
    return Reading(model, notes)


class _ProblemPiece(NamedTuple):
    """A piece of a problem: its name, its shape, and the bounds of its number of copies. `together`
    is the number of the group that contains all copies: empty if there is no group, None if the
    copies are in several groups or not all in one."""

    label: str
    shape: _Voxels
    least: int
    most: int
    together: str | None


class _Problem:
    """A problem of a file: its pieces, its result, and the pairs of colours that match."""

    def __init__(
        self, node: ElementTree.Element, shapes: list[_Voxels], name: str, grid: VoxelGrid
    ) -> None:
        self.node, self.name, self.grid = node, name, grid
        self.result = _shape(node.find("result"), shapes, name, "the result")
        self.used = _pieces(node, shapes, name)
        self.pairs = {
            tuple(
                parse_integer(
                    pair.get(key, ""), f"a colour of a {key}", name, line_of(pair), 0, MAX_COLOUR
                )
                for key in ("piece", "result")
            )
            for pair in node.findall("bitmap/pair")
        }

    def model(self) -> Model:
        """Return the problem as a puzzle."""
        lattice, result = self.grid.lattice, self.result
        holes = self._holes()
        optional = result.optional if holes is None else frozenset[int]()
        colours = self._colours(holes)
        low = least(result.cells, lattice) if result.cells else ()
        cells = tuple(tuple(x - y for x, y in zip(c, low, strict=True)) for c in result.cells)
        board = Board(cells, (), colours, optional)
        pieces = [self._piece(used, bool(colours)) for used in self.used]
        if holes:
            single_cells = {normal([cells[k]], lattice) for k in result.optional}
            sides, hole_colours = (
                tuple(sorted(single_cells)),
                ((FILLER_COLOUR,),) * len(single_cells),
            )
            label = _unused("hole", {used.label for used in self.used})
            pieces.append(Piece(label, sides, least=0, most=holes, colours=hole_colours))
        fits = self._fits(colours) if colours else frozenset[tuple[int, int]]()
        return Model(
            self.name,
            board,
            tuple(pieces),
            source=SOURCE,
            interchangeable=False,
            lattice=lattice,
            fits=fits,
        )

    def _holes(self) -> int | None:
        """Return the maximum number of empty cells, or None if there is no effective bound."""
        text = self.node.get("maxHoles")
        if text is None:
            return None
        most = parse_integer(text, "the number of holes", self.name, line_of(self.node), 0)
        # Like BurrTools, ignore the bound if the numbers of pieces are fixed.
        several = any(used.least < used.most for used in self.used)
        return min(most, len(self.result.optional)) if several else None

    def _matches(self, piece: int, result: int) -> bool:
        """Return whether a voxel of the colour `piece` may be on a voxel of the result that has the
        colour `result`. The neutral colour, 0, matches every colour. In `pairs`, 0 is the first
        colour that is not neutral."""
        return not piece or not result or (piece - 1, result - 1) in self.pairs

    def _colours(self, holes: int | None) -> tuple[int, ...]:
        """Return the colours of the board's cells, or an empty tuple if colours have no effect.

        Colours have no effect if no piece fills holes, all colours match, and neither the board nor
        any piece has several colours. Several colours would distinguish placements."""
        result = self.result
        piece_colours = {colour for used in self.used for colour in used.shape.colours}
        several = any(len(set(s.colours)) > 1 for s in (result, *(u.shape for u in self.used)))
        all_match = all(self._matches(a, b) for a in piece_colours for b in result.colours)
        if all_match and not (several or holes):
            return ()
        return tuple(
            FILLER_COLOUR - 1 - colour if holes and k in result.optional else colour
            for k, colour in enumerate(result.colours)
        )

    def _fits(self, board: Sequence[int]) -> frozenset[tuple[int, int]]:
        """Return the matching pairs of colours of pieces and of the board; an empty set if each
        colour matches exactly itself, which is the default of a Model."""
        piece_colours = {colour for used in self.used for colour in used.shape.colours}
        found = {
            (colour, cell)
            for colour in piece_colours
            for cell in set(board)
            if self._matches(colour, cell if cell >= 0 else FILLER_COLOUR - 1 - cell)
        }
        found |= {(FILLER_COLOUR, cell) for cell in set(board) if cell < FILLER_COLOUR}
        every = piece_colours | set(board)
        return frozenset() if found == {(c, c) for c in every} else frozenset(found)

    def _piece(self, used: _ProblemPiece, coloured: bool) -> Piece:
        marked = sorted(zip(used.shape.cells, used.shape.colours, strict=True))
        side = normal([cell for cell, _ in marked], self.grid.lattice)
        colours = (tuple(colour for _, colour in marked),) if coloured else ()
        return Piece(
            used.label,
            (side,),
            least=used.least,
            most=used.most,
            colours=colours,
            together=used.together or "",
        )


def _pieces(problem: ElementTree.Element, shapes: list[_Voxels], name: str) -> list[_ProblemPiece]:
    found: dict[str, _ProblemPiece] = {}
    taken: set[str] = set()
    for node in problem.findall("shapes/shape"):
        shape = _shape(node, shapes, name, "a piece")
        label, number = shape.label, node.get("id", "")
        lowest, most = _counts(node, name, label)
        if number in found:
            fail(name, line_of(node), f"the problem names the piece {label} twice")
        if shape.optional:
            fail(name, line_of(node), f"the piece {label} has voxels that may be left out")
        if not shape.cells:
            fail(name, line_of(node), f"the piece {label} has no voxels")
        label, group = _unused(label, taken), _together(node, name, label, most)
        found[number] = _ProblemPiece(label, shape, lowest, most, group)
        taken.add(label)
    used = [piece for piece in found.values() if piece.most]
    if not used:
        fail(name, line_of(problem), "the problem has no pieces")
    return used


def _together(node: ElementTree.Element, name: str, label: str, most: int) -> str | None:
    """Return the number of the group that contains all copies of a piece, an empty string if there
    is no group, or None if the copies are in several groups or not all in one."""
    what, line = f"a group of {label}", line_of(node)
    pairs = [(node.get("group", "0"), str(most))]
    pairs += [(child.get("group", ""), child.get("count", "")) for child in node.findall("group")]
    groups = {
        group: parse_integer(count, f"the count in {what}", name, line, 0)
        for number, count in pairs
        if (group := parse_integer(number, what, name, line, 0))
    }
    return "" if not groups else str(*groups) if [*groups.values()] == [most] else None


def _unused(label: str, taken: set[str]) -> str:
    """Return the name, with apostrophes appended until no other piece has it."""
    while label in taken:
        label += "'"
    return label


class _Voxels:
    """A shape of the file: its cells with their colours, and the indices of cells that may stay
    empty."""

    def __init__(self, node: ElementTree.Element, name: str, number: int, grid: VoxelGrid) -> None:
        self.label = " ".join(node.get("name", "").split()) or f"S{number}"
        line, what = line_of(node), f"the shape S{number}"
        x, y, z = (
            parse_integer(
                node.get(axis, ""), f"the size {axis} of S{number}", name, line, 0, MAX_SIDE
            )
            for axis in "xyz"
        )
        if node.get("type", "0") != "0" or x * y * z > MAX_VOXELS:
            fail(name, line, f"{what} must have type 0 and at most {MAX_VOXELS:,} voxels")
        text = "".join((node.text or "").split())
        marks = _VOXEL.findall(text)
        if "".join(map("".join, marks)) != text:
            fail(name, line, f"{what} has marks other than # + _")
        if len(marks) != x * y * z:
            voxels = plural(len(marks), "voxel")
            fail(name, line, f"{what} has {voxels}, but its size is {x} x {y} x {z}")
        filled = [(k, sign, colour) for k, (sign, colour, _) in enumerate(marks) if sign]
        places = [(k % x, k // x % y, k // (x * y)) for k, *_ in filled]
        for place in places:
            if not grid.lattice.holds(grid.cell(place)):
                at = ", ".join(map(str, place))
                fail(name, line, f"{what} has a voxel at {at}, where the grid has none")
        self.cells = tuple(grid.cell(place) for place in places)
        self.colours = tuple(int(colour or 0) for *_, colour in filled)
        self.optional = frozenset(n for n, (_, sign, _) in enumerate(filled) if sign == "+")


def _shape(
    node: ElementTree.Element | None, shapes: list[_Voxels], name: str, what: str
) -> _Voxels:
    if node is None:
        fail(name, None, f"{what} is missing")
    line = line_of(node)
    number = parse_integer(node.get("id", ""), f"the number of {what}", name, line, 0)
    if number >= len(shapes):
        have = plural(len(shapes), "shape")
        fail(name, line, f"{what} is shape {number}, but the file has only {have}, numbered from 0")
    return shapes[number]


def _counts(node: ElementTree.Element, name: str, label: str) -> tuple[int, int]:
    what, line = f"the count of {label}", line_of(node)
    fewest = node.get("count", node.get("min", "0"))
    most = node.get("count", node.get("max", ""))
    lowest = parse_integer(fewest, what, name, line, 0, MAX_COUNT)
    return lowest, parse_integer(most, what, name, line, lowest, MAX_COUNT)


def write(model: Model) -> bytes:
    """Return the puzzle as a BurrTools file, compressed with gzip, in reproducible bytes. Raises
    InputError if BurrTools cannot hold it: in BurrTools, a piece has one shape and may be in all
    orientations."""
    form = "a BurrTools file"
    lattices = [grid.lattice for grid in GRIDS.values()]
    model = drawable_model(
        model, form, [(True, True)], 3, colours=True, counts=True, optional=True, fits=True,
        lattices=lattices,
    )  # fmt: skip
    board = model.board
    number = _numbered(model)
    kind = str(lattices.index(model.lattice))
    root = ElementTree.Element("puzzle", version="2")
    ElementTree.SubElement(root, "gridType", type=kind)
    colors = ElementTree.SubElement(root, "colors")
    for k in number.values():
        # Any distinct colours will do.
        shades = {"red": 89 * k, "green": 157 * k, "blue": 211 * k}
        parts = {name: str(shade % 256) for name, shade in shades.items()}
        ElementTree.SubElement(colors, "color", parts)
    shapes = ElementTree.SubElement(root, "shapes")
    problems = ElementTree.SubElement(root, "problems")
    title = _printable(model.title) or "Problem"
    problem = ElementTree.SubElement(problems, "problem", name=title, state="0")
    used = ElementTree.SubElement(problem, "shapes")
    groups = sorted({piece.together for piece in model.pieces} - {""})
    for place, piece in enumerate(model.pieces):
        colours = piece.colours[0] if board.colours else ()
        marks = [f"#{number[colour]}" for colour in colours] or ["#"] * len(piece.shape)
        _add_shape(shapes, piece.name, piece.shape, marks, GRIDS[kind])
        bounds = {"min": str(piece.least), "max": str(piece.most)}
        if piece.least == piece.most:
            bounds = {"count": str(piece.most)}
        if piece.together:
            bounds["group"] = str(1 + groups.index(piece.together))
        ElementTree.SubElement(used, "shape", {"id": str(place), **bounds})
    marks = ["+" if k in board.optional else "#" for k in range(len(board.cells))]
    if board.colours:
        marks = [f"{m}{number[c]}" for m, c in zip(marks, board.colours, strict=True)]
    _add_shape(shapes, "Result", board.cells, marks, GRIDS[kind])
    ElementTree.SubElement(problem, "result", id=str(len(model.pieces)))
    bitmap = ElementTree.SubElement(problem, "bitmap")
    for colour, cell_colour in sorted(model.fits or {(colour, colour) for colour in number}):
        # In pairs, 0 is the first colour that is not neutral.
        pair = {"piece": str(number[colour] - 1), "result": str(number[cell_colour] - 1)}
        ElementTree.SubElement(bitmap, "pair", pair)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return gzip.compress(text, mtime=0)


def _numbered(model: Model) -> dict[int, int]:
    """Return the numbers of the colours in the file, from 1 on, because 0 is neutral. Raises
    InputError for more colours than BurrTools has."""
    of_pieces = {colour for piece in model.pieces for side in piece.colours for colour in side}
    of_pairs = {colour for pair in model.fits or () for colour in pair}
    colours = sorted({*model.board.colours} | of_pieces | of_pairs)
    if len(colours) > MAX_COLOURS:
        raise InputError(
            f"BurrTools has {MAX_COLOURS} colours, and {model.name} has {len(colours)}"
        )
    return {colour: k for k, colour in enumerate(colours, 1)}


def _add_shape(
    parent: ElementTree.Element,
    name: str,
    cells: Sequence[Cell],
    marks: Sequence[str],
    grid: VoxelGrid,
) -> None:
    solid = [(0,) * (3 - len(cell)) + cell for cell in cells]
    mark_at = dict(zip(shifted(grid, solid), marks, strict=True))
    x, y, z = (1 + max(axis) for axis in zip(*mark_at, strict=True))
    if x * y * z > MAX_VOXELS:
        raise InputError(f"the shape {name} spans more than {MAX_VOXELS:,} voxels")
    sizes = {"x": str(x), "y": str(y), "z": str(z)}
    label = _printable(name)
    node = ElementTree.SubElement(parent, "voxel", {**sizes, "name": label, "type": "0"})
    node.text = "".join(
        mark_at.get((column, row, layer), "_")
        for layer in range(z)
        for row in range(y)
        for column in range(x)
    )


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
