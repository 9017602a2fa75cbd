"""`nonogram` as a whole: what all its subcommands write, refuse and take from elsewhere."""

from __future__ import annotations

import builtins
import io
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.nonograms import COMMAND, Call, save

from calpuzzle.cli import main
from calpuzzle.nonogram.puzzle import from_grid


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
        code, out, err = call(name, heart_file, "-o", tmp_path / "a.bmp")
        assert (code, out) == (2, "") and "a.bmp is none that can be written" in err
        assert call(name, heart_file, "--format", "bmp")[0] == 2
    assert not (tmp_path / "a.bmp").exists()


def test_hints(call: Call, heart_file: Path, tmp_path: Path) -> None:
    assert call("hint", heart_file).out.startswith("Look at row 2: 7.\n")
    state = tmp_path / "state.txt"
    state.write_text(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n")
    assert call("hint", heart_file, "--state", state).out == "Every cell is known.\n"
    for text, code, words in [
        ("?????\n", 2, "it has 1 row, but the puzzle 6"),
        # Crossed out to some, black to others.
        ("x??????\n" + "???????\n" * 5, 2, "row 1: 'x' is none of"),
        ("#??????\n" + "???????\n" * 5, 1, "cannot be filled"),
    ]:
        state.write_text(text)
        done = call("hint", heart_file, "--state", state)
        assert done.code == code and words in done.err


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
        main(["nonogram", *([name] if name else []), "--help"])
    assert ended.value.code == 0
    assert "calpuzzle nonogram" in capsys.readouterr().out.split("examples:")[1]


def test_folders_that_cannot_be_written(call: Call, heart_file: Path, tmp_path: Path) -> None:
    assert "is a folder" in call("solve", heart_file, "-o", tmp_path).sentence()
    said = call("solve", heart_file, "-o", tmp_path / "no" / "a.txt").sentence()
    assert "does not exist" in said
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    if os.access(closed, os.W_OK):
        pytest.skip("this user may write anywhere")
    code, _, err = call("solve", heart_file, "-o", closed / "a.txt")
    assert code == 1 and "permission denied" in err


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
    command = f"'{sys.executable}' -m calpuzzle nonogram {words} <&-"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "calpuzzle: standard input is closed, so there is nothing to read; name a file\n"
    )


def test_what_cannot_be_read_is_bad_input(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.non"
    file.write_text("width 1\n")

    def deny(path: str, *rest: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "open", deny)  # root may read everything
        for name in ("solve", "make", "check", "convert"):
            said = call(name, file, *(["--to", "mk"] * (name == "convert"))).sentence()
            assert said == f"cannot read {file}: permission denied"


def test_a_name_of_nothing_is_quoted(call: Call) -> None:
    assert "there is no file ''" in call("solve", "").err
    assert "'' is no name of a file" in call("make", "")[2]


def test_shipped_puzzles_and_other_kinds_are_refused(call: Call, tmp_path: Path) -> None:
    for name in ("dray", "soma"):
        said = call("solve", name).sentence()
        assert said == f"{name} has a board and pieces, and lines and clues are wanted"
    (tmp_path / "x.dlx").write_text("a\na\n")
    said = call("solve", tmp_path / "x.dlx").sentence()
    assert said.endswith("x.dlx has items and options, and lines and clues are wanted")
    assert call("check", "nothing").sentence() == "there is no file nothing"


def test_a_state_is_also_what_solve_writes(call: Call, two: Path, tmp_path: Path) -> None:
    call("solve", two, "--format", "json", "-o", tmp_path / "state.json")
    assert call("hint", two, "--state", tmp_path / "state.json").out == "Every cell is known.\n"
    said = call("hint", "-", "--state", "-", "--from", "non").sentence()
    assert said == "only one of FILE and GRID can be standard input"
