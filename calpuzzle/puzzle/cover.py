"""The exact cover problem that every engine solves: items with bounds, options with colours, axes.

Callers construct a `Cover` from items and options, and calpuzzle/puzzle/lowering.py constructs one
from a puzzle. The constructor raises one error for all faults that it finds. A Cover contains data
only; calpuzzle/api/cover_handle.py adds the methods that solve it. A solution is a set of options,
written as the tuple of their numbers in increasing order.
"""

from __future__ import annotations

import operator
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property, wraps
from itertools import count
from math import prod
from typing import Any, NamedTuple, TypeVar

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import check_kind, values_of
from calpuzzle.base.wording import plural, range_text, shown, there_are

Bounds = tuple[int, int]
"""The least and the greatest number of times that an item may be covered."""

Options = tuple[int, ...]
"""Option numbers; in a solution they are in increasing order. Also the item numbers of one option,
in increasing order."""

Progress = Callable[[int, int | None, int], None]
"""A callback for long work: called with the amount done, the total, and the number of solutions
found so far. If the total is unknown, it is None, and the amount done is a number of steps, such as
options placed or solutions found."""

Phases = Callable[[str], AbstractContextManager[Progress | None]]
"""A callback that takes the title of a phase of the work and returns a context manager, which
yields the Progress of that phase, or None to report nothing."""


def quiet(title: str) -> AbstractContextManager[Progress | None]:
    """Return a phase that reports no progress."""
    return nullcontext()


T = TypeVar("T")

MAX_BOUND = (1 << 31) - 1
EDGES, CORNERS = 4, 8


class Plane(NamedTuple):
    """The layout of the cells of a flat puzzle, for engines that use bitboards.

    `places` lists the (line, position in the line) of each cell item, in scan order; `frame` is the
    size in (lines, positions per line). The cell items follow the pieces and the axes, and each
    option of an axis covers one cell. `can_test_regions` means that the cells are squares or sticks
    and that every option is connected along edges. `spread` states which positions can hold
    adjacent cells: EDGES for positions that share an edge, CORNERS also for those that share a
    corner, and 0 if some option is not connected.
    """

    places: tuple[tuple[int, int], ...]
    frame: tuple[int, int]
    can_test_regions: bool = True
    spread: int = EDGES


def once_per_cover(make: Callable[[Cover], T]) -> Callable[[Cover], T]:
    """Return `make` cached per Cover: its result is stored in `cover.derived`."""

    @wraps(make)
    def once(cover: Cover) -> T:
        if make not in cover.derived:
            cover.derived[make] = make(cover)
        found: T = cover.derived[make]
        return found

    return once


class Cover:
    """An exact cover problem as plain data.

    `primary` items are covered exactly once, `secondary` items at most once. `options` lists the
    items of each option; `names` may name the options. `multiplicity` replaces the bounds of a
    primary item: a number m for exactly m times, or (least, most). A solution is a set of options
    that meets all bounds. Options with the same items are distinct, so a solution that uses one of
    them differs from a solution that uses another. `axes` names primary items to count by: the
    options of each one, in increasing order, are the indices along one axis of the array of counts.

    An option without primary items is never chosen, as in Knuth's programs, because no item
    requires it. An option with a primary item may be chosen whatever the bounds of the item. A
    primary item with the bounds (0, 1) therefore makes an option truly optional: the item is
    covered at most once, like a secondary one, but solutions with and without the option both
    count. (Knuth's DLX3 makes the same distinction.)

    `colours` maps, for each option, some of its secondary items to a colour, as in Knuth's DLX2:
    any number of chosen options may share an item if all of them give it the same colour. An option
    that contains the item without giving it a colour excludes every other option that contains it.

    Attributes: `options`, the items of each option as numbers in increasing order; `bounds`, the
    bounds of each item; `axes`, the options of each axis; `pieces`, the number of leading items
    (the pieces, then the groups), exactly one of which is in each option, or 0 if unknown; `plane`,
    the layout if the remaining items are cells of a flat board; `palette`, the names of the
    colours; `colours`, for each option and item the colour number, from 1 in the order of
    `palette`, or 0 for none (empty if no item has a colour); `notes`, sentences about the names,
    which the writers of model files add as comments.

    Raises InputError, which lists the faults found.
    """

    notes: tuple[str, ...] = ()

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: Iterable[Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
        names: Sequence[str] | None = None,
        multiplicity: Mapping[Any, int | Bounds] | None = None,
        axes: Iterable[Hashable] = (),
        colours: Sequence[Mapping[Any, Hashable]] = (),
    ) -> None:
        check_kind(options, Iterable, "options must be an iterable of collections of items")
        check_kind(multiplicity or {}, Mapping, "multiplicity must map items to bounds")
        check_kind(colours, Sequence, "colours must be a sequence with a mapping for each option")
        self.primary = values_of(primary, "the primary items")
        self.secondary = values_of(secondary, "the secondary items")
        rows = [values_of(option, f"the items of option {k}") for k, option in enumerate(options)]
        _reject_matrix(self.items, rows)
        named = values_of(axes, "the axes")
        for k, shades in enumerate(colours):
            check_kind(shades, Mapping, f"the colours of option {k} must map items to colours")
            values_of(shades.values(), f"the colours of option {k}")
        found = _duplicates("item", self.items)
        number = {item: i for i, item in enumerate(self.items)}
        if names is not None:
            self.names = tuple(map(str, values_of(names, "the names")))
            if len(self.names) != len(rows):
                found.append(
                    f"{there_are(len(rows), 'option')}, but {plural(len(self.names), 'name')}"
                )
        self.bounds = _bounds(self.primary, self.secondary, multiplicity or {}, found)
        self.options = _numbered(rows, number, found)
        self.palette = tuple(dict.fromkeys(name for shades in colours for name in shades.values()))
        self.colours = _coloured(self, colours, rows, found) if colours else ()
        for item in named:
            at = number.get(item, len(self.bounds))
            if at >= len(self.primary) or self.bounds[at] != (1, 1):
                found.append(f"the axis {item} is not an item that is covered exactly once")
        found += _duplicates("axis", named)
        if found:
            raise InputError(found)
        self.axes = tuple(
            tuple(k for k, option in enumerate(self.options) if number[item] in option)
            for item in named
        )
        self.pieces = 0
        self.plane: Plane | None = None

    @classmethod
    def numbered(
        cls,
        primary: Sequence[Hashable],
        options: Sequence[Options],
        secondary: Sequence[Hashable],
        bounds: Sequence[Bounds],
        axes: Sequence[Sequence[int]] = (),
        pieces: int = 0,
        plane: Plane | None = None,
        colours: Sequence[tuple[int, ...]] = (),
        palette: Sequence[Hashable] = (),
    ) -> Cover:
        """Return a Cover from data in the form of its attributes, without any checks.

        `options` are item numbers in increasing order, `axes` option numbers, `bounds` those of the
        primary items, and `colours` colour numbers.
        """
        made = cls.__new__(cls)
        vars(made).update(
            primary=tuple(primary),
            secondary=tuple(secondary),
            bounds=tuple(bounds) + ((0, 1),) * len(secondary),
            options=tuple(options),
            axes=tuple(map(tuple, axes)),
            pieces=pieces,
            plane=plane,
            colours=tuple(colours),
            palette=tuple(palette),
        )
        return made

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """Return the results that `once_per_cover` has stored, by function; never pickled."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "derived"}

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Return all items: the primary ones, then the secondary ones."""
        return self.primary + self.secondary

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the options.

        Unless names were passed to the constructor, they are `PIECE.1`, `PIECE.2` and so on, or the
        numbers of the options if there are no pieces.
        """
        if not self.pieces:
            return tuple(map(str, range(len(self.options))))
        number = [count(1) for _ in range(self.pieces)]
        return tuple(f"{self.primary[piece]}.{next(number[piece])}" for piece, *_ in self.options)

    def can_choose(self, number: int) -> bool:
        """Return whether the option has a primary item; no other option is ever chosen."""
        # Item numbers increase and primary items come first, so the first item decides.
        option = self.options[number]
        return bool(option) and option[0] < len(self.primary)

    @cached_property
    def choosable(self) -> tuple[int, ...]:
        """Return the numbers of the options that a solution may contain; see `can_choose`."""
        return tuple(k for k in range(len(self.options)) if self.can_choose(k))

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the number of options of each axis: the shape of the array of counts."""
        return tuple(map(len, self.axes))

    @property
    def instances(self) -> int:
        """Return the number of instances, each one option of every axis; 1 without axes."""
        return prod(self.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """Return how much one step along each axis adds to the number of an instance."""
        return tuple(prod(self.shape[k + 1 :]) for k in range(len(self.shape)))

    def instance(self, number: int) -> Options:
        """Return the options of an instance, one from each axis.

        `number` is a flat index into the array of counts. An option that is on two axes is returned
        once.
        """
        chosen = []
        for axis, stride in zip(self.axes, self.strides, strict=True):
            index, number = divmod(number, stride)
            chosen.append(axis[index])
        return tuple(dict.fromkeys(chosen))

    @cached_property
    def instance_contribution(self) -> dict[int, int]:
        """Return, for each option of an axis, its contribution to the number of an instance."""
        contribution: dict[int, int] = {}
        for axis, stride in zip(self.axes, self.strides, strict=True):
            for index, option in enumerate(axis):
                contribution[option] = contribution.get(option, 0) + index * stride
        return contribution

    @cached_property
    def sizes(self) -> list[set[int]]:
        """Return, for each piece, the set of the numbers of cells that its options cover."""
        sizes: list[set[int]] = [set() for _ in range(self.pieces)]
        for option in self.options if sizes else ():
            sizes[option[0]].add(len(option) - 1)
        return sizes

    def coloured(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return the items of option `number`, each with its colour number, or 0 for none."""
        option = self.options[number]
        colours = self.colours[number] if self.colours else (0,) * len(option)
        return tuple(zip(option, colours, strict=True))

    def digest(self) -> bytes:
        """Return the SHA-256 of everything that a count depends on, and of the byte order."""
        import hashlib

        frame = self.plane and self.plane.frame
        content = (
            *(sys.byteorder, len(self.primary), self.options, self.bounds, self.axes, frame),
            *((self.colours,) if self.colours else ()),
        )
        return hashlib.sha256(repr(content).encode()).digest()

    def __repr__(self) -> str:
        items = plural(len(self.primary), "item")
        secondary = f" and {len(self.secondary)} secondary" if self.secondary else ""
        return f"<Cover: {items}{secondary}, {plural(len(self.options), 'option')}>"


def _reject_matrix(items: Sequence[Hashable], rows: Sequence[Sequence[Hashable]]) -> None:
    """Raise InputError if `rows` look like the rows of a 0-1 matrix instead of sets of items."""
    # all() stops at the first other value, which in nearly every cover is the very first one.
    if not all(value in (0, 1) for row in rows for value in row):
        return
    values = {value for row in rows for value in row}
    if 0 in values and not (values <= {*items} and all(map(_is_set, rows))):
        raise InputError(
            "these options look like the rows of a 0-1 matrix; pass the matrix to Cover.of_matrix"
        )


def _is_set(row: Sequence[Hashable]) -> bool:
    return len(row) == len({*row})


def _duplicates(kind: str, values: Iterable[Hashable]) -> list[str]:
    times = Counter(values)
    return [f"the {kind} {value} is listed twice" for value in times if times[value] > 1]


def _bounds(
    primary: tuple[Hashable, ...],
    secondary: tuple[Hashable, ...],
    multiplicity: Mapping[Hashable, int | Bounds],
    found: list[str],
) -> tuple[Bounds, ...]:
    bounds: dict[Hashable, Bounds] = dict.fromkeys(primary, (1, 1))
    for item, value in multiplicity.items():
        if item not in bounds:
            found.append(f"the multiplicity names {item}, which is not a primary item")
            continue
        try:
            least, most = map(operator.index, value if isinstance(value, tuple) else (value, value))
        except (TypeError, ValueError):
            wanted = "a whole number or a pair of them"
            found.append(f"the multiplicity of {item} is {shown(value)}, not {wanted}")
            continue
        if not 0 <= least <= most <= MAX_BOUND:
            found.append(f"the item {item} cannot be covered {range_text(least, most)} times")
        bounds[item] = (least, most)
    return tuple(bounds[item] for item in primary) + ((0, 1),) * len(secondary)


def _numbered(
    rows: list[tuple[Hashable, ...]], number: dict[Hashable, int], found: list[str]
) -> tuple[Options, ...]:
    options = []
    for k, row in enumerate(rows):
        try:
            option = tuple(sorted([number[item] for item in row]))
        except KeyError as error:
            found.append(f"option {k} names {error.args[0]}, which is not an item")
            continue
        if not option:
            found.append(f"option {k} has no items")
        elif len(set(option)) < len(option):
            found.append(f"option {k} has an item twice")
        options.append(option)
    return tuple(options)


def _coloured(
    cover: Cover,
    colours: Sequence[Mapping[Hashable, Hashable]],
    rows: list[tuple[Hashable, ...]],
    found: list[str],
) -> tuple[tuple[int, ...], ...]:
    if len(colours) != len(rows):
        have = plural(len(colours), "set")
        found.append(f"{there_are(len(rows), 'option')}, but {have} of colours")
    free = set(cover.secondary)
    for k, (row, given) in enumerate(zip(rows, colours, strict=False)):
        for item in given:
            if item not in row:
                found.append(f"option {k} gives {item} a colour, but does not contain it")
            elif item not in free:
                found.append(f"option {k} gives {item} a colour, but only secondary items have one")
    if found or not cover.palette:
        return ()
    shade = {name: at for at, name in enumerate(cover.palette, 1)}
    items = cover.items
    return tuple(
        tuple([shade[given[items[i]]] if items[i] in given else 0 for i in option])
        for option, given in zip(cover.options, colours, strict=True)
    )
