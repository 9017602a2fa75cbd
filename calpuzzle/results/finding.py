"""The search for the solutions of a puzzle: what a question fixes, and what completes it."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines.auto import lists_in_order, ranked
from calpuzzle.engines.diagram import at_hand
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.puzzle.challenge import challenge, is_challenge
from calpuzzle.puzzle.dates import instance_of, is_any, labels_of
from calpuzzle.puzzle.placements import PlacedOptions, Placements, options_of
from calpuzzle.puzzle.symmetry import Symmetry, symmetries, unique
from calpuzzle.results.answer import Search
from calpuzzle.results.disassembly import Sliding, check_slides
from calpuzzle.results.drawing import is_drawing, options_drawn
from calpuzzle.results.solution import Solution
from calpuzzle.results.symmetric import classes, total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calpuzzle.engines import frontier, halves
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
        if engine != engines.DEFAULT:
            engines.load(engine)  # raises for an unknown one
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
        self._ranked: halves.Ranked | frontier.Ranked | None = None

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

    def _found(self) -> Iterator[Options]:
        """All options of each solution."""
        engine = engines.load(self._name)
        rest = engine.solutions(self.puzzle.lowered.cover, self.fixed, self.run)
        unordered = self._name != engines.DEFAULT and not engine.ordered
        if unordered and lists_in_order(self.puzzle.lowered.cover):
            rest = iter(sorted(rest))
        found = (options + self.fixed for options in rest) if self.fixed else rest
        if self._group:
            found = unique((tuple(sorted(options)) for options in found), self._group)
        if not self._apart:
            return found
        sliding = Sliding(self.puzzle.model, self.run)
        return (own for own in found if sliding(self.read(own).pieces) is not None)

    def _counted(self) -> int:
        if not self._group and not self._apart:
            return self._all()
        if self._name == engines.DEFAULT and not self._apart:
            found = classes(self.puzzle.lowered.cover, self._group, self.fixed, self.run)
            if found is not None:
                return found
        return sum(1 for _ in self._found())

    def _all(self) -> int:
        return total(self.puzzle.lowered, self.fixed, self._name, self.run)

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """About how many there are, by samples of the frontier states."""
        from calpuzzle.engines.estimate import estimate

        if self._group:
            raise CannotDoError("solutions up to symmetry are not estimated; leave unique out")
        if self._apart:
            raise CannotDoError("how many solutions come apart is not estimated")
        run = self.run._replace(progress=None)
        return estimate(self.puzzle.lowered.cover, self.fixed, seconds, seed, run)

    def known(self, index: int) -> Solution | None:
        """The solution of that number, from the diagram or an engine that finds it so."""
        if self._group or self._apart:
            return None
        if at_hand(self.puzzle.lowered.cover) and lists_in_order(self.puzzle.lowered.cover):
            left = diagram_of(self.puzzle.lowered.cover, self.run).left(self.fixed)
            return self.read(left.nth(index) + self.fixed) if index < left.count else None
        if index < NEAR:
            return None
        if self._ranked is None:
            # That counts, and may take long, but so many are not met one after another.
            total = self.count() if index > sys.maxsize else self.total
            self._ranked = ranked(self.puzzle.lowered.cover, self.fixed, total, self.run)
        return self.read(self._ranked.nth(index) + self.fixed) if self._ranked else None
