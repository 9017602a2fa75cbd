"""The puzzle file: one TOML file is one puzzle. docs/puzzle-files.md describes it for users."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from calpuzzle.errors import PuzzleError
from calpuzzle.formats.toml_table import Keys, key_faults, named, parsed, table_of
from calpuzzle.model import Board, Group, Model, Piece
from calpuzzle.shapes import from_drawing
from calpuzzle.text import shown

KEYS: Keys = {
    "title": (str, "a text"),
    "source": (str, "a text"),
    "turn": (bool, "true or false"),
    "flip": (bool, "true or false"),
    "week_starts": (str, "a text"),
    "board": (str, "a text of several lines"),
    "groups": (dict, "a table"),
    "pieces": (dict, "a table"),
}
PIECE_KEYS: Keys = {
    "shape": (str, "a drawing"),
    "turn": (bool, "true or false"),
    "flip": (bool, "true or false"),
    "count": (int, "a whole number"),
}


def read(text: str, name: str) -> Model:
    """The puzzle in a TOML text. Raises PuzzleError with every fault of form that it has."""
    return from_table(parsed(text), name)


def from_table(data: dict[str, Any], name: str) -> Model:
    """The puzzle in the table of such a text. Raises PuzzleError as `read` does."""
    found = key_faults(data, KEYS)
    if "board" not in data:
        found.append("there is no board; add board = '''...''' with one line a row")
    groups = _groups(table_of(data, "groups"), found.append)
    motions = (data.get("turn", True), data.get("flip", True))
    pieces = _pieces(table_of(data, "pieces"), motions, found.append)
    if found:
        raise PuzzleError(found)
    rows = tuple(tuple(line.split()) for line in data["board"].splitlines() if line.strip())
    return Model(
        name=name,
        board=Board(rows),
        pieces=pieces,
        groups=groups,
        title=data.get("title", ""),
        source=data.get("source", ""),
        week_starts=data.get("week_starts", "Sun"),
    )


def _groups(data: dict[str, Any], fault: Callable[[str], None]) -> tuple[Group, ...]:
    groups = []
    for name, labels in data.items():
        if isinstance(labels, str):
            groups.append(Group(name, tuple(labels.split())))
        else:
            fault(
                f"group {named(name)} must be a text of labels apart by blanks, not {shown(labels)}"
            )
    return tuple(groups)


def _pieces(
    data: dict[str, Any], motions: tuple[bool, bool], fault: Callable[[str], None]
) -> tuple[Piece, ...]:
    pieces = []
    for name, value in data.items():
        table = {"shape": value} if isinstance(value, str) else value
        if not isinstance(table, dict):
            fault(f"piece {named(name)} must be a drawing or a table, not {shown(value)}")
            continue
        wrong = key_faults(table, PIECE_KEYS, f"piece {named(name)}: ")
        if "shape" not in table:
            wrong.append(f"piece {named(name)} has no shape")
        for sentence in wrong:
            fault(sentence)
        if wrong:
            continue
        piece = _piece(name, table, motions, fault)
        if piece:
            pieces.append(piece)
    return tuple(pieces)


def _piece(
    name: str, table: dict[str, Any], motions: tuple[bool, bool], fault: Callable[[str], None]
) -> Piece | None:
    rows = table["shape"].strip("\n").splitlines()
    # The indentation that all rows share is the file's, not the piece's.
    odd = sorted({mark for row in rows for mark in row.strip() if mark not in "#."})
    if odd:
        fault(f"the drawing of piece {named(name)} has {odd[0]!r}; it is made of # and . only")
        return None
    stripped = [row.rstrip() for row in rows]
    indent = min((len(row) - len(row.lstrip()) for row in stripped if row), default=0)
    if any(mark.isspace() for row in stripped for mark in row[indent:]) or (
        len({row[:indent] for row in stripped if row}) > 1
    ):
        fault(f"the drawing of piece {named(name)} is not aligned; write . where it has no cell")
        return None
    return Piece(
        name=name,
        shape=from_drawing(row[indent:] for row in stripped),
        turn=table.get("turn", motions[0]),
        flip=table.get("flip", motions[1]),
        copies=table.get("count", 1),
    )
