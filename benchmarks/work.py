"""What is measured: puzzles, and the plain exact cover instances that the peers are given."""

from __future__ import annotations

import random

import calpuzzle as cp
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import from_drawing

PENTOMINOES = {
    "F": ".##|##.|.#.",
    "I": "#####",
    "L": "#...|####",
    "N": "##..|.###",
    "P": "###|##.",
    "T": "###|.#.|.#.",
    "U": "#.#|###",
    "V": "#..|#..|###",
    "W": "##.|.##|..#",
    "X": ".#.|###|.#.",
    "Y": "####|.#..",
    "Z": "##.|.#.|.##",
}


def rectangle(height: int, width: int, pieces: str = "FILNPTUVWXYZ") -> Model:
    """A rectangle to be covered by the named pentominoes."""
    board = Board(((".",) * width,) * height)
    chosen = tuple(Piece(name, from_drawing(PENTOMINOES[name].split("|"))) for name in pieces)
    return Model(f"{height}x{width}", board, chosen)


def grown_boards() -> list[tuple[Model, str]]:
    """Rectangles five cells wide, grown a row at a time, each with the first pieces of a list."""
    return [(rectangle(rows, 5, "PLYNVUTZFWIX"[:rows]), f"{rows}x5") for rows in range(4, 13)]


def instance_of(puzzle: cp.Puzzle, date: str) -> int:
    """The flat index of a date."""
    from calpuzzle.puzzle.dates import instance_of as index

    return index(puzzle.model, puzzle.labels(date))


def plain(cover: Cover, instance: int = 0) -> tuple[list[list[int]], int]:
    """One instance as a plain exact cover problem: (options, number of items). Cells come first,
    then a row of items for the pieces. Only for puzzles without equal pieces."""
    if any(piece.copies > 1 for piece in cover.classes):
        raise ValueError("equal pieces have no plain exact cover with the same count")
    free = set(cover.uncovered(instance))
    number = {
        cell: item for item, cell in enumerate(c for c in range(len(cover.cells)) if c not in free)
    }
    options = [
        [*(number[cell] for cell in option.cells), len(number) + option.piece]
        for option in cover.options
        if option.piece >= 0 and free.isdisjoint(option.cells)
    ]
    return options, len(number) + len(cover.classes)


def sample_dates(cover: Cover, number: int) -> list[int]:
    """Instances drawn without replacement; always the same ones."""
    return sorted(random.Random(20260101).sample(range(cover.instances), number))
