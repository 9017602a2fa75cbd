"""Scenes as PDF, read back by pypdf."""

from __future__ import annotations

import io
from collections import Counter

import pypdf
import pytest
from pdf_paths import pdf_pages
from placed_pieces import first, shipped

from calpuzzle.base.errors import InputError
from calpuzzle.draw.board import puzzle_scene
from calpuzzle.draw.fonts import MissingLetterWarning
from calpuzzle.draw.pdf import finished, new_document, paper_of, to_pdf, write
from calpuzzle.draw.scene import Line, Rect, Scene, Text
from calpuzzle.draw.svg import encoded_scene

pytest.importorskip("fpdf", reason="the extra workshop is not installed")


def operators(page: pypdf.PageObject) -> Counter[bytes]:
    from pypdf.generic import ContentStream

    return Counter(
        operator for _, operator in ContentStream(page.get_contents(), page.pdf).operations
    )


def test_pdf_page_has_the_size_and_the_shapes_of_the_scene() -> None:
    scene = first(shipped("dray"), "Sat Jan 1").scene
    (page,) = pdf_pages(to_pdf(scene))
    assert [float(side) for side in page.mediabox[2:]] == pytest.approx(
        [scene.width, scene.height], abs=0.01
    )
    kinds = Counter(type(shape) for shape in scene.shapes)
    found = operators(page)
    assert found[b"re"] == kinds[Rect] and found[b"l"] == found[b"m"] == kinds[Line]
    assert page.extract_text().split() == ["Jan", "1", "Sat"]


def test_pdf_text_can_be_read_and_missing_letters_warn(caplog: pytest.LogCaptureFixture) -> None:
    texts = ("Mär", "Φεβ", "Пт", "a\x07b")
    shapes = tuple(Text(50, 20 * k, text, 12) for k, text in enumerate(texts, 1))
    (page,) = pdf_pages(to_pdf(Scene(100, 100, shapes)))
    assert page.extract_text().split() == ["Mär", "Φεβ", "Пт", r"a\x07b"]
    shapes = tuple(Text(50, 20 * k, "\ue000", 12) for k in (1, 2))
    with pytest.warns(MissingLetterWarning) as caught:
        to_pdf(Scene(100, 100, shapes))
    assert len(caught) == 1 and not caplog.records


def test_pdf_joins_arabic_letters() -> None:
    pytest.importorskip("uharfbuzz")
    page = new_document("x")
    page.add_page()
    for word in ("نوفمبر", "سبتمبر"):
        alone, x = 0.0, page.w / 2
        for letter in word:
            write(page, Text(x, 20, letter, 10))
            alone += page.get_string_width(letter)
        write(page, Text(x, 40, word, 10))
        assert page.get_string_width(word) < 0.9 * alone
    (read,) = pdf_pages(finished(page))
    assert read.extract_text().split()[-1] == "سبتمبر"


def test_pdf_page_has_the_background_of_the_scene() -> None:
    (page,) = pdf_pages(to_pdf(Scene(100, 50, (), background="#336699")))
    contents = page.get_contents()
    assert contents is not None
    assert b"0.2 0.4 0.6 rg\n0.00 50.00 100.00 -50.00 re f\n" in contents.get_data()
    (white,) = pdf_pages(to_pdf(Scene(100, 50, ())))
    assert operators(white)[b"re"] == 0


def test_unknown_paper_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"no paper a5 \(did you mean a4\?\); there are a4, a3, le"
    ):
        paper_of("a5")


def test_pdf_of_the_same_scene_has_the_same_bytes() -> None:
    scene = puzzle_scene(shipped("month-day-7x7"))
    data = to_pdf(scene)
    assert data == to_pdf(scene) == encoded_scene(scene, "pdf")
    info = pypdf.PdfReader(io.BytesIO(data)).metadata
    assert info is not None and info.creation_date is not None
    assert info.creation_date.year == 2000 and info.title == scene.title
