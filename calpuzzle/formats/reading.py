"""What every reader gives, and how it says what is wrong: the file, the line, and a sentence."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.text import shown

if TYPE_CHECKING:
    from calpuzzle.griddler.puzzle import Clues
    from calpuzzle.puzzle.cover import Cover
    from calpuzzle.puzzle.model import Model

MOST = (1 << 63) - 1
_DIGITS = len(str(MOST))

Thing: TypeAlias = "Model | Cover | Clues"
"""What a file may hold: a puzzle of pieces, an exact cover problem, or a griddler."""


class Reading(NamedTuple):
    """What stands in a file, and sentences about it that a user should see."""

    thing: Thing
    notes: tuple[str, ...] = ()


def fail(name: str, line: int | None, message: str) -> NoReturn:
    """Raise the PuzzleError that names the file, the line and what is wrong."""
    raise PuzzleError(f"{name}: {message}" if line is None else f"{name}:{line}: {message}")


def whole(
    word: str, what: str, name: str, line: int | None, least: int = -MOST, most: int = MOST
) -> int:
    """The whole number that a word is, which is `what` and between the bounds. Raises PuzzleError
    for any other word, however long."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdigit()):
        fail(name, line, f"{what} should be a whole number, not {shown(word)}")
    # Python refuses to convert thousands of digits, zeros in front among them.
    digits = digits.lstrip("0") or "0"
    value = int(digits) if len(digits) <= _DIGITS else MOST + 1
    if value > MOST:
        fail(name, line, f"{what} is beyond 64 bits: {shown(word)}")
    value = -value if word[0] == "-" else value
    if value < least:
        fail(name, line, f"{what} is {value}, but it must be {least} or more")
    if value > most:
        fail(name, line, f"{what} is {value}, but it must be {most} or less")
    return value


def opening(text: str, comment: str) -> list[str]:
    """The words of the first line that has any before a comment."""
    for line in io.StringIO(text.lstrip()):
        words = line.partition(comment)[0].split()
        if words:
            return words
    return []


def begins_with_number(text: str, comment: str) -> bool:
    """Whether a number, or something like it, is what comes first."""
    return any(word[0] in "+-0123456789" for word in opening(text, comment)[:1])
