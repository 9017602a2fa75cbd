from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdf
import pytest
from commands import EXAMPLES, Run

import calpuzzle as cp
from calpuzzle.puzzle import checker


def test_numbers_of_solutions(run: Run) -> None:
    done = run("solve", "Sat Jan 1")
    assert done.out.startswith("dray, Jan 1 Sat: 54 solutions, 1 shown\n\n┌─────┬")
    assert done.out.count("I = I4") == 1
    assert " Jan " in done.out and " Sat " in done.out and "I = I4" in done.out
    assert run("solve", "B 3", "-p", "small.toml", "-n", 3).out.startswith(
        "small, B 3: 4 solutions, 3 shown\n"
    )
    done = run("solve", "B 3", "-p", "small.toml", "--all")
    assert done.out.startswith("small, B 3: 4 solutions\n")
    assert done.out.count("S = S4") == 4
    assert run("solve", "B 3", "-p", "small.toml", "-n", 9).out == done.out


@pytest.mark.parametrize(
    ("words", "heading", "solution"),
    [
        (["soma"], "soma: 11,520 solutions, 1 shown", "┌───────┬───┐   ┌───┬"),
        (["two.txt"], "two: 1 solution", "│ 1 │ 2   2 │ 0 │"),
        (["any", "small.toml"], "small: 56 solutions, 1 shown", "│ S   S │ C │ I │"),
        (["x.dlx"], "x: 2 solutions, 1 shown", "a d | b c"),
        (["three.non"], "three: 6 solutions, 1 shown", "1 / 1 │ ▀▄│"),
        (["three.non", "--with", "..# ??? ???"], "three: 2 solutions, 1 shown", "1 / 1 │ ▄▀│"),
        ([EXAMPLES / "cat.non"], "cat: 1 solution", "     11 /      11 │  ███████████ │"),
        (["morse-displaced"], "morse-displaced: 48 solutions, 1 shown", "\nA: 48 49\n"),
        (["tetrasticks-4x4"], "tetrasticks-4x4: 728 solutions, 1 shown", "─X─·─X─"),
    ],
)
def test_every_kind(run: Run, words: list[str], heading: str, solution: str) -> None:
    done = run("solve", *words)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{heading}\n\n") and solution in done.out
    assert not done.out.endswith("\n\n")


def test_no_solution(run: Run) -> None:
    done = run("solve", "Jan 27 Wed")
    assert (done.code, done.out) == (0, "dray, Jan 27 Wed: no solution\n")
    assert json.loads(run("solve", "Jan 27 Wed", "--format", "json").out)["solutions"] == []
    assert run("solve", "Jan 27 Wed", "--format", "jsonl").out == ""
    for form in ("svg", "png", "pdf"):
        done = run("solve", "Jan 27 Wed", "--format", form)
        assert done.sentence(1) == "dray, Jan 27 Wed: no solution, so there is nothing to draw"


def test_json(run: Run) -> None:
    found = json.loads(run("solve", "Sat Jan 1", "--all", "--format", "json").out)
    assert list(found) == ["puzzle", "date", "total", "solutions"]
    assert found["puzzle"] == "dray" and found["total"] == 54 == len(found["solutions"])
    assert found["date"] == {"month": "Jan", "day": "1", "weekday": "Sat"}
    model = cp.load("dray").model
    for solution in found["solutions"]:
        assert checker.wrong(model, found["date"], solution) is None
    for words in (["Sat Jan 1"], ["two.txt"], ["any", "small.toml"], ["x.dlx"], ["three.non"]):
        found = json.loads(run("solve", *words, "--all", "--format", "json").out)
        lines = run("solve", *words, "--all", "--format", "jsonl").out.splitlines()
        assert [json.loads(line) for line in lines] == found["solutions"]
        assert len(lines) == found["total"] > 0
    (found,) = json.loads(run("solve", "soma", "--format", "json").out)["solutions"]
    cells = sorted(cell for own in found.values() for cell in own)
    assert cells == [[z, y, x] for z in range(3) for y in range(3) for x in range(3)]


@pytest.mark.parametrize(
    ("words", "puzzle", "solution"),
    [
        (
            ["plain.toml"],
            "plain",
            {"I3#1": [[0, 0], [0, 1], [0, 2]], "I3#2": [[1, 0], [1, 1], [1, 2]]},
        ),
        (
            ["two.txt"],
            "two",
            {"0": [[1, 3], [2, 2], [2, 3]], "1": [[0, 0], [1, 0]], "2": [[0, 1], [1, 1], [1, 2]]},
        ),
        (
            ["any", "small.toml"],
            "small",
            {
                "letter": [[0, 2]],
                "number": [[3, 2]],
                "S4": [[0, 0], [0, 1], [1, 1], [1, 2]],
                "I4": [[0, 3], [1, 3], [2, 3], [3, 3]],
                "I3": [[1, 0], [2, 0], [3, 0]],
                "V3": [[2, 1], [2, 2], [3, 1]],
            },
        ),
        (["sticks"], "sticks", {"1": [[0], [2]], "2": [[4]], "3": [[1], [3]]}),
        (["x.dlx"], "x", ["a d", "b c"]),
        (["three.non"], "three", [".#.", "..#", "#.."]),
    ],
)
def test_one_json_for_every_kind(run: Run, words: list[str], puzzle: str, solution: object) -> None:
    found = json.loads(run("solve", *words, "--format", "json").out)
    total = int(run("count", *words).out)
    assert found == {"puzzle": puzzle, "date": {}, "total": total, "solutions": [solution]}
    alike = (
        json.loads(run("fit", *words, "-n", 1, "--format", "json").out) if len(words) < 2 else {}
    )
    assert not alike or alike == found | {"total": None}


def test_the_total_is_null_where_counting_takes_long(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.solve.PATIENCE", 0.1)
    done = run("solve", "tetrasticks-5x5-no-crossing", "--format", "json")
    assert json.loads(done.out)["total"] is None
    said = "tetrasticks-5x5-no-crossing: 1 solution shown, of how many was not counted\n"
    assert run("solve", "tetrasticks-5x5-no-crossing").out.startswith(said)


def test_random_is_reproducible_and_without_repeats(run: Run) -> None:
    words = ["solve", "Sat Jan 1", "--format", "jsonl", "--random", "-n", 10, "--seed"]
    first = run(*words, 1).out
    assert first == run(*words, 1).out != run(*words, 2).out
    assert len(set(first.splitlines())) == 10
    for other in ("two.txt", "x.dlx", "three.non"):
        words = ["solve", other, "--format", "jsonl"]
        every = run(*words, "--all").out.splitlines()
        drawn = run(*words, "--random", "-n", 2, "--seed", 4).out.splitlines()
        assert len(drawn) == min(2, len(every)) and set(drawn) <= set(every)


def test_the_nth_solution(run: Run) -> None:
    for k, solution in enumerate(cp.load("dray").solve("Sat Jan 1"), 1):
        if k in (1, 30, 54):
            data = json.loads(run("solve", "Sat Jan 1", "--nth", k, "--format", "json").out)
            assert data["solutions"][0]["S4"] == [list(cell) for cell in solution.pieces["S4"]]
    for words, number in (["x.dlx"], 2), (["three.non"], 6), (["any", "small.toml"], 56):
        every = run("solve", *words, "--all", "--format", "jsonl").out.splitlines()
        last = run("solve", *words, "--nth", number, "--format", "jsonl").out
        assert last == every[-1] + "\n" and len(every) == number
        assert f"has {number}" in run("solve", *words, "--nth", number + 1).sentence()
    said = run("solve", "Sat Jan 1", "--nth", 55).sentence()
    assert said == "there is no solution 55; the date has 54"


def test_up_to_symmetry(run: Run) -> None:
    done = run("solve", "pentominoes-3x20", "--unique", "--all", "--format", "jsonl")
    assert len(done.out.splitlines()) == 2
    assert done.err == (
        "calpuzzle: up to 4 symmetries: 2 turns (with none at all), 2 mirror images\n"
    )
    assert run("solve", "pentominoes-3x20", "--unique").out.startswith(
        "pentominoes-3x20: 2 solutions, 1 shown\n"
    )


@pytest.mark.parametrize("puzzle", ["soma", "two.txt", "sticks", "x.dlx", "three.non"])
def test_pictures_of_every_kind(run: Run, folder: Path, puzzle: str) -> None:
    assert run("solve", puzzle, "-n", 2, "-o", "x.svg").code == 0
    texts = [e.text for e in ElementTree.parse(folder / "x.svg").iter() if e.tag[-4:] == "text"]
    assert texts
    assert run("solve", puzzle, "-o", "x.png").code == 0
    assert (folder / "x.png").read_bytes().startswith(b"\x89PNG")


def test_bytes_to_a_pipe(process: Run, folder: Path) -> None:
    with open(folder / "piped.png", "wb") as stream:
        assert process("solve", "Sat Jan 1", "--format", "png", stdout=stream).code == 0
    assert process("solve", "Sat Jan 1", "-o", "named.png").code == 0
    assert (folder / "piped.png").read_bytes() == (folder / "named.png").read_bytes()


def test_files_by_their_ending(run: Run, folder: Path) -> None:
    run("solve", "B 3", "-p", "small.toml", "--format", "json", "-o", "out.svg")
    assert json.loads((folder / "out.svg").read_text())["total"] == 4
    for ending in ("svg", "json", "jsonl", "txt", "png", "pdf"):
        done = run("solve", "B 3", "-p", "small.toml", "--all", "-o", f"out.{ending}")
        assert (done.code, done.out) == (0, "")
    assert len(json.loads((folder / "out.json").read_text())["solutions"]) == 4
    assert len((folder / "out.jsonl").read_text().splitlines()) == 4
    assert (folder / "out.txt").read_text(encoding="utf-8").startswith("small, B 3: 4 solutions\n")
    assert (folder / "out.png").read_bytes().startswith(b"\x89PNG")
    (page,) = pypdf.PdfReader(folder / "out.pdf").pages
    svg = ElementTree.parse(folder / "out.svg").getroot()
    assert float(page.mediabox.width) == pytest.approx(float(svg.attrib["width"]), abs=0.01)
    assert all(f"\n{number}" in page.extract_text() for number in (2, 3, 4))
    assert ElementTree.parse(folder / "out.svg").getroot().tag.endswith("svg")
    assert run("solve", "B 3", "-p", "small.toml", "--format", "svg").out.startswith("<svg")


def test_png_to_a_terminal_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "would garble the terminal" in run("solve", "Sat Jan 1", "--format", "png").sentence()


def test_colour(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["solve", "B 3", "-p", "small.toml"]
    plain = run(*words).out
    assert "\x1b" not in plain
    coloured = run(*words, "--color", "always").out
    assert coloured == run(*words, "--colour", "always").out
    assert "\x1b[30;48;5;" in coloured and "\x1b[1m B \x1b[0m" in coloured
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(*words).out == coloured
    assert run(*words, "--color", "never").out == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*words).out == plain


def test_no_colour_in_a_file_unless_it_is_asked_for(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    run("solve", "B 3", "-p", "small.toml", "-o", "x.txt")
    assert "\x1b" not in (folder / "x.txt").read_text(encoding="utf-8")
    run("solve", "B 3", "-p", "small.toml", "-o", "x.txt", "--color", "always")
    assert "\x1b" in (folder / "x.txt").read_text(encoding="utf-8")


def test_ascii_where_the_output_has_no_box_lines(process: Run) -> None:
    done = process("solve", "Sat Jan 1", env={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0
    assert done.out.isascii() and "+-----+" in done.out


# --- choosing


def test_the_nearest_solution_comes_first(run: Run) -> None:
    run("solve", "Sat", "Nov", "21", "--format", "json", "-o", "yesterday.json")
    said = {
        run("solve", "Sun", "Nov", "22", option, "yesterday.json").out
        for option in ("--from", "--near")
    }
    (text,) = said
    assert text.endswith("\nmove 8 of 10 pieces: I4 J4 S4 J5 N5 Q5 U5 V5\n")
    words = ["solve", "Sun", "Nov", "22", "--near", "@yesterday.json"]
    data = json.loads(run(*words, "--format", "json", "-n", 3).out)
    assert data["moved"][0] == ["I4", "J4", "S4", "J5", "N5", "Q5", "U5", "V5"]
    assert [len(moved) for moved in data["moved"]] == [8, 8, 8]
    last = run(*words, "--nth", 40).out
    assert "move 10 of 10 pieces: " in last
    same = run("solve", "Sat", "Nov", "21", "--near", "yesterday.json").out
    assert same.endswith("\nmove 0 of 10 pieces\n")


def test_preferences(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["solve", "month-day-7x7", "Jan", "1", "--all"]
    one = run(*words, "--prefer", "gravity-safe,fewest-flips").out
    other = run(*words, "--gravity-safe", "--fewest-flips").out
    assert one == other == run(*words, "--fewest-flips").out != run(*words).out
    (folder / "cube.toml").write_text(CUBE)
    assert run("solve", "cube.toml", "--fewest-flips").code == 0
    assert run("solve", "Sat", "Jan", "1", "--gravity-safe").err == ""
    monkeypatch.setattr("calpuzzle.cli.choosing.falling", lambda _: 1)
    said = run("solve", "Sat", "Jan", "1", "--gravity-safe").err
    assert said == "calpuzzle: standing upright, 1 piece would fall; no better one was found\n"


CUBE = '''
frame = """
##
##

##
##
"""
[pieces]
V = """
##
#.
"""
B = """
##
##

#.
..
"""
'''


def test_a_choice_among_too_many(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.cli.choosing.MOST", 50)
    said = run("solve", "Sat", "Jan", "1", "--fewest-flips").sentence(1)
    assert said.startswith("there are 54 solutions, too many to choose among")
