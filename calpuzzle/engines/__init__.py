"""The engines: different searches over one Cover, behind one contract.

All give the same counts, and list the same solutions in the same order (that of cover.py). They
exist because each checks the others, and because each is best at something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from calpuzzle.cover import Cover
from calpuzzle.errors import InputError
from calpuzzle.text import unknown

Progress = Callable[[int, int], None]
"""Called now and then on long work with (steps done, steps in all)."""

Solution = tuple[int, ...]
"""Option numbers of the placements of a solution, rising; labels are not among them."""


class Run(NamedTuple):
    """How a count of every instance is to be run: by how many threads, what to call on the way, in
    how many bytes (None: the engine's own bound), and whether to keep on disk how far it has come
    and to go on from there. An engine takes what it can use."""

    jobs: int = 1
    progress: Progress | None = None
    memory: int | None = None
    resume: bool = False


RUN = Run()

ENGINES = {
    "auto": "the one of the others that suits the question",
    "diagram": "a decision diagram of all solutions of all dates, compiled",
    "backtrack": "bitboard backtracking, compiled",
    "reference": "plain Python over sets, for small puzzles and for checking",
}
GENERAL = {
    # In the order of what they take for a date: from a blink to many minutes.
    "links": "exact cover of any kind, compiled",
    "sat": "a SAT solver of python-sat, an extra",
    "cpsat": "OR-Tools' CP-SAT, an extra",
    "highs": "HiGHS, an extra",
}
"""Engines of general exact cover (calpuzzle/exact): slower on calendars, and another check."""

DEFAULT = "auto"


class Engine(Protocol):
    """What every engine module offers."""

    def count(self, cover: Cover, instance: int | None, laid: Solution = ()) -> int:
        """Solutions of one instance (of all where None) that hold the placements `laid`; 0 where
        these clash with each other or with the instance."""

    def counts(self, cover: Cover, run: Run = RUN) -> list[int]:
        """Solutions of every instance, in the order of the instances."""

    def solutions(self, cover: Cover, instance: int, laid: Solution = ()) -> Iterator[Solution]:
        """The solutions of one instance that hold the placements `laid`, lazily, in the order of
        cover.py."""


def load(name: str) -> Engine:
    """The engine of that name. Raises InputError for an unknown one."""
    if name not in ENGINES and name not in GENERAL:
        raise InputError(unknown("engine", name, (*ENGINES, *GENERAL)))
    return cast(Engine, import_module(f"calpuzzle.engines.{name}"))
