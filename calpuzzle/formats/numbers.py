"""Texts made of whole numbers, as DPF and the geometric format are: `//` starts a comment, white
space is free. Every fault names the file and the line."""

from __future__ import annotations

from typing import NoReturn

from calpuzzle.base.errors import PuzzleError

MOST = (1 << 63) - 1
MAX_DIGITS = 19


class Numbers:
    """The numbers of a text, taken one after another."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.line = 1
        self._words: list[tuple[str, int]] = []
        self._comments: dict[int, str] = {}
        for number, line in enumerate(text.split("\n"), 1):
            code, _, comment = line.partition("//")
            if comment:
                self._comments[number] = comment.strip()
            for word in code.split():
                self._words.append((word, number))
        self._at = 0

    def fail(self, message: str) -> NoReturn:
        """Raise a PuzzleError that names the file and the line of the number taken last."""
        raise PuzzleError(f"{self.name}:{self.line}: {message}")

    def take(self, what: str, least: int = -MOST, most: int = MOST) -> int:
        """The next number, which is `what` and between the bounds."""
        if self._at == len(self._words):
            self.fail(f"the text ends where {what} should stand")
        word, self.line = self._words[self._at]
        self._at += 1
        digits = word[1:] if word[0] in "+-" else word
        if not (digits.isascii() and digits.isdigit()):
            self.fail(f"{what} should be a whole number, not {word[:40]!r}")
        if len(digits.lstrip("0")) > MAX_DIGITS or abs(int(word)) > MOST:
            self.fail(f"{what} is beyond 64 bits: {word[:40]}")
        value = int(word)
        if value < least:
            self.fail(f"{what} is {value}, but it must be {least} or more")
        if value > most:
            self.fail(f"{what} is {value}, but it must be {most} or less")
        return value

    @property
    def comment(self) -> str:
        """The comment on the line of the number taken last."""
        return self._comments.get(self.line, "")

    def left(self) -> int:
        """How many numbers have not been taken."""
        return len(self._words) - self._at

    def end(self) -> None:
        """Raise where anything is left."""
        if self._at < len(self._words):
            word, self.line = self._words[self._at]
            self.fail(f"the puzzle is complete, but {word[:40]!r} follows")
