"""Functions and classes that all readers share: they decode bytes, which may be compressed with
gzip, to a text of bounded size; parse numbers within bounds; raise errors that name the file and
the line; and represent the result as a `Reading`."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import MAX_BYTES, read_up_to
from calpuzzle.base.wording import control_character, memory_text, shown

if TYPE_CHECKING:
    from calpuzzle.nonogram.clues import Clues
    from calpuzzle.puzzle.cover import Cover
    from calpuzzle.puzzle.model import Model

MAX_LISTED = 50  # the most puzzles of one file that a message lists
MAX_INT64 = (1 << 63) - 1
_DIGITS = len(str(MAX_INT64))

Content: TypeAlias = "Model | Cover | Clues"
"""The content of a file: a puzzle of pieces, an exact cover problem, or a nonogram."""

NumberedLine = tuple[int, str]
"""The number of a line of a file, from 1, and its text."""


class Reading(NamedTuple):
    """The puzzle of a file, and notes about it for the user."""

    content: Content
    notes: tuple[str, ...] = ()


def fail(name: str, line: int | None, message: str) -> NoReturn:
    """Raise a PuzzleError that names the file, the line and the fault."""
    raise PuzzleError(f"{name}: {message}" if line is None else f"{name}:{line}: {message}")


def text_of(data: bytes, name: str, most: int = MAX_BYTES, lenient: bool = False) -> str:
    """Return the text of up to `most` bytes of UTF-8, with every line end converted to a newline.

    Raises PuzzleError for longer data, for invalid UTF-8 and for control characters. With
    `lenient`, data that are not UTF-8 are decoded as Windows-1252, and NUL is the only control
    character that is rejected: older files may need this.
    """
    what = "is larger"
    if data[:2] == b"\x1f\x8b":
        data, what = _unpacked(data, name, most), "unpacks to more"
    if len(data) > most:
        raise PuzzleError(f"{name} {what} than {memory_text(most)}")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        fail(name, 1, "this is UTF-16 text; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if not lenient:
            line = data[: error.start].count(b"\n") + 1
            fail(name, line, f"this is not UTF-8 text (byte {error.start})")
        text = data.decode("cp1252", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if lenient:
        char = "\0" if "\0" in text else ""
    else:
        char = control_character(text.replace("\n", " ").replace("\t", " "))
    if char:
        line = text[: text.index(char)].count("\n") + 1
        fail(name, line, f"this is not text: it has the control character {char!r}")
    return text


def _unpacked(data: bytes, name: str, most: int) -> bytes:
    """Return the decompressed data, cut off after `most` + 1 bytes."""
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return read_up_to(stream, most + 1)
    except EOFError:
        fail(name, None, "the gzip data is truncated")
    except (OSError, zlib.error) as error:
        fail(name, None, f"the gzip data is broken ({str(error)[:80]})")


def parse_integer(
    word: str,
    what: str,
    name: str,
    line: int | None,
    least: int = -MAX_INT64,
    most: int = MAX_INT64,
) -> int:
    """Return the integer that a word represents. Raises PuzzleError for any other word and for a
    number outside the bounds; the message calls the number `what`."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdigit()):
        fail(name, line, f"{what} should be a whole number, not {shown(word)}")
    # Python refuses to convert thousands of digits, including leading zeros.
    digits = digits.lstrip("0") or "0"
    value = int(digits) if len(digits) <= _DIGITS else MAX_INT64 + 1
    if value > MAX_INT64:
        fail(name, line, f"{what} does not fit in 64 bits: {shown(word)}")
    value = -value if word[0] == "-" else value
    if value < least:
        fail(name, line, f"{what} is {value}, but it must be {least} or more")
    if value > most:
        fail(name, line, f"{what} is {value}, but it must be {most} or less")
    return value


def choose_puzzle(
    titles: Sequence[str], wanted: str | None, name: str, what: str
) -> tuple[int, tuple[str, ...]]:
    """Return the index of the puzzle whose title or number (from 1) is `wanted`, and notes for the
    user.

    If `wanted` is None, the first puzzle is chosen, and if there are several, a note lists them.
    `what` is the noun for a puzzle in messages. Raises InputError if there is no such puzzle."""
    listed = ", ".join(
        f"{k} ({title})" if title else str(k) for k, title in enumerate(titles[:MAX_LISTED], 1)
    )
    listed += ", ..." if len(titles) > MAX_LISTED else ""
    if wanted is None:
        several = f"{name}: there are {len(titles)} {what}s, and this is the first of them; "
        return 0, (f"{several}choose with --problem: {listed}",) if len(titles) > 1 else ()
    if wanted in titles:
        return titles.index(wanted), ()
    numbers = list(map(str, range(1, len(titles) + 1)))
    if wanted in numbers:
        return numbers.index(wanted), ()
    raise InputError(f"{name} has no {what} {shown(wanted)}; there are {listed}")


def opening(text: str, comment: str) -> list[str]:
    """Return the words of the first line that has words outside a comment."""
    for line in io.StringIO(text.lstrip()):
        words = line.partition(comment)[0].split()
        if words:
            return words
    return []


def begins_with_number(text: str, comment: str) -> bool:
    """Return whether the first word begins like a number."""
    return any(word[0] in "+-0123456789" for word in opening(text, comment)[:1])


class IntegerReader:
    """A reader of the integers of a text that contains nothing else. `//` starts a comment, white
    space is insignificant, and every error names the file and the line."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.line = 1
        lines = [line.partition("//") for line in text.split("\n")]
        self._comments = {n: words.strip() for n, (_, _, words) in enumerate(lines, 1) if words}
        self.remaining = sum(len(code.split()) for code, _, _ in lines)
        """The number of integers that have not been taken."""
        self._words = ((w, n) for n, (code, _, _) in enumerate(lines, 1) for w in code.split())

    def fail(self, message: str) -> NoReturn:
        """Raise a PuzzleError that names the file and the line of the integer taken last."""
        fail(self.name, self.line, message)

    def take(self, what: str, least: int = -MAX_INT64, most: int = MAX_INT64) -> int:
        """Return the next integer. Raises PuzzleError if it is missing or outside the bounds; the
        message calls the integer `what`."""
        if not self.remaining:
            self.fail(f"the text ends before {what}")
        return parse_integer(self._next(), what, self.name, self.line, least, most)

    def _next(self) -> str:
        word, self.line = next(self._words)
        self.remaining -= 1
        return word

    @property
    def comment(self) -> str:
        """The comment on the line of the integer taken last."""
        return self._comments.get(self.line, "")

    def end(self) -> None:
        """Raise PuzzleError if any integer has not been taken."""
        if self.remaining:
            self.fail(f"the puzzle is complete, but {self._next()[:40]!r} follows")


def one_line(text: str) -> str:
    """Return a name for use in a comment: on one line, and with `*/` replaced by `* /`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line.replace("*/", "* /")
