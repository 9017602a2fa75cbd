"""The sets of labels that a group can leave uncovered, computed when they are needed.

Sets are ordered by their size, and lexicographically within a size, in the order of the labels. The
number of a set, and the set with a given number, are computed from binomial coefficients (the
combinatorial number system: Knuth, TAOCP 4A, 7.2.1.3).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import comb
from typing import Any, TypeVar

T = TypeVar("T")


class _Computed(Sequence[T]):
    """A sequence whose elements `_nth` computes; two sequences with the same `_key` are equal."""

    _key: tuple[Any, ...]

    @abstractmethod
    def _nth(self, number: int) -> T:
        """Return the element with this number, which is from 0 to the length minus 1."""

    def __getitem__(self, index: Any) -> Any:
        chosen = range(len(self))[index]
        return tuple(map(self._nth, chosen)) if isinstance(index, slice) else self._nth(chosen)

    def __contains__(self, value: object) -> bool:
        try:
            self.index(value)
        except ValueError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,}>"


class LabelSets(_Computed[tuple[str, ...]]):
    """All sets of `least` to `most` of the `labels`."""

    def __init__(self, labels: Sequence[str], least: int, most: int) -> None:
        self.labels, self.least, self.most = tuple(labels), least, most
        self._key = self.labels, least, most
        self._place = {label: k for k, label in enumerate(labels)}

    @property
    def total(self) -> int:
        """The number of sets, which `len` does not return if it exceeds `sys.maxsize`."""
        return sum(comb(len(self.labels), k) for k in range(self.least, self.most + 1))

    def __len__(self) -> int:
        return self.total

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        sizes = range(self.least, self.most + 1)
        return chain.from_iterable(combinations(self.labels, size) for size in sizes)

    def _nth(self, number: int) -> tuple[str, ...]:
        size = self.least
        while number >= comb(len(self.labels), size):
            number -= comb(len(self.labels), size)
            size += 1
        found: list[str] = []
        for at, label in enumerate(self.labels, 1):
            if len(found) == size:
                break
            following = comb(len(self.labels) - at, size - len(found) - 1)
            if number < following:
                found.append(label)
            else:
                number -= following
        return tuple(found)

    def index(self, value: Any, start: int = 0, stop: int = 0) -> int:
        """Return the number of a set of labels. Raises ValueError if it is not one of the sets, or
        if its labels are not in order."""
        places = [self._place.get(label, -1) for label in value]
        size, many = len(places), len(self.labels)
        if [-1, *places] != sorted({-1, *places}) or not self.least <= size <= self.most:
            raise ValueError(f"{value!r} is not a set of these labels")
        number = sum(comb(many, k) for k in range(self.least, size))
        return (
            number
            + comb(many, size)
            - 1
            - sum(comb(many - 1 - place, size - k) for k, place in enumerate(places))
        )


class SetNames(_Computed[str]):
    """The names of sets of labels, such as `3+17`; the empty set of the group `day` is `no-day`."""

    def __init__(self, name: str, sets: Sequence[tuple[str, ...]]) -> None:
        self._none, self._sets = f"no-{name}", sets
        self._key = name, sets

    def __len__(self) -> int:
        return len(self._sets)

    def __iter__(self) -> Iterator[str]:
        return ("+".join(labels) or self._none for labels in self._sets)

    def _nth(self, number: int) -> str:
        return "+".join(self._sets[number]) or self._none

    def index(self, value: Any, start: int = 0, stop: int = 0) -> int:
        """Return the number of the set with this name. Raises ValueError if there is none."""
        return self._sets.index(() if value == self._none else tuple(str(value).split("+")))
