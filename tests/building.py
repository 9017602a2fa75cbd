"""Puzzles by hand, in few words, and those that several tests look at."""

from __future__ import annotations

from calpuzzle.puzzle import model
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.shapes import from_drawing


def board(*rows: str) -> Board:
    """A board, a text a row, its tokens apart by blanks."""
    return model.board([row.split() for row in rows])


def blank(height: int, width: int) -> Board:
    """A rectangle without labels."""
    return board(*[" ".join("." * width)] * height)


def piece(
    name: str, *drawings: str, turn: bool = True, flip: bool = True, copies: int = 1
) -> Piece:
    """A piece; a drawing a side, its rows apart by `|`."""
    sides = tuple(from_drawing(drawing.split("|")) for drawing in drawings)
    return Piece(name, sides, turn, flip, copies, copies)


def dominoes(height: int, width: int) -> Model:
    """A rectangle to be filled with dominoes."""
    name = f"{height}x{width}"
    return Model(name, blank(height, width), (piece("D", "##", copies=height * width // 2),))


PENTOMINOES = {
    "F": ".##|##.|.#.",
    "I": "#####",
    "L": "#...|####",
    "N": "##..|.###",
    "P": "###|##.",
    "T": "###|.#.|.#.",
    "U": "#.#|###",
    "V": "#..|#..|###",
    "W": "#..|##.|.##",
    "X": ".#.|###|.#.",
    "Y": "####|.#..",
    "Z": "##.|.#.|.##",
}

LARGE = [
    # 9 x 8, 72 cells, two words; enough pieces without freedom to keep reference short
    Model(
        "9x8",
        blank(9, 8),
        (piece("Q", "####|####|####|####", copies=2), piece("B", "########", copies=5)),
    ),
    Model(
        "6x12",
        blank(6, 12),
        (
            piece("A", "######|######"),
            piece("B", "######", copies=4),
            piece("C", "###|###|###|###", copies=3),
        ),
    ),
    Model(
        "8x9 with a group",
        board("a . . . . . . . b", *[" ".join("." * 9)] * 6, ". . . . . . . . c"),
        (piece("K", "########.|#########"), piece("T", "###|###|###", copies=6)),
        (Group("g", ("a", "b", "c")),),
    ),
]

# A board cut at random into eleven pieces, most of them without any symmetry.
CUT = """
BBBBDDDDDDDDK
BBCBBGDGDDKKK
BCCCGGGGDEKKJ
BCCAGAAGGEKEJ
BBCAAAAGEEEEJ
IICCAAAEEEEJJ
IICCAAFFFFEJJ
HHHCHHFFFFJJJ
HHHHHHHFFFFJJ
""".strip().splitlines()


def cut_puzzle() -> Model:
    """The puzzle of CUT: more than 64 options have one lowest cell."""
    names = sorted(set("".join(CUT)))
    drawings = {
        name: "|".join("".join(".#"[m == name] for m in row) for row in CUT) for name in names
    }
    return Model("cut", blank(9, 13), tuple(piece(name, drawings[name]) for name in names))
