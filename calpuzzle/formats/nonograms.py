"""Functions that the formats of nonograms share: for clues, grids, palettes and error messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.wording import control_fault, shown
from calpuzzle.formats.reading import Reading, fail, parse_integer
from calpuzzle.nonogram.clues import MAX_SIDE, Clues, Colour, Grid, checked

MAX_BLOCK = 10**9  # the longest block that is accepted
T = TypeVar("T")


def side_length(word: str, what: str, source: str, line: int) -> int:
    """Return a width or a height in cells. Raises PuzzleError if it is out of range."""
    return parse_integer(word, f"the {what}", source, line, 1, MAX_SIDE)


def clue_words(text: str) -> list[str]:
    """Return the words of a clue line, which are separated by commas or white space."""
    return text.replace(",", " ").split()


def clue(
    blocks: Iterable[tuple[str, T]], source: str, line: int | None
) -> tuple[tuple[int, T], ...]:
    """Return the clue that consists of `blocks`, pairs (length as a word, colour).

    A single block of 0 cells means an empty clue. Raises PuzzleError for a block of 0 cells among
    several, and for a length that is not a number from 0 to `MAX_BLOCK`."""
    sizes = [
        (parse_integer(word, "a block", source, line, 0, MAX_BLOCK), shade)
        for word, shade in blocks
    ]
    if len(sizes) > 1 and any(size == 0 for size, _ in sizes):
        fail(source, line, "a clue of several blocks has a block of 0 cells")
    return tuple(block for block in sizes if block[0])


def marked_grid(
    rows: Sequence[str], marks: Mapping[str, int], what: str, source: str, line: int | None = None
) -> Grid:
    """Convert rows of characters to a grid. Each character must be the mark of a colour; if `what`
    is `given`, it may also be `?`, for a cell not given. Raises PuzzleError for any other
    character."""
    known = {**marks, "?": -1} if what == "given" else marks
    for mark in (mark for row in rows for mark in row if mark not in known):
        fail(source, line, f"the {what} grid has the character {shown(mark)}, which is no colour")
    return tuple(tuple(known[mark] for mark in row) for row in rows)


def finish(puzzle: Clues, source: str, notes: Sequence[str] = ()) -> Reading:
    """Return the Reading of a valid nonogram. Raises PuzzleError, with the file's name, for an
    invalid one."""
    found = [fault for colour in puzzle.palette for fault in control_fault("a colour", colour.name)]
    for key, text in puzzle.notes:
        # All notes except the title may have several lines.
        plain = text if key == "title" else text.replace("\n", " ").replace("\t", " ")
        found += control_fault(f"the note {shown(key)}", key + plain)
    try:
        checked(puzzle)
    except PuzzleError as error:
        found += error.faults
    if found:
        raise PuzzleError([f"{source}: {fault}" for fault in found])
    return Reading(puzzle, tuple(notes))


COLOUR_VALUES = {
    "white": "#ffffff", "black": "#000000", "red": "#d02020", "green": "#008000",
    "blue": "#0000ff", "yellow": "#ffd700", "orange": "#ff8000", "brown": "#804000",
    "pink": "#ff80c0", "purple": "#800080", "gray": "#808080", "grey": "#808080",
    "cyan": "#00c0c0", "magenta": "#c000c0", "lightgreen": "#90ee90", "lightblue": "#add8e6",
}  # fmt: skip


def rgb_of(word: str) -> str | None:
    """Return `#rrggbb` for a colour's name or hexadecimal digits, with or without `#`, or None."""
    text = word.lower().lstrip("#")
    if re.fullmatch("[0-9a-f]{3}", text):
        text = "".join(2 * digit for digit in text)
    return "#" + text if re.fullmatch("[0-9a-f]{6}", text) else COLOUR_VALUES.get(text)


def named_colour(name: str) -> Colour:
    """Return a colour of which only the name, or its first letter, is known."""
    letters = {word[0]: word for word in reversed(COLOUR_VALUES)} | {"b": "blue", "k": "black"}
    known = letters.get(name.lower(), name)
    rgb = rgb_of(known) or f"#{sum(map(ord, name)) * 40503 % 0xC0C0C0:06x}"
    return Colour(name if len(name) > 1 else f"colour {name}", rgb, name)


MARKS = "#*%@&+=$~^abcdefghijklmnopqrstuvwxyz"
OLSAK_LETTERS = "rgbyomcpvwstuklndefhijaqxz"  # for colours in written .g files, in this order


def with_distinct_marks(palette: Sequence[Colour]) -> tuple[Colour, ...]:
    """Return the palette with distinct visible marks, as far as there are enough of them."""
    used = set("?,| ")  # these have other meanings in files
    found = []
    for index, colour in enumerate(palette):
        mark = colour.mark
        if len(mark) != 1 or not mark.isprintable() or mark.isdigit() or mark in used:
            mark = "." if index == 0 else next((m for m in MARKS if m not in used), mark)
        used.add(mark)
        found.append(colour._replace(mark=mark))
    return tuple(found)
