"""All solutions of a puzzle as one diagram, and the questions it answers.

A Diagram holds the solutions of all instances; `left` gives what is left of them when some options
are laid, labels or placements, and others forbidden; `priced` gives that by what the options cost.
A solution is the tuple of its option numbers, rising.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import log2
from operator import index
from os import PathLike, fspath
from typing import TYPE_CHECKING

from calpuzzle._core.walk import Walk
from calpuzzle.base.errors import CannotDoError, PuzzleError, TooLargeError, TooManyError
from calpuzzle.base.files import contents, write_whole
from calpuzzle.base.stop import Stop
from calpuzzle.base.text import memory as amount
from calpuzzle.base.text import plural
from calpuzzle.engines import MEMORY, Counts, Run
from calpuzzle.engines.diagram import zdd
from calpuzzle.engines.diagram.growth import Arrays, thinned, written
from calpuzzle.engines.diagram.priced import Priced
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle._core.grow64 import Growth


MOST_BYTES = 1 << 30  # of a ZDD file that is read
MOST_MET = 1 << 24  # solutions that `counts` visits one by one, which takes a second


class Diagram:
    """All solutions of all instances of a Cover: `total`, in a diagram of so many `states`.

    Raises ValueError where `arrays` are no diagram of the Cover, OverflowError where the solutions
    do not fit 63 bits.
    """

    def __init__(self, cover: Cover, arrays: Arrays) -> None:
        self.cover = cover
        self.arrays = arrays
        self._pieces = cover.pieces - len(cover.axes)
        copies = [most for _, most in cover.bounds[: self._pieces]]
        self._length = sum(copies)
        if len(arrays.first) == 1:
            # Without a solution the pieces may be more than a walk has room for.
            copies = [0] * self._pieces
        of = cover.instance_of
        instance = [of.get(k, 0) for k in range(len(cover.options))]
        self._walk = Walk(arrays, cover.options, copies, cover.shape, instance)
        self.states = self._walk.states
        self.total = self._walk.total
        self._counts: Counts | None = None
        self._solutions: tuple[npt.NDArray[np.uint16], Counts] | None = None

    @classmethod
    def grown(cls, cover: Cover, run: Run) -> Diagram:
        """The diagram of a Cover; see calpuzzle.engines.diagram.growth.grow for bounds and errors.
        Raises TooManyError where the solutions are too many to be numbered."""
        return cls.of_growth(cover, thinned(cover, run), run)

    @classmethod
    def of_growth(
        cls, cover: Cover, growth: Growth | None, run: Run, counts: Counts | None = None
    ) -> Diagram:
        """The diagram that has grown, which is at its end then; `counts` are those of all
        instances, where they are known. Bounds and errors are those of `grown`."""
        arrays = written(growth, run)
        try:
            found = cls(cover, arrays)
        except OverflowError:
            raise TooManyError("the puzzle has 2^63 solutions or more, too many to count") from None
        found._counts = counts
        return found

    def __repr__(self) -> str:
        return f"<Diagram of {plural(self.total, 'solution')} in {plural(self.states, 'state')}>"

    def counts(self) -> Counts:
        """The solutions of every instance, as an int64 array of `cover.shape`; made at the first
        call. Few solutions are visited one by one; many are counted by slices of the diagram, one
        for each choice of labels on all axes but the longest."""
        if self._counts is None:
            import numpy as np

            axes, of = self.cover.axes, self.cover.instance_of
            counts = np.zeros(self.cover.instances, dtype=np.int64)
            if not axes:
                counts[0] = self.total
            elif self.total <= MOST_MET:
                self._walk.tally(counts, 0, self.total)
            else:
                longest = max(axes, key=len)
                for laid in product(*[axis for axis in axes if axis is not longest]):
                    times = self.left(laid).occurrences()
                    for option in longest:
                        number = of[option] + sum(of[k] for k in laid)
                        counts[number] = times.get(option, 0)
            self._counts = counts.reshape(self.cover.shape)
        return self._counts.copy()

    def solutions(
        self, memory: int = MEMORY, jobs: int = 1, stop: Stop | None = None
    ) -> tuple[npt.NDArray[np.uint16], Counts]:
        """All solutions: `rows` (uint16, one row a solution, one placement a column, rising) and
        `starts` (int64): those of instance i are rows[starts[i]:starts[i + 1]], in order. They
        are made at the first call, by so many threads, and kept; the arrays are read-only, and the
        same for any number of threads. Raises TooLargeError where the rows take more than `memory`
        bytes, and StoppedError."""
        if self._solutions is not None:
            return self._solutions
        import numpy as np

        from calpuzzle.engines.diagram.filling import fill

        if 2 * self._length * self.total > memory:
            raise TooLargeError(
                f"the {self.total:,} solutions take more than {amount(memory)} as an array"
            )
        run = Run(jobs, memory=memory, stop=stop)
        rows = np.empty((self.total, self._length), np.uint16)
        counts = fill(self._walk, rows, self._counts, self.cover.instances, run)
        starts = np.zeros(self.cover.instances + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        if self._counts is None:
            self._counts = counts.reshape(self.cover.shape)
        rows.flags.writeable = starts.flags.writeable = False
        self._solutions = rows, starts
        return self._solutions

    def listed(self, laid: Options = ()) -> Iterator[Options]:
        """Yield what completes the options `laid`, in order: read off the arrays of `solutions`
        where these stand and just an instance is laid, else found one by one."""
        instance = instance_laid(self.cover, laid)
        if instance is None or self._solutions is None:
            yield from self.left(laid)
            return
        rows, starts = self._solutions
        for row in rows[starts[instance] : starts[instance + 1]]:
            yield tuple(row.tolist())

    def left(self, laid: Iterable[int] = (), forbidden: Iterable[int] = ()) -> Left:
        """Return what is left when the options `laid` lie, and none of the forbidden ones; one that
        is laid twice clashes with itself. Raises ValueError for options that there are not, and
        TypeError for what is no whole number."""
        return Left(self.cover, self._walk, tuple(map(index, laid)), tuple(map(index, forbidden)))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the diagram as a ZDD that graphillion and others read: the set of all solutions,
        each a set of elements, of which k is option k - 1 of the Cover. Raises InputError where the
        file cannot be written."""
        with write_whole(fspath(path)) as stream:
            stream.writelines(line.encode("ascii") for line in zdd.lines(self.arrays))

    def loaded(self, path: str | PathLike[str]) -> Diagram:
        """The diagram of the solutions in a ZDD file as `save` writes it, which other programs may
        have made of it: some of the solutions of the same Cover. That they are solutions is checked
        as far as the number of pieces and the groups go. Raises PuzzleError."""
        path = fspath(path)
        text = contents(path, MOST_BYTES).decode("ascii", "replace").splitlines()
        try:
            return Diagram(self.cover, zdd.arrays_of(text, path, len(self.cover.options)))
        except OverflowError:
            raise PuzzleError(f"{path} has 2^63 solutions or more") from None
        except PuzzleError:
            raise
        except ValueError as error:
            raise PuzzleError(f"{path} has sets that are no solutions: {error}") from None

    def completions(self, laid: Iterable[int] = ()) -> int:
        """Return how many solutions hold all options of `laid`; 0 where they clash."""
        fixed = tuple(laid)
        if self._counts is not None and len(fixed) == len(self.cover.axes):
            instance = instance_laid(self.cover, fixed)
            if instance is not None:
                return int(self._counts.flat[instance])
        return self._walk.count(fixed)


def instance_laid(cover: Cover, laid: Options) -> int | None:
    """The instance that the options `laid` are, where they are one label an axis, and nothing
    else."""
    of = cover.instance_of
    axes = {cover.options[k][0] for k in laid if k in of}
    if len(laid) != len(axes) or len(axes) != len(cover.axes):
        return None
    return sum(of[k] for k in laid)


class Left:
    """The residual problem of a diagram when some options are laid, and others forbidden: `count`
    solutions."""

    def __init__(self, cover: Cover, walk: Walk, laid: Options, forbidden: Options = ()) -> None:
        self.cover = cover
        self.laid = laid
        self._fixed = frozenset(laid)
        self._slice = walk.slice(laid, forbidden)
        self.count = self._slice.total

    def __repr__(self) -> str:
        return f"<Left of {plural(len(self.laid), 'option')}: {plural(self.count, 'solution')}>"

    def occurrences(self) -> dict[int, int]:
        """In how many of them each option occurs; those that occur in none are left out."""
        number = array("q", bytes(8 * len(self.cover.options)))
        self._slice.occurrences(number)
        return {option: times for option, times in enumerate(number) if times}

    def forced(self) -> Options:
        """The options that occur in every one of them, the laid ones among them."""
        return tuple(k for k, times in self.occurrences().items() if times == self.count)

    def nth(self, number: int) -> Options:
        """Return what completes the laid options to the solution of that number, in lexicographic
        order. Raises IndexError, and TypeError for what is no whole number."""
        if not 0 <= index(number) < self.count:
            raise IndexError("there are not so many solutions")
        return tuple([k for k in self._slice.nth(index(number)) if k not in self._fixed])

    def sample(self, seed: int | None = None) -> Options:
        """One of the solutions, as `nth` gives it, drawn uniformly. Raises IndexError where there
        is none."""
        if not self.count:
            raise IndexError("there is no solution")
        return self.nth(random.Random(seed).randrange(self.count))

    def __iter__(self) -> Iterator[Options]:
        return (self.nth(number) for number in range(self.count))

    def marginals(self) -> dict[int, float]:
        """The share of the solutions that each option occurs in; those in none are left out."""
        return {option: times / self.count for option, times in self.occurrences().items()}

    def entropy(self) -> float:
        """The entropy in bits of a solution drawn uniformly: the logarithm of their number. Raises
        CannotDoError where there is none."""
        if not self.count:
            raise CannotDoError("no solution is left, so none can be drawn")
        return log2(self.count)

    def priced(self, cost: Sequence[int], memory: int = MEMORY) -> Priced:
        """The solutions by their cost, which is the sum of what their options cost: `cost` is an
        integer an option of the Cover. Raises InputError where it is not, and TooLargeError where
        the numbers of solutions of each cost take more than `memory` bytes."""
        return Priced(self._slice, self.laid, cost, memory)
