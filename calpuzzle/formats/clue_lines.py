"""What the readers of several formats share: numbers, clue lines, grids, and their faults."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from calpuzzle.base.errors import PuzzleError
from calpuzzle.griddler.puzzle import (
    MAX_SIDE,
    Clue,
    Colour,
    Clues,
    black,
    checked,
)
from calpuzzle.base.text import plural, shown

MAX_DIGITS = 9  # no number in a file is longer


class Reading(NamedTuple):
    """A puzzle, and sentences on what in its file was not understood but kept, or skipped."""

    puzzle: Clues
    warnings: tuple[str, ...] = ()


def fail(source: str, line: int | None, message: str) -> NoReturn:
    """Raise the PuzzleError that names the file, the line and what is wrong."""
    where = source if line is None else f"{source}, line {line}"
    raise PuzzleError(f"{where}: {message}")


def number(word: str, source: str, line: int) -> int:
    """A whole number that is not negative. Raises PuzzleError for any other word."""
    if re.fullmatch(r"-[0-9]+", word):
        fail(source, line, f"{shown(word)} is negative")
    if not re.fullmatch(r"[0-9]+", word):
        fail(source, line, f"{shown(word)} is no number")
    if len(word) > MAX_DIGITS:
        fail(source, line, f"the number {shown(word)} is too large")
    return int(word)


def side(word: str, what: str, source: str, line: int) -> int:
    """A width or a height in cells. Raises PuzzleError for one that no griddler has."""
    value = number(word, source, line)
    if not 1 <= value <= MAX_SIDE:
        fail(source, line, f"the {what} is {value}, but it must be from 1 to {MAX_SIDE}")
    return value


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
    lengths = [number(word, source, line) for word in clue_words(text)]
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


def finish(puzzle: Clues, source: str, warnings: Sequence[str] = ()) -> Reading:
    """A reading of a puzzle that is one; else PuzzleError, with the file's name."""
    try:
        return Reading(checked(puzzle), tuple(warnings))
    except PuzzleError as error:
        raise PuzzleError([f"{source}: {fault}" for fault in error.faults]) from None


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
