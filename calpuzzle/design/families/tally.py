"""The figures of every set of a family: the columns that an atlas has.

A tally is of some instances; those of different instances are added. It has one entry a set, by the
set's number. The totals of a puzzle are an entry of the tally of all its instances.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.puzzle.dates.parsing import exists, labels_at
from calpuzzle.puzzle.model import Model


class Totals(NamedTuple):
    """Of a puzzle: how many instances have no solution (of all, and of those that exist), and just
    one; the fewest and the most solutions of an instance; and all solutions together."""

    unsolved: int
    unsolved_existing: int
    unique: int
    fewest: int
    most: int
    total: int


def existing(model: Model) -> npt.NDArray[np.bool_]:
    """Return which instances exist, in the shape of the array of counts: all, but in a calendar."""
    found = np.ones(model.shape, np.bool_)
    if model.is_calendar:
        for instance in range(found.size):
            found.flat[instance] = exists(model, labels_at(model, instance))
    return found


def totals(counts: npt.NDArray[Any], real: npt.NDArray[np.bool_]) -> Totals:
    """The totals of an array of counts, of whose instances those exist that `real` says."""
    none = counts == 0
    return Totals(
        int(none.sum()),
        int((none & real).sum()),
        int((counts == 1).sum()),
        int(counts.min()),
        int(counts.max()),
        sum(counts.ravel().tolist()),  # of any size
    )


class Tally(NamedTuple):
    """Of each set: how many instances have no solution (of all, and of those that exist), and just
    one; the fewest and the most solutions of an instance; and all solutions together."""

    unsolved: npt.NDArray[np.uint32]
    unsolved_existing: npt.NDArray[np.uint32]
    unique: npt.NDArray[np.uint32]
    fewest: npt.NDArray[np.uint32]
    most: npt.NDArray[np.uint32]
    total: npt.NDArray[np.uint64]

    @classmethod
    def empty(cls, sets: int) -> Tally:
        """The tally of no instance; the fewest of none is the largest number."""
        zeros = [np.zeros(sets, kind) for kind in KINDS]
        made = cls(*zeros)  # type: ignore[arg-type]  # each has the dtype that KINDS gives it
        made.fewest[:] = np.iinfo(np.uint32).max
        return made

    def fold(self, counters: npt.NDArray[np.uint32], real: bool) -> int:
        """Add an instance, which exists if `real`, in place: its solutions for each set, which are
        set to 0. Their sum."""
        none = counters == 0
        np.add(self.unsolved, none, out=self.unsolved)
        np.add(self.unsolved_existing, none & real, out=self.unsolved_existing)
        np.add(self.unique, counters == 1, out=self.unique)
        np.minimum(self.fewest, counters, out=self.fewest)
        np.maximum(self.most, counters, out=self.most)
        np.add(self.total, counters, out=self.total)
        total = int(counters.sum(dtype=np.uint64))
        counters[:] = 0
        return total

    def of(self, number: int) -> Totals:
        """The entry of that number."""
        return Totals(*[int(column[number]) for column in self])

    def add(self, other: Tally) -> None:
        """Add the tally of further instances, in place."""
        for name in ("unsolved", "unsolved_existing", "unique", "total"):
            getattr(self, name)[:] += getattr(other, name)
        np.minimum(self.fewest, other.fewest, out=self.fewest)
        np.maximum(self.most, other.most, out=self.most)


KINDS = (np.uint32, np.uint32, np.uint32, np.uint32, np.uint32, np.uint64)
"""The dtypes of a tally's columns."""

MOST = int(np.iinfo(np.uint32).max)
"""The most instances that a tally can be of, for its columns not to wrap: each has less than 2^32
solutions, and so the total is below 2^64."""

BYTES = sum(np.dtype(kind).itemsize for kind in KINDS)
"""The bytes of a set in a tally."""
