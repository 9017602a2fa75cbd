from __future__ import annotations

import hashlib

import numpy as np
import pytest

import calpuzzle as cp
from calpuzzle import known, selftest
from calpuzzle.base.errors import PuzzleError

TEXT = """
[month-day-7x7]
total = 25061
fewest = 7
most = 216
unsolvable = 0
dates = { "Jan 1" = 64, "Oct 6" = 7, "Jan 25" = 216 }
"""


@pytest.fixture
def figures(folder, monkeypatch):
    """Write known counts, and let the selftest read them."""
    path = folder / "known.toml"

    def write(text):
        path.write_text(text)
        monkeypatch.setattr(selftest, "read", lambda: known.read(str(path)))
        return known.read(str(path))

    return write


def test_all_is_as_known(run: Run, figures) -> None:
    figures(TEXT)
    done = run("selftest", "--quick")
    assert done.code == 0
    assert "ok    month-day-7x7: backtrack counts 25,061 solutions of 372 dates\n" in done.out
    assert "ok    month-day-7x7: reference counts 64 solutions of Jan 1\n" in done.out
    assert "-     dray: no known counts, so nothing to check\n" in done.out
    assert "checks passed\n" in done.out


def test_a_difference_is_broken_down(run: Run, figures) -> None:
    figures(TEXT.replace("25061", "25062").replace('"Oct 6" = 7', '"Oct 6" = 8'))
    done = run("selftest")
    assert done.code == 1
    assert "WRONG month-day-7x7: backtrack counts 25,061" in done.out
    assert "25,061 solutions in all, known are 25,062" in done.out
    assert "7 solutions of Oct 6, known are 8" in done.out
    assert "by month: Jan " in done.out
    assert "checks failed" in done.err or "check failed" in done.err or "failed;" in done.err


def test_the_hash_catches_what_the_figures_do_not(figures) -> None:
    puzzle = cp.load("month-day-7x7")
    counts = puzzle.counts()
    right = hashlib.sha256(np.ascontiguousarray(counts, dtype="<i8").tobytes()).hexdigest()
    found = figures(TEXT + f'counts_sha256 = "{right}"\n')["month-day-7x7"]
    assert selftest.differences(puzzle, found, counts) == []
    moved = counts.copy()
    moved[5, 5:7] = moved[5, 6:4:-1]
    assert "SHA-256 differs" in selftest.differences(puzzle, found, moved)[0]
    wrong = selftest.breakdown(puzzle, "one", moved, "other", counts)
    assert wrong[0] == "one and other differ in 2 dates"
    assert [line.split(":")[0] for line in wrong[1:]] == ["day 6", "day 7"]


def test_quick_leaves_the_long_ones_out(run: Run, figures) -> None:
    figures(TEXT + TEXT.replace("month-day-7x7", "weekday-8x7").replace("25061", "4937780"))
    assert "weekday-8x7" not in run("selftest", "--quick").out


def test_the_reader(figures, folder: Path) -> None:
    found = figures(TEXT)["month-day-7x7"]
    assert (found.total, found.dates["Jan 1"], found.counts_sha256) == (25061, 64, None)
    assert known.read(str(folder / "none.toml")) == {}
    assert known.known("no such puzzle") is None
    for bad in ("x = 1", "[x]\ntotal = 1", "x =", TEXT.replace("64", '"64"')):
        with pytest.raises(PuzzleError):
            figures(bad)
