"""The notation of placements as users write them, and the options of the Cover that they mean.

A placement is `PIECE@ROW,COLUMN:K`: the piece, its first cell in reading order, counted from 0 on
the board, and the number of its orientation, counted from 1 as `calpuzzle show --orientations`
draws them. If placements are bare, K is the number of the placement of the piece. The cell is
`LAYER,ROW,COLUMN` in space and `CELL` if cells have only numbers; its label may be written instead
(`PIECE@14:K`). `:K` may be omitted if only one orientation fits. Placements are separated by
blanks; names of pieces may contain blanks too. The JSON that `calpuzzle solve --format json` or
`jsonl` writes is also accepted: all or some pieces of one solution,
`{"J5": [[row, column], ...], ...}`, or the whole output if it contains exactly one solution.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import nearest, plural
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements_json import pieces_in
from calpuzzle.puzzle.shapes import place_name

Placements = str | Mapping[str, Iterable[Iterable[int]]] | Iterable[int]
"""Placements as text, as a mapping of pieces to their cells, or as option numbers."""


class PlacedOptions(tuple[int, ...]):
    """The options of placements in the order written; `names` maps them to the names as written."""

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


def options_of(lowered: Lowering, placed: Placements, may_clash: bool = False) -> PlacedOptions:
    """Return the options of the placements `placed`, in the order written.

    Raises InputError for an unknown piece or cell, an orientation that does not fit, a missing
    orientation if several fit, and a number that is not an option or occurs twice. If `placed`
    does not contain option numbers, it also raises InputError as `_check_together` does."""
    if isinstance(placed, str):
        return parse(lowered, placed, may_clash)
    if isinstance(placed, Mapping):
        pieces: Mapping[Any, Any] = placed
        return from_cells(lowered, pieces, may_clash)
    return from_numbers(lowered, placed)


def parse(lowered: Lowering, text: str, may_clash: bool = False) -> PlacedOptions:
    """Return the options of the placements in `text`, in the order written.

    Raises InputError as `options_of` does.
    """
    if text.strip().startswith("{"):
        return from_cells(lowered, pieces_in(text), may_clash)
    words = list(_split(lowered, text))
    found = [_by_word(lowered, piece, where) for piece, where in words]
    _check_together(lowered, found, [piece + where for piece, where in words], may_clash)
    return PlacedOptions(found, dict(zip(found, [piece for piece, _ in words], strict=True)))


def from_cells(
    lowered: Lowering, pieces: Mapping[str, Iterable[Iterable[int]]], may_clash: bool = False
) -> PlacedOptions:
    """Return the options that place each piece, or the label of each group, on the given cells.

    Raises InputError as `options_of` does.
    """
    found: list[int] = []
    names: list[str] = []
    first = len(lowered.classes)
    items = dict(zip(lowered.leading_items[first:], range(first, lowered.first), strict=True))
    items |= _class_by_name(lowered)
    for name, cells in pieces.items():
        if not isinstance(name, str):
            raise InputError(f"{name!r} is not the name of a piece")
        try:
            where = sorted(tuple(map(operator.index, cell)) for cell in cells)
        except TypeError:
            raise InputError(f"the cells of {name} are not lists of whole numbers") from None
        item = _found(items, name)
        if not where:
            raise InputError(f"{name} has no cells; list the cells that it covers")
        for cells in [[cell] for cell in where] if item in lowered.unlisted else [where]:
            option = lowered.option_of(item, cells)
            if option is None:
                raise InputError(_misplaced(lowered, name, cells))
            found.append(option)
            names.append(name)
    _check_together(lowered, found, names, may_clash)
    return PlacedOptions(found, dict(zip(found, names, strict=True)))


def _misplaced(lowered: Lowering, name: str, cells: list[Cell]) -> str:
    """Return why a piece cannot be placed on `cells`: one is not on the board, or no option has
    them."""
    if off := [list(cell) for cell in cells if cell not in lowered.item_of]:
        return f"{name} cannot be placed there: the board has no cell {off[0]} (counted from 0)"
    places = "; ".join(place_name(cell, lowered.spots) for cell in cells)
    return f"{name} cannot be placed on the cells at {places}"


def from_numbers(lowered: Lowering, numbers: Iterable[int]) -> PlacedOptions:
    """Return the option numbers `numbers`, unchanged, after checking them.

    Raises InputError for a number that is not an option, or that occurs twice. Options that clash
    are accepted; no solution contains them."""
    wrong = InputError("placed must be a text, a mapping of pieces to cells, or numbers")
    if isinstance(numbers, bytes):  # iterating over bytes yields integers
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
    """Return the name of the piece of each placement, with copies numbered as `NAME#1`.

    A placement in `known` keeps its name from there; a name without a number means the first unused
    copy. The other placements, sorted by their cells, get the first unused names of their classes,
    in the order of `PieceClass.names`. No name is used twice, except that surplus copies get the
    first name of their class.
    """
    found: dict[int, str] = {}
    placed = [option for option in options if lowered.class_of(option) >= 0]
    free = {index: [*lowered.classes[index].names] for index in map(lowered.class_of, placed)}
    for option in placed:
        names, given = free[lowered.class_of(option)], (known or {}).get(option)
        if name := next((copy for copy in names if given in (copy, lowered.piece_of[copy])), None):
            names.remove(name)
            found[option] = name
    for option in sorted([k for k in placed if k not in found], key=lowered.cells_of):
        index = lowered.class_of(option)
        found[option] = free[index].pop(0) if free[index] else lowered.classes[index].names[0]
    return found


def next_name(lowered: Lowering, index: int, names: Iterable[str] = ()) -> str:
    """Return the plain name of the next piece of a class to place, if `names` are used already."""
    copies, used = lowered.classes[index].names, {*names}
    return plain_name(lowered, next((name for name in copies if name not in used), copies[0]))


def plain_name(lowered: Lowering, name: str) -> str:
    """Return the name that the file gives to the piece whose copy is named `name`.

    The result is `name` itself if `parse` would read the name in the file as another piece.
    """
    plain = lowered.piece_of[name]
    # Besides several copies of A, a file may contain a piece of another class that is itself named
    # A#3; if it comes first, `parse` reads A as that piece.
    return plain if _class_by_name(lowered)[plain] == _class_by_name(lowered)[name] else name


def notation(
    lowered: Lowering, options: Iterable[int], known: Mapping[int, str] | None = None
) -> list[str]:
    """Return the placements of pieces in the notation of `parse`; options of labels are omitted.

    Each piece has the name that the file gives to the piece chosen by `names_of`.
    """
    options = [*options]
    names = names_of(lowered, options, known)
    return [written(lowered, k, plain_name(lowered, names[k])) for k in options if k in names]


def written(lowered: Lowering, option: int, name: str = "") -> str:
    """Return a placement in the notation of `parse`.

    Without a `name`, the first of the interchangeable pieces is named.
    """
    index = lowered.class_of(option)
    piece = lowered.classes[index]
    start = lowered.cells_of(option)[0]
    ways = piece.orientations or _options_at(lowered, index, start)
    number = f":{_way(lowered, index, option)}" if len(ways) > 1 else ""
    return f"{name or piece.name}@{','.join(map(str, start))}{number}"


def name_options(lowered: Lowering) -> Cover:
    """Name the options of the Cover by piece, orientation and place, and return the Cover.

    `I4_2_r3_c5` is the placement `I4@3,5:2`; in space the layer comes first (`l0_r3_c5`). Bare
    placements are named by piece and number (`A_7`), labels by group and label (`month_Jan`).
    """
    heads, cover = lowered.cover.primary, lowered.cover
    shapes = [{s: k for k, s in enumerate(kind.orientations, 1)} for kind in lowered.classes]
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
        f"{kind.name} stands for each of {', '.join(named)}, which are interchangeable"
        for kind in lowered.classes
        if len(named := dict.fromkeys(lowered.piece_of[copy] for copy in kind.names)) > 1
    )
    return cover


def _way(lowered: Lowering, index: int, option: int) -> int:
    """Return the number, from 1, of an option's orientation, or of a bare placement."""
    shapes = lowered.classes[index].orientations
    if shapes:
        return shapes.index(lowered.shape_of(option)) + 1
    placements = [k for k, other in enumerate(lowered.cover.options) if other[0] == index]
    return placements.index(option) + 1


def _class_by_name(lowered: Lowering) -> dict[str, int]:
    """Return the class index by name, for the names of all pieces and of all numbered copies."""
    known: dict[str, int] = {}
    for index, piece in enumerate(lowered.classes):
        for name in (piece.name, *(copy.split("#")[0] for copy in piece.names)):
            known.setdefault(name, index)
    return known | {copy: k for k, piece in enumerate(lowered.classes) for copy in piece.names}


def _split(lowered: Lowering, text: str) -> Iterator[tuple[str, str]]:
    """Yield each placement in the text as (name, place); names may contain blanks and @.

    The longest known name that fits is taken, so that a name may begin with another one.
    """
    names = sorted(_class_by_name(lowered), key=len, reverse=True)
    rest = text.strip()
    while rest:
        name = next((name for name in names if rest.startswith(f"{name}@")), None)
        if name is None:
            name = rest.split(maxsplit=1)[0].split("@")[0]
        where, *more = re.split(r"\s+", rest[len(name) :], maxsplit=1)
        rest = "".join(more)
        yield name, where


def _by_word(lowered: Lowering, name: str, place: str) -> int:
    """Return the option of one placement; raise InputError if there is not exactly one."""
    word = name + place
    match = re.fullmatch(_WHERE, place)
    if not name or not match:
        raise InputError(
            f"{word!r} is not a placement; write PIECE@{_form(lowered)}:K{_example(lowered)}, "
            "with blanks between placements"
        )
    where, number = match.groups()
    index = _found(_class_by_name(lowered), name)
    cell = _cell(lowered, where, word)
    fitting = {_way(lowered, index, k): k for k in _options_at(lowered, index, cell)}
    if not fitting:
        raise InputError(f"{name} does not fit with its first cell at {where}")
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
    """Return a phrase with the first placement of the puzzle, if it has any."""
    for option in range(len(lowered.cover.options)):
        if lowered.class_of(option) >= 0:
            return f", such as {written(lowered, option)}"
    return ""


def _cell(lowered: Lowering, where: str, word: str) -> Cell:
    """Return the cell of a place or label; `word` is quoted in the InputError if there is none."""
    at = lowered.model.board.at
    is_place = re.fullmatch(_PLACE, where) is not None
    # A number alone is a label if there is such a label; ROW,COLUMN is never read as a label.
    if where in at and not (is_place and "," in where):
        return at[where]
    if is_place:
        cell = tuple(map(int, where.split(",")))
        if cell in lowered.item_of:
            return cell
        if len(cell) == lowered.model.board.dimensions:
            raise InputError(f"{word}: there is no cell {where}")
    several = "; write blanks between placements" if "@" in where else ""
    hint = several or nearest(where, at)
    form = _form(lowered)
    raise InputError(f"{word}: {where} is neither {form} nor a label of the board{hint}")


def _form(lowered: Lowering) -> str:
    """Return the form in which the place of a cell is written."""
    return ("CELL", "ROW,COLUMN", "LAYER,ROW,COLUMN")[min(lowered.model.board.dimensions, 3) - 1]


def _found(items: Mapping[str, int], name: str) -> int:
    if name not in items:
        raise InputError(f"there is no piece {name}{nearest(name, items)}")
    return items[name]


def _options_at(lowered: Lowering, index: int, cell: Cell) -> list[int]:
    """Return the placements of a class whose first cell in reading order is `cell`."""
    item = lowered.item_of[cell]
    return [
        k
        for k, option in enumerate(lowered.cover.options)
        if option[0] == index and item in option and lowered.cells_of(k)[0] == cell
    ]


def _check_together(
    lowered: Lowering, found: list[int], names: Iterable[str], may_clash: bool
) -> None:
    """Raise InputError for options that exclude one another.

    With `may_clash`, pieces may overlap or be placed too often; labels may still not be placed too
    often. Options on the same cells that differ only in colours are always rejected, because the
    notation cannot distinguish them. `names` name the options in messages.
    """
    owner: dict[int, str] = {}
    used: Counter[int] = Counter()
    for option, name in zip(found, names, strict=True):
        piece, *cells = lowered.cover.options[option]
        used[piece] += 1
        most, leading = lowered.cover.bounds[piece][1], lowered.leading_items[piece]
        if used[piece] > most and piece >= len(lowered.classes):
            labels = plural(most, "label")
            raise InputError(f"at most {labels} of the group {leading} may stay uncovered")
        if used[piece] > most and not may_clash:
            raise InputError(f"{name}: the piece {leading} is placed too often")
        if lowered.marks and lowered.cover.options.count(lowered.cover.options[option]) > 1:
            raise InputError(
                f"{name} covers these cells in several ways, which differ only in colours"
            )
        for item in cells:
            if item in owner and not may_clash:
                place = place_name(lowered.cells[item - lowered.first], lowered.spots)
                raise InputError(f"{owner[item]} and {name} overlap at {place}")
            owner[item] = name
