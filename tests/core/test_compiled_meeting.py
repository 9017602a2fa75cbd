"""The compiled meet-in-the-middle count of families: refusals, restarts and the signature.

tests/design/test_sweep.py verifies the counts.
"""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from small_families import small

from calpuzzle._core import meeting64, meeting128
from calpuzzle.design.families.items import BoardItems
from calpuzzle.design.families.keys import FamilyKeys
from calpuzzle.design.families.split import BoardHalves

LARGE = 1 << 30
CUT = 5


class Parts:
    """A meeting for a small family, and the arguments it is constructed from."""

    def __init__(
        self, bound: int = LARGE, cut: int = CUT, core: Any = meeting64, **other: Any
    ) -> None:
        made = small()
        self.items = BoardItems(*made)
        tables, begin = FamilyKeys(made.family).tables()
        inputs = BoardHalves(self.items, FamilyKeys(made.family), CUT, [1], bound).input
        self.keys = SimpleNamespace(**vars(inputs) | {"tables": tables, "begin": begin})
        for name, value in other.items():
            setattr(self.items if hasattr(self.items, name) else self.keys, name, value)
        self.meeting: meeting64.Meeting = core.Meeting(
            items=self.items, keys=self.keys, cut=cut, bound=bound
        )
        self.sets = len(made.family)

    def outline(self) -> tuple[int, int]:
        return self.meeting.outlines(go_on)

    def both(self) -> tuple[int, int]:
        return self.below(), self.above()

    def below(self) -> int:
        return self.meeting.below([True] * len(self.items.options), go_on)

    def above(self) -> int:
        return self.meeting.above([True] * len(self.items.options), go_on)

    def join(self) -> object:
        return self.meeting.join(0, 0, np.zeros(self.sets, np.uint32), 0, 1)


def go_on() -> None:
    """Do not stop the work: return without raising."""


@pytest.mark.parametrize("core", [meeting64, meeting128])
def test_meeting_has_a_fixed_signature(core: Any) -> None:
    """The numbers of outlines, edges and entries change only if the algorithm changes."""
    made = Parts(core=core)
    assert (*made.outline(), *made.both(), made.meeting.meeting_outlines) == SIGNATURE


SIGNATURE = (311, 803, 524, 356, 122)


def ready() -> Parts:
    made = Parts()
    made.outline()
    made.both()
    return made


def test_a_half_that_was_stopped_can_be_computed_again() -> None:
    """An exception raised by `stop` ends a call; the next call starts from the beginning."""
    made, whole = Parts(), ready()
    allowed = [True] * len(made.items.options)

    def stop() -> None:
        raise KeyboardInterrupt

    def stop_later() -> None:
        if calls:
            raise KeyboardInterrupt
        calls.append(None)

    made.outline()
    for call, again in ((made.meeting.below, made.below), (made.meeting.above, made.above)):
        with pytest.raises(KeyboardInterrupt):
            call(allowed, stop)
        assert again() == getattr(whole, again.__name__)()
    # `stop` is called for the second time after the lists are filled, while they are sorted.
    calls: list[None] = []
    with pytest.raises(KeyboardInterrupt):
        made.meeting.above(allowed, stop_later)
    with pytest.raises(ValueError, match="cannot be called now"):
        made.join()
    assert made.above() == whole.above()
    assert counts_of(made) == counts_of(whole)
    other = Parts()
    with pytest.raises(KeyboardInterrupt):
        other.meeting.outlines(stop)
    assert other.outline() == SIGNATURE[:2]


def test_a_half_that_exceeded_the_bound_can_be_computed_again() -> None:
    """The lists of the next call contain no entries of the call that failed."""
    whole = Parts()
    allowed = [k % 3 > 0 for k in range(len(whole.items.options))]
    whole.outline()
    whole.below()
    entries, counts = whole.meeting.above(allowed, go_on), counts_of(whole)
    assert sum(counts)
    failed = 0
    # For some of these bounds, the upper half is too large with all options, not with `allowed`.
    for bound in range(36_000, 48_000, 200):
        made = Parts(bound=bound)
        with suppress(OverflowError):
            made.outline()
            made.below()
            try:
                made.above()
            except OverflowError:
                for _ in range(20):  # no failure takes memory away from later calls
                    with suppress(OverflowError):
                        made.above()
                assert made.meeting.above(allowed, go_on) == entries
                assert counts_of(made) == counts
                failed += 1
    assert failed


def counts_of(made: Parts) -> list[int]:
    counters = np.zeros(made.sets, np.uint32)
    made.meeting.join(0, 0, counters, 0, LARGE)
    return counters.tolist()


def test_a_join_in_parts_equals_a_single_join() -> None:
    made = ready()
    whole = np.zeros(made.sets, np.uint32)
    _, total = made.meeting.join(0, 0, whole, 0, LARGE)
    parts = np.zeros(made.sets, np.uint32)
    start, added = 0, 0
    while start < made.meeting.meeting_outlines:
        start, more = made.meeting.join(0, 0, parts, start, 1)
        added += more
    assert parts.tolist() == whole.tolist()
    assert added == total == whole.sum() > 0


def test_a_root_that_covers_a_group_is_refused() -> None:
    made = small()
    items = BoardItems(*made)
    assert items.items > items.places
    with pytest.raises(ValueError, match="the root contains items that are not places"):
        Parts(root=items.root | 1 << items.places)


def test_outlines_that_exceed_the_memory_bound_are_refused() -> None:
    made = Parts(bound=1000)
    for _ in range(2):
        with pytest.raises(OverflowError, match="memory bound"):
            made.outline()
