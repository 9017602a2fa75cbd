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
