"""Counting every instance of a board for all sets of a family at once.

Any piece of the family may be placed, as often as a set can contain it. Solutions are counted by
meeting in the middle (`_core/meeting.pxi`): the places of the board are filled in a fixed order,
and each solution is cut in two at one of them. The lower half depends only on the labels below the
cut, the upper half on those above it, so both halves are used many times. A unit of work is one
label of the largest group; units are independent of each other and of the cut. In large families
the labels of the second largest group are also placed one at a time, so that the lists of partial
solutions are short. A unit still includes all labels of the second group: a tally has one entry for
each set, and fewer tallies take less time to write, send and add.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from math import prod
from typing import NamedTuple, TypeVar

import numpy as np

from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.base.wording import memory_text, plural
from calpuzzle.design.families.family import Family
from calpuzzle.design.families.items import BoardItems
from calpuzzle.design.families.keys import FamilyKeys
from calpuzzle.design.families.split import BoardHalves, CheckStop
from calpuzzle.design.families.tally import BYTES, MAX_COUNT, Tally
from calpuzzle.puzzle.dates.instances import exists
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model

T = TypeVar("T")

MEMORY = 4 << 30
KEY = 128  # bits of a key, at most
MANY_SETS = 5_000_000  # if there are more sets, the labels of two groups are placed one at a time
WORKING = 4 + BYTES + 4  # bytes for each set in a process: a counter, a tally, space to add them


class LabelUnit(NamedTuple):
    """A part of the work: the instances that contain these labels. `name` is valid in a file
    name."""

    number: int
    name: str
    labels: tuple[str, ...]


class FamilySweep:
    """The count of all instances of the board of `model`, for all sets of a family.

    `cut` is the place of the board at which the halves meet, one of `cuts`; it changes the time,
    but not the tallies. `units` are the parts of the work. Raises InputError for a board that is
    not flat or for an unknown cut, and TooLargeError if places and groups exceed 64 bits, a key
    exceeds 128 bits, or the instances or the memory exceed their limits.
    """

    checker = "diagram"

    def __init__(
        self, model: Model, family: Family, cut: int | None = None, bound: int = MEMORY
    ) -> None:
        self.model = model
        self.family = family
        self._bound = bound
        self._items = BoardItems(model, family)
        self.cuts = range(self._items.places + 1)
        if cut is not None and cut not in self.cuts:
            raise InputError(f"there is no cut {cut}; a cut is from 0 to {self.cuts[-1]}")
        self.cut = 3 * self._items.places // 10 if cut is None else cut
        sizes = sorted(range(len(model.groups)), key=lambda k: -len(model.groups[k].labels))
        self._split_groups = sizes[: 1 + (len(family) > MANY_SETS)]
        self._keys = FamilyKeys(family)
        self._check()
        self.units = tuple(
            self._units_of(model.groups[sizes[0]]) if sizes else [LabelUnit(0, "all", ())]
        )

    def _units_of(self, group: Group) -> Iterator[LabelUnit]:
        """Yield the units of the labels of a group."""
        for number, label in enumerate(group.labels):
            yield LabelUnit(number, _name(group.name, label), (label,))

    def _check(self) -> None:
        """Raise TooLargeError if something does not fit in a key, a tally, or the memory."""
        instances = prod(self.model.shape)
        if instances > MAX_COUNT:
            raise TooLargeError(
                f"{self.model.name} has {instances:,} instances; at most {MAX_COUNT:,} can be "
                "judged"
            )
        instances_per_key = prod(
            len(group.labels)
            for k, group in enumerate(self.model.groups)
            if k not in self._split_groups
        )
        bits = self._keys.bits(instances_per_key)
        if bits > KEY:
            raise TooLargeError(
                f"sets of {plural(len(self.family.pieces), 'piece')}, with the labels of the "
                f"board, need keys of {bits} bits; the limit is {KEY}"
            )
        if self._working > self._bound:
            raise TooLargeError(
                f"{len(self.family):,} sets take {memory_text(self._working)} in a process, which "
                f"may have {memory_text(self._bound)}"
            )

    @property
    def _working(self) -> int:
        """Return the bytes that a process needs in addition to the halves."""
        return len(self.family) * WORKING

    @property
    def description(self) -> str:
        """Return all that the tallies depend on, but not how they are computed, as one line of
        JSON."""
        model = self.model
        board = [model.board.cells, model.board.labels, model.groups, model.is_calendar]
        return json.dumps([board, self.family.description], separators=(",", ":"))

    def prepare(self, stop: CheckStop | None = None) -> None:
        """Build the tables that all units share. If this is not called, the first unit builds them.
        Raises TooLargeError if the memory is exceeded."""
        self._bounded(lambda: self._halves.prepare(stop or _never_stop))

    def run(self, unit: LabelUnit, stop: CheckStop | None = None) -> Tally:
        """Return the tally of a unit's instances. `stop` is called regularly; an exception that it
        raises ends the work. Raises TooLargeError if the memory is exceeded, or if a set has more
        than 2^32 - 1 solutions of an instance."""
        return self._bounded(lambda: self._run(unit, stop or _never_stop))

    def _bounded(self, work: Callable[[], T]) -> T:
        """Call `work`, and turn the errors of the core into TooLargeError."""
        try:
            return work()
        except OverflowError:
            raise TooLargeError(
                f"the family takes more than {memory_text(self._bound)} in a process"
            ) from None
        except ArithmeticError:
            raise TooLargeError("a set has 2^32 solutions or more of one date") from None

    def _run(self, unit: LabelUnit, stop: CheckStop) -> Tally:
        tally = Tally.empty(len(self.family))
        counters = np.zeros(len(self.family), np.uint32)
        halves = self._halves
        unit_labels = dict(zip(self._split_groups[:1], unit.labels, strict=True))
        for fixed in halves.label_combinations(unit_labels):
            halves.make(fixed, stop)
            for low, below in enumerate(halves.below):
                for high, above in enumerate(halves.above):
                    total = halves.join(low, high, counters, stop)
                    if tally.add_instance(counters, self._exists(fixed | below | above)) != total:
                        raise ArithmeticError
        return tally

    def _exists(self, labels: dict[int, str]) -> bool:
        """Return whether the instance with these labels, by group, exists."""
        row = tuple(labels[k] for k in range(len(labels)))
        return not self.model.is_calendar or exists(self.model, row)

    @cached_property
    def _halves(self) -> BoardHalves:
        return BoardHalves(
            self._items, self._keys, self.cut, self._split_groups, self._bound - self._working
        )


def _never_stop() -> None:
    """Do nothing: the default for `stop`."""


def _name(group: str, label: str) -> str:
    """Return the name of the unit of a label; `stem` in unit.py puts the unit's number before
    it."""
    return "-".join(re.sub(r"\W", "_", word) for word in (group, label))
