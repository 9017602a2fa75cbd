"""The calendars in results/perfect have exactly one solution for every date."""

from __future__ import annotations

from pathlib import Path

import pytest

import calpuzzle as cp

SLOW = pytest.param("dancing", marks=pytest.mark.slow)
FILES = sorted((Path(__file__).resolve().parents[2] / "results" / "perfect").glob("*.toml"))


def test_perfect_calendars_exist() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("engine", ["diagram", "backtrack", SLOW])
def test_every_date_has_exactly_one_solution(path: Path, engine: str) -> None:
    counts = cp.load(path, kind="puzzle").counts(engine=engine)
    assert counts.size > 1 and (counts == 1).all()
