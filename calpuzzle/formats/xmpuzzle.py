"""BurrTools puzzles (.xmpuzzle): XML, packed with gzip or not, of the grid type 0 (cubes).

Read are the first problem's shapes with their counts, its result shape, and colours: a voxel `#`
must be filled, `+` may be, `_` is none, and a digit behind names a colour. Pieces turn in all 24
ways. Where a file wants something that this cannot do (another grid, piece groups, a maximum of
holes, a colour constraint other than equal colours), it is refused, never counted wrongly.

BurrTools counts solutions up to the turns of the result, and drops mirror images where it can:
`--unique` does the same. Files with document types or entities are refused unread.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from xml.etree import ElementTree

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.fit.geometry import ALL, Form, Geometry, Shape, fitting, shapes_of
from calpuzzle.fit.model import Fitting, Location
from calpuzzle.base.text import plural

MAX_UNPACKED = 32 << 20
MAX_VOXELS = 1_000_000
MAX_COUNT = 10_000
_VOXEL = re.compile(r"([#+])([0-9]{0,3})|(_)")


def read(data: bytes, name: str) -> Fitting:
    """The first problem in the file. Raises PuzzleError with file and what is wrong."""
    root = _tree(_unpacked(data, name), name)
    if root.tag != "puzzle":
        raise PuzzleError(f"{name}: the root is <{root.tag[:40]}>, not <puzzle>")
    grid = root.find("gridType")
    kind = grid.get("type", "0") if grid is not None else "0"
    if kind != "0":
        raise PuzzleError(f"{name}: the grid type is {kind[:20]}; only 0, cubes, is read")
    shapes = [_Voxels(node, name, k) for k, node in enumerate(root.findall("shapes/voxel"))]
    problem = root.find("problems/problem")
    if problem is None:
        raise PuzzleError(f"{name}: there is no problem in the file")
    _refuse(problem, name)
    notes = []
    if len(root.findall("problems/problem")) > 1:
        notes.append(f"{name}: the file has several problems; this is the first of them")
    result = _shape(problem.find("result"), shapes, f"{name}: the result")
    locations = tuple(Location(point, colour, optional) for point, colour, optional in result.cells)
    forms = _forms(problem, shapes, name)
    colours = any(location.colour for location in locations) or any(
        colour for form in forms for _, colour in form.sides[0]
    )
    if colours:
        raise PuzzleError(f"{name}: the problem has colours, which are not read")
    puzzle = fitting(name.removesuffix(".xmpuzzle"), Geometry(3, False, locations, tuple(forms)))
    return puzzle._replace(notes=tuple(notes))


def _forms(problem: ElementTree.Element, shapes: list[_Voxels], name: str) -> list[Form]:
    forms: list[Form] = []
    for node in problem.findall("shapes/shape"):
        shape = _shape(node, shapes, f"{name}: a piece")
        least, most = _counts(node, name, shape.label)
        if shape.label in [form.name for form in forms]:
            raise PuzzleError(f"{name}: the problem names the piece {shape.label} twice")
        if any(optional for _, _, optional in shape.cells):
            raise PuzzleError(f"{name}: the piece {shape.label} has voxels that may be left out")
        if not shape.cells:
            raise PuzzleError(f"{name}: the piece {shape.label} has no voxels")
        if most:
            cells: Shape = tuple((point, colour) for point, colour, _ in shape.cells)
            forms.append(Form(shape.label, (cells,), ALL, least, most))
    return forms


def _unpacked(data: bytes, name: str) -> bytes:
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            unpacked = stream.read(MAX_UNPACKED + 1)
    except EOFError:
        raise PuzzleError(f"{name}: the gzip data breaks off") from None
    except (OSError, zlib.error) as error:
        raise PuzzleError(f"{name}: the gzip data is broken ({str(error)[:80]})") from None
    if len(unpacked) > MAX_UNPACKED:
        raise PuzzleError(f"{name}: the file unpacks to more than {MAX_UNPACKED:,} bytes")
    return unpacked


def _tree(data: bytes, name: str) -> ElementTree.Element:
    # Entities can unpack to anything; a puzzle has no use for a document type, nor for the
    # encodings in which one could hide from this test.
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:2] in (b"<\0", b"\0<"):
        raise PuzzleError(f"{name}:1: this is UTF-16 text; save it as UTF-8")
    if not data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        raise PuzzleError(f"{name}:1: this is neither XML nor XML packed with gzip")
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise PuzzleError(f"{name}:{line}: this is no text: it has a zero byte")
    text = data.decode("utf-8", "replace")
    found = re.search("<!(DOCTYPE|ENTITY)", text)
    if found:
        line = text[: found.start()].count("\n") + 1
        raise PuzzleError(f"{name}:{line}: document types and entities are refused")
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        what = str(error).split(":")[0]
        raise PuzzleError(f"{name}:{line}: not well-formed XML ({what}, column {column})") from None
    except (LookupError, ValueError) as error:
        raise PuzzleError(f"{name}:1: the XML cannot be read ({str(error)[:80]})") from None


class _Voxels:
    """A shape of the file: its cells as (point, colour, whether it may stay empty)."""

    def __init__(self, node: ElementTree.Element, name: str, number: int) -> None:
        self.label = " ".join(node.get("name", "").split()) or f"S{number + 1}"
        size = [_number(node.get(axis), f"{name}: the size of S{number + 1}") for axis in "xyz"]
        if node.get("type", "0") != "0" or size[0] * size[1] * size[2] > MAX_VOXELS:
            raise PuzzleError(
                f"{name}: the shape S{number + 1} has more than {MAX_VOXELS:,} voxels"
            )
        text = "".join((node.text or "").split())
        marks = list(_VOXEL.finditer(text))
        if sum(len(mark[0]) for mark in marks) != len(text):
            raise PuzzleError(f"{name}: the shape S{number + 1} has marks other than # + _")
        if len(marks) != size[0] * size[1] * size[2]:
            raise PuzzleError(
                f"{name}: the shape S{number + 1} has {plural(len(marks), 'voxel')}, but its size "
                f"is {size[0]} x {size[1]} x {size[2]}"
            )
        self.cells = [
            (
                (k % size[0], k // size[0] % size[1], k // (size[0] * size[1])),
                int(mark[2] or 0),
                mark[1] == "+",
            )
            for k, mark in enumerate(marks)
            if not mark[3]
        ]


def _number(text: str | None, what: str) -> int:
    if text is None or not re.fullmatch(r"[0-9]{1,6}", text):
        raise PuzzleError(f"{what} is {(text or 'missing')[:40]}, not a whole number")
    return int(text)


def _shape(node: ElementTree.Element | None, shapes: list[_Voxels], what: str) -> _Voxels:
    if node is None:
        raise PuzzleError(f"{what} is missing")
    number = _number(node.get("id"), f"{what}'s id")
    if number >= len(shapes):
        raise PuzzleError(f"{what} is shape {number}, but the file has {len(shapes)}")
    return shapes[number]


def _counts(node: ElementTree.Element, name: str, label: str) -> tuple[int, int]:
    what = f"{name}: the count of {label}"
    if node.get("count") is not None:
        least = most = _number(node.get("count"), what)
    else:
        least = _number(node.get("min", "0"), what)
        most = _number(node.get("max"), what)
    if not least <= most <= MAX_COUNT:
        raise PuzzleError(f"{what} is {least} to {most}, which is beyond {MAX_COUNT:,} or no range")
    return least, most


def _refuse(problem: ElementTree.Element, name: str) -> None:
    """Raise for what the problem states that is not taken into account here."""
    if problem.findall("shapes/shape/group"):
        raise PuzzleError(f"{name}: the problem has piece groups, which are not read")
    if problem.get("maxHoles") is not None:
        raise PuzzleError(f"{name}: the problem bounds the holes, which is not read")
    if problem.findall("bitmap/pair"):
        raise PuzzleError(f"{name}: the problem has colour constraints, which are not read")


def write(puzzle: Fitting) -> bytes:
    """The puzzle as a BurrTools file, packed with gzip, always the same bytes. Raises InputError
    where BurrTools cannot say it: pieces there turn in all 24 ways, and have one shape."""
    geometry = shapes_of(puzzle, "what is written for BurrTools", 3)
    root = ElementTree.Element("puzzle", version="2")
    ElementTree.SubElement(root, "gridType", type="0")
    ElementTree.SubElement(root, "colors")
    shapes = ElementTree.SubElement(root, "shapes")
    problems = ElementTree.SubElement(root, "problems")
    problem = ElementTree.SubElement(problems, "problem", name="Problem", state="0")
    used = ElementTree.SubElement(problem, "shapes")
    for number, form in enumerate(geometry.forms):
        if form.motion != ALL or len(form.sides) > 1:
            raise InputError(
                f"in BurrTools a piece has one shape that turns in all ways, which piece "
                f"{form.name} has not"
            )
        _voxels(shapes, form.name, [(point, False) for point, _ in form.sides[0]])
        bounds = (
            {"count": str(form.most)}
            if form.least == form.most
            else {"min": str(form.least), "max": str(form.most)}
        )
        ElementTree.SubElement(used, "shape", {"id": str(number), **bounds})
    _voxels(shapes, "Result", [(loc.point or (), loc.optional) for loc in geometry.locations])
    ElementTree.SubElement(problem, "result", id=str(len(geometry.forms)))
    ElementTree.SubElement(problem, "bitmap")
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return gzip.compress(text, mtime=0)


def _voxels(
    parent: ElementTree.Element, name: str, cells: list[tuple[tuple[int, ...], bool]]
) -> None:
    points = {(*point, 0, 0)[:3]: optional for point, optional in cells}
    low = [min(point[k] for point in points) for k in range(3)]
    size = [1 + max(point[k] for point in points) - low[k] for k in range(3)]
    if size[0] * size[1] * size[2] > MAX_VOXELS:
        raise InputError(f"the shape {name} spans more than {MAX_VOXELS:,} voxels")
    marks = {None: "_", False: "#", True: "+"}
    text = "".join(
        marks[points.get((x + low[0], y + low[1], z + low[2]))]
        for z in range(size[2])
        for y in range(size[1])
        for x in range(size[0])
    )
    attributes = {axis: str(n) for axis, n in zip("xyz", size, strict=True)}
    label = "".join(c if c.isprintable() else " " for c in name)
    node = ElementTree.SubElement(parent, "voxel", {**attributes, "name": label, "type": "0"})
    node.text = text
