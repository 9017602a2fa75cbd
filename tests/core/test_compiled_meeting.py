"""The compiled halves that meet: what they refuse, and their signature.

That they count right, tests/design/test_sweep.py shows.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from small_families import small

from calpuzzle._core.meeting64 import Meeting
from calpuzzle._core.tallies import fold
from calpuzzle.design.halves import Halves
from calpuzzle.design.items import Items
from calpuzzle.design.keys import Keys
from calpuzzle.design.tally import Tally

LARGE = 1 << 30
CUT = 5


class Parts:
    """A meeting of a small family, and what it was made of."""

    def __init__(self, bound: int = LARGE, cut: int = CUT, **other: Any) -> None:
        made = small()
        self.items = Items(*made)
        tables, begin = Keys(made.family).tables()
        told = Halves(self.items, Keys(made.family), CUT, [1], bound).told
        self.keys = SimpleNamespace(**vars(told) | {"tables": tables, "begin": begin})
        for name, value in other.items():
            setattr(self.items if hasattr(self.items, name) else self.keys, name, value)
        self.meeting = Meeting(self.items, self.keys, cut, bound)
        self.sets = len(made.family)

    def outline(self) -> None:
        for place in range(self.items.items):
            self.meeting.outlines(place)
        for place in range(self.items.items + 1):
            self.meeting.outlines(-1 - place)
        self.size = self.meeting.pack()

    def both(self) -> None:
        allowed = [True] * len(self.items.options)
        self.meeting.start_below(allowed)
        self.below = [self.meeting.below(place) for place in range(self.items.items + 1)][-1]
        self.meeting.start_above(allowed)
        places = reversed(range(CUT, self.items.items))
        self.above = [self.meeting.above(place) for place in places][-1]


def test_signature() -> None:
    """How many outlines, edges and entries there are; this changes with the way, and only then."""
    made = Parts()
    made.outline()
    made.both()
    assert (*made.size, made.below, made.above, made.meeting.meet()) == SIGNATURE


SIGNATURE = (311, 803, 524, 356, 122)


def ready() -> Parts:
    made = Parts()
    made.outline()
    made.both()
    made.meeting.meet()
    return made


CALLS: list[Callable[[Parts], object]] = [
    lambda made: made.meeting.start_below([True] * len(made.items.options)),
    lambda made: made.meeting.below(0),
    lambda made: made.meeting.meet(),
    lambda made: made.meeting.join(0, 0, np.zeros(made.sets, np.uint32), 0, 1),
    lambda made: made.meeting.outlines(1),
    lambda made: made.meeting.outlines(-1),
    lambda made: made.meeting.pack(),
]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_calls_out_of_order_are_refused(number: int) -> None:
    made = Parts()
    with pytest.raises(ValueError, match="out of its order"):
        CALLS[number](made)


def test_later_calls_out_of_order_are_refused() -> None:
    made = Parts()
    made.outline()
    for call in (made.outline, made.meeting.pack, made.meeting.meet):
        with pytest.raises(ValueError, match="out of its order"):
            call()
    allowed = [True] * len(made.items.options)
    with pytest.raises(ValueError, match="out of its order"):
        made.meeting.start_above(allowed)
    made.meeting.start_below(allowed)
    with pytest.raises(ValueError, match="out of its order"):
        made.meeting.below(1)
    with pytest.raises(ValueError, match="as many options"):
        made.meeting.start_below(allowed[1:])


@pytest.mark.parametrize(
    ("low", "high", "sets", "start", "said"),
    [
        (-1, 0, 18, 0, "no such instance"),
        (0, 99, 18, 0, "no such instance"),
        (0, 0, 18, -1, "no such instance"),
        (0, 0, 17, 0, "a counter a set"),
    ],
)
def test_a_join_outside_is_refused(low: int, high: int, sets: int, start: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ready().meeting.join(low, high, np.zeros(sets, np.uint32), start, 1)


def test_a_join_goes_on_where_it_was() -> None:
    made = ready()
    whole = np.zeros(made.sets, np.uint32)
    _, total = made.meeting.join(0, 0, whole, 0, LARGE)
    parts = np.zeros(made.sets, np.uint32)
    start, added = 0, 0
    while start < made.meeting.meeting:
        start, more = made.meeting.join(0, 0, parts, start, 1)
        added += more
    assert parts.tolist() == whole.tolist()
    assert added == total == whole.sum() > 0


def test_memory_past_the_bound() -> None:
    made = Parts(bound=1000)
    with pytest.raises(OverflowError, match="memory bound"):
        made.outline()
    with pytest.raises(ValueError, match="out of its order"):
        made.meeting.outlines(0)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"cut": 99}, "no such cut"),
        ({"cut": -1}, "no such cut"),
        ({"line": 0}, "does not fit a word"),
        ({"items": 65}, "does not fit a word"),
        ({"root": 1 << 60}, "outside the board"),
        ({"lanes": (0, 1)}, "keys do not fit"),
        ({"lane_shift": 64}, "keys do not fit"),
        ({"chunks": [(0, 1)] * 17}, "keys do not fit"),
        ({"begin": [-1]}, "outside themselves"),
        ({"begin": [1 << 40]}, "outside themselves"),
        ({"sets": 17}, "past the sets"),
    ],
)
def test_tables_past_the_bounds_are_refused(other: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Parts(**other)


def test_a_tally_of_other_length_is_refused() -> None:
    tally = Tally.empty(3)
    with pytest.raises(ValueError, match="an entry a set"):
        fold(np.zeros(4, np.uint32), True, *tally)
    counters = np.array([0, 1, 7], np.uint32)
    assert fold(counters, False, *tally) == 8
    assert counters.tolist() == [0, 0, 0]
    assert [column.tolist() for column in tally] == [
        [1, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
        [0, 1, 7],
        [0, 1, 7],
        [0, 1, 7],
    ]
