"""Engines by name; the name "auto" stands for the planner, with the interface of an engine."""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle import planning
from calpuzzle.engines import DEFAULT, RUN, Counts, Engine, Run
from calpuzzle.engines import load as load_engine
from calpuzzle.puzzle.cover import Cover, Options


class _Planner(Engine):
    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        return planning.count(cover, placed, run)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        return planning.counts(cover, run)

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        return planning.solutions(cover, placed, run)


def load(name: str) -> Engine:
    return _Planner() if name == DEFAULT else load_engine(name)
