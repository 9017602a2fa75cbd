"""Whether a solution is one: shares no code with the engines, nor with the lowering.

`wrong` works on the puzzle as it is written and on the cells that are claimed. The motions of a
piece are not worked out as matrices, as in shapes.py: it is turned, a quarter at a time, until it
lies as is claimed or as it lay before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from calpuzzle.puzzle.model import Model, Piece

Marked = frozenset[tuple[tuple[int, ...], int]]
"""Cells moved to the corner, each with its colour."""


def wrong(
    model: Model, uncovered: Mapping[str, str], pieces: Mapping[str, Sequence[Sequence[int]]]
) -> str | None:
    """The first thing that is wrong with the claimed solution, as a sentence, or None.

    `uncovered` maps each group to a label, `pieces` each piece that lies to its cells; the copies
    of a piece that is there several times are `NAME#1`, `NAME#2` and so on.
    """
    fault = _wrong_labels(model, uncovered) or _wrong_numbers(model, pieces)
    if fault:
        return fault
    board = model.board
    colours = dict(zip(board.cells, board.colours or [0] * len(board.cells), strict=True))
    named = {name: piece for piece in model.pieces for name in piece.names}
    owner: dict[tuple[int, ...], str] = {}
    for name, cells in pieces.items():
        there = [tuple(cell) for cell in cells]
        strange = [cell for cell in there if cell not in colours]
        if strange:
            return f"{strange[0]} is off the board"
        if not _is_piece(model, named[name], there, [colours[cell] for cell in there]):
            return f"{list(cells)} is not a piece {name}"
        for cell in there:
            if cell in owner:
                return f"{owner[cell]} and {name} both lie on {cell}"
            owner[cell] = name
    open_cells = {board.cells[board.labels.index(label)] for label in uncovered.values()}
    for number, cell in enumerate(board.cells):
        if cell in owner and cell in open_cells:
            return f"{cell} is covered wrongly"
        if not (cell in owner or cell in open_cells or number in board.optional):
            return f"{cell} is not covered"
    return None


def _wrong_labels(model: Model, uncovered: Mapping[str, str]) -> str | None:
    strange = set(uncovered) - {group.name for group in model.groups}
    if strange:
        return f"{sorted(strange)} are no groups of the puzzle"
    for group in model.groups:
        label = uncovered.get(group.name)
        if label not in group.labels:
            return f"group {group.name} leaves {label} uncovered, which is none of its labels"
    return None


def _wrong_numbers(model: Model, pieces: Iterable[str]) -> str | None:
    """Whether pieces lie that are not there, or too few or too many of one."""
    left = set(pieces)
    for piece in model.pieces:
        number = len(left.intersection(piece.names))
        if number < piece.least:
            return f"{number} of {piece.least} pieces {piece.name} lie"
        left.difference_update(piece.names)
    return f"{sorted(left)} are no pieces of the puzzle" if left else None


def _is_piece(model: Model, piece: Piece, cells: list[tuple[int, ...]], colours: list[int]) -> bool:
    if model.board.bare:
        return tuple(sorted(model.board.cells.index(cell) for cell in cells)) in piece.ways
    step = model.step
    wanted = _marked(cells, colours, step)
    marks = piece.colours or [(0,) * len(side) for side in piece.sides]
    return len(wanted) == len(cells) and any(
        wanted in _shown(piece, _marked(side, own, step), step)
        for side, own in zip(piece.sides, marks, strict=True)
    )


def _shown(piece: Piece, start: Marked, step: int) -> set[Marked]:
    """All that the side can show: it is turned on and on until nothing new comes."""
    found = {start}
    todo = [start]
    while todo:
        here = todo.pop()
        for turn in _turns(piece, len(next(iter(here))[0])):
            cells = [tuple(sign * cell[axis] for sign, axis in turn) for cell, _ in here]
            there = _marked(cells, [colour for _, colour in here], step)
            if there not in found:
                found.add(there)
                todo.append(there)
    return found


def _turns(piece: Piece, dimensions: int) -> list[list[tuple[int, int]]]:
    """The least motions of which all that the piece may do are made, each as (sign, axis) of the
    new coordinates."""
    row, column = dimensions - 2, dimensions - 1
    still = [(1, axis) for axis in range(dimensions)]
    turns = []
    if piece.turn:
        turns.append([*still[:row], (1, column), (-1, row)])
    if piece.flip:
        over = [*still[:column], (-1, column)]
        if dimensions > 2:
            over[row - 1] = (-1, row - 1)
        turns.append(over)
    if piece.turn and piece.flip:
        for axis in range(row):  # quarters in the other planes, of which all rotations are made
            turns.append([*still[:axis], (1, axis + 1), (-1, axis), *still[axis + 2 :]])
    return turns


def _marked(cells: Iterable[tuple[int, ...]], colours: Iterable[int], step: int) -> Marked:
    cells = list(cells)
    low = [min(values) - min(values) % step for values in zip(*cells, strict=True)]
    return frozenset(
        (tuple(x - base for x, base in zip(cell, low, strict=True)), colour)
        for cell, colour in zip(cells, colours, strict=True)
    )
