"""A sample of the differential suite; scripts/differential runs any number of cases."""

from __future__ import annotations

import pytest
from differential.__main__ import tally_of
from differential.suite import KINDS

PARTS, CASES = 3, 250


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(k, marks=pytest.mark.long) for k in range(1, PARTS))]
)
def test_answers_agree_with_the_definitions(part: int) -> None:
    tally = tally_of(1, range(part * CASES, (part + 1) * CASES))
    assert not tally.differences
    assert sum(map(tally.solvable, KINDS)) > CASES / 2


@pytest.mark.slow
def test_every_pair_of_features_occurs() -> None:
    tally = tally_of(2, range(20_000))
    assert not tally.differences
    assert not any(map(tally.missing, KINDS))
