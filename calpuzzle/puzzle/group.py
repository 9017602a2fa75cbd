"""A group of a puzzle: labels of which exactly one, or one set, stays uncovered."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import whole_number
from calpuzzle.base.wording import plural
from calpuzzle.puzzle.label_sets import LabelSets, SetNames

MAX_SETS = 5_000  # if a group has more sets of labels, they are computed instead of listed


class Group(NamedTuple):
    """A group of labels, of which exactly one stays uncovered.

    Parameters
    ----------
    name : str
        The name.
    labels : sequence of str
        The labels, in the order of the table of counts. If the group leaves several labels of the
        board uncovered, each label of the group names a set of them, such as ``"3+17"`` or
        ``"no-day"``; see `several`.
    label_sets : sequence of tuple of str, optional
        The labels of the board in each such set.

    Examples
    --------
    >>> cp.Group("letter", ("A", "B"))
    Group(name='letter', labels=('A', 'B'), label_sets=())
    """

    name: str
    labels: Sequence[str]
    label_sets: Sequence[tuple[str, ...]] = ()

    @classmethod
    def several(cls, name: str, labels: Sequence[str], least: int, most: int) -> Group:
        """Return a group that leaves several labels uncovered.

        Parameters
        ----------
        name : str
            The name.
        labels : sequence of str
            The labels of the board.
        least, most : int
            The minimum and maximum number of labels that stay uncovered.

        Returns
        -------
        Group

        Raises
        ------
        InputError
            Unless 0 <= `least` <= `most` <= the number of labels, and if there are too many sets.

        Examples
        --------
        >>> cp.Group.several("day", ["1", "2"], 0, 2).labels
        ('no-day', '1', '2', '1+2')
        """
        least, most = whole_number(least, "least"), whole_number(most, "most")
        if not 0 <= least <= most <= len(labels):
            raise InputError(
                f"group {name} cannot leave {least} to {most} of its "
                f"{plural(len(labels), 'label')} uncovered; write two numbers from 0 to "
                f"{len(labels)}, the minimum first"
            )
        if LabelSets(labels, least, most).total > sys.maxsize:
            raise InputError(
                f"group {name} can leave more than {sys.maxsize:,} sets of labels uncovered, too "
                "many; lower the maximum"
            )
        if least == most == 1:
            return cls(name, tuple(labels))
        sets = LabelSets(labels, least, most)
        names = SetNames(name, sets)
        return cls(name, names, sets) if len(sets) > MAX_SETS else cls(name, (*names,), (*sets,))

    @property
    def unlisted_sets(self) -> LabelSets | None:
        """The sets of labels if there are too many to list, otherwise None."""
        return self.label_sets if isinstance(self.label_sets, LabelSets) else None

    @property
    def opened(self) -> Mapping[str, tuple[str, ...]]:
        """The labels of the board that each label leaves uncovered, usually itself."""
        if self.unlisted_sets:
            return _Opened(self)
        return dict(zip(self.labels, self.label_sets or zip(self.labels), strict=True))

    @property
    def printed(self) -> tuple[str, ...]:
        """All labels of the board that belong to the group."""
        if self.unlisted_sets:
            return self.unlisted_sets.labels
        if self.label_sets:
            return tuple(dict.fromkeys(chain(*self.label_sets)))
        return tuple(self.labels)  # with repetitions, which validate.py reports

    @property
    def words(self) -> tuple[str, ...]:
        """The labels of the group, and the labels of the board that belong to it. If the sets are
        not listed, their names are not included, except that of the empty set if it is allowed."""
        if not self.unlisted_sets:
            return (*self.labels, *self.printed)
        return (f"no-{self.name}",) * (self.sizes[0] == 0) + self.printed

    @property
    def sizes(self) -> tuple[int, int]:
        """The minimum and maximum number of labels of the board that stay uncovered."""
        if self.unlisted_sets:
            return self.unlisted_sets.least, self.unlisted_sets.most
        numbers = [len(labels) for labels in self.label_sets] or [1]
        return min(numbers), max(numbers)

    def only(self, labels: str | Collection[str]) -> Group:
        """Return the group with some of its labels.

        Parameters
        ----------
        labels : str or collection of str
            The label or labels to keep.

        Returns
        -------
        Group

        Examples
        --------
        >>> cp.Group("letter", ("A", "B", "C")).only({"A", "C"}).labels
        ('A', 'C')
        """
        labels = [labels] if isinstance(labels, str) else labels
        kept = sorted({k for label in labels for k in self._index_of(label)})
        chosen = tuple(self.labels[k] for k in kept)
        sets = tuple(self.label_sets[k] for k in kept) if self.label_sets else ()
        return self._replace(labels=chosen, label_sets=() if sets == (*zip(chosen),) else sets)

    def _index_of(self, label: str) -> list[int]:
        """Return a list with the index of the label, or an empty list if there is no such label.
        Sets of labels are found without listing those before them."""
        try:
            return [self.labels.index(label)]
        except ValueError:
            return []


class _Opened(Mapping[str, tuple[str, ...]]):
    """`Group.opened` of a group whose sets are not listed."""

    def __init__(self, group: Group) -> None:
        self._group = group

    def __getitem__(self, label: str) -> tuple[str, ...]:
        try:
            return self._group.label_sets[self._group.labels.index(label)]
        except ValueError:
            raise KeyError(label) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._group.labels)

    def __len__(self) -> int:
        return len(self._group.labels)
