"""The command line, as a user meets it: what it prints, writes, refuses, and its exit codes."""

from __future__ import annotations

import builtins
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Protocol

import pytest
from commands import Done, program

from calpuzzle.cli import main
from calpuzzle.formats.registry import parse, render
from calpuzzle.griddler.puzzle import Clues, Colour, black, from_grid
from calpuzzle.griddler.solver import solve


class Call(Protocol):
    """Runs `griddler` with these words."""

    def __call__(self, *words: object) -> Done: ...


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*words: object) -> Done:
        code = main(["griddler", *map(str, words)])
        return Done(code, *capsys.readouterr())

    return run


def save(path: Path, clues: Clues) -> Path:
    path.write_bytes(render(clues, "non").data)
    return path


def load(path: Path) -> Clues:
    clues = parse(path.read_bytes(), str(path), kind="griddler").thing
    assert isinstance(clues, Clues)
    return clues


@pytest.fixture
def heart_file(tmp_path: Path, heart: Clues) -> Path:
    return save(tmp_path / "heart.non", heart._replace(notes=(("title", "Heart"),)))


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return save(tmp_path / "two.non", Clues((black([1]),) * 2, (black([1]),) * 2))


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """14! solutions."""
    return save(tmp_path / "endless.non", Clues((black([1]),) * 14, (black([1]),) * 14))


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
    code, out, _ = call("solve", heart_file, "--watch")
    assert code == 0 and out.startswith("step 1: ") and "Heart" in out


def test_no_solutions_are_lost_in_silence(
    call: Call, two: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calpuzzle.cli import griddler_solve as command

    monkeypatch.setattr(command, "MOST", 2)
    code, out, err = call("solve", two, "--all", "--format", "json")
    assert code == 1 and len(json.loads(out)["solutions"]) == 2
    assert "at least 2 solutions; --count counts them" in err


def test_steps(call: Call, heart_file: Path, tmp_path: Path) -> None:
    code, out, err = call("step", heart_file)
    assert code == 0 and out.startswith("step 1: ") and "candidates" in out
    code, out, _ = call("step", heart_file, "--steps", 1, "--format", "json")
    (step,) = json.loads(out)["steps"]
    assert step["step"] == 1 and step["coloured"][1] == [1.0] * 7
    code, out, _ = call("step", heart_file, "--format", "svg")
    assert out.count("<animate ") > 5
    assert code == 0
    assert call("step", heart_file, "--watch")[1].count("step ") >= 2
    target = tmp_path / "film.gif"
    assert call("step", heart_file, "--format", "gif", "-o", target)[0] == 0
    from PIL import Image

    with Image.open(target) as film:
        assert getattr(film, "n_frames", 0) >= 3
    code, _, err = call("step", heart_file, "--format", "png", "-o", tmp_path / "s.png")
    assert code == 0 and (tmp_path / "s-000.png").exists() and "s-000.png" in err
    assert call("step", heart_file, "--format", "png")[0] == 2


@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.json", "a.txt", "a"])
def test_the_ending_chooses_the_format(
    call: Call, heart_file: Path, tmp_path: Path, name: str
) -> None:
    starts = {"a.svg": b"<svg", "a.png": b"\x89PNG", "a.json": b"{"}
    target = tmp_path / name
    assert call("solve", heart_file, "-o", target)[0] == 0
    assert target.read_bytes().startswith(starts.get(name, b"Heart\n"))
    if name == "a.png":
        target = tmp_path / "a-000.png"  # a series
    assert call("step", heart_file, "-o", tmp_path / name)[0] == 0
    assert target.read_bytes().startswith(starts.get(name, b"step 1"))
    assert call("solve", heart_file, "--count", "-o", tmp_path / name)[0] == 0
    assert (tmp_path / name).read_bytes() == b"1\n"


def test_an_ending_that_cannot_be_written_is_refused(
    call: Call, heart_file: Path, tmp_path: Path
) -> None:
    for name in ("solve", "step"):
        code, out, err = call(name, heart_file, "-o", tmp_path / "a.pdf")
        assert (code, out) == (2, "") and "a.pdf is none that can be written" in err
        assert call(name, heart_file, "--format", "pdf")[0] == 2
    assert not (tmp_path / "a.pdf").exists()


def test_a_series_of_files_has_no_place_on_stdout(call: Call, heart_file: Path) -> None:
    code, out, err = call("step", heart_file, "--format", "png", "-o", "-")
    assert (code, out) == (2, "") and "a series of files; name them" in err


def test_many_solutions_make_an_even_sheet(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calpuzzle.cli import output

    four = save(tmp_path / "four.non", Clues((black([1]),) * 4, (black([1]),) * 4))
    assert call("solve", four, "--all", "-o", tmp_path / "a.svg")[0] == 0
    drawn = (tmp_path / "a.svg").read_text()
    size = re.search(r'<svg[^>]*? width="([0-9.]+)" height="([0-9.]+)"', drawn)
    assert size and size[1] == size[2]  # 24 squares in 5 rows of 5
    monkeypatch.setattr(output, "MAX_DRAWN", 23)
    code, _, err = call("solve", four, "--all", "-o", tmp_path / "b.svg")
    assert code == 2 and "23 solutions at most" in err


def test_hints(call: Call, heart_file: Path, tmp_path: Path) -> None:
    code, out, _ = call("hint", heart_file)
    assert code == 0 and out.startswith("row 2, clue 7, now ???????")
    state = tmp_path / "state.txt"
    state.write_text(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n")
    assert call("hint", heart_file, "--state", state)[1] == "every cell is known\n"
    state.write_text("?????\n")
    code, _, err = call("hint", heart_file, "--state", state)
    assert code == 2 and "it has 1 row, but the puzzle 6" in err
    state.write_text("x??????\n" + "???????\n" * 5)  # crossed out to some, black to others
    code, _, err = call("hint", heart_file, "--state", state)
    assert code == 2 and "row 1: 'x' is none of" in err
    state.write_text("#??????\n" + "???????\n" * 5)
    code, _, err = call("hint", heart_file, "--state", state)
    assert code == 1 and "cannot be filled" in err


def test_make_from_pictures(call: Call, tmp_path: Path, heart: Clues) -> None:
    drawing = tmp_path / "heart.txt"
    drawing.write_text(" ## ##\n#######\n#######\n #####\n  ###\n   #\n")
    code, out, err = call("make", drawing)
    assert code == 0 and "line by line" in err
    made = tmp_path / "made.non"
    made.write_text(out)
    assert load(made).goal == heart.goal
    plain = tmp_path / "a.pbm"
    plain.write_text("P1 # a comment\n# another\n2 2\n1 0\n01\n")
    target = tmp_path / "a.json"
    code, out, err = call("make", plain, "--give", "-o", target, "--title", "Two")
    assert code == 0 and "given: 1 cell, and the picture is unique (no smaller set does)" in err
    back = load(target)
    assert back.title == "Two"
    assert solve(back).unique and not solve(back._replace(given=None)).unique
    assert "--give gives the cells" in call("make", plain)[2]
    raw = tmp_path / "b.pbm"
    raw.write_bytes(b"P4\n9 2\n" + bytes((0b10000000, 0b10000000, 0b01111111, 0)))
    code, out, _ = call("make", raw, "--to", "json")
    assert json.loads(out)["rows"] == [[1, 1], [7]]
    assert call("make", raw, "--give", "--to", "mk")[0] == 2


def test_blanks_at_the_right_of_a_drawing(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(" #\n###\n")
    (tmp_path / "b.txt").write_text(".#.  \n###\n")
    first = call("make", tmp_path / "a.txt", "--to", "json")[1]
    assert first == call("make", tmp_path / "b.txt", "--to", "json")[1]
    assert json.loads(first)["columns"] == [[1], [2], [1]]


def test_make_from_images(call: Call, tmp_path: Path) -> None:
    from PIL import Image

    image = Image.new("RGB", (3, 2), "white")
    image.putpixel((0, 0), (0, 0, 0))
    image.putpixel((1, 0), (200, 30, 30))
    image.save(tmp_path / "a.png")
    code, out, _ = call("make", tmp_path / "a.png", "--to", "json")
    assert code == 0 and json.loads(out)["rows"] == [[2], []]
    code, out, _ = call("make", tmp_path / "a.png", "--to", "json", "--colours")
    data = json.loads(out)
    assert data["rows"] == [[[1, 1], [1, 2]], []]
    assert [colour["rgb"] for colour in data["palette"]] == ["#ffffff", "#000000", "#c81e1e"]
    code, _, err = call("make", tmp_path / "a.png", "--to", "mk", "--colours")
    assert code == 2 and "#c81e1e" in err
    (tmp_path / "broken.png").write_bytes((tmp_path / "a.png").read_bytes()[:40])
    assert call("make", tmp_path / "broken.png")[0] == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"\xef\xbb\xbf\n \n", "is empty"),
        (b"P1\n", "no width"),
        (b"P1 2 2 1 0", "ends after 2 of 4"),
        (b"P4 9 9 \0", "ends after"),
        (b"P1 2 1 1 x", "something else"),
        (b"P1 99999 1 1", "width is 99999"),
        (b"#.q\n", "'q' is neither"),
        (b"#x#\n", "'x' is neither black (# 1 "),
        (b"\n#.#\n##\n", "a.txt:3: the row has 2 cells, but the longest 3"),
        (b"#.#\n#\n", "a.txt:2: the row has 1 cell, but"),
        (b"\xff\xfe", "neither a picture"),
        (b"#" * 1001, "larger than"),
    ],
)
def test_bad_pictures(call: Call, tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    code, _, err = call("make", path)
    assert code == 2 and words in err


def test_convert(call: Call, heart_file: Path, tmp_path: Path, heart: Clues) -> None:
    for suffix in ("nin", "mk", "cwd", "g", "xml", "json", "txt"):
        target = tmp_path / f"a.{suffix}"
        code, out, err = call("convert", heart_file, target)
        assert (code, out) == (0, "")
        assert load(target).rows == heart.rows
        assert ("left out" in err) == (suffix not in ("xml", "json"))
    assert call("convert", heart_file, "--to", "mk")[1].startswith("6 7\n2 2\n7\n")
    assert call("convert", heart_file)[0] == 2
    assert "did you mean webpbn?" in call("convert", heart_file, "--to", "webpb")[2]


def test_standard_input(call: Call, heart_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(heart_file.read_bytes())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert call("solve", "-", "--from", "non", "--unique")[1] == "unique\n"
    assert call("solve", "-")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("solve",),
        ("solve", "none.non"),
        ("solve", "a.non", "-n", "0"),
        ("solve", "a.non", "-n", "2", "--all"),
        ("solve", "a.non", "--format", "jpeg"),
        ("solve", "a.non", "--cou"),
        ("step", "a.non", "--delay", "-1"),
        ("make", "none.pbm"),
        ("check", "none.non"),
    ],
)
def test_bad_arguments_are_exit_code_2(
    call: Call, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("calpuzzle: ") and err.count("\n") == 1


def test_bad_files_name_the_file_and_the_line(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "a.non"
    path.write_text("width 2\nheight two\n")
    code, _, err = call("solve", path)
    assert code == 2
    assert err == f"calpuzzle: {path}:2: the height should be a whole number, not 'two'\n"


@pytest.mark.parametrize("name", ["", "solve", "step", "hint", "make", "convert", "check"])
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["griddler", *([name] if name else []), "--help"])
    assert ended.value.code == 0
    assert "calpuzzle griddler" in capsys.readouterr().out.split("examples:")[1]


COMMAND = [program(), "griddler"]


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
    assert process.wait(timeout=30) == 1
    assert "the output was closed" in err and "Traceback" not in err


def test_folders_that_cannot_be_written(call: Call, heart_file: Path, tmp_path: Path) -> None:
    code, _, err = call("solve", heart_file, "-o", tmp_path)
    assert code == 2 and "is a folder" in err
    code, _, err = call("solve", heart_file, "-o", tmp_path / "no" / "a.txt")
    assert code == 2 and "does not exist" in err
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    if os.access(closed, os.W_OK):
        pytest.skip("this user may write anywhere")
    code, _, err = call("solve", heart_file, "-o", closed / "a.txt")
    assert code == 1 and "permission denied" in err


def test_what_is_written_is_whole(call: Call, heart_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.svg"
    assert call("solve", heart_file, "--format", "svg", "-o", target)[0] == 0
    assert target.read_text().rstrip().endswith("</svg>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["heart.non", "out.svg"]


def test_colours_are_solved(call: Call, tmp_path: Path) -> None:
    from calpuzzle.griddler.puzzle import BLACK, WHITE, Colour

    grid = ((1, 2, 0), (0, 2, 1))
    puzzle = from_grid(grid, (WHITE, BLACK, Colour("red", "#d02020", "r")))
    path = save(tmp_path / "a.non", puzzle)
    code, out, _ = call("solve", path, "--all", "--format", "json")
    assert code == 0 and json.loads(out)["total"] == 1
    code, out, _ = call("solve", path, "--format", "svg")
    assert "#d02020" in out
    assert call("step", path)[0] == 0


@pytest.mark.parametrize("words", [("hint",), ("check",), ("make", "--give")])
def test_ctrl_c_is_no_answer_for_hint_check_and_make(words: list[str], tmp_path: Path) -> None:
    """The search of each is cut off; none may go on, or say 0, with half an answer."""
    rng = random.Random(5)
    rows = ["".join(rng.choice(".#") for _ in range(100)) for _ in range(100)]
    picture = tmp_path / "noise.txt"
    picture.write_text("\n".join(rows))
    grid = from_grid(tuple(tuple(int(mark == "#") for mark in row) for row in rows))
    file = picture if words[0] == "make" else save(tmp_path / "noise.non", grid)
    process = subprocess.Popen(
        [*COMMAND, words[0], str(file), *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(1.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.decode() == "calpuzzle: stopped by Ctrl-C\n"


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


def test_a_png_to_a_terminal_is_refused(
    call: Call, heart_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    code, out, err = call("solve", heart_file, "--format", "png")
    assert (code, out) == (2, "") and "a PNG would garble the terminal" in err


def test_an_output_without_box_lines(heart_file: Path) -> None:
    """Drawings fall back to ASCII; files and other data are UTF-8 whatever the terminal is."""
    heart_file.write_text(heart_file.read_text().replace("Heart", "Cœur"), encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}

    def out(*words: str) -> bytes:
        command = [*COMMAND, *words]
        return subprocess.run(command, capture_output=True, env=env, check=True).stdout

    drawn = out("solve", str(heart_file))
    assert drawn.isascii() and b"2 2 |  ####  ####  |" in drawn and b"\\u2" not in drawn
    stepped = out("step", str(heart_file))
    assert stepped.isascii() and b"\\u2" not in stepped
    for words in (("convert", "--to", "non"), ("convert", "--to", "json"), ("solve",
                  "--format", "svg"), ("step", "--format", "svg")):  # fmt: skip
        assert "Cœur" in out(words[0], str(heart_file), *words[1:]).decode("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        "solve - --from non",
        "step - --from non",
        "hint - --from non",
        "check - --from non",
        "make -",
        "convert - a.non --from text",
    ],
)
def test_a_closed_standard_input(words: list[str], tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m calpuzzle griddler {words} <&-"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "calpuzzle: standard input is closed, so there is nothing to read; name a file\n"
    )


def test_what_cannot_be_read_is_bad_input(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    (tmp_path / "a.non").write_text("width 1\n")

    def deny(path: str, *rest: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "open", deny)  # root may read everything
        for name in ("solve", "make", "check", "convert"):
            code, _, err = call(name, tmp_path / "a.non", *(["--to", "mk"] * (name == "convert")))
            assert (code, err) == (
                2,
                f"calpuzzle: cannot read {tmp_path / 'a.non'}: permission denied\n",
            )


def test_what_a_format_cannot_hold_is_bad_input(call: Call, tmp_path: Path) -> None:
    from calpuzzle.griddler.puzzle import BLACK, WHITE

    path = save(
        tmp_path / "a.non",
        from_grid(((1, 2),), (WHITE, BLACK, Colour("red", "#d02020", "r"))),
    )
    code, out, err = call("convert", path, "--to", "mk")
    assert (code, out) == (2, "") and "knows black only" in err
    code, out, err = call("make", path, "-o", tmp_path / "a.pdf")
    assert code == 2 and "a.pdf is none of a griddler's formats" in err


def test_a_name_of_nothing_is_quoted(call: Call) -> None:
    assert "there is no puzzle ''" in call("solve", "").err
    assert "'' is no name of a file" in call("make", "")[2]


def test_shipped_puzzles_and_other_kinds_are_refused(call: Call, tmp_path: Path) -> None:
    for name in ("dray", "soma"):
        said = call("solve", name).sentence()
        assert said.endswith(f"{name}.toml has a board and pieces, and lines and clues are wanted")
    (tmp_path / "x.dlx").write_text("a\na\n")
    said = call("solve", tmp_path / "x.dlx").sentence()
    assert said.endswith("x.dlx has items and options, and lines and clues are wanted")
    assert "there is no puzzle nothing" in call("check", "nothing").sentence()


def test_the_json_is_that_of_every_kind(
    call: Call, two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(call("solve", two, "--all", "--format", "json").out)
    assert main(["solve", str(two), "--all", "--format", "json"]) == 0
    alike = json.loads(capsys.readouterr().out)
    assert list(found) == list(alike) == ["puzzle", "date", "total", "solutions"]
    assert sorted(found.pop("solutions")) == sorted(alike.pop("solutions"))
    assert found == alike


def test_a_state_is_also_what_solve_writes(call: Call, two: Path, tmp_path: Path) -> None:
    call("solve", two, "--format", "json", "-o", tmp_path / "state.json")
    assert call("hint", two, "--state", tmp_path / "state.json").out == "every cell is known\n"
    said = call("hint", "-", "--state", "-", "--from", "non").sentence()
    assert said == "only one of FILE and GRID can be standard input"
