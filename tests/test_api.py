"""Loading of puzzles by shipped name, path or text, and the errors if this fails."""

from __future__ import annotations

import io
import os
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from commands import DIAGONALS, DRAWN, EXAMPLES, NO_GROUPS, OPTIONS

import calpuzzle as cp
from calpuzzle import api
from calpuzzle.formats import shipped
from calpuzzle.formats.registry import MAX_BYTES

GOOD = "board = '. .'\n[pieces]\nD = '##'\n"
NAMES = dir(cp)  # includes the names that are imported on first use


def load_error(puzzle: Any, **options: Any) -> str:
    """Return the message of the error that loading raises."""
    with pytest.raises(cp.PuzzleError) as error:
        cp.load(puzzle, **options)
    return str(error.value)


def test_all_public_names_can_be_imported() -> None:
    everything: list[str] = vars(cp)["__all__"]
    for name in everything:
        assert getattr(cp, name) is not None
    assert {*everything} <= {*NAMES}
    assert {"load", "loads", "names", "table", "heatmap", "Puzzle", "Cover"} <= {*everything}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(cp, "nothing")  # noqa: B009


def test_shipped_puzzles_can_be_loaded_and_the_default_is_listed_first() -> None:
    names = cp.names()
    assert names[0] == api.DEFAULT == "dray"
    assert names[1:] == sorted(names[1:])
    assert {
        "weekday-8x7",
        "month-day-7x7",
        "month-day-7x7-t",
        "month-day-7x7-w",
        "month-day-7x7-tetromino",
        "whole-year-7x7",
        "calendarium-6x9",
        "soma",
        "sticks",
    } < set(names)
    for name in names:
        puzzle = cp.load(name, kind="puzzle")
        assert type(puzzle) is cp.Puzzle
        assert puzzle.name == name
        assert puzzle.model.title or shipped.files()[name].endswith(".dpf")


def test_load_accepts_shipped_names_and_suggests_similar_ones() -> None:
    assert cp.load().name == "dray"
    assert type(cp.load("dray").cover) is cp.Cover
    assert cp.load("soma").count() == 11520
    assert "known" not in cp.names()
    assert "there is no puzzle or file named known" in load_error("known")
    assert "there is no puzzle or file named drya (did you mean dray?)" in load_error("drya")
    assert "did you mean weekday-8x7?" in load_error("Weekday8x7")
    assert "there is no puzzle or file named ''" in load_error("")
    assert "../dray" in load_error("../dray")
    path = Path(shipped.FOLDER) / "dray.toml"
    assert cp.load(path, kind="puzzle").count("2022-01-01") == 54


def test_load_and_is_puzzle_accept_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.toml").write_text(GOOD)
    (tmp_path / "bare").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    for path in ("own.toml", "./own.toml", str(tmp_path / "own.toml")):
        assert cp.load(path, kind="puzzle").name == "own"
    assert cp.load("bare", kind="puzzle").name == "bare"
    # A shipped name takes precedence over a file of that name without a suffix.
    (tmp_path / "dray").write_text(GOOD)
    assert len(cp.load("dray").pieces) == 10
    assert len(cp.load("./dray", kind="puzzle").pieces) == 1
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bare").write_text(GOOD)
    for word in (
        "-",
        "dray",
        "soma",
        "bare",
        "no.toml",
        "no.non",
        "a/b",
        "./dray",
        "a b/c",
        "2026/x",
    ):
        assert api.is_puzzle(word), word
    for word in (
        "11/20",
        "1/Jan/2022",
        "20/11/2026 Fri",
        "Fr, 20/11/2026",
        "2026-11-20",
        "Sat",
        "1",
        "x.unknown",
        "drya",
        "any",
        "",
    ):
        assert not api.is_puzzle(word), word


def test_load_reports_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert load_error(str(path)) == f"there is no file {path}"
    assert load_error(str(tmp_path) + "/") == f"cannot read {tmp_path}/: is a directory"
    path.write_bytes(b"board = '\xff'")
    assert load_error(str(path)) == f"{path}:1: this is not UTF-8 text (byte 9)"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert load_error(str(path)) == f"{path} is larger than {MAX_BYTES:,} bytes"
    assert "is larger than" in load_error("/dev/zero")
    assert "is not a file name" in load_error("a/\0b")
    if os.geteuid():
        path.chmod(0)
        assert load_error(str(path)) == f"cannot read {path}: permission denied"


def test_faults_name_the_file_and_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("board = ")
    assert load_error(str(path)).startswith(f"{path}: not valid TOML: ")
    path.write_text("board = '. . .'\n[pieces]\nD = '##'\nE = '..'\nF = ''")
    with pytest.raises(cp.PuzzleError) as error:
        cp.load(str(path))
    assert [fault.startswith(f"{path}: piece ") for fault in error.value.faults] == [True, True]
    data = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    path.write_bytes(data)
    assert cp.load(str(path)).count() == cp.loads(data).count() == 1


TEXTS = [
    (GOOD, "own.toml", "Puzzle", 1),
    (NO_GROUPS, "plain", "Puzzle", 1),
    (DRAWN, "two.txt", "Puzzle", 1),
    (OPTIONS, "x.dlx", "Cover", 2),
    (DIAGONALS, "three.non", "Nonogram", 6),
    (DIAGONALS, "three", "Nonogram", 6),
]


@pytest.mark.parametrize(("text", "name", "kind", "number"), TEXTS)
def test_puzzles_of_every_kind_can_be_loaded(
    text: str, name: str, kind: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    wanted = kind.lower()
    every = [cp.loads(text, name=name), cp.loads(text.encode(), name=name), cp.load(path)]
    every += [cp.load(path, kind=wanted), cp.loads(text, name=name, kind=wanted)]
    if kind == "Puzzle" and text is not DRAWN:
        every += [cp.load("-"), cp.loads(text, form="puzzle")]
    for found in every:
        assert type(found) is getattr(cp, kind)
        assert found.count() == number
    if kind != "Cover":
        assert {found.name for found in every[:5]} == {name.split(".")[0]}
    other = "nonogram" if kind != "Nonogram" else "cover"
    with pytest.raises(cp.PuzzleError):
        cp.loads(text, name=name, kind=other)


def test_load_rejects_content_of_another_kind() -> None:
    path = EXAMPLES / "cat.non"
    assert load_error(path, kind="puzzle") == (
        f"{path} has lines and clues, but a board and pieces were expected"
    )
    assert load_error("dray", kind="nonogram") == (
        "dray has a board and pieces, but lines and clues were expected"
    )
    for kind in ("griddlr", ""):
        with pytest.raises(cp.InputError, match="there is no kind"):
            cp.loads(GOOD, kind=kind)
    with pytest.raises(cp.InputError, match="there is no format tomll"):
        cp.loads(GOOD, "tomll")
    with pytest.raises(cp.PuzzleError, match="puzzle is empty"):
        cp.loads("")
    flag = EXAMPLES / "flag.png"
    sentence = " is a picture; to make a nonogram of it, run calpuzzle nonogram make"
    assert load_error(flag) == f"{flag}{sentence}"
    with pytest.raises(cp.PuzzleError, match=f"^x{sentence}"):
        cp.loads(flag.read_bytes(), name="x")
    for text in ("P1 a\nP1 a a\n", "BM a\nBM a a\n"):
        with pytest.raises(cp.PuzzleError, match="the format is not recognised"):
            cp.loads(text, name="x")


def test_ignored_keywords_cause_a_warning() -> None:
    text = DIAGONALS.replace("rows", "mood red\nrows", 1)
    with pytest.warns(cp.FormatWarning, match=r"three.non:3: the keyword 'mood'") as caught:
        assert cp.loads(text, name="three.non").count() == 6
    assert Path(caught[0].filename) == Path(__file__)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cp.loads(DIAGONALS, name="three.non")
