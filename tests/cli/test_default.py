"""`default`, and what it changes; `puzzles` where one looks for one's own."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from commands import Run

from calpuzzle.base import settings


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A config folder of one's own, on whatever system."""
    monkeypatch.delenv(settings.VARIABLE)
    file = tmp_path / "config" / "settings.toml"
    monkeypatch.setattr(settings, "path", lambda: str(file))
    return file


def test_the_default_puzzle_is_kept(run: Run, config: Path) -> None:
    assert run("default").out == "dray (comes with the program)\n"
    assert not config.exists()
    done = run("default", "month-day-7x7")
    assert (
        done.out == f"month-day-7x7 ({config})\n" and done.err == f"calpuzzle: kept in {config}\n"
    )
    assert config.read_text() == 'puzzle = "month-day-7x7"\n'
    assert run("count", "Jan", "1").out == run("count", "-p", "month-day-7x7", "Jan", "1").out
    assert run("show").out.startswith("Month and day, 7x7 (month-day-7x7)")
    assert run("default", "--forget").out == "dray (comes with the program)\n"
    assert not config.exists()


def test_a_file_is_kept_by_its_whole_path(run: Run, config: Path, folder: Path) -> None:
    assert run("default", "small.toml").code == 0
    assert run("default").out == f"{folder / 'small.toml'} ({config})\n"
    (folder / "small.toml").unlink()
    assert f"the default puzzle {folder / 'small.toml'}, as {config} says, is not there" in (
        run("show").sentence()
    )


def test_the_variable_wins(run: Run, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("default", "soma")
    monkeypatch.setenv(settings.VARIABLE, "sticks")
    assert run("default").out == "sticks (CALPUZZLE_PUZZLE)\n"
    assert "CALPUZZLE_PUZZLE is set, and wins" in run("default", "dray").err
    assert run("count").out == "3\n"
    monkeypatch.setenv(settings.VARIABLE, "")
    assert run("default").out == "dray (comes with the program)\n"


def test_what_is_chosen_wrongly(run: Run, config: Path) -> None:
    assert "there is no puzzle nosuch" in run("default", "nosuch").sentence()
    assert run("default", "-").sentence().startswith("the default puzzle is a name or a file")
    assert run("default", "dray", "--forget").sentence().startswith("--forget takes no puzzle")
    assert not config.exists()
    config.parent.mkdir()
    config.write_text("puzzle = 3\n")
    assert "puzzle in" in run("default").sentence()
    config.write_text("puzzle =\n")
    assert "cannot be read" in run("count").sentence()


def test_puzzles_that_are_like_it(run: Run, folder: Path) -> None:
    out = run("puzzles", "--like", "6x9").out
    assert out.startswith("Month, day and weekday, 6x9 (calendarium-6x9)\n6x9, 53 cells; ten")
    assert "│ Jan │ Feb │" in out
    assert ": 2 of 2 pieces\n" in run("puzzles", "--pieces", "2x3 Z").out
    assert (
        run("puzzles", "--like", "x", "--pieces", "U").sentence().startswith("--like and --pieces")
    )
    assert run("puzzles", "--draw").out.count(" cells; ") > 20
    assert run("puzzles", "--like", "6x9", "-o", "boards.html").code == 0
    assert (folder / "boards.html").read_text().count("<svg") == 2
    assert run("puzzles", "--like", "6x9", "-o", "boards.svg").code == 0
    drawn = (folder / "boards.svg").read_text()
    assert drawn.count("<svg") == 1 and "weekday-9x6" in drawn
    assert run("puzzles", "--like", "6x9", "-o", "boards.png").code == 0
    assert (folder / "boards.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("chosen", ["", "/elsewhere", " "])
def test_the_folder_is_that_of_platformdirs(monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", chosen)
    assert os.path.dirname(settings.path()) == platformdirs.user_config_dir("calpuzzle")
