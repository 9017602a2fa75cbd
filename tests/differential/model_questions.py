"""Questions that compare `Puzzle` with the brute-force Definition of its model."""

from __future__ import annotations

import json
import os
import pickle
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import defined_motions
import sliding_twin
from definition import Cells, Definition

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError
from calpuzzle.planning import is_lexicographic
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.preferences import Each, Near
from differential.compared import ENGINES
from differential.model_case import LISTED, Dated, ModelCase
from differential.model_features import NO_DIAGRAM, features_of

FEW = 20  # disassembly is skipped if there are more solutions
SLIDE = {"squares", "hexagons", "triangles"}
"""The lattices on which every puzzle must support disassembly."""

# --- numbers and lists


def count(case: ModelCase) -> None:
    date, placed = case.asked
    case.same("count", case.puzzle.count(date, placed, memory=case.memory), case.number)
    dates = range(len(case.known.dates))
    every = sum(case.known.count(k, case.placed) for k in dates)
    case.same("count of any", case.puzzle.count("any", placed, memory=case.memory), every)
    if case.number > LISTED and case.rng.random() < 0.3:
        _far(case)


def counts(case: ModelCase) -> None:
    found = case.puzzle.counts(jobs=case.rng.choice((1, 2)), memory=case.memory)
    case.same("counts", found.ravel().tolist(), case.known.counts)
    case.same("shape", found.shape, tuple(len(group.labels) for group in case.model.groups))


def total(case: ModelCase) -> None:
    """Count and solve the Cover of the puzzle."""
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
    """Check that slices, samples and solutions by number all use the order of iteration."""
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
    """Check solutions with large numbers, and that there is none past the last number."""
    whole, huge = case.solve(), case.number > sys.maxsize
    most = case.number if huge else min(case.number, 2_000)
    numbers = sorted({0, case.rng.randrange(most), case.rng.randrange(most), most - 1})
    found = [whole.nth(number).options for number in numbers]
    case.same("different ones", len({*found}), len(numbers))
    for date, own in map(case.dated, found):
        case.same("a solution", case.known.count(date, own) > 0, {*own} >= {*case.placed})
    if huge:
        case.same("in order", found, sorted(found))
        try:
            whole.nth(case.number)
            case.same("one more", "there", "not there")
        except IndexError:
            case.same("one more", "not there", "not there")


def by_engines(case: ModelCase) -> None:
    """Compare a random engine, if it supports the puzzle."""
    name = case.rng.choice(ENGINES)
    engine, cover = engines.load(name), case.puzzle.lowered.cover
    if engine.unsupported_reason(cover) is not None:
        return
    date, placed = case.asked
    try:
        number = case.puzzle.count(date, placed, engine=name, memory=case.memory)
    except TooLargeError:
        return
    case.same(f"count by {name}", number, case.number)
    found = [own.options for own in case.solve(engine=name)]
    case.same(f"solutions by {name}", Counter(map(case.dated, found)), Counter(case.found))
    if is_lexicographic(cover):
        case.same(f"order by {name}", found, [own.options for own in case.solve()])


def records(case: ModelCase) -> None:
    """Check the number of solutions in the JSON and in the table."""
    data = json.loads(case.solve().to_json())
    case.same("records", (len(data["solutions"]), data["total"]), (len(case.found),) * 2)
    case.same("rows of the frame", len(case.solve().to_frame()), len(case.found))


def _first_listed(case: ModelCase) -> None:
    case.same("some first", all(map(case.read, islice(iter(case.solve()), 2))), True)


def grown(case: ModelCase) -> None:
    """Build the diagram, if the puzzle can have one, and check its total."""
    try:
        found = case.puzzle.diagram(memory=case.memory)
    except CannotDoError:
        return
    case.same("total of the diagram", found.total, case.total)


def arrays(case: ModelCase) -> None:
    try:
        rows, starts = case.puzzle.solution_rows(jobs=case.rng.choice((1, 2)), memory=case.memory)
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


def without(case: ModelCase) -> None:
    name = case.rng.choice(case.model.pieces).name
    left = case.model._replace(pieces=tuple(p for p in case.model.pieces if p.name != name))
    if faults(left):
        return
    expected = sum(Definition(left).counts)
    case.same("without a piece", case.puzzle.without(name).count("any"), expected)


# --- up to symmetry


def unique(case: ModelCase) -> None:
    are_mirrors_apart = case.rng.random() < 0.5
    if case.model.board.bare:
        try:
            case.solve(unique=True)
            case.same("symmetries of a bare puzzle", "some", "none")
        except InputError:
            case.same("symmetries of a bare puzzle", "none", "none")
        return
    found = case.solve(unique=True, mirrors_apart=are_mirrors_apart)
    orbits = case.known.orbits(case.found, case.symmetries_kept(not are_mirrors_apart))
    case.same("number up to symmetry", found.count(), len(orbits))
    kept = [case.read(own) for own in found]
    named = Counter((case.known.dates[date], own) for date, own in kept)
    case.same(
        "one of each class", sorted(len(own & named.keys()) for own in orbits), [1] * len(orbits)
    )
    case.same("list up to symmetry", len(kept), len(orbits))


def disassembled(case: ModelCase) -> None:
    """Compare the solutions whose pieces can be slid apart with `sliding_twin`."""
    if len(case.found) > FEW:
        return
    try:
        found = case.solve(disassembles=True)
    except InputError as error:
        why = case.model.board.bare or not SLIDE & features_of(case.model)
        case.same(f"pieces are not slid, for {error}", bool(why), True)
        return
    expected = [
        own
        for own in case.found
        if sliding_twin.disassembles(
            case.model.lattice, tuple(map(frozenset, case.known.named(own[1]).values()))
        )
    ]
    case.same("solutions that come apart", Counter(map(case.read, found)), Counter(expected))
    case.same("how many come apart", found.count(), len(expected))


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
    case.same(
        f"numbers by {names}", priced.counts_by_cost, dict(sorted(Counter(price.values()).items()))
    )
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
    target = case.rng.sample(range(len(case.known.placements)), min(4, len(case.known.placements)))
    return Near(case.options(target)), lambda own: len(set(own[1]) - set(target))


def _each(modulus: int, case: ModelCase) -> tuple[Any, Callable[[Dated], int]]:
    def cost(_: str, cells: Cells) -> int:
        return sum(sum(cell) * (k + 1) for k, cell in enumerate(cells)) % modulus - 2

    return Each(cost), lambda own: sum(cost("", case.known.placements[k].cells) for k in own[1])


def _falling(case: ModelCase, dated: Dated) -> int:
    """Return how many pieces can fall, because all cells below them are uncovered."""
    own = case.known.named(dated[1]).values()
    covered = {cell for cells in own for cell in cells}
    opened = set(case.model.board.cells) - covered
    below = [{(*c[:-2], c[-2] + 1, c[-1]) for c in cells} - set(cells) for cells in own]
    return sum(under <= opened for under in below)


def _flips(case: ModelCase, dated: Dated) -> int:
    """Return how many pieces are flipped: no turn of their first side gives their cells."""
    model = case.model
    colours = dict(zip(model.board.cells, model.board.colours, strict=False))
    over = 0
    for name, cells in case.known.named(dated[1]).items():
        at = defined_motions.near(model.lattice.name, list(cells))
        marks = [colours.get(cell, 0) for cell in cells]
        over += frozenset(zip(at, marks, strict=True)) not in case.first_sides[name]
    return over


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
    date, placed = case.asked
    found = case.puzzle.difficulty(date, placed, seed=case.rng.randrange(9))
    case.same("there is a difficulty", found is not None, case.number > 0)


def difficulties(case: ModelCase) -> None:
    found = case.puzzle.difficulties(jobs=case.rng.choice((1, 2)), seed=1).reshape(-1, 3)
    must = sum(case.known.bit.values()) & ~case.known.optional
    for k, (nodes, *_) in enumerate(found.tolist()):
        cells = case.known.mask(case.known.open_cells[k])
        if must & ~cells or any(own.least for own in case.known.kinds):  # a piece must be placed
            case.same(f"a difficulty on date {k}", nodes > 0, case.known.counts[k] > 0)


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
LISTS = (listed, order, records, by_engines, unique, disassembled, cheapest, arrays)
FIRST = {"diagram first": grown, "counted first": counts, "listed first": _first_listed}
"""The question that each of these contexts puts first."""
