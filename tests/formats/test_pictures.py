"""Pictures that nonograms are made of: what is read, and that nothing else starts or escapes."""

from __future__ import annotations

import io
import struct
import subprocess
import warnings
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle.base.errors import PuzzleError
from calpuzzle.formats.pictures import load_picture, read_drawing, read_pbm

GRID = ((1, 0, 1), (0, 1, 1))
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "puzzles"


def put(folder: Path, data: bytes, name: str = "x.png") -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def test_drawings_and_bitmaps(tmp_path: Path) -> None:
    for data in (b"#.#\n.##\n", b"P1\n# a comment\n3 2\n101\n011\n", b"P4 3 2\n\xa0\x60"):
        assert load_picture(put(tmp_path, data, "x.txt")).goal == GRID
    assert read_drawing("█ 1\n ██", "x") == GRID
    assert read_pbm(b"P1 3 2 1 0 1 0 1 1", "x") == GRID
    assert load_picture(str(EXAMPLES / "heart.pbm")).goal


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"x.\n", "x.txt:1: 'x' is neither black"),
        (b"##\n#\n.#\n", "x.txt:2: the row has 1 cell, but the longest 2"),
        (b"\xef\xbb\xbf\n \n", "is empty"),
        (b"\xff\xfe", "x.txt is neither a picture nor a text drawing"),
        (b"#\0", "x.txt is neither a picture nor a text drawing"),
        (b"#" * 1001, "x.txt: the drawing is larger than 1000 by 1000"),
        (b"P1", "x.txt: the bitmap has no width"),
        (b"P1 2", "x.txt: the bitmap has no height"),
        (b"P1 0 2", "x.txt:1: the width is 0, but it must be 1 or more"),
        (b"P1 " + b"9" * 5000 + b" 2", "x.txt:1: the width is beyond 64 bits"),
        (b"P1 2 2 1 0 2 1", "x.txt: the bitmap has something else than 0 and 1"),
        (b"P4 9 9 x", "x.txt: the bitmap ends after"),
    ],
)
def test_faulty_drawings(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        load_picture(put(tmp_path, data, "x.txt"))


def drawn(form: str) -> bytes:
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
def test_images(tmp_path: Path, form: str) -> None:
    # The content tells, whatever the ending.
    assert load_picture(put(tmp_path, drawn(form), "x.bmp")).goal == GRID


def test_postscript_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")

    def started(*_: Any, **__: Any) -> None:
        raise AssertionError("a program was started")

    for name in ("Popen", "call", "run", "check_call"):
        monkeypatch.setattr(subprocess, name, started)
    data = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 8\n%%EndComments\nshowpage\n%%EOF\n"
    with pytest.raises(PuzzleError, match="no picture that can be read"):
        load_picture(put(tmp_path, data))


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(1001, 1), (12_000, 12_000), (1 << 30, 1 << 30)])
def test_a_picture_too_large_is_refused_unread(tmp_path: Path, size: tuple[int, int]) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    words = "a side has up to 1000|no picture that can be read"
    with warnings.catch_warnings(action="error"), pytest.raises(PuzzleError, match=words):
        load_picture(put(tmp_path, png(*size)))


@sampled(
    20, 75, form=st.sampled_from(["PNG", "GIF", "BMP", "TIFF", "WEBP", "JPEG"]), data=st.data()
)
def test_broken_pictures_raise_a_sentence(tmp_path: Path, form: str, data: st.DataObject) -> None:
    spoilt = bytearray(drawn(form))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(spoilt) - 1))
        if data.draw(st.booleans()):
            spoilt[at] = data.draw(st.integers(0, 255))
        else:
            del spoilt[at + 1 :]
    with warnings.catch_warnings(action="ignore"):
        try:
            assert load_picture(put(tmp_path, bytes(spoilt)), data.draw(st.booleans())).goal
        except PuzzleError as error:
            assert str(error)
