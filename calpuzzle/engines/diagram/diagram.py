"""All solutions of a puzzle as one decision diagram, and the questions that it answers.

A Diagram represents the solutions of all instances. `Diagram.remaining` returns those that
contain the given options (labels or placements) and none of the forbidden ones;
`ResidualDiagram.priced` orders these by cost. A solution is the tuple of its option numbers in
increasing order."""

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
from calpuzzle.base.wording import memory_text, plural
from calpuzzle.engines import MEMORY, Counts, Run
from calpuzzle.engines.diagram import zdd
from calpuzzle.engines.diagram.growth import Arrays, reduced_growth, written
from calpuzzle.engines.diagram.priced import Priced
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle._core.grow64 import Growth


MAX_BYTES = 1 << 30  # of a ZDD file that can be read
MAX_VISITED = 1 << 24  # solutions that `counts` visits one by one, which takes about a second


class Diagram:
    """All solutions of all instances of a Cover.

    `total` is the number of solutions, and `states` the number of states. Raises ValueError if
    `arrays` are not a diagram of the Cover, and OverflowError if the number of solutions does not
    fit 63 bits."""

    def __init__(self, cover: Cover, arrays: Arrays) -> None:
        self.cover = cover
        self.arrays = arrays
        self._pieces = cover.pieces - len(cover.axes)
        copies = [most for _, most in cover.bounds[: self._pieces]]
        self._length = sum(copies)
        if len(arrays.first) == 1:
            # Without a solution there may be more pieces than a walk supports.
            copies = [0] * self._pieces
        of = cover.instance_contribution
        instance = [of.get(k, 0) for k in range(len(cover.options))]
        self._walk = Walk(arrays, cover.options, copies, cover.shape, instance)
        self.states = self._walk.states
        self.total = self._walk.total
        self._counts: Counts | None = None
        self._solutions: tuple[npt.NDArray[np.uint16], Counts] | None = None

    @classmethod
    def grown(cls, cover: Cover, run: Run) -> Diagram:
        """Return the diagram of a Cover.

        Bounds and errors are those of calpuzzle.engines.diagram.growth.grow; it also raises
        TooManyError if there are too many solutions to be numbered.
        """
        return cls.of_growth(cover, reduced_growth(cover, run), run)

    @classmethod
    def of_growth(
        cls, cover: Cover, growth: Growth | None, run: Run, counts: Counts | None = None
    ) -> Diagram:
        """Return the diagram of a finished growth, which cannot be used afterwards.

        `counts` are the counts of all instances, if known. Bounds and errors are those of `grown`.
        """
        arrays = written(growth, run)
        try:
            found = cls(cover, arrays)
        except OverflowError:
            raise TooManyError("the puzzle has 2^63 solutions or more, too many to count") from None
        found._counts = counts
        return found

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Options]:
        return iter(self.remaining())

    def __contains__(self, options: Iterable[int]) -> bool:
        """Return whether the options are a whole solution, labels included."""
        residual = self.remaining(options)
        return residual.count == 1 and not residual.nth(0)

    def __repr__(self) -> str:
        return f"<Diagram of {plural(self.total, 'solution')} in {plural(self.states, 'state')}>"

    def counts(self) -> Counts:
        """Return the number of solutions of every instance, as an int64 array of `cover.shape`.

        The counts are computed at the first call. Few solutions are visited one by one; many are
        counted in slices of the diagram, one for each choice of labels on all axes but the longest.
        """
        if self._counts is None:
            import numpy as np

            axes, of = self.cover.axes, self.cover.instance_contribution
            counts = np.zeros(self.cover.instances, dtype=np.int64)
            if not axes:
                counts[0] = self.total
            elif self.total <= MAX_VISITED:
                self._walk.tally(counts, 0, self.total)
            else:
                longest = max(axes, key=len)
                for labels in product(*[axis for axis in axes if axis is not longest]):
                    times = self.remaining(labels).occurrences()
                    for option in longest:
                        number = of[option] + sum(of[k] for k in labels)
                        counts[number] = times.get(option, 0)
            self._counts = counts.reshape(self.cover.shape)
        return self._counts.copy()

    def solutions(
        self, memory: int = MEMORY, jobs: int = 1, stop: Stop | None = None
    ) -> tuple[npt.NDArray[np.uint16], Counts]:
        """Return all solutions as two arrays, `rows` and `starts`.

        `rows` (uint16) has one row per solution and one column per placement, increasing in a row.
        `starts` (int64) has one entry per instance and one more: the solutions of instance i are
        rows[starts[i]:starts[i + 1]], in order. The arrays are computed at the first call by `jobs`
        threads, and cached; they are read-only and do not depend on the number of threads. Raises
        TooLargeError if the rows need more than `memory` bytes, and StoppedError.
        """
        if self._solutions is not None:
            return self._solutions
        import numpy as np

        from calpuzzle.engines.diagram.filling import fill

        if 2 * self._length * self.total > memory:
            raise TooLargeError(
                f"the {self.total:,} solutions take more than {memory_text(memory)} as an array"
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

    def listed(self, placed: Options = ()) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in order.

        They are read from the arrays of `solutions` if these are cached and `placed` is exactly an
        instance; otherwise they are computed one by one.
        """
        instance = placed_instance(self.cover, placed)
        if instance is None or self._solutions is None:
            yield from self.remaining(placed)
            return
        rows, starts = self._solutions
        for row in rows[starts[instance] : starts[instance + 1]]:
            yield tuple(row.tolist())

    def remaining(
        self, placed: Iterable[int] = (), forbidden: Iterable[int] = ()
    ) -> ResidualDiagram:
        """Return the solutions that contain the options `placed` and none of the options
        `forbidden`.

        An option that occurs twice in `placed` clashes with itself. Raises ValueError for a number
        that is not an option, and TypeError for a value that is not an integer.
        """
        return ResidualDiagram(
            self.cover, self._walk, tuple(map(index, placed)), tuple(map(index, forbidden))
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the diagram as a ZDD that graphillion and other programs read.

        The sets of the ZDD are the solutions; element k is option k - 1 of the Cover. Raises
        InputError if `path` cannot name a file, and CannotDoError if writing fails.
        """
        with write_whole(fspath(path)) as stream:
            stream.writelines(line.encode("ascii") for line in zdd.lines(self.arrays))

    def load(self, path: str | PathLike[str]) -> Diagram:
        """Return the diagram of the sets in a ZDD file; each set must be a solution of this Cover.

        The file has the format of `save`. Another program may have written it, with a subset of the
        solutions. The sets are checked for the right numbers of pieces and labels, but not for
        overlaps. Raises PuzzleError.
        """
        path = fspath(path)
        text = contents(path, MAX_BYTES).decode("ascii", "replace").splitlines()
        try:
            return Diagram(self.cover, zdd.arrays_of(text, path, len(self.cover.options)))
        except OverflowError:
            raise PuzzleError(f"{path} has 2^63 solutions or more") from None
        except PuzzleError:
            raise
        except ValueError as error:
            raise PuzzleError(f"{path} has sets that are not solutions: {error}") from None

    def completions(self, placed: Iterable[int] = ()) -> int:
        """Return the number of solutions that contain all options of `placed`; 0 if they clash."""
        fixed = tuple(placed)
        if not fixed:
            return self.total
        if self._counts is not None and len(fixed) == len(self.cover.axes):
            instance = placed_instance(self.cover, fixed)
            if instance is not None:
                return int(self._counts.flat[instance])
        return self._walk.count(fixed)


def placed_instance(cover: Cover, placed: Options) -> int | None:
    """Return the number of the instance if `placed` is exactly one label of each axis, or None."""
    of = cover.instance_contribution
    axes = {cover.options[k][0] for k in placed if k in of}
    if len(placed) != len(axes) or len(axes) != len(cover.axes):
        return None
    return sum(of[k] for k in placed)


class ResidualDiagram:
    """The solutions of a diagram that contain the options `placed` and no forbidden ones.

    Their number is `count`.
    """

    def __init__(self, cover: Cover, walk: Walk, placed: Options, forbidden: Options = ()) -> None:
        self.cover = cover
        self.placed = placed
        self._fixed = frozenset(placed)
        self._slice = walk.slice(placed, forbidden)
        self.count = self._slice.total

    def __repr__(self) -> str:
        return f"<After {plural(len(self.placed), 'option')}: {plural(self.count, 'solution')}>"

    def occurrences(self) -> dict[int, int]:
        """Return in how many solutions each option occurs, without zeros."""
        number = array("q", bytes(8 * len(self.cover.options)))
        self._slice.occurrences(number)
        return {option: times for option, times in enumerate(number) if times}

    def forced(self) -> Options:
        """Return the options that occur in every solution, including the placed ones."""
        return tuple(k for k, times in self.occurrences().items() if times == self.count)

    def nth(self, number: int) -> Options:
        """Return the options that complete the placed ones to solution `number`.

        Solutions are numbered from 0 in lexicographic order. Raises IndexError if there are not
        that many, and TypeError for a value that is not an integer.
        """
        if not 0 <= index(number) < self.count:
            raise IndexError("there are fewer solutions")
        return tuple([k for k in self._slice.nth(index(number)) if k not in self._fixed])

    def sample(self, seed: int | None = None) -> Options:
        """Return a solution drawn uniformly, in the form of `nth`.

        Raises IndexError if there is no solution.
        """
        if not self.count:
            raise IndexError("there is no solution")
        return self.nth(random.Random(seed).randrange(self.count))

    def __iter__(self) -> Iterator[Options]:
        return (self.nth(number) for number in range(self.count))

    def marginals(self) -> dict[int, float]:
        """Return the fraction of the solutions in which each option occurs, without zeros."""
        return {option: times / self.count for option, times in self.occurrences().items()}

    def entropy(self) -> float:
        """Return log2 of the number of solutions: the entropy in bits of one drawn uniformly.

        Raises CannotDoError if there is no solution.
        """
        if not self.count:
            raise CannotDoError("no solution remains, so the entropy is not defined")
        return log2(self.count)

    def priced(self, cost: Sequence[int], memory: int = MEMORY) -> Priced:
        """Return the solutions by their cost, which is the sum of the costs of their options.

        `cost` has one integer for each option of the Cover. Raises InputError if it does not, and
        TooLargeError if the counts of all costs need more than `memory` bytes.
        """
        return Priced(self._slice, self.placed, cost, memory)
