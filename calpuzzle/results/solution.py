"""One solution, and the lazy list of all solutions of a date, as a caller meets them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates import Labels, by_group
from calpuzzle.engines import Solution as Options
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import Cell


class Solution:
    """Which piece lies where: `pieces` maps the name of each piece to its cells, (row, column)
    on the board drawing, sorted; `uncovered` maps the name of each group to its label.

    Of interchangeable pieces, the one named first in the puzzle lies first in reading order.
    """

    def __init__(self, model: Model, cover: Cover, labels: Labels, options: Options) -> None:
        self.model = model
        self.options = options
        self.labels = labels
        self.pieces = _placed(cover, options)

    @property
    def uncovered(self) -> dict[str, str]:
        """The label that each group leaves uncovered."""
        return by_group(self.model, self.labels)

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
        from calpuzzle.draw.text import solution_text

        return solution_text(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_svg(self) -> str:
        """The solution as an SVG document."""
        from calpuzzle.draw.solution import solution_scene
        from calpuzzle.draw.svg import to_svg

        return to_svg(solution_scene(self))


class Solutions:
    """The solutions of one date, found as they are asked for, in the order of calpuzzle.puzzle.cover.

    Iterating twice searches twice; `count` counts without keeping them.
    """

    def __init__(
        self,
        model: Model,
        cover: Cover,
        labels: Labels,
        find: Callable[[], Iterator[Options]],
        count: Callable[[], int],
    ) -> None:
        self.labels = labels
        self._model = model
        self._cover = cover
        self._find = find
        self._count = count

    def __iter__(self) -> Iterator[Solution]:
        for options in self._find():
            yield Solution(self._model, self._cover, self.labels, options)

    def count(self) -> int:
        """How many solutions there are."""
        return self._count()

    def first(self) -> Solution | None:
        """The first solution, or None where there is none."""
        return next(iter(self), None)

    def nth(self, number: int) -> Solution:
        """The solution of that number, counted from 0. Raises IndexError past the last one."""
        options = next(islice(self._find(), number, None), None)
        if options is None:
            raise IndexError(f"there is no solution {number:,}, counted from 0")
        return Solution(self._model, self._cover, self.labels, options)

    def sample(self, number: int, seed: int | None = None) -> list[Solution]:
        """`number` different solutions drawn uniformly (all, where there are fewer), in the order
        of the list; the same seed draws the same ones."""
        import random

        total = self.count()
        drawn = sorted(random.Random(seed).sample(range(total), min(number, total)))
        kept = []
        found = self._find()
        at = 0
        for index in drawn:
            options = next(islice(found, index - at, None))
            at = index + 1
            kept.append(Solution(self._model, self._cover, self.labels, options))
        return kept

    def __repr__(self) -> str:
        return f"<Solutions of {self._model.name} {' '.join(self.labels)}>"


def _placed(cover: Cover, options: Options) -> dict[str, tuple[Cell, ...]]:
    by_class: dict[int, list[tuple[Cell, ...]]] = {}
    for number in options:
        option = cover.options[number]
        if option.piece >= 0:
            cells = tuple(sorted(cover.cells[cell] for cell in option.cells))
            by_class.setdefault(option.piece, []).append(cells)
    placed = {
        name: cells
        for index, found in by_class.items()
        for name, cells in zip(cover.classes[index].names, sorted(found), strict=True)
    }
    order = [name for piece in cover.classes for name in piece.names]
    return {name: placed[name] for name in order}
