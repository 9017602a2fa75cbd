"""The figures of every set of a family, which are the columns of an atlas.

A tally covers some of the instances; the tallies of different instances can be added. It has one
entry for each set of pieces, indexed by the number of that set. The totals of a puzzle are one
entry of the tally of all its instances.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Totals(NamedTuple):
    """The figures of a puzzle. `unsolved` and `unique` are the numbers of instances without a
    solution and with exactly one; `unsolved_existing` is the number of existing instances without a
    solution. `fewest` and `most` are the fewest and the most solutions of an instance, and `total`
    is the number of solutions of all instances."""

    unsolved: int
    unsolved_existing: int
    unique: int
    fewest: int
    most: int
    total: int


def totals(counts: npt.NDArray[Any], exists: npt.NDArray[np.bool_]) -> Totals:
    """Return the totals of an array of counts; `exists` marks the instances that exist."""
    none = counts == 0
    return Totals(
        int(none.sum()),
        int((none & exists).sum()),
        int((counts == 1).sum()),
        int(counts.min()),
        int(counts.max()),
        sum(counts.ravel().tolist()),  # as a Python integer, which cannot overflow
    )


class Tally(NamedTuple):
    """The figures of all sets: the fields of Totals, as arrays with an entry for each set."""

    unsolved: npt.NDArray[np.uint32]
    unsolved_existing: npt.NDArray[np.uint32]
    unique: npt.NDArray[np.uint32]
    fewest: npt.NDArray[np.uint32]
    most: npt.NDArray[np.uint32]
    total: npt.NDArray[np.uint64]

    @classmethod
    def empty(cls, sets: int) -> Tally:
        """Return the tally of no instance, in which `fewest` is the largest number."""
        tally = cls._make(np.zeros(sets, dtype) for dtype in DTYPES)
        tally.fewest[:] = np.iinfo(np.uint32).max
        return tally

    def add_instance(self, counters: npt.NDArray[np.uint32], exists: bool) -> int:
        """Add an instance in place, and return the sum of its solutions. `counters` contains the
        number of its solutions for each set, and is reset to 0. `exists` is whether the instance
        exists."""
        none = counters == 0
        np.add(self.unsolved, none, out=self.unsolved)
        np.add(self.unsolved_existing, none & exists, out=self.unsolved_existing)
        np.add(self.unique, counters == 1, out=self.unique)
        np.minimum(self.fewest, counters, out=self.fewest)
        np.maximum(self.most, counters, out=self.most)
        np.add(self.total, counters, out=self.total)
        total = int(counters.sum(dtype=np.uint64))
        counters[:] = 0
        return total

    def of(self, number: int) -> Totals:
        """Return the entry with this number."""
        return Totals(*[int(column[number]) for column in self])

    def add(self, other: Tally) -> None:
        """Add the tally of further instances, in place."""
        for name in ("unsolved", "unsolved_existing", "unique", "total"):
            getattr(self, name)[:] += getattr(other, name)
        np.minimum(self.fewest, other.fewest, out=self.fewest)
        np.maximum(self.most, other.most, out=self.most)


DTYPES = (np.uint32, np.uint32, np.uint32, np.uint32, np.uint32, np.uint64)
"""The dtypes of a tally's columns."""

MAX_COUNT = int(np.iinfo(np.uint32).max)
"""The largest number of instances of a tally, and of solutions of an instance. Within both limits
no column overflows."""

BYTES = sum(np.dtype(dtype).itemsize for dtype in DTYPES)
"""The bytes of one set in a tally."""
