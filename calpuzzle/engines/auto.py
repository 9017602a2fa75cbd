"""The engine `auto`: chooses by what is asked, what it costs, and what engines refuse.

A diagram that stands answers everything. Else interchangeable items are merged first
(interchangeable.py). A diagram that has to be grown is worth it where nothing is laid and all
solutions are wanted, counted or by instance. Where the pieces are too many for one, they are
counted from two halves, whatever is laid, for a search would not end. So are all solutions of a
puzzle without instances where its diagram turns out to be too large. What is more than a diagram
has numbers for is counted by the frontier method, or from two halves. Else what is left when
options are laid is searched: by dancing cells where so little is left that the tables of the
bitboards would take longer, by the frontier method where many pieces of few kinds are left, else by
backtracking. Where no bitboard holds the puzzle, the frontier method is asked if the pieces of a
flat board are of few kinds; and else dancing cells, which count in a race with one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING, TypeVar

from calpuzzle.base.errors import CannotDoError, TooLargeError, TooManyError
from calpuzzle.base.warned import warn
from calpuzzle.engines import RUN, Counts, Engine, Run, counts_of, load
from calpuzzle.engines.diagram import at_hand
from calpuzzle.engines.interchangeable import merged
from calpuzzle.engines.layout import MAX_INSTANCES, refusal
from calpuzzle.engines.race import listed, raced
from calpuzzle.puzzle.cover import Cover, Options

FEW_OPTIONS = 800
FEW_SETS = 1 << 14
MANY_PIECES = 24
ONE_BY_ONE = ("halves", "dancing")
"""The engines that count the instances one after another."""

T = TypeVar("T")

if TYPE_CHECKING:
    from calpuzzle.engines import frontier, halves


def chosen(cover: Cover, laid: Options = (), whole: bool = True) -> Iterator[str]:
    """The engines that suit and do not refuse, the best one first; where the puzzle is too large
    for it after all, the next one is taken. `whole` where all solutions are wanted, counted or by
    instance, not listed one after another."""
    return (name for name in _suiting(cover, laid, whole) if load(name).refusal(cover) is None)


def lists_in_order(cover: Cover) -> bool:
    """Return whether solutions are listed in lexicographic order, whatever is laid."""
    return load(next(chosen(cover, whole=False))).ordered


def ranked(
    cover: Cover, laid: Options, total: int | None, run: Run
) -> halves.Ranked | frontier.Ranked | None:
    """Return what gives the solutions by their numbers, in the order in which they are listed,
    where so many are not met one after another; `total` is how many there are, where that is
    known."""
    too_many = total is not None and total > sys.maxsize
    name = next(chosen(cover, laid))
    if name == "frontier" or (too_many and _suits_a_front(cover)):
        from calpuzzle.engines import frontier

        return frontier.Ranked(cover, laid, run)
    # They come in lexicographic order here.
    if (name == "halves" or too_many) and lists_in_order(cover):
        from calpuzzle.engines import halves

        if load("halves").refusal(cover) is None:
            return halves.Ranked(cover, laid, run)
    return None


def _suiting(cover: Cover, laid: Options, whole: bool) -> Iterator[str]:
    scattered = _scattered(cover)
    # Solutions come in one order, whether a diagram has been grown or not.
    standing = at_hand(cover) and (whole or not scattered)
    if standing or (whole and not laid and (cover.axes or not scattered)):
        yield "diagram"
    many = refusal(cover) or scattered or (whole and _many_pieces(cover))
    if many and _suits_a_front(cover):
        yield "frontier"
    if scattered or (whole and _nearly_solved(cover, laid)):
        yield "dancing"
    if whole and (_one_count(cover, laid) or _too_many_sets(cover)):
        yield "halves"
    yield from ("backtrack", "dancing")


def _scattered(cover: Cover) -> bool:
    """Return whether options lie in several parts of the plane, so that a bitboard search knows no
    dead regions; it is then left to dancing cells."""
    return cover.plane is not None and not cover.plane.spread


def _suits_a_front(cover: Cover) -> bool:
    # Imported where it is asked for: a question about a calendar has no need of it.
    from calpuzzle.engines.frontier import suits

    return suits(cover)


def _many_pieces(cover: Cover) -> bool:
    """Return whether there are so many pieces that a search for all solutions would hardly end."""
    return sum(most for _, most in cover.bounds[: cover.pieces]) > MANY_PIECES


def _one_count(cover: Cover, laid: Options) -> bool:
    """Return whether all solutions together are all that can be asked for."""
    return not laid and not cover.axes


def _too_many_sets(cover: Cover) -> bool:
    """Return whether the sets of used pieces are too many for a diagram. That is asked only where
    they are many, for it takes a while to say."""
    pieces = cover.pieces - len(cover.axes)
    sets = prod(most + 1 for _, most in cover.bounds[:pieces])
    return sets > FEW_SETS and load("diagram").refusal(cover) is not None


def _nearly_solved(cover: Cover, laid: Options) -> bool:
    """Return whether pieces lie, not labels alone, and few options are left beside them."""
    if all(k in cover.instance_of for k in laid):
        return False
    covered = {item for k in laid for item in cover.options[k]}
    return sum(map(covered.isdisjoint, cover.options)) <= FEW_OPTIONS


class Auto(Engine):
    """The engine of this module."""

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`."""
        same = None if at_hand(cover) else merged(cover)
        if same:
            ways = same.multiplicity(laid)
            return ways and ways * self.count(same.cover, same.options(laid), run)
        try:
            return _first_able(cover, laid, lambda name: _count(name, cover, laid, run))
        except TooManyError as error:
            return _past_words(cover, error, lambda name: load(name).count(cover, laid, run))

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance."""
        same = None if at_hand(cover) else merged(cover)
        if same:
            found = self.counts(same.cover, run)
            times = same.multiplicity()
            return counts_of([times * own for own in found.ravel().tolist()], found.shape)
        try:
            return _first_able(cover, (), lambda name: _every_count(name, cover, run))
        except TooManyError as error:
            return _past_words(cover, error, lambda name: _every_count(name, cover, run))

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, in the order of the engine that is taken."""
        name = next(chosen(cover, laid, False))
        if name == "dancing":
            return listed(cover, laid, run)
        return load(name).solutions(cover, laid, run)


def _first_able(cover: Cover, laid: Options, ask: Callable[[str], T]) -> T:
    """The answer of the best engine that the puzzle is not too large for after all."""
    names = chosen(cover, laid)
    name = next(names)
    while True:
        try:
            return ask(name)
        except TooLargeError as error:
            following = next(names, None)
            if following is None:
                raise
            warn(f"{error}; counting with the engine {following} instead")
            name = following


def _past_words(cover: Cover, error: TooManyError, ask: Callable[[str], T]) -> T:
    """The answer where it is more than the numbers of a diagram can say, by the first engine that
    has room for it."""
    names = ("frontier", "halves") if _suits_a_front(cover) else ("halves", "frontier")
    for name in names:
        if load(name).refusal(cover) is None:
            with suppress(TooLargeError, TooManyError):
                return ask(name)
    raise error


def _count(name: str, cover: Cover, laid: Options, run: Run) -> int:
    """Return how many solutions hold the options `laid`, by the engine of that name, which may have
    another one beside it."""
    if name == "dancing" and not laid:
        return searched(cover, laid, run)
    return load(name).count(cover, laid, run)


def searched(cover: Cover, laid: Options, run: Run) -> int:
    """Return how many solutions hold the options `laid`, by dancing cells; in turns with `frontier`
    where no bitboard holds the puzzle."""
    if refusal(cover) is None:
        return load("dancing").count(cover, laid, run)
    return raced(cover, laid, run)


def _every_count(name: str, cover: Cover, run: Run) -> Counts:
    if name in ONE_BY_ONE:
        _warn_of_patience(cover, name)
    return load(name).counts(cover, run)


def _warn_of_patience(cover: Cover, name: str) -> None:
    """Say what it means that an engine counts every instance by itself. Raises CannotDoError where
    it would never come to an end."""
    if cover.instances <= 1:
        return
    why = refusal(cover) or load("diagram").refusal(cover)
    if cover.instances > MAX_INSTANCES:
        raise CannotDoError(f"{why}; counting so many one by one would never end")
    warn(
        f"{why}; the engine {name} counts {cover.instances:,} dates one by one, which may take long"
    )
