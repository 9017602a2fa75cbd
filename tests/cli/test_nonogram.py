"""`nonogram` as a whole: what its subcommands `hint`, `step` and `check` say, and what all of them
write, refuse and take from elsewhere."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import HEART, Run, program
from PIL import Image

from calpuzzle.cli import main


@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.json", "a.txt", "a"])
def test_the_ending_chooses_the_format(call: Run, folder: Path, name: str) -> None:
    starts = {"a.svg": b"<svg", "a.png": b"\x89PNG", "a.json": b"{"}
    assert call("solve", "heart.non", "-o", name).code == 0
    assert (folder / name).read_bytes().startswith(starts.get(name, b"Heart\n"))
    series = "a-000.png" if name == "a.png" else name
    assert call("step", "heart.non", "-o", name).code == 0
    assert (folder / series).read_bytes().startswith(starts.get(name, b"step 1"))
    assert call("solve", "heart.non", "--count", "-o", name).code == 0
    assert (folder / name).read_bytes() == b"1\n"


def test_hints(call: Run, folder: Path) -> None:
    for text, code, words in [
        (".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n", 0, ""),
        ("?????\n", 2, "it has 1 row, but the puzzle 6"),
        # Crossed out to some, black to others.
        ("x??????\n" + "???????\n" * 5, 2, "row 1: 'x' is none of"),
        ("#??????\n" + "???????\n" * 5, 1, "cannot be filled"),
    ]:
        (folder / "state.txt").write_text(text)
        done = call("hint", "heart.non", "--state", "state.txt")
        assert done.code == code and words in done.err
        assert code or done.out == "Every cell is known.\n"
    # A state is also what solve writes.
    call("solve", "pair.non", "--format", "json", "-o", "state.json")
    assert call("hint", "pair.non", "--state", "state.json").out == "Every cell is known.\n"


def test_steps(call: Run, folder: Path) -> None:
    (step,) = json.loads(call("step", "heart.non", "--steps", 1, "--format", "json").out)["steps"]
    assert step["step"] == 1 and step["coloured"][1] == [1.0] * 7
    assert call("step", "heart.non", "--format", "svg").out.count("<animate ") > 5
    assert call("step", "heart.non", "--watch").out.count("step ") >= 2
    assert call("step", "heart.non", "--format", "gif", "-o", "film.gif").code == 0
    with Image.open("film.gif") as film:
        assert getattr(film, "n_frames", 0) >= 3
    done = call("step", "heart.non", "--format", "png", "-o", "s.png")
    assert done.code == 0 and (folder / "s-000.png").exists() and "s-000.png" in done.err


def test_standard_input(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(HEART.encode())))
    assert call("solve", "-", "--from", "non", "--unique").out == "unique\n"
    assert call("solve", "-").code == 2


def test_bad_files_name_the_file_and_the_line(call: Run, folder: Path) -> None:
    (folder / "a.non").write_text("width 2\nheight two\n")
    said = call("solve", "a.non").sentence()
    assert said == "a.non:2: the height should be a whole number, not 'two'"


@pytest.mark.parametrize("name", ["", "solve", "step", "hint", "make", "convert", "check"])
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["nonogram", *name.split(), "--help"])
    assert ended.value.code == 0
    assert "calpuzzle nonogram" in capsys.readouterr().out.split("examples:")[1]


def test_an_output_without_box_lines(folder: Path) -> None:
    """Drawings fall back to ASCII; files and other data are UTF-8 whatever the terminal is."""
    (folder / "heart.non").write_text(HEART.replace("Heart", "Cœur"), encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}

    def out(words: str) -> bytes:
        command = [program(), "nonogram", *words.split(), "heart.non"]
        return subprocess.run(command, capture_output=True, env=env, check=True).stdout

    drawn, stepped = out("solve"), out("step")
    assert drawn.isascii() and b"2 2 |  ####  ####  |" in drawn and b"\\u2" not in drawn
    assert stepped.isascii() and b"\\u2" not in stepped
    for words in ("convert --to non", "solve --format svg", "step --format svg"):
        assert "Cœur" in out(words).decode("utf-8")
