"""A random puzzle with a date and placed pieces, and its brute-force Definition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any

import defined_motions
from definition import Cells, Definition, Placed, Symmetry

import calpuzzle as cp
from calpuzzle.puzzle.model import Model
from differential.compared import Case
from differential.written import dpf_of, text_of

LISTED = 600  # solutions of all dates; if there are more, they are only counted

Dated = tuple[int, Placed]
"""The index of a date, and a solution of this date."""


class ModelCase(Case):
    """A puzzle with a date and placed pieces to ask about, and its Definition, `known`."""

    def __init__(self, rng: Random, contexts: set[str], model: Model) -> None:
        super().__init__(rng, contexts)
        self.model = model
        self.known = Definition(model)
        self.total = sum(self.known.counts)
        self.few = self.total <= LISTED
        self.puzzle = cp.Puzzle(model)
        self.memory = rng.choice((1, 3_000, 30_000)) if "little memory" in contexts else None
        self.date = None if "all dates" in contexts else rng.randrange(len(self.known.dates))
        self.placed = self._placed() if "pieces placed" in contexts else ()

    def from_file(self) -> bool:
        """Reload the puzzle from a file, and return whether a format can express it."""
        text, form = text_of(self.model), "puzzle"
        if text is None:
            text, form = dpf_of(self.model), "dpf"
        if text is not None:
            self.puzzle = cp.loads(text, form, kind="puzzle")
        return text is not None

    def _placed(self) -> Placed:
        """Return some placements of a solution, or some that may belong to no solution."""
        rng, known = self.rng, self.known
        if self.few and self.total and rng.random() < 0.7:
            dates = [k for k in self.dates if known.counts[k]]
            if dates:
                solution = rng.choice(known.solutions(rng.choice(dates)))
                return tuple(sorted(rng.sample(solution, rng.randint(0, len(solution)))))
        found: list[int] = []
        for k in rng.sample(range(len(known.placements)), min(3, len(known.placements))):
            own = known.placements[k]
            used = sum(known.placements[j].kind == own.kind for j in found)
            free = not any(known.placements[j].mask & own.mask for j in found)
            if free and used < known.kinds[own.kind].most:
                found.append(k)
        return tuple(sorted(found))

    @property
    def dates(self) -> Sequence[int]:
        """Return the indices of the dates in question."""
        return range(len(self.known.dates)) if self.date is None else [self.date]

    @property
    def number(self) -> int:
        """Return the number of solutions of the date that contain the placements."""
        return sum(self.known.count(date, self.placed) for date in self.dates)

    @cached_property
    def found(self) -> set[Dated]:
        """Return the solutions of the date that contain the placements."""
        return {(k, own) for k in self.dates for own in self.known.solutions(k, self.placed)}

    @cached_property
    def first_sides(self) -> dict[str, frozenset[defined_motions.Marked]]:
        """Return what each piece can become by turning its first side in the plane."""
        found = {}
        for piece in self.model.pieces:
            own = piece._replace(turn=True, flip=False, sides=piece.sides[:1])
            shown = defined_motions.motions(self.model, own._replace(colours=own.colours[:1]))
            found.update(dict.fromkeys(piece.names, shown))
        return found

    def symmetries_kept(self, mirrors: bool) -> list[Symmetry]:
        """Return the symmetries that preserve the date and the placements."""
        fixed = set(enumerate(() if self.date is None else self.known.dates[self.date]))
        return [
            own
            for own in self.known.symmetries(mirrors)
            if {own.placements[k] for k in self.placed} == {*self.placed}
            and {dict(own.labels)[k] for k in fixed} == fixed
        ]

    # --- arguments in the forms that callers may pass

    @property
    def asked(self) -> tuple[Any, Any]:
        """Return the date and the placements as arguments."""
        return self.date_written(), self.placed_written()

    def date_written(self) -> Any:
        """Return the date in a random form."""
        if self.date is None:
            return "any"
        if not self.model.groups:
            return None
        labels = self.known.dates[self.date]
        names = (group.name for group in self.model.groups)
        forms: list[Any] = [labels, dict(zip(names, labels, strict=True))]
        if not self.model.opens_several:
            forms.append(" ".join(self.rng.sample(labels, len(labels))))
        return self.rng.choice(forms)

    def placed_written(self) -> Any:
        """Return the placements in a random form."""
        if self.model.fits or self.rng.random() < 0.5:
            return self.options(self.placed)
        named = self.known.named(self.placed)
        return {name: [list(cell) for cell in own] for name, own in named.items()}

    def solve(self, **options: Any) -> cp.Solutions[cp.Solution]:
        """Call `Puzzle.solve` with the date and the placements of the case."""
        date, placed = self.asked
        return self.puzzle.solve(date, placed, memory=self.memory, **options)

    # --- answers of calpuzzle, converted to numbers of the definition

    @cached_property
    def option_of(self) -> dict[int | tuple[str, str], int]:
        """Return the option of each placement, and of each label of a group."""
        lowered = self.puzzle.lowered
        found: dict[int | tuple[str, str], int] = {}
        # Placements with the same cells differ in the colours that they show.
        numbers: dict[tuple[int, Cells], list[int]] = {}
        for k, own in enumerate(self.known.placements):
            numbers.setdefault((own.kind, own.cells), []).append(k)
        for k in range(len(lowered.cover.options)):
            index = lowered.class_of(k)
            if index < 0:
                found[lowered.label_of[k]] = k
            else:
                kind = self.known.kind_of[lowered.classes[index].name]
                found[numbers[kind, tuple(sorted(lowered.cells_of(k)))].pop(0)] = k
        return found

    @cached_property
    def placement_of(self) -> dict[int, int | tuple[str, str]]:
        """Return the placement of each option, or its group and label."""
        return {k: own for own, k in self.option_of.items()}

    def options(self, placed: Iterable[int]) -> tuple[int, ...]:
        """Return the options of placements."""
        return tuple(self.option_of[k] for k in placed)

    def fixed(self, date: int | None, placed: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the options of a date and of placements."""
        labels = () if date is None else self.known.dates[date]
        names = [group.name for group in self.model.groups][: len(labels)]
        return (
            *(self.option_of[own] for own in zip(names, labels, strict=True)),
            *self.options(placed),
        )

    def dated(self, options: Iterable[int]) -> Dated:
        """Return the date and the placements of options; the labels of the date may be missing."""
        own = [self.placement_of[k] for k in options]
        labels = dict(each for each in own if isinstance(each, tuple))
        date = self.date
        if labels or date is None:
            names = tuple(labels[group.name] for group in self.model.groups)
            date = self.known.dates.index(names)
        return date, tuple(sorted(k for k in own if isinstance(k, int)))

    def read(self, solution: cp.Solution) -> Dated:
        """Return a solution as a Dated, after comparing its pieces and labels."""
        found = self.dated(solution.options)
        named = self.known.named(found[1])
        self.same("pieces", solution.pieces, named)
        labels = self.known.dates[found[0]]
        names = [group.name for group in self.model.groups]
        self.same("uncovered", solution.uncovered, dict(zip(names, labels, strict=True)))
        return found
