"""`booklet`."""

from __future__ import annotations

import datetime
import io
from pathlib import Path

import pypdf
import pytest
from commands import Run

pytest.importorskip("fpdf", reason="the extra workshop is not installed")


def test_the_year_and_the_puzzle_are_words(run: Run, folder: Path) -> None:
    done = run("booklet", "2027", "month-day-7x7", "--calendar", "-o", "wall.pdf")
    assert (done.code, done.out, done.err) == (0, "", "calpuzzle: wrote wall.pdf\n")
    pages = pypdf.PdfReader(io.BytesIO((folder / "wall.pdf").read_bytes())).pages
    assert "January 2027" in pages[0].extract_text()
    assert run("booklet", "--calendar", "-o", "wall.pdf").code == 0
    pages = pypdf.PdfReader(io.BytesIO((folder / "wall.pdf").read_bytes())).pages
    assert f"January {datetime.date.today().year}" in pages[0].extract_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("soma -o a.pdf", "soma is no calendar"),
        ("three.non -o a.pdf", "three.non is a nonogram"),
        ("20270 -o a.pdf", "'20270' is no year"),
        ("2027 2028 -o a.pdf", "'2027 2028' is no year"),
        ("today -o a.pdf", "'today' is no year"),
        ("2027 -o a.svg", "a.svg must end in .pdf"),
        ("2027 -o no/a.pdf", "the folder no does not exist"),
        ("2027 --language nl -o a.pdf", "there are no texts in 'nl', only in de, en, es, fr"),
        ("2027 --calendar --solutions -o a.pdf", "not allowed with"),
        ("2027 --paper a9 -o a.pdf", "no paper a9"),
        ("2027", "-o"),
    ],
)
def test_bad_input(run: Run, folder: Path, words: str, sentence: str) -> None:
    before = sorted(folder.iterdir())
    assert sentence in run("booklet", *words.split()).sentence()
    assert sorted(folder.iterdir()) == before
