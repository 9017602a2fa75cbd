"""Every question to every engine, for random small covers of every kind, against the definition.

The placed options change at random. The questions come in random order, with random memory bounds,
numbers of threads, and limits that select algorithms; some are stopped early. The expected answers
are those of differential/cover_definition.py, an exhaustive search."""

from __future__ import annotations

import pickle
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import product
from math import isclose
from random import Random
from typing import Any

import pytest
import small_boards
from any_engine import load
from building import CHOSEN
from conformance import typed_boards
from definition import TooLargeError as TooMuchToTryError
from differential.compared import ENGINES, limits_lowered
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_covers import by_definition, covers
from random_puzzles import (
    bare_models,
    cut_frames,
    fittings,
    free_fittings,
    grouped,
    models,
    stretched,
)

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import RUN, Run, frontier, halves, race
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.stepping import nth_by_counting
from calpuzzle.formats import toml
from calpuzzle.planning.residual import ResidualProblems, SearchedCover, is_possible, is_unique
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

MAX_SOLUTIONS = 400  # covers with more solutions are skipped
NODES = 6_000  # bound of the search by definition
EXAMPLES = 15  # covers of each kind
OWN = ("auto", *ENGINES[:5])
OTHERS = [name for name in ENGINES if name not in OWN]
NUMBERS = st.integers(0, 1 << 30)
RANKED: dict[str, type[frontier.FrontierNumbering | halves.HalvesNumbering]] = {
    "frontier": frontier.FrontierNumbering,
    "halves": halves.HalvesNumbering,
}


def bare(model: Model, random: Random) -> Cover:
    """Return the cover of a puzzle without board and axes, its items and options shuffled."""
    cover = Lowering(model).cover
    options = [[cover.items[item] for item in option] for option in cover.options]
    return Cover(
        random.sample(cover.primary, len(cover.primary)),
        random.sample(options, len(options)),
        random.sample(cover.secondary, len(cover.secondary)),
        multiplicity=dict(zip(cover.primary, cover.bounds, strict=False)),
    )


def puzzle_on_lattice(seed: int) -> Model:
    flat = [SQUARES, HEXAGONS, TRIANGLES, STICKS]
    lattice = Random(seed).choice(flat)
    return small_boards.puzzle(seed, lattice, 1 + (lattice is SQUARES and seed % 3 == 0))


PUZZLES = {
    "calendar": models(most_cells=14, most_groups=4),
    "two words": models(most_cells=12, most_size=3).map(stretched),
    "wide": models(most_cells=12, most_size=3).map(lambda own: stretched(own, 160)),
    "frame": cut_frames(),
    "fitting": fittings(),
    "free": free_fittings(),
    "grouped": grouped(),
    "ways": bare_models(),
    "flat lattice": NUMBERS.map(puzzle_on_lattice),
    "several open": st.integers(0, 47).map(lambda k: toml.read(typed_boards.several(k), "x")),
    "by hand": st.sampled_from([model for model, _ in CHOSEN.values()]),
}
STATED = [
    Cover("", []),
    Cover("a", ["ab", "b", "a"], "b"),
    Cover("ab", ["ab", "a", "b"], axes="ab"),
    Cover("ab", ["a", "ax", "b", "bx", "x", "y"], "xy", multiplicity={"a": 2}),
    Cover("abc", ["ab", "c", "a", "bc"], names=["x", "y", "z", "w"]),
]
COVERS = {
    "stated": st.sampled_from(STATED),
    "items": covers(most_options=12),
    "axes": covers(most_options=10, axes=True),
    "bare": st.builds(bare, models(most_cells=12, most_groups=1), st.randoms()),
    **{name: own.map(lambda model: Lowering(model).cover) for name, own in PUZZLES.items()},
}


class CheckedCover:
    """A cover, the options placed on it, and checks of all answers about their completions."""

    def __init__(self, cover: Cover, random: Random) -> None:
        self.cover, self.random = cover, random
        self.every = by_definition(cover, NODES)
        self.placed: Options = ()

    # --- placed options and cached results

    def place(self) -> None:
        """Place a part of a solution, a date, or any options, which may conflict."""
        random, options = self.random, range(len(self.cover.options))
        kind = random.choice(["part", "part", "date", "any", "twice", "none", "mixed"])
        placed: list[int] = []
        if kind in ("part", "mixed") and self.every:
            own = random.choice(self.every)
            placed += random.sample(own, random.randint(0, len(own)))
        if kind == "date" and self.cover.instances:
            placed += self.cover.instance(random.randrange(self.cover.instances))
        if kind in ("any", "mixed"):
            placed += random.choices(options, k=random.randint(1, 2)) if options else []
        if kind == "twice" and options:
            placed += [random.choice(options)] * 2
        self.placed = tuple(random.sample(placed, len(placed)))

    def forget(self) -> None:
        """Replace the cover by a copy without cached results."""
        self.cover = pickle.loads(pickle.dumps(self.cover))

    def expected(self, placed: Options | None = None) -> list[Options]:
        """Return the sorted completions of the placed options; none if one is placed twice."""
        placed = self.placed if placed is None else placed
        if len({*placed}) < len(placed):
            return []
        expected = (
            tuple(k for k in own if k not in placed) for own in self.every if {*placed} <= {*own}
        )
        return sorted(expected)

    def supported(self, name: str) -> bool:
        """Return whether the engine supports the cover; if not, it must raise its reason."""
        engine = load(name)
        why = engine.unsupported_reason(self.cover)
        if why is None:
            return True
        assert name not in ("auto", "dancing", "reference", "sat", "cpsat") and why.isprintable()
        counts = engine.counts if self.cover.instances else engine.count
        for ask in (engine.count, counts, lambda cover: list(engine.solutions(cover))):
            with pytest.raises(CannotDoError, match=re.escape(why)):
                ask(self.cover)
        return False

    # --- the contract of engines

    def count(self, name: str) -> None:
        if self.supported(name):
            assert load(name).count(self.cover, self.placed) == len(self.expected())

    def solutions(self, name: str) -> None:
        if self.supported(name):
            self.check_listing(name, load(name).solutions(self.cover, self.placed))

    def check_listing(self, name: str, found: Iterator[Options]) -> None:
        listed = list(found)
        assert sorted(listed) == self.expected()
        assert all(list(own) == sorted(own) for own in listed)
        ordered = load(name).ordered or (name == "frontier" and self.in_a_plane)
        if ordered or (name == "auto" and planning.is_lexicographic(self.cover)):
            assert listed == sorted(listed)

    @property
    def in_a_plane(self) -> bool:
        return self.cover.plane is not None and not self.cover.secondary

    def counts(self, name: str) -> None:
        if self.cover.instances <= 200 and self.supported(name):
            found = load(name).counts(self.cover, Run(jobs=self.random.randint(1, 2)))
            assert found.shape == self.cover.shape
            expected = Counter(map(self.date_of, self.every))
            dates = product(*self.cover.axes)
            assert found.ravel().tolist() == [expected[date] for date in dates]

    def date_of(self, solution: Options) -> Options:
        return tuple(next(k for k in axis if k in solution) for axis in self.cover.axes)

    def stopped_early(self, name: str) -> None:
        """Assert that a question that is stopped early is answered completely or not at all."""
        if not self.supported(name):
            return
        calls, reports = self.random.randrange(4), list[int]()

        def report(done: int, of: int | None, found: int) -> None:
            reports.append(done)
            if len(reports) > calls:
                raise StoppedError("enough")

        for run in (Run(progress=report), Run(stop=time.monotonic() - 1)):
            with suppress(StoppedError):
                assert load(name).count(self.cover, self.placed, run) == len(self.expected())
            reports.clear()
            with suppress(StoppedError):
                assert sorted(load(name).solutions(self.cover, self.placed, run)) == self.expected()

    def little_memory(self, name: str) -> None:
        if name in OWN and self.supported(name):
            run = Run(memory=1 << self.random.randint(0, 20))
            try:
                assert load(name).count(self.cover, self.placed, run) == len(self.expected())
                self.check_listing(name, load(name).solutions(self.cover, self.placed, run))
            except CannotDoError as error:
                assert "take" in str(error) or "memory" in str(error)

    # --- solutions by number

    def ranked(self, name: str) -> None:
        if name not in RANKED or not self.supported(name):
            return
        memory = self.random.choice((None, 1 << 10, 1 << 14))
        expected = self.expected()
        try:
            found = RANKED[name](self.cover, self.placed, Run(memory=memory))
            listed = [found.nth(k) for k in range(len(expected))]
            for wrong in (-1, len(expected), 1 << 70):
                with pytest.raises(IndexError):
                    found.nth(wrong)
        except CannotDoError:
            assert memory
        else:
            assert listed == list(load(name).solutions(self.cover, self.placed))

    def stepped(self, name: str) -> None:
        expected = self.expected()
        if expected and name in OWN and self.in_a_plane and self.supported(name):
            at = self.random.randrange(len(expected))
            assert nth_by_counting(load(name), self.cover, self.placed, at, RUN) == expected[at]

    def race_count(self) -> None:
        expected = self.expected()
        assert race.race_count(self.cover, self.placed, RUN) == len(expected)
        assert sorted(race.race_solutions(self.cover, self.placed, RUN)) == expected
        first = next(race.race_solutions(self.cover, self.placed, RUN), None)
        assert first in expected if expected else first is None

    def estimated(self) -> None:
        try:
            found = planning.estimate(self.cover, self.placed, 0, 1)
        except CannotDoError:
            return
        assert found.low <= found.value
        assert not found.exact or found.value == len(self.expected())

    # --- the residual problem, by a diagram or by a search

    def tested(self, by_diagram: bool) -> ResidualProblems | None:
        if not by_diagram:
            return SearchedCover(self.cover, RUN)
        return None if load("diagram").unsupported_reason(self.cover) else diagram_of(self.cover)

    def remaining(self, by_diagram: bool) -> None:
        tested, expected = self.tested(by_diagram), self.expected()
        if tested is None:
            return
        assert tested.completions(self.placed) == len(expected)
        assert is_possible(tested, self.placed) == bool(expected)
        assert is_unique(tested, self.placed) == (len(expected) == 1)
        remaining = tested.remaining(self.placed)
        assert remaining.count == len(expected) and sorted(remaining.placed) == sorted(self.placed)
        found = [remaining.nth(k) for k in range(len(expected))]
        assert sorted(found) == expected if not by_diagram else found == expected
        for wrong in (-1, len(expected), 1 << 70):
            with pytest.raises(IndexError):
                remaining.nth(wrong)
        uses = Counter(k for own in expected for k in (*own, *self.placed))
        assert remaining.occurrences() == uses and [*remaining.occurrences()] == sorted(uses)
        assert remaining.forced() == tuple(sorted(k for k, n in uses.items() if n == len(expected)))

    def diagram_queries(self) -> None:
        """Check marginals, a sample and the solutions by cost, with some options excluded."""
        diagram = self.tested(True)
        if not isinstance(diagram, Diagram):
            return
        random, options = self.random, range(len(self.cover.options))
        without = random.sample(options, min(random.randrange(3), len(options)))
        expected = [own for own in self.expected() if not {*without} & {*own, *self.placed}]
        remaining = diagram.remaining(self.placed, without)
        assert list(remaining) == expected
        for k, share in remaining.marginals().items():
            uses = sum(k in (*own, *self.placed) for own in expected)
            assert isclose(share, uses / len(expected))
        if expected:
            assert remaining.sample(1) in expected
        cost = [random.randrange(-3, 9) for _ in options]
        priced = remaining.priced(cost)
        price = {own: sum(cost[k] for k in (*own, *self.placed)) for own in expected}
        assert priced.counts_by_cost == dict(sorted(Counter(price.values()).items()))
        best = sorted(expected, key=lambda own: (price[own], own))
        for value, number in priced.counts_by_cost.items():
            own = [priced.nth(value, k) for k in range(number)]
            assert own == [each for each in best if price[each] == value]

    def arrays(self) -> None:
        diagram = self.tested(True)
        if isinstance(diagram, Diagram):
            rows, starts = diagram.solutions(jobs=self.random.randint(1, 3))
            for number in range(min(self.cover.instances, 50)):
                own = map(tuple, rows[starts[number] : starts[number + 1]].tolist())
                assert list(own) == self.expected(self.cover.instance(number))
            assert len(rows) == diagram.total == len(self.every)
            kept = cached_of(self.cover)
            assert kept.diagram is diagram and kept.grown is None


@contextmanager
def many_bits(low: bool) -> Iterator[None]:
    """If `low`, claim that keys have 40 bits, so that `halves` stores them in hash tables."""
    made: Callable[..., Any] = halves._input

    def changed(*about: Any) -> Any:
        items, keys, numbers = made(*about)
        return items, keys._replace(bits=40) if low else keys, numbers

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halves, "_input", changed)
        yield


OF_ENGINES = (
    CheckedCover.count,
    CheckedCover.solutions,
    CheckedCover.counts,
    CheckedCover.stopped_early,
    CheckedCover.little_memory,
    CheckedCover.ranked,
    CheckedCover.stepped,
)
QUESTIONS: list[Callable[[CheckedCover], None]] = [
    *(partial(ask, name=name) for ask, name in product(OF_ENGINES, OWN)),
    *(partial(ask, name=name) for ask, name in product(OF_ENGINES[:4], OTHERS)),
    *(partial(CheckedCover.remaining, by_diagram=by_diagram) for by_diagram in (False, True)),
    *(
        CheckedCover.race_count,
        CheckedCover.estimated,
        CheckedCover.diagram_queries,
        CheckedCover.forget,
        *[CheckedCover.arrays] * 2,
    ),
    *[CheckedCover.place] * 12,
]


@pytest.mark.filterwarnings("ignore:.*counting with|.*one by one")
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.long] * bool(k % 3)) for k, kind in enumerate(COVERS)],
)
def test_every_question_of_every_engine(kind: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(COVERS[kind], st.randoms(use_true_random=False), st.booleans())
    def ask(cover: Cover, random: Random, low: bool) -> None:
        try:
            tested = CheckedCover(cover, random)
        except TooMuchToTryError:
            assume(False)
        assume(len(tested.every) <= MAX_SOLUTIONS)
        with limits_lowered(random) if low else nullcontext(), many_bits(low):
            for question in random.sample(QUESTIONS, len(QUESTIONS)):
                question(tested)

    ask()


@pytest.mark.parametrize("cover", STATED, ids=range(len(STATED)))
def test_highs_agrees_with_the_definition(cover: Cover) -> None:
    """HiGHS starts a process for each call, so it is called only a few times."""
    pytest.importorskip("highspy")
    tested = CheckedCover(cover, Random(1))
    for placed in (tested.every[-1][:1] if tested.every else (), (0, 0)[: 2 * len(cover.options)]):
        tested.placed = placed
        tested.count("highs")
        tested.solutions("highs")
