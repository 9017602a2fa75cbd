"""Conversion of solutions, for tests that compare the engines with the definition of a puzzle, and
for tests of the checker."""

from __future__ import annotations

from collections import defaultdict

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell

Pieces = dict[str, tuple[Cell, ...]]


def claimed(lowered: Lowering, options: Options) -> tuple[dict[str, str], Pieces]:
    """Return what a solution claims: the uncovered label of each group and the cells of each piece.
    Interchangeable pieces are named in the order of the options. If pieces may be left out, the
    names that must be used come first."""
    labels = dict(lowered.label_of[option] for option in options if option in lowered.label_of)
    of_class: dict[int, list[int]] = defaultdict(list)
    for option in options:
        if lowered.class_of(option) >= 0:
            of_class[lowered.class_of(option)].append(option)
    owner = {name: piece for piece in lowered.model.pieces for name in piece.names}
    pieces: Pieces = {}
    for index, own in of_class.items():
        names = lowered.classes[index].names
        must = [n for n in names if owner[n].names.index(n) < owner[n].least]
        may = [name for name in names if name not in must]
        for name, option in zip([*must, *may], own, strict=False):
            pieces[name] = lowered.cells_of(option)
        assert len(own) <= len(names)
    return labels, pieces
