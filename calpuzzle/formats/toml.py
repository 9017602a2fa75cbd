"""The puzzle file: one TOML file for each puzzle. docs/puzzle-files.md describes it for users.

There are three kinds of board: `board`, rows of labels separated by spaces, for calendars; `frame`,
a drawing; and `segments`, the grid lines of a rectangle of squares, for sticks. A blank line
separates layers. In a drawing `.` and a space are no cell. In a frame `?` is a cell that may stay
empty; with `colours = true` every other character is a cell of that colour, otherwise just a cell.
The key `lattice` names the shape of the cells of a board or a frame if they are not squares;
toml_drawings.py parses the drawings.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.wording import control_fault, nearest, plural, shown, unknown
from calpuzzle.formats.toml_drawings import (
    labelled,
    points_of,
    quoted_if_odd,
    stick_board,
    stick_frame,
    stick_shape,
)
from calpuzzle.formats.toml_text import file_text
from calpuzzle.puzzle.dates.labels import calendar_groups
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import LATTICES, SQUARES, STICKS
from calpuzzle.puzzle.model import BLANK, Board, Model, Piece
from calpuzzle.puzzle.shapes import Shape, least, normal
from calpuzzle.puzzle.validate import faults

TableKeys = dict[str, tuple[type, str]]
"""For each key of a table the type of its value, and the words for this type in messages."""

TEXT, FLAG, NUMBER = (str, "a string"), (bool, "true or false"), (int, "a whole number")
MOVES: TableKeys = {"turn": FLAG, "flip": FLAG, "motions": TEXT}
KEYS: TableKeys = {
    **dict.fromkeys(("title", "source", "week_starts", "lattice"), TEXT),
    **MOVES,
    **dict.fromkeys(("interchangeable", "colours", "crossings"), FLAG),
    "board": (str, "a string of several lines"),
    "frame": (str, "a drawing"),
    "segments": (list, "a list"),
    **dict.fromkeys(("groups", "pieces"), (dict, "a table")),
}
PIECE_KEYS: TableKeys = {
    "shape": (str, "a drawing"),
    "sides": (list, "a list of drawings"),
    **MOVES,
    **dict.fromkeys(("count", "min", "max"), NUMBER),
    **dict.fromkeys(("colour", "name", "together"), TEXT),
}
_KEY_LINE = rf"(?m)^[ \t]*(\[(groups|pieces)|({'|'.join(KEYS)})[ \t]*=)"
# Keys that apply only to some kinds of board.
KINDS_OF_KEY = {
    **dict.fromkeys(("groups", "week_starts"), ("board",)),
    "colours": ("frame",),
    "lattice": ("board", "frame"),
}
MOTIONS = {"move": (False, False), "turn": (True, False), "all": (True, True)}
MAX_DOTS = 200
_PART = r"[\w\"'-][ \t]*\."  # the end of a part of a key, and the dot after it


class _File(NamedTuple):
    """The properties that all pieces of a file share: the kind of board, the lattice, whether
    colours and crossings matter, the default motions of pieces, and the faults found so far."""

    kind: str
    lattice: Lattice
    colours: bool
    crossings: bool
    motions: tuple[bool, bool]
    found: list[str]


def looks_like(text: str) -> bool:
    """Return whether a line begins with one of the keys or tables of a puzzle file."""
    return re.search(_KEY_LINE, text) is not None


def read(text: str, name: str, fit: bool = True) -> Model:
    """Return the puzzle in a TOML text. Raises PuzzleError, which lists the faults found. Pieces
    that do not fill the board are a fault only with `fit`."""
    stem = name.removesuffix(".toml")
    try:
        return from_table(parsed(text), stem, fit)
    except PuzzleError as error:
        raise PuzzleError([f"{name}: {fault}" for fault in error.faults]) from None


def write(model: Model) -> str:
    """Return a puzzle file from which `read` returns an equal model. Raises InputError if a puzzle
    file cannot hold the model."""
    text = file_text(model)
    groups = calendar_groups(model.groups, model.week_starts)
    try:
        if from_table(parsed(text), model.name) == model._replace(groups=groups):
            return text
    except PuzzleError:
        pass
    raise InputError(f"a puzzle file cannot express all that {model.name} contains")


def from_table(data: dict[str, Any], name: str, fit: bool = True) -> Model:
    """Return the puzzle in the table of a parsed puzzle file. Raises PuzzleError as `read` does."""
    found: list[str] = []
    table = _valid(data, KEYS, found)
    kinds = [kind for kind in BOARDS if kind in data]
    if not kinds:
        found.append("there is no board; add board = '''...''' with one line for each row")
    elif len(kinds) > 1:
        found.append(f"there are the keys {kinds[0]} and {kinds[1]}; a puzzle has one of them")
    kind = kinds[0] if kinds else "board"
    for key, allowed in KINDS_OF_KEY.items():
        if key in data and kinds and kind not in allowed:
            found.append(f"{key} can be used only with {' or '.join(allowed)}, not with {kind}")
    lattice = _lattice(kind, table.get("lattice", "squares"), found)
    if "crossings" in data and kinds and lattice.drawn != LINES:
        found.append(f"crossings applies only to sticks, but this is a {kind} of {lattice.name}")
    motions = _motions(table, (True, True), "", found)
    colours, crossings = table.get("colours", False), table.get("crossings", True)
    file = _File(kind, lattice, colours, crossings, motions, found)
    board = BOARDS[kind](table[kind], file) if kind in table else Board(())
    starts = table.get("week_starts", "")
    groups = calendar_groups(_groups(table.get("groups", {}), found), starts)
    drawn = table.get("pieces", {})
    pieces = [piece for name, value in drawn.items() if (piece := _piece(name, value, file))]
    if found and (not board.cells or len(pieces) < len(drawn) or not pieces):
        raise PuzzleError(found)
    dimensions = max([board.dimensions, *(len(side[0]) for p in pieces for side in p.sides)])
    model = Model(
        name=name,
        board=board._replace(cells=_padded(board.cells, dimensions)),
        pieces=tuple(
            piece._replace(sides=tuple(_padded(side, dimensions) for side in piece.sides))
            for piece in pieces
        ),
        groups=groups,
        title=table.get("title", ""),
        source=table.get("source", ""),
        week_starts=starts,
        interchangeable=table.get("interchangeable", kind == "board"),
        lattice=lattice,
    )
    found += faults(model, whole=not found, fit=fit)
    if found:
        raise PuzzleError(found)
    return model


def _padded(cells: tuple[Cell, ...], dimensions: int) -> tuple[Cell, ...]:
    """Return the cells with `dimensions` coordinates; flat cells are in the first layer."""
    return tuple((0,) * (dimensions - len(cell)) + cell for cell in cells)


def _motions(
    data: dict[str, Any], usual: tuple[bool, bool], where: str, found: list[str]
) -> tuple[bool, bool]:
    """Return the motions, (turn, flip), that a table allows; the default is `usual`."""
    word = data.get("motions")
    if word is not None:
        if word not in MOTIONS:
            found.append(f"{where}motions is {shown(word)}, not one of {', '.join(MOTIONS)}")
        if "turn" in data or "flip" in data:
            found.append(f"{where}write either motions, or turn and flip, but not both")
        usual = MOTIONS.get(word, usual)
    return data.get("turn", usual[0]), data.get("flip", usual[1])


def _groups(data: dict[str, Any], found: list[str]) -> tuple[Group, ...]:
    groups = []
    for name, labels in data.items():
        if name in KEYS:
            found.append(f"{name} is inside [groups]; move it above the first [table]")
        elif isinstance(labels, str):
            groups.append(Group(name, tuple(labels.split())))
        elif isinstance(labels, dict):
            wrong: list[str] = []
            group = _group_of(name, labels, wrong)
            found.extend(wrong)
            groups += [] if wrong else [group]
        else:
            text = "a string of labels separated by spaces, or a table"
            found.append(f"group {quoted_if_odd(name)} must be {text}, not {shown(labels)}")
    return tuple(groups)


def _group_of(name: str, data: dict[str, Any], found: list[str]) -> Group:
    """Return the group that a table describes: its labels, and how many of them stay open."""
    where = f"group {quoted_if_odd(name)}: "
    table = _valid(data, {"labels": TEXT, "open": (type(data.get("open")), "")}, found, where)
    labels, number_open = table.get("labels", "").split(), table.get("open", 1)
    bounds = number_open if isinstance(number_open, list) else [number_open, number_open]
    if [type(bound) for bound in bounds] != [int, int] or not (
        0 <= bounds[0] <= bounds[1] <= len(labels)
    ):
        most = len(labels)
        found.append(
            f"{where}open is {shown(number_open)}; write how many of the {plural(most, 'label')} "
            "stay open, such as 2, or the least and the most, such as [0, 2]"
        )
        return Group(name, ())
    if twice := [label for label, times in Counter(labels).items() if times > 1]:
        found.append(f"{where}it lists the label {twice[0]} twice")
    try:
        return Group.several(name, labels, *bounds)
    except InputError as error:  # too many sets
        found.append(str(error))
        return Group(name, ())


def _lattice(kind: str, name: str, found: list[str]) -> Lattice:
    """Return the lattice of the cells of a puzzle."""
    drawable = [lattice.name for lattice in LATTICES.values() if lattice.has_drawings]
    if name not in drawable:
        found.append(unknown("lattice", shown(name), drawable))
        return SQUARES
    return STICKS if kind == "segments" else LATTICES[name]


def _frame(drawing: str, file: _File) -> Board:
    if file.lattice.drawn == LINES:
        if file.colours:
            file.found.append("sticks have no colours; leave the key colours out")
        return stick_frame(drawing, file.crossings, file.found)
    points = points_of(drawing, file.lattice, "the frame", file.found)
    if not points:
        file.found.append("the frame has no cells")
    low = least([cell for cell, _ in points], file.lattice) if points else ()
    return Board(
        tuple(tuple(x - min(0, y) for x, y in zip(cell, low, strict=True)) for cell, _ in points),
        colours=tuple(0 if mark == "?" else ord(mark) for _, mark in points) * file.colours,
        optional=frozenset(k for k, (_, mark) in enumerate(points) if mark == "?"),
    )


def _piece(name: str, value: Any, file: _File) -> Piece | None:
    if isinstance(value, str) and KEYS.get(name) is TEXT:
        file.found.append(f"{name} is inside [pieces]; move it above the first [table]")
        return None
    table = {"shape": value} if isinstance(value, str) else value
    where = f"piece {quoted_if_odd(name)}: "
    if not isinstance(table, dict):
        file.found.append(
            f"piece {quoted_if_odd(name)} must be a drawing or a table, not {shown(value)}"
        )
        return None
    wrong = control_fault(where + "its name", name)
    table = _valid(table, PIECE_KEYS, wrong, where)
    drawings = table.get("sides", [table.get("shape")])
    are_drawings = drawings and all(isinstance(drawing, str) for drawing in drawings)
    if not wrong and (not are_drawings or {"shape", "sides"} <= table.keys()):
        wrong.append(f"{where}needs a shape = '...', or sides = ['...', '...']")
    file.found.extend(wrong)
    if wrong:
        return None
    count = table.get("count", 1)
    if "count" in table and ("min" in table or "max" in table):
        file.found.append(f"{where}write either count, or min and max, but not both")
    sides = [_side(drawing, quoted_if_odd(name), file) for drawing in drawings]
    turn, flip = _motions(table, file.motions, where, file.found)
    return Piece(
        name,
        tuple(shape for shape, _ in sides),
        turn,
        flip,
        table.get("min", count if "max" not in table else 0),
        table.get("max", count),
        tuple(colours for _, colours in sides) if file.colours else (),
        paint=table.get("colour", "").lower(),
        words=table.get("name", ""),
        together=table.get("together", ""),
    )


def _side(drawing: str, name: str, file: _File) -> tuple[Shape, tuple[int, ...]]:
    """Return the shape of a drawing, and the colours of its cells."""
    if file.lattice.drawn == LINES:
        return stick_shape(drawing, name, file.crossings, file.found), ()
    if file.kind == "board":
        return _plain_shape(drawing, name, file), ()
    points = points_of(drawing, file.lattice, f"piece {name}", file.found)
    if not points:
        file.found.append(f"piece {name}: it has no cells")
        return ((0, 0),), (0,)
    shape = normal([cell for cell, _ in points], file.lattice)
    return shape, tuple(ord(mark) for _, mark in sorted(points))


def _plain_shape(drawing: str, name: str, file: _File) -> Shape:
    """Return the shape of a drawing of # and . only. A space is reported as a fault, because it is
    probably a slip, unless the lattice has spaces between cells."""
    found, lattice = file.found, file.lattice
    rows = [row.rstrip() for row in drawing.strip("\n").splitlines()]
    blank = " " * (lattice.drawn == POLYGONS)
    odd = sorted({mark for row in rows for mark in row.strip() if mark not in "#" + BLANK + blank})
    # The indentation that all rows share is that of the file and not part of the piece.
    indent = min((len(row) - len(row.lstrip()) for row in rows if row), default=0)
    shifted = any(row[indent].isspace() for row in rows if row)
    if odd:
        found.append(f"the drawing of piece {name} has {odd[0]!r}; it is made of # and . only")
    elif not blank and (shifted or len({row[:indent] for row in rows if row}) > 1):
        found.append(f"the drawing of piece {name} is not aligned; write . where it has no cell")
    elif points := points_of("\n".join(rows), lattice, f"piece {name}", found):
        return normal([cell for cell, _ in points], lattice)
    else:
        found.append(f"piece {name} has no cells; draw it with #")
    return ((0, 0),)


def parsed(text: str) -> dict[str, Any]:
    """Return the table of a TOML text. Raises PuzzleError for invalid or hostile TOML."""
    for number, line in enumerate(text.split("\n"), 1):
        # The time that tomllib takes for a dotted key grows with the square of its length. Most
        # dots of a drawing follow another dot or a #, so they are not counted.
        if line.count(".") > MAX_DOTS and len(re.findall(_PART, line)) > MAX_DOTS:
            raise PuzzleError(f"the TOML is too complex: line {number} has a key of too many parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PuzzleError("the TOML is too complex: its brackets are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"not valid TOML: {str(error).rstrip('.')}") from None
    except ValueError:
        raise PuzzleError("the TOML is too complex: a number has thousands of digits") from None


def _valid(
    data: dict[str, Any], keys: TableKeys, found: list[str], where: str = ""
) -> dict[str, Any]:
    """Return the entries of a table that are known and have the right type. The faults of the
    others are appended to `found`, in sentences that begin with `where`."""
    valid = {}
    for key, value in data.items():
        if key not in keys:
            found.append(f"{where}unknown key {quoted_if_odd(key)}{nearest(key[:40], keys)}")
        # bool is a subclass of int in Python, but not a number to a user.
        elif type(value) is not keys[key][0]:
            found.append(f"{where}{key} must be {keys[key][1]}, not {shown(value)}")
        else:
            valid[key] = value
    return valid


BOARDS: dict[str, Callable[[Any, _File], Board]] = {
    "board": lambda drawing, file: labelled(drawing, file.lattice, file.crossings, file.found),
    "frame": _frame,
    "segments": lambda size, file: stick_board(size, file.crossings, file.found),
}
