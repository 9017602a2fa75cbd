"""The solutions of an exact cover problem without a puzzle: sets of named options."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from calpuzzle import engines, planning
from calpuzzle.draw.incidence import cover_scene
from calpuzzle.engines import RUN, Run
from calpuzzle.planning import Plan, Question, QuestionKind, execution, make_plan
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.results.answer import Answer, Search

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene
    from calpuzzle.engines.estimate import Estimate


class CoverSolution(Answer):
    """One solution: the numbers of its options, increasing, and their names."""

    cover: Cover
    options: Options
    names: list[str]

    def __init__(self, cover: Cover, options: Options) -> None:
        names = [cover.names[option] for option in options]
        vars(self).update(cover=cover, options=options, names=names)

    def record(self) -> list[str]:
        """Return the names of the options."""
        return self.names

    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """Return the names of the options on one line."""
        return " | ".join(self.names)

    def scene(self) -> Scene:
        """Return a picture of the options as rows of the incidence matrix."""
        return cover_scene(self.cover, self.options)

    def _key(self) -> tuple[Hashable, ...]:
        return self.options, tuple(self.names)


class CoverSearch(Search[CoverSolution]):
    """The solutions of a Cover, found by the named engine."""

    def __init__(self, cover: Cover, engine: str = engines.DEFAULT, run: Run = RUN) -> None:
        self._cover = cover
        engines.check_name(engine)
        self._engine = engine
        self._run = run

    def __iter__(self) -> Iterator[CoverSolution]:
        found = execution.solutions(self.plan(QuestionKind.LIST))
        return (CoverSolution(self._cover, options) for options in found)

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """Return an estimate of the number of solutions, from samples of the frontier states."""
        run = self._run._replace(progress=None)
        return planning.estimate(self._cover, (), seconds, seed, run)

    def plan(self, kind: QuestionKind) -> Plan:
        """Return the plan for answering the question of the given kind about the Cover."""
        return make_plan(Question(kind, self._cover, (), self._engine, self._run))

    def _counted(self) -> int:
        return execution.count(self.plan(QuestionKind.COUNT))
