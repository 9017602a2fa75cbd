"""Whether a puzzle makes sense: `faults` returns every fault as a sentence for people.

A puzzle without faults can be lowered and searched; whether it has solutions is for the engines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from calpuzzle.model import BLANK, HOLE, WEEKDAYS, Model, Piece
from calpuzzle.shapes import lying, normal, parts
from calpuzzle.text import control_fault, nearest, plural, shown, visible

MAX_TOKENS = 4096
MAX_COUNT = 10**6
HINTS = 8  # faults that come with a guess at what was meant: each costs a look at all labels
COLUMNS = ("exists", "solutions")


def faults(model: Model) -> list[str]:
    """Every fault of the puzzle, in the order texts, board, groups, pieces, area."""
    tokens = sum(map(len, model.board.rows))
    if tokens > MAX_TOKENS:
        return [f"the board has {tokens:,} places, too many; {MAX_TOKENS:,} are the most"]
    found = _text_faults(model)
    found += _board_faults(model)
    found += _group_faults(model)
    found += _name_faults("group", (group.name for group in model.groups))
    found += _name_faults("piece", _piece_names(model))
    if len(model.pieces) > len(model.board.cells) > 0:
        found.append(
            f"there are {plural(len(model.pieces), 'piece')}, more than the "
            f"{plural(len(model.board.cells), 'cell')} of the board"
        )
    else:
        for piece in model.pieces:
            found += _piece_faults(model, piece)
    if not model.pieces:
        found.append("there are no pieces; the table [pieces] names and draws them")
    # A wrong board, group or piece makes the area wrong too: say only the cause.
    return [visible(fault) for fault in found or _area_faults(model)]


def _text_faults(model: Model) -> list[str]:
    found = control_fault("the name of the file", model.name)
    found += control_fault("the title", model.title)
    # A source may have several lines.
    found += control_fault("the source", model.source.replace("\n", " ").replace("\t", " "))
    for label in dict.fromkeys(token for row in model.board.rows for token in row):
        found += control_fault(f"the label {label}", label)
    return found


def _board_faults(model: Model) -> list[str]:
    rows = model.board.rows
    if not model.board.cells:
        return ["the board has no cells"]
    found = []
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            found.append(
                f"row {number} of the board has {plural(len(row), 'token')}, but row 1 has "
                f"{width}; write {HOLE} where there is no cell"
            )
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        for token in row:
            if token in (HOLE, BLANK):
                continue
            if token in seen:
                found.append(
                    f"the label {token} stands twice on the board (rows {seen[token]} and {number})"
                )
            seen[token] = number
    return found


def _piece_names(model: Model) -> Iterator[str]:
    """The names of all copies of all pieces, unless they are too many to fit on any board."""
    few = sum(max(piece.copies, 1) for piece in model.pieces) <= MAX_TOKENS
    for piece in model.pieces:
        if few and piece.copies > 1:
            yield from piece.names
        else:
            yield piece.name


def _name_faults(kind: str, names: Iterable[str]) -> list[str]:
    found = []
    for name, number in Counter(names).items():
        if not name.strip() or not name.isprintable():
            found.append(f"a {kind} has the name {shown(name)}; a name is made of visible letters")
        elif number > 1:
            found.append(f"{number} {kind}s have the name {name}")
        if kind == "group" and name in COLUMNS:
            found.append(f"group {name} has the name of a column of the table of counts")
    return found


def _group_faults(model: Model) -> list[str]:
    found: list[str] = []
    owner: dict[str, str] = {}
    for group in model.groups:
        if not group.labels:
            found.append(f"group {group.name} has no labels")
        for label in group.labels:
            if label not in model.board.labels:
                hint = nearest(label[:40], model.board.labels) if len(found) < HINTS else ""
                found.append(f"group {group.name} names {label}, which is not on the board{hint}")
            elif owner.get(label) == group.name:
                found.append(f"group {group.name} names {label} twice")
            elif label in owner:
                found.append(f"the label {label} is in two groups, {owner[label]} and {group.name}")
            owner.setdefault(label, group.name)
    if model.week_starts not in WEEKDAYS:
        found.append(f"week_starts is {model.week_starts!r}, not one of {' '.join(WEEKDAYS)}")
    return found


def _piece_faults(model: Model, piece: Piece) -> list[str]:
    if not piece.shape:
        return [f"piece {piece.name} has no cells; draw it with #"]
    if not 1 <= piece.copies <= MAX_COUNT:
        least = "1 or more" if piece.copies < 1 else f"{MAX_COUNT:,} or less"
        return [f"piece {piece.name} has count {shown(piece.copies)}; it must be {least}"]
    if piece.shape != normal(set(piece.shape)):
        return [f"piece {piece.name} is not in its normal form; make it with shapes.normal"]
    if len(piece.shape) > len(model.board.cells) > 0:
        return [
            f"piece {piece.name} fits nowhere on the board: it has "
            f"{plural(len(piece.shape), 'cell')}, and the board {len(model.board.cells)}"
        ]
    number = parts(piece.shape)
    if number > 1:
        return [f"piece {piece.name} is in {number} parts; its cells must hold together by edges"]
    cells = set(model.board.cells)
    if cells and not any(any(lying(shape, cells)) for shape in piece.orientations):
        return [f"piece {piece.name} fits nowhere on the board"]
    return []


def _area_faults(model: Model) -> list[str]:
    covered = len(model.board.cells) - len(model.groups)
    area = sum(len(piece.shape) * piece.copies for piece in model.pieces)
    if area == covered:
        return []
    dates = f" ({plural(len(model.groups), 'cell')} left uncovered)" if model.groups else ""
    off = plural(abs(area - covered), "cell")
    return [
        f"the pieces cover {plural(area, 'cell')}, but the board has {covered} to cover{dates}: "
        f"{off} too {'many' if area > covered else 'few'}"
    ]
