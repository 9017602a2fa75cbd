"""Texts made of whole numbers, as DPF and the geometric format are: `//` starts a comment, white
space is free. Every fault names the file and the line."""

from __future__ import annotations

from typing import NoReturn

from calpuzzle.formats.reading import MOST, begins_with_number, fail, whole


def looks_like(text: str) -> bool:
    """Whether the first thing in the text is a number."""
    return begins_with_number(text, "//")


class Numbers:
    """The numbers of a text, taken one after another."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.line = 1
        self._words: list[str] = []
        self._ends: list[int] = []  # of each line, how many words there are up to its end
        self._comments: dict[int, str] = {}
        self._at = 0
        for number, line in enumerate(text.split("\n"), 1):
            code, _, comment = line.partition("//")
            if comment:
                self._comments[number] = comment.strip()
            self._words += code.split()
            self._ends.append(len(self._words))

    def fail(self, message: str) -> NoReturn:
        """Raise a PuzzleError that names the file and the line of the number taken last."""
        fail(self.name, self.line, message)

    def take(self, what: str, least: int = -MOST, most: int = MOST) -> int:
        """The next number, which is `what` and between the bounds."""
        if not self.left():
            self.fail(f"the text ends where {what} should stand")
        return whole(self._next(), what, self.name, self.line, least, most)

    def _next(self) -> str:
        while self._ends[self.line - 1] <= self._at:
            self.line += 1
        self._at += 1
        return self._words[self._at - 1]

    @property
    def comment(self) -> str:
        """The comment on the line of the number taken last."""
        return self._comments.get(self.line, "")

    def left(self) -> int:
        """How many numbers have not been taken."""
        return len(self._words) - self._at

    def end(self) -> None:
        """Raise where anything is left."""
        if self.left():
            word = self._next()
            self.fail(f"the puzzle is complete, but {word[:40]!r} follows")
