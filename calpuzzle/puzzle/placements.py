"""The notation of placements, as a person writes them, and the options of the Cover that they mean.

A placement is `PIECE@ROW,COLUMN:K`: the piece's first cell in reading order, counted from 0 on the
board (`PIECE@LAYER,ROW,COLUMN:K` in space, `PIECE@CELL:K` where cells are but numbers), or that
cell's label (`PIECE@14:K`), and the number of the orientation, counted from 1 as `calpuzzle show
--orientations` draws them. `:K` may be left out where one way alone fits there. Placements are
apart by blanks, which a piece's name may hold too. Accepted as well is JSON as `calpuzzle solve
--format json` or `jsonl` writes it: a solution, `{"J5": [[row, column], ...], ...}`, all of it or
some pieces, or the whole output. It must hold one solution.
"""

from __future__ import annotations

import json
import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import nearest, plural
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import place_name

Placements = str | Mapping[str, Iterable[Iterable[int]]] | Iterable[int]
"""Pieces that are laid: as text, by their cells, or as numbers of options."""


class PlacedOptions(tuple[int, ...]):
    """The options of placements, in the order written, and `names`: what the piece of each is
    called there."""

    names: Mapping[int, str]

    def __new__(
        cls, options: Iterable[int], names: Mapping[int, str] | None = None
    ) -> PlacedOptions:
        """Return the options with their names."""
        made = super().__new__(cls, options)
        made.names = names or {}
        return made


_WHERE = "@([^:]+?)(?::([0-9]{1,9}))?"
_PLACE = "[0-9]{1,9}(?:,[0-9]{1,9})*"


def options_of(lowered: Lowering, laid: Placements, clashing: bool = False) -> PlacedOptions:
    """The options of what is laid, in the order written. Raises InputError for a piece or a place
    that is not there, an orientation that does not fit or is not named where several do, and a
    number that is no option; unless they may be `clashing`, also for a piece laid too often, and
    pieces that overlap."""
    if isinstance(laid, str):
        return parse(lowered, laid, clashing)
    if isinstance(laid, Mapping):
        return from_cells(lowered, laid, clashing)
    return from_numbers(lowered, laid)


def parse(lowered: Lowering, text: str, clashing: bool = False) -> PlacedOptions:
    """The options of the placements in `text`, in the order written. Raises as `options_of`."""
    if text.strip().startswith("{"):
        return from_cells(lowered, _from_json(text), clashing)
    words = list(_split(lowered, text))
    found = [_by_word(lowered, piece, where) for piece, where in words]
    _check_together(lowered, found, [piece + where for piece, where in words], clashing)
    return PlacedOptions(found, dict(zip(found, [piece for piece, _ in words], strict=True)))


def from_cells(
    lowered: Lowering, pieces: Mapping[str, Iterable[Iterable[int]]], clashing: bool = False
) -> PlacedOptions:
    """The options of pieces on these cells; a group is its open piece. Raises as `options_of`."""
    found = []
    first = len(lowered.classes)
    items = dict(zip(lowered.heads[first:], range(first, lowered.first), strict=True))
    items |= _named(lowered)
    for name, cells in pieces.items():
        if not isinstance(name, str):
            raise InputError(f"{name!r} is no name of a piece")
        try:
            where = sorted(tuple(map(operator.index, cell)) for cell in cells)
        except TypeError:
            raise InputError(f"the cells of {name} are no lists of whole numbers") from None
        option = lowered.option_of(_found(items, name), where)
        if option is None:
            raise InputError(f"{name} cannot lie on the cells {_cells_named(lowered, where)}")
        found.append(option)
    _check_together(lowered, found, pieces, clashing)
    return PlacedOptions(found, dict(zip(found, pieces, strict=True)))


def _cells_named(lowered: Lowering, cells: list[Cell]) -> str:
    """Cells in words; of those that are not on the board, that they are not there."""
    if off := [list(cell) for cell in cells if cell not in lowered.number]:
        return f"at {off[0]}, counted from 0: the board has none there"
    return f"at {'; '.join(place_name(cell, lowered.spots) for cell in cells)}"


def from_numbers(lowered: Lowering, numbers: Iterable[int]) -> PlacedOptions:
    """Option numbers that are given as such. Raises InputError for one that is no option, and for
    one given twice; those that clash are let through, and have no solution."""
    wrong = InputError("placements are a text, a mapping of pieces to cells, or numbers")
    if isinstance(numbers, bytes):  # to Python its letters are numbers
        raise wrong
    try:
        found = tuple(map(operator.index, numbers))
    except TypeError:
        raise wrong from None
    for number in found:
        if not 0 <= number < len(lowered.cover.options):
            raise InputError(f"{number} is not the number of a placement")
    if twice := [number for number, times in Counter(found).items() if times > 1]:
        raise InputError(f"placement {twice[0]} is given twice")
    return PlacedOptions(found, numbers.names if isinstance(numbers, PlacedOptions) else None)


def names_of(
    lowered: Lowering, options: Iterable[int], known: Mapping[int, str] | None = None
) -> dict[int, str]:
    """The name of the piece of each of these placements, copies told apart as `NAME#1`.

    No name is used twice. Those of `known` keep theirs; the others have, in reading order, the
    first names of their class that are free, in the order of the file. What is one piece too many
    has the name of the first.
    """
    found: dict[int, str] = {}
    lying = [option for option in options if lowered.class_of(option) >= 0]
    free = {index: [*lowered.classes[index].names] for index in map(lowered.class_of, lying)}
    for option in lying:
        names, said = free[lowered.class_of(option)], (known or {}).get(option)
        if name := next((own for own in names if said in (own, lowered.piece_of[own])), None):
            names.remove(name)
            found[option] = name
    for option in sorted([k for k in lying if k not in found], key=lowered.cells_of):
        index = lowered.class_of(option)
        found[option] = free[index].pop(0) if free[index] else lowered.classes[index].names[0]
    return found


def next_name(lowered: Lowering, index: int, names: Iterable[str] = ()) -> str:
    """The name for people of the piece of a class that is laid next where those of `names` lie;
    copies are not told apart."""
    own, used = lowered.classes[index].names, {*names}
    return plain_name(lowered, next((name for name in own if name not in used), own[0]))


def plain_name(lowered: Lowering, name: str) -> str:
    """The name of a piece in the file, of a copy's."""
    plain = lowered.piece_of[name]
    # Two pieces may be called A#1 and A#2 by their file.
    return plain if _named(lowered)[plain] == _named(lowered)[name] else name


def notation(
    lowered: Lowering, options: Iterable[int], known: Mapping[int, str] | None = None
) -> list[str]:
    """The placements as `parse` reads them, without labels; the names are as of `names_of`."""
    options = [*options]
    names = names_of(lowered, options, known)
    return [written(lowered, k, plain_name(lowered, names[k])) for k in options if k in names]


def written(lowered: Lowering, option: int, name: str = "") -> str:
    """A placement as `parse` reads it; of interchangeable pieces, without a name, the first."""
    index = lowered.class_of(option)
    piece = lowered.classes[index]
    start = lowered.cells_of(option)[0]
    ways = piece.orientations or _options_at(lowered, index, start)
    number = f":{_way(lowered, index, option)}" if len(ways) > 1 else ""
    return f"{name or piece.name}@{','.join(map(str, start))}{number}"


def named(lowered: Lowering) -> Cover:
    """The exact cover problem, its options named by piece, orientation and place: `I4_2_r3_c5` is
    what `written` calls `I4@3,5:2`, and in space the layer comes first (`l0_r3_c5`); without
    shapes, piece and number (`A_7`); of a group, the label (`month_Jan`)."""
    heads, cover = lowered.cover.primary, lowered.cover
    shapes = [{s: k for k, s in enumerate(own.orientations, 1)} for own in lowered.classes]
    labels = lowered.label_of
    seen: Counter[int] = Counter()
    names = []
    for option, (index, *_) in enumerate(cover.options):
        cells = lowered.cells_of(option)
        seen[index] += 1
        if option in labels:
            place = labels[option][1]
        elif shapes[index]:
            marks = "rc" if len(cells[0]) == 2 else "lrc"
            place = str(shapes[index][lowered.shape_of(option)])
            place += "".join(f"_{m}{x}" for m, x in zip(marks, cells[0], strict=True))
        else:
            place = str(seen[index])
        names.append(f"{heads[index]}_{place}")
    cover.names = tuple(names)
    cover.notes = tuple(
        f"{own.name} stands for each of {', '.join(named)}, which are interchangeable"
        for own in lowered.classes
        if len(named := dict.fromkeys(lowered.piece_of[copy] for copy in own.names)) > 1
    )
    return cover


def _way(lowered: Lowering, index: int, option: int) -> int:
    """The number of an option's orientation; without shapes, of the option among the piece's."""
    shapes = lowered.classes[index].orientations
    if shapes:
        return shapes.index(lowered.shape_of(option)) + 1
    own = [k for k, other in enumerate(lowered.cover.options) if other[0] == index]
    return own.index(option) + 1


def _named(lowered: Lowering) -> dict[str, int]:
    """The class of each name of a piece; of each copy, and of all copies together."""
    known: dict[str, int] = {}
    for index, piece in enumerate(lowered.classes):
        for own in (piece.name, *(name.split("#")[0] for name in piece.names)):
            known.setdefault(own, index)
    return known | {own: k for k, piece in enumerate(lowered.classes) for own in piece.names}


def _split(lowered: Lowering, text: str) -> Iterator[tuple[str, str]]:
    """The placements in the text, each parted behind its name, which may hold blanks and @."""
    names = sorted(_named(lowered), key=len, reverse=True)
    rest = text.strip()
    while rest:
        name = next((name for name in names if rest.startswith(f"{name}@")), None)
        if name is None:
            name = rest.split(maxsplit=1)[0].split("@")[0]
        where, *more = re.split(r"\s+", rest[len(name) :], maxsplit=1)
        rest = "".join(more)
        yield name, where


def _by_word(lowered: Lowering, name: str, rest: str) -> int:
    word = name + rest
    match = re.fullmatch(_WHERE, rest)
    if not name or not match:
        raise InputError(
            f"{word!r} is no placement; write PIECE@{_form(lowered)}:K{_example(lowered)}, "
            "with blanks between placements"
        )
    where, number = match.groups()
    index = _found(_named(lowered), name)
    cell = _cell(lowered, where, word)
    fitting = {_way(lowered, index, k): k for k in _options_at(lowered, index, cell)}
    if not fitting:
        raise InputError(f"{name} fits in no way with its first cell at {where}")
    if number is None and len(fitting) > 1:
        ways = ", ".join(f":{way}" for way in sorted(fitting))
        raise InputError(
            f"{name} fits at {where} in {len(fitting)} ways; add one of {ways} "
            "(calpuzzle show --orientations draws them)"
        )
    way = int(number) if number else next(iter(fitting))
    most = len(lowered.classes[index].orientations)
    if most and not 1 <= way <= most:
        raise InputError(f"{word}: {name} has {plural(most, 'orientation')}, counted from 1")
    if way not in fitting:
        raise InputError(f"{word}: orientation {way} of {name} does not fit there")
    return fitting[way]


def _example(lowered: Lowering) -> str:
    for option in range(len(lowered.cover.options)):
        if lowered.class_of(option) >= 0:
            return f", such as {written(lowered, option)}"
    return ""


def _cell(lowered: Lowering, where: str, word: str) -> Cell:
    at = lowered.model.board.at
    is_place = re.fullmatch(_PLACE, where) is not None
    # A label may be a number; a row and a column have a comma between them.
    if where in at and not (is_place and "," in where):
        return at[where]
    if is_place:
        cell = tuple(map(int, where.split(",")))
        if cell in lowered.number:
            return cell
        if len(cell) == lowered.model.board.dimensions:
            raise InputError(f"{word}: there is no cell {where}")
    several = "; placements are apart by blanks" if "@" in where else ""
    hint = several or nearest(where, at)
    form = _form(lowered)
    raise InputError(f"{word}: {where} is neither {form} nor a label of the board{hint}")


def _form(lowered: Lowering) -> str:
    """Return how the place of a cell is written."""
    return ("CELL", "ROW,COLUMN", "LAYER,ROW,COLUMN")[min(lowered.model.board.dimensions, 3) - 1]


def _found(items: Mapping[str, int], name: str) -> int:
    if name not in items:
        raise InputError(f"there is no piece {name}{nearest(name, items)}")
    return items[name]


def _options_at(lowered: Lowering, index: int, cell: Cell) -> list[int]:
    """The placements of a class whose first cell in reading order is this one."""
    item = lowered.number[cell]
    return [
        k
        for k, option in enumerate(lowered.cover.options)
        if option[0] == index and item in option and lowered.cells_of(k)[0] == cell
    ]


def record_in(text: str, what: str) -> Any:
    """The one solution in JSON that `calpuzzle solve --format json` or `jsonl` wrote; `what`
    begins the sentence where it is no JSON. Raises InputError where there is none, or several."""
    values = _json_values(text, what)
    data = values[0]
    if len(values) == 1 and isinstance(data, dict) and isinstance(data.get("solutions"), list):
        values = data["solutions"]
        if not values:
            raise InputError("the JSON holds no solution")
        data = values[0]
    if len(values) > 1:
        raise InputError(f"the JSON holds {len(values):,} solutions, and one is wanted")
    return data


def _from_json(text: str) -> dict[str, Any]:
    data = record_in(text, "the placements are")
    if not isinstance(data, dict):
        raise InputError("the solution in the JSON is no table of pieces and their cells")
    for name, cells in data.items():
        if not isinstance(cells, list) or not all(
            isinstance(cell, list) and all(type(part) is int for part in cell) for cell in cells
        ):
            raise InputError(f"the JSON gives {name} no list of [row, column]")
    return data


def _json_values(text: str, what: str) -> list[Any]:
    """The values of a text of JSON: one, or as many as a file of JSON lines has."""
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    values: list[Any] = []
    text = text.strip()
    at = 0
    try:
        while at < len(text):
            value, at = decoder.raw_decode(text, at)
            values.append(value)
            while text[at : at + 1].isspace():
                at += 1
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} not valid JSON: {error}") from None
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of the pairs, of which the last must not win in silence."""
    for name, number in Counter(name for name, _ in pairs).items():
        if number > 1:
            raise InputError(f"the JSON names {name} {number} times; name it once")
    return dict(pairs)


def _check_together(
    lowered: Lowering, found: list[int], names: Iterable[str], clashing: bool
) -> None:
    """Raise InputError for options that do not go together, unless they may be `clashing`; `names`
    are what they were called."""
    owner: dict[int, str] = {}
    laid: Counter[int] = Counter()
    for option, name in zip(found, names, strict=True):
        piece, *cells = lowered.cover.options[option]
        laid[piece] += 1
        if laid[piece] > lowered.cover.bounds[piece][1] and not (
            clashing and piece < len(lowered.classes)
        ):
            raise InputError(f"{name}: the piece {lowered.heads[piece]} is laid too often")
        if lowered.marks and lowered.cover.options.count(lowered.cover.options[option]) > 1:
            raise InputError(
                f"{name} covers these cells in several ways, which only colours tell apart"
            )
        for item in cells:
            if item in owner and not clashing:
                place = place_name(lowered.cells[item - lowered.first], lowered.spots)
                raise InputError(f"{owner[item]} and {name} overlap at {place}")
            owner[item] = name
