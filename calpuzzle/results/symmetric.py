"""Counting by the symmetries of a puzzle: all solutions from one placement of each orbit, and
solutions up to symmetry without listing them.

A symmetry takes solutions to solutions. So where a piece lies at one place, there are as many as
where it lies at that place's image, and of the places that are one another's images only one is
searched. How many solutions there are up to symmetry is, by the lemma of Cauchy and Frobenius, the
mean over all symmetries of how many solutions each leaves as they are; and those are the solutions
of a smaller problem, in which an option is laid together with its images.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from calpuzzle import engines
from calpuzzle.base.errors import InputError
from calpuzzle.engines import Run
from calpuzzle.engines.auto import chosen, searched
from calpuzzle.engines.dancing import soon
from calpuzzle.engines.diagram import at_hand
from calpuzzle.engines.interchangeable import merged
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.symmetry import Symmetry, symmetries
from calpuzzle.results.folding import Folded, folded

MOST_OPTIONS = 20_000  # of more, the images alone would take seconds

Maps = Sequence[Options]
"""Of each symmetry of a group, the identity first, which option each option becomes."""


def total(lowered: Lowering, laid: Options, engine: str, run: Run) -> int:
    """Return how many solutions hold the options `laid`; by the symmetries, where the engine is to
    be chosen and would search. Raises as the engine does."""
    cover = lowered.cover
    same = None if at_hand(cover) else merged(cover)
    kinds = same.cover if same else cover
    if engine == engines.DEFAULT and not laid and _is_searched(kinds, laid):
        # What is told of progress begins once.
        found = soon(kinds, run._replace(progress=None))
        if found is not None:
            return same.multiplicity() * found if same else found
        with suppress(InputError):  # of a puzzle whose symmetries are not known
            if same:
                maps = {same.images(images) for images in _maps(symmetries(lowered))}
                return same.multiplicity() * _Count(run).total(kinds, sorted(maps), laid)
            return by_orbits(cover, symmetries(lowered), laid, run)
    return engines.load(engine).count(cover, laid, run)


def by_orbits(cover: Cover, group: Sequence[Symmetry], laid: Options, run: Run) -> int:
    """Return how many solutions hold the options `laid`, which the group leaves where they are."""
    return _Count(run).total(cover, _maps(group), laid)


def classes(cover: Cover, group: Sequence[Symmetry], laid: Options, run: Run) -> int | None:
    """The same, those equal up to the group counted once; None where what a symmetry leaves as it
    is would be no exact cover problem, or too many of them."""
    maps = _maps(group)
    fixed: list[Folded] = []
    for images in maps[1:]:
        smaller = folded(cover, images, laid)
        if smaller is None:
            return None
        fixed += smaller
    counting = _Count(run, next(chosen(cover, laid)))
    found = sum(counting.count(each.cover, each.laid, 1) for each in fixed)
    if not _is_searched(cover, laid):
        maps = maps[:1]
    return (found + counting.total(cover, maps, laid)) // len(group)


def _is_searched(cover: Cover, laid: Options) -> bool:
    """Return whether the engine that suits would search, so that it takes less time for a part of
    the solutions, and much more than to find out what the symmetries make of the options."""
    few = len(cover.options) <= MOST_OPTIONS
    return few and next(chosen(cover, laid)) in ("backtrack", "dancing")


def _maps(group: Sequence[Symmetry]) -> Maps:
    return [symmetry.options for symmetry in group]


class _Count:
    """Counts part after part; progress tells of all parts together. Where the whole is counted by a
    frontier method, so are its parts."""

    def __init__(self, run: Run, whole: str = engines.DEFAULT) -> None:
        self._run = run
        self._whole = whole
        self._done = self._found = 0

    def count(self, cover: Cover, laid: Options, weight: int) -> int:
        """Return how many solutions hold the options `laid`, each of which stands for `weight`."""
        done, found = self._done, self._found

        def tell(now: int, of: int | None, so_far: int) -> None:
            self._done = done + now
            self._run.tell(self._done, None, found + weight * so_far)

        run = self._run._replace(progress=tell)
        self._found = found + weight * self._ask(cover, laid, run)
        self._run.tell(self._done, None, self._found)
        return self._found - found

    def _ask(self, cover: Cover, laid: Options, run: Run) -> int:
        if self._whole == "frontier" and engines.load("frontier").refusal(cover) is None:
            return engines.load("frontier").count(cover, laid, run)
        if next(chosen(cover, laid)) == "dancing":
            return searched(cover, laid, run)
        return engines.load(engines.DEFAULT).count(cover, laid, run)

    def total(self, cover: Cover, maps: Maps, laid: Options, weight: int = 1) -> int:
        """The same, from one option of each orbit of a piece."""
        orbits = _fewest_orbits(cover, maps, laid)
        if orbits is None:
            return self.count(cover, laid, weight)
        found = 0
        for orbit in orbits:
            # What is left of the group is what leaves the option where it is.
            left = [images for images in maps if images[orbit[0]] == orbit[0]]
            found += self.total(cover, left, (*laid, orbit[0]), weight * len(orbit))
        piece = cover.options[orbits[0][0]][0]
        if cover.bounds[piece][0] == 0:
            found += self._without(cover, maps, laid, weight, piece)
        return found

    def _without(self, cover: Cover, maps: Maps, laid: Options, weight: int, piece: int) -> int:
        """The same of the solutions in which the piece is not."""
        kept = [k for k, option in enumerate(cover.options) if option[0] != piece]
        if not _suffice(cover, kept):
            return 0
        number = {k: at for at, k in enumerate(kept)}
        left = _with_options(cover, [cover.options[k] for k in kept])
        maps = [tuple([number[images[k]] for k in kept]) for images in maps]
        return self.total(left, maps, tuple([number[k] for k in laid]), weight)


def _fewest_orbits(cover: Cover, maps: Maps, laid: Options) -> list[list[int]] | None:
    """The orbits of the options of the piece that has fewest, of those that lie nowhere yet, may be
    used once and change places with no other; None where there is none, or nothing to gain."""
    if len(maps) == 1:
        return None
    covered = {item for k in laid for item in cover.options[k]}
    options: dict[int, list[int]] = {}
    for k, option in enumerate(cover.options):
        if covered.isdisjoint(option):
            options.setdefault(option[0], []).append(k)
    found = [
        _orbits(own, maps)
        for piece, own in options.items()
        if cover.bounds[piece][1] == 1
        and all(cover.options[images[own[0]]][0] == piece for images in maps)
    ]
    found = [orbits for orbits in found if len(orbits) < sum(map(len, orbits))]
    return min(found, key=len, default=None)


def _orbits(options: Iterable[int], maps: Maps) -> list[list[int]]:
    """The options, those together that the maps take to one another."""
    met: set[int] = set()
    orbits = []
    for k in options:
        if k not in met:
            orbits.append(sorted({images[k] for images in maps}))
            met.update(orbits[-1])
    return orbits


def _suffice(cover: Cover, options: Iterable[int]) -> bool:
    """Return whether the pieces of the options can cover all cells that are to be."""
    largest: dict[int, int] = {}
    cells = range(cover.pieces, len(cover.primary))
    for k in options:
        piece, *rest = cover.options[k]
        largest[piece] = max(sum(item in cells for item in rest), largest.get(piece, 0))
    reach = sum(size * cover.bounds[piece][1] for piece, size in largest.items())
    return reach >= sum(cover.bounds[cell][0] for cell in cells)


def _with_options(cover: Cover, options: Sequence[Options]) -> Cover:
    """The same items with other options."""
    bounds = cover.bounds[: len(cover.primary)]
    return Cover.numbered(cover.primary, options, cover.secondary, bounds, pieces=cover.pieces)
