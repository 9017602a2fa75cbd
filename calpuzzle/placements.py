"""How a person writes which pieces are laid, and which options of the Cover that means.

A placement is `PIECE@ROW,COLUMN:K`: the piece's first cell in reading order, counted from 0 in the
board drawing, or that cell's label (`PIECE@14:K`), and the number of the orientation, counted from
1 as `calpuzzle show --orientations` draws them. `:K` may be left out where one orientation alone
fits there. Placements are apart by blanks, which a piece's name may hold too. Accepted as well is
JSON as `calpuzzle solve --format json` or `jsonl` writes it: a solution, `{"J5": [[row, column],
...], ...}`, all of it or some pieces, or the whole output. It must hold one solution.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from calpuzzle.cover import Cover
from calpuzzle.errors import InputError
from calpuzzle.model import Model
from calpuzzle.shapes import Cell, normal
from calpuzzle.text import nearest

_BLANK = re.compile(r"\s+")
_WHERE = re.compile(r"@(?P<where>[^:]+?)(?::(?P<number>[0-9]{1,9}))?")
_PLACE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")


def parse(model: Model, cover: Cover, text: str) -> tuple[int, ...]:
    """The option numbers of the placements in `text`, in the order written.

    Raises InputError for a piece or a place that is not there, an orientation that does not fit
    or is not named where several do, a piece laid too often, and pieces that overlap.
    """
    if text.strip().startswith("{"):
        return from_cells(cover, _from_json(text))
    words = list(_split(cover, text))
    found = [_by_word(model, cover, piece, where) for piece, where in words]
    _check_together(cover, found, [piece + where for piece, where in words])
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
    name = piece.names[0]
    short = name.split("#")[0]
    # Two pieces may be called A#1 and A#2 by their file.
    clear = _named(cover)[short] == cover.options[option].piece
    return (short if clear else name) + place


def _named(cover: Cover) -> dict[str, int]:
    """The class of each name of a piece; of each copy, and of all copies together."""
    known: dict[str, int] = {}
    for index, piece in enumerate(cover.classes):
        for own in piece.names:
            known.setdefault(own.split("#")[0], index)
    return known | {own: index for index, piece in enumerate(cover.classes) for own in piece.names}


def _split(cover: Cover, text: str) -> Iterator[tuple[str, str]]:
    """The placements in the text as the piece, and what follows its name. A name is known by its
    letters, for it may hold blanks and @ itself."""
    names = sorted(_named(cover), key=len, reverse=True)
    rest = text.strip()
    while rest:
        name = next((name for name in names if rest.startswith(f"{name}@")), None)
        if name is None:
            name = rest.split(maxsplit=1)[0].split("@")[0]
        where, _, rest = _BLANK.sub(" ", rest[len(name) :], count=1).partition(" ")
        yield name, where


def _by_word(model: Model, cover: Cover, name: str, rest: str) -> int:
    word = name + rest
    match = _WHERE.fullmatch(rest)
    if not name or not match:
        raise InputError(
            f"{word!r} is no placement; write PIECE@ROW,COLUMN:K, such as "
            f"{written(model, cover, _first_placement(cover))}, with blanks between placements"
        )
    index = _class_of(cover, name)
    cell = _cell(model, match["where"], word)
    piece = cover.classes[index]
    fitting = {
        piece.orientations.index(normal(cells)) + 1: option
        for option, cells in _options_at(cover, index, cell)
    }
    if not fitting:
        raise InputError(f"{name} fits in no way with its first cell at {match['where']}")
    if match["number"] is None:
        if len(fitting) > 1:
            ways = ", ".join(f":{number}" for number in sorted(fitting))
            raise InputError(
                f"{name} fits at {match['where']} in {len(fitting)} ways; add one of {ways} "
                f"(calpuzzle show --orientations draws them)"
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
    several = "; placements are apart by blanks" if "@" in where else ""
    hint = several or nearest(where, model.board.labels)
    raise InputError(f"{word}: {where} is neither ROW,COLUMN nor a label of the board{hint}")


def _class_of(cover: Cover, name: str) -> int:
    known = _named(cover)
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
    values = _json_values(text)
    data = values[0]
    if len(values) == 1 and isinstance(data.get("solutions"), list):
        values = data["solutions"]
        if not values:
            raise InputError("the JSON holds no solution")
        data = values[0]
    if len(values) > 1:
        raise InputError(f"the JSON holds {len(values):,} solutions, and one is wanted")
    if not isinstance(data, dict):
        raise InputError("the solution in the JSON is no table of pieces and their cells")
    if isinstance(data.get("solution"), dict):
        data = data["solution"]
    pieces = {}
    for name, cells in data.items():
        if not isinstance(cells, list) or not all(map(_is_cell, cells)):
            raise InputError(f"the JSON gives {name} no list of [row, column]")
        pieces[name] = tuple((row, column) for row, column in cells)
    return pieces


def _json_values(text: str) -> list[Any]:
    """The values of a text of JSON: one, or as many as a file of JSON lines has."""
    import json

    decoder = json.JSONDecoder(object_pairs_hook=_once)
    values: list[Any] = []
    at = len(text) - len(text.lstrip())
    try:
        while at < len(text):
            value, at = decoder.raw_decode(text, at)
            values.append(value)
            gap = _BLANK.match(text, at)
            at = gap.end() if gap else at
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"the placements are not valid JSON: {error}") from None
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of the pairs, of which the last must not win in silence."""
    for name, number in Counter(name for name, _ in pairs).items():
        if number > 1:
            raise InputError(f"the JSON names {name} {number} times; name it once")
    return dict(pairs)


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
