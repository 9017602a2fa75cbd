from __future__ import annotations

import datetime

import pytest
from commands import EXAMPLES, Run

import calpuzzle as cp


@pytest.mark.parametrize(
    "words", [["Sat Jan 1"], ["Sat", "Jan", "1"], ["2022-01-01"], ["jan", "sat,", "1"]]
)
def test_a_date_in_any_form(run: Run, words: list[str]) -> None:
    assert run("count", *words).out == "54\n"


def test_today(run: Run) -> None:
    expected = cp.load("dray").count(datetime.date.today())
    assert run("count", "today").out == f"{expected}\n"


def test_any_date(run: Run) -> None:
    assert run("count", "any").out == run("count", "ANY").out == "85637\n"
    assert run("count", "any", "small.toml").out == run("fit", "small.toml", "--count").out
    assert run("count", "any", "soma").out == "11520\n"
    said = run("convert", "dray", "x.dlx", "--date", "any").sentence()
    assert said.startswith("any stands for all dates together, and here one is wanted, such as ")


def test_other_puzzles_by_name_and_path(run: Run) -> None:
    assert run("count", "Jan", "1", "-p", "month-day-7x7").out == "64\n"
    assert run("count", "B", "3", "-p", "small.toml").out == "4\n"
    assert run("count", "-p", "plain.toml").out == "1\n"
    assert run("count", "B 3", "--puzzle", "./small.toml", "--engine", "reference").out == "4\n"


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
    ("words", "sentence"),
    [
        (["dray", "soma"], "dray and soma are 2 puzzles; name one"),
        (["soma", "-p", "dray"], "soma is no label of dray (did you mean Sat?)"),
        (["soma", "today"], "soma has no groups, so it takes no date; leave 'today' out"),
        (["x.dlx", "today"], "x.dlx has items and options, so it takes no date: leave today out"),
        (["today", "three.non"], "three.non has rows and columns of clues, so it takes no date"),
        (["2026/11/20"], "2026/11/20 is no label of dray; a date is such as 2026-11-20"),
        (["nothing.toml"], "cannot read nothing.toml: no such file or directory"),
        (["./nothing"], "cannot read ./nothing: no such file or directory"),
        (["-p", "nothing"], "there is no puzzle nothing"),
        (["somma"], "somma is no label of dray"),
        (["x.dlx", "--unique"], "--unique needs pieces and cells, and x.dlx has items and options"),
        (["x.dlx", "--with", "a"], "--with needs pieces and cells, and x.dlx has items"),
        (["three.non", "--without", "A"], "--without needs pieces and cells, and three.non has"),
        (["three.non", "--challenge", "b"], "--challenge needs pieces and cells, and three.non"),
        (["three.non", "--engine", "diagram"], "the engine diagram solves no nonograms; auto and"),
        (["soma", "--challenge", "b43"], "soma takes no challenge; iq-fit does"),
        (["soma", "--without", "Q"], "soma has no piece Q; there are V L T Z A B P"),
        (["soma", "--mirrors-apart"], "--mirrors-apart says how --unique counts; give both"),
        (["dray", "today", "--engine", "links"], "there is no engine links; there are auto"),
        (["--from", "dlx", "dray", "today"], "dray.toml:2: "),
        (["--from", "nothing", "x.dlx"], "there is no format nothing"),
        (["--from", "cnf", "x.dlx"], "the format cnf is written, not read"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    assert sentence in run("count", *words).sentence()


def test_a_picture_is_sent_to_make(run: Run) -> None:
    for name in ("heart.pbm", "flag.png"):
        assert run("count", EXAMPLES / name).sentence() == (
            f"{EXAMPLES / name} is a picture; calpuzzle nonogram make makes a nonogram of it"
        )


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        (
            ["domino-print"],
            [
                "colour 4: the frame has 9, the pieces have 8",
                "colour 5: the frame has 7, the pieces have 8",
            ],
        ),
        (["soma", "--without", "V"], ["the pieces cover at most 24 cells, of 27 to cover"]),
        (["none.non"], ["no solution: the rows have 3 black cells, the columns 2"]),
    ],
)
def test_why_there_is_none(run: Run, words: list[str], sentences: list[str]) -> None:
    done = run("count", *words)
    assert (done.code, done.out) == (0, "0\n")
    assert done.err == "".join(f"calpuzzle: {sentence}\n" for sentence in sentences)


def test_a_search_that_finds_none_says_nothing(run: Run) -> None:
    done = run("count", "Jan 27 Wed")
    assert (done.code, done.out, done.err) == (0, "0\n", "")


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


def test_dates_that_do_not_exist_by_label(run: Run) -> None:
    assert run("count", "Feb 30 Sun").code == 0
    assert "2026 has 28 days" in run("count", "2026-02-30").sentence()


def test_memory(run: Run) -> None:
    done = run("count", "dray", "any", "--memory", 1)
    assert done.out == "85637\n"
    assert "takes more than 1 MiB" in done.err
    assert run("count", "dray", "any", "--memory", 64).err == ""
    assert "--memory needs pieces" in run(
        "count", str(EXAMPLES / "cat.non"), "--memory", 1
    ).sentence(2)
