"""The solutions of a question by what they cost, the cheapest first, without listing them all.

Where a puzzle has a diagram, what is left of it says how many solutions cost how much, and gives
the k-th best (engines/diagram/priced.py). Costs by several keys are told apart in one number: each
key takes the place of a digit, as wide as what it costs here differs. Where a key goes by the cells
that stay uncovered, each date has a part of its own, and equally cheap solutions of all dates come
date by date. Else they come in the order in which they are listed. Puzzles without a diagram are
listed, as far as they have not too many solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, islice

from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines.diagram.diagram import Left
from calpuzzle.planning import Wanted, diagram_of, execution
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.answer import Search
from calpuzzle.results.choosing import Each, Key, costs_of, falling
from calpuzzle.results.finding import Finding
from calpuzzle.results.solution import Solution

MOST = 200_000  # solutions that are listed to be compared: some seconds
MOST_DATES = 100_000  # that are looked at one by one

Cost = tuple[int, ...]
"""The costs of a solution by each key."""


class Priced(Search[Solution]):
    """The solutions that a Finding would find, by what they cost by the first key, of equal ones by
    the second, and so on; `numbers` says how many have each cost that one has, the cheapest first.

    Raises CannotDoError where they would have to be listed and are more than 200,000.
    """

    def __init__(self, finding: Finding, keys: Sequence[Key]) -> None:
        self._finding = finding
        self._keys = tuple(keys)
        self._made: list[_Part | _Listed] = []

    @cached_property
    def _rest(self) -> Iterator[_Part | _Listed]:
        """The parts that are not made yet."""
        parts = _parts(self._finding, self._keys)
        try:
            first = next(parts, None)
        except TooLargeError:
            first = None
        return (
            iter([_Listed(self._finding, self._keys)]) if first is None else chain([first], parts)
        )

    def _parts(self) -> Iterator[_Part | _Listed]:
        """Solutions that are told apart by their costs, as they are made; together they are all."""
        at = 0
        while True:
            if at == len(self._made):
                part = next(self._rest, None)
                if part is None:
                    return
                self._made.append(part)
            yield self._made[at]
            at += 1

    @cached_property
    def numbers(self) -> dict[Cost, int]:
        """Return the number of solutions of each cost that one has, the cheapest first."""
        found: Counter[Cost] = Counter()
        for part in self._parts():
            found.update(part.numbers)
        return dict(sorted(found.items()))

    def _counted(self) -> int:
        return sum(self.numbers.values())

    def __iter__(self) -> Iterator[Solution]:
        # What costs nothing is the cheapest, so that no other part need be looked at before it.
        nothing = (0,) * len(self._keys)
        soon = not any(isinstance(key, Each) for key in self._keys)
        if soon:
            yield from self._of(nothing)
        for cost in self.numbers:
            if cost != nothing or not soon:
                yield from self._of(cost)

    def _of(self, cost: Cost) -> Iterator[Solution]:
        """The solutions of that cost."""
        parts = (part.of(cost) for part in self._parts() if cost in part.numbers)
        return map(self._finding.read, chain.from_iterable(parts))

    def known(self, index: int) -> Solution | None:
        """The solution of that number."""
        for cost in self.numbers:
            for part in self._parts():
                times = part.numbers.get(cost, 0)
                if index < times:
                    return self._finding.read(next(part.of(cost, index)))
                index -= times
        return None


class _Part:
    """Give `left` of a diagram, by the costs of its options by each key: lists of one entry
    an option of the whole Cover, of which `whole` has the numbers of those of the diagram. With
    `keep`, it is not made again each time."""

    def __init__(
        self,
        left: Callable[[], Left],
        whole: Sequence[int],
        costs: Sequence[Sequence[int]],
        memory: int,
        keep: bool,
    ) -> None:
        self._left, self._whole, self._memory = left, whole, memory
        here = left()
        # Each key's least cost, and how many costs there are from it on.
        self._digits: list[tuple[int, int]] = []
        self._costs = [0] * len(whole)
        for all_costs in costs:
            own = [all_costs[number] for number in whole]
            alone = here.priced(own, memory).numbers or {0: 0}
            low, reach = min(alone), max(alone) - min(alone) + 1
            self._digits.append((low, reach))
            self._costs = [reach * a + b for a, b in zip(self._costs, own, strict=True)]
        self._priced = here.priced(self._costs, memory)
        self.numbers = {self._apart(k): times for k, times in self._priced.numbers.items()}
        self._kept = (here.laid, self._priced) if keep else None

    def _apart(self, total: int) -> Cost:
        """Split a sum of the joined costs by key."""
        found = []
        for low, reach in reversed(self._digits):
            total, digit = divmod(total - low, reach)
            found.append(low + digit)
        return tuple(reversed(found))

    def of(self, cost: Cost, first: int = 0) -> Iterator[Options]:
        """Yield the options of each solution of that cost from that number on, in order."""
        total = 0
        for (_, reach), own in zip(self._digits, cost, strict=True):
            total = reach * total + own
        if self._kept:
            laid, priced = self._kept
        else:
            left = self._left()
            laid, priced = left.laid, left.priced(self._costs, self._memory)
        for index in range(first, priced.numbers[total]):
            options = (*priced.nth(total, index), *laid)
            yield tuple(sorted([self._whole[k] for k in options]))


class _Listed:
    """The solutions of a puzzle without a diagram, by cost; equal costs in listing order."""

    def __init__(self, finding: Finding, keys: Sequence[Key]) -> None:
        found = list(islice(finding, MOST + 1))
        if len(found) > MOST:
            raise CannotDoError(
                f"there are more than {MOST:,} solutions, too many to list and compare; name a "
                "date, or lay some pieces"
            )
        self._of: dict[Cost, list[Options]] = {}
        number = finding.puzzle.lowered.cover.instance_of if _by_dates(finding, keys) else {}

        def date(solution: Solution) -> int:
            return sum(number.get(k, 0) for k in solution.options)

        for each in sorted(found, key=date):
            self._of.setdefault(tuple(key(each) for key in keys), []).append(each.options)
        self.numbers = {cost: len(own) for cost, own in self._of.items()}

    def of(self, cost: Cost, first: int = 0) -> Iterator[Options]:
        """Yield the options of each solution of that cost from that number on, in order."""
        return islice(self._of[cost], first, None)


def _parts(finding: Finding, keys: Sequence[Key]) -> Iterator[_Part]:
    """The parts of the diagram that hold the solutions; none where they have to be listed. Raises
    TooLargeError."""
    cover, run = finding.puzzle.lowered.cover, finding.run
    if not finding.plain:
        return
    plan = finding.plan(Wanted.CHEAPEST)
    if plan.engine != "diagram":
        return
    lowered, fixed = finding.puzzle.lowered, finding.fixed
    found = [costs_of(key, lowered) for key in keys]
    costs = [own for own in found if own is not None]
    if len(costs) < len(keys):
        return
    if not _by_dates(finding, keys):
        left, numbers = execution.left(plan)
        own_costs = [own(_opened(lowered, fixed)) for own in costs]
        yield _Part(left, numbers, own_costs, run.bound, True)
        return
    if cover.instances > MOST_DATES:
        return
    diagram = diagram_of(cover, run)
    for number in range(cover.instances):
        run.tell(number, cover.instances)
        labels = cover.instance(number)
        laid = labels + tuple(k for k in fixed if k not in labels)
        own_costs = [own(_opened(lowered, labels)) for own in costs]
        left = partial(diagram.left, laid)
        yield _Part(left, range(len(cover.options)), own_costs, run.bound, False)


def _by_dates(finding: Finding, keys: Sequence[Key]) -> bool:
    """Return whether what is asked is of several dates, and goes by which of them it is."""
    return falling in keys and finding.labels is None and bool(finding.puzzle.model.groups)


def _opened(lowered: Lowering, fixed: Options) -> set[Cell]:
    """The cells of the labels among the options `fixed`, which stay uncovered."""
    labels = [option for option in fixed if lowered.class_of(option) < 0]
    return {cell for option in labels for cell in lowered.cells_of(option)}
