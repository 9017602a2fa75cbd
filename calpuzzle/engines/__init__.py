"""The engines: different searches over a Cover with one interface.

All engines compute the same counts, so they check one another. Each is the best one for some
problems, except those that only serve as a check. An engine has a row in the table `ENGINES`, and a
subclass of `Engine` in its own module. The subclass only has to list solutions. calpuzzle.planning
chooses the engine that answers a question. Other code selects one only for a special purpose, such
as to check a count (results/verification.py) or to count a property of a piece set (design/).

Placed pieces are passed as a tuple of options, and a date as the options of its labels.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.given import whole_number
from calpuzzle.base.stop import Stop, check_stop, raise_if_stopped
from calpuzzle.base.wording import shown, unknown
from calpuzzle.puzzle.cover import Cover, Options, Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Counts: TypeAlias = "npt.NDArray[np.int64]"
"""The number of solutions of every instance: an array with one axis per group, of dtype int64, or
of Python integers if a count does not fit 64 bits."""
MEMORY = 4 << 30
STEPS = 1_000  # the number of progress steps in one part of the work


class Run(NamedTuple):
    """The limits of the work on a question, and its callback.

    `jobs` is the number of threads, `progress` a callback, and `memory` a bound in bytes (None: 4
    GiB). An engine ignores those that it cannot use. Each search raises StoppedError when `stop` is
    reached; a cached diagram answers without checking it. An exception that `progress` raises ends
    the work too.
    """

    jobs: int = 1
    progress: Progress | None = None
    memory: int | None = None
    stop: Stop | None = None

    def checked(self) -> Run:
        """Return this Run with Python integers; raise InputError if a field is invalid."""
        check_stop(self.stop)
        if not (self.progress is None or callable(self.progress)):
            raise InputError(f"progress must be a function, not {shown(self.progress)}")
        memory = self.memory
        if memory is not None:
            memory = min(whole_number(memory, "memory", 1), sys.maxsize)
        return self._replace(jobs=whole_number(self.jobs, "jobs", 1), memory=memory)

    @property
    def bound(self) -> int:
        """Return the bound of the working memory in bytes."""
        return MEMORY if self.memory is None else self.memory

    def report(self, done: int, of: int | None, found: int = 0) -> None:
        """Report progress if there is a callback; raise StoppedError if the work must end."""
        self.raise_if_stopped()
        if self.progress:
            self.progress(done, of, found)

    def part(self, start: int, end: int, of: int) -> Run:
        """Return the Run of some parts of the work: `start` to `end`, if there are `of` parts.

        It reports the progress of the whole work. If these parts are started again, for example
        with another engine, the reported progress stays the same until it exceeds that of the first
        attempt.
        """
        if not self.progress:
            return self
        most = 0

        def within(done: int, size: int | None, _: int) -> None:
            nonlocal most
            most = max(most, STEPS * (end - start) * done // size if size else 0)
            self.report(STEPS * start + most, STEPS * of)

        return self._replace(progress=within)

    def raise_if_stopped(self) -> None:
        """Raise StoppedError if the work must end; engines call this every few milliseconds."""
        if self.stop is not None:
            raise_if_stopped(self.stop)


RUN = Run()


def counts_of(found: list[int], shape: tuple[int, ...]) -> Counts:
    """Return the counts of all instances, passed in order, as an array of `shape`."""
    import numpy as np

    kind = np.int64 if max(found, default=0) < 1 << 63 else object
    return np.array(found, dtype=kind).reshape(shape)


class Engine(ABC):
    """The interface of engines; `ordered` states whether solutions are in lexicographic order."""

    ordered = False

    def unsupported_reason(self, cover: Cover) -> str | None:
        """Return the reason why the engine does not support the Cover, or None."""
        return None

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`; 0 if these clash."""
        return sum(1 for _ in self.solutions(cover, placed, run))

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """Return the number of solutions of every instance, as an array of `cover.shape`.

        This default counts one instance after another on one thread. It reports progress within
        each instance too, so that the callback can end the count.
        """
        counts = []
        number = total = 0

        def within(_: int, __: int | None, found: int) -> None:
            run.report(number, cover.instances, total + found)

        alone = run._replace(progress=within if run.progress else None)
        for number in range(cover.instances):
            counts.append(self.count(cover, cover.instance(number), alone))
            total += counts[number]
            run.report(number + 1, cover.instances, total)
        return counts_of(counts, cover.shape)

    def check(self, cover: Cover) -> None:
        """Raise CannotDoError with the reason if the engine does not support the Cover."""
        if why := self.unsupported_reason(cover):
            raise CannotDoError(f"{why}; use the engine dancing")

    @abstractmethod
    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield lazily the other options of each solution that contains the options `placed`.

        Each result is a tuple of option numbers in increasing order.
        """


class EngineEntry(NamedTuple):
    """A row of the table of engines.

    `home` is its module and class, and `help` a description. `published` is a shipped puzzle whose
    total is published; the engine counts it within a second. `checking` marks slow engines that
    only serve as a check.
    """

    home: str
    help: str
    published: str = ""
    checking: bool = False


ENGINES = {
    "diagram": EngineEntry(
        "diagram.engine.DiagramEngine", "a decision diagram of all solutions, compiled", "dray"
    ),
    "halves": EngineEntry(
        "halves.Halves",
        "meet in the middle, for puzzles with many different pieces, compiled",
        "pentominoes-4x15",
    ),
    "frontier": EngineEntry(
        "frontier.Frontier",
        "the frontier method: long boards, counts of any size, compiled",
        "pentominoes-3x20",
    ),
    "backtrack": EngineEntry(
        "backtrack.Backtrack", "bitboard backtracking, compiled", "pentominoes-5x12"
    ),
    "dancing": EngineEntry(
        "dancing.Dancing", "dancing cells: exact cover of any kind, compiled", "soma"
    ),
    # The engines for checking, the fastest first: they take from a second to many minutes per date.
    "reference": EngineEntry(
        "reference.Reference", "plain Python over sets, for small puzzles", "tetrahexes-4x7", True
    ),
    "sat": EngineEntry("sat.Sat", "a SAT solver of python-sat, an extra", "tetrahexes-4x7", True),
    "cpsat": EngineEntry("cpsat.CpSat", "OR-Tools' CP-SAT, an extra", "tetrahexes-4x7", True),
    "highs": EngineEntry("highs.Highs", "HiGHS, an extra", "sticks", True),
}

DEFAULT = "auto"
"""The name that leaves the choice to calpuzzle.planning."""
NAMES = (DEFAULT, *ENGINES)


def check_name(name: str) -> None:
    """Raise InputError unless `name` is an engine or "auto"."""
    if name != DEFAULT:
        load(name)


def load(name: str) -> Engine:
    """Return the named engine; raise InputError for an unknown name."""
    if not isinstance(name, str) or name not in ENGINES:
        raise InputError(unknown("engine", name, NAMES))
    return _loaded(name)


@cache
def _loaded(name: str) -> Engine:
    module, _, kind = ENGINES[name].home.rpartition(".")
    engine: Engine = getattr(import_module(f"calpuzzle.engines.{module}"), kind)()
    return engine
