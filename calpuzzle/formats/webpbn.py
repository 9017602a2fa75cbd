"""The XML of webpbn.com: a `puzzleset` of elements `puzzle`, each with colours, clues and images.

A `clues` element consists of `line` elements, and these of `count` elements. An image is in an
element `solution`: a goal image without clues is sufficient, and a saved image is read as given
cells. Entities are rejected, because a puzzle needs none and they could include other files.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from calpuzzle.base.wording import shown
from calpuzzle.formats.nonograms import clue, finish, marked_grid, rgb_of, with_distinct_marks
from calpuzzle.formats.reading import Reading, choose_puzzle, fail
from calpuzzle.formats.xml_tree import line_of, parsed, without_invalid_characters
from calpuzzle.nonogram.clues import BLACK, WHITE, Clue, Clues, Colour, Grid, clue_of, grid_rows

TEXT_ELEMENTS = ("source", "id", "title", "author", "authorid", "copyright", "description", "note")


def looks_like(text: str) -> bool:
    """Return whether the text is XML with the elements of webpbn."""
    return text.lstrip()[:1] == "<" and ("<puzzleset" in text or "<clues" in text)


def read(text: str, source: str, problem: str | None = None) -> Reading:
    """Return the puzzle whose title or number (from 1) is `problem`; by default the first.

    Raises PuzzleError, which names the file and the fault, and InputError if there is no such
    puzzle."""
    root = parsed(text, source)
    puzzles = [root] if root.tag == "puzzle" else root.findall("puzzle")
    if not puzzles:
        fail(source, None, f"{shown(root.tag)} has no element `puzzle`")
    titles = [" ".join(each.findtext("title", "").split()) for each in puzzles]
    at, notes_on_choice = choose_puzzle(titles, problem, source, "puzzle")
    remarks, puzzle = [*notes_on_choice], puzzles[at]
    kind = puzzle.get("type", "grid")
    if kind != "grid":
        fail(source, line_of(puzzle), f"a puzzle of type {shown(kind)} is not a grid")
    names, palette = _palette(puzzle, source)
    goal, given = (_image(puzzle, each, palette, source) for each in ("goal", "saved"))
    rows, columns = _clues(puzzle, "rows", names, source), _clues(puzzle, "columns", names, source)
    if rows is None and columns is None and goal:
        rows = tuple(map(clue_of, goal))
        columns = tuple(map(clue_of, zip(*goal, strict=True)))
    if rows is None or columns is None:
        missing = ["rows"] * (rows is None) + ["columns"] * (columns is None)
        fail(source, line_of(puzzle), f"the puzzle has no clues of {' and '.join(missing)}")
    notes = [
        ("by" if each.tag == "author" else each.tag, _text(each))
        for each in puzzle
        if each.tag in TEXT_ELEMENTS and (each.text or "").strip()
    ]
    for each in puzzle:
        if each.tag not in (*TEXT_ELEMENTS, "color", "clues", "solution"):
            remarks.append(f"{source}:{line_of(each)}: {shown(each.tag)} is skipped")
    whole = Clues(rows, columns, with_distinct_marks(palette), tuple(notes), goal, given)
    return finish(whole, source, remarks)


def _text(note: ElementTree.Element) -> str:
    """Return the text of a note; only a title has to be on one line."""
    text = (note.text or "").strip()
    return " ".join(text.split()) if note.tag == "title" else "\n".join(text.splitlines())


def _palette(puzzle: ElementTree.Element, source: str) -> tuple[dict[str, int], list[Colour]]:
    """Return the numbers of the colours by name, and the palette with the background first. The
    empty name is the default colour of counts."""
    found = {"white": WHITE, "black": BLACK}
    default = puzzle.get("defaultcolor", "black")
    order = [puzzle.get("backgroundcolor", "white")]
    for each in puzzle.findall("color"):
        name, value = each.get("name"), rgb_of((each.text or "").strip())
        if not name or value is None:
            fail(source, line_of(each), "a color needs a name and six hexadecimal digits")
        found[name] = Colour(name, value, each.get("char", ""))
        order.append(name)
    if len(order) == 1 or any(each.get("color") is None for each in puzzle.iter("count")):
        order.append(default)
    order = list(dict.fromkeys(order))
    for name in order:
        if name not in found:
            fail(source, line_of(puzzle), f"the colour {shown(name)} is not declared")
    names = {name: index for index, name in enumerate(order)}
    return {**names, "": names.get(default, 1)}, [found[name] for name in order]


def _clues(
    puzzle: ElementTree.Element, kind: str, names: dict[str, int], source: str
) -> tuple[Clue, ...] | None:
    section = puzzle.find(f"clues[@type='{kind}']")
    if section is None:
        return None
    lines = section.findall("line")
    return tuple(clue(_blocks(line, names, source), source, line_of(line)) for line in lines)


def _blocks(
    line: ElementTree.Element, names: dict[str, int], source: str
) -> Iterator[tuple[str, int]]:
    for count in line.findall("count"):
        colour = count.get("color", "")
        if colour not in names:
            fail(source, line_of(count), f"the colour {shown(colour)} is not declared")
        if names[colour] == 0:
            fail(source, line_of(count), "a block has the colour of the background")
        yield (count.text or "").strip(), names[colour]


def _image(
    puzzle: ElementTree.Element, kind: str, palette: Sequence[Colour], source: str
) -> Grid | None:
    """Return the grid of the first solution image of this type, whose rows are enclosed in `|`, or
    None."""
    for solution in puzzle.findall("solution"):
        image = solution.find("image")
        if solution.get("type", "goal") != kind or image is None:
            continue
        marks = {colour.mark: index for index, colour in enumerate(palette) if colour.mark}
        marks.setdefault(".", 0)
        if len(palette) == 2:
            marks.setdefault("X", 1)
        rows = re.findall(r"\|([^|\r\n]*)\|", image.text or "")
        if not rows:
            fail(source, line_of(image), "the image has no rows")
        if len({*map(len, rows)}) > 1:
            fail(source, line_of(image), "the rows of the image have different lengths")
        what = "given" if kind == "saved" else kind
        return marked_grid(rows, marks, what, source, line_of(image))
    return None


def write(puzzle: Clues) -> str:
    """Return the puzzle as a webpbn file."""
    root = ElementTree.Element("puzzleset")
    names = _unique_names(puzzle.palette)
    attributes = {"type": "grid", "defaultcolor": names[1], "backgroundcolor": names[0]}
    body = ElementTree.SubElement(root, "puzzle", attributes)
    for key, value in puzzle.notes:
        tag = "author" if key == "by" else key
        tag, value = (tag, value) if tag in TEXT_ELEMENTS else ("note", f"{key}: {value}")
        ElementTree.SubElement(body, tag).text = without_invalid_characters(value)
    for name, colour in zip(names, puzzle.palette, strict=True):
        element = ElementTree.SubElement(body, "color", {"name": name, "char": colour.mark})
        element.text = colour.rgb.lstrip("#")
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        section = ElementTree.SubElement(body, "clues", {"type": kind})
        for blocks in clues:
            line = ElementTree.SubElement(section, "line")
            for length, colour_index in blocks:
                count = ElementTree.SubElement(line, "count", {"color": names[colour_index]})
                count.text = str(length)
    for kind, cells in (("goal", puzzle.goal), ("saved", puzzle.given)):
        if cells is not None:
            solution = ElementTree.SubElement(body, "solution", {"type": kind})
            rows = "".join(f"|{row}|\n" for row in grid_rows(puzzle, cells))
            ElementTree.SubElement(solution, "image").text = "\n" + rows
    ElementTree.indent(root, " ")
    return '<?xml version="1.0"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _unique_names(palette: Sequence[Colour]) -> list[str]:
    names: list[str] = []
    for index, colour in enumerate(palette):
        name = without_invalid_characters(colour.name) or f"colour {index}"
        numbered = (f"{name} {number}" for number in itertools.count(index))
        names.append(next(each for each in itertools.chain([name], numbered) if each not in names))
    return names
