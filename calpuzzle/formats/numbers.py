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
        lines = [line.partition("//") for line in text.split("\n")]
        self._comments = {n: words.strip() for n, (_, _, words) in enumerate(lines, 1) if words}
        self.left = sum(len(code.split()) for code, _, _ in lines)
        """How many numbers have not been taken."""
        self._words = ((w, n) for n, (code, _, _) in enumerate(lines, 1) for w in code.split())

    def fail(self, message: str) -> NoReturn:
        """Raise a PuzzleError that names the file and the line of the number taken last."""
        fail(self.name, self.line, message)

    def take(self, what: str, least: int = -MOST, most: int = MOST) -> int:
        """The next number, which is `what` and between the bounds."""
        if not self.left:
            self.fail(f"the text ends where {what} should stand")
        return whole(self._next(), what, self.name, self.line, least, most)

    def _next(self) -> str:
        word, self.line = next(self._words)
        self.left -= 1
        return word

    @property
    def comment(self) -> str:
        """The comment on the line of the number taken last."""
        return self._comments.get(self.line, "")

    def end(self) -> None:
        """Raise where anything is left."""
        if self.left:
            self.fail(f"the puzzle is complete, but {self._next()[:40]!r} follows")
