"""The commands `solve`, `hint` and `certify` with nonograms, and `nonogram step`."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from commands import HEART, Run, program
from PIL import Image

from calpuzzle.formats.registry import render
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues, Colour, from_grid


@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.json", "a.txt", "a"])
def test_file_extension_selects_the_format(
    nonogram: Run, run: Run, folder: Path, name: str
) -> None:
    starts = {"a.svg": b"<svg", "a.png": b"\x89PNG", "a.json": b"{"}
    assert run("solve", "heart.non", "-o", name).code == 0
    assert (folder / name).read_bytes().startswith(starts.get(name, b"heart: 1 solution"))
    series = "a-000.png" if name == "a.png" else name
    assert nonogram("step", "heart.non", "--force", "-o", name).code == 0
    assert (folder / series).read_bytes().startswith(starts.get(name, b"step 1"))


def test_hint_accepts_a_grid_or_the_output_of_solve(run: Run, folder: Path) -> None:
    for text, code, words in [
        (".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n", 0, ""),
        ("?????\n", 2, "the grid has 1 row, but the puzzle has 6"),
        # x is rejected, because some programs use it for white cells and others for black ones.
        ("x??????\n" + "???????\n" * 5, 2, "row 1 of the grid has 'x', not one of"),
        ("#??????\n" + "???????\n" * 5, 0, "cannot be filled"),
    ]:
        (folder / "state.txt").write_text(text)
        done = run("hint", "heart.non", "--placed", "@state.txt")
        assert done.code == code and words in done.err
        assert code or done.out.endswith(
            "1 cell is wrong.\n" if words else "Every cell is known.\n"
        )
    # The JSON output of `solve` is accepted too.
    run("solve", "pair.non", "--format", "json", "-o", "state.json")
    assert run("hint", "pair.non", "--placed", "@state.json").out == "Every cell is known.\n"


def test_step_writes_json_animations_and_numbered_pictures(nonogram: Run, folder: Path) -> None:
    (step,) = json.loads(nonogram("step", "heart.non", "--steps", 1, "--format", "json").out)[
        "steps"
    ]
    assert step["step"] == 1 and step["coloured"][1] == [1.0] * 7
    assert nonogram("step", "heart.non", "--format", "svg").out.count("<animate ") > 5
    assert nonogram("step", "heart.non", "--watch").out.count("step ") >= 2
    assert nonogram("step", "heart.non", "--format", "gif", "-o", "film.gif").code == 0
    with Image.open("film.gif") as film:
        assert getattr(film, "n_frames", 0) >= 3
    done = nonogram("step", "heart.non", "--format", "png", "-o", "s.png")
    assert done.code == 0 and (folder / "s-000.png").exists() and "s-000.png" in done.err


@pytest.mark.long
def test_drawings_are_ascii_if_stdout_cannot_encode_box_lines(folder: Path) -> None:
    """Files and other data are UTF-8, whatever the encoding of the terminal."""
    (folder / "heart.non").write_text(HEART.replace("Heart", "Cœur"), encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}

    def out(words: str) -> bytes:
        verb, *rest = words.split(" --")
        options = [f"--{own}" for own in rest]
        command = [program(), *verb.split(), "heart.non", *" ".join(options).split()]
        return subprocess.run(command, capture_output=True, env=env, check=True).stdout

    drawn, stepped = out("solve"), out("nonogram step")
    assert drawn.isascii() and b"2 2 |  ####  ####  |" in drawn and b"\\u2" not in drawn
    assert stepped.isascii() and b"\\u2" not in stepped
    for words in ("convert --format non", "solve --format svg", "nonogram step --format svg"):
        assert "Cœur" in out(words).decode("utf-8")


def save(path: str, clues: Clues) -> str:
    Path(path).write_bytes(render(clues, "non").data)
    return path


def test_solve_explains_why_there_is_no_solution(nonogram: Run, run: Run, folder: Path) -> None:
    done = run("solve", "none.non")
    assert done.code == 0 and "no solution: the rows have 3 black cells, the columns 2" in done.err
    (folder / "far.non").write_text("width 3\nheight 2\nrows\n1,1\n1,1\ncolumns\n1\n2\n1\n")
    assert "cannot be filled" in run("solve", "far.non").err
    assert (nonogram("step", "none.non").code, run("hint", "none.non").code) == (1, 0)


def test_coloured_nonograms_are_solved_and_drawn_in_colour(
    nonogram: Run, run: Run, heart: Clues, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = Colour("red", "#ff0000", "r"), Colour("blue", "#0000ff", "b")
    path = save("a.non", from_grid(((1, 2, 0), (0, 2, 1)), (WHITE, BLACK, red)))
    assert json.loads(run("solve", path, "--all", "--format", "json").out)["total"] == 1
    assert "#ff0000" in run("solve", path, "--format", "svg").out
    assert nonogram("step", path).code == 0
    rows = enumerate(heart.goal or ())
    grid = tuple(tuple(cell + (cell and row % 2) for cell in line) for row, line in rows)
    flag = save("flag.non", from_grid(grid, (WHITE, red, blue)))
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b" not in run("solve", flag).out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[38;2;255;0;0m" in run("solve", flag).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("solve", flag).out


def test_certify_proves_one_solution_or_none(run: Run, folder: Path) -> None:
    sentence = "this is the only solution: proved in own.cnf and own.drat"
    assert run("certify", "heart.non", "-o", "own") == (0, "", f"calpuzzle: {sentence}\n")
    texts = [(folder / name).read_text() for name in ("own.cnf", "own.drat")]
    assert "\nc .##.##.\n" in texts[0] and texts[1].endswith("\n0\n")
    assert run("certify", "heart.non", "--force", "-o", "own.drat").code == 0
    assert [(folder / name).read_text() for name in ("own.cnf", "own.drat")] == texts
    (folder / "bad.non").write_text("width 3\nheight 2\nrows\n1,1\n1\ncolumns\n0\n2\n1\n")
    done = run("certify", "bad.non", "-o", "none")
    assert "there is no solution: proved in none.cnf and none.drat" in done.err and done.code == 0


def test_certify_without_a_proof_writes_no_file(run: Run, folder: Path) -> None:
    before = sorted(folder.iterdir())
    for words, code, sentence in [
        ("pair.non -o own", 1, "more than one solution, so no proof is"),
        ("none.non -o own", 1, "the clues alone show this, so no proof is written"),
        ("heart.non", 2, "a proof is two files, NAME.cnf and NAME.drat; give -o NAME"),
        ("heart.non -o -", 2, "'-' is not a NAME"),
        ("heart.non -o nowhere/x", 2, "the folder nowhere does not exist; make it first"),
        ("heart.non --all -o own", 2, "--all needs pieces and cells"),
    ]:
        assert sentence in run("certify", *words.split()).sentence(code), words
    assert sorted(folder.iterdir()) == before
