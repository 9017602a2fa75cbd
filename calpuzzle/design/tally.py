"""What is known of every set of a family: the columns that an atlas has.

A tally is of some instances; those of different instances are added. It has one entry a set, by the
set's number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Tally(NamedTuple):
    """Of each set: how many instances have no solution (of all, and of those that exist), and just
    one; the fewest and the most solutions of an instance; and all solutions together."""

    unsolved: npt.NDArray[np.uint16]
    unsolved_existing: npt.NDArray[np.uint16]
    unique: npt.NDArray[np.uint16]
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

    def add(self, other: Tally) -> None:
        """Add the tally of further instances, in place."""
        for name in ("unsolved", "unsolved_existing", "unique", "total"):
            getattr(self, name)[:] += getattr(other, name)
        np.minimum(self.fewest, other.fewest, out=self.fewest)
        np.maximum(self.most, other.most, out=self.most)


KINDS = (np.uint16, np.uint16, np.uint16, np.uint32, np.uint32, np.uint64)
"""The dtypes of a tally's columns."""
