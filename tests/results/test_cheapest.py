"""The cheapest solutions, found with a diagram, compared with a sorted list of all solutions."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random
from zlib import crc32

import pytest
from building import piece
from hypothesis import strategies as st
from random_puzzles import fittings, models
from sampled import sampled

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError
from calpuzzle.engines import reference
from calpuzzle.engines.diagram.growth import unsupported_reason
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.instances import Labels
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Board, Model
from calpuzzle.results import cheapest
from calpuzzle.results.preferences import Each, Key, Near, best_first, falling, flips
from calpuzzle.results.solution import Solution

KEYS: list[Key] = [flips, falling]


def plain(puzzle: cp.Puzzle, date: str | Labels, placed: Options) -> list[Solution]:
    """Return all solutions by the reference engine, in lexicographic order of their options."""
    found = reference.Reference().solutions(puzzle.lowered.cover, puzzle.fixed(date, placed))
    own = [Solution(puzzle.lowered, (*k, *puzzle.fixed(date, placed))) for k in found]
    return sorted(own, key=lambda solution: solution.options)


def own_cost(random: Random) -> Each:
    """Return a cost that depends on the placement and may be negative."""
    seed, most = random.randrange(1 << 32), random.choice([1, 3, 1000])
    return Each(lambda name, cells: crc32(f"{name} {cells}".encode(), seed) % (2 * most) - most)


@sampled(20, 75, model=models(most_cells=12), random=st.randoms(use_true_random=False))
def test_cheapest_agrees_with_the_sorted_list(model: Model, random: Random) -> None:
    puzzle = cp.Puzzle(model)
    every = plain(puzzle, "any", ())
    some = random.choice(every) if every else None
    own, function = own_cost(random), own_cost(random).__call__
    known: list[Key] = [*KEYS, own, function, Near(some.options if some else ())]
    keys = random.sample(known, 2)
    placed = (
        tuple(random.sample(some.options, min(random.randrange(3), len(some.options))))
        if some
        else ()
    )
    date: str | Labels = random.choice(every).labels if every and puzzle.groups else "any"
    for query in {date, "any"}:
        found = puzzle.solve(query, placed).cheapest(*keys)
        expected = best_first(plain(puzzle, query, placed) if every else [], keys)
        if falling in keys and query == "any" and puzzle.groups:
            # Solutions of equal cost are listed date by date.
            order = {tuple(date): k for k, date in enumerate(dates(puzzle))}
            expected.sort(key=lambda s: (*(key(s) for key in keys), order[s.labels]))
        assert found.counts_by_cost == Counter(tuple(key(s) for key in keys) for s in expected)
        assert [s.options for s in found] == [s.options for s in expected]
        for index in {0, len(expected) // 2, len(expected) - 1} if expected else ():
            assert found[index] == expected[index]


def dates(puzzle: cp.Puzzle) -> list[tuple[str, ...]]:
    """Return all dates in the order of the table."""
    found: list[tuple[str, ...]] = [()]
    for group in puzzle.groups:
        found = [(*date, label) for date in found for label in group.labels]
    return found


@sampled(20, 100, model=fittings(), random=st.randoms(use_true_random=False))
def test_cheapest_of_any_puzzle_sorts_the_list_stably(model: Model, random: Random) -> None:
    puzzle = cp.Puzzle(model)
    keys: list[Key] = [*KEYS, own_cost(random)]
    expected = best_first(list(puzzle.solve()), keys)  # equal costs keep the order of the list
    found = puzzle.solve().cheapest(*keys)
    assert [s.options for s in found] == [s.options for s in expected]
    assert len(found) == len(expected) == sum(found.counts_by_cost.values())


def test_cheapest_without_a_diagram_sorts_up_to_max_sorted_solutions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = cp.load("soma")
    assert unsupported_reason(puzzle.cover)
    monkeypatch.setattr(cheapest, "MAX_SORTED", 100)
    with pytest.raises(CannotDoError, match="more than 100 solutions"):
        puzzle.solve().cheapest(flips).first()
    dray = cp.load("dray")
    for found in (dray.solve("Jan 1 Sat", unique=True), dray.solve("Jan 1 Sat", engine="dancing")):
        assert found.cheapest(flips).counts_by_cost == {(0,): 54}
    small = dray.solve("Jan 1 Sat", memory=1000)
    assert (
        small.cheapest(falling).counts_by_cost
        == dray.solve("Jan 1 Sat").cheapest(falling).counts_by_cost
    )
    dated = cp.load("month-day-7x7")
    dated.diagram()
    # The costs of the first dates fit, but those of a later one do not.
    with pytest.raises(TooLargeError, match="different costs take more than 4,000 bytes"):
        dated.solve("any", memory=4000).cheapest(falling).count()
    monkeypatch.setattr(cheapest, "MAX_DATES", 100)
    with pytest.raises(CannotDoError, match="more than 100 solutions"):
        dray.solve("any").cheapest(falling).first()
    assert sum(dray.solve("any").cheapest(flips).counts_by_cost.values()) > 100


def test_an_interrupted_count_continues_after_the_finished_dates() -> None:
    puzzle, stop = cp.load("month-day-7x7-one-side"), threading.Event()
    dates: list[int] = []

    def report(done: int, total: int | None, found: int) -> None:
        if total == 372:
            dates.append(done)
            if done == 100:
                stop.set()

    found = puzzle.solve("any", progress=report, stop=stop).cheapest(falling)
    with pytest.raises(cp.StoppedError):
        found.count()
    assert dates == list(range(101))
    stop.clear()
    dates.clear()
    assert found.count() == 8312 == sum(1 for _ in found)
    # The run is stopped before the date after number 100 begins.
    assert dates == list(range(101, 372))


def test_cheapest_checks_the_preferences(dray: cp.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    found = dray.solve("Jan 1 Sat").cheapest("gravity-safe", "fewest-flips")
    for what in ("count", "list", "nth", "cheapest"):
        assert found.explain(what).startswith("question      the solutions by cost"), what
    assert found.explain("estimate").startswith("question  an estimate")
    assert found.estimate(0.1, seed=1).low > 0
    assert found.counts_by_cost == {(0, 0): 50, (1, 0): 4}
    assert found.first() == found[0] == min(dray.solve("Jan 1 Sat"), key=falling)
    with monkeypatch.context() as patch:
        patch.delattr(cheapest.CheapestSearch, "__iter__")
        with pytest.raises(IndexError, match="54: there are 54 solutions"):
            found.nth(54)
    for keys, message in (
        ((), "no preference is given: name fewest-flips"),
        (("flips",), "there is no preference flips"),
    ):
        with pytest.raises(InputError, match=message):
            dray.solve("Jan 1 Sat").cheapest(*keys)
    with pytest.raises(InputError, match="one cost, a whole number"):
        dray.solve("Jan 1 Sat").cheapest(Each(lambda *_: 0.5)).first()  # type: ignore[arg-type]
    with pytest.raises(CannotDoError, match="no pieces to place"):
        cp.load("examples/puzzles/cat.non", kind="nonogram").solve().cheapest("fewest-flips")


def test_diagrams_reject_invalid_options_and_costs(dray: cp.Puzzle) -> None:
    diagram = dray.diagram()
    with pytest.raises(ValueError, match="no such option"):
        diagram.remaining((), [len(dray.cover.options)])
    remaining = diagram.remaining(dray.fixed("Jan 1 Sat"))
    assert 2 ** remaining.entropy() == pytest.approx(54)
    with pytest.raises(InputError, match="must be one cost per option"):
        remaining.priced([0])
    with pytest.raises(InputError, match="from -2\\^40"):
        remaining.priced([1 << 50] * len(dray.cover.options))
    with pytest.raises(InputError, match="from -2\\^40"):
        remaining.priced([1 << 70] * len(dray.cover.options))
    with pytest.raises(TooLargeError, match="; allow more memory, or use smaller costs"):
        remaining.priced([k << 20 for k in range(len(dray.cover.options))], 1 << 20)
    priced = remaining.priced([0] * len(dray.cover.options))
    for cost, index in ((1, 0), (0, 54), (0, -1), (1 << 62, 0)):
        with pytest.raises(IndexError):
            priced.nth(cost, index)
        with pytest.raises((IndexError, OverflowError)):
            priced._priced.nth(cost, index)


FLAT = "####\n####\n####"
LAYERS = "##\n##\n\n##\n##"
DOMINOES = "\n".join(f'{name} = "##"' for name in "ABCD")
PARTS = 'A = { shape = "#.#", count = 3 }\nB = { shape = """\n##\n#.\n""", count = 2 }'
SINGLES = 'A = "##"\nB = "##"\nC = { shape = "#", count = 8 }'


@pytest.mark.parametrize(
    ("frame", "pieces", "query", "key"),
    [
        (LAYERS, DOMINOES, {}, flips),
        (FLAT, PARTS, {}, flips),  # a diagram would have another order
        (FLAT, PARTS, {"unique": True}, flips),
        (FLAT, SINGLES, {"unique": True}, flips),  # a diagram would contain all of them
        (FLAT, SINGLES, {}, lambda solution: max(solution.options)),  # not a sum over the pieces
        (FLAT, SINGLES, {}, Each(lambda name, cells: len(cells) // 2 * (cells[0][0] - 1))),
    ],
)
def test_solutions_of_equal_cost_keep_the_order_of_the_list(
    frame: str, pieces: str, query: dict[str, bool], key: Key
) -> None:
    puzzle = cp.loads(f'frame = """\n{frame}\n"""\n[pieces]\n{pieces}\n')
    listed = list(puzzle.solve(**query))
    if pieces != SINGLES and not query:
        assert listed != sorted(listed, key=lambda each: each.options)
    best = puzzle.solve(**query).cheapest(key)
    assert list(best) == sorted(listed, key=key)
    assert [best.nth(k) for k in range(len(listed))] == list(best)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("engine", ["auto", "dancing"])
@pytest.mark.parametrize("date", ["any", {"g": "a", "h": "x"}])
def test_solutions_of_equal_cost_are_ordered_by_date_if_costs_depend_on_it(
    key: Key, engine: str, date: str | Labels
) -> None:
    puzzle = cp.loads(
        'board = """\nx a .\ny b .\n. . .\n"""\n[groups]\ng = "b a"\nh = "x y"\n[pieces]\n'
        'A = "##"\nB = "##"\nC = { shape = "#", count = 3 }\n'
    )
    order = {own: k for k, own in enumerate(dates(puzzle))}
    by_date = key is falling and date == "any"
    label = puzzle.cover.instance(2)[0]  # a
    for placed in ({}, {"A": [[2, 0], [2, 1]]}, {"B": [[1, 2], [2, 2]]}, [label]):
        listed = list(puzzle.solve(date, placed, engine="dancing"))
        expected = sorted(listed, key=lambda each: (key(each), by_date and order[each.labels]))
        assert placed or (expected != sorted(listed, key=key)) == by_date
        assert list(puzzle.solve(date, placed, engine=engine).cheapest(key)) == expected


def test_cheapest_is_empty_if_pieces_cover_all_labels_of_a_group() -> None:
    row = Board(((0, 0), (0, 1), (0, 2), (0, 3)), ("a", "b", "", ""))
    model = Model("row", row, (piece("I", "##"), piece("D", "#")), (Group("g", ("a", "b")),))
    found = cp.Puzzle(model).solve("any", {"I": [[0, 0], [0, 1]]})
    assert found.cheapest("fewest-flips").counts_by_cost == {}
