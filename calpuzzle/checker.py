"""Whether a solution is one: shares no code with the engines, nor with the lowering.

`wrong` works on the puzzle as its file states it and on the cells that are claimed, and tries the
motions of each piece by complex multiplication instead of by shapes.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calpuzzle.model import Model, Piece


def wrong(
    model: Model, uncovered: Mapping[str, str], pieces: Mapping[str, Sequence[tuple[int, int]]]
) -> str | None:
    """The first thing that is wrong with the claimed solution, as a sentence, or None.

    `uncovered` maps each group to a label, `pieces` each piece to its (row, column) cells; the
    copies of a piece that is there several times are `NAME#1`, `NAME#2` and so on.
    """
    fault = _wrong_labels(model, uncovered)
    if fault:
        return fault
    expected = _expected(model)
    if set(expected) != set(pieces):
        return f"the pieces are {sorted(pieces)}, not {sorted(expected)}"
    owner: dict[tuple[int, int], str] = {}
    for name, cells in pieces.items():
        if not cells or not _congruent(expected[name], cells):
            return f"{list(cells)} is not a piece {name}"
        for cell in map(tuple, cells):
            row, column = cell
            if cell in owner:
                return f"{owner[cell]} and {name} both lie on {cell}"
            owner[row, column] = name
    free = set(uncovered.values())
    for r, row_tokens in enumerate(model.board.rows):
        for c, token in enumerate(row_tokens):
            to_cover = token != "#" and token not in free
            covered = owner.pop((r, c), None) is not None
            if to_cover != covered:
                return f"{(r, c)} is {'not covered' if to_cover else 'covered wrongly'}"
    return f"{min(owner)} is off the board" if owner else None


def _wrong_labels(model: Model, uncovered: Mapping[str, str]) -> str | None:
    strange = set(uncovered) - {group.name for group in model.groups}
    if strange:
        return f"{sorted(strange)} are no groups of the puzzle"
    for group in model.groups:
        label = uncovered.get(group.name)
        if label not in group.labels:
            return f"group {group.name} leaves {label} uncovered, which is none of its labels"
    return None


def _expected(model: Model) -> dict[str, Piece]:
    """The piece of each name that a solution gives cells to."""
    expected: dict[str, Piece] = {}
    for piece in model.pieces:
        for k in range(1, piece.copies + 1):
            expected[piece.name if piece.copies == 1 else f"{piece.name}#{k}"] = piece
    return expected


def _congruent(piece: Piece, cells: Sequence[tuple[int, int]]) -> bool:
    target = _anchored([complex(row, column) for row, column in cells])
    drawn = [complex(row, column) for row, column in piece.shape]
    for mirrored in (False, True)[: 1 + piece.flip]:
        for quarters in range(4 if piece.turn else 1):
            moved = [(z.conjugate() if mirrored else z) * 1j**quarters for z in drawn]
            if _anchored(moved) == target:
                return True
    return False


def _anchored(points: list[complex]) -> frozenset[tuple[int, int]]:
    rows = [round(z.real) for z in points]
    columns = [round(z.imag) for z in points]
    top, left = min(rows), min(columns)
    return frozenset((r - top, c - left) for r, c in zip(rows, columns, strict=True))
