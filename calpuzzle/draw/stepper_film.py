"""The steps of the nonogram stepper as an animation: an animated SVG, a GIF, or a series of PNG
files.

Each frame shows the probabilities of a step as greys (or mixed colours); the first frame is the
empty grid.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from xml.etree import ElementTree

from calpuzzle.base.extras import importing
from calpuzzle.base.files import write_whole
from calpuzzle.draw.nonogram_picture import CELL, fills_of, nonogram_scene
from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Scene
from calpuzzle.draw.svg import document, number, tree
from calpuzzle.nonogram.clues import Clues
from calpuzzle.nonogram.stepper import NonogramStep

LAST = 4  # the last frame is shown for this many additional frames


def _frames(clues: Clues, steps: Sequence[NonogramStep]) -> list[list[str]]:
    """Return the fill of each cell, one list per frame, beginning with the empty grid."""
    bare = [clues.palette[0].rgb] * (clues.height * clues.width)
    return [bare, *(fills_of(clues, step.shares) for step in steps)]


def scenes(clues: Clues, steps: Sequence[NonogramStep]) -> list[Scene]:
    """Return one Scene per frame."""
    return [
        nonogram_scene(clues, fills=fills, caption=f" · step {index}" if index else "")
        for index, fills in enumerate(_frames(clues, steps))
    ]


def animated_svg(clues: Clues, steps: Sequence[NonogramStep], seconds: float = 0.8) -> str:
    """Return one SVG document that shows the steps, `seconds` each, and repeats."""
    frames = _frames(clues, steps)
    frames += [frames[-1]] * LAST
    root = tree(nonogram_scene(clues, fills=frames[0]))
    size = number(CELL)
    # Only cells have this size; stripes and boxes of the clues have others.
    cells = [each for each in root.iter("rect") if each.get("width") == each.get("height") == size]
    for cell, values in zip(cells, zip(*frames, strict=True), strict=True):
        cell.set("fill", values[-1])  # for a viewer that does not animate
        if len(set(values)) > 1:
            ElementTree.SubElement(
                cell,
                "animate",
                attributeName="fill",
                values=";".join(values),
                dur=f"{seconds * len(frames):.2f}s",
                calcMode="discrete",
                repeatCount="indefinite",
            )
    return document(root)


def gif(clues: Clues, steps: Sequence[NonogramStep], seconds: float = 0.8) -> bytes:
    """Return an animated GIF. Raise CannotDoError if Pillow or matplotlib is not installed."""
    with importing("PIL", "GIF", "Pillow", "plot", "SVG works without it"):
        from PIL import Image
    first, *others = [
        Image.open(io.BytesIO(to_png(each, scale=1.0))).convert("RGB").quantize(64)
        for each in scenes(clues, steps)
    ]
    times = [round(1000 * seconds)] * len(others) + [round(1000 * seconds * (LAST + 1))]
    buffer = io.BytesIO()
    first.save(
        buffer, "GIF", save_all=True, append_images=others, duration=times, loop=0, disposal=1
    )
    return buffer.getvalue()


def png_names(path: str, frames: int) -> list[str]:
    """Return the names of the files of `frames` frames, numbered before the suffix of `path`."""
    stem, suffix = os.path.splitext(path)
    return [f"{stem}-{index:03d}{suffix or '.png'}" for index in range(frames)]


def png_series(clues: Clues, steps: Sequence[NonogramStep], names: Sequence[str]) -> None:
    """Write one PNG per frame to the files of these names."""
    for name, each in zip(names, scenes(clues, steps), strict=True):
        with write_whole(name) as stream:
            stream.write(to_png(each))
