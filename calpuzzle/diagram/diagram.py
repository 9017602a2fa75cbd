"""All solutions of a puzzle as one diagram, and the questions it answers.

A Diagram holds the solutions of all dates; `left` gives what is left of them when a date is set
and some placements are laid. Placements are option numbers of the Cover throughout.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from calpuzzle._core.walk import Slice, Walk
from calpuzzle.cover import Cover
from calpuzzle.diagram.growth import MEMORY, Arrays, grow
from calpuzzle.engines import Progress, Solution
from calpuzzle.errors import CannotDoError, TooLargeError
from calpuzzle.text import memory as amount

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Diagram:
    """All solutions of all instances of a Cover.

    Raises ValueError where `arrays` are no diagram of the Cover, OverflowError where the solutions
    do not fit 63 bits.
    """

    def __init__(self, cover: Cover, arrays: Arrays) -> None:
        self.cover = cover
        self.arrays = arrays
        copies = [piece.copies for piece in cover.classes]
        self._walk = Walk(arrays, cover.options, copies, cover.shape)
        self._counts: array[int] | None = None
        self._solutions: tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64]] | None = None

    @classmethod
    def grown(cls, cover: Cover, memory: int = MEMORY, progress: Progress | None = None) -> Diagram:
        """The diagram of a Cover; see calpuzzle.diagram.growth.grow for bounds and errors.
        Raises CannotDoError where the solutions are too many to be numbered."""
        arrays = grow(cover, memory, progress)
        try:
            return cls(cover, arrays)
        except OverflowError:
            raise CannotDoError(
                "the puzzle has 2^63 solutions or more, too many to count"
            ) from None

    @property
    def states(self) -> int:
        """How many states the diagram has."""
        return self._walk.states

    @property
    def total(self) -> int:
        """How many solutions all instances have together."""
        return self._walk.total

    def counts(self, memory: int | None = None) -> array[int]:
        """The solutions of every instance (int64), in the order of the instances; made at the
        first call, in at most `memory` bytes. Raises TooLargeError where that does not do."""
        if self._counts is None:
            counts = array("q", bytes(8 * self.cover.instances))
            bound = MEMORY if memory is None else memory
            try:
                self._walk.counts(counts, min(bound, 1 << 62))
            except OverflowError:
                raise TooLargeError(
                    f"counting every date of this diagram takes more than {amount(bound)}"
                ) from None
            self._counts = counts
        return self._counts[:]

    def solutions(
        self, memory: int | None = None
    ) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64]]:
        """All solutions: `rows` (uint16, one row a solution, one placement a column, rising) and
        `starts` (int64): those of instance i are rows[starts[i]:starts[i + 1]], in order. They
        are made at the first call and kept; the arrays are read-only. Raises TooLargeError where
        the rows take more than `memory` bytes (4 GiB where None)."""
        if self._solutions is not None:
            return self._solutions
        import numpy as np

        pieces = sum(piece.copies for piece in self.cover.classes)
        bound = MEMORY if memory is None else memory
        if 2 * pieces * self.total > bound:
            raise TooLargeError(
                f"the {self.total:,} solutions take more than {amount(bound)} as an array"
            )
        starts = np.zeros(self.cover.instances + 1, np.int64)
        np.cumsum(np.frombuffer(self.counts(), np.int64), out=starts[1:])
        rows = np.empty((self.total, pieces), np.uint16)
        self._walk.fill(rows, starts[:-1].copy())
        rows.flags.writeable = starts.flags.writeable = False
        self._solutions = rows, starts
        return self._solutions

    def listed(self, instance: int, laid: Iterable[int] = ()) -> Iterator[Solution]:
        """The solutions of an instance that hold the placements `laid`, in order: read off the
        arrays of `solutions` where these stand, else found one by one."""
        fixed = tuple(laid)
        if fixed or self._solutions is None:
            yield from self.left(instance, fixed)
            return
        rows, starts = self._solutions
        for row in rows[starts[instance] : starts[instance + 1]]:
            yield tuple(row.tolist())

    def left(self, instance: int | None = None, laid: Iterable[int] = ()) -> Left:
        """What is left with the labels of an instance (any date where None) and the placements
        `laid`."""
        return Left(self.cover, self._walk, instance, tuple(laid))

    def completions(self, instance: int | None = None, laid: Iterable[int] = ()) -> int:
        """How many solutions of the instance (of any date where None) hold all placements of
        `laid`; 0 where they clash with each other or with the date."""
        fixed = tuple(laid)
        if instance is None:
            return self._walk.count(fixed)
        if not fixed and self._counts is not None:
            return self._counts[instance]
        return self._walk.count(fixed + label_options(self.cover, instance))


class Left:
    """What is left of a diagram when a date is set and some placements are laid."""

    def __init__(
        self, cover: Cover, walk: Walk, instance: int | None, laid: tuple[int, ...]
    ) -> None:
        self.cover = cover
        self.instance = instance
        self.laid = laid
        labels = () if instance is None else label_options(cover, instance)
        self._slice: Slice = walk.slice(laid + labels)

    @property
    def count(self) -> int:
        """How many solutions are left."""
        return self._slice.total

    def occurrences(self) -> dict[int, int]:
        """In how many of them each placement occurs; those that occur in none are left out."""
        number = array("q", bytes(8 * len(self.cover.options)))
        self._slice.occurrences(number)
        options = self.cover.options
        return {i: n for i, n in enumerate(number) if n and options[i].piece >= 0}

    def forced(self) -> tuple[int, ...]:
        """The placements that occur in every one of them, the laid ones among them."""
        total = self.count
        return tuple(i for i, number in self.occurrences().items() if number == total)

    def nth(self, index: int) -> Solution:
        """The solution of that number, in the order of calpuzzle.cover. Raises IndexError."""
        if not 0 <= index < self.count:
            raise IndexError("there are not so many solutions")
        options = self.cover.options
        return tuple(i for i in self._slice.nth(index) if options[i].piece >= 0)

    def sample(self, seed: int | None = None) -> Solution:
        """A solution drawn uniformly. Raises IndexError where there is none."""
        if not self.count:
            raise IndexError("there is no solution")
        import random

        return self.nth(random.Random(seed).randrange(self.count))

    def __iter__(self) -> Iterator[Solution]:
        return (self.nth(index) for index in range(self.count))


def label_options(cover: Cover, instance: int) -> tuple[int, ...]:
    """The options that lay the labels of an instance."""
    wanted = set(zip(range(len(cover.groups)), cover.uncovered(instance), strict=True))
    return tuple(
        i
        for i, option in enumerate(cover.options)
        if option.piece < 0 and (option.group, option.cells[0]) in wanted
    )
