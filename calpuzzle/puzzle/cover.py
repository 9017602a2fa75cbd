"""The exact cover problem: items, options, axes. What every engine solves, whatever the puzzle was.

A `Cover` is stated by a caller, item by item, or made of a puzzle by calpuzzle/puzzle/lowering.py.
It is data, without verbs; calpuzzle/api/cover.py adds those for callers.
A solution is a set of options; it is written as the tuple of their numbers, rising.
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
from calpuzzle.base.given import of_kind, values_of
from calpuzzle.base.text import between, plural, shown, there

Bounds = tuple[int, int]
"""The least and the most times that an item is to be covered."""

Options = tuple[int, ...]
"""Numbers of options, rising: a solution, or what completes one."""

Progress = Callable[[int, int | None, int], None]
"""Called now and then on long work: how much is done, of how much (None where that is not known:
then what is done are options laid), and how many solutions have been found."""

Phases = Callable[[str], AbstractContextManager[Progress | None]]
"""Returns, for the title of a phase of the work, the Progress of that phase."""


def quiet(title: str) -> AbstractContextManager[Progress | None]:
    """Return a phase whose progress is not reported."""
    return nullcontext()


T = TypeVar("T")

MAX_BOUND = (1 << 31) - 1
EDGES, CORNERS = 4, 8


class Plane(NamedTuple):
    """The layout of the items of a flat puzzle, for the bitboards.

    Behind the pieces, of which the axes are the last, come the cells, in the order of the scan:
    place (line, place in the line) each, in a `frame` of (lines, places a line). The options of an
    axis have one cell. `whole` says that the board is of squares, and that the cells of every
    option hold together by edges. `spread` says which places may hold cells that touch: those that
    touch by EDGES as squares do, or by CORNERS too; 0 where an option is in parts.
    """

    places: tuple[tuple[int, int], ...]
    frame: tuple[int, int]
    whole: bool = True
    spread: int = EDGES


def once_per_cover(make: Callable[[Cover], T]) -> Callable[[Cover], T]:
    """Decorate a function of a Cover: its result is computed once per Cover and stored there."""

    @wraps(make)
    def once(cover: Cover) -> T:
        if make not in cover.derived:
            cover.derived[make] = make(cover)
        found: T = cover.derived[make]
        return found

    return once


class Cover:
    """An exact cover problem, as plain data without verbs.

    `primary` items are covered exactly once, `secondary` ones at most once. `options` are the
    items of each option; `names` may name the options. `multiplicity` gives other bounds of a
    primary item: a number m for exactly m times, or (least, most). A solution is a set of options
    that meets all bounds: which of several equal options covers an item matters, in which order
    they were chosen does not. `axes` names primary items to count by: the options of each, in
    their order, are the indices along one axis of the array of counts.

    An option of secondary items only is never chosen, as in Knuth's programs: there is nothing
    that wants it. An option with a primary item may be chosen, whatever the bounds; so one that
    may be in a solution or not has a primary item of the bounds (0, 1), which is covered at most
    once as a secondary one is, but counted both ways. (His DLX3 makes the same distinction.)

    `colours` gives some secondary items of an option a colour each, as in his DLX2: any number of
    options may hold an item if all of them give it the same colour; one without a colour holds it
    alone.

    `notes` are sentences about the names, for writers of models.

    Attributes, beside the items: `options` as rising numbers of items, `bounds` of every item,
    `axes` as the options of each axis in order, `pieces`, how many of the first items are pieces,
    of which each option has exactly one (0 where that is not known), `plane`, where the others
    are cells of a flat board, and `colours`: beside each option the number of the colour that it
    gives each of its items, from 1 on in the order of `palette`, the names of the colours, and 0
    for none. It is empty where nothing has a colour. Raises InputError, with every fault.
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
        of_kind(options, Iterable, "options are an iterable of the items of each")
        of_kind(multiplicity or {}, Mapping, "multiplicity is a mapping of items to bounds")
        of_kind(colours, Sequence, "colours are a sequence of a mapping for each option")
        self.primary = values_of(primary, "the primary items")
        self.secondary = values_of(secondary, "the secondary items")
        rows = [values_of(option, f"the items of option {k}") for k, option in enumerate(options)]
        _no_matrix(self.items, rows)
        named = values_of(axes, "the axes")
        for k, own in enumerate(colours):
            of_kind(own, Mapping, f"the colours of option {k} are a mapping of items to colours")
            values_of(own.values(), f"the colours of option {k}")
        found = _twice("item", self.items)
        number = {item: i for i, item in enumerate(self.items)}
        if names is not None:
            self.names = tuple(map(str, values_of(names, "the names")))
            if len(self.names) != len(rows):
                found.append(f"{there(len(rows), 'option')}, but {plural(len(self.names), 'name')}")
        self.bounds = _bounds(self.primary, self.secondary, multiplicity or {}, found)
        self.options = _numbered(rows, number, found)
        self.palette = tuple(dict.fromkeys(name for own in colours for name in own.values()))
        self.colours = _coloured(self, colours, rows, found) if self.palette else ()
        for item in named:
            at = number.get(item, len(self.bounds))
            if at >= len(self.primary) or self.bounds[at] != (1, 1):
                found.append(f"the axis {item} is no item that is covered exactly once")
        found += _twice("axis", named)
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
        """A Cover whose options are rising numbers of items already, whose axes are options, whose
        `bounds` are those of the primary items, and whose `colours` are numbers beside these;
        nothing is checked."""
        made = cls.__new__(cls)
        made.primary = tuple(primary)
        made.secondary = tuple(secondary)
        made.bounds = tuple(bounds) + ((0, 1),) * len(made.secondary)
        made.options = tuple(options)
        made.axes = tuple(map(tuple, axes))
        made.pieces = pieces
        made.plane = plane
        made.colours = tuple(colours)
        made.palette = tuple(palette)
        return made

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """The results that `once_per_cover` has stored, by function; they are not pickled."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "derived"}

    @property
    def items(self) -> tuple[Hashable, ...]:
        """All items: the primary ones, then the secondary ones."""
        return self.primary + self.secondary

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the options: as they were given, or `PIECE.1`, `PIECE.2` and so on where
        each has a piece, or else their numbers."""
        if not self.pieces:
            return tuple(map(str, range(len(self.options))))
        number = [count(1) for _ in range(self.pieces)]
        return tuple(f"{self.primary[piece]}.{next(number[piece])}" for piece, *_ in self.options)

    def can_choose(self, number: int) -> bool:
        """Return whether an option holds a primary item; one of no items is never chosen."""
        # The item numbers of an option rise.
        option = self.options[number]
        return bool(option) and option[0] < len(self.primary)

    @cached_property
    def choosable(self) -> tuple[int, ...]:
        """The numbers of the options that hold a primary item: those that a solution may have."""
        return tuple(k for k in range(len(self.options)) if self.can_choose(k))

    @property
    def shape(self) -> tuple[int, ...]:
        """Return how many options each axis has: the shape of the array of counts."""
        return tuple(map(len, self.axes))

    @property
    def instances(self) -> int:
        """Return how many ways there are to lay one option of each axis; 1 without axes."""
        return prod(self.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """Return what one step along each axis adds to the number of an instance."""
        return tuple(prod(self.shape[k + 1 :]) for k in range(len(self.shape)))

    def instance(self, number: int) -> Options:
        """The options that the instance of that number (a flat index into the counts) lays, one an
        axis, in the order of the axes; one that is on two axes is laid once."""
        laid = []
        for axis, stride in zip(self.axes, self.strides, strict=True):
            index, number = divmod(number, stride)
            laid.append(axis[index])
        return tuple(dict.fromkeys(laid))

    @cached_property
    def instance_of(self) -> dict[int, int]:
        """Of each option of an axis what it adds to the number of the instance."""
        adds: dict[int, int] = {}
        for axis, stride in zip(self.axes, self.strides, strict=True):
            for index, option in enumerate(axis):
                adds[option] = adds.get(option, 0) + index * stride
        return adds

    @cached_property
    def sizes(self) -> list[set[int]]:
        """Of each of the pieces how many items, besides itself, its options have."""
        sizes: list[set[int]] = [set() for _ in range(self.pieces)]
        for option in self.options if sizes else ():
            sizes[option[0]].add(len(option) - 1)
        return sizes

    def coloured(self, number: int) -> tuple[tuple[int, int], ...]:
        """The items of an option, each with the number of its colour, or 0."""
        option = self.options[number]
        colours = self.colours[number] if self.colours else (0,) * len(option)
        return tuple(zip(option, colours, strict=True))

    def digest(self) -> bytes:
        """The SHA-256 of all that a count depends on, and of the order of bytes here."""
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


def _no_matrix(items: Sequence[Hashable], rows: Sequence[Sequence[Hashable]]) -> None:
    """Raise InputError for rows of 0 and 1, which are the rows of a matrix."""
    # Ends at the first item that is neither, which in nearly all covers is the first of all.
    if not all(value in (0, 1) for row in rows for value in row):
        return
    values = {value for row in rows for value in row}
    if 0 in values and not (values <= {*items} and all(map(_apart, rows))):
        raise InputError(
            "these options are the rows of a matrix of 0 and 1, which Cover.of_matrix(matrix) takes"
        )


def _apart(row: Sequence[Hashable]) -> bool:
    return len(row) == len({*row})


def _twice(kind: str, stated: Iterable[Hashable]) -> list[str]:
    times = Counter(stated)
    return [f"the {kind} {thing} is stated twice" for thing in times if times[thing] > 1]


def _bounds(
    primary: tuple[Hashable, ...],
    secondary: tuple[Hashable, ...],
    multiplicity: Mapping[Hashable, int | Bounds],
    found: list[str],
) -> tuple[Bounds, ...]:
    bounds: dict[Hashable, Bounds] = dict.fromkeys(primary, (1, 1))
    for item, value in multiplicity.items():
        if item not in bounds:
            found.append(f"the multiplicity names {item}, which is no primary item")
            continue
        try:
            least, most = map(operator.index, value if isinstance(value, tuple) else (value, value))
        except (TypeError, ValueError):
            found.append(f"the multiplicity of {item} is {shown(value)}, not a number or two")
            continue
        if not 0 <= least <= most <= MAX_BOUND:
            found.append(f"the item {item} cannot be covered {between(least, most)} times")
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
            found.append(f"option {k} names {error.args[0]}, which is no item")
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
        found.append(f"{there(len(rows), 'option')}, but {have} of colours")
    free = set(cover.secondary)
    for k, (row, own) in enumerate(zip(rows, colours, strict=False)):
        for item in own:
            if item not in row:
                found.append(f"option {k} gives {item} a colour, and does not hold it")
            elif item not in free:
                found.append(f"option {k} gives {item} a colour, which only secondary items have")
    if found:
        return ()
    shade = {name: at for at, name in enumerate(cover.palette, 1)}
    items = cover.items
    return tuple(
        tuple([shade[own[items[i]]] if items[i] in own else 0 for i in option])
        for option, own in zip(cover.options, colours, strict=True)
    )
