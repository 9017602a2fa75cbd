"""The characters that stand for pieces in text: which piece, and which copy of it, has which.

Each piece and each copy has a character of its own while there are enough of them, the same in all
solutions. A name that is a character stands for itself; another gets a letter of its name where one
is free, or the next free character; a second copy the first one's in the other case. Whoever has
none left gets one in each solution that no touching piece has. Used by calpuzzle/draw/text.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count
from string import ascii_lowercase, ascii_uppercase, digits

from calpuzzle.draw.boxes import display_width
from calpuzzle.puzzle.model import Model, Piece

# Beside the days of a calendar a digit would be taken for one.
SYMBOLS = digits + ascii_lowercase + ascii_uppercase
LETTERS = ascii_uppercase + ascii_lowercase
EMPTY = "."


def marks(model: Model, boxed: bool = False) -> dict[str, str]:
    """The character of each piece, and of each copy `NAME#k` of one that is used several times.

    In a drawing that is `boxed` a character may be wide, and numbers stand for what is left when
    the characters are used up; else that has none.
    """
    names = [piece.name for piece in model.pieces]
    found = {name: name for name in names if _is_mark(name, boxed)}
    taken = set(found)
    others = chain(LETTERS if model.groups else SYMBOLS, map(str, count(1)) if boxed else ())

    def free(wishes: Iterable[str]) -> str:
        """The first wished one that is free, else the next free one; empty where none is left."""
        mark = next((mark for mark in chain(wishes, others) if mark not in taken), "")
        taken.add(mark)
        return mark

    for name in names:
        if name not in found:
            found[name] = free(
                c for c in name + name.swapcase() if c.isalpha() and _is_mark(c, boxed)
            )
    for piece in model.pieces:
        for k, copy in enumerate(_copies(model, piece)):
            found[copy] = free(found[piece.name].swapcase()) if k else found[piece.name]
            if not found[copy]:
                break
    return {name: mark for name, mark in found.items() if mark}


def legend(model: Model) -> str:
    """Return what the characters stand for that are not the names of their pieces, or an empty
    text."""
    known = marks(model)
    labels = [
        (label, piece.name)
        for piece in model.pieces
        for label in _copies(model, piece) or [piece.name]
    ]
    parts = [
        f"{known[label]} is {label}" for label, name in labels if known.get(label, name) != name
    ]
    if any(label not in known for label, _ in labels):
        parts.append("any other piece has a character that none it touches has")
    return ", ".join(parts)


def spare(taken: Iterable[str]) -> str:
    """A character for a piece that touches those with the characters `taken`."""
    used = set(taken)
    return next((symbol for symbol in SYMBOLS if symbol not in used), "#")


def _is_mark(name: str, boxed: bool) -> bool:
    if len(name) != 1 or not name.isprintable() or name in (" ", EMPTY):
        return False
    return 1 <= display_width(name) <= 1 + boxed


def _copies(model: Model, piece: Piece) -> list[str]:
    """The names of as many copies of the piece as can lie at once, none for one used once."""
    sizes = [len(cells) for cells in piece.sides or piece.ways]
    if piece.most == 1 or not sizes:
        return []
    number = min(piece.most, len(model.board.cells) // max(1, min(sizes)))
    return [f"{piece.name}#{k}" for k in range(1, number + 1)]
