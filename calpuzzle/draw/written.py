"""A Scene as the bytes of a file."""

from __future__ import annotations

from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Scene
from calpuzzle.draw.svg import to_svg


def picture(scene: Scene, form: str) -> bytes:
    """The scene as `svg` or `png`. Raises CannotDoError for png where matplotlib is missing."""
    return to_svg(scene).encode() if form == "svg" else to_png(scene)
