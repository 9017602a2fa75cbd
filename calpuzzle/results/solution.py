"""One solution of a puzzle: which piece lies where."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from calpuzzle.draw.board import solution_scene
from calpuzzle.draw.text import solution_text
from calpuzzle.engines import Run
from calpuzzle.puzzle.placements import names_of, notation
from calpuzzle.results.answer import Answer
from calpuzzle.results.disassembly import Disassembly, disassembly

if TYPE_CHECKING:
    from calpuzzle.base.stop import Stop
    from calpuzzle.draw.scene import Scene
    from calpuzzle.puzzle.cover import Options
    from calpuzzle.puzzle.lowering import Lowering
    from calpuzzle.puzzle.shapes import Cell, Shape


class Solution(Answer):
    """A solution of the puzzle `model`: which piece lies where.

    `options` are the numbers of its options in `puzzle.cover`, labels among them, rising. Of
    interchangeable pieces, the one named first in the puzzle lies first in reading order, but for
    those whose names are `known`, by their options; those that may be left out come behind the
    others. `dated` says that its date was asked for, so that its record need not tell it.
    """

    def __init__(
        self,
        lowered: Lowering,
        options: Iterable[int],
        dated: bool = True,
        known: Mapping[int, str] | None = None,
    ) -> None:
        self.model = lowered.model
        self._lowered = lowered
        self._dated = dated
        self.options: Options = tuple(sorted(options))
        self._known = known

    @cached_property
    def pieces(self) -> dict[str, tuple[Cell, ...]]:
        """The cells of each piece that lies, sorted, by the piece's name, in the order of the
        puzzle; copies are `NAME#1`, `NAME#2` and so on."""
        return {name: self._lowered.cells_of(option) for name, option in self._named}

    @property
    def shapes(self) -> dict[str, Shape]:
        """The orientation in which each piece lies, likewise."""
        return {name: self._lowered.shape_of(option) for name, option in self._named}

    @cached_property
    def _named(self) -> list[tuple[str, int]]:
        """The names of the pieces that lie, with their options."""
        lowered = self._lowered
        number = {name: k for own in lowered.classes for k, name in enumerate(own.names)}
        found = names_of(lowered, self.options, self._known)
        lying = sorted(found, key=lambda k: (lowered.class_of(k), number[found[k]]))
        return [(found[option], option) for option in lying]

    @property
    def names(self) -> dict[int, str]:
        """The name of each piece that lies, by its option."""
        return {option: name for name, option in self._named}

    def placements(self) -> list[tuple[str, tuple[Cell, ...]]]:
        """Each piece that lies, as its name, of interchangeable ones that of the first, without the
        number of a copy, and its cells, sorted."""
        lowered = self._lowered
        return [
            (lowered.classes[index].name, lowered.cells_of(option))
            for option in self.options
            if (index := lowered.class_of(option)) >= 0
        ]

    def written(self) -> str:
        """The pieces that lie, as `laid` takes them: a text."""
        return " ".join(notation(self._lowered, self.options, self._known))

    def cells_of(self, options: Iterable[int]) -> set[tuple[Cell, ...]]:
        """The cells of each of these options of the puzzle, sorted."""
        return {self._lowered.cells_of(option) for option in options}

    @property
    def uncovered(self) -> dict[str, str]:
        """The label that each group leaves uncovered."""
        label_of = self._lowered.label_of
        laid = dict(label_of[option] for option in self.options if option in label_of)
        return {group.name: laid[group.name] for group in self.model.groups if group.name in laid}

    @cached_property
    def opened(self) -> dict[str, str]:
        """The labels of the board that stay uncovered, by themselves."""
        uncovered = self.uncovered
        groups = [group for group in self.model.groups if group.name in uncovered]
        opened = chain(*[group.opened[uncovered[group.name]] for group in groups])
        return {label: label for label in opened}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that stay uncovered, in the order of the groups."""
        return tuple(self.uncovered.values())

    def record(self) -> dict[str, list[list[int]]]:
        """The cells of each piece as lists, as JSON has them; and, where no date was asked for, of
        each group, which is an open piece."""
        at = {} if self._dated else self.model.board.at
        own = {group.name: group.opened for group in self.model.groups}
        opened = {
            group: tuple(sorted([at[each] for each in own[group][label]]))
            for group, label in self.uncovered.items()
            if at
        }
        lying = {**opened, **self.pieces}
        return {name: [list(cell) for cell in cells] for name, cells in lying.items()}

    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """The solution drawn in text."""
        drawn = (self.model, self.pieces, self.opened)
        return solution_text(*drawn, ascii_only=ascii_only, colour=colour)

    def disassembly(
        self, memory: int | None = None, stop: Stop | None = None
    ) -> Disassembly | None:
        """Return how its pieces come apart by being slid along straight lines, by the fewest moves
        until the first of them is out; None where they do not. They are not turned, and the frame
        is not there. Raises InputError where no piece can be slid, CannotDoError where it takes
        more than `memory` bytes (4 GiB), and StoppedError when `stop` ends the search."""
        return disassembly(self.model, self.pieces, Run(memory=memory, stop=stop).checked())

    def scene(self) -> Scene:
        """The solution as a picture."""
        return solution_scene(self.model, self.pieces, self.opened)

    def _key(self) -> tuple[Hashable, ...]:
        return self.model.name, self.labels, frozenset(self.pieces.items())

    def __repr__(self) -> str:
        return f"<Solution of {self.model.name} {' '.join(self.labels)}: {self.options}>"
