"""Every engine, every kind of small cover, every question, against the definition.

A small cover is drawn, options are placed on it and taken off, and in any order all engines are
asked all questions, with any memory, threads and limits, some of them cut short. The answers are
those of differential/cover_definition.py, which tries every set of options."""

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
from differential.compared import ENGINES, lowered
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
from calpuzzle.planning.residual import ResidualProblems as Remaining
from calpuzzle.planning.residual import SearchedCover, is_possible, is_unique
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

MAX_SOLUTIONS = 400  # solutions of a cover
NODES = 6_000  # of its definition
EXAMPLES = 30  # of each kind of covers
OWN = ("auto", *ENGINES[:5])
OTHERS = [name for name in ENGINES if name not in OWN]
NUMBERS = st.integers(0, 1 << 30)
RANKED: dict[str, type[frontier.FrontierNumbering | halves.HalvesNumbering]] = {
    "frontier": frontier.FrontierNumbering,
    "halves": halves.HalvesNumbering,
}


def bare(model: Model, random: Random) -> Cover:
    """A puzzle with nothing but its items and options, each in another order."""
    cover = Lowering(model).cover
    options = [[cover.items[item] for item in option] for option in cover.options]
    return Cover(
        random.sample(cover.primary, len(cover.primary)),
        random.sample(options, len(options)),
        random.sample(cover.secondary, len(cover.secondary)),
        multiplicity=dict(zip(cover.primary, cover.bounds, strict=False)),
    )


def of_lattice(seed: int) -> Model:
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
    "flat lattice": NUMBERS.map(of_lattice),
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


class ResidualProblems:
    """A cover, the options that lie on it, and what is asked by lot."""

    def __init__(self, cover: Cover, random: Random) -> None:
        self.cover, self.random = cover, random
        self.every = by_definition(cover, NODES)
        self.placed: Options = ()

    # --- what lies, and what is kept

    def lay(self) -> None:
        """Lay a part of a solution, a date, or any options, which may clash."""
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
        """The same cover, of which nothing has been asked."""
        self.cover = pickle.loads(pickle.dumps(self.cover))

    def rest(self, placed: Options | None = None) -> list[Options]:
        """What completes the options that lie, sorted. One that lies twice clashes with itself."""
        placed = self.placed if placed is None else placed
        if len({*placed}) < len(placed):
            return []
        rest = (
            tuple(k for k in own if k not in placed) for own in self.every if {*placed} <= {*own}
        )
        return sorted(rest)

    def taken(self, name: str) -> bool:
        """Whether the engine takes the cover; where not, it says so and does nothing."""
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
        if self.taken(name):
            assert load(name).count(self.cover, self.placed) == len(self.rest())

    def solutions(self, name: str) -> None:
        if self.taken(name):
            self.listed_right(name, load(name).solutions(self.cover, self.placed))

    def listed_right(self, name: str, found: Iterator[Options]) -> None:
        listed = list(found)
        assert sorted(listed) == self.rest()
        assert all(list(own) == sorted(own) for own in listed)
        ordered = load(name).ordered or (name == "frontier" and self.in_a_plane)
        if ordered or (name == "auto" and planning.is_lexicographic(self.cover)):
            assert listed == sorted(listed)

    @property
    def in_a_plane(self) -> bool:
        return self.cover.plane is not None and not self.cover.secondary

    def counts(self, name: str) -> None:
        if self.cover.instances <= 200 and self.taken(name):
            found = load(name).counts(self.cover, Run(jobs=self.random.randint(1, 2)))
            assert found.shape == self.cover.shape
            expected = Counter(map(self.date_of, self.every))
            dates = product(*self.cover.axes)
            assert found.ravel().tolist() == [expected[date] for date in dates]

    def date_of(self, solution: Options) -> Options:
        return tuple(next(k for k in axis if k in solution) for axis in self.cover.axes)

    def ended(self, name: str) -> None:
        """A question that is cut short gives all that there is, or nothing."""
        if not self.taken(name):
            return
        calls, told = self.random.randrange(4), list[int]()

        def tell(done: int, of: int | None, found: int) -> None:
            told.append(done)
            if len(told) > calls:
                raise StoppedError("enough")

        for run in (Run(progress=tell), Run(stop=time.monotonic() - 1)):
            with suppress(StoppedError):
                assert load(name).count(self.cover, self.placed, run) == len(self.rest())
            told.clear()
            with suppress(StoppedError):
                assert sorted(load(name).solutions(self.cover, self.placed, run)) == self.rest()

    def little_memory(self, name: str) -> None:
        if name in OWN and self.taken(name):
            run = Run(memory=1 << self.random.randint(0, 20))
            try:
                assert load(name).count(self.cover, self.placed, run) == len(self.rest())
                self.listed_right(name, load(name).solutions(self.cover, self.placed, run))
            except CannotDoError as error:
                assert "take" in str(error) or "memory" in str(error)

    # --- solutions by their numbers

    def ranked(self, name: str) -> None:
        if name not in RANKED or not self.taken(name):
            return
        memory = self.random.choice((None, 1 << 10, 1 << 14))
        rest = self.rest()
        try:
            found = RANKED[name](self.cover, self.placed, Run(memory=memory))
            listed = [found.nth(k) for k in range(len(rest))]
            for wrong in (-1, len(rest), 1 << 70):
                with pytest.raises(IndexError):
                    found.nth(wrong)
        except CannotDoError:
            assert memory
        else:
            assert listed == list(load(name).solutions(self.cover, self.placed))

    def stepped(self, name: str) -> None:
        rest = self.rest()
        if rest and name in OWN and self.in_a_plane and self.taken(name):
            at = self.random.randrange(len(rest))
            assert nth_by_counting(load(name), self.cover, self.placed, at, RUN) == rest[at]

    def race_count(self) -> None:
        rest = self.rest()
        assert race.race_count(self.cover, self.placed, RUN) == len(rest)
        assert sorted(race.race_solutions(self.cover, self.placed, RUN)) == rest
        first = next(race.race_solutions(self.cover, self.placed, RUN), None)
        assert first in rest if rest else first is None

    def estimated(self) -> None:
        try:
            found = planning.estimate(self.cover, self.placed, 0, 1)
        except CannotDoError:
            return
        assert found.low <= found.value
        assert not found.exact or found.value == len(self.rest())

    # --- what is left, by a diagram or by searching

    def asked(self, by_diagram: bool) -> Remaining | None:
        if not by_diagram:
            return SearchedCover(self.cover, RUN)
        return None if load("diagram").unsupported_reason(self.cover) else diagram_of(self.cover)

    def remaining(self, by_diagram: bool) -> None:
        asked, rest = self.asked(by_diagram), self.rest()
        if asked is None:
            return
        assert asked.completions(self.placed) == len(rest)
        assert is_possible(asked, self.placed) == bool(rest)
        assert is_unique(asked, self.placed) == (len(rest) == 1)
        remaining = asked.remaining(self.placed)
        assert remaining.count == len(rest) and sorted(remaining.placed) == sorted(self.placed)
        found = [remaining.nth(k) for k in range(len(rest))]
        assert sorted(found) == rest if not by_diagram else found == rest
        for wrong in (-1, len(rest), 1 << 70):
            with pytest.raises(IndexError):
                remaining.nth(wrong)
        times = Counter(k for own in rest for k in (*own, *self.placed))
        assert remaining.occurrences() == times and [*remaining.occurrences()] == sorted(times)
        assert remaining.forced() == tuple(sorted(k for k, n in times.items() if n == len(rest)))

    def in_a_diagram(self) -> None:
        """Marginals, a draw, and the cheapest, without some options."""
        diagram = self.asked(True)
        if not isinstance(diagram, Diagram):
            return
        random, options = self.random, range(len(self.cover.options))
        without = random.sample(options, min(random.randrange(3), len(options)))
        rest = [own for own in self.rest() if not {*without} & {*own, *self.placed}]
        remaining = diagram.remaining(self.placed, without)
        assert list(remaining) == rest
        for k, share in remaining.marginals().items():
            times = sum(k in (*own, *self.placed) for own in rest)
            assert isclose(share, times / len(rest))
        if rest:
            assert remaining.sample(1) in rest
        cost = [random.randrange(-3, 9) for _ in options]
        priced = remaining.priced(cost)
        price = {own: sum(cost[k] for k in (*own, *self.placed)) for own in rest}
        assert priced.counts_by_cost == dict(sorted(Counter(price.values()).items()))
        best = sorted(rest, key=lambda own: (price[own], own))
        for value, number in priced.counts_by_cost.items():
            own = [priced.nth(value, k) for k in range(number)]
            assert own == [each for each in best if price[each] == value]

    def arrays(self) -> None:
        diagram = self.asked(True)
        if isinstance(diagram, Diagram):
            rows, starts = diagram.solutions(jobs=self.random.randint(1, 3))
            for number in range(min(self.cover.instances, 50)):
                own = map(tuple, rows[starts[number] : starts[number + 1]].tolist())
                assert list(own) == self.rest(self.cover.instance(number))
            assert len(rows) == diagram.total == len(self.every)
            kept = cached_of(self.cover)
            assert kept.diagram is diagram and kept.grown is None


@contextmanager
def many_bits(low: bool) -> Iterator[None]:
    """The halves find their keys in hash tables, where limits are low."""
    made: Callable[..., Any] = halves._input

    def changed(*about: Any) -> Any:
        items, keys, numbers = made(*about)
        return items, keys._replace(bits=40) if low else keys, numbers

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halves, "_input", changed)
        yield


OF_ENGINES = (
    ResidualProblems.count,
    ResidualProblems.solutions,
    ResidualProblems.counts,
    ResidualProblems.ended,
    ResidualProblems.little_memory,
    ResidualProblems.ranked,
    ResidualProblems.stepped,
)
QUESTIONS: list[Callable[[ResidualProblems], None]] = [
    *(partial(ask, name=name) for ask, name in product(OF_ENGINES, OWN)),
    *(partial(ask, name=name) for ask, name in product(OF_ENGINES[:4], OTHERS)),
    *(partial(ResidualProblems.remaining, by_diagram=by_diagram) for by_diagram in (False, True)),
    *(
        ResidualProblems.race_count,
        ResidualProblems.estimated,
        ResidualProblems.in_a_diagram,
        ResidualProblems.forget,
        *[ResidualProblems.arrays] * 2,
    ),
    *[ResidualProblems.lay] * 12,
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
            asked = ResidualProblems(cover, random)
        except TooMuchToTryError:
            assume(False)
        assume(len(asked.every) <= MAX_SOLUTIONS)
        with lowered(random) if low else nullcontext(), many_bits(low):
            for question in random.sample(QUESTIONS, len(QUESTIONS)):
                question(asked)

    ask()


@pytest.mark.parametrize("cover", STATED, ids=range(len(STATED)))
def test_highs(cover: Cover) -> None:
    """It starts a process for each question, so that few are asked."""
    pytest.importorskip("highspy")
    asked = ResidualProblems(cover, Random(1))
    for placed in (asked.every[-1][:1] if asked.every else (), (0, 0)[: 2 * len(cover.options)]):
        asked.placed = placed
        asked.count("highs")
        asked.solutions("highs")
