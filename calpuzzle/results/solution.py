"""One solution of a puzzle: which piece lies where."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import Cell

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene


class Solution:
    """Which piece lies where.

    `options` are the numbers of its options in `puzzle.cover`, labels among them, rising. Of
    interchangeable pieces, the one named first in the puzzle lies first in reading order. `dated`
    says that its date was asked for, so that its record need not tell it.
    """

    def __init__(self, lowered: Lowering, options: Iterable[int], dated: bool = True) -> None:
        self._lowered = lowered
        self._dated = dated
        self.options: Options = tuple(sorted(options))

    @property
    def model(self) -> Model:
        """The puzzle that it solves."""
        return self._lowered.model

    @cached_property
    def pieces(self) -> dict[str, tuple[Cell, ...]]:
        """The cells of each piece that lies, sorted, by the piece's name, in the order of the
        puzzle; copies are `NAME#1`, `NAME#2` and so on."""
        lowered = self._lowered
        found: list[list[tuple[Cell, ...]]] = [[] for _ in lowered.classes]
        for option in self.options:
            index = lowered.class_of(option)
            if index >= 0:
                found[index].append(lowered.cells_of(option))
        return {
            name: cells
            for own, lying in zip(lowered.classes, found, strict=True)
            for name, cells in zip(own.names, sorted(lying), strict=False)
        }

    @property
    def uncovered(self) -> dict[str, str]:
        """The label that each group leaves uncovered."""
        label_of = self._lowered.label_of
        laid = dict(label_of[option] for option in self.options if option in label_of)
        return {group.name: laid[group.name] for group in self.model.groups if group.name in laid}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that stay uncovered, in the order of the groups."""
        return tuple(self.uncovered.values())

    def record(self) -> dict[str, list[list[int]]]:
        """The cells of each piece as lists, as JSON has them; and, where no date was asked for, of
        each group, which is an open piece."""
        at = {} if self._dated else self.model.board.at
        opened = {group: (at[label],) for group, label in self.uncovered.items() if at}
        lying = {**opened, **self.pieces}
        return {name: [list(cell) for cell in cells] for name, cells in lying.items()}

    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """The solution drawn in text, as `print` shows it."""
        from calpuzzle.draw.text import solution_text

        drawn = (self.model, self.pieces, self.uncovered)
        return solution_text(*drawn, ascii_only=ascii_only, colour=colour)

    def scene(self) -> Scene:
        """The solution as a picture."""
        from calpuzzle.draw.board import solution_scene

        return solution_scene(self.model, self.pieces, self.uncovered)

    def to_svg(self) -> str:
        """The solution as an SVG document."""
        from calpuzzle.draw.svg import to_svg

        return to_svg(self.scene())

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Solution)
            and (self.model.name, self.labels) == (other.model.name, other.labels)
            and self.pieces == other.pieces
        )

    def __hash__(self) -> int:
        return hash((self.model.name, self.labels, frozenset(self.pieces.items())))

    def __repr__(self) -> str:
        return f"<Solution of {self.model.name} {' '.join(self.labels)}: {self.options}>"

    def __str__(self) -> str:
        return self.text()
