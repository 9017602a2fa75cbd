"""Puzzles and solutions for the tests of drawings, which use no modules of higher floors. A
solution consists of the cells of its pieces and of the uncovered labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

import shipped as known

from calpuzzle import planning
from calpuzzle.draw.board import solution_scene
from calpuzzle.draw.scene import Scene, SceneShape
from calpuzzle.draw.text_board import Compact, solution_text
from calpuzzle.formats import toml
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell

SHIPPED = sorted(name for name, path in known.FILES.items() if path.suffix == ".toml")
shipped = known.model


S = TypeVar("S", bound=SceneShape)


class Placed(NamedTuple):
    model: Model
    pieces: dict[str, tuple[Cell, ...]]
    opened: dict[str, str]

    @property
    def text(self) -> str:
        return solution_text(self.model, self.pieces, self.opened)

    @property
    def compact(self) -> str:
        return Compact(self.model).text(self.pieces)

    @property
    def scene(self) -> Scene:
        return solution_scene(self.model, self.pieces, self.opened)


def read(text: str) -> Model:
    return toml.read(text, "x")


def of_kind(scene: Scene, kind: type[S]) -> list[S]:
    """Return the shapes of a scene that are of one class, such as rectangles."""
    return [shape for shape in scene.shapes if isinstance(shape, kind)]


def bare(cells: int, *placements: tuple[tuple[int, ...], ...]) -> Model:
    """Return a puzzle whose pieces, called 1, 2, ..., are known by their placements only."""
    pieces = tuple(Piece(str(k), placements=own) for k, own in enumerate(placements, 1))
    return Model("bare", Board(tuple((k,) for k in range(cells))), pieces)


STICKS = bare(5, ((0, 2), (3,)), ((0, 3), (1, 2), (4,)), ((0, 1, 2), (0, 4), (1, 3)))


def solutions(model: Model, labels: str = "") -> Iterator[Placed]:
    """Yield the solutions that leave `labels` uncovered: one of each group, separated by blanks."""
    lowered = Lowering(model)
    words = labels.split()
    placed = tuple(k for k, (_, label) in lowered.label_of.items() if label in words)
    opened = dict(lowered.label_of[k] for k in placed)
    for options in planning.solutions(lowered.cover, placed):
        found: dict[int, list[tuple[Cell, ...]]] = {}
        for option in options:
            if lowered.class_of(option) >= 0:
                found.setdefault(lowered.class_of(option), []).append(lowered.cells_of(option))
        pieces = {
            name: cells
            for index in sorted(found)
            for name, cells in zip(lowered.classes[index].names, sorted(found[index]), strict=False)
        }
        yield Placed(model, pieces, opened)


def first(model: Model, labels: str = "") -> Placed:
    return next(solutions(model, labels))


def some(model: Model, labels: str, number: int) -> list[Placed]:
    """Return the first solutions, at most `number`."""
    return list(islice(solutions(model, labels), number))
