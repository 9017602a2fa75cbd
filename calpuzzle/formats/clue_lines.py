"""What the readers of several formats share: numbers, clue lines, grids, and their faults."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.text import control_fault, plural, shown
from calpuzzle.formats.reading import Reading, fail, opening, whole
from calpuzzle.griddler.puzzle import MAX_SIDE, Clue, Clues, Colour, black, checked

LONGEST = 10**9  # no block is longer


def numbers_on_top(text: str) -> int:
    """How many numbers the first line has; 0 where it has anything else."""
    words = opening(text, "\n")
    return len(words) if all(word.isascii() and word.isdigit() for word in words) else 0


def block_length(word: str, source: str, line: int) -> int:
    """How many cells a block has. Raises PuzzleError for a word that is no whole number from 0."""
    return whole(word, "a block", source, line, 0, LONGEST)


def side(word: str, what: str, source: str, line: int) -> int:
    """A width or a height in cells. Raises PuzzleError for one that no griddler has."""
    return whole(word, f"the {what}", source, line, 1, MAX_SIDE)


def sides(text: str, first: str, second: str, source: str) -> tuple[int, int]:
    """The two sides on the first line of a file, in their order: `first` and `second` are height
    and width, or the other way round. Raises PuzzleError where they are not two."""
    words = text.split()
    if len(words) != 2:
        fail(source, 1, f"the first line must be the {first} and the {second}")
    return side(words[0], first, source, 1), side(words[1], second, source, 1)


def clue_words(text: str) -> list[str]:
    """The words of a clue line, parted by commas or blanks."""
    return [word for word in re.split(r"[\s,]+", text) if word]


def check_lengths(lengths: Sequence[int], source: str, line: int) -> None:
    """Raise PuzzleError where one of several blocks has 0 cells; a single one of 0 cells says
    that there is no block."""
    if len(lengths) > 1 and 0 in lengths:
        fail(source, line, "a clue of several blocks has a block of 0 cells")


def black_clue(text: str, source: str, line: int) -> Clue:
    """The clue of a line of numbers; `0` and nothing both say that there is no block. Raises
    PuzzleError."""
    lengths = [block_length(word, source, line) for word in clue_words(text)]
    check_lengths(lengths, source, line)
    return black(lengths)


def clue_lines(
    lines: Sequence[str], start: int, count: int, what: str, source: str
) -> tuple[Clue, ...]:
    """`count` clues, one a line, from index `start` of the file's lines on. Raises PuzzleError
    where a line is no clue, or there are too few."""
    if start + count > len(lines):
        have = max(0, len(lines) - start)
        fail(source, None, f"it ends after {have} of {plural(count, what + ' clue')}")
    return tuple(black_clue(lines[at], source, at + 1) for at in range(start, start + count))


def finish(puzzle: Clues, source: str, notes: Sequence[str] = ()) -> Reading:
    """A reading of a griddler that is one; else PuzzleError, with the file's name."""
    found = [fault for colour in puzzle.palette for fault in control_fault("a colour", colour.name)]
    for key, text in puzzle.notes:
        # All but the title may have several lines.
        plain = text if key == "title" else text.replace("\n", " ").replace("\t", " ")
        found += control_fault(f"the note {shown(key)}", key + plain)
    try:
        checked(puzzle)
    except PuzzleError as error:
        found += error.faults
    if found:
        raise PuzzleError([f"{source}: {fault}" for fault in found])
    return Reading(puzzle, tuple(notes))


def black_only(clues: Sequence[Clue]) -> list[str]:
    """Clues as lines of numbers, `0` for an empty one."""
    return [" ".join(str(length) for length, _ in clue) or "0" for clue in clues]


def nothing_behind(lines: Sequence[str], start: int, source: str) -> None:
    """Raise PuzzleError if something stands behind the last clue."""
    for at in range(start, len(lines)):
        if lines[at].strip():
            fail(source, at + 1, f"there is more behind the last clue: {shown(lines[at])}")


CSS = {
    "white": "#ffffff", "black": "#000000", "red": "#d02020", "green": "#008000",
    "blue": "#0000ff", "yellow": "#ffd700", "orange": "#ff8000", "brown": "#804000",
    "pink": "#ff80c0", "purple": "#800080", "gray": "#808080", "grey": "#808080",
    "cyan": "#00c0c0", "magenta": "#c000c0", "lightgreen": "#90ee90", "lightblue": "#add8e6",
}  # fmt: skip


def rgb_of(word: str) -> str | None:
    """`#rrggbb` for a colour's name or its hexadecimal digits, with or without `#`."""
    text = word.lower().lstrip("#")
    if re.fullmatch(r"[0-9a-f]{6}", text):
        return "#" + text
    if re.fullmatch(r"[0-9a-f]{3}", text):
        return "#" + "".join(2 * digit for digit in text)
    return CSS.get(text)


MARKS = "#*%@&+=$~^abcdefghijklmnopqrstuvwxyz"


def distinct(palette: Sequence[Colour]) -> tuple[Colour, ...]:
    """The palette with characters that differ, and are seen (a blank is the background's)."""
    used: set[str] = set()
    found = []
    for index, colour in enumerate(palette):
        mark = colour.mark
        usable = len(mark) == 1 and mark.isprintable() and not mark.isspace() and mark not in "?,|"
        if not usable or mark in used or mark.isdigit():
            mark = "." if index == 0 else next(m for m in MARKS if m not in used)
        used.add(mark)
        found.append(colour._replace(mark=mark))
    return tuple(found)
