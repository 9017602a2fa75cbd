"""The known counts, and what is made of a difference from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from shipped import KNOWN_TEXT

import calpuzzle as cp
from calpuzzle.results import known, selftest

Figures = Callable[[str], dict[str, known.Known]]


@pytest.fixture
def figures(tmp_path: Path) -> Figures:
    """Write known counts, and read them."""
    path = tmp_path / "known.toml"

    def write(text: str) -> dict[str, known.Known]:
        path.write_text(text)
        return known.read(str(path))

    return write


@pytest.fixture(scope="module")
def puzzle() -> cp.Puzzle:
    found: cp.Puzzle = cp.load("month-day-7x7")
    return found


def test_what_is_as_known(puzzle: cp.Puzzle, figures: Figures) -> None:
    checks = list(selftest.check_puzzle(puzzle.lowered, figures(KNOWN_TEXT)["month-day-7x7"]))
    assert not any(check.wrong for check in checks) and all(check.known for check in checks)
    assert [check.what.split(" counts ")[0] for check in checks] == [
        f"month-day-7x7: {engine}" for engine in ("diagram", "backtrack", "reference", "reference")
    ]
    assert checks[-1].what.endswith("counts 7 solutions of Oct 6")


def test_a_puzzle_of_very_many_solutions(
    puzzle: cp.Puzzle, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selftest, "TWICE_MOST", 25_060)
    text = KNOWN_TEXT.replace('"Jan 25" = 216', '"Jan 25" = 217')
    checks = list(selftest.check_puzzle(puzzle.lowered, figures(text)["month-day-7x7"]))
    engines = [check.what.split()[1] for check in checks]
    assert engines == ["diagram", *["backtrack"] * 3, *["reference"] * 2]
    assert [check.wrong for check in checks[1:4]] == [
        (),
        (),
        ("Jan 25 has 216, known are 217",),
    ]


@pytest.mark.parametrize(
    ("figure", "other", "sentence"),
    [
        ("25061", "25062", "25,061 solutions in all, known are 25,062"),
        ("fewest = 7", "fewest = 6", "7 solutions of the date with fewest, known are 6"),
        ("most = 216", "most = 217", "216 solutions of the date with most, known are 217"),
        ("unsolvable = 0", "unsolvable = 1", "0 dates without solution, known are 1"),
        ('"Oct 6" = 7', '"Oct 6" = 1007', "7 solutions of Oct 6, known are 1,007"),
    ],
)
def test_what_is_not_as_known(
    puzzle: cp.Puzzle, figures: Figures, figure: str, other: str, sentence: str
) -> None:
    found = figures(KNOWN_TEXT.replace(figure, other))["month-day-7x7"]
    assert selftest.differences(puzzle.model, found, puzzle.counts()) == [sentence]


def test_a_single_date_of_the_slow_engine(puzzle: cp.Puzzle, figures: Figures) -> None:
    found = figures(KNOWN_TEXT.replace('"Jan 1" = 64', '"Jan 1" = 65'))["month-day-7x7"]
    checks = {check.what: check.wrong for check in selftest.check_puzzle(puzzle.lowered, found)}
    wrong = checks["month-day-7x7: reference counts 64 solutions of Jan 1"]
    assert wrong == ("Jan 1 has 64, known are 65",)
    assert checks["month-day-7x7: reference counts 7 solutions of Oct 6"] == ()


def test_the_hash_catches_what_the_figures_do_not(puzzle: cp.Puzzle, figures: Figures) -> None:
    counts = puzzle.counts()
    shipped = known.read()["month-day-7x7"]
    assert selftest.digest(counts) == shipped.counts_sha256
    right = figures(KNOWN_TEXT + f'counts_sha256 = "{shipped.counts_sha256}"\n')["month-day-7x7"]
    assert selftest.differences(puzzle.model, right, counts) == []
    moved = counts.copy()
    moved[5, 5:7] = moved[5, 6:4:-1]
    (sentence,) = selftest.differences(puzzle.model, right, moved)
    assert "SHA-256 differs" in sentence
    wrong = selftest.breakdown(puzzle.model, "one", moved, "other", counts)
    assert wrong[0] == "one and other differ in 2 dates"
    assert [line.split(":")[0] for line in wrong[1:]] == ["day 6", "day 7"]
    assert selftest.breakdown(puzzle.model, "one", counts, "other", counts.copy()) == [
        "other gives the same counts"
    ]
    month, day = selftest.by_label(puzzle.model, "one", counts)
    assert month.startswith(f"one by month: Jan {counts[0].sum():,}, Feb ")
    assert day.endswith(f", 31 {counts[:, 30].sum():,}")


def test_the_digest_is_of_little_endian_integers() -> None:
    counts = np.arange(6, dtype=np.int64).reshape(2, 3)
    assert selftest.digest(counts) == selftest.digest(counts.astype(">i8"))
    assert selftest.digest(counts) != selftest.digest(counts.T)


def test_the_reader(figures: Figures, tmp_path: Path) -> None:
    found = figures(KNOWN_TEXT)["month-day-7x7"]
    assert (found.total, found.dates["Jan 1"], found.counts_sha256) == (25061, 64, None)
    assert known.read(str(tmp_path / "none.toml")) == {}
    assert {*known.read()} <= {*cp.names()}
