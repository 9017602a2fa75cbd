"""`nonogram step`: the steps, and the files that show them."""

from __future__ import annotations

import json
from pathlib import Path

from cli.nonograms import Call
from commands import EXAMPLES


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


def test_what_is_open_at_the_end_and_why(call: Call, two: Path) -> None:
    cat = EXAMPLES / "cat.non"
    assert call("step", cat, "--steps", 1).err == (
        "calpuzzle: 145 cells open after 1 step, as --steps says\n"
    )
    assert call("step", cat).err == ""
    said = "calpuzzle: 4 cells open; `nonogram solve` goes on by trial\n"
    assert call("step", two).err == call("step", two, "--steps", 9).err == said
    assert call("step", two, "--watch").err == said


def test_a_series_of_files_has_no_place_on_stdout(call: Call, heart_file: Path) -> None:
    code, out, err = call("step", heart_file, "--format", "png", "-o", "-")
    assert (code, out) == (2, "") and "a series of files; name them" in err
