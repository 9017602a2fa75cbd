"""The dimensions of parts to cut: three profiles of defaults, and checks for impossible values.

All lengths are in millimetres.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import check_kind
from calpuzzle.base.wording import shown, unknown

LABELS = ("outlines", "text", "none")
MAX_LENGTH = 5000.0  # millimetres; the maximum of every length
LEGIBLE = (1.5, 3.0)
"""The least height of legible capitals in millimetres: on flat parts, and in 3D prints."""

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:(//|[^ ]*@)", re.IGNORECASE)
DRAWINGS = (
    ".svg", ".svgz", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".ico",
    ".pdf", ".eps", ".ps", ".ai", ".dxf", ".dwg",
)  # fmt: skip
"""The suffixes of files of drawings and pictures."""


class Settings(NamedTuple):
    """The dimensions of all parts. The defaults are for a laser and 3 mm plywood.

    `thickness` is that of the pieces and of the frame, `base` that of the plate below them, and
    `frame` the width of the frame; without base and frame only the pieces are cut. Paths are half a
    `kerf` outside the finished part. Pieces are `clearance` smaller than their cells, half of it
    on each side. `radius` rounds all corners. Engraved lines are `line` wide, and in 3D prints
    `depth` deep. `notch` is the width of a half-round recess in the frame, to lift a piece out.
    Parts are placed `gap` apart on each `sheet` (width, height). `labels` are written as outlines,
    as text in a font that the reading program chooses, or not at all; with `names`, each piece has
    its name on it. Outlines use a `font`, given by its name or its file, by default DejaVu Sans.
    Each word to `engrave` on the frame is a text, a logo or a code, as `kind_of` decides.
    """

    cell: float = 20.0
    thickness: float = 3.0
    base: float = 3.0
    frame: float = 10.0
    kerf: float = 0.15
    clearance: float = 0.2
    radius: float = 0.0
    line: float = 0.3
    depth: float = 0.5
    notch: float = 0.0
    gap: float = 3.0
    sheet: tuple[float, float] = (600.0, 300.0)
    labels: str = "outlines"
    names: bool = False
    font: str = ""
    engrave: Sequence[str] = ()


LENGTHS = tuple(name for name, usual in Settings()._asdict().items() if type(usual) is float)
"""The dimensions that are a single length."""

PROFILES = {
    "laser": Settings(),
    "printer": Settings(
        cell=18.0,
        thickness=4.0,
        base=2.0,
        frame=5.0,
        kerf=0.0,
        clearance=0.4,
        radius=1.0,
        line=0.6,
        depth=0.6,
        gap=5.0,
        sheet=(220.0, 220.0),
    ),
    # The sheet of a PDF is the printable area of its page; these are the numbers for A4.
    "paper": Settings(kerf=0.0, clearance=0.0, line=0.2, gap=2.0, sheet=(190.0, 260.0)),
}


def kind_of(word: str) -> str:
    """Return what to engrave for a word: `code` for an address, `logo` for a name with the suffix
    of a drawing or for an existing file with any suffix, otherwise `text`."""
    if ADDRESS.match(word):
        return "code"
    ending = os.path.splitext(word)[1].lower()
    return "logo" if ending in DRAWINGS or (ending and os.path.isfile(word)) else "text"


def settings(profile: str, measures: dict[str, Any], solid: bool, across: float = 1.0) -> Settings:
    """Return the dimensions of a profile, with some of them replaced.

    `solid` states whether the depth of engraving matters, and `across` is the diameter of the
    largest circle in a cell, as a fraction of its size. Raise InputError for unknown names and
    impossible values.
    """
    if profile not in PROFILES:
        raise InputError(unknown("profile", profile, PROFILES))
    for name in measures:
        if name not in Settings._fields:
            raise InputError(unknown("setting", name, Settings._fields))
    found = PROFILES[profile]._replace(**measures)
    for name in LENGTHS:
        check_kind(getattr(found, name), (int, float), f"{name} must be a length in millimetres")
    check_kind(found.sheet, tuple, "sheet must be a pair of lengths, width and height")
    if len(found.sheet) != 2 or not all(isinstance(side, int | float) for side in found.sheet):
        raise InputError(f"sheet must be a pair of lengths, not {shown(found.sheet)}")
    faults = _faults(found, solid, across)
    if faults:
        raise InputError(faults)
    return found


def _faults(settings: Settings, solid: bool, across: float) -> list[str]:
    lengths = {name: getattr(settings, name) for name in LENGTHS}
    lengths |= zip(("sheet width", "sheet height"), settings.sheet, strict=True)
    strange = [name for name, value in lengths.items() if not (0 <= value <= MAX_LENGTH)]
    if strange:
        return [f"{strange[0]} must be from 0 to {MAX_LENGTH:g} mm, not {lengths[strange[0]]}"]
    positive = ("cell", "thickness", "sheet width", "sheet height")
    found = [f"{name} must be more than 0 mm" for name in positive if not lengths[name]]
    if found:
        return found  # further messages would only follow from these
    cell = settings.cell
    if settings.kerf >= across * cell:
        found.append(f"a kerf of {settings.kerf:g} mm leaves nothing of a cell of {cell:g} mm")
    if settings.clearance >= cell / 2:
        found.append(
            f"a clearance of {settings.clearance:g} mm is too large for a cell of {cell:g} mm; "
            "a few tenths of a millimetre are usual"
        )
    elif settings.radius > (most := (across * cell - settings.clearance) / 2):
        found.append(
            f"a radius of {settings.radius:g} mm is too large; at most {most:.4g} mm, which makes "
            "each cell a circle"
        )
    if settings.line >= cell / 2:
        found.append(f"lines of {settings.line:g} mm cover cells of {cell:g} mm")
    if solid and settings.depth >= min(settings.thickness, settings.base or settings.thickness):
        found.append(
            f"a depth of {settings.depth:g} mm goes through the material; use a smaller depth"
        )
    if settings.labels not in LABELS:
        found.append(unknown("style of labels", settings.labels, LABELS))
    return found
