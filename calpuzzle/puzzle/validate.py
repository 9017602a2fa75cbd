"""Faults of a puzzle: `faults` returns them as sentences for users.

A puzzle without faults can be lowered and searched. calpuzzle/puzzle/balance.py checks whether it
can have solutions at all, and the engines whether it has any.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import sub

from calpuzzle.base.wording import control_fault, nearest, plural, shown, visible
from calpuzzle.puzzle.dates.labels import WEEKDAYS, order_faults
from calpuzzle.puzzle.group import MAX_SETS
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal, place_name

MAX_CELLS = 1_000_000
MAX_COUNT = 10**6
NO_CELL = "; in a puzzle file # means that there is no cell, and a blank line separates layers"
HINTS = 8  # maximum number of suggestions; each one is slow: it compares a name with all labels
COLUMNS = ("exists", "solutions", "nodes", "dead_ends", "forced", "difficulty")
"""The columns of the table of counts besides those of the groups."""


def faults(model: Model, whole: bool = True, fit: bool = True) -> list[str]:
    """Return the faults of the puzzle, in the order texts, board, groups, pieces.

    The order of labels and the area are checked only if there is no other fault. For each piece,
    only the first fault is returned, besides those of its name.

    `whole` is False if the reader of a file has left out faulty parts. `fit` is False if board and
    pieces are used separately: then there need be no pieces, and their area does not matter.
    """
    cells = len(model.board.cells)
    if cells > MAX_CELLS:
        return [f"the board has {cells:,} cells, too many; the maximum is {MAX_CELLS:,}"]
    found = [*_text_faults(model), *_board_faults(model), *_group_faults(model)]
    found += _name_faults("group", [group.name for group in model.groups])
    has_few_copies = sum(max(piece.most, 1) for piece in model.pieces) <= MAX_CELLS
    copies = [
        piece.names if has_few_copies and piece.most > 1 else (piece.name,)
        for piece in model.pieces
    ]
    found += _name_faults("piece", chain(*copies))
    found += filter(None, [_piece_fault(model, piece) for piece in model.pieces])
    if fit and not model.pieces and not model.board.bare:
        found.append("the puzzle has no pieces; define them in the table [pieces]")
    number = sum(piece.most for piece in model.pieces if 0 < piece.most <= MAX_COUNT)
    if number > MAX_COUNT:
        found.append(f"the pieces are {number:,} in all, too many; the maximum is {MAX_COUNT:,}")
    # After another fault, the order of labels and the area may be wrong too: report only the cause.
    if whole and not found:
        found = order_faults(model) + (_area_faults(model) if fit else [])
    return [visible(fault) for fault in found]


def _text_faults(model: Model) -> Iterator[str]:
    yield from control_fault("the name of the file", model.name)
    yield from control_fault("the title", model.title)
    # Unlike the others, a source may have several lines.
    yield from control_fault("the source", model.source.replace("\n", " ").replace("\t", " "))
    for label in dict.fromkeys(model.board.labels):
        yield from control_fault(f"the label {label}", label)


def _board_faults(model: Model) -> Iterator[str]:
    board = model.board
    if not board.cells:
        yield "the board has no cells"
    if len({len(cell) for cell in board.cells}) > 1:
        yield "the cells of the board have different numbers of coordinates"
        return
    cells = plural(len(board.cells), "cell")
    for given, what in ((board.labels, "label"), (board.colours, "colour")):
        if given and len(given) != len(board.cells):
            yield f"the board has {plural(len(given), what)} for {cells}"
    for number in sorted(board.optional.difference(range(len(board.cells)))):
        yield f"cell number {number} may stay empty, but the board has {cells}"
    for cell, times in Counter(board.cells).items():
        if times > 1:
            yield f"the cell {cell} occurs {times} times on the board"
    if not board.bare:
        for cell in _off_lattice(model, board.cells):
            yield f"the cell {cell} is not on the lattice of {model.lattice.name}"
    seen: dict[str, str] = {}
    spots = {} if board.bare else model.lattice.spots(board.cells)
    for number, (label, cell) in enumerate(zip(board.labels, board.cells, strict=False)):
        # The name without its column: `row 1`, in space `layer 2, row 1`.
        where = f"cell {number}" if board.bare else place_name(cell, spots).rpartition(", ")[0]
        if label and label in seen:
            before = seen[label]
            both = f"both in {where}" if before == where else f"{before} and {where}"
            hint = "" if label.isalnum() or not label.isascii() else NO_CELL
            yield f"the label {label} occurs twice on the board ({both}){hint}"
        seen[label] = where


def _name_faults(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name, number in Counter(names).items():
        if not name.strip() or not name.isprintable():
            yield f"a {kind} has the name {shown(name)}; use visible characters"
        elif number > 1:
            yield f"{number} {kind}s have the name {name}"
        if kind == "group" and name in COLUMNS:
            yield f"a group cannot be called {name}: the table of counts has a column of that name"


def _group_faults(model: Model) -> Iterator[str]:
    owner: dict[str, str] = {}
    on_board = dict.fromkeys(label for label in model.board.labels if label)
    unknown = 0
    for group in model.groups:
        if not group.labels:
            yield f"group {group.name} has no labels"
        listed = () if group.unlisted_sets else group.label_sets
        if listed and not len(listed) == len({*listed}) == len(group.labels):
            yield f"group {group.name} needs a different set of labels for each of its names"
            continue
        if listed and (
            twice := {k for k in group.labels if k in on_board and group.opened[k] != (k,)}
        ):
            yield f"group {group.name} has a set of labels and a label, both named {min(twice)}"
        for label in group.printed if group.unlisted_sets else ():
            if "+" in label:
                # The names of these sets are split at + to find the sets.
                rule = f"must not contain + if there are more than {MAX_SETS:,} sets of labels"
                yield f"group {group.name} has the label {label}; a label {rule}"
        for label in group.printed:
            if label not in on_board:
                hint = nearest(label[:40], on_board) if unknown < HINTS else ""
                unknown += 1
                quoted = label if label.isalnum() else shown(label)
                missing = f"group {group.name} lists the label {quoted}"
                yield f"{missing}, which is not on the board{hint}"
            elif owner.get(label) == group.name:
                yield f"group {group.name} lists the label {label} twice"
            elif label in owner:
                yield f"the label {label} is in two groups, {owner[label]} and {group.name}"
            owner.setdefault(label, group.name)
    if model.week_starts and model.week_starts not in WEEKDAYS:
        yield f"week_starts is {model.week_starts!r}, not one of {' '.join(WEEKDAYS)}"


def _piece_fault(model: Model, piece: Piece) -> str:
    """Return the first fault of a piece, or an empty string."""
    board, name = model.board, piece.name
    if not 0 <= piece.least <= piece.most <= MAX_COUNT or not piece.most:
        if piece.least == piece.most:
            least = "1 or more" if piece.most < 1 else f"{MAX_COUNT:,} or less"
            return f"piece {name} has count {shown(piece.most)}; it must be {least}"
        return (
            f"piece {name} has min {shown(piece.least)} and max {shown(piece.most)}; min must be 0 "
            f"or more, and max from min to {MAX_COUNT:,}, but at least 1"
        )
    if piece.paint and not re.fullmatch("#[0-9a-f]{6}", piece.paint):
        return f"piece {name} has the colour {shown(piece.paint)}; use #rrggbb, such as #77aadd"
    for text in (piece.words, piece.together):
        if wrong := control_fault(f"a text of piece {name}", text):
            return wrong[0]
    if board.bare:
        return _placement_fault(model, piece)
    if piece.placements:
        return f"piece {name} has bare placements, but the board's cells are not bare numbers"
    if not piece.sides or not all(piece.sides):
        return f"piece {name} has no cells; draw it with #"
    for side in piece.sides:
        if any(len(cell) != board.dimensions for cell in side):
            return f"piece {name} does not have as many dimensions as the board"
        if side != normal(set(side), model.lattice):
            return f"piece {name} is not in the form of calpuzzle.puzzle.shapes.normal"
        if off := _off_lattice(model, side):
            return f"the cell {off[0]} of {name} is not on the lattice of {model.lattice.name}"
    if not board.colours and piece.colours:
        return f"piece {name} has colours, but the board has none"
    if board.colours and [*map(len, piece.colours)] != [*map(len, piece.sides)]:
        return f"piece {name} does not have exactly one colour for each of its cells"
    return ""


def _off_lattice(model: Model, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells that are not on the lattice."""
    if not cells:
        return []
    # If pieces move by single cells (`step` is 1), any cell may be the origin: check the
    # differences from the first cell.
    start = cells[0] if model.lattice.step == 1 else (0,) * len(cells[0])
    return [c for c in cells if not model.lattice.holds(tuple(map(sub, c, start)))]


def _placement_fault(model: Model, piece: Piece) -> str:
    """Return the first fault in the bare placements of a piece, or an empty string."""
    if piece.sides or piece.colours:
        return f"piece {piece.name} has shapes, but the cells of the board are bare numbers"
    cells = {*range(len(model.board.cells))}
    for placement in piece.placements:
        covered = {*placement}
        if not covered or not covered <= cells or list(placement) != sorted(covered):
            return (
                f"piece {piece.name} has the placement {placement}, which is not a list of cell "
                "numbers in increasing order"
            )
    if list(piece.placements) != sorted(set(piece.placements)):
        return f"the placements of piece {piece.name} are not distinct and sorted"
    return ""


def _area_faults(model: Model) -> list[str]:
    """Return the fault if the area of the pieces is wrong for every date.

    Without groups a wrong area is not a fault: `balance` reports it. Nor is it checked if the area
    to cover or the area of the pieces can vary.
    """
    if not model.groups or model.board.optional:
        return []
    if any(p.least != p.most or len(set(map(len, p.sides))) != 1 for p in model.pieces):
        return []
    if any(least != most for least, most in (group.sizes for group in model.groups)):
        return []
    opened = sum(group.sizes[1] for group in model.groups)
    covered = len(model.board.cells) - opened
    area = sum(len(piece.shape) * piece.most for piece in model.pieces)
    if area == covered:
        return []
    difference = plural(abs(area - covered), "cell")
    many_or_few = (
        "many; remove a piece, or let one stay out by min = 0" if area > covered else "few"
    )
    return [
        f"the pieces cover {plural(area, 'cell')}, but the board has {covered} to cover "
        f"({plural(opened, 'cell')} left uncovered): {difference} too {many_or_few}"
    ]
