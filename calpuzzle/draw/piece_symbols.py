"""The characters that represent pieces in text, one for each piece and each copy.

Each piece and each copy has its own character as long as there are enough, the same in all
solutions. A name of one character represents itself, unless the drawing is boxed and the character
is also printed on the board. Another name gets a free letter of the name, or the next free
character; a second copy gets the letter of the first in the other case. A piece for which no
character remains gets, in each solution, a character that no touching piece has; in a boxed
drawing, it gets a number. calpuzzle/draw/text_board.py writes these characters, and
calpuzzle/draw/text_reader.py reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, count
from string import ascii_lowercase, ascii_uppercase, digits

from calpuzzle.draw.boxes import display_width
from calpuzzle.draw.cells import printed
from calpuzzle.puzzle.model import Model, Piece

SYMBOLS = digits + ascii_lowercase + ascii_uppercase
LETTERS = ascii_uppercase + ascii_lowercase  # for a calendar, where a digit looks like a day
EMPTY = "."


def symbols_of(model: Model, boxed: bool = False) -> dict[str, str]:
    """Return the character of each piece, and of each copy `NAME#k` of a piece with several copies.

    In a `boxed` drawing a character may be wide, none is a text printed on the board, and numbers
    are used after the characters run out; otherwise the remaining pieces are omitted.
    """
    names = [piece.name for piece in model.pieces]
    on_board = set(printed(model.board).values()) if boxed else set[str]()
    found = {name: name for name in names if _is_mark(name, boxed) and name not in on_board}
    taken = on_board.union(found)
    others = chain(LETTERS if model.groups else SYMBOLS, map(str, count(1)) if boxed else ())

    def free(wishes: Iterable[str]) -> str:
        """Return the first free character of `wishes`, else the next free one, or an empty text if
        none is left."""
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
    """Return the meaning of the characters that are not the names of their pieces, or an empty
    text."""
    known = symbols_of(model)
    labels = [
        (label, piece.name)
        for piece in model.pieces
        for label in _copies(model, piece) or [piece.name]
    ]
    parts = [
        f"{known[label]} is {label}" for label, name in labels if known.get(label, name) != name
    ]
    if any(label not in known for label, _ in labels):
        parts.append("any other piece has a character that no piece next to it has")
    return ", ".join(parts)


def unused_symbol(taken: Iterable[str]) -> str:
    """Return a character that is not in `taken`, or `#` if there is none."""
    used = set(taken)
    return next((symbol for symbol in SYMBOLS if symbol not in used), "#")


def _is_mark(name: str, boxed: bool) -> bool:
    if len(name) != 1 or not name.isprintable() or name in (" ", EMPTY):
        return False
    return 1 <= display_width(name) <= 1 + boxed


def _copies(model: Model, piece: Piece) -> list[str]:
    """Return the names of as many copies of the piece as fit on the board, or none for a piece used
    once."""
    sizes = [len(cells) for cells in piece.sides or piece.placements]
    if piece.most == 1 or not sizes:
        return []
    number = min(piece.most, len(model.board.cells) // max(1, min(sizes)))
    return [f"{piece.name}#{k}" for k in range(1, number + 1)]
