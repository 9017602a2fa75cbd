"""How a person writes which pieces are laid, and which options of the Cover that means.

A placement is `PIECE@ROW,COLUMN:K`: the piece's first cell in reading order, counted from 0 in the
board drawing, or that cell's label (`PIECE@14:K`), and the number of the orientation, counted from
1 as `calpuzzle show` draws them. `:K` may be left out where one orientation alone fits there.
Placements are apart by blanks. Accepted too is JSON as `calpuzzle solve --format json` writes it:
a solution, `{"J5": [[row, column], ...], ...}`, all of it or some pieces, or the whole output, of
which the first solution is taken.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping
from typing import Any

from calpuzzle.cover import Cover
from calpuzzle.errors import InputError
from calpuzzle.model import Model
from calpuzzle.shapes import Cell, normal
from calpuzzle.text import nearest

_PLACEMENT = re.compile(r"(?P<piece>.+)@(?P<where>[^:]+?)(?::(?P<number>[0-9]{1,9}))?")
_PLACE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")


def parse(model: Model, cover: Cover, text: str) -> tuple[int, ...]:
    """The option numbers of the placements in `text`, in the order written.

    Raises InputError for a piece or a place that is not there, an orientation that does not fit
    or is not named where several do, a piece laid too often, and pieces that overlap.
    """
    if text.strip().startswith("{"):
        return from_cells(cover, _from_json(text))
    words = text.split()
    found = [_by_word(model, cover, word) for word in words]
    _check_together(cover, found, words)
    return tuple(found)


def from_cells(cover: Cover, pieces: Mapping[str, Iterable[Cell]]) -> tuple[int, ...]:
    """The option numbers of pieces that lie on the given (row, column) cells, in their order.

    Raises InputError as `parse` does.
    """
    found = [_by_cells(cover, name, tuple(sorted(cells))) for name, cells in pieces.items()]
    _check_together(cover, found, list(pieces))
    return tuple(found)


def from_numbers(cover: Cover, numbers: Iterable[int]) -> tuple[int, ...]:
    """Option numbers that are given as such. Raises InputError for one that is no placement; those
    that clash are let through, and have no solution."""
    try:
        found = tuple(map(operator.index, numbers))
    except TypeError:
        raise InputError(
            "placements are a text, a mapping of pieces to cells, or numbers"
        ) from None
    for number in found:
        if not 0 <= number < len(cover.options) or cover.options[number].piece < 0:
            raise InputError(f"{number} is not the number of a placement")
    return found


def written(model: Model, cover: Cover, option: int) -> str:
    """A placement as `parse` reads it; of interchangeable pieces, the name of the first."""
    piece = cover.classes[cover.options[option].piece]
    cells = _board_cells(cover, option)
    number = piece.orientations.index(normal(cells)) + 1
    row, column = cells[0]
    place = f"@{row},{column}" + (f":{number}" if len(piece.orientations) > 1 else "")
    return piece.names[0].split("#")[0] + place


def _by_word(model: Model, cover: Cover, word: str) -> int:
    match = _PLACEMENT.fullmatch(word)
    if not match:
        raise InputError(
            f"{word!r} is no placement; write PIECE@ROW,COLUMN:K, such as "
            f"{written(model, cover, _first_placement(cover))}"
        )
    index = _class_of(cover, match["piece"])
    cell = _cell(model, match["where"], word)
    piece = cover.classes[index]
    fitting = {
        piece.orientations.index(normal(cells)) + 1: option
        for option, cells in _options_at(cover, index, cell)
    }
    name = match["piece"]
    if not fitting:
        raise InputError(f"{name} fits in no way with its first cell at {match['where']}")
    if match["number"] is None:
        if len(fitting) > 1:
            ways = ", ".join(f":{number}" for number in sorted(fitting))
            raise InputError(
                f"{name} fits at {match['where']} in {len(fitting)} ways; add one of {ways} "
                f"(calpuzzle show draws the orientations)"
            )
        return next(iter(fitting.values()))
    number = int(match["number"])
    if not 1 <= number <= len(piece.orientations):
        raise InputError(f"{word}: {name} has orientations 1 to {len(piece.orientations)}")
    if number not in fitting:
        raise InputError(f"{word}: orientation {number} of {name} does not fit there")
    return fitting[number]


def _cell(model: Model, where: str, word: str) -> Cell:
    place = _PLACE.fullmatch(where)
    if place:
        cell = (int(place[1]), int(place[2]))
        if cell not in model.board.cells:
            raise InputError(f"{word}: there is no cell at row {cell[0]}, column {cell[1]}")
        return cell
    if where in model.board.labels:
        return model.board.labels[where]
    hint = nearest(where, model.board.labels)
    raise InputError(f"{word}: {where} is neither ROW,COLUMN nor a label of the board{hint}")


def _class_of(cover: Cover, name: str) -> int:
    known = {}
    for index, piece in enumerate(cover.classes):
        for own in piece.names:
            known[own] = known[own.split("#")[0]] = index
    if name not in known:
        raise InputError(f"there is no piece {name}{nearest(name, known)}")
    return known[name]


def _board_cells(cover: Cover, option: int) -> tuple[Cell, ...]:
    return tuple(sorted(cover.cells[cell] for cell in cover.options[option].cells))


def _options_at(cover: Cover, index: int, cell: Cell) -> Iterable[tuple[int, tuple[Cell, ...]]]:
    for number, option in enumerate(cover.options):
        if option.piece == index:
            cells = _board_cells(cover, number)
            if cells[0] == cell:
                yield number, cells


def _first_placement(cover: Cover) -> int:
    return next(number for number, option in enumerate(cover.options) if option.piece >= 0)


def _from_json(text: str) -> dict[str, tuple[Cell, ...]]:
    import json

    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the placements are not valid JSON: {error}") from None
    if isinstance(data.get("solutions"), list):
        if not data["solutions"]:
            raise InputError("the JSON holds no solution")
        data = data["solutions"][0]
    elif isinstance(data.get("solution"), dict):
        data = data["solution"]
    if not isinstance(data, dict):
        raise InputError("the first solution in the JSON is no table of pieces and their cells")
    pieces = {}
    for name, cells in data.items():
        if not isinstance(cells, list) or not all(map(_is_cell, cells)):
            raise InputError(f"the JSON gives {name} no list of [row, column]")
        pieces[name] = tuple((row, column) for row, column in cells)
    return pieces


def _is_cell(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)


def _by_cells(cover: Cover, name: str, cells: tuple[Cell, ...]) -> int:
    index = _class_of(cover, name)
    numbers = [cover.number.get(cell) for cell in cells]
    wanted = tuple(sorted(number for number in numbers if number is not None))
    for option, candidate in enumerate(cover.options):
        if candidate.piece == index and candidate.cells == wanted and None not in numbers:
            return option
    raise InputError(f"{name} cannot lie on the cells {[list(cell) for cell in cells]}")


def _check_together(cover: Cover, found: list[int], names: list[str]) -> None:
    owner: dict[int, str] = {}
    laid: dict[int, int] = {}
    for option, name in zip(found, names, strict=True):
        piece = cover.options[option].piece
        laid[piece] = laid.get(piece, 0) + 1
        if laid[piece] > cover.classes[piece].copies:
            raise InputError(f"{name}: the piece {cover.classes[piece].names[0]} is laid too often")
        for cell in cover.options[option].cells:
            if cell in owner:
                row, column = cover.cells[cell]
                raise InputError(f"{owner[cell]} and {name} overlap at row {row}, column {column}")
            owner[cell] = name
