"""The expected running time of each engine in seconds, from the size of the residual problem.

An engine first prepares tables, in time proportional to the options of the Cover and to those that
remain, and then processes partial fillings or sets of them, whose number is modelled as a power
of 2. The exponent is linear in the numbers of `Size`, with coefficients that
benchmarks/fit_costs.py fits to results/benchmarks/plan_choices.csv.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import log2
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover, Options

ONE_BY_ONE = {"halves", "dancing"}
"""The engines of `COSTS` that count the instances one after another."""


class Size(NamedTuple):
    """The size of a residual problem.

    - `options`, `remaining`: the options of the Cover, and those that are not excluded;
    - `freedom`: an estimate of the binary logarithm of the number of partial fillings, as if each
      cell chose one of its options independently;
    - `placements`: the expected number of options of a solution;
    - `kinds`: the kinds of pieces that remain;
    - `lines`: the number of full lines of the board that the open cells would fill;
    - `instances`: the binary logarithm of the number of instances;
    - `cells`: the open cells.
    """

    options: int
    remaining: int
    freedom: float
    placements: float
    kinds: int
    lines: float
    instances: float
    cells: int


def size_of(cover: Cover, fixed: Options) -> Size:
    """Return the size of the residual problem when the options `fixed` are placed."""
    used = Counter(chain.from_iterable([cover.options[k] for k in fixed]))
    closed = {item for item, times in used.items() if times >= cover.bounds[item][1]}
    remaining = cover.options
    if fixed:
        remaining = tuple([option for option in cover.options if closed.isdisjoint(option)])
    of = Counter(chain.from_iterable(remaining))
    pieces, bounds, needed = cover.pieces, cover.bounds, len(cover.primary)
    cells = [item for item in range(pieces, len(bounds)) if item not in closed]
    covered = max(sum(of.values()) / max(len(remaining), 1) - (pieces > 0), 1)  # cells per option
    # A cell that may stay empty has one more choice.
    ways = [of[item] + (item >= needed or not bounds[item][0]) for item in cells]
    axes = [item for item in range(pieces - len(cover.axes), pieces) if item not in closed]
    return Size(
        len(cover.options),
        len(remaining),
        sum([log2(number) for number in ways if number]) / covered,
        len(cells) / covered,
        sum(1 for k in range(pieces - len(cover.axes)) if of[k]),
        len(cells) / min(cover.plane.frame) if cover.plane else 0,
        sum(log2(max(of[item], 1)) for item in axes),
        len(cells),
    )


class EngineCost(NamedTuple):
    """The coefficients of the running time of an engine.

    Preparation takes `option` microseconds per option, `remaining` per remaining option, and
    `begin` in any case. The search takes 2 ** p seconds, with p the sum of `power` and the products
    of the other coefficients with the numbers of the same names in a Size.
    """

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
        """Return the expected time in seconds for a problem of this size."""
        begin = self.option * size.options + self.remaining * size.remaining + self.begin
        work = self.power + sum(a * b for a, b in zip(self[4:], size[2:], strict=True))
        seconds: float = begin / 1e6 + 2.0 ** min(work, 60)
        return seconds


COSTS = {
    "diagram": EngineCost(0.978, 0.483, 648, -17.55, 0.21, -0.04, 0.29, -0.52, 0.21, -0.01),
    "halves": EngineCost(1.01, 0.349, 148, -14.45, 0.17, -0.22, 0.11, -0.6, 0.33, 0.07),
    "frontier": EngineCost(3.11, 2.18, 88.5, -17.7, 0.32, -0.35, 0.23, -0.44, 0.38, -0.07),
    "backtrack": EngineCost(1.08, 0.142, 71.4, -21.96, 0.46, 0.57, -0.24, -0.2, 0.34, -0.33),
    "dancing": EngineCost(0.127, 0.647, 30.2, -19.31, 0.51, 0.19, -0.96, -0.06, 0.47, -0.21),
}
"""The coefficients for Covers with a board."""

WITHOUT_BOARD = {
    "frontier": EngineCost(35.6, 0.169, 6.53, -13.98, 0.15, -0.13, -0.39, 0.1, 0.15, 0.11),
    "dancing": EngineCost(0.204, 0.633, 22.2, -22.08, 0.87, 0.11, -1.21, 0.1, -0.54, -0.59),
}
"""The coefficients for Covers without a board. They are separate, because here one of the two
engines takes many times longer than the other, and `COSTS` does not predict that."""


def expected(engine: str, cover: Cover, fixed: Options = ()) -> float:
    """Return the expected seconds that `engine` takes to count the solutions with `fixed`."""
    return engine_costs(cover)[engine].seconds(size_of(cover, fixed))


def engine_costs(cover: Cover) -> dict[str, EngineCost]:
    """Return the coefficients of the engines that count the solutions of such a Cover."""
    return COSTS if cover.plane else WITHOUT_BOARD


def counting_costs(cover: Cover, fixed: Options, every: bool) -> dict[str, float]:
    """Return the expected seconds that each engine takes to count the solutions with `fixed`.

    With `every`, a count of each instance is wanted, otherwise only one of all together. The engine
    diagram, which builds a diagram of the whole problem, is included only if nothing is fixed.
    """
    size = size_of(cover, fixed)
    costs = {
        engine: cost.seconds(size)
        for engine, cost in engine_costs(cover).items()
        if engine != "diagram" or not fixed
    }
    if every:
        alone = size._replace(instances=0)
        for engine in costs.keys() & ONE_BY_ONE:
            costs[engine] = cover.instances * engine_costs(cover)[engine].seconds(alone)
    return costs
