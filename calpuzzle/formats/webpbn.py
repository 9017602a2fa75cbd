"""The XML of webpbn.com: puzzleset, puzzle, color, clues of lines of counts, solution images.

Entities and what they could include are refused: a puzzle needs none. A goal image without clues
is enough; a saved image is read as given cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.parsers import expat

from calpuzzle.formats.clue_lines import (
    Reading,
    check_lengths,
    distinct,
    fail,
    finish,
    number,
    rgb_of,
)
from calpuzzle.griddler.puzzle import (
    BLACK,
    MAX_SIDE,
    WHITE,
    Clue,
    Colour,
    Grid,
    Clues,
    clue_of,
)
from calpuzzle.base.text import shown

NAME = "webpbn"
SUFFIXES = (".xml",)
ABOUT = "webpbn's XML"
COLOURS = True
KEEPS = ("goal", "given", "notes")

NOTES = {"author": "by"}  # its name there, and here
PLAIN = ("source", "id", "title", "author", "authorid", "copyright", "description", "note")
AT = ":line"  # a name that no attribute can have
MAX_DEPTH = 32


def _parse(text: str, source: str) -> ElementTree.Element:
    parser = expat.ParserCreate()
    builder = ElementTree.TreeBuilder()
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            fail(source, parser.CurrentLineNumber, "elements are nested too deeply")
        builder.start(name, {**attributes, AT: str(parser.CurrentLineNumber)})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(name)

    def refuse(*_: object) -> None:
        fail(source, parser.CurrentLineNumber, "XML entities are refused; a puzzle needs none")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.SkippedEntityHandler = refuse
    parser.ExternalEntityRefHandler = refuse  # type: ignore[assignment]
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        fail(source, error.lineno, f"this is no sound XML: {expat.ErrorString(error.code)}")
    return builder.close()


def read(text: str, source: str) -> Reading:
    """Read a webpbn file: its first puzzle."""
    head, _, rest = text.partition("?>")
    if head.lstrip().startswith("<?xml"):
        text = "\n" * head.count("\n") + rest  # the text is decoded already
    root = _parse(text, source)
    puzzles = [root] if root.tag == "puzzle" else root.findall("puzzle")
    if not puzzles:
        fail(source, None, f"there is no element puzzle in {shown(root.tag)}")
    warnings = []
    if len(puzzles) > 1:
        warnings.append(f"{source} has {len(puzzles)} puzzles; the first one is read")
    puzzle = puzzles[0]
    if puzzle.get("type", "grid") != "grid":
        fail(source, _line(puzzle), f"a puzzle of type {shown(puzzle.get('type', ''))} is no grid")
    names, palette = _palette(puzzle, source)
    goal = _image(puzzle, "goal", palette, source)
    given = _image(puzzle, "saved", palette, source)
    rows, columns = _clues(puzzle, "rows", names, source), _clues(puzzle, "columns", names, source)
    if rows is None and columns is None and goal:
        rows = tuple(clue_of(row) for row in goal)
        columns = tuple(clue_of(column) for column in zip(*goal, strict=True))
    if rows is None or columns is None:
        fail(
            source, _line(puzzle), f"the puzzle has no clues of {'rows' if columns else 'columns'}"
        )
    notes = [
        (NOTES.get(each.tag, each.tag), " ".join((each.text or "").split()))
        for each in puzzle
        if each.tag in PLAIN and (each.text or "").strip()
    ]
    for each in puzzle:
        if each.tag not in (*PLAIN, "color", "clues", "solution"):
            warnings.append(f"{source}, line {_line(each)}: {shown(each.tag)} is skipped")
    whole = Clues(rows, columns, distinct(palette), tuple(notes), goal, given)
    return finish(whole, source, warnings)


def _line(element: ElementTree.Element) -> int:
    return int(element.get(AT, "0"))


def _palette(puzzle: ElementTree.Element, source: str) -> tuple[dict[str, int], list[Colour]]:
    """Colours by name, the background first. The default colour is that of counts without one."""
    found = {"white": WHITE, "black": BLACK}
    declared = []
    for each in puzzle.findall("color"):
        name, value = each.get("name"), rgb_of((each.text or "").strip())
        if not name or value is None:
            fail(source, _line(each), "a color needs a name and six hexadecimal digits")
        found[name] = Colour(name, value, each.get("char", ""))
        declared.append(name)
    background = puzzle.get("backgroundcolor", "white")
    if background not in found:
        fail(source, _line(puzzle), f"the background {shown(background)} is not declared")
    used = {each.get("color") for each in puzzle.iter("count")}
    default = puzzle.get("defaultcolor", "black")
    if None in used or not declared:
        declared.append(default)
    order = list(dict.fromkeys(name for name in declared if name != background))
    if len(order) > 1:
        order = [name for name in order if name != "black" or name in used or name in declared]
    if any(name not in found for name in order):
        fail(source, _line(puzzle), f"the colour {shown(default)} is not declared")
    names = {name: index for index, name in enumerate([background, *order])}
    names[""] = names.get(default, 1)
    return names, [found[name] for name in (background, *order)]


def _clues(
    puzzle: ElementTree.Element, kind: str, names: dict[str, int], source: str
) -> tuple[Clue, ...] | None:
    for clues in puzzle.findall("clues"):
        if clues.get("type") == kind:
            lines = clues.findall("line")
            if len(lines) > MAX_SIDE:
                fail(source, _line(clues), f"there are more than {MAX_SIDE} {kind}")
            return tuple(_clue(line, names, source) for line in lines)
    return None


def _clue(line: ElementTree.Element, names: dict[str, int], source: str) -> Clue:
    blocks = []
    for count in line.findall("count"):
        length = number((count.text or "").strip(), source, _line(count))
        colour = names.get(count.get("color", ""))
        if colour is None:
            fail(
                source, _line(count), f"the colour {shown(count.get('color', ''))} is not declared"
            )
        if colour == 0:
            fail(source, _line(count), "a block has the colour of the background")
        blocks.append((length, colour))
    check_lengths([length for length, _ in blocks], source, _line(line))
    return tuple(block for block in blocks if block[0])


def _image(
    puzzle: ElementTree.Element, kind: str, palette: Sequence[Colour], source: str
) -> Grid | None:
    """The first image of a solution of that type, `|` round each row."""
    for solution in puzzle.findall("solution"):
        image = solution.find("image")
        if solution.get("type", "goal") != kind or image is None:
            continue
        marks = {colour.mark: index for index, colour in enumerate(palette) if colour.mark}
        marks.setdefault(".", 0)
        if len(palette) == 2:
            marks.setdefault("X", 1)
        if kind == "saved":
            marks["?"] = -1
        rows = re.findall(r"\|([^|\r\n]*)\|", image.text or "")
        for row in rows:
            for mark in row:
                if mark not in marks:
                    fail(source, _line(image), f"the character {shown(mark)} is no colour")
        if len({len(row) for row in rows}) != 1:
            fail(source, _line(image), "the rows of the image are not of one length")
        return tuple(tuple(marks[mark] for mark in row) for row in rows)
    return None


def write(puzzle: Clues) -> str:
    """The puzzle as a webpbn file."""
    root = ElementTree.Element("puzzleset")
    names = _unique_names(puzzle.palette)
    attributes = {"type": "grid", "defaultcolor": names[1], "backgroundcolor": names[0]}
    body = ElementTree.SubElement(root, "puzzle", attributes)
    back = {here: there for there, here in NOTES.items()}
    for key, value in puzzle.notes:
        tag = back.get(key, key)
        if tag in PLAIN:
            ElementTree.SubElement(body, tag).text = _sound(value)
        else:
            ElementTree.SubElement(body, "note").text = _sound(f"{key}: {value}")
    for name, colour in zip(names, puzzle.palette, strict=True):
        element = ElementTree.SubElement(body, "color", {"name": name, "char": colour.mark})
        element.text = colour.rgb.lstrip("#")
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        section = ElementTree.SubElement(body, "clues", {"type": kind})
        for clue in clues:
            line = ElementTree.SubElement(section, "line")
            for length, shade in clue:
                ElementTree.SubElement(line, "count", {"color": names[shade]}).text = str(length)
    for kind, grid in (("goal", puzzle.goal), ("saved", puzzle.given)):
        if grid is not None:
            solution = ElementTree.SubElement(body, "solution", {"type": kind})
            rows = ("|" + "".join(_mark(puzzle, cell) for cell in row) + "|" for row in grid)
            ElementTree.SubElement(solution, "image").text = "\n" + "\n".join(rows) + "\n"
    ElementTree.indent(root, " ")
    return '<?xml version="1.0"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _mark(puzzle: Clues, cell: int) -> str:
    return "?" if cell < 0 else puzzle.palette[cell].mark


def _sound(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(c for c in text if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff"
                                                      and c not in "\ufffe\uffff"))  # fmt: skip


def _unique_names(palette: Sequence[Colour]) -> list[str]:
    names: list[str] = []
    for index, colour in enumerate(palette):
        name = _sound(colour.name) or f"colour {index}"
        names.append(name if name not in names else f"{name} {index}")
    return names
