"""Known counts, and reports of differences from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import SMALL
from shipped import KNOWN_TEXT

import calpuzzle as cp
from calpuzzle.results import known, verification

Figures = Callable[[str], dict[str, known.KnownFigures]]


@pytest.fixture
def figures(tmp_path: Path) -> Figures:
    """Return a function that writes known counts to a file and reads them."""
    path = tmp_path / "known.toml"

    def write(text: str) -> dict[str, known.KnownFigures]:
        path.write_text(text)
        return known.read(str(path))

    return write


@pytest.fixture
def puzzle() -> cp.Puzzle:
    found: cp.Puzzle = cp.loads(SMALL, name="small.toml")
    return found


DIFFERENCES = {
    ("56", "57"): "56 solutions in all, expected 57",
    ("fewest = 2", "fewest = 1"): "2 solutions of the date with the fewest, expected 1",
    ("most = 6", "most = 7"): "6 solutions of the date with the most, expected 7",
    ("unsolvable = 0", "unsolvable = 1"): "0 dates without a solution, expected 1",
    ('"A 1" = 6', '"A 1" = 1006'): "6 solutions of A 1, expected 1,006",
}


def test_differences_from_known_figures_are_reported(puzzle: cp.Puzzle, figures: Figures) -> None:
    for (figure, other), sentence in DIFFERENCES.items():
        found = figures(KNOWN_TEXT.replace(figure, other))["small"]
        assert verification.differences(puzzle.model, found, puzzle.counts()) == [sentence]


def test_single_dates_are_checked_if_a_second_engine_would_take_long(
    puzzle: cp.Puzzle, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "TWICE_MOST", 55)
    found = list(verification.puzzle_checks(puzzle.lowered, figures(KNOWN_TEXT)["small"]))
    assert [check.what for check in found] == [
        "small: diagram counts 56 solutions of 16 dates",
        *(
            f"small: {engine} counts {date}"
            for engine in ("backtrack", "reference")
            for date in ("6 solutions of A 1", "2 solutions of B 1", "2 solutions of C 4")
        ),
    ]
    assert not any(check.wrong for check in found)


def test_missing_known_figures_are_no_error(tmp_path: Path) -> None:
    assert known.read(str(tmp_path / "none.toml")) == {}


def test_the_hash_detects_differences_the_figures_miss(puzzle: cp.Puzzle, figures: Figures) -> None:
    counts = puzzle.counts()
    own = cp.load("month-day-7x7")
    assert verification.digest(own.counts()) == known.read()[own.name].counts_sha256
    right = figures(KNOWN_TEXT + f'counts_sha256 = "{verification.digest(counts)}"\n')["small"]
    assert verification.differences(puzzle.model, right, counts) == []
    moved = counts.copy()
    moved[1, 1:4] = moved[1, [2, 3, 1]]
    (sentence,) = verification.differences(puzzle.model, right, moved)
    assert "SHA-256 of the counts of all dates differs" in sentence
    wrong = verification.breakdown(puzzle.model, "one", moved, "other", counts)
    assert wrong[0] == "one and other differ in 2 dates"
    assert [line.split(":")[0] for line in wrong[1:]] == ["number 3", "number 4"]
    assert verification.breakdown(puzzle.model, "one", counts, "other", counts.copy()) == [
        "other gives the same counts"
    ]
    letter, number = verification.by_label(puzzle.model, "one", counts)
    assert letter.startswith(f"one by letter: A {counts[0].sum()}, B ")
    assert number.endswith(f", 4 {counts[:, 3].sum()}")
