"""The plain search, against the counts of each set's puzzle."""

from __future__ import annotations

import json

import pytest
from design_twin import Reference
from hypothesis import given, settings
from small_families import Small, rows, small, smalls, tallied

from calpuzzle.base.errors import InputError
from calpuzzle.design.tally import Tally


def whole(made: Small, cut: int | None = None) -> Tally:
    search = Reference(*made, cut)
    tally = Tally.empty(len(made.family))
    for unit in search.units:
        tally.add(search.run(unit))
    return tally


def test_every_set_of_a_small_family() -> None:
    made = small()
    found = rows(whole(made))
    assert len(found) == len(made.family) > 10
    for number, row in enumerate(found):
        unsolved, existing, unique, fewest, most, total = tallied(*made, number)
        assert row == (unsolved, existing, unique, fewest, most, total)
    assert len(set(found)) > 5


@settings(max_examples=40)
@given(smalls())
def test_random_families(made: Small) -> None:
    found = rows(whole(made))
    for number in range(0, len(made.family), 1 + len(made.family) // 10):
        assert found[number] == tallied(*made, number)


def test_the_cut_does_not_matter() -> None:
    made = small()
    for cut in (1, 7, 15):
        assert rows(whole(made, cut)) == rows(whole(made))
    with pytest.raises(InputError, match="there is no cut 16; there are 0 to 15"):
        Reference(*made, 16)


def test_units_and_description() -> None:
    made = small()
    search = Reference(*made)
    assert [unit.name for unit in search.units] == [f"letter-{name}" for name in "ABCD"]
    assert json.loads(search.description)
    assert search.description == Reference(*small(), 3).description


def test_a_search_can_be_stopped() -> None:
    search = Reference(*small())

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        search.run(search.units[0], stop)
