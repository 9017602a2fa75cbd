"""The stepper as a moving picture: an animated SVG, a GIF, or a series of PNG files.

Each frame is a step's probabilities as greys (or mixed colours); the frame before the first step
shows the bare grid.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from xml.etree import ElementTree

from calpuzzle.base.extras import importing
from calpuzzle.base.files import write_whole
from calpuzzle.draw.griddler import CELL, corner, fills_of, griddler_scene
from calpuzzle.draw.scene import Scene
from calpuzzle.draw.svg import number, to_svg
from calpuzzle.griddler.puzzle import Clues
from calpuzzle.griddler.stepper import Step

LAST = 4  # the last frame stays as long as so many others


def frames(clues: Clues, steps: Sequence[Step]) -> list[list[str]]:
    """The fill of each cell, a list a frame, the bare grid first."""
    bare = [clues.palette[0].rgb] * (clues.height * clues.width)
    return [bare, *(fills_of(clues, step.shares) for step in steps)]


def scenes(clues: Clues, steps: Sequence[Step]) -> list[Scene]:
    """A Scene a frame."""
    return [
        griddler_scene(clues, fills=fills, caption=f" · step {index}" if index else "")
        for index, fills in enumerate(frames(clues, steps))
    ]


def animated_svg(clues: Clues, steps: Sequence[Step], seconds: float = 0.8) -> str:
    """One SVG document that goes through the steps and begins again; `seconds` a step."""
    fills = frames(clues, steps)
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    still = griddler_scene(clues, fills=fills[0])
    root = ElementTree.fromstring(to_svg(still))
    spots = _places(clues)
    order = [*range(len(fills)), *[len(fills) - 1] * LAST]
    duration = f"{seconds * len(order):.2f}s"
    space = "{http://www.w3.org/2000/svg}"
    size = number(CELL)
    for rect in root.iter(f"{space}rect"):
        cell = spots.get((rect.get("x", ""), rect.get("y", "")))
        if cell is None or (rect.get("width"), rect.get("height")) != (size, size):
            continue
        values = [fills[frame][cell] for frame in order]
        rect.set("fill", values[-1])  # for a viewer that does not animate
        if len(set(values)) == 1:
            continue
        ElementTree.SubElement(
            rect,
            f"{space}animate",
            attributeName="fill",
            values=";".join(values),
            dur=duration,
            calcMode="discrete",
            repeatCount="indefinite",
        )
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _places(clues: Clues) -> dict[tuple[str, str], int]:
    """The cell at each place, as `to_svg` writes its x and y."""
    left, top = corner(clues)
    return {
        (number(left + column * CELL), number(top + row * CELL)): row * clues.width + column
        for row in range(clues.height)
        for column in range(clues.width)
    }


def gif(clues: Clues, steps: Sequence[Step], seconds: float = 0.8) -> bytes:
    """An animated GIF; raises CannotDoError where Pillow or matplotlib is not installed."""
    from calpuzzle.draw.png import to_png

    with importing("PIL", "GIF", "Pillow", "plot", "--format svg works without it"):
        from PIL import Image
    images = [
        Image.open(io.BytesIO(to_png(each, scale=1.0))).convert("RGB").quantize(64)
        for each in scenes(clues, steps)
    ]
    times = [round(1000 * seconds)] * (len(images) - 1) + [round(1000 * seconds * (LAST + 1))]
    buffer = io.BytesIO()
    images[0].save(
        buffer, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1
    )
    return buffer.getvalue()


def png_series(clues: Clues, steps: Sequence[Step], path: str) -> list[str]:
    """Write a PNG a frame, numbered before the suffix of `path`; gives the files' names."""
    from calpuzzle.draw.png import to_png

    stem, suffix = os.path.splitext(path)
    written = []
    for index, each in enumerate(scenes(clues, steps)):
        name = f"{stem}-{index:03d}{suffix or '.png'}"
        with write_whole(name) as stream:
            stream.write(to_png(each))
        written.append(name)
    return written
