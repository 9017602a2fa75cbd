"""Questions about a puzzle, asked of `Puzzle` and answered by the definition."""

from __future__ import annotations

import json
import math
import os
import pickle
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations, islice
from random import Random
from typing import Any

import definition
from definition import Cells, Definition, Placed, Symmetry

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError
from calpuzzle.engines.auto import lists_in_order
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.choosing import Each, Near
from differential.compared import Case
from differential.drawn_models import features_of
from differential.written import text_of, ways_of

LISTED = 600  # solutions of all dates; of more, only numbers are asked for
FEW = 20  # of which a challenge is asked for where there is no diagram
ENGINES = (*("backtrack", "dancing", "diagram", "frontier", "halves") * 2, "reference")
STEPS = 20_000  # of the search for what meets the demands of a cause

Dated = tuple[int, Placed]
"""The number of a date, and a solution of it."""


class ModelCase(Case):
    """A puzzle, the date and the pieces laid that questions are about, and what answers them."""

    def __init__(self, rng: Random, contexts: set[str], model: Model) -> None:
        super().__init__(rng, contexts)
        self.model = model
        self.known = Definition(model)
        self.total = sum(self.known.counts)
        self.few = self.total <= LISTED
        self.puzzle = cp.Puzzle(model)
        self.memory = rng.choice((1, 3_000, 30_000)) if "little memory" in contexts else None
        self.date = None if "all dates" in contexts else rng.randrange(len(self.known.dates))
        self.laid = self._laid() if "pieces laid" in contexts else ()

    def from_file(self) -> bool:
        """Take the puzzle from a file, if it can be written."""
        text, form = text_of(self.model), "puzzle"
        if text is None:
            text, form = ways_of(self.model), "dpf"
        if text is not None:
            self.puzzle = cp.loads(text, form, kind="puzzle")
        return text is not None

    def begin(self) -> None:
        """Grow the diagram, count or list first."""
        first = {"diagram first": grown, "counted first": counts, "listed first": _first_listed}
        for context, question in first.items():
            if context in self.contexts:
                self.ask(question)

    def _laid(self) -> Placed:
        """Placements of a solution, or some that need not go together with one."""
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
        """The numbers of the dates that are asked about."""
        return range(len(self.known.dates)) if self.date is None else [self.date]

    @property
    def number(self) -> int:
        """How many solutions the date has that hold what is laid."""
        return sum(self.known.count(date, self.laid) for date in self.dates)

    @cached_property
    def found(self) -> set[Dated]:
        """The solutions of the date that hold what is laid."""
        return {(k, own) for k in self.dates for own in self.known.solutions(k, self.laid)}

    @cached_property
    def first_sides(self) -> dict[str, frozenset[definition.Marked]]:
        """What turns in the plane make of the first side of each piece."""
        found = {}
        for piece in self.model.pieces:
            own = piece._replace(turn=True, flip=False, sides=piece.sides[:1])
            shown = definition.motions(self.model, own._replace(colours=own.colours[:1]))
            found.update(dict.fromkeys(piece.names, shown))
        return found

    def symmetries_kept(self, mirrors: bool) -> list[Symmetry]:
        """Return the symmetries that leave the date, and what is laid, where they are."""
        fixed = set(enumerate(() if self.date is None else self.known.dates[self.date]))
        return [
            own
            for own in self.known.symmetries(mirrors)
            if {own.placements[k] for k in self.laid} == {*self.laid}
            and {dict(own.labels)[k] for k in fixed} == fixed
        ]

    # --- questions, as callers write them

    @property
    def asked(self) -> tuple[Any, Any]:
        """The date and what is laid."""
        return self.date_written(), self.laid_written()

    def date_written(self) -> Any:
        """Return the date in one of its forms."""
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

    def laid_written(self) -> Any:
        """Return what is laid in one of its forms."""
        if self.model.fits or self.rng.random() < 0.5:
            return self.options(self.laid)
        named = self.known.named(self.laid)
        return {name: [list(cell) for cell in own] for name, own in named.items()}

    def solve(self, **options: Any) -> cp.Solutions[cp.Solution]:
        """Return the solutions of the date that hold what is laid."""
        date, laid = self.asked
        return self.puzzle.solve(date, laid, memory=self.memory, **options)

    # --- what the product answers, in the words of the definition

    @cached_property
    def option_of(self) -> dict[int | tuple[str, str], int]:
        """The option of each placement, and of each label of a group."""
        lowered = self.puzzle.lowered
        found: dict[int | tuple[str, str], int] = {}
        # Several placements have the same cells where they show other colours there.
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
        """The placement of each option, or the group and the label."""
        return {k: own for own, k in self.option_of.items()}

    def options(self, laid: Iterable[int]) -> tuple[int, ...]:
        """Return the options of placements."""
        return tuple(self.option_of[k] for k in laid)

    def fixed(self, date: int | None, laid: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the options of a date and of placements."""
        labels = () if date is None else self.known.dates[date]
        names = [group.name for group in self.model.groups][: len(labels)]
        return (
            *(self.option_of[own] for own in zip(names, labels, strict=True)),
            *self.options(laid),
        )

    def dated(self, options: Iterable[int]) -> Dated:
        """Return the solution of these options, or of those that are not of the date asked for."""
        own = [self.placement_of[k] for k in options]
        labels = dict(each for each in own if isinstance(each, tuple))
        date = self.date
        if labels or date is None:
            names = tuple(labels[group.name] for group in self.model.groups)
            date = self.known.dates.index(names)
        return date, tuple(sorted(k for k in own if isinstance(k, int)))

    def read(self, solution: cp.Solution) -> Dated:
        """Return a solution, and compare what it says of itself."""
        found = self.dated(solution.options)
        named = self.known.named(found[1])
        self.same("pieces", solution.pieces, named)
        labels = self.known.dates[found[0]]
        names = [group.name for group in self.model.groups]
        self.same("uncovered", solution.uncovered, dict(zip(names, labels, strict=True)))
        return found


# --- numbers and lists


def count(case: ModelCase) -> None:
    date, laid = case.asked
    case.same("count", case.puzzle.count(date, laid, memory=case.memory), case.number)
    dates = range(len(case.known.dates))
    every = sum(case.known.count(k, case.laid) for k in dates)
    case.same("count of any", case.puzzle.count("any", laid, memory=case.memory), every)
    if case.number > LISTED and case.rng.random() < 0.3:
        _far(case)


def counts(case: ModelCase) -> None:
    found = case.puzzle.counts(jobs=case.rng.choice((1, 2)), memory=case.memory)
    case.same("counts", found.ravel().tolist(), case.known.counts)
    case.same("shape", found.shape, tuple(len(group.labels) for group in case.model.groups))


def total(case: ModelCase) -> None:
    """The Cover of the puzzle."""
    cover = case.puzzle.cover
    case.same("count of the cover", cover.count(), case.total)
    if case.few:
        first = cover.first()
        case.same("first of the cover", first is not None, case.total > 0)
        if first is not None:
            date, solution = case.dated(first)
            case.same("first", solution in case.known.solutions(date), True)


def listed(case: ModelCase) -> None:
    found = case.solve()
    case.same("solutions", Counter(map(case.read, found)), Counter(case.found))
    case.same("length", len(found), len(case.found))
    case.same("truth", bool(found), bool(case.found))


def order(case: ModelCase) -> None:
    """All ways to a solution by its number go by one order."""
    rng = case.rng
    found = case.solve()
    whole = [own.options for own in found]
    again = case.solve()
    if rng.random() < 0.5 and "little memory" not in case.contexts:
        grown(case)
    numbers = rng.sample(range(len(whole)), min(3, len(whole)))
    case.same("nth", [again.nth(k).options for k in numbers], [whole[k] for k in numbers])
    case.same(
        "from the end",
        [again[k - len(whole)].options for k in numbers],
        [whole[k] for k in numbers],
    )
    part = slice(rng.choice((None, 1)), rng.choice((None, -1, 5)), rng.choice((None, 2, -1)))
    case.same("slice", [own.options for own in again[part]], whole[part])
    first = again.first()
    case.same("first", first and first.options, whole[0] if whole else None)
    case.same("order", [own.options for own in case.solve()], whole)
    drawn = [own.options for own in case.solve().sample(3, seed=rng.randrange(9))]
    case.same("sample", (len(drawn), [k for k in whole if k in drawn]), (min(3, len(whole)), drawn))
    case.same("set", Counter(map(case.dated, whole)), Counter(case.found))


def _far(case: ModelCase) -> None:
    """Solutions by large numbers are solutions, and the last number is that of the last one."""
    whole, huge = case.solve(), case.number > sys.maxsize
    most = case.number if huge else min(case.number, 2_000)
    numbers = sorted({0, case.rng.randrange(most), case.rng.randrange(most), most - 1})
    found = [whole.nth(number).options for number in numbers]
    case.same("different ones", len({*found}), len(numbers))
    for date, own in map(case.dated, found):
        case.same("a solution", case.known.count(date, own) > 0, {*own} >= {*case.laid})
    if huge:
        case.same("in order", found, sorted(found))
        try:
            whole.nth(case.number)
            case.same("one more", "there", "not there")
        except IndexError:
            case.same("one more", "not there", "not there")


def by_engines(case: ModelCase) -> None:
    """What any engine says that does not refuse."""
    name = case.rng.choice(ENGINES)
    engine, cover = engines.load(name), case.puzzle.lowered.cover
    if engine.refusal(cover) is not None:
        return
    date, laid = case.asked
    try:
        number = case.puzzle.count(date, laid, engine=name, memory=case.memory)
    except TooLargeError:
        return
    case.same(f"count by {name}", number, case.number)
    found = [own.options for own in case.solve(engine=name)]
    case.same(f"solutions by {name}", Counter(map(case.dated, found)), Counter(case.found))
    if lists_in_order(cover):
        case.same(f"order by {name}", found, [own.options for own in case.solve()])


def records(case: ModelCase) -> None:
    """All solutions as JSON and as a table."""
    data = json.loads(case.solve().to_json())
    case.same("records", (len(data["solutions"]), data["total"]), (len(case.found),) * 2)
    case.same("rows of the frame", len(case.solve().to_frame()), len(case.found))


def _first_listed(case: ModelCase) -> None:
    case.same("some first", all(map(case.read, islice(iter(case.solve()), 2))), True)


def grown(case: ModelCase) -> None:
    """Grow the diagram, if there can be one."""
    try:
        found = case.puzzle.diagram(memory=case.memory)
    except CannotDoError:
        return
    case.same("total of the diagram", found.total, case.total)


def arrays(case: ModelCase) -> None:
    try:
        rows, starts = case.puzzle.solutions(jobs=case.rng.choice((1, 2)), memory=case.memory)
    except CannotDoError as error:
        why = NO_DIAGRAM & features_of(case.model) or case.memory
        why = why or "limits lowered" in case.contexts
        case.same(f"arrays are refused, for {error}", bool(why), True)
        return
    for date in range(len(case.known.dates)):
        own = [tuple(row) for row in rows[starts[date] : starts[date + 1]].tolist()]
        found = [tuple(sorted(case.placement_of[k] for k in row)) for row in own]
        case.same("rows", Counter(found), Counter(case.known.solutions(date)))
        case.same("rows in order", own, sorted(own))


NO_DIAGRAM = {
    *("bare", "layers", "spheres", "rhombic", "tetrahedra", "may stay empty", "no crossings"),
    *("may stay out", "ranges", "sides", "opens several", "opens none", "many pieces"),
    "long board",
}
"""The features of puzzles that can have no diagram, by docs/engines.md."""


def without(case: ModelCase) -> None:
    name = case.rng.choice(case.model.pieces).name
    left = case.model._replace(pieces=tuple(p for p in case.model.pieces if p.name != name))
    if faults(left):
        return
    expected = sum(Definition(left).counts)
    case.same("without a piece", case.puzzle.without(name).count("any"), expected)


# --- up to symmetry


def unique(case: ModelCase) -> None:
    apart = case.rng.random() < 0.5
    if case.model.board.bare:
        try:
            case.solve(unique=True)
            case.same("symmetries of a bare puzzle", "some", "none")
        except InputError:
            case.same("symmetries of a bare puzzle", "none", "none")
        return
    found = case.solve(unique=True, mirrors_apart=apart)
    orbits = case.known.orbits(case.found, case.symmetries_kept(not apart))
    case.same("number up to symmetry", found.count(), len(orbits))
    kept = [case.read(own) for own in found]
    named = Counter((case.known.dates[date], own) for date, own in kept)
    case.same(
        "one of each class", sorted(len(own & named.keys()) for own in orbits), [1] * len(orbits)
    )
    case.same("list up to symmetry", len(kept), len(orbits))


# --- the cheapest


def cheapest(case: ModelCase) -> None:
    rng, model = case.rng, case.model
    own: dict[str, tuple[Any, Callable[[Dated], int]]] = {
        "near": _near(case),
        "each": _each(rng.randrange(1, 9), case),
    }
    if model.lattice.name == "squares" and not model.board.bare:
        own["gravity-safe"] = "gravity-safe", lambda each: _falling(case, each)
    if not model.board.bare and not model.fits:
        own["fewest-flips"] = "fewest-flips", lambda each: _flips(case, each)
    names = rng.sample(sorted(own), min(len(own), rng.randint(1, 2)))
    found = case.solve()
    priced = found.cheapest(*(own[name][0] for name in names))
    price = {each: tuple(own[name][1](each) for name in names) for each in case.found}
    case.same(f"numbers by {names}", priced.numbers, dict(sorted(Counter(price.values()).items())))
    got = list(map(case.read, priced))
    case.same(f"costs by {names}", [price.get(each) for each in got], sorted(price.values()))
    by_dates = case.date is None and model.groups and "gravity-safe" in names
    if not by_dates:
        expected = sorted(map(case.read, found), key=lambda each: price[each])
        case.same(f"order by {names}", got, expected)
    if got:
        at = rng.randrange(len(got))
        case.same(f"number {at} by {names}", case.read(priced.nth(at)), got[at])


def _near(case: ModelCase) -> tuple[Any, Callable[[Dated], int]]:
    lying = case.rng.sample(range(len(case.known.placements)), min(4, len(case.known.placements)))
    return Near(case.options(lying)), lambda own: len(set(own[1]) - set(lying))


def _each(modulus: int, case: ModelCase) -> tuple[Any, Callable[[Dated], int]]:
    def cost(_: str, cells: Cells) -> int:
        return sum(sum(cell) * (k + 1) for k, cell in enumerate(cells)) % modulus - 2

    return Each(cost), lambda own: sum(cost("", case.known.placements[k].cells) for k in own[1])


def _falling(case: ModelCase, dated: Dated) -> int:
    """How many pieces have nothing but open cells of the board below them."""
    own = case.known.named(dated[1]).values()
    covered = {cell for cells in own for cell in cells}
    opened = set(case.model.board.cells) - covered
    below = [{(*c[:-2], c[-2] + 1, c[-1]) for c in cells} - set(cells) for cells in own]
    return sum(under <= opened for under in below)


def _flips(case: ModelCase, dated: Dated) -> int:
    """How many pieces lie as no turn in the plane makes of their first side."""
    model = case.model
    colours = dict(zip(model.board.cells, model.board.colours, strict=False))
    over = 0
    for name, cells in case.known.named(dated[1]).items():
        at = definition.near(model.lattice.name, list(cells))
        marks = [colours.get(cell, 0) for cell in cells]
        over += frozenset(zip(at, marks, strict=True)) not in case.first_sides[name]
    return over


# --- what is left


def left(case: ModelCase) -> None:
    date, laid = case.asked
    found = case.puzzle.left(date, laid)
    _check_left(case, found, case.found)
    try:
        diagram = case.puzzle.diagram(memory=case.memory)
    except CannotDoError:
        return
    never = case.rng.sample(range(len(case.known.placements)), min(2, len(case.known.placements)))
    rest = {own for own in case.found if not set(never) & set(own[1])}
    fixed = case.fixed(case.date, case.laid)
    own = diagram.left(fixed, case.options(never))
    _check_left(case, own, rest)
    case.same("completions", diagram.completions(fixed), len(case.found))
    if rest:
        case.same("entropy", own.entropy(), math.log2(len(rest)))


def _check_left(case: ModelCase, found: Any, expected: set[Dated]) -> None:
    names = [group.name for group in case.model.groups]

    def words(dated: Dated) -> list[int | tuple[str, str]]:
        labels = case.known.dates[dated[0]]
        return [*zip(names, labels, strict=True), *dated[1]]

    times = Counter(each for own in expected for each in words(own))
    case.same("left", found.count, len(expected))
    got = {case.placement_of[k]: number for k, number in found.occurrences().items()}
    case.same("occurrences", got, dict(times))
    if expected:
        forced = {case.placement_of[k] for k in found.forced()}
        case.same("forced", forced, {each for each, n in times.items() if n == len(expected)})
    fixed = case.fixed(case.date, case.laid)
    every = [case.dated((*found.nth(k), *fixed)) for k in range(found.count)]
    case.same("nth of what is left", Counter(every), Counter(expected))


def challenge(case: ModelCase) -> None:
    if case.date is None or not case.known.counts[case.date]:
        return
    if NO_DIAGRAM & features_of(case.model) and case.known.counts[case.date] > FEW:
        return  # each step of which is a search
    most = sum(own.most for own in case.known.kinds)
    pieces = case.rng.randint(1, most - 1) if most > 1 and case.rng.random() < 0.7 else None
    date = case.date_written()
    found = next(case.puzzle.challenges(date, pieces, seed=case.rng.randrange(9)), None)
    if found is None:
        return
    laid = case.dated((*found.laid, *case.fixed(case.date)))[1]
    rest = case.dated((*found.rest, *case.fixed(case.date)))[1]
    case.same(
        "solutions of a challenge",
        case.known.solutions(case.date, laid),
        [tuple(sorted(laid + rest))],
    )
    case.same("pieces of a challenge", len(laid), len(laid) if pieces is None else pieces)


# --- why there is none


def cause(case: ModelCase) -> None:
    imbalances = case.puzzle.imbalances()
    if imbalances:
        case.same(f"no solution, for {imbalances}", case.total, 0)
        return
    if case.date is None:
        return
    found = case.puzzle.cause(case.date_written())
    case.same("there is a cause", found is not None, case.known.counts[case.date] == 0)
    if found is None:
        return
    demands: list[tuple[str, Any]] = [
        *(("covered", cell) for cell in found.covered),
        *(("open", cell) for cell in found.open),
        *(("limited", name) for name in found.limited),
        *(("needed", name) for name in found.needed),
    ]
    case.same("demands", len(demands), len(found.demands))
    try:
        case.same("the cause is met", _met(case, demands), False)
        for own in demands:
            case.same("a demand to spare", _met(case, [k for k in demands if k != own]), True)
        if found.smallest and len(demands) > 1 and len(case.known.bit) < 9:
            _check_smallest(case, len(demands))
    except definition.TooLargeError:
        case.refused += 1


def _check_smallest(case: ModelCase, number: int) -> None:
    """Compare with all sets of demands of the date that are smaller."""
    assert case.date is not None
    opened = case.known.open_cells[case.date]
    must = [c for c, b in case.known.bit.items() if not b & case.known.optional and c not in opened]
    every: list[tuple[str, Any]] = [
        *(("covered", cell) for cell in must),
        *(("open", cell) for cell in opened),
        *(("limited", own.names[0]) for own in case.known.kinds),
        *(("needed", own.names[0]) for own in case.known.kinds if own.least),
    ]
    if math.comb(len(every), number - 1) < 2_000:
        smaller = [own for own in combinations(every, number - 1) if not _met(case, own)]
        case.same("a smaller cause", smaller, [])


def _met(case: ModelCase, demands: Sequence[tuple[str, Any]]) -> bool:
    """Whether some placements that share no cell meet demands."""
    known, steps = case.known, STEPS
    cover = known.mask(cell for what, cell in demands if what == "covered")
    blocked = known.mask(cell for what, cell in demands if what == "open")
    kinds = {(what, known.kind_of[name]) for what, name in demands if what in ("limited", "needed")}
    most = {k: known.kinds[k].most for what, k in kinds if what == "limited"}
    least = {k: known.kinds[k].least for what, k in kinds if what == "needed"}
    rows = [(own.kind, own.mask) for own in known.placements if not own.mask & blocked]

    def met(taken: int, used: Counter[int]) -> bool:
        nonlocal steps
        steps -= 1
        if steps < 0:
            raise definition.TooLargeError
        bare = cover & ~taken
        wanting = next((kind for kind, number in least.items() if used[kind] < number), None)
        if not bare and wanting is None:
            return True
        return any(
            (mask & bare & -bare if bare else kind == wanting)
            and not mask & taken
            and used[kind] < most.get(kind, 1 << 30)
            and met(taken | mask, used + Counter([kind]))
            for kind, mask in rows
        )

    return met(0, Counter())


def causes(case: ModelCase) -> None:
    if case.puzzle.imbalances():
        return
    found = case.puzzle.causes()
    bad = [labels for k, labels in enumerate(case.known.dates) if not case.known.counts[k]]
    case.same(
        "dates without a solution", sorted(d for own in found for d in own.dates), sorted(bad)
    )


# --- tables and figures


def table(case: ModelCase) -> None:
    frame = cp.table(case.puzzle, memory=case.memory)
    case.same("table", frame["solutions"].tolist(), case.known.counts)
    names = [group.name for group in case.model.groups]
    rows = [tuple(map(str, row)) for row in frame[names].itertuples(index=False)] if names else [()]
    case.same("rows of the table", rows, case.known.dates)


def compare(case: ModelCase) -> None:
    counts = case.known.counts
    row = cp.compare([case.puzzle]).iloc[0]
    got = [int(row[name]) for name in ("dates", "unsolved", "fewest", "most", "total", "unique")]
    case.same(
        "compare",
        got,
        [len(counts), counts.count(0), min(counts), max(counts), case.total, counts.count(1)],
    )


def difficulty(case: ModelCase) -> None:
    if case.date is None:
        return
    date, laid = case.asked
    found = case.puzzle.difficulty(date, laid, seed=case.rng.randrange(9))
    case.same("there is a difficulty", found is not None, case.number > 0)


def difficulties(case: ModelCase) -> None:
    found = case.puzzle.difficulties(jobs=case.rng.choice((1, 2)), seed=1).reshape(-1, 3)
    nodes = [own[0] > 0 for own in found.tolist()]
    case.same("dates that have a difficulty", nodes, [number > 0 for number in case.known.counts])


def estimate(case: ModelCase) -> None:
    try:
        found = case.solve().estimate(seconds=0, seed=case.rng.randrange(9))
    except CannotDoError:
        return
    if found.exact:
        case.same("estimate that is exact", found.value, case.number)
    case.same("bound", found.low <= found.value, True)


def certificate(case: ModelCase) -> None:
    if case.model.opens_several:
        try:
            case.puzzle.certify("any", os.devnull)
            case.same("certify where several labels stay open", "done", "refused")
        except InputError:
            case.same("certify where several labels stay open", "refused", "refused")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.cert")
        case.same(
            "certify",
            case.puzzle.certify(case.date_written(), path),
            sum(case.known.counts[k] for k in case.dates),
        )


def pickled(case: ModelCase) -> None:
    again: cp.Puzzle = pickle.loads(pickle.dumps(case.puzzle))
    case.same("count of a pickle", again.count("any"), case.total)


NUMBERS = (
    count,
    counts,
    total,
    table,
    without,
    estimate,
    difficulty,
    difficulties,
    compare,
    certificate,
    pickled,
)
LISTS = (
    listed,
    order,
    records,
    by_engines,
    unique,
    cheapest,
    left,
    arrays,
    challenge,
    cause,
    causes,
)
