"""The base class of cases, which records wrong answers, and patches that lower limits and count
calls."""

from __future__ import annotations

import signal
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from definition import TooLargeError

from calpuzzle.base.errors import CannotDoError

LIMITS: dict[str, tuple[float, ...]] = {
    "engines.race.FIRST_NODES": (0, 1, 20),
    "engines.race.START_NODES": (1, 40),
    "engines.race.SLICES_ALONE": (0, 1, 2),
    "engines.dancing.SLICE": (1, 3, 50),
    "engines.dancing.QUICK": (-1,),
    "engines.dancing.ROWS": (1, 2),
    "planning.plan.MIN_LIMIT": (0, 0.02),
    "planning.plan.BRIEFLY": (0, 1e9),
    "planning.plan.LONG_SEARCH": (-1, 100),
    "engines.frontier.SLICE": (1, 100),
    "engines.frontier.ROWS": (1, 3),
    "engines.frontier.FEW_COMBINATIONS": (1, 1 << 10),
    "engines.halves.NARROW": (1, 32),
    "engines.halves.ROWS": (1, 3),
    "engines.layout.SLICE": (1, 30),
    "engines.roles.NARROW": (0, 32),
    "engines.roles.MAX_PIECES": (0, 24),
    "engines.sweep.PARTS": (1, 3),
    "engines.diagram.growth.SHAPES": (1, 5),
    "engines.diagram.diagram.MAX_VISITED": (-1,),
    "engines.diagram.sets.MAX_HIGH": (0, 0, 1, 4096),
    "engines.estimate.MIN_STATES": (2, 256),
    "results.finding.MAX_SKIPPED": (0,),
    "planning.quotient.MAX_DISTRIBUTIONS": (1, 100),
    "planning.plan.MAX_IMAGES": (0, 20_000),
    "nonogram.solver.SOLUTIONS_BEFORE_LAYERS": (1, 2, 16),
    "nonogram.layers_in_turns.ENTRY_COST": (0, 20),
    "nonogram.layers_in_turns.TURN": (1, 100),
    "nonogram.turns.EACH": (0, 1),
    "nonogram.turns.FIRST": (0, 30),
    "nonogram.turns.SLICE": (1, 20),
    "nonogram.turns.TURN": (1, 50),
}
"""Limits that select an algorithm, with values that small puzzles reach. They change the time, and
for a Cover the order of its solutions, but no other answer."""

COUNTED = (
    *(
        f"engines.{home}.{ask}"
        for home in (
            "diagram.engine.DiagramEngine",
            "halves.Halves",
            "frontier.Frontier",
            "backtrack.Backtrack",
            "dancing.Dancing",
        )
        for ask in ("count", "counts", "solutions")
    ),
    "planning.execution._beyond_64_bits",
    "engines.diagram.diagram.Diagram.remaining",
    "engines.frontier.FrontierNumbering.nth",
    "engines.frontier.new_count",
    "engines.halves.HalvesNumbering.nth",
    "planning.interchangeable.Merged.multiplicity",
    "engines.race.race_solutions",
    "engines.race.race_count",
    "engines.roles._with_pieces",
    "engines.sweep.Sweep.counts",
    "nonogram.layers_in_turns.LayersInTurns.turn",
    "nonogram.row_layers.Layers.run",
    "nonogram.turns.Turns._by_clauses",
    "nonogram.turns.Turns._by_lines",
    "results.cheapest._Listed.with_cost",
    "results.cheapest._Part.with_cost",
    "planning.residual.SearchedCover.remaining",
    "planning.orbits.OrbitCount._without",
    "planning.orbits._fewest_orbits",
    "planning.orbits._orbits",
    "planning.orbits.count_up_to_symmetry",
    "planning.orbits.quotient_covers",
    "planning.execution.count_if_quick",
)
"""Functions whose calls show which algorithms were used."""

EXTRAS = {"cpsat": "ortools", "sat": "pysat"}
"""The engines that need third-party packages, and the modules that they import."""

ENGINES = (
    *("backtrack", "dancing", "diagram", "frontier", "halves") * 5,
    "reference",
    *(name for name, module in EXTRAS.items() if find_spec(module)),
)
"""Names of engines to choose from; slow engines are listed less often."""

SECONDS = 5  # time limit of a question

SHOWN = ("model", "problem", "clues", "date", "placed", "memory", "cells")
"""The attributes of a case that are printed."""


class Difference(NamedTuple):
    """A question with a wrong answer, and the expected answer."""

    question: str
    got: str
    expected: str


class Case:
    """A random puzzle, Cover or nonogram, and the contexts of the questions about it. `total` is
    its number of solutions, and `few` says whether they can be listed."""

    total = 0
    few = True

    def __init__(self, rng: Random, contexts: set[str]) -> None:
        self.rng, self.contexts = rng, contexts
        self.differences: list[Difference] = []
        self.compared = self.refused = 0

    def described(self) -> list[str]:
        """Return the lines that describe the case in a report."""
        return [f"{name} = {value!r}" for name, value in self.__dict__.items() if name in SHOWN]

    def begin(self, first: Mapping[str, Callable[[Any], None]]) -> None:
        """Ask the questions that the contexts of the case put first."""
        for context, question in first.items():
            if context in self.contexts:
                self.ask(question)

    def same(self, question: str, got: object, expected: object) -> None:
        """Record a difference unless the answers are equal."""
        self.compared += 1
        if got != expected:
            self.differences.append(Difference(question, _short(got), _short(expected)))

    def ask(self, question: Callable[[Any], None]) -> None:
        """Ask a question, and record any error as a difference. A lack of memory in the context
        `little memory` is no difference, and neither is a question that takes too long."""
        signal.signal(signal.SIGALRM, _give_up)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                question(self)
        except TooLargeError:
            self.refused += 1
        except CannotDoError as error:
            self.refused += 1
            if "little memory" not in self.contexts:
                self._failed(question, error)
        except Exception as error:
            self._failed(question, error)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _failed(self, question: Callable[[Any], None], error: Exception) -> None:
        text = "".join(traceback.format_exception(error, limit=-6))
        self.differences.append(Difference(question.__name__, text, "an answer"))


def _give_up(*_: object) -> None:
    raise TooLargeError


def _short(value: object) -> str:
    text = str(dict(value)) if isinstance(value, Counter) else repr(value)
    return text if len(text) < 2_000 else f"{text[:2_000]} ..."


def _owner_of(path: str) -> tuple[Any, str]:
    """Return the module or class that holds the last name of a path, and this name."""
    parts = path.split(".")
    for at in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = import_module("calpuzzle." + ".".join(parts[:at]))
        except ModuleNotFoundError:
            continue
        for part in parts[at:-1]:
            owner = getattr(owner, part)
        return owner, parts[-1]
    raise LookupError(path)


@contextmanager
def limits_lowered(rng: Random) -> Iterator[None]:
    """Set most of LIMITS to random values."""
    with ExitStack() as stack:
        for path, values in LIMITS.items():
            if rng.random() < 0.7:
                owner, name = _owner_of(path)
                stack.enter_context(mock.patch.object(owner, name, rng.choice(values)))
        yield


@contextmanager
def calls_counted(calls: Counter[str]) -> Iterator[None]:
    """Count the calls of the functions in COUNTED."""

    def counting(path: str, function: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            calls[path] += 1
            return function(*args, **named)

        return call

    with ExitStack() as stack:
        for path in COUNTED:
            owner, name = _owner_of(path)
            function = counting(path, getattr(owner, name))
            stack.enter_context(mock.patch.object(owner, name, function))
        yield
