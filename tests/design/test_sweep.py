"""The sweep over all sets at once, against the counts of each set's puzzle."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import numpy as np
import pytest
from building import blank, piece
from building import board as rows_of
from hypothesis import given, settings
from hypothesis import strategies as st
from small_families import Small, rows, slow, small, smalls, tallied, tetrominoes_and_pentominoes

import calpuzzle as cp
from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.design.families.family import Family, PieceChoice, choice, family
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.families.keys import FamilyKeys
from calpuzzle.design.families.tally import Tally
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes


def whole(search: FamilySweep) -> list[tuple[int, ...]]:
    """Return the rows of all sets, from the tallies of all units together."""
    total = Tally.empty(len(search.family))
    for unit in search.units:
        total.add(search.run(unit))
    return rows(total)


def swept(model: Model, sets: Family, cut: int | None = None) -> list[tuple[int, ...]]:
    """Return the rows of all sets; assert that up to 40 of them agree with their puzzles."""
    found = whole(FamilySweep(model, sets, cut))
    assert len(found) == len(sets)
    for number in range(0, len(found), 1 + len(found) // 40):
        assert found[number] == tallied(model, sets, number)
    return found


@settings(max_examples=15)
@given(smalls(), st.floats(0, 1))
def test_random_families_have_the_counts_of_their_puzzles(made: Small, where: float) -> None:
    swept(*made, round(where * FamilySweep(*made).cuts[-1]))


def test_keys_of_two_words_give_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One family needs such keys; for the other, the limit is lowered."""
    model = Model("x", blank(5, 4), ())
    choices = [choice(text, one_sided=True) for text in ("2:hexominoes", "2:tetrominoes")]
    sets = family(model, choices)
    assert (len(sets.pieces), len(sets)) == (67, 37_170)
    assert FamilyKeys(sets).bits(1) == 74
    found = swept(model, sets)
    assert sum(row[-1] > 0 for row in found) > 500
    made = slow()
    expected = whole(FamilySweep(*made))
    monkeypatch.setattr("calpuzzle.design.families.split.WORD", 0)
    assert whole(FamilySweep(*made)) == expected


@pytest.mark.parametrize("make", [small, slow])
def test_counts_do_not_depend_on_the_cut(make: Callable[[], Small]) -> None:
    made = make()
    expected = swept(*made)
    assert len({*expected}) > 5
    for cut in FamilySweep(*made).cuts[:: 1 + 2 * (make is slow)]:
        assert whole(FamilySweep(*made, cut)) == expected


def test_units_can_be_counted_in_any_order() -> None:
    made = slow()
    search = FamilySweep(*made)
    found = [rows(search.run(unit)) for unit in search.units]
    order = list(range(len(found)))
    Random(3).shuffle(order)
    again = {number: rows(search.run(search.units[number])) for number in order}
    assert [again[number] for number in range(len(found))] == found


def test_repeated_disconnected_and_one_sided_pieces_are_counted() -> None:
    made = Small(Model("x", blank(5, 4), ()), family(Model("x", blank(5, 4), ()), [
        choice("5:tetrominoes")], repeat=True))  # fmt: skip
    assert [unit.name for unit in FamilySweep(*made).units] == ["all"]
    swept(*made)
    model = Model("x", blank(3, 4), ())
    own = (piece("A", "#.#"), piece("B", "#.#|.#."), piece("C", "##"), piece("D", "#|.|#|#"))
    sets = family(model, [PieceChoice(4, "own", tuple(p._replace(most=3) for p in own))])
    assert max(row[-1] for row in swept(model, sets)) > 0
    model = Model("x", blank(4, 4), ())
    sets = family(model, [choice("1:hexominoes", one_sided=True), choice("2:pentominoes")])
    assert len(sets) == 60 * 66
    swept(model, sets)


def test_sets_of_the_8x7_board_have_the_counts_of_their_puzzles() -> None:
    board = cp.load("dray").model
    unused = ["X5", "W5", "F5", "F5m", "Y5", "Y5m", "I5", "N5m", "O4", "T4"]
    sets = tetrominoes_and_pentominoes(one_sided=True, unused=unused)
    number = sets.number_of_model(board)
    search = FamilySweep(board, sets)
    tally = search.run(search.units[26])
    own = cp.Puzzle(sets.model(board, number))
    dates = product(board.groups[0].labels, ["27"], board.groups[2].labels)
    day = np.array([own.count(date, engine="backtrack") for date in dates])
    assert tally.total[number] == day.sum()
    assert tally.unsolved[number] == (day == 0).sum()
    assert tally.most[number] == day.max()
    assert tally.unique[number] == (day == 1).sum()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "one_sided", "unsolved", "total"),
    # docs/atlas.md and docs/performance.md
    [("dray", True, 19, 85_637), ("weekday-8x7", False, 0, 4_937_780)],
)
def test_rows_of_shipped_puzzles_have_the_published_counts(
    name: str, one_sided: bool, unsolved: int, total: int
) -> None:
    board = cp.load(name, kind="puzzle").model
    sets = tetrominoes_and_pentominoes(name, one_sided)
    found = Tally.empty(len(sets))
    search = FamilySweep(board, sets)
    for unit in search.units:
        found.add(search.run(unit))
    number = sets.number_of_model(board)
    assert (found.unsolved[number], found.total[number]) == (unsolved, total)
    assert tuple(int(column[number]) for column in found) == tallied(board, sets, number)


def test_a_sweep_can_be_used_after_it_was_stopped() -> None:
    search = FamilySweep(*slow())
    expected = rows(search.run(search.units[0]))
    times = 0

    def stop() -> None:
        nonlocal times
        times += 1
        if times % 2 == 0:
            raise InterruptedError

    for _ in range(5):
        with pytest.raises(InterruptedError):
            search.run(search.units[-1], stop)
        assert rows(search.run(search.units[0])) == expected


@pytest.mark.long
def test_65536_instances_do_not_wrap() -> None:
    """As a 16-bit number, 65,536 instances without a solution would be 0."""
    groups = [Group(name, tuple(f"{name}{k}" for k in range(4))) for name in "abcdefgh"]
    labels = [label for group in groups for label in group.labels]
    lines = [" ".join(labels[at : at + 8]) for at in range(0, len(labels), 8)]
    model = Model("many", rows_of(*lines), (), tuple(groups))
    sets = family(model, [choice("6:tetrominoes")], repeat=True)
    found = whole(FamilySweep(model, sets))
    assert max(row[0] for row in found) == 65_536
    number = sets.number_of(["I4", "L4", "L4", "O4", "S4", "T4"])
    counts = cp.Puzzle(sets.model(model, number)).counts()
    none, once = (counts == 0).sum(), (counts == 1).sum()
    assert found[number] == (none, none, once, counts.min(), counts.max(), counts.sum())


def test_too_large_families_and_solid_boards_are_refused() -> None:
    # Dominoes alone exceed 32 bits only on a larger board; with single cells, 8x7 is enough.
    board = Model("8x7", blank(8, 7), ())
    sets = family(board, [PieceChoice(28, "own", (*polyominoes(2), *polyominoes(1)))], repeat=True)
    assert len(sets) == 1
    assert whole(FamilySweep(board, sets))[0][-1] == 1_292_697  # Kasteleyn (1961)
    own = (*polyominoes(2), *polyominoes(1))
    for number in (30, 40):  # the halves of a board have fewer solutions than 32 bits hold, or more
        sets = family(board, [PieceChoice(number, "own", own)], repeat=True)
        with pytest.raises(TooLargeError, match=r"^a set has 2\^32 solutions or more of one date$"):
            whole(FamilySweep(board, sets))
    board = cp.load("dray").model
    search = FamilySweep(board, tetrominoes_and_pentominoes(), bound=8 << 20)
    with pytest.raises(TooLargeError, match="takes more than 8 MiB in a process"):
        search.run(search.units[0])
    large = Model("9x8", blank(9, 8), ())
    with pytest.raises(TooLargeError, match="72 places"):
        FamilySweep(large, family(large, [choice("18:tetrominoes")], repeat=True))
    board = Model("6x8", blank(6, 8), ())
    many = family(board, [choice("8:hexominoes", one_sided=True)], repeat=True)
    with pytest.raises(
        TooLargeError, match=r"sets of 60 pieces.* need keys of 306 bits; the limit is 128"
    ):
        FamilySweep(board, many)
    most = family(board, [choice("8:hexominoes")])
    with pytest.raises(TooLargeError, match="23,535,820 sets take"):
        FamilySweep(board, most, bound=800 << 20)
    with pytest.raises(InputError, match="there is no cut 99"):
        FamilySweep(*small(), cut=99)
    with pytest.raises(InputError, match="not a flat board"):
        soma = cp.load("soma").model
        FamilySweep(soma, family(soma, [PieceChoice(27, "own", polyominoes(1))], repeat=True))
    made = small()
    coloured = made.board._replace(board=made.board.board._replace(colours=(1,) * 16))
    with pytest.raises(InputError, match="small is not a flat board of plain cells"):
        FamilySweep(coloured, made.family)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("calpuzzle.design.families.family_sweep.MAX_COUNT", 15)
        with pytest.raises(TooLargeError, match="small has 16 instances; at most 15 can be judged"):
            FamilySweep(*made)
