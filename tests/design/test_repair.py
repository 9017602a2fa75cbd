"""Repairs of puzzles, against brute force on small boards, and of a shipped calendar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from building import board
from shipped import model as shipped_model
from small_families import InProcessWorkers, pieces_named, small

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.design.repairs import rearranging
from calpuzzle.design.repairs.repair import RepairLimits, check, repairs
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import flipped, orientations


def made(*names: str, one_sided: bool = False) -> Model:
    """Return the board of sixteen dates with these tetrominoes and trominoes."""
    known = pieces_named(one_sided)
    return small().board._replace(pieces=tuple(known[name] for name in names))


def solved(model: Model) -> bool:
    return bool(Puzzle(model).counts(engine="dancing").all())


def other_sets(model: Model, most: int, one_sided: bool) -> Iterator[tuple[str, ...]]:
    """Yield the sets of two different tetrominoes and two different trominoes that lack at least
    one and at most `most` pieces of the puzzle."""
    own = {piece.name for piece in model.pieces}
    pools = [[p.name for p in polyominoes(size, one_sided)] for size in (4, 3)]
    for fours, threes in product(*[list(combinations(pool, 2)) for pool in pools]):
        if 0 < len(own - {*fours, *threes}) <= most:
            yield (*fours, *threes)


def shapes(model: Model) -> frozenset[object]:
    found = Counter(orientations(p.shape, p.turn, p.flip) for p in model.pieces for _ in p.names)
    return frozenset(found.items())


@pytest.mark.parametrize(
    ("fours", "one_sided", "most"),
    [
        pytest.param(fours, *own, marks=[pytest.mark.slow] * (number != place))
        for number, fours in enumerate([("L4", "S4"), ("O4", "T4"), ("I4", "O4")])
        for place, own in enumerate([(False, 2), (True, 1), (True, 2), (False, 1)])
    ],
)
def test_exchanges_equal_brute_force(fours: tuple[str, ...], one_sided: bool, most: int) -> None:
    model = made(*fours, "I3", "L3", one_sided=one_sided)
    known = [made(*own, one_sided=one_sided) for own in other_sets(model, most, one_sided)]
    expected = {shapes(own) for own in known if solved(own)}
    found = repairs(model, RepairLimits(0, most, 0))
    assert {shapes(own.model) for own in found.repairs} == expected
    assert [own.rank for own in found.repairs] == sorted(own.rank for own in found.repairs)
    for own in found.repairs:
        assert own.changes <= most
        check(own)


def one_sided(rows: str, *names: str) -> Model:
    """Return a board of two dates with these one-sided pieces."""
    known = pieces_named(one_sided=True)
    groups = (Group("letter", ("A", "B")), Group("number", ("1",)))
    return Model("m", board(*rows.split("/")), tuple(known[name] for name in names), groups)


TURNED = [
    one_sided(". A . . ./. . . 1 ./B . . . .", "L4", "J4", "Q5"),
    one_sided("1 . . . B/. . . . ./. . . . A", "S4", "J4", "Q5"),
    one_sided("1 A . . B/. . . . ./. . . . .", "J4", "S4", "Q5"),
]


@pytest.mark.parametrize("model", TURNED, ids=lambda m: " ".join(p.name for p in m.pieces))
def test_turning_over_equals_brute_force(model: Model) -> None:
    expected: dict[object, int] = {}
    for over in product([False, True], repeat=len(model.pieces)):
        pieces = [
            p._replace(sides=(flipped(p.shape),)) if turn else p
            for p, turn in zip(model.pieces, over, strict=True)
        ]
        mended = model._replace(pieces=tuple(pieces))
        if solved(mended):
            known = expected.get(shapes(mended), len(over))
            expected[shapes(mended)] = min(known, sum(over))
    found = repairs(model, RepairLimits(exchange=0, swap=0))
    assert {shapes(own.model): own.changes for own in found.repairs} == expected
    fewest = repairs(model, RepairLimits(turn=1, exchange=0, swap=0)).repairs
    assert fewest == [own for own in found.repairs if own.changes <= 1]
    # Exchanging a piece for its mirror image is the same repair, and is reported once.
    both = repairs(model, RepairLimits(exchange=1, swap=0)).repairs
    assert [own for own in both if own.words.startswith("turn")] == found.repairs
    reported = [shapes(own.model) for own in both]
    assert len(set(reported)) == len(reported)


def test_repairs_of_all_kinds_are_ranked_together() -> None:
    found = repairs(made("L4", "S4", "I3", "L3"))
    assert found.before == (2, 2, 0, 0, 20, 120)
    assert [(own.changes, own.words, own.totals.total) for own in found.repairs] == [
        (1, "swap 2 and C", 136),
        (1, "swap B and 3", 136),
        (1, "exchange L4 for I4", 56),
    ]
    assert found.sentences == [
        "turning over pieces of small has no effect: each may be turned over anyway, "
        "or equals its mirror image",
        "at most 2 pieces exchanged, 10 sets: 1 way gives a solution to every instance",
        "1 swap of two labels: 2 ways give a solution to every instance",
    ]
    for own in found.repairs:
        check(own)


def test_cp_sat_swaps_more_labels_than_the_search() -> None:
    pytest.importorskip("ortools")
    found = repairs(made("I4", "L4", "I3", "L3"), RepairLimits(exchange=0, swap=1))
    assert found.sentences[1:] == [
        "at most 1 swap of two labels: none gives a solution to every instance",
        "every instance that the labels allow has a solution after 2 swaps of two labels, "
        "which is proven to be the fewest",
    ]
    (own,) = found.repairs
    assert own.changes == 2
    check(own)


def test_sentences_explain_why_more_labels_were_not_swapped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("ortools")
    model = Model(
        "four",
        board("A B .", "1 2 3", "x y .", "p q ."),
        tuple(pieces_named()[name] for name in ("I1", "I3", "L4")),
        tuple(Group(labels, tuple(labels)) for labels in ("AB", "123", "xy", "pq")),
    )
    limits = RepairLimits(exchange=0, swap=1)
    assert repairs(model, limits).sentences[-1] == (
        "an unlimited number of swaps is tried only for puzzles of at most 3 groups"
    )
    monkeypatch.setattr(rearranging, "PATIENCE", 1e-9)
    unsolved = repairs(made("I4", "L4", "I3", "L3"), limits)
    assert (unsolved.repairs, unsolved.sentences[-1]) == ([], "CP-SAT did not decide in time")


def test_repairs_do_not_depend_on_the_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.design.repairs.repair.Processes", InProcessWorkers)
    model, limits = made("L4", "S4", "I3", "L3"), RepairLimits(exchange=1, swap=0)
    assert repairs(model, limits._replace(jobs=2)) == repairs(model, limits)


def test_sentences_explain_why_there_is_no_repair() -> None:
    found = repairs(made("O4", "T4", "I3", "L3"), RepairLimits(exchange=1, swap=1))
    assert found.repairs == []
    assert found.sentences[1:] == [
        "at most 1 piece exchanged, 7 sets: none gives a solution to every instance",
        "at most 1 swap of two labels: none gives a solution to every instance",
        "wherever the labels are, some instance that they allow has no solution",
    ]
    model = shipped_model("month-day-7x7")
    found = repairs(model)
    assert (found.repairs, found.before.unsolved, found.before.total) == ([], 0, 25061)
    assert found.sentences == ["every date that exists has a solution; there is nothing to repair"]
    assert (
        repairs(model, RepairLimits(every=True))
        .sentences[0]
        .startswith("every date has a solution")
    )
    with pytest.raises(InputError, match="soma has no dates"):
        repairs(shipped_model("soma"))
    with pytest.raises(InputError, match="numbers of changes must be 0 or more"):
        repairs(TURNED[0], RepairLimits(exchange=-1))
    several = made("L4", "S4", "I3", "L3")
    pieces = (several.pieces[0]._replace(sides=several.pieces[0].sides * 2), *several.pieces[1:])
    found = repairs(several._replace(pieces=pieces))
    assert found.sentences[0] == (
        "L4 of small is not a flat piece with one side that is always used; only such pieces are "
        "exchanged"
    )
    assert [own.words for own in found.repairs] == ["swap 2 and C", "swap B and 3"]


@pytest.mark.slow
def test_exchanging_one_piece_repairs_dray() -> None:
    found = repairs(shipped_model("dray"), RepairLimits(exchange=1))
    assert found.before[:2] == (19, 19)
    best = found.repairs[0]
    assert (best.words, best.totals.total) == ("exchange Z5 for P5", 436_687)
    assert [own.changes for own in found.repairs] == [1, 1, 1, 1, 5]
    assert found.sentences[0].endswith(
        "good, 64 sets: none gives a solution to every date that exists"
    )
    assert found.sentences[2].startswith("at most 3 swaps of two labels: none")
    check(best)
