"""What each engine costs: seconds from the size of what is left.

An engine prepares tables, from all options of the Cover and from those that are left, and then
works, over partial fillings or sets of them, of which there are about 2 to some power. The power is
linear in a few numbers, fitted to results/benchmarks/planning.csv by benchmarks/fit_costs.py.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import log2
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover, Options

ONE_BY_ONE = {"halves", "dancing"}
"""The engines that count the instances one after another."""


class Size(NamedTuple):
    """The size of what is left of a Cover: all its options, and those that are left; the open
    cells; `freedom`, the binary logarithm of the ways if every cell took one of its options by
    itself; the options of a solution; the kinds of pieces; the lines of the board that the cells
    fill; and the binary logarithm of the instances."""

    options: int
    remaining: int
    freedom: float
    placements: float
    kinds: int
    lines: float
    instances: float
    cells: int


def size_of(cover: Cover, fixed: Options) -> Size:
    """Return the size of what is left when the options `fixed` are placed."""
    used = Counter(chain.from_iterable([cover.options[k] for k in fixed]))
    closed = {item for item, times in used.items() if times >= cover.bounds[item][1]}
    left = [own for own in cover.options if closed.isdisjoint(own)] if fixed else cover.options
    of = Counter(chain.from_iterable(left))
    pieces, bounds, needed = cover.pieces, cover.bounds, len(cover.primary)
    cells = [item for item in range(pieces, len(bounds)) if item not in closed]
    covered = max(sum(of.values()) / max(len(left), 1) - (pieces > 0), 1)  # cells, by an option
    ways = [of[item] + (item >= needed or not bounds[item][0]) for item in cells]
    axes = [own for own in range(pieces - len(cover.axes), pieces) if own not in closed]
    return Size(
        len(cover.options),
        len(left),
        sum([log2(own) for own in ways if own]) / covered,
        len(cells) / covered,
        sum(1 for k in range(pieces - len(cover.axes)) if of[k]),
        len(cells) / min(cover.plane.frame) if cover.plane else 0,
        sum(log2(max(of[own], 1)) for own in axes),
        len(cells),
    )


class Cost(NamedTuple):
    """The microseconds an option, an option left and at all that an engine takes to begin; and the
    power of 2 of the seconds of its work: a number, and what each number of a Size adds."""

    option: float
    remaining: float
    begin: float
    power: float
    freedom: float
    placements: float
    kinds: float
    lines: float
    instances: float
    cells: float

    def seconds(self, size: Size) -> float:
        """Return the expected time."""
        begin = self.option * size.options + self.remaining * size.remaining + self.begin
        work = self.power + sum(a * b for a, b in zip(self[4:], size[2:], strict=True))
        seconds: float = begin / 1e6 + 2.0 ** min(work, 60)
        return seconds


COSTS = {
    "diagram": Cost(0.978, 0.483, 648, -17.55, 0.21, -0.04, 0.29, -0.52, 0.21, -0.01),
    "halves": Cost(1.03, 0.29, 146, -14.54, 0.17, -0.21, 0.1, -0.57, 0.36, 0.06),
    "frontier": Cost(3.13, 1.96, 83.6, -17.23, 0.3, -0.35, 0.13, -0.42, 0.4, -0.04),
    "backtrack": Cost(1.08, 0.0622, 68.2, -21.5, 0.42, 0.52, -0.24, -0.18, 0.37, -0.28),
    "dancing": Cost(0.128, 0.561, 32.3, -19.26, 0.49, 0.12, -1.03, -0.03, 0.46, -0.16),
}
"""The rows of what has a board."""

BARE = {
    "frontier": Cost(38.5, 0.187, 6.62, -14.22, 0.16, -0.12, -0.38, 0.1, 0.07, 0.11),
    "dancing": Cost(0.207, 0.539, 22.7, -21.54, 0.83, 0.11, -0.98, 0.1, -0.86, -0.56),
}
"""The rows of what has none. Of the frontier method and dancing cells, the one that does not suit
a bare exact cover takes many times longer there, which the rows of boards do not know."""


def expected(engine: str, cover: Cover, fixed: Options = ()) -> float:
    """Return about how many seconds the engine takes to count the solutions with the options
    `fixed`."""
    return _rows(cover)[engine].seconds(size_of(cover, fixed))


def _rows(cover: Cover) -> dict[str, Cost]:
    return COSTS if cover.plane else BARE


def counting_costs(cover: Cover, fixed: Options, every: bool) -> dict[str, float]:
    """Return about how many seconds each engine takes to count the solutions with the options
    `fixed`, of `every` instance or of all together. A diagram is of use where nothing is fixed."""
    size = size_of(cover, fixed)
    costs = {
        engine: own.seconds(size)
        for engine, own in _rows(cover).items()
        if engine != "diagram" or not fixed
    }
    if every:
        alone = size._replace(instances=0)
        for engine in costs.keys() & ONE_BY_ONE:
            costs[engine] = cover.instances * _rows(cover)[engine].seconds(alone)
    return costs
