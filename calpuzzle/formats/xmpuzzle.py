"""BurrTools puzzles (.xmpuzzle): XML, packed with gzip or not, of the grid type 0 (cubes).

Read are the first problem's shapes with their counts or ranges of counts, and its result shape: a
voxel `#` must be filled, `+` may be, `_` is none. Pieces turn in all 24 ways. Piece groups are
passed over: they say which pieces need not come apart, and we take nothing apart. Where a file
wants something else that this cannot do (another grid, colours, a maximum of holes), it is refused,
never counted wrongly.

BurrTools counts assemblies up to the turns of the result, and drops mirror images where each piece
is its own mirror image or has its partner for one. `--unique` does the same. Where it keeps them,
as in the 1,063 assemblies of its example SolidSixPieceBurrs, compare with `--unique
--mirrors-apart`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Collection, Sequence
from xml.etree import ElementTree

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.text import plural
from calpuzzle.formats.drawable import check_drawable
from calpuzzle.formats.reading import Reading, fail, whole
from calpuzzle.formats.xml_tree import line_of, parsed
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal
from calpuzzle.puzzle.validate import faults

MAX_SIDE = 999_999
MAX_VOXELS = 1_000_000
MAX_COUNT = 10_000
_VOXEL = re.compile(r"([#+])([0-9]{0,3})|(_)")


def looks_like(text: str) -> bool:
    """Whether the text is XML that names voxels or a grid."""
    return text.lstrip()[:1] == "<" and ("<voxel" in text or "<gridType" in text)


def read(text: str, name: str) -> Reading:
    """The first problem in the file. Raises PuzzleError with file and what is wrong."""
    root = parsed(text, name)
    if root.tag != "puzzle":
        fail(name, line_of(root), f"the root is <{root.tag[:40]}>, not <puzzle>")
    grid = root.find("gridType")
    kind = grid.get("type", "0") if grid is not None else "0"
    if kind != "0":
        fail(name, None, f"the grid type is {kind[:20]}; only 0, cubes, is read")
    shapes = [_Voxels(node, name, k) for k, node in enumerate(root.findall("shapes/voxel"), 1)]
    problems = root.findall("problems/problem")
    if not problems:
        fail(name, None, "there is no problem in the file")
    problem = problems[0]
    if problem.get("maxHoles") is not None:
        fail(name, line_of(problem), "the problem bounds the holes, which is not read")
    if problem.findall("bitmap/pair"):
        fail(name, line_of(problem), "the problem has colour constraints, which are not read")
    several = f"{name}: the file has several problems; this is the first of them"
    result = _shape(problem.find("result"), shapes, name, "the result")
    pieces = _pieces(problem, shapes, name)
    board = Board(result.cells, optional=result.optional)
    model = Model(name, board, tuple(pieces), interchangeable=False)
    if wrong := faults(model):
        raise PuzzleError([f"{name}: {fault}" for fault in wrong])
    return Reading(model, (several,) if len(problems) > 1 else ())


def _pieces(problem: ElementTree.Element, shapes: list[_Voxels], name: str) -> list[Piece]:
    pieces: dict[str, Piece] = {}
    for node in problem.findall("shapes/shape"):
        shape = _shape(node, shapes, name, "a piece")
        least, most = _counts(node, name, shape.label)
        if shape.label in pieces:
            fail(name, line_of(node), f"the problem names the piece {shape.label} twice")
        if shape.optional:
            fail(name, line_of(node), f"the piece {shape.label} has voxels that may be left out")
        if not shape.cells:
            fail(name, line_of(node), f"the piece {shape.label} has no voxels")
        pieces[shape.label] = Piece(shape.label, (normal(shape.cells),), least=least, most=most)
    used = [piece for piece in pieces.values() if piece.most]
    if not used:
        fail(name, line_of(problem), "the problem has no pieces")
    return used


class _Voxels:
    """A shape of the file: its cells, and the numbers of those that may stay empty."""

    def __init__(self, node: ElementTree.Element, name: str, number: int) -> None:
        self.label = " ".join(node.get("name", "").split()) or f"S{number}"
        line, what = line_of(node), f"the shape S{number}"
        x, y, z = (
            whole(node.get(axis, ""), f"the size {axis} of S{number}", name, line, 0, MAX_SIDE)
            for axis in "xyz"
        )
        if node.get("type", "0") != "0" or x * y * z > MAX_VOXELS:
            fail(name, line, f"{what} has more than {MAX_VOXELS:,} voxels, or is of another type")
        text = "".join((node.text or "").split())
        marks = list(_VOXEL.finditer(text))
        if sum(len(mark[0]) for mark in marks) != len(text):
            fail(name, line, f"{what} has marks other than # + _")
        if len(marks) != x * y * z:
            voxels = plural(len(marks), "voxel")
            fail(name, line, f"{what} has {voxels}, but its size is {x} x {y} x {z}")
        self.coloured = any(mark[2] and int(mark[2]) for mark in marks)
        there = [(k, mark[1]) for k, mark in enumerate(marks) if mark[1]]
        self.cells = tuple((k // (x * y), k // x % y, k % x) for k, _ in there)
        self.optional = frozenset(n for n, (_, mark) in enumerate(there) if mark == "+")


def _shape(
    node: ElementTree.Element | None, shapes: list[_Voxels], name: str, what: str
) -> _Voxels:
    if node is None:
        fail(name, None, f"{what} is missing")
    line = line_of(node)
    number = whole(node.get("id", ""), f"the number of {what}", name, line, 0)
    if number >= len(shapes):
        fail(name, line, f"{what} is shape {number}, but the file has {len(shapes)}")
    if shapes[number].coloured:
        fail(name, line, f"{what} has colours, which are not read")
    return shapes[number]


def _counts(node: ElementTree.Element, name: str, label: str) -> tuple[int, int]:
    what, line = f"the count of {label}", line_of(node)
    fewest = node.get("count", node.get("min", "0"))
    most = node.get("count", node.get("max", ""))
    least = whole(fewest, what, name, line, 0, MAX_COUNT)
    return least, whole(most, what, name, line, least, MAX_COUNT)


def write(model: Model) -> bytes:
    """The puzzle as a BurrTools file, packed with gzip, always the same bytes. Raises InputError
    where BurrTools cannot say it: pieces there turn in all 24 ways, and have one shape."""
    form = "what is written for BurrTools"
    check_drawable(model, form, [(True, True)], counts=True, optional=True)
    root = ElementTree.Element("puzzle", version="2")
    ElementTree.SubElement(root, "gridType", type="0")
    ElementTree.SubElement(root, "colors")
    shapes = ElementTree.SubElement(root, "shapes")
    problems = ElementTree.SubElement(root, "problems")
    problem = ElementTree.SubElement(problems, "problem", name="Problem", state="0")
    used = ElementTree.SubElement(problem, "shapes")
    for number, piece in enumerate(model.pieces):
        _voxels(shapes, piece.name, piece.shape)
        bounds = {"min": str(piece.least), "max": str(piece.most)}
        if piece.least == piece.most:
            bounds = {"count": str(piece.most)}
        ElementTree.SubElement(used, "shape", {"id": str(number), **bounds})
    board = model.board
    _voxels(shapes, "Result", board.cells, {board.cells[k] for k in board.optional})
    ElementTree.SubElement(problem, "result", id=str(len(model.pieces)))
    ElementTree.SubElement(problem, "bitmap")
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return gzip.compress(text, mtime=0)


def _voxels(
    parent: ElementTree.Element,
    name: str,
    cells: Sequence[Cell],
    optional: Collection[Cell] = (),
) -> None:
    marks = {(0, *cell)[-3:]: "+" if cell in optional else "#" for cell in cells}
    axes = [range(min(axis), max(axis) + 1) for axis in zip(*marks, strict=True)]
    z, y, x = map(len, axes)
    if x * y * z > MAX_VOXELS:
        raise InputError(f"the shape {name} spans more than {MAX_VOXELS:,} voxels")
    label = "".join(c if c.isprintable() else " " for c in name)
    sizes = {"x": str(x), "y": str(y), "z": str(z)}
    node = ElementTree.SubElement(parent, "voxel", {**sizes, "name": label, "type": "0"})
    node.text = "".join(
        marks.get((layer, row, column), "_")
        for layer in axes[0]
        for row in axes[1]
        for column in axes[2]
    )
