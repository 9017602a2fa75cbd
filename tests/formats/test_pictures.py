"""Reading nonograms from pictures. Invalid pictures must raise PuzzleError and nothing else."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from pathlib import Path

import pytest
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle.base.errors import PuzzleError
from calpuzzle.formats.picture_reader import load_picture, read_drawing, read_pbm

GRID = ((1, 0, 1), (0, 1, 1))
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "puzzles"


def write_file(folder: Path, data: bytes, name: str = "x.png") -> str:
    """Write data to a file, and return its path."""
    path = folder / name
    path.write_bytes(data)
    return str(path)


def test_text_drawings_and_bitmaps_are_read(tmp_path: Path) -> None:
    for data in (b"#.#\n.##\n", b"P1\n# a comment\n3 2\n101\n011\n", b"P4 3 2\n\xa0\x60"):
        assert load_picture(write_file(tmp_path, data, "x.txt")).goal == GRID
    assert read_drawing("█ 1\n ██", "x") == GRID
    assert read_pbm(b"P1 3 2 1 0 1 0 1 1", "x") == GRID
    assert load_picture(str(EXAMPLES / "heart.pbm")).goal


@pytest.mark.parametrize(
    ("drawing", "grid"),
    [
        ("###\n#. ", ((1, 1, 1), (1, 0, 0))),
        ("#.#\n   \n#.#", ((1, 0, 1), (0, 0, 0), (1, 0, 1))),
        ("#.   \n.#", ((1, 0), (0, 1))),
        (" #\n# \n#", ((0, 1), (1, 0), (1, 0))),
    ],
)
def test_spaces_at_the_end_of_a_row_are_white_cells_up_to_the_longest_row(
    drawing: str, grid: tuple[tuple[int, ...], ...]
) -> None:
    assert read_drawing(drawing, "x") == grid


def encoded_grid(form: str) -> bytes:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    picture = image.new("RGB", (3, 2), "white")
    for row, cells in enumerate(GRID):
        for column, cell in enumerate(cells):
            if cell:
                picture.putpixel((column, row), (0, 0, 0))
    stream = io.BytesIO()
    picture.save(stream, form)
    return stream.getvalue()


@pytest.mark.parametrize("form", ["PNG", "GIF", "BMP", "PPM", "TIFF", "WEBP"])
def test_images_are_recognised_by_content_not_by_ending(tmp_path: Path, form: str) -> None:
    assert load_picture(write_file(tmp_path, encoded_grid(form), "x.bmp")).goal == GRID


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(1001, 1), (12_000, 12_000), (1 << 30, 1 << 30)])
def test_oversized_pictures_are_rejected_undecoded(tmp_path: Path, size: tuple[int, int]) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    words = "at most 1000 are supported on a side|has more than 60,000,000 pixels"
    with warnings.catch_warnings(action="error"), pytest.raises(PuzzleError, match=words):
        load_picture(write_file(tmp_path, png(*size)))


def test_a_picture_of_too_many_pixels_is_not_made_smaller(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    path = write_file(tmp_path, png(12_000, 12_000))
    with pytest.raises(PuzzleError, match=r"x\.png: the picture has more than 60,000,000 pixels$"):
        load_picture(path, size=(20, 20))


@pytest.mark.parametrize(
    ("rgb", "palette"),
    [
        ((255, 255, 255), ["#ffffff", "#000000"]),
        ((200, 30, 30), ["#c81e1e", "#000000"]),
        ((0, 0, 0), ["#000000", "#808080"]),
    ],
)
def test_a_picture_of_one_colour_is_its_background(
    tmp_path: Path, rgb: tuple[int, int, int], palette: list[str]
) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    image.new("RGB", (3, 2), rgb).save(tmp_path / "x.png")
    clues = load_picture(str(tmp_path / "x.png"), colours=True)
    assert [colour.rgb for colour in clues.palette] == palette
    assert clues.goal == ((0, 0, 0), (0, 0, 0))


def test_a_picture_of_too_many_colours_is_rejected(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    for number in (16, 17):
        picture = image.new("RGB", (number, 1))
        for column in range(number):
            picture.putpixel((column, 0), (255, column, 0))
        picture.save(tmp_path / f"{number}.png")
    assert load_picture(str(tmp_path / "16.png"), colours=True).colours == 15
    message = (
        r"17\.png has 17 colours; a nonogram has up to 15 and a background \(reduce them first, or "
        r"make it black and white\)$"
    )
    with pytest.raises(PuzzleError, match=message):
        load_picture(str(tmp_path / "17.png"), colours=True)


@sampled(
    20, 75, form=st.sampled_from(["PNG", "GIF", "BMP", "TIFF", "WEBP", "JPEG"]), data=st.data()
)
def test_broken_pictures_raise_puzzle_error(tmp_path: Path, form: str, data: st.DataObject) -> None:
    damaged = bytearray(encoded_grid(form))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        if data.draw(st.booleans()):
            damaged[at] = data.draw(st.integers(0, 255))
        else:
            del damaged[at + 1 :]
    with warnings.catch_warnings(action="ignore"):
        try:
            assert load_picture(write_file(tmp_path, bytes(damaged)), data.draw(st.booleans())).goal
        except PuzzleError as error:
            assert str(error)
