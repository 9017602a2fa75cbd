"""Challenges on paper: the pages, the remaining pieces, and the QR codes."""

from __future__ import annotations

from itertools import islice

import pypdf
import pytest
from pdf_paths import pdf_pages
from pypdf.generic import ContentStream

import calpuzzle as cp
from calpuzzle.base.texts import texts_in
from calpuzzle.draw.qr import qr_rows
from calpuzzle.workshop.challenge_sheet import challenge_sheet

pytestmark = pytest.mark.long


def rectangles(page: pypdf.PageObject) -> int:
    contents = page.get_contents()
    assert contents is not None
    return sum(name == b"re" for _, name in ContentStream(contents, page.pdf).operations)


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("dray", "Sat Jan 1"),
        ("tetrahexes-4x7", None),
        pytest.param("soma", None, marks=pytest.mark.slow),
    ],
)
def test_each_challenge_has_a_page_with_its_pieces_and_code(name: str, date: str | None) -> None:
    puzzle = cp.load(name, kind="puzzle")
    made = list(islice(puzzle.challenges(date, 3), 2))
    links = ["https://a.example/page.html#given=1", ""]
    data = challenge_sheet(puzzle, made, links, texts_in("de"), "a4")
    assert data == challenge_sheet(puzzle, made, links, texts_in("de"), "a4")
    pages = pdf_pages(data)
    assert len(pages) == 2
    for page, own in zip(pages, made, strict=True):
        text = page.extract_text()
        assert (puzzle.model.title or name) in text and "Eine Aufgabe: Einige Teile liegen" in text
        words = text.split()
        remaining = {puzzle.lowered.classes[puzzle.lowered.class_of(k)].name for k in own.remaining}
        assert remaining <= {*words, *(word.strip("():,") for word in words)}
    bare = pdf_pages(challenge_sheet(puzzle, made, ["", ""], texts_in("de"), "a4"))
    assert rectangles(pages[0]) - rectangles(bare[0]) == sum(map(sum, qr_rows(links[0])))
    assert rectangles(pages[1]) == rectangles(bare[1])
