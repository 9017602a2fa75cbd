"""The sets that solve every date, found by elimination, against the counts of all sets."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from building import blank, board
from small_families import Small, rows, slow, small

import calpuzzle as cp
from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.design.families import solving as module
from calpuzzle.design.families.family import Family, PieceChoice, choice, family
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.families.solving import Living, RemainingSets, find_solving_sets
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.judging.verify import CountRow
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes


def made(one_sided: bool = False) -> Small:
    """Return a board of sixteen dates and a family whose sets have each piece at most once."""
    own = small().board
    choices = [choice("2:tetrominoes", None, one_sided), choice("2:trominoes", None, one_sided)]
    return Small(own, family(own, choices))


def counts(given: Small, number: int) -> Any:
    return cp.Puzzle(given.family.model(given.board, number)).counts()


@pytest.mark.parametrize("given", [made(), made(one_sided=True)])
@pytest.mark.parametrize(("noted", "budget"), [(0, module.BUDGET), (module.NOTED, 1)])
def test_each_date_drops_the_sets_that_do_not_solve_it(
    given: Small, noted: int, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "NOTED", noted)
    monkeypatch.setattr(module, "BUDGET", budget)
    known = [counts(given, number) for number in range(len(given.family))]
    living = Living(given.board, given.family)
    assert living.numbers() == list(range(len(known)))
    alive = set(living.numbers())
    while living.dates:
        date = living.dates[len(living.dates) // 2]
        left = living.drop(date, lambda: None)
        alive = {number for number in alive if known[number][date]}
        assert living.numbers() == sorted(alive)
        assert left.sets == living.number == len(alive)
    assert living.hardest() is None


def test_families_of_fewer_pieces_than_recorded_subsets_are_supported() -> None:
    """Three pieces have no subsets of four pieces, so the table of these subsets is empty."""
    own = Model("2x3", board("a . b", ". . ."), (), (Group("label", ("a", "b")),))
    sets = family(own, [choice("1:trominoes"), choice("1:dominoes")])
    assert len(sets.pieces) < max(module.SUBSETS)
    living = Living(own, sets)
    for date in ((0,), (1,)):
        solving = [n for n in living.numbers() if counts(Small(own, sets), n)[date]]
        assert living.drop(date, lambda: None).sets == len(solving) == 2


@pytest.mark.parametrize("few", [0, 5, 1000])
def test_solving_sets_do_not_depend_on_how_many_are_counted_alone(few: int) -> None:
    given = made()
    reported: list[RemainingSets] = []
    found = find_solving_sets(given.board, given.family, reported.append, few=few)
    assert reported == found.dates
    assert len(reported) <= 16 and bool(reported) == (few < len(given.family))
    assert all(one.sets >= other.sets for one, other in pairwise(reported))
    every = [n for n in range(len(given.family)) if counts(given, n).all()]
    assert [row.number for row in found.solving] == every != []
    assert all(row.fewest > 0 and not row.unsolved for row in found.solving)
    assert found.rows == sorted(found.rows, key=lambda row: row.rank)


def test_without_groups_the_sets_that_do_not_fill_the_board_are_dropped() -> None:
    own = Model("4x4", blank(4, 4), ())
    sets = family(
        own, [choice(f"{n}:{name}ominoes") for n, name in ((2, "tetr"), (1, "pent"), (1, "tr"))]
    )
    found, every = (find_solving_sets(own, sets, few=few) for few in (0, len(sets)))
    assert found.dates == [RemainingSets((), len(found.rows))]
    assert found.solving == every.solving
    assert 0 < len(found.solving) == len(found.rows) < len(every.rows)


def test_few_sets_of_a_small_family_are_counted_one_by_one() -> None:
    given = slow()
    found = find_solving_sets(given.board, given.family)
    every = find_solving_sets(given.board, given.family, few=len(given.family))
    assert (len(given.family), len(every.rows)) == (560, 560)
    assert found.solving == every.solving != []
    assert len(found.rows) <= module.FEW_SETS


def test_many_remaining_sets_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    given = slow()
    alone = find_solving_sets(given.board, given.family, few=len(given.family))
    monkeypatch.setattr(module, "ALONE", 0)
    monkeypatch.setattr(CountRow, "__call__", None)
    reported: list[tuple[int, int | None, int]] = []

    def report(*progress: Any) -> None:
        reported.append(progress)

    few = len(given.family)
    assert find_solving_sets(given.board, given.family, report=report, few=few) == alone
    assert reported == [(unit, 8, 0) for unit in range(1, 9)]


def test_solving_sets_agree_with_the_sweep_over_all_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAMPLE", 4)
    given = slow()
    found = find_solving_sets(given.board, given.family, few=0)
    search = FamilySweep(*given)
    tally = Tally.empty(len(given.family))
    for unit in search.units:
        tally.add(search.run(unit))
    judged = rows(tally)
    every = [number for number, row in enumerate(judged) if not row[0]]
    assert [row.number for row in found.solving] == every != []
    assert [row[2:] for row in found.solving] == [judged[number] for number in every]


def test_search_ends_when_no_set_remains() -> None:
    board = small().board
    choices = [choice("2:tetrominoes"), choice("2:trominoes")]
    found = find_solving_sets(board, family(board, choices, unused=["I4"]), few=0)
    assert found.rows == found.solving == []
    assert found.dates[-1].sets == 0 < len(found.dates) < 16


def test_unsuitable_and_too_large_families_are_refused() -> None:
    given = small()
    with pytest.raises(InputError, match="needs sets with each piece at most once"):
        find_solving_sets(*given)
    board = cp.load("month-day-7x7").model
    mixed = PieceChoice(8, "own", (*polyominoes(4), *polyominoes(5), *polyominoes(6)))
    with pytest.raises(InputError, match="write one --choose for each size"):
        find_solving_sets(board, family(board, [mixed]))
    large = family(board, [choice("4:heptominoes"), choice("2:hexominoes"), choice("1:monominoes")])
    with pytest.raises(
        TooLargeError, match=r"3,188,661,525 sets take 760 MiB, .* divide the family by --using"
    ):
        _bounded(large, MEMORY=1 << 30)
    many = family(board, [choice("3:heptominoes", None, True), choice("4:pentominoes", None, True)])
    with pytest.raises(TooLargeError, match="has 214 pieces; the limit of this search is 2"):
        _bounded(many, LARGEST=(2, 16, 16, 64))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MEMORY", 1 << 14)
        with pytest.raises(TooLargeError, match="the family takes more than 16,384 bytes"):
            find_solving_sets(*slow(), few=0)


def _bounded(sets: Family, **bounds: object) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, bound in bounds.items():
            patch.setattr(module, name, bound)
        module._refuse(sets)


def test_search_can_be_stopped() -> None:
    given = slow()

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        find_solving_sets(given.board, given.family, stop=stop, few=0)
