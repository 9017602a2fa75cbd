"""Solutions, boards and pieces in plain text, for terminals and for `print`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from calpuzzle.draw.boxes import beside, boxes
from calpuzzle.draw.colours import piece_colours
from calpuzzle.puzzle.model import BLANK, Model, Piece

if TYPE_CHECKING:
    from calpuzzle.puzzle.shapes import Cell
    from calpuzzle.results.solution import Solution

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def letters(names: list[str]) -> dict[str, str]:
    """A mark of its own for each piece: its name where that is one character, else a letter of
    its name where one is free, else any letter, else a number."""
    marks = {name: name for name in names if len(name) == 1}
    for name in names:
        if name in marks:
            continue
        taken = set(marks.values())
        wanted = [char for char in name + name.swapcase() if char.isalpha()] + list(LETTERS)
        wanted += map(str, range(1, len(names) + 1))
        marks[name] = next(mark for mark in wanted if mark not in taken)
    return {name: marks[name] for name in names}


def solution_text(solution: Solution, *, ascii_only: bool = False, colour: bool = False) -> str:
    """The solution drawn: a letter in each covered cell, lines between pieces, the labels that
    stay uncovered, and a legend where a letter is not simply the piece's name."""
    marks = letters(list(solution.pieces))
    board = solution.model.board
    regions: dict[Cell, Hashable] = {board.labels[label]: (label,) for label in solution.labels}
    texts = {board.labels[label]: label for label in solution.labels}
    for name, cells in solution.pieces.items():
        regions.update(dict.fromkeys(cells, name))
        texts.update(dict.fromkeys(cells, marks[name]))
    colours: dict[Hashable, str] = {}
    colours.update(piece_colours(list(marks)))
    lines = boxes(regions, texts, ascii_only=ascii_only, colours=colours if colour else None)
    legend = [f"{mark} = {name}" for name, mark in marks.items() if mark != name]
    return "\n".join(lines + _wrapped(legend))


def board_text(model: Model, *, ascii_only: bool = False) -> str:
    """The empty board with its labels."""
    rows = model.board.rows
    texts = {(r, c): rows[r][c] for r, c in model.board.cells if rows[r][c] != BLANK}
    regions = {cell: cell for cell in model.board.cells}
    return "\n".join(boxes(regions, texts, ascii_only=ascii_only))


def pieces_text(model: Model, *, ascii_only: bool = False, columns: int = 80) -> str:
    """The pieces side by side, each under its name and what sets it apart from the others."""
    usual = usual_motions(model)
    blocks = []
    for piece in model.pieces:
        outline = boxes(dict.fromkeys(piece.shape, piece.name), {}, ascii_only=ascii_only)
        notes = [motions_text(piece.turn, piece.flip)] * ((piece.turn, piece.flip) != usual)
        blocks.append([caption(piece), *notes, *outline])
    return "\n".join(beside(blocks, columns))


def orientations_text(model: Model, *, ascii_only: bool = False, columns: int = 80) -> str:
    """Every orientation of every piece, each under PIECE:K, as placements are written."""
    blocks = [
        [
            f"{piece.name}:{number}",
            *boxes(dict.fromkeys(shape, piece.name), {}, ascii_only=ascii_only),
        ]
        for piece in model.pieces
        for number, shape in enumerate(piece.orientations, 1)
    ]
    return "\n".join(beside(blocks, columns))


def caption(piece: Piece) -> str:
    """The name of a piece, and how many there are where there are several."""
    return piece.name if piece.copies == 1 else f"{piece.name} (x{piece.copies})"


def usual_motions(model: Model) -> tuple[bool, bool]:
    """What most pieces may do: (turn, flip)."""
    motions = [(piece.turn, piece.flip) for piece in model.pieces]
    return max(motions, key=motions.count)


def motions_text(turn: bool, flip: bool) -> str:
    """The motions in words."""
    if turn and flip:
        return "may be turned and turned over"
    if turn:
        return "may be turned, not turned over"
    return "may be turned over, not turned" if flip else "may not be turned"


def _wrapped(parts: list[str], columns: int = 60) -> list[str]:
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= columns:
            lines[-1] += "   " + part
        else:
            lines.append(part)
    return lines
