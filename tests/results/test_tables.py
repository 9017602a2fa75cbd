from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import calpuzzle as cp
from calpuzzle import tables
from calpuzzle.base.errors import InputError
from calpuzzle.results.stats import stats, stats_text

RESULTS = Path(__file__).resolve().parent.parent / "results"
LONG = {"weekday-8x7"}


@pytest.fixture(scope="module")
def puzzle():
    return cp.load("month-day-7x7")


def test_the_table(puzzle) -> None:
    frame = cp.table(puzzle)
    assert list(frame.columns) == ["month", "day", "exists", "solutions"]
    assert len(frame) == 372 and frame.solutions.dtype == np.int64 and frame.exists.dtype == bool
    assert list(frame.day.cat.categories) == [str(day) for day in range(1, 32)]
    assert frame.solutions.sum() == 25061
    assert frame.loc[(frame.month == "Jan") & (frame.day == "25"), "solutions"].item() == 216
    assert list(frame[~frame.exists].month.astype(str)) == [
        "Feb",
        "Feb",
        "Apr",
        "Jun",
        "Sep",
        "Nov",
    ]
    assert frame.solutions.to_numpy().reshape(12, 31).tolist() == puzzle.counts().tolist()


def test_writing_and_reading_back(puzzle, tmp_path: Path) -> None:
    frame = cp.table(puzzle)
    path = str(tmp_path / "x.csv")
    tables.write(frame, path)
    first = Path(path).read_bytes()
    pd.testing.assert_frame_equal(tables.read(path, puzzle.model), frame)
    tables.write(tables.read(path, puzzle.model), path)
    assert Path(path).read_bytes() == first
    with pytest.raises(InputError, match="the columns of"):
        tables.read(path, cp.load("dray").model)


def test_queries_leave_the_frame_alone(puzzle) -> None:
    frame = cp.table(puzzle)
    before = frame.copy()
    most = tables.query(frame, ["exists=TRUE", "month=JAN"], "-solutions", 2)
    assert list(most.day.astype(str)) == ["25", "20"]
    assert list(tables.query(frame, sort="solutions").solutions) == sorted(frame.solutions)
    pd.testing.assert_frame_equal(frame, before)


def test_stats(puzzle) -> None:
    counts = np.zeros((12, 31), dtype=np.int64)
    counts[0, :4] = 4, 1, 2, 1
    found = stats(puzzle.model, counts)
    assert (found.instances, found.total, found.mean) == (372, 8, 8 / 372)
    assert (found.most, found.most_at, found.unique) == (4, (0,), (1, 3))
    assert (found.fewest, len(found.unsolvable), found.existing) == (0, 368, 362)
    text = stats_text(puzzle.model, found)
    assert "most        4: Jan 1\n" in text and "unique      2: Jan 2, Jan 4\n" in text
    assert "unsolvable  368, of which 362 exist: Jan 5, " in text
    assert stats(puzzle.model, counts + 2).fewest_at == found.unsolvable


def test_sums_beyond_64_bits(puzzle) -> None:
    counts = np.full((12, 31), 2**62, dtype=np.int64)
    assert stats(puzzle.model, counts).total == 372 * 2**62


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in cp.names()],
)
def test_the_results_are_what_the_code_gives(name, tmp_path: Path) -> None:
    tables.write(cp.table(cp.load(name)), str(tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").read_bytes() == (RESULTS / f"{name}.csv").read_bytes()


def test_there_is_a_table_of_every_shipped_puzzle() -> None:
    assert {path.stem for path in RESULTS.glob("*.csv")} == set(cp.names())


def test_a_long_table_by_samples() -> None:
    """The tables that are too long to count anew in every run: some dates of them."""
    for name in LONG:
        long = cp.load(name)
        frame = tables.read(str(RESULTS / f"{name}.csv"), long.model)
        for at in range(0, len(frame), 97):
            row = frame.iloc[at]
            date = " ".join(str(row[group.name]) for group in long.groups)
            assert long.count(date) == row.solutions
