"""The command `solve`: its formats, totals, colours, random solutions and preferences."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdf
import pytest
from commands import Run

import calpuzzle as cp
from calpuzzle.puzzle import checker

FIRST_SOLUTIONS = """
plain.toml  {"I3#1": [[0, 0], [0, 1], [0, 2]], "I3#2": [[1, 0], [1, 1], [1, 2]]}
sticks  {"1": [[0], [2]], "2": [[4]], "3": [[1], [3]]}
two.txt  {"0": [[1,3],[2,2],[2,3]], "1": [[0,0],[1,0]], "2": [[0,1],[1,1],[1,2]]}
x.dlx  ["a d", "b c"]
three.non  [".#.", "..#", "#.."]
any small.toml  {"letter": [[0, 2]], "number": [[3, 2]], "S4": [[0, 0], [0, 1], [1, 1], [1, 2]], \
"I4": [[0, 3], [1, 3], [2, 3], [3, 3]], "I3": [[1, 0], [2, 0], [3, 0]], "V3": [[2,1],[2,2],[3,1]]}
"""


def test_json_has_the_same_form_for_every_kind_of_puzzle(run: Run) -> None:
    for line in FIRST_SOLUTIONS.strip().splitlines():
        puzzle, _, solution = line.partition("  ")
        words = puzzle.split()
        found = json.loads(run("solve", *words, "--format", "json").out)
        name, total = words[-1].partition(".")[0], int(run("count", *words).out)
        solutions = [json.loads(solution)]
        assert found == {"puzzle": name, "date": {}, "total": total, "solutions": solutions}


def test_json_contains_the_date_and_valid_solutions(run: Run) -> None:
    found = json.loads(run("solve", "Sat Jan 1", "--all", "--format", "json").out)
    assert list(found) == ["puzzle", "date", "total", "solutions"]
    assert found["puzzle"] == "dray" and found["total"] == 54 == len(found["solutions"])
    assert found["date"] == {"month": "Jan", "day": 1, "weekday": "Sat"}
    model = cp.load("dray").model
    for solution in found["solutions"]:
        date = {group: str(label) for group, label in found["date"].items()}
        assert checker.first_fault(model, date, solution) is None
    for words in (["Sat Jan 1"], ["two.txt"], ["any", "small.toml"], ["x.dlx"], ["three.non"]):
        found = json.loads(run("solve", *words, "--all", "--format", "json").out)
        lines = run("solve", *words, "--all", "--format", "jsonl").out.splitlines()
        assert [json.loads(line) for line in lines] == found["solutions"]
        assert len(lines) == found["total"] > 0
    (found,) = json.loads(run("solve", "soma", "--format", "json").out)["solutions"]
    cells = sorted(cell for own in found.values() for cell in own)
    assert cells == [[z, y, x] for z in range(3) for y in range(3) for x in range(3)]


def test_total_is_null_if_counting_takes_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.cli.solve.PATIENCE", 0.1)
    done = run("solve", "tetrasticks-5x5-no-crossing", "--format", "json")
    assert json.loads(done.out)["total"] is None
    message = "tetrasticks-5x5-no-crossing: 1 solution shown; the total was not counted\n"
    assert run("solve", "tetrasticks-5x5-no-crossing").out.startswith(message)


def test_nonogram_total_is_omitted_if_slow(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.cli.solve.PATIENCE", 0.1)
    lines = "1 1 1 1\n" * 16
    Path("many.txt").write_text(f"{lines}\n{lines}")
    message = "many: 1 solution shown; the total was not counted\n"
    assert run("solve", "many.txt").out.startswith(message)


@pytest.mark.parametrize("number", ["1" + 18 * "0", "1_000_000_000_000_000_000", "+1" + 18 * "0"])
def test_number_of_more_than_18_digits_is_rejected(run: Run, number: str) -> None:
    assert "too large; at most 18 digits" in run("solve", "two.txt", "-n", number).sentence()


def test_nth_past_the_last_solution_is_rejected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.cli.solve._counted", lambda *_: None)
    message = run("solve", "two.txt", "--nth", "7").sentence()
    assert "there is no solution 7; two has 1" in message


def test_preferences_do_not_require_a_known_total(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("solve", "two.txt", "--prefer", "fewest-flips", "--format", "json")
    known = json.loads(run(*words).out)
    monkeypatch.setattr("calpuzzle.cli.solve._counted", lambda *_: None)
    assert json.loads(run(*words).out) == known | {"total": None}


def test_random_solutions_are_reproducible_and_distinct(run: Run) -> None:
    for puzzle, number in (("Sat Jan 1", 10), ("two.txt", 1), ("x.dlx", 2), ("three.non", 2)):
        words = ["solve", puzzle, "--format", "jsonl"]
        every = run(*words, "--all").out.splitlines()
        drawn = run(*words, "--random", "-n", number, "--seed", 4)
        assert drawn == run(*words, "--random", "-n", number, "--seed", 4)
        lines = {*drawn.out.splitlines()}
        assert len(lines) == number and lines <= {*every}
    assert drawn != run(*words, "--random", "-n", number, "--seed", 5)


def test_file_extension_selects_the_format(run: Run, process: Run, folder: Path) -> None:
    run("solve", "B 3", "small.toml", "--format", "json", "-o", "out.svg")
    assert json.loads((folder / "out.svg").read_text())["total"] == 4
    for ending in ("svg", "json", "jsonl", "txt", "png", "pdf"):
        done = run("solve", "B 3", "small.toml", "--all", "-o", f"out.{ending}", "--force")
        assert (done.code, done.out) == (0, "")
    assert len(json.loads((folder / "out.json").read_text())["solutions"]) == 4
    assert len((folder / "out.jsonl").read_text().splitlines()) == 4
    assert (folder / "out.txt").read_text(encoding="utf-8").startswith("small, B 3: 4 solutions\n")
    run("solve", "B 3", "small.toml", "-n", "3", "-o", "three.svg")
    assert "small, B 3: 4 solutions, 3 shown" in (folder / "three.svg").read_text("utf-8")
    words = ["B 3", "small.toml", "--all"]
    with open("piped.png", "wb") as stream:
        assert process("solve", *words, "--format", "png", stdout=stream).code == 0
    assert (folder / "piped.png").read_bytes() == (folder / "out.png").read_bytes()
    assert (folder / "out.png").read_bytes().startswith(b"\x89PNG")
    (page,) = pypdf.PdfReader(folder / "out.pdf").pages
    svg = ElementTree.parse(folder / "out.svg").getroot()
    assert float(page.mediabox.width) == pytest.approx(float(svg.attrib["width"]), abs=0.01)
    assert all(f"\n{number}" in page.extract_text() for number in (2, 3, 4))
    assert svg.tag.endswith("svg")


def test_png_is_not_printed_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for words in (["solve", "Sat Jan 1"], ["solve", "heart.non"]):
        message = run(*words, "--format", "png").sentence()
        assert "PNG cannot be printed on a terminal" in message


def test_colour_follows_settings(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["solve", "B 3", "small.toml"]
    plain = run(*words).out
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = run(*words).out
    coloured = run(*words, "--color", "always").out
    assert forced == coloured == run(*words, "--colour", "always").out
    assert "\x1b[30;48;5;" in coloured and "\x1b[1m B \x1b[0m" in coloured
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(*words).out == coloured
    for more in ([], ["--color", "always"]):
        run(*words, "-o", "x.txt", "--force", *more)
        assert ("\x1b" in (folder / "x.txt").read_text(encoding="utf-8")) == bool(more)
    assert run(*words, "--color", "never").out == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*words).out == plain


# --- preferences


def test_prefer_near_lists_the_nearest_solution_first(run: Run) -> None:
    run("solve", "Sat", "Nov", "21", "--format", "json", "-o", "yesterday.json")
    text = run("solve", "Sun", "Nov", "22", "--prefer", "near=yesterday.json").out
    assert text.endswith("\nmove 8 of 10 pieces: I4 J4 S4 J5 N5 Q5 U5 V5\n")
    words = ["solve", "Sun", "Nov", "22", "--prefer", "near=@yesterday.json"]
    data = json.loads(run(*words, "--format", "json", "-n", 3).out)
    assert data["moved"][0] == ["I4", "J4", "S4", "J5", "N5", "Q5", "U5", "V5"]
    assert [len(moved) for moved in data["moved"]] == [8, 8, 8]
    last = run(*words, "--nth", 40).out
    assert "move 10 of 10 pieces: " in last
    same = run("solve", "Sat", "Nov", "21", "--prefer", "near=yesterday.json").out
    assert same.endswith("\nmove 0 of 10 pieces\n")


CUBE = 'frame = """\n##\n##\n\n##\n##"""\n[pieces]\n'
CUBE += 'V = """\n##\n#."""\nB = """\n##\n##\n\n#.\n.."""\n'


def test_preferences_combine(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["solve", "month-day-7x7", "Jan", "1", "--all"]
    one = run(*words, "--prefer", "gravity-safe,fewest-flips").out
    other = run(*words, "--prefer=gravity-safe", "--prefer=fewest-flips").out
    assert one == other == run(*words, "--prefer=fewest-flips").out != run(*words).out
    (folder / "cube.toml").write_text(CUBE)
    assert run("solve", "cube.toml", "--prefer=fewest-flips").code == 0
    monkeypatch.setattr("calpuzzle.cli.choosing.falling", lambda _: 1)
    message = run("solve", "Sat", "Jan", "1", "--prefer=gravity-safe").err
    assert message.splitlines() == [
        "calpuzzle: 50 of 54 solutions are as good as the first",
        "calpuzzle: with the board upright, 1 piece would fall; no better solution was found",
    ]
