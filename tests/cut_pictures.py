"""Measurements of the pictures that `cut` writes as PNG, in millimetres and square millimetres."""

from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np

PIXELS_PER_MM = 6


class Measured(NamedTuple):
    """The area of the engravings and of bare wood, and the lengths of the outer and inner cuts."""

    engraved: float
    wood: float
    outer: float
    inner: float


def measured(data: bytes) -> Measured:
    """Return what a picture shows, by the colours of its pixels."""
    from PIL import Image

    picture = np.array(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    dark = picture.max(axis=2) < 100
    wood = (picture == [0xF0, 0xDF, 0xC0]).all(axis=2)
    outer, inner = (
        # Two pixels of a line, which is 2.4 pixels wide, have the full colour.
        ((picture[:, :, on] > 150) & (picture[:, :, off] < 100)).sum() / PIXELS_PER_MM / 2
        for on, off in ((0, 2), (2, 0))
    )
    return Measured(dark.sum() / PIXELS_PER_MM**2, wood.sum() / PIXELS_PER_MM**2, outer, inner)
