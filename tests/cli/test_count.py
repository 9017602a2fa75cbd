"""The commands `count` and `convert`, and `solve` for puzzles of different kinds."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from commands import Run

import calpuzzle as cp


def test_labels_after_their_puzzle_are_not_read_as_puzzles(run: Run, folder: Path) -> None:
    text = "board = 'soma x/y b'\n[groups]\ng = 'soma x/y b'\n[pieces]\nM = '##'\n"
    (folder / "lab.toml").write_text(text)
    for words, number in (("soma", 1), ("x/y", 0), ("b", 1)):
        assert run("count", "lab.toml", *words.split())[:2] == (0, f"{number}\n"), words
    for others in (("soma", "dray"), ("lab.toml",)):
        assert "puzzles; name one" in run("count", "lab.toml", *others).sentence()


def test_solve_writes_grids(run: Run, folder: Path) -> None:
    drawn = run("solve", "three.non", "--all", "--format", "grid").out
    assert drawn.count("\n\n") == 5 and drawn.count("#") == 18
    assert run("solve", "small.toml", "B 3", "--format", "grid").out.count(".") == 2
    assert " is 0-0" not in run("solve", "domino-print", "--format", "grid").err
    assert run("solve", "iq-fit", "--format", "grid", "-o", "a.txt").code == 0
    grid = (folder / "a.txt").read_text(encoding="utf-8")
    assert grid == run("solve", "iq-fit", "--format", "grid").out


@pytest.mark.long
def test_solve_writes_pictures(run: Run, folder: Path) -> None:
    kinds = "soma svg|soma png|soma pdf|tetrasticks-4x4 svg|iq-fit png|x.dlx svg|three.non pdf"
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for puzzle, form in map(str.split, kinds.split("|")):
        assert run("solve", puzzle, "-n", "2", "-o", f"p.{form}", "--force").code == 0
        assert (folder / f"p.{form}").read_bytes().startswith(starts[form])


def test_convert_preserves_the_number_of_solutions(run: Run) -> None:
    run("solve", "small.toml", "B 3", "--format", "json", "-o", "placed.json")
    run("convert", "small.toml", "y.dlx", "B 3", "--placed", "@placed.json")
    assert run("count", "y.dlx").out == "1\n"
    for ending, reason in (
        ("toml", "small has no pieces, but a puzzle file must have some"),
        ("txt", "the Doodle Fit format needs at least one piece, and small has none"),
    ):
        message = run("convert", "small.toml", f"y.{ending}", "--placed", "@placed.json").sentence()
        assert message == f"{reason}; the format dpf can hold the puzzle"
    # With -o, all words after the puzzle belong to the date.
    for words in (("B", "3", "-o", "z.dlx"), ("B", "-o", "z.dlx", "3"), ("-o", "z.dlx", "B 3")):
        assert run("convert", "small.toml", *words, "--force").code == 0
        assert run("count", "z.dlx").out == run("count", "small.toml", "B 3").out == "4\n"
    at = "two.txt"
    for ending in ("geo", "dpf", "dlx", "dlx"):
        after = f"next.{ending}"
        assert run("convert", at, after, "--force").code == 0
        assert run("count", after).out == "1\n"
        at = after


def test_a_word_of_the_date_is_not_read_as_a_file(run: Run, folder: Path) -> None:
    """A file with such a name is written as `./NAME`."""
    (folder / "Jan").mkdir()
    for name in ("1", "today", "any"):
        (folder / name).write_text("##\n---\n##\n")
    assert run("count", "Sat", "Jan", "1").out == run("count", "Sat Jan 1").out == "54\n"
    assert run("count", "today").out == f"{cp.load('dray').count(datetime.date.today())}\n"
    assert run("count", "any").out == "85637\n"
    assert run("count", "./1").out == "1\n"


@pytest.mark.parametrize(
    ("words", "reasons"),
    [
        ("domino-print", ["colour 4: the board has 9 cells, the pieces have 8",
                          "colour 5: the board has 7 cells, the pieces have 8"]),
        ("soma --without V", ["the pieces cover at most 24 cells, but 27 must be covered"]),
        ("Sat Jan 1 --without U5", ["the pieces cover at most 42 cells, but 47 must be covered"]),
        ("any --without U5", ["the pieces cover at most 42 cells, but 47 must be covered"]),
        ("none.non", ["no solution: the rows have 3 black cells, the columns 2"]),
        ("few.dlx", ["there are too few options for the item 'b'"]),
    ],
)  # fmt: skip
def test_the_reason_is_printed_if_there_is_no_solution(
    run: Run, folder: Path, words: str, reasons: list[str]
) -> None:
    (folder / "few.dlx").write_text("a b\na\n")
    message = "".join(f"calpuzzle: {reason}\n" for reason in reasons)
    assert run("count", *words.split()) == (0, "0\n", message)
    if "--" not in words:
        done = run("solve", words, "--format", "json")
        assert (done.code, json.loads(done.out)["solutions"], done.err) == (0, [], message)
        assert run("solve", words).out == f"{words.partition('.')[0]}: no solution\n"


def test_count_reads_stdin(run: Run, process: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("two.txt") as stream:
        assert process("count", "-", stdin=stream) == (0, "1\n", "")
    for name, number, words in (("x.dlx", 2, "-"), ("three.non", 6, "-")):
        with open(name) as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert run("count", words) == (0, f"{number}\n", "")
