"""Counting by the symmetries of a puzzle: all solutions from one placement of each orbit, and
solutions up to symmetry without listing them.

A symmetry takes solutions to solutions. So where a piece lies at one place, there are as many as
where it lies at that place's image, and of the places that are one another's images only one is
searched. How many solutions there are up to symmetry is, by the lemma of Cauchy and Frobenius, the
mean over all symmetries of how many solutions each leaves as they are; and those are the solutions
of a smaller problem, in which an option is laid together with its images.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from calpuzzle.engines import DEFAULT, Run, load
from calpuzzle.planning.folding import Folded, folded
from calpuzzle.planning.question import Question, Wanted
from calpuzzle.puzzle.cover import Cover, Options

Maps = Sequence[Options]
"""Of each symmetry of a group, the identity first, which option each option becomes."""

Count = Callable[[Question], int]
"""Counts a part of the solutions."""


class OrbitCount:
    """Counts part after part; progress tells of all parts together. Where the whole is counted by a
    frontier method, so are its parts."""

    def __init__(self, count: Count, run: Run, whole: str = DEFAULT) -> None:
        self._count = count
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
        frontier = self._whole == "frontier" and load("frontier").refusal(cover) is None
        engine = "frontier" if frontier else DEFAULT
        return self._count(Question(Wanted.COUNT, cover, laid, engine, run))

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


def classes(
    cover: Cover, maps: Maps, laid: Options, by_orbits: bool, counting: OrbitCount
) -> int | None:
    """Return how many solutions hold the options `laid`, those equal up to the group counted once;
    None where what a symmetry leaves as it is would be no exact cover problem, or too many of
    them."""
    fixed: list[Folded] = []
    for images in maps[1:]:
        smaller = folded(cover, images, laid)
        if smaller is None:
            return None
        fixed += smaller
    found = sum(counting.count(each.cover, each.laid, 1) for each in fixed)
    return (found + counting.total(cover, maps if by_orbits else maps[:1], laid)) // len(maps)


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
