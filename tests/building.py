"""Puzzles built from short drawings, and puzzles that several tests use."""

from __future__ import annotations

from calpuzzle.puzzle import model
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import from_drawing


def board(*rows: str) -> Board:
    """Return a board; each row is a text of tokens separated by blanks."""
    return model.board([row.split() for row in rows])


def blank(height: int, width: int) -> Board:
    return board(*[" ".join("." * width)] * height)


def piece(
    name: str, *drawings: str, turn: bool = True, flip: bool = True, copies: int = 1
) -> Piece:
    """Return a piece; each side is a drawing whose rows are separated by `|`."""
    sides = tuple(from_drawing(drawing.split("|")) for drawing in drawings)
    return Piece(name, sides, turn, flip, copies, copies)


def dominoes(height: int, width: int) -> Model:
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
    # 72 cells, so two words; the pieces have few positions, so that the engine reference is fast
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


def made(own: Board, *pieces: Piece, groups: str = "", interchangeable: bool = True) -> Model:
    """Return a puzzle; the labels of its groups g and h are separated by `|`."""
    found = [Group("gh"[k], tuple(labels.split())) for k, labels in enumerate(groups.split("|"))]
    own_groups = tuple(found) if groups else ()
    return Model("x", own, pieces, own_groups, interchangeable=interchangeable)


D = piece("D", "##")
FIXED = piece("D", "##", turn=False)
SIDES = piece("A", "#", "##", copies=2)
CHOSEN: dict[str, tuple[Model, list[int]]] = {
    "dominoes": (made(blank(2, 3), piece("D", "##", copies=3)), [3]),
    "dominoes of two names": (made(blank(2, 2), D, piece("E", "#|#")), [2]),
    "dominoes that are told apart": (
        made(blank(2, 2), D, piece("E", "##"), interchangeable=False),
        [4],
    ),
    # D is in one of the rows, E in the other.
    "a domino that may not turn": (made(blank(2, 2), FIXED, piece("E", "#|#")), [2]),
    "dominoes that may not turn and are two kinds": (
        made(blank(2, 2), FIXED, piece("E", "#|#", turn=False)),
        [0],
    ),
    "a chiral piece that may not turn over": (
        made(blank(2, 4), piece("J", "#..|###", flip=False, copies=2)),
        [1],
    ),
    "a mirrored pair": (
        made(blank(2, 4), piece("J", "#..|###", flip=False), piece("L", "..#|###", flip=False)),
        [0],
    ),
    "one cell": (made(blank(1, 1), piece("M", "#")), [1]),
    "one-cell pieces": (made(blank(2, 3), piece("M", "#", copies=6)), [1]),
    "one-cell pieces of many names": (
        made(blank(2, 3), *[piece(f"M{k}", "#") for k in range(6)]),
        [1],
    ),
    "a board in two parts": (made(board(". # ."), piece("M", "#", copies=2)), [1]),
    "a cell that nothing reaches": (
        made(board(". . # .", "# # # #", ". # . ."), piece("D", "##", copies=3)),
        [0],
    ),
    "a piece that fits nowhere": (made(board(". . ."), piece("V", "##|#.")), [0]),
    "pieces that are too many": (made(blank(2, 2), piece("M", "#", copies=100)), [0]),
    "pieces that are far too many": (
        made(blank(2, 2), piece("M", "#", copies=300_000), piece("D", "##", copies=99_999)),
        [0],
    ),
    "pieces that are too few": (made(blank(2, 2), piece("M", "#")), [0]),
    "a group of one label": (made(board("a . ."), D, groups="a"), [1]),
    # a and b uncovered; a and d; c and b, where D cannot cover a and d; c and d
    "labels side by side": (made(board("a b c d"), D, groups="a c|b d"), [1, 1, 0, 1]),
    "labels in reverse": (made(board("a b c"), D, groups="c b a"), [1, 0, 1]),
    "holes round it": (made(board("# # # #", "# . . #", "# # # #"), D), [1]),
    "a ring": (made(board(". . .", ". # .", ". . ."), piece("D", "##", copies=4)), [2]),
    # One of the three shows its larger side, in one of 3 places; 2 orders of the others.
    "pieces of two sides": (
        made(blank(1, 4), *[piece(name, "#", "##") for name in "ABC"], interchangeable=False),
        [18],
    ),
    "pieces of two sides that are equal": (made(blank(1, 4), piece("A", "#", "##", copies=3)), [3]),
    # a uncovered: the larger side in one of 2 places; b uncovered: 1 way
    "pieces of two sides about a label": (made(board("a . b ."), SIDES, groups="a b"), [2, 1]),
}
"""Puzzles by name, with the counts of their instances, computed by hand."""


def matchings(size: int, but: int = 0) -> Cover:
    """Return a cover whose solutions are the size! ways to match two sets. The first `but` elements
    of one set do not match those of the same number, so that they are not interchangeable."""
    names = range(2 * size)
    pairs = [(a, b) for a in names[:size] for b in names[size:] if b - a != size or a >= but]
    return Cover(names, pairs)


def many_dates() -> Cover:
    """Return the cover of a puzzle of monominoes with 12^8 dates: eight groups of twelve labels."""
    labels = [f"{g}{k}" for g in "abcdefgh" for k in range(12)]
    groups = tuple(Group(g, tuple(f"{g}{k}" for k in range(12))) for g in "abcdefgh")
    rows = [" ".join(labels[k : k + 12]) for k in range(0, 96, 12)]
    return Lowering(Model("x", board(*rows), (piece("M", "#", copies=88),), groups)).cover


def lines(*groups: Group) -> Cover:
    """Return a cover of a line with the labels of the groups, and 18 distinct monominoes."""
    pieces = tuple(piece(f"M{k}", "#") for k in range(18))
    labels = " ".join(label for group in groups for label in group.labels)
    rows = board(f"{labels} " + " ".join("." * (18 + len(groups) - len(labels.split()))))
    return Lowering(Model("x", rows, pieces, groups, interchangeable=False)).cover
