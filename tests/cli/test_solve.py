import json
import xml.etree.ElementTree as ElementTree

import pytest

import calpuzzle as cp
from calpuzzle import checker


def test_one_solution_by_default(run):
    done = run("solve", "Sat Jan 1")
    assert done.out.startswith("dray, Jan 1 Sat: 54 solutions, 1 shown\n\n┌─────┬")
    assert done.out.count("I = I4") == 1
    assert " Jan " in done.out and " Sat " in done.out and "I = I4" in done.out


def test_numbers_of_solutions(run):
    assert run("solve", "B 3", "-p", "small.toml", "-n", 3).out.startswith(
        "small, B 3: 4 solutions, 3 shown\n"
    )
    done = run("solve", "B 3", "-p", "small.toml", "--all")
    assert done.out.startswith("small, B 3: 4 solutions\n")
    assert done.out.count("S = S4") == 4
    assert run("solve", "B 3", "-p", "small.toml", "-n", 9).out == done.out


def test_no_solution(run):
    done = run("solve", "Jan 27 Wed")
    assert (done.code, done.out) == (0, "dray, Jan 27 Wed: no solution\n")
    assert json.loads(run("solve", "Jan 27 Wed", "--format", "json").out)["solutions"] == []
    assert run("solve", "Jan 27 Wed", "--format", "jsonl").out == ""
    for format in ("svg", "png"):
        done = run("solve", "Jan 27 Wed", "--format", format)
        assert done.sentence(1) == "dray, Jan 27 Wed: no solution, so there is nothing to draw"


def test_json_of_all_solutions_passes_the_checker(run):
    found = json.loads(run("solve", "Sat Jan 1", "--all", "--format", "json").out)
    assert list(found) == ["puzzle", "date", "total", "solutions"]
    assert found["puzzle"] == "dray" and found["total"] == 54 == len(found["solutions"])
    assert found["date"] == {"month": "Jan", "day": "1", "weekday": "Sat"}
    model = cp.load("dray").model
    for solution in found["solutions"]:
        assert checker.wrong(model, found["date"], solution) is None


def test_json_lines_are_the_same_solutions(run):
    found = json.loads(run("solve", "Sat Jan 1", "--all", "--format", "json").out)
    lines = run("solve", "Sat Jan 1", "--all", "--format", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == found["solutions"]


def test_puzzles_without_groups(run):
    found = json.loads(run("solve", "-p", "plain.toml", "--format", "json").out)
    assert found == {
        "puzzle": "plain",
        "date": {},
        "total": 1,
        "solutions": [{"I3#1": [[0, 0], [0, 1], [0, 2]], "I3#2": [[1, 0], [1, 1], [1, 2]]}],
    }
    assert run("solve", "-p", "plain.toml").out.startswith("plain: 1 solution\n")


def test_random_is_reproducible_and_without_repeats(run):
    words = ["solve", "Sat Jan 1", "--format", "jsonl", "--random", "-n", 10, "--seed"]
    first = run(*words, 1).out
    assert first == run(*words, 1).out != run(*words, 2).out
    assert len(set(first.splitlines())) == 10


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seed", "1"], "--seed does something only with --random"),
        (["--random", "--all"], "choose one"),
        (["--all", "-n", "2"], "not allowed with"),
        (["-n", "0"], "'0' is not a whole number from 1 on"),
        (["--format", "jsn"], "there is no format jsn (did you mean json?)"),
        (["-o", "x.gif"], "the ending of x.gif"),
        (["--color", "alway"], "did you mean always?"),
        (["--all", "-p", "weekday-8x7", "--format", "svg"], "500 solutions at most"),
    ],
)
def test_options_that_make_no_sense(run, words, sentence):
    assert sentence in run("solve", "Sat Jan 1", *words).sentence()


def test_files_by_their_ending(run, folder):
    for ending in ("svg", "json", "jsonl", "txt", "png"):
        done = run("solve", "B 3", "-p", "small.toml", "--all", "-o", f"out.{ending}")
        assert (done.code, done.out) == (0, "")
    assert len(json.loads((folder / "out.json").read_text())["solutions"]) == 4
    assert len((folder / "out.jsonl").read_text().splitlines()) == 4
    assert (folder / "out.txt").read_text(encoding="utf-8").startswith("small, B 3: 4 solutions\n")
    assert (folder / "out.png").read_bytes().startswith(b"\x89PNG")
    assert ElementTree.parse(folder / "out.svg").getroot().tag.endswith("svg")
    assert run("solve", "B 3", "-p", "small.toml", "--format", "svg").out.startswith("<svg")


def test_a_format_given_wins_over_the_ending(run, folder):
    run("solve", "B 3", "-p", "small.toml", "--format", "json", "-o", "out.svg")
    assert json.loads((folder / "out.svg").read_text())["total"] == 4


def test_png_to_a_terminal_is_refused(run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "would garble the terminal" in run("solve", "Sat Jan 1", "--format", "png").sentence()


def test_colour(run, monkeypatch):
    words = ["solve", "B 3", "-p", "small.toml"]
    plain = run(*words).out
    assert "\x1b" not in plain
    coloured = run(*words, "--color", "always").out
    assert "\x1b[30;48;5;" in coloured and "\x1b[1m B \x1b[0m" in coloured
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(*words).out == coloured
    assert run(*words, "--color", "never").out == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*words).out == plain


def test_ascii_where_the_output_has_no_box_lines(process):
    done = process("solve", "Sat Jan 1", env={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0
    assert done.out.isascii() and "+-----+" in done.out
