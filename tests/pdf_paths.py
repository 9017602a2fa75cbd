"""The pages of a PDF, and the paths on them, read back."""

from __future__ import annotations

import io

import pypdf
from pypdf.generic import ContentStream

MM = 72 / 25.4  # points a millimetre


def pdf_pages(data: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(data)).pages)


def pdf_rings(page: pypdf.PageObject) -> list[list[tuple[float, float]]]:
    """The closed rings of a page, in millimetres from its lower left, for pages without curves."""
    found: list[list[tuple[float, float]]] = []
    ring: list[tuple[float, float]] = []
    contents = page.get_contents()
    assert contents is not None
    own = (1.0, 1.0, 0.0, 0.0)
    kept = []
    for operands, operator in ContentStream(contents, page.pdf).operations:
        if operator == b"q":
            kept.append(own)
        if operator == b"Q":
            own = kept.pop()
        if operator == b"cm":
            a, b, c, d, e, f = map(float, operands)
            assert b == c == 0
            own = own[0] * a, own[1] * d, own[0] * e + own[2], own[1] * f + own[3]
        if operator == b"m":
            ring = []
        if operator in (b"m", b"l"):
            x, y = map(float, operands)
            ring.append(((own[0] * x + own[2]) / MM, (own[1] * y + own[3]) / MM))
        if operator == b"h":
            found.append(ring)
    return found
