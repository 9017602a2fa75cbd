"""The search for the solutions of a puzzle, by the engine that is named or the one that suits."""

from __future__ import annotations

import sys
from functools import cached_property

from calpuzzle import engines
from calpuzzle.base.typed import TYPE_CHECKING
from calpuzzle.results.answer import Search
from calpuzzle.results.laid import with_labels
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calpuzzle.engines import frontier, halves
    from calpuzzle.puzzle.cover import Cover, Options
    from calpuzzle.puzzle.dates import Labels
    from calpuzzle.puzzle.lowering import Lowered
    from calpuzzle.puzzle.symmetry import Symmetry

NEAR = 1_000  # a solution of a smaller number is searched for


class Finding(Search[Solution]):
    """The solutions of the date of these labels, or of all dates (None), that hold what is laid.

    With `unique`, of solutions that are the same up to the symmetries of the puzzle one is given;
    without `mirrors`, mirror images stay apart. With `disk`, how many a date has is kept in the
    user's cache folder. Nothing is lowered before it must be: how many a date has may be known.
    """

    def __init__(
        self,
        puzzle: Lowered,
        labels: Labels | None,
        laid: Options = (),
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors: bool = True,
        run: engines.Run = engines.RUN,
        disk: bool = False,
    ) -> None:
        self._puzzle = puzzle
        self._labels = labels
        self._laid = laid
        self._name = engine
        if engine != engines.DEFAULT:
            engines.load(engine)  # raises for an unknown one
        self._run = run
        self._group: tuple[Symmetry, ...] = ()
        if unique:
            from calpuzzle.puzzle.symmetry import symmetries

            # Only those that leave what is laid where it is.
            fixed = set(self._fixed)
            self._group = tuple(
                symmetry
                for symmetry in symmetries(puzzle.lowered, mirrors)
                if {symmetry.options[k] for k in fixed} == fixed
            )
        alone = not laid and not self._group and engine == engines.DEFAULT
        self._disk = disk and bool(labels) and alone
        self._ranked: halves.Ranked | frontier.Ranked | None = None

    @property
    def _cover(self) -> Cover:
        return self._puzzle.lowered.cover

    @cached_property
    def _fixed(self) -> Options:
        """The options of the date, and of what is laid."""
        if self._labels is None:
            return self._laid
        return with_labels(self._puzzle, self._labels, self._laid)

    def __iter__(self) -> Iterator[Solution]:
        return map(self._read, self._found())

    def _read(self, options: Options) -> Solution:
        return Solution(self._puzzle.lowered, options, self._labels is not None)

    def _found(self) -> Iterator[Options]:
        """All options of each solution."""
        engine = engines.load(self._name)
        rest = engine.solutions(self._cover, self._fixed, self._run)
        if self._name != engines.DEFAULT and not engine.ordered:
            from calpuzzle.engines.auto import chosen

            if engines.load(next(chosen(self._cover))).ordered:
                rest = iter(sorted(rest))
        found = (options + self._fixed for options in rest) if self._fixed else rest
        if self._group:
            from calpuzzle.puzzle.symmetry import unique

            found = unique((tuple(sorted(options)) for options in found), self._group)
        return found

    def _counted(self) -> int:
        if self._disk and self._labels:
            from calpuzzle.results.remembered import count_of

            return count_of(self._puzzle.model, self._labels, self._all)
        if not self._group:
            return self._all()
        if self._name == engines.DEFAULT:
            from calpuzzle.results.symmetric import classes

            found = classes(self._cover, self._group, self._fixed, self._run)
            if found is not None:
                return found
        return sum(1 for _ in self._found())

    def _all(self) -> int:
        from calpuzzle.results.symmetric import total

        return total(self._puzzle.lowered, self._fixed, self._name, self._run)

    def known(self, index: int) -> Solution | None:
        """The solution of that number from the diagram, where it stands, or from an engine that
        finds it by its number."""
        from calpuzzle.engines.diagram import at_hand

        if self._group:
            return None
        if at_hand(self._cover):
            from calpuzzle.engines.diagram.engine import diagram_of

            left = diagram_of(self._cover, self._run).left(self._fixed)
            return self._read(left.nth(index) + self._fixed) if index < left.count else None
        if index < NEAR:
            return None
        if self._ranked is None:
            from calpuzzle.engines.auto import ranked

            # That counts, and may take long, but so many are not met one after another.
            total = self.count() if index > sys.maxsize else self.total
            self._ranked = ranked(self._cover, self._fixed, total, self._run)
        return self._read(self._ranked.nth(index) + self._fixed) if self._ranked else None
