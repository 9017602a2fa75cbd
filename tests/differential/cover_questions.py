"""Questions about an exact cover problem: answers of `Cover`, compared with the definition."""

from __future__ import annotations

import pickle
from collections import Counter
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from dancing_twin import Twin

import calpuzzle as cp
from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.results.cover_solutions import CoverSearch
from differential.compared import ENGINES, Case
from differential.cover_definition import CoverDefinition, Problem

LISTED = 500  # if there are more solutions, they are only counted
PLAIN = 150  # if there are more solutions, their order is not compared


class CoverCase(Case):
    """A problem, its Cover and its definition."""

    def __init__(self, rng: Random, contexts: set[str], problem: Problem) -> None:
        super().__init__(rng, contexts)
        self.problem = problem
        self.known = CoverDefinition(problem)
        self.number = self.known.count
        self.total = self.number
        self.few = self.number <= LISTED
        self.cover = self.made()

    def made(self) -> cp.Cover:
        """Return the problem as a new Cover."""
        own = self.problem
        exact = self.rng.random() < 0.5
        return cp.Cover(
            own.primary,
            own.options,
            own.secondary,
            multiplicity={i: a if a == b and exact else (a, b) for i, (a, b) in own.bounds.items()},
            axes=own.axes,
            colours=own.colours,
        )

    @cached_property
    def is_matrix(self) -> bool:
        """Whether a matrix of 0 and 1 represents the problem."""
        own = self.problem
        return not own.colours and all(own.bound(item) == (1, 1) for item in own.primary)

    def text(self) -> str:
        """Return the problem in Knuth's format, with items named n0, n1 and so on."""
        own = self.problem
        items = (*own.primary, *own.secondary)
        name = {item: f"n{k}" for k, item in enumerate(items)}
        head = []
        for item in own.primary:
            least, most = own.bound(item)
            bound = (
                ""
                if (least, most) == (1, 1)
                else f"{most}|"
                if least == most
                else f"{least}:{most}|"
            )
            head.append(bound + name[item])
        if own.secondary:
            head += ["|", *(name[item] for item in own.secondary)]
        # A line that begins with | is a comment.
        lines = ["| drawn", (" " if head[0] == "|" else "") + " ".join(head)]
        for k, row in enumerate(own.options):
            words = [(name[i], own.colour(k, i)) for i in row]
            lines.append(" ".join(n if colour is None else f"{n}:{colour}" for n, colour in words))
        return "\n".join(lines) + "\n"

    def matrix(self) -> list[list[int]]:
        """Return the problem as rows of 0 and 1, with one column for each item."""
        items = (*self.problem.primary, *self.problem.secondary)
        return [[int(item in row) for item in items] for row in self.problem.options]


def count(case: CoverCase) -> None:
    case.same("count", case.cover.count(), case.number)
    case.same("count again", case.made().count(), case.number)


def solved(case: CoverCase) -> None:
    found = list(case.cover.solve())
    case.same("solutions", Counter(found), Counter(case.known.solutions))
    first = case.made().first()
    case.same("first", first, found[0] if found else None)


def in_order(case: CoverCase) -> None:
    """Compare the order with that of dancing cells, which are used unless limits are lowered."""
    if case.number > PLAIN or "limits lowered" in case.contexts:
        return
    twin = Twin(case.cover)
    case.same("order", list(case.cover.solve()), list(twin.solutions()))


def chosen(case: CoverCase) -> None:
    """Check the solutions object that the command line prints."""
    found = cp.Solutions("drawn", CoverSearch(case.made()))
    every = [own.options for own in found]
    case.same("choices", Counter(every), Counter(case.known.solutions))
    case.same("number of choices", found.count(), case.number)
    if every:
        at = case.rng.randrange(len(every))
        case.same("nth choice", found[at].options, every[at])
    with suppress(CannotDoError):
        about = found.estimate(seconds=0, seed=1)
        case.same("estimate", about.value if about.exact else case.number, case.number)
    drawn = [own.options for own in found.sample(2, seed=1)]
    case.same("sample", drawn, [own for own in every if own in drawn])


def read(case: CoverCase) -> None:
    """Count the problem again from a text, a pickle and a matrix."""
    if case.problem.primary or case.problem.secondary:
        text = cp.loads(case.text(), "dlx")
        case.same("count of a text", text.count(), case.number)
    again: cp.Cover = pickle.loads(pickle.dumps(case.cover))
    case.same("count of a pickle", again.count(), case.number)
    if case.is_matrix and case.problem.options:
        rows: Any = case.matrix()
        rows = case.rng.choice((rows, np.array(rows), np.array(rows, dtype=bool)))
        width = len(case.problem.primary) + len(case.problem.secondary)
        free = range(len(case.problem.primary), width)
        matrix = cp.Cover.of_matrix(rows, free)
        case.same("count of a matrix", matrix.count(), case.number)
        if case.few:
            case.same("solutions of a matrix", sorted(matrix.solve()), case.known.solutions)


def engines_agree(case: CoverCase) -> None:
    name = case.rng.choice(ENGINES)
    if engines.load(name).unsupported_reason(case.cover) is None:
        case.same(f"count by {name}", case.cover.count(name), case.number)
        if case.few:
            found = sorted(case.cover.solve(name))
            case.same(f"solutions by {name}", found, case.known.solutions)


def by_axes(case: CoverCase) -> None:
    """Compare the counts for every choice of options of the axes."""
    if not case.problem.axes or not case.few:
        return
    found = planning.counts(case.made())
    own = [
        [k for k, row in enumerate(case.problem.options) if item in row]
        for item in case.problem.axes
    ]
    case.same("shape of the axes", found.shape, tuple(map(len, own)))
    for index in np.ndindex(*found.shape):
        placed = {axis[k] for axis, k in zip(own, index, strict=True)}
        number = sum(placed <= {*each} for each in case.known.solutions)
        case.same(f"count at {index}", int(found[index]), number)


NUMBERS = (count, read)
LISTS = (solved, in_order, chosen, engines_agree, by_axes)
