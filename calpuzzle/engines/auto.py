"""The engine `auto`: chooses by what is asked, what it costs, and what engines refuse.

A diagram that stands answers everything. One that has to be grown is worth it where nothing is laid
and all solutions are wanted, counted or by instance; what is left when options are laid is
searched: by dancing cells where so little is left that the tables of the bitboards would take
longer, else by backtracking; and by dancing cells where no bitboard holds the puzzle.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines import RUN, Counts, Engine, Run, load
from calpuzzle.engines.diagram import STANDING
from calpuzzle.engines.layout import MAX_INSTANCES, refusal
from calpuzzle.puzzle.cover import Cover, Options

FEW_OPTIONS = 800


def chosen(cover: Cover, laid: Options = (), whole: bool = True) -> Iterator[str]:
    """The engines that suit and do not refuse, the best one first; where the puzzle is too large
    for it after all, the next one is taken. `whole` where all solutions are wanted, counted or by
    instance, not listed one after another."""
    return (name for name in _suiting(cover, laid, whole) if load(name).refusal(cover) is None)


def _suiting(cover: Cover, laid: Options, whole: bool) -> Iterator[str]:
    if STANDING.of(cover) or (whole and not laid):
        yield "diagram"
    if _nearly_solved(cover, laid):
        yield "dancing"
    yield from ("backtrack", "dancing")


def _nearly_solved(cover: Cover, laid: Options) -> bool:
    """Whether pieces lie, not labels alone, and few options are left beside them."""
    if all(k in cover.instance_of for k in laid):
        return False
    covered = {item for k in laid for item in cover.options[k]}
    return sum(map(covered.isdisjoint, cover.options)) <= FEW_OPTIONS


class Auto(Engine):
    """The engine of this module."""

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """How many solutions hold the options `laid`."""
        try:
            return load(next(chosen(cover, laid))).count(cover, laid, run)
        except TooLargeError as error:
            return load(_instead(cover, error)).count(cover, laid, run)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance."""
        name = next(chosen(cover))
        try:
            if name == "dancing":
                _warn_of_patience(cover)
            return load(name).counts(cover, run)
        except TooLargeError as error:
            return load(_instead(cover, error)).counts(cover, run)

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """What completes the options `laid`, in the order of the engine that is taken."""
        return load(next(chosen(cover, laid, False))).solutions(cover, laid, run)


def _instead(cover: Cover, error: TooLargeError) -> str:
    """The engine that is asked where the diagram has become too large."""
    name = next(name for name in chosen(cover) if name != "diagram")
    warnings.warn(f"{error}; counting with the engine {name} instead", stacklevel=3)
    return name


def _warn_of_patience(cover: Cover) -> None:
    """Say what it means to count every instance by dancing cells. Raises CannotDoError where it
    would never come to an end."""
    if cover.instances <= 1:
        return
    why = refusal(cover)
    if cover.instances > MAX_INSTANCES:
        raise CannotDoError(f"{why}; counting so many one by one would never end")
    warnings.warn(
        f"{why}; the engine dancing counts {cover.instances:,} dates one by one, "
        "which may take long",
        stacklevel=3,
    )
