"""BurrTools puzzles (.xmpuzzle): XML, packed with gzip or not, of any of its grids.

Read is one problem of the file: its shapes with their counts or ranges of counts, its colours and
which of them go together, and its result shape: a voxel `#` must be filled, `+` may be, `_` is
none. Pieces turn in all ways that the grid has (burr_grids.py). Colours that say nothing are left
out. A bound on the holes matters where pieces may stay out, as there: then a piece of one cell is
added, which fills what may stay empty and does. Of piece groups, which need not come apart, those
are read that hold all copies of a shape and it no other; of others a note is given.

BurrTools counts assemblies up to the turns of the result, and drops mirror images where each piece
is its own mirror image or has its partner for one. `--unique` does the same. Where it keeps them,
as in the 1,063 assemblies of its example SolidSixPieceBurrs, compare with `--unique
--mirrors-apart`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.text import plural, shown
from calpuzzle.formats.burr_grids import GRIDS, Grid, shifted
from calpuzzle.formats.drawable import drawable
from calpuzzle.formats.reading import Reading, chosen_of, fail, whole
from calpuzzle.formats.xml_tree import line_of, parsed
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import least, normal
from calpuzzle.puzzle.validate import MAX_COUNT, faults

MAX_SIDE = 999_999
MAX_VOXELS = 1_000_000
MAX_COLOUR = 999
MAX_COLOURS = 63
SOURCE = "BurrTools; solutions are assemblies, of which --disassembles takes those that come apart"
EMPTY = -1
"""The colour of what fills a hole; a cell that may stay empty has the colour -2 less its own."""
_VOXEL = re.compile(r"([#+])([0-9]{0,3})|(_)")


def looks_like(text: str) -> bool:
    """Return whether the text is XML that names voxels or a grid."""
    return text.lstrip()[:1] == "<" and ("<voxel" in text or "<gridType" in text)


def read(text: str, name: str, problem: str | None = None) -> Reading:
    """The problem in the file that is called so, or has that number, counted from 1; the first
    where none is named. Raises PuzzleError with file and what is wrong, and InputError where there
    is no such problem."""
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
    at, notes = chosen_of(titles, problem, name, "problem")
    asked = _Problem(problems[at], shapes, name, grid)
    model = asked.model()._replace(title=titles[at])
    if wrong := faults(model):
        raise PuzzleError([f"{name}: {fault}" for fault in wrong])
    if several := [used.label for used in asked.used if used.together is None]:
        notes += (
            f"{name}: passed over: piece groups of some of the copies of {' '.join(several)}",
        )
    return Reading(model, notes)


class _Used(NamedTuple):
    """A piece of a problem: what it is called, its shape, how many there may be, and the group of
    all of them; None where it is in several, or not all are in one."""

    label: str
    shape: _Voxels
    least: int
    most: int
    together: str | None


class _Problem:
    """A problem of a file: its pieces, its result, and which colours go together."""

    def __init__(
        self, node: ElementTree.Element, shapes: list[_Voxels], name: str, grid: Grid
    ) -> None:
        self.node, self.name, self.grid = node, name, grid
        self.result = _shape(node.find("result"), shapes, name, "the result")
        self.used = _pieces(node, shapes, name)
        self.pairs = {
            tuple(
                whole(pair.get(key, ""), f"a colour of a {key}", name, line_of(pair), 0, MAX_COLOUR)
                for key in ("piece", "result")
            )
            for pair in node.findall("bitmap/pair")
        }

    def model(self) -> Model:
        """The problem as a puzzle."""
        lattice, result = self.grid.lattice, self.result
        holes = self._holes()
        optional = result.optional if holes is None else frozenset[int]()
        colours = self._colours(holes)
        low = least(result.cells, lattice) if result.cells else ()
        cells = tuple(tuple(x - y for x, y in zip(c, low, strict=True)) for c in result.cells)
        board = Board(cells, (), colours, optional)
        pieces = [self._piece(used, bool(colours)) for used in self.used]
        if holes:
            one = {normal([cells[k]], lattice) for k in result.optional}
            sides, marks = tuple(sorted(one)), ((EMPTY,),) * len(one)
            label = _apart("hole", {used.label for used in self.used})
            pieces.append(Piece(label, sides, least=0, most=holes, colours=marks))
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
        """Return how many cells may stay empty, where that is bounded by more than the pieces."""
        text = self.node.get("maxHoles")
        if text is None:
            return None
        most = whole(text, "the number of holes", self.name, line_of(self.node), 0)
        # BurrTools, too, takes no notice of it where the pieces leave no choice.
        several = any(used.least < used.most for used in self.used)
        return min(most, len(self.result.optional)) if several else None

    def _goes(self, own: int, there: int) -> bool:
        """Return whether a voxel of a piece may lie on one of the result. The neutral colour, 0,
        goes with every other; pairs count from the first that is not neutral."""
        return not own or not there or (own - 1, there - 1) in self.pairs

    def _colours(self, holes: int | None) -> tuple[int, ...]:
        """The colours of the board's cells; none where they say nothing: where all goes together,
        and neither a piece nor the board has more than one, which tells one of its ways to lie from
        another."""
        result = self.result
        owns = {colour for used in self.used for colour in used.shape.colours}
        several = any(len(set(s.colours)) > 1 for s in (result, *(u.shape for u in self.used)))
        free = all(self._goes(a, b) for a in owns for b in result.colours)
        if free and not (several or holes):
            return ()
        return tuple(
            EMPTY - 1 - colour if holes and k in result.optional else colour
            for k, colour in enumerate(result.colours)
        )

    def _fits(self, board: Sequence[int]) -> frozenset[tuple[int, int]]:
        """Return which colours of pieces go with which of the board; none where these are the
        same."""
        owns = {colour for used in self.used for colour in used.shape.colours}
        found = {
            (own, there)
            for own in owns
            for there in set(board)
            if self._goes(own, there if there >= 0 else EMPTY - 1 - there)
        }
        found |= {(EMPTY, there) for there in set(board) if there < EMPTY}
        every = owns | set(board)
        return frozenset() if found == {(c, c) for c in every} else frozenset(found)

    def _piece(self, used: _Used, coloured: bool) -> Piece:
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


def _pieces(problem: ElementTree.Element, shapes: list[_Voxels], name: str) -> list[_Used]:
    found: dict[str, _Used] = {}
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
        own = _Used(_apart(label, taken), shape, lowest, most, _together(node, name, label, most))
        found[number] = own
        taken.add(found[number].label)
    used = [piece for piece in found.values() if piece.most]
    if not used:
        fail(name, line_of(problem), "the problem has no pieces")
    return used


def _together(node: ElementTree.Element, name: str, label: str, most: int) -> str | None:
    """The number of the group that all copies of a piece are in; nothing where there is none."""
    what, line = f"a group of {label}", line_of(node)
    said = [(node.get("group", "0"), str(most))]
    said += [(own.get("group", ""), own.get("count", "")) for own in node.findall("group")]
    groups = {
        group: whole(count, f"the count in {what}", name, line, 0)
        for number, count in said
        if (group := whole(number, what, name, line, 0))
    }
    return "" if not groups else str(*groups) if [*groups.values()] == [most] else None


def _apart(label: str, taken: set[str]) -> str:
    """A name that no other piece has."""
    while label in taken:
        label += "'"
    return label


class _Voxels:
    """A shape of the file: its cells with their colours, and the numbers of those that may stay
    empty."""

    def __init__(self, node: ElementTree.Element, name: str, number: int, grid: Grid) -> None:
        self.label = " ".join(node.get("name", "").split()) or f"S{number}"
        line, what = line_of(node), f"the shape S{number}"
        x, y, z = (
            whole(node.get(axis, ""), f"the size {axis} of S{number}", name, line, 0, MAX_SIDE)
            for axis in "xyz"
        )
        if node.get("type", "0") != "0" or x * y * z > MAX_VOXELS:
            fail(name, line, f"{what} has more than {MAX_VOXELS:,} voxels, or is of another type")
        text = "".join((node.text or "").split())
        marks = _VOXEL.findall(text)
        if "".join(map("".join, marks)) != text:
            fail(name, line, f"{what} has marks other than # + _")
        if len(marks) != x * y * z:
            voxels = plural(len(marks), "voxel")
            fail(name, line, f"{what} has {voxels}, but its size is {x} x {y} x {z}")
        there = [(k, sign, colour) for k, (sign, colour, _) in enumerate(marks) if sign]
        places = [(k % x, k // x % y, k // (x * y)) for k, *_ in there]
        for place in places:
            if not grid.lattice.holds(grid.cell(place)):
                at = ", ".join(map(str, place))
                fail(name, line, f"{what} has a voxel at {at}, where the grid has none")
        self.cells = tuple(grid.cell(place) for place in places)
        self.colours = tuple(int(colour or 0) for *_, colour in there)
        self.optional = frozenset(n for n, (_, sign, _) in enumerate(there) if sign == "+")


def _shape(
    node: ElementTree.Element | None, shapes: list[_Voxels], name: str, what: str
) -> _Voxels:
    if node is None:
        fail(name, None, f"{what} is missing")
    line = line_of(node)
    number = whole(node.get("id", ""), f"the number of {what}", name, line, 0)
    if number >= len(shapes):
        fail(name, line, f"{what} is shape {number}, but the file has {len(shapes)}")
    return shapes[number]


def _counts(node: ElementTree.Element, name: str, label: str) -> tuple[int, int]:
    what, line = f"the count of {label}", line_of(node)
    fewest = node.get("count", node.get("min", "0"))
    most = node.get("count", node.get("max", ""))
    lowest = whole(fewest, what, name, line, 0, MAX_COUNT)
    return lowest, whole(most, what, name, line, lowest, MAX_COUNT)


def write(model: Model) -> bytes:
    """The puzzle as a BurrTools file, packed with gzip, always the same bytes. Raises InputError
    where BurrTools cannot say it: pieces there turn in all ways, and have one shape."""
    form = "what is written for BurrTools"
    lattices = [grid.lattice for grid in GRIDS.values()]
    model = drawable(
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
        # Any colours do that differ.
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
        own = piece.colours[0] if board.colours else ()
        marks = [f"#{number[colour]}" for colour in own] or ["#"] * len(piece.shape)
        _voxels(shapes, piece.name, piece.shape, marks, GRIDS[kind])
        bounds = {"min": str(piece.least), "max": str(piece.most)}
        if piece.least == piece.most:
            bounds = {"count": str(piece.most)}
        if piece.together:
            bounds["group"] = str(1 + groups.index(piece.together))
        ElementTree.SubElement(used, "shape", {"id": str(place), **bounds})
    marks = ["+" if k in board.optional else "#" for k in range(len(board.cells))]
    if board.colours:
        marks = [f"{m}{number[c]}" for m, c in zip(marks, board.colours, strict=True)]
    _voxels(shapes, "Result", board.cells, marks, GRIDS[kind])
    ElementTree.SubElement(problem, "result", id=str(len(model.pieces)))
    bitmap = ElementTree.SubElement(problem, "bitmap")
    for colour, there in sorted(model.fits or {(colour, colour) for colour in number}):
        # Pairs count from the first colour that is not neutral.
        pair = {"piece": str(number[colour] - 1), "result": str(number[there] - 1)}
        ElementTree.SubElement(bitmap, "pair", pair)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return gzip.compress(text, mtime=0)


def _numbered(model: Model) -> dict[int, int]:
    """The numbers of the colours in the file, from 1 on, for 0 is neutral there. Raises InputError
    for more than BurrTools has."""
    of_pieces = {colour for piece in model.pieces for own in piece.colours for colour in own}
    of_pairs = {colour for pair in model.fits or () for colour in pair}
    colours = sorted({*model.board.colours} | of_pieces | of_pairs)
    if len(colours) > MAX_COLOURS:
        raise InputError(
            f"BurrTools has {MAX_COLOURS} colours, and {model.name} has {len(colours)}"
        )
    return {colour: k for k, colour in enumerate(colours, 1)}


def _voxels(
    parent: ElementTree.Element, name: str, cells: Sequence[Cell], marks: Sequence[str], grid: Grid
) -> None:
    solid = [(0,) * (3 - len(cell)) + cell for cell in cells]
    there = dict(zip(shifted(grid, solid), marks, strict=True))
    x, y, z = (1 + max(axis) for axis in zip(*there, strict=True))
    if x * y * z > MAX_VOXELS:
        raise InputError(f"the shape {name} spans more than {MAX_VOXELS:,} voxels")
    sizes = {"x": str(x), "y": str(y), "z": str(z)}
    label = _printable(name)
    node = ElementTree.SubElement(parent, "voxel", {**sizes, "name": label, "type": "0"})
    node.text = "".join(
        there.get((column, row, layer), "_")
        for layer in range(z)
        for row in range(y)
        for column in range(x)
    )


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
