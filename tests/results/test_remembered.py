"""What is remembered of puzzles between commands: never wrong, and never needed."""

from __future__ import annotations

from pathlib import Path

import pytest

import calpuzzle as cp
from calpuzzle.base import cache
from calpuzzle.cli import main
from calpuzzle.formats import shipped
from calpuzzle.puzzle.dates import instance_of
from calpuzzle.puzzle.validate import faults
from calpuzzle.results import remembered

KIND = remembered.KIND
DATE = "2022-01-01"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("CALPUZZLE_CACHE", str(place))
    return place


def known(puzzle: cp.Puzzle) -> dict[int, int]:
    found: dict[int, int] = cache.recalled(KIND, puzzle.model.plain()) or {}
    return found


def count(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["count", *words]) == 0
    return capsys.readouterr().out


def lie(puzzle: cp.Puzzle, date: str) -> None:
    """Remember 7 solutions of that date, by which one sees whether the answer comes from there."""
    instance = instance_of(puzzle.model, puzzle.labels(date))
    cache.remember(KIND, puzzle.model.plain(), {instance: 7})


@pytest.mark.parametrize("name", shipped.names())
def test_a_shipped_puzzle_is_remembered_as_it_was_read(name: str) -> None:
    read = shipped.read(name).thing
    first, again = shipped.model(name), shipped.model(name)
    assert read == first == again
    assert repr(read) == repr(again)
    assert faults(again) == []


def test_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "FOLDER", str(tmp_path))
    file = tmp_path / "own.toml"
    file.write_text('board = "1 ."\n[groups]\na = "1"\n[pieces]\nI = "#"\n')
    assert shipped.model("own").title == ""
    file.write_text('title = "new"\n' + file.read_text())
    assert shipped.model("own").title == "new"


def test_count_remembers_a_date(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("CALPUZZLE_CACHE", "")
        assert count(capsys, DATE) == "54\n"
    assert not folder.exists()
    puzzle = cp.load("dray")
    assert count(capsys, DATE) == "54\n"
    assert known(puzzle) == {instance_of(puzzle.model, puzzle.labels(DATE)): 54}
    lie(puzzle, DATE)
    assert count(capsys, "Sat", "Jan", "1") == "7\n"
    # Python neither asks nor keeps.
    assert puzzle.count(DATE) == puzzle.solve(DATE).count() == len(list(puzzle.solve(DATE))) == 54
    assert len(known(puzzle)) == 1
    # Another date, something laid, symmetries, a named engine and a bound are other questions.
    assert count(capsys, "2022-01-02") == f"{puzzle.count('2022-01-02')}\n"
    assert count(capsys, DATE, "--unique") == "54\n"
    assert count(capsys, DATE, "--engine", "backtrack") == "54\n"
    assert count(capsys, DATE, "--memory", "100") == "54\n"
    laid = next(iter(puzzle.solve(DATE))).record()["I4"]
    number = puzzle.count(DATE, {"I4": laid})
    assert count(capsys, DATE, "--laid", f'{{"I4": {laid}}}') == f"{number}\n"


def test_another_puzzle_has_counts_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    lie(cp.load("dray"), DATE)
    model = shipped.model("dray")
    freer = cp.Puzzle(model._replace(pieces=tuple(p._replace(flip=True) for p in model.pieces)))
    assert freer.solve(DATE, disk=True).count() == freer.count(DATE) > 54
    assert count(capsys, DATE) == "7\n"


def test_a_diagram_on_disk_tells_of_all_dates(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = cp.load("month-day-7x7")
    puzzle.diagram(disk=True)
    counts = cp.load("month-day-7x7").counts()
    assert known(puzzle) == dict(enumerate(counts.ravel().tolist()))
