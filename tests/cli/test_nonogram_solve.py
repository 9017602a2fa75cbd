"""`nonogram solve`: grids, counts, budgets, and what it says where it cannot go on."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.nonograms import COMMAND, Call, save

from calpuzzle.cli import main
from calpuzzle.draw.scene import GAP
from calpuzzle.nonogram.puzzle import Clues, Colour, black, from_grid

HEART = """\
Heart
              │2   2
              │3454543
──────────────┼───────┐
2 2 /     2 2 │▄█▄▄█▄ │
"""


def test_solve_draws_the_grid_with_its_clues(call: Call, heart_file: Path) -> None:
    code, out, err = call("solve", heart_file)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Heart"
    assert lines[-1].endswith("└───────┘")
    picture = [line.split("│")[1] for line in lines if line.count("│") == 2]
    assert picture == ["▄██▄██▄", "▀█████▀", "  ▀█▀  "]
    code, out, _ = call("solve", heart_file, "--cells", "full")
    assert "  ████  ████  " in out
    assert "2 2 │" in out


def test_solve_in_each_format(call: Call, heart_file: Path, tmp_path: Path) -> None:
    code, out, _ = call("solve", heart_file, "--format", "json", "--all")
    data = json.loads(out)
    assert (code, data["puzzle"], data["date"], data["total"]) == (0, "heart", {}, 1)
    assert data["solutions"][0][0] == ".##.##."
    code, out, _ = call("solve", heart_file, "--format", "svg")
    assert code == 0 and out.startswith("<svg") and 'fill="#000000"' in out
    target = tmp_path / "heart.png"
    assert call("solve", heart_file, "--format", "png", "-o", target)[0] == 0
    assert target.read_bytes().startswith(b"\x89PNG")


def test_counts_and_uniqueness(call: Call, two: Path, heart_file: Path) -> None:
    assert call("solve", two, "--count") == (0, "2\n", "")
    assert call("solve", two, "--all", "--count")[1] == "2\n"
    assert call("solve", two, "--unique")[:2] == (1, "not unique\n")
    assert call("solve", heart_file, "--unique")[:2] == (0, "unique\n")
    _, out, _ = call("solve", two, "-n", 5, "--format", "json")
    assert sorted(json.loads(out)["solutions"]) == [["#.", ".#"], [".#", "#."]]
    assert call("solve", two, "-n", 1, "--count")[1] == "at least 1\n"


def test_more_solutions_are_told_of(call: Call, two: Path, heart_file: Path) -> None:
    more = "calpuzzle: there are more solutions; --all prints them, --count counts them\n"
    assert call("solve", two)[2] == more
    assert call("solve", two, "-n", "2")[2] == "" == call("solve", two, "--all")[2]
    assert call("solve", heart_file)[2] == ""


def test_no_solution_is_explained(call: Call, tmp_path: Path) -> None:
    unequal = save(tmp_path / "a.non", Clues((black([2]),), (black([1]), black([]))))
    code, out, err = call("solve", unequal)
    assert (code, out) == (1, "")
    assert "no solution: the rows have 2 black cells, the columns 1" in err
    code, out, err = call("solve", unequal, "--count")
    assert (code, out) == (0, "0\n")
    line = Clues((black([1, 1]), black([1])), (black([1]), black([1]), black([1])))
    code, _, err = call("solve", save(tmp_path / "b.non", line))
    assert code == 0 or "cannot be filled" in err
    code, out, _ = call("check", unequal)
    assert code == 1 and "fault: the rows have 2" in out
    assert call("step", unequal)[0] == 1
    assert call("hint", unequal)[0] == 1


def test_budgets(call: Call, endless: Path) -> None:
    code, out, err = call("solve", endless, "--all", "--count", "--guesses", 20)
    assert code == 1 and out.startswith("at least ") and "the budget of guesses ended" in err
    code, out, err = call("solve", endless, "--unique", "--seconds", 5)
    assert (code, out) == (1, "not unique\n")


@pytest.mark.parametrize("engine", ["auto", "lines", "clauses"])
def test_engines(call: Call, two: Path, engine: str) -> None:
    assert call("solve", two, "--engine", engine, "--count")[:2] == (0, "2\n")
    code, _, err = call("solve", two, "--engine", engine, "--guesses", 9)
    assert (code == 2 and "--guesses is of the engines auto and lines" in err) == (
        engine == "clauses"
    )


def test_another_engine(call: Call, two: Path) -> None:
    pytest.importorskip("ortools", reason="the extra cpsat is not installed")
    assert call("solve", two, "--engine", "cpsat", "--count")[:2] == (0, "2\n")


def test_the_missing_extra_is_named(call: Call, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools", None)
    monkeypatch.setitem(sys.modules, "ortools.sat", None)
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    code, _, err = call("solve", two, "--engine", "cpsat")
    assert code == 1 and "pip install 'calpuzzle[cpsat]'" in err


def test_a_goal_that_is_no_solution_is_told(
    call: Call, tmp_path: Path, heart_file: Path, heart: Clues
) -> None:
    text = heart_file.read_text().replace('goal "0', 'goal "1')
    wrong = tmp_path / "wrong.non"
    wrong.write_text(text)
    assert "the goal in the file is not a solution" in call("solve", wrong)[2]
    other = tmp_path / "other.non"
    save(other, from_grid(((0, 1), (1, 0))))
    shown = json.loads(call("solve", other, "--format", "json")[1])["solutions"]
    told = call("solve", other)[2]
    assert ("another solution" in told) == (shown != [[".#", "#."]])
    assert call("solve", other, "--all")[2] == ""
    code, out, _ = call("check", wrong)
    assert code == 1 and "goal: not a solution" in out
    code, out, _ = call("check", heart_file)
    assert code == 0
    assert "goal: the solution" in out and "difficulty: line by line" in out


def test_watching_does_not_spoil_data(call: Call, heart_file: Path, tmp_path: Path) -> None:
    assert call("solve", heart_file, "--watch", "--format", "json")[0] == 2
    target = tmp_path / "a.json"
    code, out, _ = call("solve", heart_file, "--watch", "--format", "json", "-o", target)
    assert code == 0 and out.startswith("step 1: ")
    found = json.loads(target.read_text())
    # One was looked for, and how many there are is not known.
    assert found["total"] is None and len(found["solutions"]) == 1
    assert call("solve", heart_file, "--watch").out.startswith("step 1: ")


def test_no_solutions_are_lost_in_silence(
    call: Call, two: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calpuzzle.cli import nonogram_solve as command

    monkeypatch.setattr(command, "MOST", 2)
    code, out, err = call("solve", two, "--all", "--format", "json")
    assert code == 1 and len(json.loads(out)["solutions"]) == 2
    assert "at least 2 solutions; --count counts them" in err


def test_many_solutions_make_an_even_sheet(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calpuzzle.cli import output

    four = save(tmp_path / "four.non", Clues((black([1]),) * 4, (black([1]),) * 4))
    assert call("solve", four, "--all", "-o", tmp_path / "a.svg")[0] == 0
    drawn = (tmp_path / "a.svg").read_text()
    size = re.search(r'<svg[^>]*? width="([0-9.]+)" height="([0-9.]+)"', drawn)
    assert size and float(size[2]) - float(size[1]) == GAP  # 24 squares in 5 rows of 5, numbered
    monkeypatch.setattr(output, "MAX_DRAWN", 23)
    code, _, err = call("solve", four, "--all", "-o", tmp_path / "b.svg")
    assert code == 2 and "23 solutions at most" in err


def test_ctrl_c_prints_the_best_grid_and_exits_with_130(endless: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve", str(endless), "--all", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    data = json.loads(out)
    assert data["total"] is None
    assert len(data["solutions"][0]) == 14
    assert "stopped by Ctrl-C" in err and "Traceback" not in err


def test_a_closed_pipe_is_no_traceback(heart_file: Path, tmp_path: Path) -> None:
    many = save(tmp_path / "many.non", Clues((black([1]),) * 8, (black([1]),) * 8))
    process = subprocess.Popen(
        [*COMMAND, "solve", str(many), "-n", "900"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout and process.stderr
    process.stdout.close()
    err = process.stderr.read().decode()
    assert process.wait(timeout=30) == 141
    assert err == ""


def test_colours_are_solved(call: Call, tmp_path: Path) -> None:
    from calpuzzle.nonogram.puzzle import BLACK, WHITE, Colour

    grid = ((1, 2, 0), (0, 2, 1))
    puzzle = from_grid(grid, (WHITE, BLACK, Colour("red", "#d02020", "r")))
    path = save(tmp_path / "a.non", puzzle)
    code, out, _ = call("solve", path, "--all", "--format", "json")
    assert code == 0 and json.loads(out)["total"] == 1
    code, out, _ = call("solve", path, "--format", "svg")
    assert "#d02020" in out
    assert call("step", path)[0] == 0


def test_colours_only_on_a_terminal_that_wants_them(
    call: Call, heart_file: Path, monkeypatch: pytest.MonkeyPatch, heart: Clues, tmp_path: Path
) -> None:
    palette = (heart.palette[0], Colour("red", "#ff0000", "r"), Colour("blue", "#0000ff", "b"))
    grid = tuple(tuple(cell + (cell and row % 2) for cell in line)
                 for row, line in enumerate(heart.goal or ()))  # fmt: skip
    flag = save(tmp_path / "flag.non", from_grid(grid, palette))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b" not in call("solve", flag)[1]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[38;2;255;0;0m" in call("solve", flag)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in call("solve", flag)[1]


def test_the_json_is_that_of_every_kind(
    call: Call, two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(call("solve", two, "--all", "--format", "json").out)
    assert main(["solve", str(two), "--all", "--format", "json"]) == 0
    alike = json.loads(capsys.readouterr().out)
    assert list(found) == list(alike) == ["puzzle", "date", "total", "solutions"]
    assert sorted(found.pop("solutions")) == sorted(alike.pop("solutions"))
    assert found == alike
