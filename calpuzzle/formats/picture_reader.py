"""Pictures from which nonograms are made: PBM, text drawings, and images that Pillow reads.

A text drawing has one character for each cell: `#`, `1` and `█` are black; `.`, `0`, `-` and spaces
are white. Other characters are rejected: an `x`, for example, is a black cell to some users and a
crossed-out one to others. The rows have equal length; trailing spaces may be omitted if all white
cells are spaces, and do not make the drawing wider. Other images are converted to black and white
by a threshold, by default half the brightness, or keep their colours on request; a pixel is a cell,
unless a size is given.
"""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.extras import importing
from calpuzzle.base.files import contents, standard_input
from calpuzzle.base.wording import plural, shown
from calpuzzle.formats.nonograms import side_length, with_distinct_marks
from calpuzzle.formats.reading import fail, text_of
from calpuzzle.nonogram.clues import (
    BLACK,
    MAX_COLOURS,
    MAX_SIDE,
    WHITE,
    Clues,
    Colour,
    Grid,
    from_grid,
    rows_of,
)

MAX_BYTES = 16 << 20
MAX_PIXELS = 60_000_000  # of an image to be resized; each pixel takes 12 bytes of memory
HALF = 128  # the default threshold; 255 is white
DARK, LIGHT = "#1█", ".0- "
ENDINGS = (".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".ppm", ".pgm", ".tif", ".tiff")
# Pillow recognises formats by content, and would start an external program for PostScript.
PILLOW_FORMATS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF")


def load_picture(
    path: str,
    colours: bool = False,
    threshold: int | None = None,
    size: tuple[int, int] | None = None,
) -> Clues:
    """Return the nonogram of a picture file (`-`: standard input; images there are PNG or GIF).

    With `colours`, an image keeps its colours, and `threshold` is ignored. Otherwise pixels darker
    than `threshold` (1 to 255, default 128) are black. A pixel is a cell, unless `size` gives the
    number of cells across and down: then the image is cropped equally on two opposite sides to
    these proportions, and resized.

    Raises PuzzleError for a picture that is invalid or cannot be read, and for arguments that do
    not apply to it, and CannotDoError if Pillow is needed and not installed.
    """
    data = standard_input(MAX_BYTES) if path == "-" else contents(path, MAX_BYTES)
    source = "standard input" if path == "-" else path
    if not data.strip():
        raise PuzzleError(f"{source} is empty")
    if data[:2] not in (b"P1", b"P4") and (
        path.lower().endswith(ENDINGS) or data[:4] in (b"\x89PNG", b"GIF8")
    ):
        return _image(data, source, colours, HALF if threshold is None else threshold, size)
    if colours or size or threshold is not None:
        raise PuzzleError(
            f"{source} has one cell for each character or bit; a size, a threshold and colours are "
            "only for images"
        )
    if data[:2] in (b"P1", b"P4"):
        return from_grid(read_pbm(data, source))
    try:
        text = text_of(data, source, MAX_BYTES)
    except PuzzleError:
        raise PuzzleError(f"{source} is neither a picture nor a text drawing") from None
    return from_grid(read_drawing(text, source))


def read_drawing(text: str, source: str) -> Grid:
    """Return the grid of a text drawing, without blank lines at its start and end.

    Raises PuzzleError if the drawing is empty, too large or invalid.
    """
    whole_lines = text.splitlines()
    lines = [line.rstrip() for line in whole_lines]
    only_spaces = not any(mark in line for line in lines for mark in LIGHT.strip())
    while lines and not lines[-1]:
        lines.pop()
    first = next((at for at, line in enumerate(lines) if line), 0)
    lines = lines[first:]
    if not lines:
        raise PuzzleError(f"{source} is empty")
    width = max(map(len, lines))
    if len(lines) > MAX_SIDE or width > MAX_SIDE:
        fail(source, None, f"the drawing is larger than {MAX_SIDE} by {MAX_SIDE}")
    for at, line in enumerate(lines, first + 1):
        for mark in line:
            if mark not in DARK + LIGHT:
                known = f"black ({' '.join(DARK)}) nor white ({' '.join(LIGHT.strip())} or a blank)"
                fail(source, at, f"{shown(mark)} is neither {known}")
        length = len(whole_lines[at - 1])
        if length < width and not only_spaces:
            fail(source, at, f"the row has {plural(length, 'cell')}, but the longest has {width}")
    return tuple(tuple(int(mark in DARK) for mark in line.ljust(width)) for line in lines)


def read_pbm(data: bytes, source: str) -> Grid:
    """Return the grid of a plain (P1) or raw (P4) portable bitmap; see the netpbm manual. Raises
    PuzzleError."""
    gap = rb"\s*+(?:#[^\n\r]*+[\n\r]\s*+)*+"
    head = re.match(rb"P[14]%b([0-9]+)?%b([0-9]+)?" % (gap, gap), data)
    assert head is not None
    sizes = []
    for what, digits in zip(("width", "height"), head.groups(), strict=True):
        if digits is None:
            fail(source, None, f"the bitmap has no {what}")
        sizes.append(side_length(digits.decode("ascii"), what, source, 1))
    width, height = sizes
    body = data[head.end() :]
    if data[:2] == b"P1":
        body = re.sub(rb"#[^\n\r]*|\s", b"", body)
        if re.search(rb"[^01]", body):
            fail(source, None, "the bitmap has characters other than 0 and 1")
        bits = [byte - 48 for byte in body]
    else:
        # One white-space character, then whole bytes for each row.
        stride = (width + 7) // 8
        body = re.sub(rb"^\s", b"", body)[: stride * height]
        text = "".join(f"{byte:08b}" for byte in body)
        starts = range(0, len(text), 8 * stride)
        bits = [int(bit) for start in starts for bit in text[start : start + width]]
    if len(bits) < width * height:
        fail(source, None, f"the bitmap ends after {len(bits)} of {plural(width * height, 'cell')}")
    return rows_of(bits[: width * height], width)


def _image(
    data: bytes, source: str, colours: bool, threshold: int, size: tuple[int, int] | None
) -> Clues:
    instead = "PBM and text drawings work without it"
    with importing("PIL", "this picture", "Pillow", "plot", instead):
        from PIL import Image, ImageOps
    try:
        # The checks below reject images that are too large, so Pillow's warning is not needed.
        with warnings.catch_warnings(action="ignore"):
            image = Image.open(io.BytesIO(data), formats=PILLOW_FORMATS)
        with image:
            width, height = image.size
            if not size and max(image.size) > MAX_SIDE:
                raise PuzzleError(
                    f"{source}: the picture is {width} by {height}; each pixel is a cell, and at "
                    f"most {MAX_SIDE} are supported on a side (give a size to make it smaller)"
                )
            if width * height > MAX_PIXELS:
                raise PuzzleError(f"{source}: the picture has more than {MAX_PIXELS:,} pixels")
            # Cameras store the rotation of a photo in its EXIF data.
            whole = ImageOps.exif_transpose(image).convert("RGBA")
            paper = Image.new("RGBA", whole.size, "white")
            picture = Image.alpha_composite(paper, whole).convert("RGB")
            if size:
                # With colours, averaging would add colours.
                how = Image.Resampling.NEAREST if colours else Image.Resampling.BOX
                picture = ImageOps.fit(picture, size, how)
    except PuzzleError:
        raise
    except Image.DecompressionBombError:
        raise PuzzleError(f"{source}: the picture has more than {MAX_PIXELS:,} pixels") from None
    except Exception as error:
        # Pillow's readers raise many kinds of exception for a broken file.
        raise PuzzleError(f"{source} is not a readable picture") from error
    if colours:
        return _coloured(picture.tobytes(), picture.width, source)
    dark = [int(value < threshold) for value in picture.convert("L").tobytes()]
    return from_grid(rows_of(dark, picture.width))


def _coloured(pixels: bytes, width: int, source: str) -> Clues:
    """Return the nonogram of RGB pixels. The background is white if white occurs, else the most
    frequent colour. Raises PuzzleError for too many colours."""
    cells = ["#" + pixels[at : at + 3].hex() for at in range(0, len(pixels), 3)]
    counts = Counter(cells)
    if len(counts) > MAX_COLOURS + 1:
        raise PuzzleError(
            f"{source} has {len(counts)} colours; a nonogram has up to {MAX_COLOURS} and a "
            "background (reduce them first, or make it black and white)"
        )
    paper = WHITE.rgb if WHITE.rgb in counts else max(counts, key=lambda rgb: counts[rgb])
    order = [paper, *(rgb for rgb in counts if rgb != paper)]
    if len(order) == 1:
        order.append(BLACK.rgb if paper != BLACK.rgb else "#808080")
    known = {WHITE.rgb: WHITE, BLACK.rgb: BLACK}
    palette = with_distinct_marks([known.get(rgb, Colour(rgb, rgb, "")) for rgb in order])
    return from_grid(rows_of([order.index(cell) for cell in cells], width), palette)
