"""`nonogram make` and `nonogram convert`: nonograms of pictures, and of other files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.nonograms import Call, load, save
from commands import on_a_terminal, typing

from calpuzzle.nonogram.puzzle import Clues, Colour, from_grid
from calpuzzle.nonogram.solver import solve


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


def test_what_a_format_cannot_hold_is_bad_input(call: Call, tmp_path: Path) -> None:
    from calpuzzle.nonogram.puzzle import BLACK, WHITE

    path = save(
        tmp_path / "a.non",
        from_grid(((1, 2),), (WHITE, BLACK, Colour("red", "#d02020", "r"))),
    )
    code, out, err = call("convert", path, "--to", "mk")
    assert (code, out) == (2, "") and "knows black only" in err
    code, out, err = call("make", path, "-o", tmp_path / "a.pdf")
    assert code == 2 and "a.pdf is none of a nonogram's formats" in err


def photo(path: Path, size: tuple[int, int] = (80, 60)) -> Path:
    """A disc on white, dark above and less so below."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 10, 60, 50), fill=(40, 40, 40))
    draw.rectangle((20, 31, 60, 50), fill=(110, 110, 110))
    image.save(path)
    return path


def test_a_photo_is_made_smaller(call: Call, tmp_path: Path) -> None:
    made = tmp_path / "made.json"
    jpg = photo(tmp_path / "photo.jpg")
    assert call("make", jpg, "--size", "20x15", "-o", made)[0] == 0
    goal = load(made).goal
    assert goal is not None and (len(goal[0]), len(goal)) == (20, 15)
    assert goal[5][10] and goal[11][10] and not goal[0][0] and not goal[14][19]
    # Other proportions: what is cut off are the two sides.
    assert call("make", jpg, "--size", "10x15", "-o", made)[0] == 0
    cut = load(made).goal
    assert cut is not None and [row[5:15] for row in goal] == [tuple(row) for row in cut]


def test_a_threshold(call: Call, tmp_path: Path) -> None:
    made, png = tmp_path / "made.json", photo(tmp_path / "photo.png")
    dark = []
    for threshold in ("40", "41", "110", "111", "255"):
        assert call("make", png, "--threshold", threshold, "-o", made)[0] == 0
        dark.append(sum(map(sum, load(made).goal or ())))
    assert dark[0] == 0 < dark[1] == dark[2] < dark[3] == dark[4]


def test_a_photo_knows_how_it_was_held(call: Call, tmp_path: Path) -> None:
    from PIL import Image

    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was on its side
    with Image.open(photo(tmp_path / "photo.png")) as image:
        image.save(tmp_path / "held.jpg", exif=turned)
    assert call("make", tmp_path / "held.jpg", "-o", tmp_path / "held.json")[0] == 0
    clues = load(tmp_path / "held.json")
    assert (clues.width, clues.height) == (60, 80)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--size 30", "'30' is no size such as 30x40"),
        ("--size 0x40", "'0x40' is no size"),
        ("--size 30x1001", "of sides from 1 to 1000"),
        ("--threshold 256", "256 is lighter than white"),
        ("--threshold 0", "0"),
        ("--threshold 9 --colours", "choose one"),
        ("--size 800x600", "800 by 600 are 480,000 cells; --size makes fewer, --large says"),
    ],
)
def test_what_is_not_made(call: Call, tmp_path: Path, words: str, why: str) -> None:
    code, out, err = call("make", photo(tmp_path / "photo.png"), *words.split())
    assert (code, out) == (2, "") and why in err


def test_a_drawing_has_its_size(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("##\n#.\n")
    (tmp_path / "a.pbm").write_text("P1 1 1 1")
    for name in ("a.txt", "a.pbm"):
        code, _, err = call("make", tmp_path / name, "--size", "3x3")
        assert code == 2 and "a size and a threshold are for images" in err


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1), ("", 1)])
def test_many_cells_are_asked_for(
    tmp_path: Path, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "made.non"
    picture = photo(tmp_path / "photo.png")
    words = ["nonogram", "make", str(picture), "--size", "640x625", "-o", str(made)]
    found, shown = on_a_terminal(words, ("[y/N]", typing(f"{answer}\r")))
    assert found == code and "640 by 625 are 400,000 cells (--size makes fewer)" in shown
    assert made.exists() == (code == 0)


def test_many_cells_that_are_meant(call: Call, tmp_path: Path) -> None:
    words = ["make", photo(tmp_path / "photo.png"), "--size", "640x625", "-o", tmp_path / "a.non"]
    assert call(*words)[0] == 2
    assert call(*words, "--large")[0] == 0
