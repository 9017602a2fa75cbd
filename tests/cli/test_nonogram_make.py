"""The command `nonogram make`: nonograms from pictures and photographs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run, on_a_terminal, typing
from PIL import Image, ImageDraw

from calpuzzle.formats.registry import parse
from calpuzzle.nonogram.clues import Clues
from calpuzzle.nonogram.solver import solve


def make(nonogram: Run, *words: object) -> Any:
    """Return the JSON output of `nonogram make`."""
    done = nonogram("make", *words, "--format", "json")
    assert done.code == 0
    return json.loads(done.out)


def load(path: str) -> Clues:
    clues = parse(Path(path).read_bytes(), path, kind="nonogram").content
    assert isinstance(clues, Clues)
    return clues


def test_make_reads_text_and_pbm_pictures(nonogram: Run, folder: Path, heart: Clues) -> None:
    (folder / "heart.txt").write_text(" ## ##\n#######\n#######\n #####\n  ###\n   #\n")
    done = nonogram("make", "heart.txt")
    assert done.code == 0 and "line by line" in done.err
    (folder / "made.non").write_text(done.out)
    assert load("made.non").goal == heart.goal
    (folder / "a.pbm").write_text("P1 # a comment\n# another\n2 2\n1 0\n01\n")
    done = nonogram("make", "a.pbm", "--give", "-o", "a.json", "--title", "Two")
    message = "given: 1 cell; the picture is now the only solution (no smaller set suffices)"
    assert done.code == 0 and message in done.err
    back = load("a.json")
    assert back.title == "Two"
    assert solve(back).unique and not solve(back._replace(given=None)).unique
    assert "--give adds given cells" in nonogram("make", "a.pbm").err
    raw = bytes((0b10000000, 0b10000000, 0b01111111, 0))
    (folder / "b.pbm").write_bytes(b"P4\n9 2\n" + raw)
    assert make(nonogram, "b.pbm")["rows"] == [[1, 1], [7]]
    assert nonogram("make", "b.pbm", "--give", "--format", "mk").code == 2


def test_make_reads_black_and_coloured_images(nonogram: Run, run: Run, folder: Path) -> None:
    image = Image.new("RGB", (3, 2), "white")
    image.putpixel((0, 0), (0, 0, 0))
    image.putpixel((1, 0), (200, 30, 30))
    image.save("a.png")
    assert make(nonogram, "a.png")["rows"] == [[2], []]
    data = make(nonogram, "a.png", "--colours")
    assert data["rows"] == [[[1, 1], [1, 2]], []]
    assert [colour["rgb"] for colour in data["palette"]] == ["#ffffff", "#000000", "#c81e1e"]
    done = nonogram("make", "a.png", "--format", "text", "--colours")
    assert done.code == 2 and "supports only black, but the puzzle has black, #c81e1e" in done.err
    assert nonogram("make", "a.png", "--colours", "-o", "a.non").code == 0
    assert "supports only black" in run("convert", "a.non", "--format", "text").err
    (folder / "broken.png").write_bytes((folder / "a.png").read_bytes()[:40])
    assert nonogram("make", "broken.png").code == 2


def test_make_states_that_another_set_of_given_cells_may_be_smaller(
    nonogram: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.nonogram.making.DEEPEST", -1)
    (folder / "a.txt").write_text("#..\n.#.\n..#\n")
    done = nonogram("make", "a.txt", "--give", "-o", "a.non")
    assert done.err == (
        "calpuzzle: given: 2 cells; the picture is now the only solution (none of them can be left "
        "out)\n"
        "calpuzzle: line by line: each line settles what the next one needs\n"
        "calpuzzle: wrote a.non\n"
    )


def photo(path: str) -> str:
    """Write a photo of a dark half disc above a lighter rectangle, on white; return its path."""
    image = Image.new("RGB", (80, 60), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 10, 60, 50), fill=(40, 40, 40))
    draw.rectangle((20, 31, 60, 50), fill=(110, 110, 110))
    image.save(path)
    return path


def test_make_scales_and_crops_a_photo_to_the_size(nonogram: Run, folder: Path) -> None:
    jpg = photo("photo.jpg")
    assert nonogram("make", jpg, "--size", "20x15", "-o", "made.json").code == 0
    goal = load("made.json").goal
    assert goal is not None and (len(goal[0]), len(goal)) == (20, 15)
    assert goal[5][10] and goal[11][10] and not goal[0][0] and not goal[14][19]
    # For narrower proportions, both sides are cut off.
    assert nonogram("make", jpg, "--size", "10x15", "--force", "-o", "made.json").code == 0
    cut = load("made.json").goal
    assert cut is not None and [row[5:15] for row in goal] == [tuple(row) for row in cut]


def test_pixels_darker_than_the_threshold_become_black(nonogram: Run, folder: Path) -> None:
    png, dark = photo("photo.png"), []
    for threshold in ("40", "41", "110", "111", "255"):
        assert (
            nonogram("make", png, "--threshold", threshold, "--force", "-o", "made.json").code == 0
        )
        dark.append(sum(map(sum, load("made.json").goal or ())))
    assert dark[0] == 0 < dark[1] == dark[2] < dark[3] == dark[4]


@pytest.mark.long
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1), ("", 1)])
def test_make_asks_for_confirmation_of_many_cells(folder: Path, answer: str, code: int) -> None:
    words = ["nonogram", "make", photo("photo.png"), "--size", "640x625", "-o", "made.non"]
    found, shown = on_a_terminal(words, ("[y/N]", typing(f"{answer}\r")))
    assert found == code and "640 by 625 are 400,000 cells (--size makes fewer)" in shown
    assert (folder / "made.non").exists() == (code == 0)
