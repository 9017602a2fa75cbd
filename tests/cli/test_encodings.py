"""What programs read is UTF-8 whatever the terminal speaks; what people read is the terminal's."""

from __future__ import annotations

import csv
import io
import json
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from calpuzzle.cli import main

ENCODINGS = ("ascii", "latin-1", "utf-8")
SOLVE = ["solve", "Ö 3", "-p", "weird.toml"]
FIT = ["fit", "frame.toml"]
Out = Callable[..., bytes]
FRAME = "title = 'Ж'\nframe = '##'\n[pieces]\n'ö日' = '##'\n"


@pytest.fixture
def out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Out:
    """The bytes that a command prints where stdout has that encoding."""
    text = (folder / "small.toml").read_text().replace("A B C D", "日 Ö ß D")
    (folder / "weird.toml").write_text(text.replace("I4", "'ö4'"), encoding="utf-8")
    (folder / "frame.toml").write_text(FRAME, encoding="utf-8")
    (folder / "odd.dlx").write_text("ö 日\nö 日\n", encoding="utf-8")
    titled = 'title "Cœur"\n' + (folder / "three.non").read_text()
    (folder / "odd.non").write_text(titled, encoding="utf-8")

    def call(encoding: str, *words: str) -> bytes:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            assert main([*words]) == 0
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        return stream.buffer.getvalue()

    return call


@pytest.mark.parametrize(
    "words",
    [
        ["table", "-p", "weird.toml", "--format", "json"],
        ["table", "-p", "weird.toml", "--format", "csv"],
        [*SOLVE, "--format", "json"],
        [*SOLVE, "--format", "jsonl"],
        [*SOLVE, "--format", "svg"],
        ["places", *SOLVE[1:], "--format", "json"],
        [*FIT, "--format", "json"],
        [*FIT, "--format", "jsonl"],
        [*FIT, "--format", "svg"],
        ["show", "weird.toml", "--format", "svg"],
        ["convert", "frame.toml", "-", "--to", "dpf"],
        ["solve", "odd.dlx", "--format", "json"],
        ["solve", "odd.dlx", "--format", "svg"],
        ["solve", "odd.non", "--format", "svg"],
        ["show", "odd.non", "--format", "svg"],
    ],
    ids=" ".join,
)
def test_data_is_the_same_utf_8_everywhere(out: Out, words: list[str]) -> None:
    found = [out(encoding, *words) for encoding in ENCODINGS]
    assert found[0] == found[1] == found[2]
    text = found[0].decode("utf-8")
    assert not text.isascii() and "\\x" not in text
    form = words[-1]
    if form == "csv":
        assert list(csv.reader(io.StringIO(text)))[1][0] == "日"
    elif form == "svg":
        assert ElementTree.fromstring(text).tag.endswith("svg")
    elif form.startswith("json"):
        assert json.loads(text)


def test_columns_are_even_where_letters_are_wide(out: Out, folder: Path) -> None:
    text = (folder / "weird.toml").read_text(encoding="utf-8").replace("ö4", "日本")
    (folder / "weird.toml").write_text(text, encoding="utf-8")
    lines = out("utf-8", "places", *SOLVE[1:]).decode().splitlines()
    assert {len(line) + 2 * line.count("日") for line in lines} == {
        len(lines[0]) + 2 * lines[0].count("日")
    }


def test_drawings_are_the_terminal_s(out: Out) -> None:
    drawn = out("latin-1", *SOLVE).decode("latin-1")
    assert " Ö " in drawn and "+-" in drawn
    assert "\\u65e5" in out("latin-1", "table", "-p", "weird.toml").decode("latin-1")
    assert out("ascii", "table", "-p", "weird.toml").isascii()
    for words in (FIT, ["solve", "odd.dlx"], ["show", "odd.non"], ["solve", "odd.non"]):
        assert out("ascii", *words).isascii()
    assert b"\\u2" not in out("ascii", "solve", "three.non")
