"""Reading the pages of a PDF file, and the closed paths on a page."""

from __future__ import annotations

import io

import pypdf
from pypdf.generic import ContentStream

MM = 72 / 25.4  # points per millimetre


def pdf_pages(data: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(data)).pages)


def pdf_rings(page: pypdf.PageObject) -> list[list[tuple[float, float]]]:
    """Return the closed paths of a page without curves, in millimetres from its lower left."""
    found: list[list[tuple[float, float]]] = []
    ring: list[tuple[float, float]] = []
    contents = page.get_contents()
    assert contents is not None
    ctm = (1.0, 1.0, 0.0, 0.0)  # scales and offsets of the current transformation matrix
    stack = []
    for operands, operator in ContentStream(contents, page.pdf).operations:
        if operator == b"q":
            stack.append(ctm)
        if operator == b"Q":
            ctm = stack.pop()
        if operator == b"cm":
            a, b, c, d, e, f = map(float, operands)
            assert b == c == 0
            ctm = ctm[0] * a, ctm[1] * d, ctm[0] * e + ctm[2], ctm[1] * f + ctm[3]
        if operator == b"m":
            ring = []
        if operator in (b"m", b"l"):
            x, y = map(float, operands)
            ring.append(((ctm[0] * x + ctm[2]) / MM, (ctm[1] * y + ctm[3]) / MM))
        if operator == b"h":
            found.append(ring)
    return found
