"""The engines: different searches over one Cover, behind one contract.

All give the same counts. They exist because each checks the others, and because each is best at
something. `ENGINES` is their table: an engine is a row there and a class in a module of its own,
which need not say more than how it lists solutions. calpuzzle.planning chooses among them; others
name an engine to check a count (selftest.py), and design/ for what it counts of a piece set.

What is laid is a tuple of options; a date, too, is nothing but some label options laid.
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
from calpuzzle.base.stop import Stop, checked_stop, look
from calpuzzle.base.text import unknown
from calpuzzle.puzzle.cover import Cover, Options, Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Counts: TypeAlias = "npt.NDArray[np.int64]"
"""The solutions of every instance: an array with one axis a group; of Python integers where one of
them does not fit 64 bits."""
MEMORY = 4 << 30


class Run(NamedTuple):
    """The terms on which a question is answered: by how many threads, what to call on the way, in
    how many bytes (None: 4 GiB), whether to keep on disk how far it has come and to go on from
    there, and what ends it. An engine takes what it can use; all raise StoppedError when `stop`
    says so. What `progress` raises ends the work too."""

    jobs: int = 1
    progress: Progress | None = None
    memory: int | None = None
    resume: bool = False
    stop: Stop | None = None

    def checked(self) -> Run:
        """Return the same with numbers of Python. Raises InputError for jobs, a memory or a stop
        that is none."""
        checked_stop(self.stop)
        memory = self.memory
        if memory is not None:
            memory = min(whole_number(memory, "memory", 1), sys.maxsize)
        return self._replace(jobs=whole_number(self.jobs, "jobs", 1), memory=memory)

    @property
    def bound(self) -> int:
        """The bytes that the work may take."""
        return MEMORY if self.memory is None else self.memory

    def tell(self, done: int, of: int | None, found: int = 0) -> None:
        """Report progress, where somebody wants to know. Raises StoppedError."""
        self.look()
        if self.progress:
            self.progress(done, of, found)

    def look(self) -> None:
        """Raise StoppedError where the work is to end: called every few milliseconds."""
        if self.stop is not None:
            look(self.stop)


RUN = Run()


def counts_of(found: list[int], shape: tuple[int, ...]) -> Counts:
    """The array of the solutions of every instance, which are given in order."""
    import numpy as np

    kind = np.int64 if max(found, default=0) < 1 << 63 else object
    return np.array(found, dtype=kind).reshape(shape)


class Engine(ABC):
    """The contract of every engine. `ordered`: whether it lists in lexicographic order."""

    ordered = False

    def refusal(self, cover: Cover) -> str | None:
        """Return why the engine cannot take the Cover, as a sentence, or None."""
        return None

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`; 0 where these clash."""
        return sum(1 for _ in self.solutions(cover, laid, run))

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance, as an array of `cover.shape`: one after another, on one
        thread, where the engine knows no better. Progress is reported within them too, so
        that the call can end the count."""
        counts = []
        number = total = 0

        def within(_: int, __: int | None, found: int) -> None:
            run.tell(number, cover.instances, total + found)

        alone = run._replace(progress=within if run.progress else None)
        for number in range(cover.instances):
            counts.append(self.count(cover, cover.instance(number), alone))
            total += counts[number]
            run.tell(number + 1, cover.instances, total)
        return counts_of(counts, cover.shape)

    def check(self, cover: Cover) -> None:
        """Raise CannotDoError, with its refusal, where the engine cannot take the Cover."""
        if why := self.refusal(cover):
            raise CannotDoError(f"{why}; the engine dancing has no such bounds")

    @abstractmethod
    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid` to a solution, lazily: without them, rising."""


class Entry(NamedTuple):
    """An engine of the table: its module and class, what it is, a shipped puzzle whose published
    total it counts in a second, and whether it is there for checking only, for it takes long."""

    home: str
    help: str
    published: str = ""
    checking: bool = False


ENGINES = {
    "diagram": Entry(
        "diagram.engine.DiagramEngine", "a decision diagram of all solutions, compiled", "dray"
    ),
    "halves": Entry(
        "halves.Halves",
        "two halves that meet, for many different pieces, compiled",
        "pentominoes-4x15",
    ),
    "frontier": Entry(
        "frontier.Frontier",
        "the frontier method: long boards, counts of any size, compiled",
        "pentominoes-3x20",
    ),
    "backtrack": Entry(
        "backtrack.Backtrack", "bitboard backtracking, compiled", "pentominoes-5x12"
    ),
    "dancing": Entry("dancing.Dancing", "dancing cells: exact cover of any kind, compiled", "soma"),
    # From here on in the order of what they take for a date: from a second to many minutes.
    "reference": Entry(
        "reference.Reference", "plain Python over sets, for small puzzles", "tetrahexes-4x7", True
    ),
    "sat": Entry("sat.Sat", "a SAT solver of python-sat, an extra", "tetrahexes-4x7", True),
    "cpsat": Entry("cpsat.CpSat", "OR-Tools' CP-SAT, an extra", "tetrahexes-4x7", True),
    "highs": Entry("highs.Highs", "HiGHS, an extra", "sticks", True),
}

DEFAULT = "auto"
"""The name that leaves the choice to calpuzzle.planning."""
NAMES = (DEFAULT, *ENGINES)


def check_name(name: str) -> None:
    """Raise InputError for a name that is neither that of an engine nor "auto"."""
    if name != DEFAULT:
        load(name)


def load(name: str) -> Engine:
    """Return the engine of that name. Raises InputError for an unknown one."""
    if not isinstance(name, str) or name not in ENGINES:
        raise InputError(unknown("engine", name, NAMES))
    return _loaded(name)


@cache
def _loaded(name: str) -> Engine:
    module, _, kind = ENGINES[name].home.rpartition(".")
    engine: Engine = getattr(import_module(f"calpuzzle.engines.{module}"), kind)()
    return engine
