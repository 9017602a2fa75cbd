"""The two halves of all solutions, and the labels that each half includes.

Each solution is cut in two at one place of the board (family_sweep.py), and each half has lists of
partial solutions. If all labels of a group are below the cut, the lists of the lower half include
all of them. If all are above it, the lists of the upper half include them. The labels of any other
group, and of the groups in `split_groups`, are placed one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from calpuzzle._core import meeting64, meeting128
from calpuzzle.design.families.items import WORD, BoardItems
from calpuzzle.design.families.keys import FamilyKeys

BUDGET = 1 << 28  # pairs of keys between two calls of `stop`

CheckStop = Callable[[], None]
"""Called regularly; raises an exception to end the work."""

LabelByGroup = dict[int, str]
"""One label for each of some groups, by the number of the group."""


class BoardHalves:
    """The halves of the solutions on a board for all sets of a family.

    The labels of the groups `split_groups`, and of any group on both sides of the cut, are placed
    one at a time. `below` and `above` are the instances that each half distinguishes. The caller
    makes sure that a key fits in two words.
    """

    def __init__(
        self,
        items: BoardItems,
        keys: FamilyKeys,
        cut: int,
        split_groups: Sequence[int],
        memory: int,
    ):
        self._items = items
        self._cut = cut
        below = (1 << cut) - 1
        numbers = range(len(items.groups))
        free = [k for k in numbers if k not in split_groups]
        lower_groups = [k for k in free if not items.groups[k][1] & ~below]
        upper_groups = [k for k in free if not items.groups[k][1] & below and k not in lower_groups]
        self._one_label_groups = [
            k for k in numbers if k not in lower_groups and k not in upper_groups
        ]
        self.below = self._instances(lower_groups)
        self.above = self._instances(upper_groups)
        instances = len(self.below), len(self.above)
        add, test = [], []
        for option in items.options:
            if option.piece >= 0:
                add.append(keys.add[option.piece])
                test.append(keys.test[option.piece])
                continue
            half = lower_groups if option.group in lower_groups else upper_groups
            add.append(self._stride(half, option.group) * option.label << keys.instance_shift)
            test.append(0)
        self.input = MeetingInput(keys, add, test, instances)
        core = meeting64 if keys.bits(prod(instances)) <= WORD else meeting128
        self._meeting = core.Meeting(items, self.input, cut, memory)
        self._lower_allowed: list[bool] | None = None
        self._outlined = False

    def _labels(self, group: int) -> list[str]:
        return list(self._items.labels[group])

    def _instances(self, groups: Sequence[int]) -> list[LabelByGroup]:
        """Return all combinations of labels of these groups, the label of the last group varying
        fastest."""
        rows = product(*[self._labels(group) for group in groups])
        return [dict(zip(groups, row, strict=True)) for row in rows]

    def _stride(self, groups: Sequence[int], group: int) -> int:
        """Return the difference between the numbers of two instances of `groups` that have
        successive labels of `group` and the same other labels."""
        if group not in groups:
            return 0
        behind = groups[groups.index(group) + 1 :]
        return prod(len(self._labels(k)) for k in behind)

    def label_combinations(self, given: LabelByGroup) -> Iterator[LabelByGroup]:
        """Yield every combination of one label for each group whose labels are placed one at a
        time. The combinations contain the labels `given`."""
        for labels in self._instances([k for k in self._one_label_groups if k not in given]):
            yield given | labels

    def prepare(self, stop: CheckStop) -> None:
        """Find the outlines, which all halves share, if they have not been found."""
        if not self._outlined:
            self._meeting.outlines(stop)
            self._outlined = True

    def make(self, fixed: LabelByGroup, stop: CheckStop) -> None:
        """Build both halves with these labels; the lower one only if it changes."""
        self.prepare(stop)
        items, meeting = self._items, self._meeting
        allowed = [
            option.group not in fixed
            or self._labels(option.group)[option.label] == fixed[option.group]
            for option in items.options
        ]
        lower_allowed = [
            is_allowed
            for is_allowed, option in zip(allowed, items.options, strict=True)
            if option.low < self._cut
        ]
        if lower_allowed != self._lower_allowed:
            self._lower_allowed = None
            meeting.below(allowed, stop)
            self._lower_allowed = lower_allowed
        meeting.above(allowed, stop)

    def join(self, low: int, high: int, counters: npt.NDArray[np.uint32], stop: CheckStop) -> int:
        """Join instance `low` of the lower half with instance `high` of the upper half. Add the
        number of solutions of each set to `counters`, and return the sum of these numbers."""
        total, start = 0, 0
        while start < self._meeting.meeting_outlines:
            start, solutions = self._meeting.join(low, high, counters, start, BUDGET)
            total += solutions
            stop()
        return total


class MeetingInput:
    """The input of _core/meeting.pxi and joining.pxi: the keys of a family, how each option changes
    them, and the number of instances of each half."""

    def __init__(
        self, keys: FamilyKeys, add: list[int], test: list[int], instances: tuple[int, int]
    ) -> None:
        self.add = add
        self.test = test
        self.instances = instances
        self.tables, self.begin = keys.tables()
        self.bias = keys.bias
        self.guards = keys.guards
        self.singles = keys.singles
        self.count_mask = keys.count_mask
        self.piece_mask = keys.piece_mask
        self.instance_shift = keys.instance_shift
        self.wanted = keys.wanted
        self.chunks = keys.chunk_masks
        self.sets = len(keys.family)
