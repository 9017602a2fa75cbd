"""The solutions of a question in order of cost, the cheapest first.

If the puzzle has a diagram, it yields the number of solutions of each cost and the k-th cheapest
solution without a list of all (engines/diagram/priced.py). The costs by several keys are combined
into one number in a mixed radix: each key is a digit, whose base is the range of its costs. If a
key depends on the cells that stay uncovered, each date is a separate part, and equally cheap
solutions of all dates are ordered by date; otherwise equally cheap solutions are in the order in
which the search lists them. Without a diagram the solutions are listed and sorted, if there are not
too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, islice
from math import prod

from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines.diagram.diagram import ResidualDiagram
from calpuzzle.engines.estimate import Estimate
from calpuzzle.planning import Plan, QuestionKind, diagram_of, execution
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.instances import instance_of
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.answer import Search
from calpuzzle.results.finding import PuzzleSearch
from calpuzzle.results.preferences import Key, Near, costs_of, falling, flips
from calpuzzle.results.solution import Solution

MAX_SORTED = 200_000  # solutions that are listed and compared, which takes some seconds
MAX_DATES = 100_000  # dates that are processed one by one

SolutionCost = tuple[int, ...]
"""The cost of a solution by each key."""


class CheapestSearch(Search[Solution]):
    """The solutions of a search, sorted by the first key, ties by the second, and so on.

    The first use raises CannotDoError if there are more than 200,000 solutions and they have to be
    listed.
    """

    def __init__(self, finding: PuzzleSearch, keys: Sequence[Key]) -> None:
        self._finding = finding
        self._keys = tuple(keys)
        self._built: list[_Part | _Listed] = []
        self._unbuilt: Iterator[_Part | _Listed] | None = None

    def _parts(self) -> Iterator[_Part | _Listed]:
        """Yield the parts, whose union is all solutions, and build each when it is first needed."""
        index = 0
        while True:
            if index == len(self._built):
                part = self._next_part()
                if part is None:
                    return
                self._built.append(part)
            yield self._built[index]
            index += 1

    def _next_part(self) -> _Part | _Listed | None:
        """Build and return the part that follows those in `_built`, or return None after the last
        one."""
        # An exception, such as StoppedError, ends a generator for ever: if it were called again, it
        # would seem that there are no more parts. The next call therefore makes a new generator,
        # which continues after the finished parts.
        if self._unbuilt is None:
            self._unbuilt = self._parts_from(len(self._built))
        unbuilt, self._unbuilt = self._unbuilt, None
        part = next(unbuilt, None)
        self._unbuilt = unbuilt
        return part

    def _parts_from(self, start: int) -> Iterator[_Part | _Listed]:
        """Yield the parts from number `start` on, each when it has been built."""
        if start and isinstance(self._built[0], _Listed):
            return
        number = start
        try:
            for part in _diagram_parts(self._finding, self._keys, start):
                yield part
                number += 1
        except TooLargeError:
            if number:
                raise
        if not number:
            yield _Listed(self._finding, self._keys)

    @cached_property
    def counts_by_cost(self) -> dict[SolutionCost, int]:
        """The number of solutions of each cost that occurs, the cheapest first."""
        found: Counter[SolutionCost] = Counter()
        for part in self._parts():
            found.update(part.counts_by_cost)
        return dict(sorted(found.items()))

    def _counted(self) -> int:
        return sum(self.counts_by_cost.values())

    def __iter__(self) -> Iterator[Solution]:
        zero = (0,) * len(self._keys)
        # The costs by these three kinds of keys are never negative. If there are no other keys, the
        # solutions of cost zero are the cheapest, and are yielded before all parts are built.
        zero_first = all(key in (flips, falling) or isinstance(key, Near) for key in self._keys)
        if zero_first:
            yield from self._solutions_of(zero)
        for cost in self.counts_by_cost:
            if cost != zero or not zero_first:
                yield from self._solutions_of(cost)

    def _solutions_of(self, cost: SolutionCost) -> Iterator[Solution]:
        """Return an iterator of the solutions of the given cost."""
        parts = (part.with_cost(cost) for part in self._parts() if cost in part.counts_by_cost)
        return map(self._finding.read, chain.from_iterable(parts))

    def plan(self, kind: QuestionKind) -> Plan:
        """Return the plan. Every question but an estimate needs the solutions by cost."""
        return self._finding.plan(kind if kind is QuestionKind.ESTIMATE else QuestionKind.CHEAPEST)

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """Return an estimate of the number of solutions; the order does not matter for it."""
        return self._finding.estimated(seconds, seed)

    def find_directly(self, index: int) -> Solution:
        """Return solution number `index`. Raises IndexError if there is no such solution."""
        for cost in self.counts_by_cost:
            for part in self._parts():
                times = part.counts_by_cost.get(cost, 0)
                if index < times:
                    return self._finding.read(next(part.with_cost(cost, index)))
                index -= times
        raise IndexError


class _Part:
    """The solutions of a residual diagram, by cost.

    `remaining` returns the residual diagram, and `cover_numbers` maps the number of each of its
    options to the number of the same option in the Cover. `costs` has a list for each key,
    with an entry for each option of the Cover. With `keep`, the priced diagram is stored; otherwise
    it is built again for each call of `with_cost`."""

    def __init__(
        self,
        remaining: Callable[[], ResidualDiagram],
        cover_numbers: Sequence[int],
        costs: Sequence[Sequence[int]],
        memory: int,
        keep: bool,
    ) -> None:
        self._remaining, self._cover_numbers, self._memory = remaining, cover_numbers, memory
        residual = remaining()
        # The digit of each key in the combined cost: its least value, and its base.
        self._digits: list[tuple[int, int]] = []
        self._costs = [0] * len(cover_numbers)
        for all_costs in costs:
            key_costs = [all_costs[number] for number in cover_numbers]
            by_key = residual.priced(key_costs, memory).counts_by_cost or {0: 0}
            low, base = min(by_key), max(by_key) - min(by_key) + 1
            self._digits.append((low, base))
            self._costs = [base * a + b for a, b in zip(self._costs, key_costs, strict=True)]
        self._priced = residual.priced(self._costs, memory)
        self.counts_by_cost = {
            self._split(k): times for k, times in self._priced.counts_by_cost.items()
        }
        self._stored = (residual.placed, self._priced) if keep else None

    def _split(self, total: int) -> SolutionCost:
        """Split a combined cost into the cost by each key."""
        found = []
        for low, base in reversed(self._digits):
            total, digit = divmod(total - low, base)
            found.append(low + digit)
        return tuple(reversed(found))

    def with_cost(self, cost: SolutionCost, first: int = 0) -> Iterator[Options]:
        """Yield the options of the solutions of the given cost, from number `first` on."""
        total = 0
        for (_, base), digit in zip(self._digits, cost, strict=True):
            total = base * total + digit
        if self._stored:
            placed, priced = self._stored
        else:
            remaining = self._remaining()
            placed, priced = remaining.placed, remaining.priced(self._costs, self._memory)
        for index in range(first, priced.counts_by_cost[total]):
            options = (*priced.nth(total, index), *placed)
            yield tuple(sorted([self._cover_numbers[k] for k in options]))


class _Listed:
    """The solutions of a puzzle without a diagram, by cost. Ties are in the order of listing, or
    sorted by date if a cost depends on the date."""

    def __init__(self, finding: PuzzleSearch, keys: Sequence[Key]) -> None:
        found = list(islice(finding, MAX_SORTED + 1))
        if len(found) > MAX_SORTED:
            raise CannotDoError(
                f"there are more than {MAX_SORTED:,} solutions, too many to list and compare; name "
                "a date, or place some pieces"
            )
        self._by_cost: dict[SolutionCost, list[Options]] = {}
        if _by_dates(finding, keys):
            found.sort(key=lambda each: instance_of(each.model, each.labels))
        for each in found:
            self._by_cost.setdefault(tuple(key(each) for key in keys), []).append(each.options)
        self.counts_by_cost = {cost: len(options) for cost, options in self._by_cost.items()}

    def with_cost(self, cost: SolutionCost, first: int = 0) -> Iterator[Options]:
        """Return an iterator of the options of the solutions of a cost, from number `first` on."""
        return islice(self._by_cost[cost], first, None)


def _diagram_parts(finding: PuzzleSearch, keys: Sequence[Key], start: int) -> Iterator[_Part]:
    """Yield the parts of the diagram, from number `start` on, or nothing if the solutions have to
    be listed instead. Raises TooLargeError."""
    cover, run = finding.puzzle.lowered.cover, finding.run
    if not finding.plain:
        return
    plan = finding.plan(QuestionKind.CHEAPEST)
    if plan.engine != "diagram":
        return
    lowered, fixed = finding.puzzle.lowered, finding.fixed
    found = [costs_of(key, lowered) for key in keys]
    functions = [function for function in found if function is not None]
    if len(functions) < len(keys):
        return
    if not _by_dates(finding, keys):
        if start:
            return
        remaining, numbers = execution.remaining(plan)
        costs = [function(_opened(lowered, fixed)) for function in functions]
        yield _Part(remaining, numbers, costs, run.bound, True)
        return
    if prod(finding.puzzle.model.shape) > MAX_DATES:
        return
    diagram = diagram_of(cover, run)
    for number in range(start, cover.instances):
        run.report(number, cover.instances)
        date_options = cover.instance(number)
        placed = date_options + tuple(k for k in fixed if k not in date_options)
        costs = [function(_opened(lowered, date_options)) for function in functions]
        remaining = partial(diagram.remaining, placed)
        yield _Part(remaining, range(len(cover.options)), costs, run.bound, False)


def _by_dates(finding: PuzzleSearch, keys: Sequence[Key]) -> bool:
    """Return whether the search is over several dates and a cost depends on the date."""
    return falling in keys and finding.labels is None and bool(finding.puzzle.model.groups)


def _opened(lowered: Lowering, fixed: Options) -> set[Cell]:
    """Return the cells that the labels among the options `fixed` leave uncovered."""
    labels = [option for option in fixed if lowered.class_of(option) < 0]
    return {cell for option in labels for cell in lowered.cells_of(option)}
