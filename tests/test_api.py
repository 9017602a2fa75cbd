"""Where puzzles come from: shipped names, paths, and what is said where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import calpuzzle as cp
from calpuzzle import library

GOOD = "board = '. .'\n[pieces]\nD = '##'\n"


def said(puzzle):
    with pytest.raises(cp.PuzzleError) as error:
        cp.load(puzzle)
    return str(error.value)


def test_the_shipped_puzzles_have_no_faults_and_the_default_comes_first() -> None:
    names = library.names()
    assert names[0] == library.DEFAULT == "dray"
    assert names[1:] == sorted(names[1:])
    assert {
        "weekday-8x7",
        "month-day-7x7",
        "month-day-7x7-t",
        "month-day-7x7-w",
        "month-day-7x7-tetromino",
        "whole-year-7x7",
        "calendarium-6x9",
    } < set(names)
    for name in names:
        puzzle = cp.load(name)
        assert puzzle.name == name
        assert puzzle.model.title


def test_the_known_counts_are_no_puzzle() -> None:
    assert "known" not in library.names()
    assert "there is no puzzle known" in said("known")


def test_an_unknown_name_suggests_the_nearest() -> None:
    assert "there is no puzzle drya (did you mean dray?)" in said("drya")
    assert "did you mean weekday-8x7?" in said("Weekday8x7")
    assert "there is no puzzle ''" in said("")
    assert "../dray" in said("../dray")


def test_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.toml").write_text(GOOD)
    (tmp_path / "bare").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    for path in ("own.toml", "./own.toml", str(tmp_path / "own.toml")):
        assert cp.load(path).name == "own"
    assert cp.load("bare").name == "bare"
    # A shipped name goes before a file of that name without an ending.
    (tmp_path / "dray").write_text(GOOD)
    assert len(cp.load("dray").pieces) == 10
    assert len(cp.load("./dray").pieces) == 1


def test_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert cp.load(str(path)).count() == 1


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert said(str(path)) == f"cannot read {path}: no such file or directory"
    assert said(str(tmp_path) + "/") == f"cannot read {tmp_path}/: is a directory"
    path.write_bytes(b"board = '\xff'")
    assert said(str(path)) == f"{path} is no UTF-8 text (byte 9)"
    path.write_bytes(b"#" * (library.MAX_BYTES + 1))
    assert said(str(path)) == f"{path} is larger than 1,048,576 bytes"
    assert "is larger than" in said("/dev/zero")
    assert "is no name of a file" in said("a/\0b")
    if os.geteuid():
        path.chmod(0)
        assert said(str(path)) == f"cannot read {path}: permission denied"


def test_faults_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("board = ")
    assert said(str(path)).startswith(f"{path}: not valid TOML: ")
    path.write_text("board = '. . .'\n[pieces]\nD = '##'\nE = '..'\nF = ''")
    with pytest.raises(cp.PuzzleError) as error:
        cp.load(str(path))
    assert [fault.startswith(f"{path}: piece ") for fault in error.value.faults] == [True, True]


@pytest.mark.parametrize("puzzle", [3, None, b"dray", ["dray"]])
def test_what_is_no_name_at_all(puzzle) -> None:
    with pytest.raises(cp.PuzzleError, match="a puzzle is a shipped name or a file's path, not "):
        cp.load(puzzle)


def test_a_path_as_an_object() -> None:
    path = Path(library.FOLDER) / "dray.toml"
    assert cp.load(path).count("2022-01-01") == 54
