from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest
from commands import EXAMPLES, Run

import calpuzzle as cp
from calpuzzle.puzzle.labels import WEEKDAYS
from calpuzzle.workshop.template import template, template_text


@pytest.mark.parametrize(
    "words", ["Sat Jan 1", "2022-01-01", "jan sat, 1", "2022-01-01 Sat", "Jan 1 2022"]
)
def test_a_date_in_any_form(run: Run, folder: Path, words: str) -> None:
    (folder / "Jan").mkdir()  # which is no puzzle
    assert run("count", *words.split()).out == run("count", words).out == "54\n"


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


def test_dates_and_puzzles(run: Run) -> None:
    expected = cp.load("dray").count(datetime.date.today())
    assert run("count", "today").out == f"{expected}\n"
    assert run("count", "any").out == run("count", "ANY").out == "85637\n"
    assert run("count", "any", "small.toml").out == run("fit", "small.toml", "--count").out
    assert run("count", "any", "soma").out == "11520\n"
    said = run("convert", "dray", "x.dlx", "--date", "any").sentence()
    assert said.startswith("any stands for all dates together, and here one is wanted, such as ")
    assert run("count", "Jan", "1", "-p", "month-day-7x7").out == "64\n"
    assert run("count", "B", "3", "-p", "small.toml").out == "4\n"
    assert run("count", "-p", "plain.toml").out == "1\n"
    assert run("count", "B 3", "--puzzle", "./small.toml", "--engine", "reference").out == "4\n"
    done = run("count", "Jan 27 Wed")
    assert (done.code, done.out, done.err) == (0, "0\n", "")
    assert run("count", "Feb 30 Sun").code == 0
    assert "2026 has 28 days" in run("count", "2026-02-30").sentence()
    for name in ("heart.pbm", "flag.png"):
        assert run("count", EXAMPLES / name).sentence() == (
            f"{EXAMPLES / name} is a picture; calpuzzle nonogram make makes a nonogram of it"
        )


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["soma"], 11520),
        (["-p", "soma"], 11520),
        (["month-day-7x7", "Jan", "1"], 64),
        (["Jan", "1", "month-day-7x7"], 64),
        (["Jan", "month-day-7x7", "1"], 64),
        (["small.toml", "B", "3"], 4),
        (["./small.toml", "B 3"], 4),
        (["plain.toml"], 1),
        (["two.txt"], 1),
        (["x.dlx"], 2),
        (["x.dlx", "--engine", "dancing"], 2),
        (["three.non"], 6),
        (["three.non", "--with", "#?? ??? ???"], 2),
        ([EXAMPLES / "cat.non"], 1),
    ],
)
def test_puzzles_of_every_kind_among_the_words(run: Run, words: list[str], number: int) -> None:
    done = run("count", *words)
    assert (done.code, done.out, done.err) == (0, f"{number}\n", "")


def test_a_word_of_the_date_is_no_file(run: Run, folder: object) -> None:
    """Where a file is called like it, ./NAME means the file."""
    for name in ("1", "today", "any"):
        with open(name, "w") as stream:
            stream.write("##\n---\n##\n")
    assert run("count", "Sat", "Jan", "1").out == "54\n"
    assert run("count", "today").code == 0
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


def test_up_to_symmetry(run: Run) -> None:
    done = run("count", "soma", "--unique")
    assert done.out == "240\n"
    assert done.err == "calpuzzle: up to 48 symmetries: 24 turns (with none at all), 24 mirror " + (
        "images\n"
    )
    assert run("count", "soma", "--unique", "--mirrors-apart").out == "480\n"


def test_a_challenge_and_pieces_left_out(run: Run, folder: object) -> None:
    challenge = ["--challenge", "b43SG82WR11S"]
    assert run("count", "iq-fit", *challenge).out == "1\n"
    assert run("count", "iq-fit", "--challenge", "b").sentence().endswith("'b' has 1 character")
    with open("spare.toml", "w") as stream:
        stream.write("frame = '##'\n[pieces]\nA = '##'\nB = '#'\n")
    assert run("count", "spare.toml").out == "0\n"
    assert run("count", "spare.toml", "--without", "B").out == "1\n"


def test_a_nonogram_by_another_engine(run: Run) -> None:
    pytest.importorskip("ortools", reason="the extra cpsat is not installed")
    assert run("count", "three.non", "--engine", "cpsat").out == "6\n"


def test_the_process_and_python_m(process: Run) -> None:
    done = process("count", "Nov", "29", "Tue")
    assert (done.code, done.out, done.err) == (0, "197\n", "")


def test_standard_input(process: Run, folder: object) -> None:
    for name, number in (("two.txt", 1), ("x.dlx", 2), ("three.non", 6)):
        with open(name) as stream:
            assert process("count", "-", stdin=stream).out == f"{number}\n"
        with open(name) as stream:
            assert process("count", "-p", "-", stdin=stream).out == f"{number}\n"


def test_memory(run: Run) -> None:
    done = run("count", "dray", "any", "--memory", 1)
    assert done.out == "85637\n"
    assert "takes more than 1 MiB" in done.err
    assert run("count", "dray", "any", "--memory", 64).err == ""
    assert "--memory needs pieces" in run(
        "count", str(EXAMPLES / "cat.non"), "--memory", 1
    ).sentence(2)
