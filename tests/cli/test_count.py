from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest
from commands import Run

import calpuzzle as cp
from calpuzzle.puzzle.labels import WEEKDAYS
from calpuzzle.workshop.template import template, template_text


def test_a_week_by_place_is_told_once(run: Run, folder: Path) -> None:
    text = template_text(template("8x7", True, week_starts="Mon"))
    for day, sign in zip(WEEKDAYS, "abcdefg", strict=True):
        text = re.sub(rf"(?<![\"\w]){day}|(?<=weekday = \"){day}", sign, text)
    (folder / "own.toml").write_text(text)
    told = "weekdays go by their place: a is Mon, b is Tue, c is Wed, d is Thu, e is Fri, "
    assert told in run("check", "own.toml", "--seconds", "0").out
    assert run("count", "own.toml", "2026-11-23").err.count(told) == 1
    (folder / "own.toml").write_text(text.replace('week_starts = "Mon"', ""))
    assert "takes no date but by its labels" in run("check", "own.toml", "--seconds", "0").out
    assert "which weekdays a b c d e f g are" in run("count", "own.toml", "today").sentence()
    assert run("count", "own.toml", "Jan 1 f").out


def test_a_word_of_the_date_is_no_file(run: Run, folder: Path) -> None:
    """Where a file is called like it, ./NAME means the file."""
    (folder / "Jan").mkdir()
    for name in ("1", "today", "any"):
        (folder / name).write_text("##\n---\n##\n")
    assert run("count", "Sat", "Jan", "1").out == run("count", "Sat Jan 1").out == "54\n"
    assert run("count", "today").out == f"{cp.load('dray').count(datetime.date.today())}\n"
    assert run("count", "any").out == "85637\n"
    assert run("count", "./1").out == run("count", "-p", "1").out == "1\n"


@pytest.mark.parametrize(
    ("words", "reasons"),
    [
        ("domino-print", ["colour 4: the frame has 9, the pieces have 8",
                          "colour 5: the frame has 7, the pieces have 8"]),
        ("soma --without V", ["the pieces cover at most 24 cells, of 27 to cover"]),
        ("none.non", ["no solution: the rows have 3 black cells, the columns 2"]),
        ("few.dlx", ["there are too few options for the item 'b'"]),
    ],
)  # fmt: skip
def test_why_there_is_none(run: Run, folder: Path, words: str, reasons: list[str]) -> None:
    (folder / "few.dlx").write_text("a b\na\n")
    said = "".join(f"calpuzzle: {reason}\n" for reason in reasons)
    for verb in ("count", "fit --count"):
        assert run(*f"{verb} {words}".split()) == (0, "0\n", said)
    assert run("fit", *words.split()) == (0, "", f"{said}calpuzzle: 0 solutions\n")
    if "--" not in words:
        done = run("solve", words, "--format", "json")
        assert (done.code, json.loads(done.out)["solutions"], done.err) == (0, [], said)
        assert run("solve", words).out == f"{words.partition('.')[0]}: no solution\n"


def test_pieces_left_out(run: Run, folder: Path) -> None:
    (folder / "spare.toml").write_text("frame = '##'\n[pieces]\nA = '##'\nB = '#'\n")
    assert run("count", "spare.toml").out == "0\n"
    assert run("count", "spare.toml", "--without", "B").out == "1\n"


def test_standard_input(process: Run, folder: Path) -> None:
    for name, number, words in (("two.txt", 1, "-"), ("x.dlx", 2, "-p -"), ("three.non", 6, "-")):
        with open(name) as stream:
            assert process("count", *words.split(), stdin=stream) == (0, f"{number}\n", "")
