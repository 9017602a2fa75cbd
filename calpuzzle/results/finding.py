"""The search for the solutions of a puzzle that contain a date and given placements."""

from __future__ import annotations

import sys
from functools import cached_property, partial
from typing import TYPE_CHECKING

from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.text_reader import is_drawing, options_drawn
from calpuzzle.formats.placement_codes import challenge, is_challenge
from calpuzzle.planning import Plan, Question, QuestionKind, SymmetryGroup, execution, make_plan
from calpuzzle.planning.orbits import OrbitCount
from calpuzzle.puzzle.dates.parsing import is_any, labels_of
from calpuzzle.puzzle.placements import PlacedOptions, Placements, options_of
from calpuzzle.puzzle.symmetry import symmetries
from calpuzzle.results.answer import MAX_SKIPPED, Search
from calpuzzle.results.disassembly import Sliding, check_slides
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calpuzzle.engines.estimate import Estimate
    from calpuzzle.puzzle.cover import Options
    from calpuzzle.puzzle.dates.instances import Labels
    from calpuzzle.puzzle.dates.parsing import DateLike
    from calpuzzle.puzzle.lowering import Lowered


def placed_options(
    puzzle: Lowered, placements: Placements | Solution, may_clash: bool = False
) -> PlacedOptions:
    """Return the options of placements, of a drawing of the board, or of the text of a challenge.

    Raises InputError for invalid placements, and for overlapping ones. With `may_clash`, placements
    in a text or a mapping may overlap, but not in a challenge. Option numbers may always overlap.
    """
    if isinstance(placements, Solution):
        placements = PlacedOptions(placements.options, placements.names)
    if isinstance(placements, str | tuple) and not placements:
        return PlacedOptions(())
    if isinstance(placements, str):
        if is_challenge(puzzle.model, placements):
            return challenge(puzzle.lowered, placements)
        if is_drawing(placements):
            return options_drawn(puzzle.lowered, placements)
    return options_of(puzzle.lowered, placements, may_clash)


def fixed_options(
    puzzle: Lowered, date: DateLike = None, placements: Placements | Solution = ()
) -> Options:
    """Return the options of a date (none for `any`), then the options of the placements that are
    not already among them. Raises DateError and InputError."""
    if is_any(puzzle.model, date):
        return placed_options(puzzle, placements)
    labels = labels_of(puzzle.model, date)
    return with_labels(puzzle, labels, placed_options(puzzle, placements))


def with_labels(puzzle: Lowered, labels: Labels, placed: Options) -> Options:
    """Return the options of the labels, then the other options placed. A group has one option, or
    one for each open label if it is in `Lowering.unlisted`."""
    date = puzzle.lowered.date_options(labels)
    return date + tuple(option for option in placed if option not in date)


class PuzzleSearch(Search[Solution]):
    """The solutions of the date with these labels, or of all dates (None), that contain the options
    already placed.

    With `unique`, only one of the solutions that are equal up to symmetry is found; symmetries that
    change the fixed options are ignored. Without `mirrors`, mirror images count as different. With
    `disassembles`, only solutions that come apart are found. The puzzle is lowered only when that
    is needed.
    """

    def __init__(
        self,
        puzzle: Lowered,
        labels: Labels | None,
        placed: Options = (),
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors: bool = True,
        run: engines.Run = engines.RUN,
        disassembles: bool = False,
    ) -> None:
        if disassembles:
            check_slides(puzzle.model)
        self._disassembles = disassembles
        self.puzzle = puzzle
        self.labels = labels
        self._placed = placed
        self._name = engine
        engines.check_name(engine)
        self.run = run
        self._equal_under: SymmetryGroup = ()
        if unique:
            # Only symmetries that map the fixed options to themselves map solutions to solutions.
            fixed = set(self.fixed)
            self._equal_under = tuple(
                symmetry
                for symmetry in symmetries(puzzle.lowered, mirrors)
                if {symmetry.options[k] for k in fixed} == fixed
            )
        self._nth: Callable[[int], Options] | None = None

    @property
    def plain(self) -> bool:
        """Whether the search yields all solutions, with an engine that the planner chooses."""
        return not (self._equal_under or self._disassembles) and self._name == engines.DEFAULT

    @cached_property
    def fixed(self) -> Options:
        """The options of the date and those already placed."""
        if self.labels is None:
            return self._placed
        return with_labels(self.puzzle, self.labels, self._placed)

    def __iter__(self) -> Iterator[Solution]:
        return map(self.read, self._found())

    def read(self, options: Options) -> Solution:
        """Return the solution with these options."""
        return Solution(self.puzzle.lowered, options, self.labels is not None)

    def plan(self, kind: QuestionKind) -> Plan:
        """Return the plan for answering this question."""
        lowered = self.puzzle.lowered
        return make_plan(
            Question(
                kind,
                lowered.cover,
                self.fixed,
                self._name,
                self.run,
                partial(symmetries, lowered),
                self._equal_under,
                self.total,
            )
        )

    def _found(self) -> Iterator[Options]:
        """Return an iterator over the solutions, each as a tuple of all its options."""
        found = execution.solutions(self.plan(QuestionKind.LIST))
        fixed = self.fixed
        whole = (options + fixed for options in found) if fixed else found
        if not self._disassembles:
            return whole
        return filter(self._disassembly_test(), whole)

    def _disassembly_test(self) -> Callable[[Options], bool]:
        """Return a function that returns whether the pieces of a solution come apart."""
        model, lowered = self.puzzle.model, self.puzzle.lowered
        sliding = Sliding(model, self.run)
        if any(piece.together for piece in model.pieces):
            return lambda options: sliding(self.read(options).pieces) is not None
        numbers = {
            k: sliding.placement_number(lowered.cells_of(k))
            for k in range(len(lowered.cover.options))
            if lowered.class_of(k) >= 0
        }
        return lambda options: sliding.disassembles([numbers[k] for k in options if k in numbers])

    def _counted(self) -> int:
        if not self._disassembles:
            return execution.count(self.plan(QuestionKind.COUNT))
        group = self._equal_under or (() if self.fixed else symmetries(self.puzzle.lowered))
        # Orbits are counted only if symmetric solutions come apart in the same way. With `together`
        # they need not, because symmetries exchange the names of pieces. Besides, every piece must
        # be required: a part of the count that omits a piece numbers the options differently.
        pieces = self.puzzle.model.pieces
        by_orbits = self._name == engines.DEFAULT and all(piece.least for piece in pieces)
        if not group or not by_orbits or any(piece.together for piece in pieces):
            return sum(1 for _ in self._found())
        return self._count_by_orbits([symmetry.options for symmetry in group])

    def _count_by_orbits(self, maps: Sequence[Options]) -> int:
        """Return the number of solutions that come apart. The search tries only one placement from
        each orbit of the placements of one piece.

        To count up to symmetry, each solution is weighted by the number of maps that fix it. The
        weights of an orbit of solutions then add up to the number of maps, so that the orbit counts
        once after the division by that number (Burnside's lemma)."""
        disassembles = self._disassembly_test()

        def weight(options: Options) -> int:
            if not self._equal_under:
                return disassembles(options)
            chosen = {*options}
            stabilizer = sum(chosen.issuperset(map(images.__getitem__, options)) for images in maps)
            return stabilizer * disassembles(options)

        def count(part: Question) -> int:
            total = 0

            def report(done: int, of: int | None, _: int) -> None:
                part.run.report(done, of, total)

            listing = part._replace(kind=QuestionKind.LIST, run=part.run._replace(progress=report))
            for options in execution.solutions(make_plan(listing)):
                total += weight(options + part.fixed)
            return total

        cover = self.puzzle.lowered.cover
        found = OrbitCount(count, self.run).total(cover, maps, self.fixed)
        return found // len(maps) if self._equal_under else found

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """Return an estimate of the number of solutions, from samples of the frontier states.

        Raises CannotDoError with `unique` or `disassembles`."""
        if self._equal_under:
            raise CannotDoError("solutions up to symmetry are not estimated; leave unique out")
        if self._disassembles:
            raise CannotDoError("how many solutions come apart is not estimated")
        run = self.run._replace(progress=None)
        return planning.estimate(self.puzzle.lowered.cover, self.fixed, seconds, seed, run)

    def find_directly(self, index: int) -> Solution | None:
        """Return solution number `index` from an engine that finds it without those before it.

        Returns None if the solutions have to be listed up to this one, or if listing them is
        quicker. Raises IndexError if there is no such solution."""
        if self._equal_under or self._disassembles:
            return None
        nth = self._nth
        if nth is None:
            if index > sys.maxsize:
                self.count()  # slow at times, but so many solutions cannot be listed
            plan = self.plan(QuestionKind.NUMBERED)
            # Without a diagram, solutions with a small number are found by listing.
            if index < MAX_SKIPPED and plan.engine != "diagram":
                return None
            nth = execution.numbered(plan)
            if plan.engine != "diagram":  # a diagram is cached with the Cover
                self._nth = nth
        return self.read(nth(index) + self.fixed) if nth else None
