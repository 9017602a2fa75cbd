"""Groups that leave several labels uncovered, or none: files, dates, counts and refusals."""

from __future__ import annotations

import json
from itertools import combinations, product

import definition
import pytest
from conformance import typed_boards

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, DateError, InputError, PuzzleError
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.repairs.repair import repairs
from calpuzzle.engines import Run
from calpuzzle.formats import toml
from calpuzzle.formats.registry import render
from calpuzzle.planning import set_counts
from calpuzzle.play.data import pieces_data
from calpuzzle.puzzle.checker import first_fault
from calpuzzle.puzzle.dates.parsing import DateLike
from calpuzzle.puzzle.derived_puzzles import residual
from calpuzzle.puzzle.label_sets import LabelSets, SetNames

TWO = """
board = '''
A B C 1 2 3
4 5 6 7 8 9
'''
[groups]
letter = "A B C"
day = {labels = "1 2 3 4 5 6 7 8 9", open = OPEN}
[pieces]
L = '''
##
#.
'''
I = "###"
V = '''
#
##
'''
"""


@pytest.fixture(autouse=True, params=[5_000, 0])
def most_listed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with label sets that are listed, and with sets that are computed on demand."""
    monkeypatch.setattr("calpuzzle.puzzle.group.MAX_SETS", request.param)


def puzzle(number: str = "2") -> cp.Puzzle:
    made = cp.loads(TWO.replace("OPEN", number))
    assert isinstance(made, cp.Puzzle)
    return made


@pytest.mark.parametrize(
    "seed", [*range(4), *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 48)]]
)
@pytest.mark.filterwarnings("ignore:.*one by one")
def test_counts_and_solutions_match_the_definition(seed: int) -> None:
    model = toml.read(typed_boards.several(seed), "several")
    assert toml.read(toml.write(model), "several") == model
    own = cp.Puzzle(model)
    expected = definition.counts(model)
    assert cp.loads(render(model, "dlx").data, "dlx").count() == sum(expected) > 0
    frame = cp.table(own)
    assert frame["solutions"].tolist() == expected and frame.shape[1] == 1 + len(model.groups)
    found = list(own.solve("any"))
    assert own.counts("dancing").ravel().tolist() == expected and len(found) == sum(expected)
    assert all(first_fault(model, each.uncovered, each.pieces) is None for each in found)
    assert own.placed(json.dumps(found[-1].record())) != ()
    at = max(range(len(expected)), key=expected.__getitem__)
    labels = [group.labels for group in model.groups]
    date = definition.instances(model)[at]
    assert len(labels) == len(date)
    assert own.count(dict(zip([g.name for g in model.groups], date, strict=True))) == expected[at]


@pytest.mark.parametrize(
    ("date", "label"),
    [
        ("A 2 3", "2+3"),
        ("3 A 2", "2+3"),
        ("a 2+3", "2+3"),
        ({"letter": "A", "day": (3, 2)}, "2+3"),
        ({"letter": "A", "day": "2+3"}, "2+3"),
    ],
)
def test_date_with_two_open_labels_is_accepted_in_each_notation(date: DateLike, label: str) -> None:
    own = puzzle()
    assert own.labels(date) == ("A", label)
    (found,) = own.solve(date)
    assert found.uncovered == {"letter": "A", "day": label}
    assert "│ 2 │ 3 │" in str(found) and own.shape == (3, 36)
    assert not own.model.is_calendar


def test_range_of_open_labels_may_include_none() -> None:
    ranged = puzzle("[0, 2]")
    assert ranged.shape == (3, 1 + 9 + 36)
    assert ranged.labels("B") == ranged.labels("B no-day") == ("B", "no-day")
    assert ranged.labels("B 7") == ("B", "7")
    assert ranged.count("any") == puzzle().count("any") == 15


@pytest.mark.parametrize(
    ("date", "message"),
    [
        ("A 3", "the group day leaves 2 labels uncovered, not 3"),
        ("A 1 2 3", "the group day leaves 2 labels uncovered, not 1 2 3"),
        ("A", "names no day; write the open labels, such as 'A 1 2'"),
        ("A B 1 2", "A and B both name the letter"),
        ({"letter": "A", "day": (3, 12)}, "12 is not a label of the group day"),
        ("2026-11-20", "is not a calendar"),
    ],
)
def test_invalid_dates_are_rejected(date: DateLike, message: str) -> None:
    with pytest.raises(DateError, match=message):
        puzzle().count(date)


def test_group_of_sets_of_one_label_equals_a_usual_group() -> None:
    usual = cp.Group("day", ("1", "2"))
    assert cp.Group.several("day", ["1", "2"], 1, 1) == usual
    assert cp.Group.several("day", ["1", "2"], 0, 2).only({"1", "2"}) == usual


def test_number_of_open_labels_must_fit_the_area_of_the_pieces() -> None:
    with pytest.raises(PuzzleError, match=r"has 8 to cover \(4 cells left uncovered\)"):
        puzzle("3")


def test_residual_puzzle_has_no_labels_under_placed_pieces() -> None:
    own = puzzle()
    left = residual(own.lowered, own.placed("I@1,3:1"))
    assert left.groups[1].printed == tuple("123456")
    assert cp.Puzzle(left).count("any") == own.count("any", "I@1,3:1") > 0


def test_residual_puzzle_of_a_date_keeps_its_open_labels() -> None:
    own = puzzle()
    dated = residual(own.lowered, own.fixed("A 2 3"))
    assert [group.printed for group in dated.groups] == [("A",), ("2", "3")]
    assert cp.Puzzle(dated).count("any") == own.count("A 2 3") == 1


def test_residual_puzzle_needs_enough_open_labels() -> None:
    own = puzzle()
    covered = {
        "I": [(1, 2), (1, 3), (1, 4)],
        "V": [(0, 4), (0, 5), (1, 5)],
        "L": [(0, 0), (1, 0), (1, 1)],
    }
    words = "the placed pieces cover every cell that the group day can leave open"
    with pytest.raises(InputError, match=words):
        own.restricted("any", covered)
    # Only labels of sets that are not listed can be placed one by one.
    if own.groups[1].unlisted_sets:
        words = "place all labels of the group day that stay open, or none"
        with pytest.raises(InputError, match=words):
            own.restricted("any", {"day": [(0, 4)]})


def test_labels_of_a_set_are_those_of_its_name() -> None:
    opened = puzzle("[0, 2]").groups[1].opened
    assert len(opened) == 46 and [*opened][:11] == ["no-day", *"123456789", "1+2"]
    assert (opened["no-day"], opened["2+3"]) == ((), ("2", "3"))
    with pytest.raises(KeyError, match=r"^'3\+2'$"):
        _ = opened["3+2"]


def test_functions_for_one_open_label_refuse_several() -> None:
    own = puzzle()
    for call in (
        lambda: LabelCells(own.model),
        lambda: repairs(own.model),
        lambda: own.certify("A 2 3", "c"),
    ):
        with pytest.raises(InputError, match="one open label per group, but puzzle has a group"):
            call()


def test_computed_label_sets_equal_the_listed_ones() -> None:
    for labels, least, most in product(("", "A", "ABCDE"), range(3), range(5)):
        listed = [own for k in range(least, most + 1) for own in combinations(labels, k)]
        sets = LabelSets(labels, least, most)
        names = SetNames("day", sets)
        assert [*sets] == listed == [*sets[:]] and len(sets) == len(names) == len(listed)
        assert [sets.index(own) for own in listed] == [*range(len(listed))]
        assert [names.index(name) for name in names] == [*range(len(listed))]
        tried: list[tuple[str, ...]] = [("B", "A"), ("A", "A"), ("F",), ()]
        assert [own in sets for own in tried] == [own in listed for own in tried]
        assert {sets: names} == {LabelSets(labels, least, most): SetNames("day", sets)}
    assert repr(LabelSets("ABCDE", 1, 2)) == "<LabelSets: 15>"


def test_progress_never_decreases() -> None:
    seen: list[float] = []
    run = Run(progress=lambda done, of, _: seen.append(done / of if of else 0.0))
    set_counts.counts(puzzle("[1, 3]").lowered, run)
    assert seen == sorted(seen) and seen[-1] <= 1


MANY = """
board = '''
ROWS
'''
[groups]
holes = {labels = "LABELS", open = 10}
[pieces]
I = {shape = "##########", count = 9}
"""


def test_one_of_many_label_sets_is_counted_without_listing_all() -> None:
    rows = [" ".join(f"{letter}{k}" for k in range(10)) for letter in "abcdefghij"]
    own = cp.loads(MANY.replace("ROWS", "\n".join(rows)).replace("LABELS", " ".join(rows)))
    assert isinstance(own, cp.Puzzle) and own.shape == (17_310_309_456_440,)
    assert [own.count(date) for date in (rows[3], rows[3].replace("d9", "e9"), "any")] == [1, 0, 20]
    assert [found.labels for found in own.solve("any")[:1]] == [(rows[-1].replace(" ", "+"),)]
    name = rows[3].replace(" ", "+")
    assert own.groups[0].only(name).labels == (name,) and not own.groups[0].only("z").labels
    with pytest.raises(CannotDoError, match="17,310,309,456,440 instances, too many to count each"):
        own.counts()
    with pytest.raises(InputError, match="sets of labels"):
        pieces_data(own.lowered)
