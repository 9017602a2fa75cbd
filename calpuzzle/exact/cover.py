"""The general exact cover problem as a caller states it, checked, with its solutions.

Solutions are tuples of option numbers, rising. They come in the order of the search of `links`:
it branches on the item with the fewest ways to go on (of equal ones on the one stated first; items
that need no more options come last), and tries the options of that item in rising order. The same
instance always gives the same order. The engines of other makers, `cpsat`, `highs` and `sat`, say
themselves in which order they list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, cast

from calpuzzle.errors import InputError
from calpuzzle.text import plural, unknown

Bounds = tuple[int, int]
"""How often, at least and at most, an item is to be covered."""

Progress = Callable[[int, int], None]
"""Called now and then on long work with (options laid, solutions found)."""

ENGINES = {
    "links": "dancing cells, compiled",
    "reference": "the same rule in plain Python, for checking",
    "cpsat": "OR-Tools' CP-SAT, an extra",
    "highs": "HiGHS in a process of its own, an extra",
    "sat": "a SAT solver of python-sat, an extra",
}
MAX_BOUND = (1 << 31) - 1
MAX_NODES = 1 << 30


class Engine(Protocol):
    """What an engine of this package offers."""

    def count(self, cover: Cover, progress: Progress | None = None) -> int:
        """How many solutions there are."""

    def solve(self, cover: Cover, progress: Progress | None = None) -> Iterator[tuple[int, ...]]:
        """The solutions, lazily, in the stated order."""


def load(name: str) -> Engine:
    """The engine of that name; `auto` is `links`. Raises InputError for an unknown one."""
    name = "links" if name == "auto" else name
    if name not in ENGINES:
        raise InputError(unknown("engine", name, ENGINES))
    return cast(Engine, import_module(f"calpuzzle.exact.{name}"))


class Cover:
    """An exact cover problem.

    `primary` items are covered exactly once, `secondary` ones at most once. `options` are the
    items of each option; `names` may name the options. `multiplicity` gives other bounds of a
    primary item: a number m for exactly m times, or (least, most). A solution is a set of options
    that meets all bounds: which of several equal options covers an item matters, in which order
    they were chosen does not.

    An option of secondary items only is never chosen, as in Knuth's programs: there is nothing
    that wants it. An option with a primary item may be chosen, whatever the bounds; so one that
    may be in a solution or not has a primary item of the bounds (0, 1), which is covered at most
    once as a secondary one is, but counted both ways. (His DLX3 makes the same distinction.)

    >>> cover = Cover("abc", ["ab", "c", "a", "bc"])
    >>> cover.count()
    2
    >>> list(cover.solve())
    [(0, 1), (2, 3)]
    >>> Cover("a", ["ab", "b"], "b", multiplicity={"a": (0, 1)}).count()
    2

    Raises InputError, with every fault: an item stated twice or unknown, an option with no item or
    with one twice, impossible bounds.
    """

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: Iterable[Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
        names: Sequence[str] | None = None,
        multiplicity: Mapping[Any, int | Bounds] | None = None,
    ) -> None:
        self.primary = tuple(primary)
        self.secondary = tuple(secondary)
        self.items = self.primary + self.secondary
        rows = [tuple(option) for option in options]
        self.names = tuple(names) if names is not None else tuple(map(str, range(len(rows))))
        found: list[str] = []
        number = {item: i for i, item in enumerate(self.items)}
        if len(number) < len(self.items):
            twice = Counter(self.items).most_common(1)[0][0]
            found.append(f"the item {twice} is stated twice")
        if len(self.names) != len(rows):
            found.append(f"there are {plural(len(rows), 'option')}, but {len(self.names)} names")
        self.bounds = _bounds(self.primary, self.secondary, multiplicity or {}, found)
        self.options = _numbered(rows, number, found)
        if sum(map(len, self.options)) > MAX_NODES:
            found.append(f"the options have more than {MAX_NODES:,} items in all")
        if found:
            raise InputError(found)

    @cached_property
    def choosable(self) -> tuple[int, ...]:
        """The numbers of the options that hold a primary item: those that a solution may have."""
        # The item numbers of an option rise.
        return tuple(k for k, option in enumerate(self.options) if option[0] < len(self.primary))

    def count(self, engine: str = "auto", progress: Progress | None = None) -> int:
        """How many solutions there are."""
        return load(engine).count(self, progress)

    def solve(
        self, engine: str = "auto", progress: Progress | None = None
    ) -> Iterator[tuple[int, ...]]:
        """The solutions as tuples of rising option numbers, lazily, in the module's order."""
        return load(engine).solve(self, progress)

    def first(self, engine: str = "auto") -> tuple[int, ...] | None:
        """The first solution, or None where there is none."""
        return next(self.solve(engine), None)

    def __repr__(self) -> str:
        items = plural(len(self.primary), "item")
        secondary = f" and {len(self.secondary)} secondary" if self.secondary else ""
        return f"<Cover: {items}{secondary}, {plural(len(self.options), 'option')}>"


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
        least, most = value if isinstance(value, tuple) else (value, value)
        if not 0 <= least <= most <= MAX_BOUND:
            found.append(f"the item {item} cannot be covered {least} to {most} times")
        bounds[item] = (least, most)
    return tuple(bounds[item] for item in primary) + ((0, 1),) * len(secondary)


def _numbered(
    rows: list[tuple[Hashable, ...]], number: dict[Hashable, int], found: list[str]
) -> tuple[tuple[int, ...], ...]:
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
