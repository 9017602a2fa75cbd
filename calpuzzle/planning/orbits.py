"""Count by symmetry: all solutions, or the solutions up to symmetry.

A symmetry maps solutions to solutions. A placement of a piece and its image are therefore in
equally many solutions, and only one placement of each orbit is searched. By the lemma of Cauchy and
Frobenius, the number of solutions up to symmetry is the mean, over all symmetries, of the number of
solutions that each leaves unchanged. Those are the solutions of a smaller problem, in which an
option is chosen together with its images (quotient.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from calpuzzle.engines import DEFAULT, Run, load
from calpuzzle.planning.question import Question, QuestionKind
from calpuzzle.planning.quotient import QuotientCover, quotient_covers
from calpuzzle.puzzle.cover import Cover, Options

Maps = Sequence[Options]
"""The symmetries of a group, the identity first, each as the tuple of the images of all options."""

Count = Callable[[Question], int]
"""A function that counts a part of the solutions."""


class OrbitCount:
    """A count in parts that reports the progress of all parts together.

    `whole` is the engine that was chosen for the whole problem. If it is the frontier method, that
    engine counts the parts too.
    """

    def __init__(self, count: Count, run: Run, whole: str = DEFAULT) -> None:
        self._count = count
        self._run = run
        self._whole = whole
        self._done = self._found = 0

    def count(self, cover: Cover, placed: Options, weight: int) -> int:
        """Return `weight` times the number of solutions that contain the options `placed`."""
        done, found = self._done, self._found

        def report(now: int, of: int | None, so_far: int) -> None:
            self._done = done + now
            self._run.report(self._done, None, found + weight * so_far)

        run = self._run._replace(progress=report)
        self._found = found + weight * self._ask(cover, placed, run)
        self._run.report(self._done, None, self._found)
        return self._found - found

    def _ask(self, cover: Cover, placed: Options, run: Run) -> int:
        frontier = self._whole == "frontier" and load("frontier").unsupported_reason(cover) is None
        engine = "frontier" if frontier else DEFAULT
        return self._count(Question(QuestionKind.COUNT, cover, placed, engine, run))

    def total(self, cover: Cover, maps: Maps, placed: Options, weight: int = 1) -> int:
        """Return `weight` times the number of solutions that contain the options `placed`.

        Only one option of each orbit of some piece is searched. `maps` must leave `placed`
        unchanged."""
        orbits = _fewest_orbits(cover, maps, placed)
        if orbits is None:
            return self.count(cover, placed, weight)
        found = 0
        for orbit in orbits:
            # With the option placed, only its stabilizer is still a group of symmetries.
            stabilizer = [images for images in maps if images[orbit[0]] == orbit[0]]
            found += self.total(cover, stabilizer, (*placed, orbit[0]), weight * len(orbit))
        piece = cover.options[orbits[0][0]][0]
        if cover.bounds[piece][0] == 0:
            found += self._without(cover, maps, placed, weight, piece)
        return found

    def _without(self, cover: Cover, maps: Maps, placed: Options, weight: int, piece: int) -> int:
        """Return `weight` times the number of solutions with `placed` that do not use `piece`."""
        others = [k for k, option in enumerate(cover.options) if option[0] != piece]
        if not _suffice(cover, others):
            return 0
        number = {k: at for at, k in enumerate(others)}
        smaller = _with_options(cover, [cover.options[k] for k in others])
        maps = [tuple([number[images[k]] for k in others]) for images in maps]
        return self.total(smaller, maps, tuple([number[k] for k in placed]), weight)


def count_up_to_symmetry(
    cover: Cover, maps: Maps, placed: Options, by_orbits: bool, counting: OrbitCount
) -> int | None:
    """Return the number of solutions that contain `placed`, up to the group `maps`.

    The result is None if the solutions that some symmetry leaves unchanged cannot be counted by few
    smaller problems (`quotient_covers`).
    """
    fixed: list[QuotientCover] = []
    for images in maps[1:]:
        smaller = quotient_covers(cover, images, placed)
        if smaller is None:
            return None
        fixed += smaller
    found = sum(counting.count(each.cover, each.placed, 1) for each in fixed)
    return (found + counting.total(cover, maps if by_orbits else maps[:1], placed)) // len(maps)


def _fewest_orbits(cover: Cover, maps: Maps, placed: Options) -> list[list[int]] | None:
    """Return the orbits of the options of the piece with the fewest orbits.

    Only pieces are considered that are used at most once, that can still be placed, and that no
    symmetry exchanges with another piece. The result is None if there is no such piece with fewer
    orbits than options.
    """
    if len(maps) == 1:
        return None
    covered = {item for k in placed for item in cover.options[k]}
    options: dict[int, list[int]] = {}
    for k, option in enumerate(cover.options):
        if covered.isdisjoint(option):
            options.setdefault(option[0], []).append(k)
    found = [
        _orbits(placements, maps)
        for piece, placements in options.items()
        if cover.bounds[piece][1] == 1
        and all(cover.options[images[placements[0]]][0] == piece for images in maps)
    ]
    found = [orbits for orbits in found if len(orbits) < sum(map(len, orbits))]
    return min(found, key=len, default=None)


def _orbits(options: Iterable[int], maps: Maps) -> list[list[int]]:
    """Return the orbits of the options under the maps."""
    met: set[int] = set()
    orbits = []
    for k in options:
        if k not in met:
            orbits.append(sorted({images[k] for images in maps}))
            met.update(orbits[-1])
    return orbits


def _suffice(cover: Cover, options: Iterable[int]) -> bool:
    """Return whether the pieces of the options are large enough to cover all primary cells."""
    largest: dict[int, int] = {}
    needed = range(cover.pieces, len(cover.primary))
    for k in options:
        piece, *cells = cover.options[k]
        largest[piece] = max(sum(item in needed for item in cells), largest.get(piece, 0))
    reach = sum(size * cover.bounds[piece][1] for piece, size in largest.items())
    return reach >= sum(cover.bounds[cell][0] for cell in needed)


def _with_options(cover: Cover, options: Sequence[Options]) -> Cover:
    """Return a Cover with the same items and other options."""
    bounds = cover.bounds[: len(cover.primary)]
    return Cover.numbered(cover.primary, options, cover.secondary, bounds, pieces=cover.pieces)
