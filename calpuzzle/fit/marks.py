"""The characters that stand for pieces in text: which piece, and which copy of it, has which.

Each piece and each copy has a character of its own while there are enough of them, the same in all
solutions; `legend` says which it is where it is not the piece's name. The copies for which none is
left get one in each solution that no touching piece has. Used by calpuzzle/fit/draw.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from calpuzzle.draw.boxes import display_width
from calpuzzle.fit.model import Fitting, Piece

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = "."
BEYOND = "#"


def marks(puzzle: Fitting) -> dict[str, str]:
    """The character of each piece, and of each copy `NAME#k` of one that is used several times.

    A name that is a character stands for itself, its second copy in the other case; another has
    its initial where no other piece has it, or the next digit or letter.
    """
    names = [piece.name for piece in puzzle.pieces]
    own = {name: name for name in names if _is_mark(name)}
    initials = Counter(name[:1] for name in names)
    free = _Free(own)
    for name in names:
        if name not in own:
            wish = name[:1] if initials[name[:1]] == 1 and name[:1].isalnum() else ""
            own[name] = free.take(wish)
    found = {}
    for piece in puzzle.pieces:
        found[piece.name] = own[piece.name]
        for k in range(1, 1 + _copies(puzzle, piece)):
            wish = own[piece.name].swapcase()
            mark = own[piece.name] if k == 1 else free.take(wish if len(wish) == 1 else "")
            if not mark:
                break
            found[f"{piece.name}#{k}"] = mark
    return {name: mark for name, mark in found.items() if mark}


def legend(puzzle: Fitting) -> str:
    """What the characters stand for that are not the names of their pieces, or an empty text."""
    known = marks(puzzle)
    parts = []
    lacking = False
    for piece in puzzle.pieces:
        copies = _copies(puzzle, piece)
        labels = [f"{piece.name}#{k}" for k in range(1, copies + 1)] if copies else [piece.name]
        for label in labels:
            if label not in known:
                lacking = True
            elif known[label] != piece.name:
                parts.append(f"{known[label]} is {label}")
    if lacking:
        parts.append("any other piece has a character that none it touches has")
    return ", ".join(parts)


def spare(taken: Iterable[str]) -> str:
    """A character for a piece that touches those with the characters `taken`."""
    used = set(taken)
    return next((symbol for symbol in SYMBOLS if symbol not in used), BEYOND)


def _is_mark(name: str) -> bool:
    return len(name) == 1 == display_width(name) and name.isprintable() and name not in " ."


def _copies(puzzle: Fitting, piece: Piece) -> int:
    """How many copies of the piece can lie at once, 0 for one that is used once."""
    if piece.most == 1 or not piece.ways:
        return 0
    return min(piece.most, len(puzzle.locations) // min(map(len, piece.ways)))


class _Free:
    """The characters that no piece has yet."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.taken = set(own.values())
        self.others = iter(SYMBOLS)

    def take(self, wish: str) -> str:
        """The wished one where it is free, else the next free one; empty where none is left."""
        if not wish or wish in self.taken:
            wish = next((symbol for symbol in self.others if symbol not in self.taken), "")
        self.taken.add(wish)
        return wish
