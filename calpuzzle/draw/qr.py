"""Encode texts as QR codes with segno, for a terminal or as scenes.

A code has the smallest version that holds the bytes, with error correction of level L. The encoder
of the page (js/ui/qr.js) does the same for up to 858 bytes. Its codes have the same content, but
not the same modules, because segno 1.6 adds a codeword of zeros before the pad codewords.
"""

from __future__ import annotations

from calpuzzle.base.errors import InputError
from calpuzzle.draw.scene import Rect, Scene

QUIET = 4  # the width of the light border, in modules
BLOCKS = " \u2584\u2580\u2588"  # the dark ones of two modules: none, the lower, the upper, both
ON_WHITE = "\x1b[38;5;16;48;5;231m"  # black on white, whatever the colours of the terminal are
RESET = "\x1b[0m"


def qr_rows(text: str) -> list[list[bool]]:
    """Return the modules of a code, with its light border: rows from the top, True for dark. Raise
    InputError for a text that is too long."""
    import segno

    try:
        code = segno.make_qr(text, error="L", boost_error=False, mode="byte")
    except segno.DataOverflowError:
        raise InputError(f"the address is too long for a QR code: {text}") from None
    return [[dark > 0 for dark in row] for row in code.matrix_iter(border=QUIET)]


def qr_text(text: str) -> str:
    """Return a code in lines of half blocks, for a terminal of 256 colours. Raise as `qr_rows`."""
    rows = qr_rows(text)
    pairs = zip(rows[::2], [*rows[1::2], [False] * len(rows)], strict=False)
    lines = ["".join(BLOCKS[2 * a + b] for a, b in zip(*pair, strict=True)) for pair in pairs]
    return "\n".join(f"{ON_WHITE}{line}{RESET}" for line in lines)


def qr_scene(text: str) -> Scene:
    """Return a code as a picture, one unit per module. Raise as `qr_rows`."""
    rows = qr_rows(text)
    shapes = [
        Rect(x, y, 1, 1, "#000000")
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    ]
    return Scene(len(rows), len(rows), tuple(shapes), text)
