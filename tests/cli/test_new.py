"""`new`: the file of a calendar, ready to be edited."""

from __future__ import annotations

from pathlib import Path

from commands import Run

import calpuzzle as cp


def test_new_writes_what_check_accepts(run: Run, folder: Path) -> None:
    done = run(
        "new", "8x7", "--weekdays", "--language", "de", "--week-starts", "Mon", "-o", "my.toml"
    )
    assert (done.code, done.out) == (0, "")
    assert (
        done.err
        == "calpuzzle: wrote my.toml; calpuzzle check my.toml says what is to be said of it\n"
    )
    text = (folder / "my.toml").read_text()
    assert (
        "\n# Together they cover 47 cells: the 50 of the board, less one for each group.\n" in text
    )
    said = run("check", "my.toml", "--seconds", "0").out
    assert said.startswith("my.toml is sound: 50 cells, 10 pieces, groups month (12), day (31), ")
    assert cp.load(folder / "my.toml").count("1. Mai Mo") > 0


def test_new_prints_where_no_file_is_named(run: Run, folder: Path) -> None:
    before = sorted(folder.iterdir())
    text = run("new", "7x7").out
    assert cp.loads(text).count("Jan 1") == 64
    assert sorted(folder.iterdir()) == before


def test_new_refuses(run: Run, folder: Path) -> None:
    assert "ask for 8x7" in run("new", "7x7", "--weekdays", "-o", "x.toml").sentence()
    assert not (folder / "x.toml").exists()
