"""The search for the solutions of a puzzle: what a question fixes, and what completes it."""

from __future__ import annotations

import sys
from functools import cached_property, partial
from typing import TYPE_CHECKING

from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.text_reader import is_drawing, options_drawn
from calpuzzle.formats.challenge import challenge, is_challenge
from calpuzzle.planning import Plan, Question, Wanted, execution, make_plan
from calpuzzle.planning.orbits import OrbitCount
from calpuzzle.puzzle.dates import instance_of, is_any, labels_of
from calpuzzle.puzzle.placements import PlacedOptions, Placements, options_of
from calpuzzle.puzzle.symmetry import Symmetry, symmetries
from calpuzzle.results.answer import Search
from calpuzzle.results.disassembly import Sliding, check_slides
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calpuzzle.engines.estimate import Estimate
    from calpuzzle.puzzle.cover import Options
    from calpuzzle.puzzle.dates import DateLike, Labels
    from calpuzzle.puzzle.lowering import Lowered

NEAR = 1_000  # a solution of a smaller number is searched for


def laid_options(
    puzzle: Lowered, placements: Placements | Solution, clashing: bool = False
) -> PlacedOptions:
    """The options of placements, which may be `clashing`, of the pieces in a drawing of the board,
    or of a challenge. Raises InputError."""
    if isinstance(placements, Solution):
        placements = PlacedOptions(placements.options, placements.names)
    if isinstance(placements, str | tuple) and not placements:
        return PlacedOptions(())
    if isinstance(placements, str):
        if is_challenge(puzzle.model, placements):
            return challenge(puzzle.lowered, placements)
        if is_drawing(placements):
            return options_drawn(puzzle.lowered, placements)
    return options_of(puzzle.lowered, placements, clashing)


def fixed_options(
    puzzle: Lowered, date: DateLike = None, placements: Placements | Solution = ()
) -> Options:
    """The options of a date, one label a group (none for `any`), then those that are laid, of which
    labels of the date may be some. Raises DateError and InputError."""
    if is_any(puzzle.model, date):
        return laid_options(puzzle, placements)
    labels = labels_of(puzzle.model, date)
    return with_labels(puzzle, labels, laid_options(puzzle, placements))


def with_labels(puzzle: Lowered, labels: Labels, laid: Options) -> Options:
    """The options of these labels, one a group, then those of `laid` that are none of them."""
    own = puzzle.lowered.cover.instance(instance_of(puzzle.model, labels))
    return own + tuple(option for option in laid if option not in own)


class Finding(Search[Solution]):
    """The solutions of the date of these labels, or of all dates (None), that hold what is laid.

    With `unique`, of solutions that are the same up to the symmetries of the puzzle one is given;
    without `mirrors`, mirror images stay apart. With `disassembles`, those that come apart are
    given. Nothing is lowered before it must be.
    """

    def __init__(
        self,
        puzzle: Lowered,
        labels: Labels | None,
        laid: Options = (),
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors: bool = True,
        run: engines.Run = engines.RUN,
        disassembles: bool = False,
    ) -> None:
        if disassembles:
            check_slides(puzzle.model)
        self._apart = disassembles
        self.puzzle = puzzle
        self.labels = labels
        self._laid = laid
        self._name = engine
        engines.check_name(engine)
        self.run = run
        self._group: tuple[Symmetry, ...] = ()
        if unique:
            # Only those that leave what is laid where it is.
            fixed = set(self.fixed)
            self._group = tuple(
                symmetry
                for symmetry in symmetries(puzzle.lowered, mirrors)
                if {symmetry.options[k] for k in fixed} == fixed
            )
        self._nth: Callable[[int], Options] | None = None

    @property
    def plain(self) -> bool:
        """Return whether all solutions are wanted, by whichever engine suits."""
        return not (self._group or self._apart) and self._name == engines.DEFAULT

    @cached_property
    def fixed(self) -> Options:
        """The options of the date, and of what is laid."""
        if self.labels is None:
            return self._laid
        return with_labels(self.puzzle, self.labels, self._laid)

    def __iter__(self) -> Iterator[Solution]:
        return map(self.read, self._found())

    def read(self, options: Options) -> Solution:
        """The solution of these options."""
        return Solution(self.puzzle.lowered, options, self.labels is not None)

    def plan(self, wanted: Wanted) -> Plan:
        """Return the plan by which this is answered."""
        lowered = self.puzzle.lowered
        known = partial(symmetries, lowered)
        return make_plan(
            Question(
                wanted,
                lowered.cover,
                self.fixed,
                self._name,
                self.run,
                known,
                self._group,
                self.total,
            )
        )

    def _found(self) -> Iterator[Options]:
        """All options of each solution."""
        found = execution.solutions(self.plan(Wanted.LIST))
        fixed = self.fixed
        whole = (options + fixed for options in found) if fixed else found
        if not self._apart:
            return whole
        return filter(self._comes_apart(), whole)

    def _comes_apart(self) -> Callable[[Options], bool]:
        """Return a function that tells whether the pieces of a solution come apart."""
        model, lowered = self.puzzle.model, self.puzzle.lowered
        sliding = Sliding(model, self.run)
        if any(piece.together for piece in model.pieces):
            return lambda options: sliding(self.read(options).pieces) is not None
        cells = [
            lowered.cells_of(k) if lowered.class_of(k) >= 0 else ()
            for k in range(len(lowered.cover.options))
        ]
        return lambda options: sliding.comes_apart([cells[k] for k in options if cells[k]])

    def _counted(self) -> int:
        if not self._apart:
            return execution.count(self.plan(Wanted.COUNT))
        group = self._group or (() if self.fixed else symmetries(self.puzzle.lowered))
        # What may stay together depends on the names of the pieces, which symmetries exchange, and
        # a part of the count without a piece has other options.
        pieces = self.puzzle.model.pieces
        by_orbits = self._name == engines.DEFAULT and all(own.least for own in pieces)
        if not group or not by_orbits or any(own.together for own in pieces):
            return sum(1 for _ in self._found())
        return self._apart_by_orbits([each.options for each in group])

    def _apart_by_orbits(self, maps: Sequence[Options]) -> int:
        """Return how many come apart, from one placement of each orbit of a piece. Up to symmetry a
        solution counts as often as maps leave it as it is: divided by the number of maps, a class
        of equal solutions then counts once."""
        comes_apart = self._comes_apart()

        def times(options: Options) -> int:
            if not self._group:
                return comes_apart(options)
            own = {*options}
            same = sum(own.issuperset(map(images.__getitem__, options)) for images in maps)
            return same * comes_apart(options)

        def count(part: Question) -> int:
            found = execution.solutions(make_plan(part._replace(wanted=Wanted.LIST)))
            return sum(times(own + part.fixed) for own in found)

        cover = self.puzzle.lowered.cover
        found = OrbitCount(count, self.run).total(cover, maps, self.fixed)
        return found // len(maps) if self._group else found

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """About how many there are, by samples of the frontier states."""
        if self._group:
            raise CannotDoError("solutions up to symmetry are not estimated; leave unique out")
        if self._apart:
            raise CannotDoError("how many solutions come apart is not estimated")
        run = self.run._replace(progress=None)
        return planning.estimate(self.puzzle.lowered.cover, self.fixed, seconds, seed, run)

    def known(self, index: int) -> Solution | None:
        """The solution of that number, from an engine that finds it without those before it, where
        that is quicker. Raises IndexError where there is none."""
        if self._group or self._apart:
            return None
        if self._nth is None:
            if index > sys.maxsize:
                self.count()  # it may take long, but so many are not met one after another
            plan = self.plan(Wanted.NUMBERED)
            if index < NEAR and plan.engine != "diagram":
                return None
            nth = execution.numbered(plan)
            if plan.engine != "diagram":  # which is kept with the Cover
                self._nth = nth
        else:
            nth = self._nth
        return self.read(nth(index) + self.fixed) if nth else None
