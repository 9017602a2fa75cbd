"""The puzzle file: one TOML file is one puzzle. docs/puzzle-files.md describes it for users."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

from calpuzzle.errors import PuzzleError
from calpuzzle.model import Board, Group, Model, Piece
from calpuzzle.shapes import from_drawing
from calpuzzle.text import nearest, shown

KEYS: dict[str, tuple[type, str]] = {
    "title": (str, "a text"),
    "source": (str, "a text"),
    "turn": (bool, "true or false"),
    "flip": (bool, "true or false"),
    "week_starts": (str, "a text"),
    "board": (str, "a text of several lines"),
    "groups": (dict, "a table"),
    "pieces": (dict, "a table"),
}
PIECE_KEYS: dict[str, tuple[type, str]] = {
    "shape": (str, "a drawing"),
    "turn": (bool, "true or false"),
    "flip": (bool, "true or false"),
    "count": (int, "a whole number"),
}

MAX_DOTS = 200


def read(text: str, name: str) -> Model:
    """The puzzle in a TOML text. Raises PuzzleError with every fault of form that it has."""
    for number, line in enumerate(text.split("\n"), 1):
        # The time that tomllib takes for a dotted key grows with the square of its length.
        if line.count(".") > MAX_DOTS and ("=" in line or line.lstrip().startswith("[")):
            raise PuzzleError(f"not valid TOML for us: line {number} has a key of too many parts")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise PuzzleError("not valid TOML for us: its brackets are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"not valid TOML: {str(error).rstrip('.')}") from None
    except ValueError:
        raise PuzzleError("not valid TOML for us: it has a number of thousands of digits") from None
    found = _key_faults(data, KEYS, "")
    if "board" not in data:
        found.append("there is no board; add board = '''...''' with one line a row")
    if found:
        raise PuzzleError(found)
    groups = _groups(data.get("groups", {}), found.append)
    motions = (data.get("turn", True), data.get("flip", True))
    pieces = _pieces(data.get("pieces", {}), motions, found.append)
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


def _key_faults(data: dict[str, Any], keys: dict[str, tuple[type, str]], where: str) -> list[str]:
    found = []
    for key, value in data.items():
        if key not in keys:
            found.append(f"{where}unknown key {_name(key)}{nearest(key[:40], keys)}")
        # bool is an int to Python, but not to a reader of the file
        elif type(value) is not keys[key][0]:
            found.append(f"{where}{key} must be {keys[key][1]}, not {shown(value)}")
    return found


def _name(name: str) -> str:
    """A key as a sentence shows it: as it is, unless it would be lost or break the line."""
    return name if name.isprintable() and name.strip() and len(name) <= 40 else shown(name)


def _groups(data: dict[str, Any], fault: Callable[[str], None]) -> tuple[Group, ...]:
    groups = []
    for name, labels in data.items():
        if isinstance(labels, str):
            groups.append(Group(name, tuple(labels.split())))
        else:
            fault(
                f"group {_name(name)} must be a text of labels apart by blanks, not {shown(labels)}"
            )
    return tuple(groups)


def _pieces(
    data: dict[str, Any], motions: tuple[bool, bool], fault: Callable[[str], None]
) -> tuple[Piece, ...]:
    pieces = []
    for name, value in data.items():
        table = {"shape": value} if isinstance(value, str) else value
        if not isinstance(table, dict):
            fault(f"piece {_name(name)} must be a drawing or a table, not {shown(value)}")
            continue
        wrong = _key_faults(table, PIECE_KEYS, f"piece {_name(name)}: ")
        if "shape" not in table:
            wrong.append(f"piece {_name(name)} has no shape")
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
        fault(f"the drawing of piece {_name(name)} has {odd[0]!r}; it is made of # and . only")
        return None
    stripped = [row.rstrip() for row in rows]
    indent = min((len(row) - len(row.lstrip()) for row in stripped if row), default=0)
    if any(mark.isspace() for row in stripped for mark in row[indent:]) or (
        len({row[:indent] for row in stripped if row}) > 1
    ):
        fault(f"the drawing of piece {_name(name)} is not aligned; write . where it has no cell")
        return None
    return Piece(
        name=name,
        shape=from_drawing(row[indent:] for row in stripped),
        turn=table.get("turn", motions[0]),
        flip=table.get("flip", motions[1]),
        copies=table.get("count", 1),
    )
