"""Draws the figure of bare covers in docs/engines.md into a folder: how a board is found in a list.

    python scripts/draw-roles.py docs/images

The problem is a shipped puzzle of which nothing is left but the items of each option, in an order
that has nothing to do with the board. Which items are open at a time is counted here, by plain
Python.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from figures import COVERED, beside, with_caption

import calpuzzle as cp
from calpuzzle.draw.cells import EMPTY
from calpuzzle.draw.colours import INK
from calpuzzle.draw.scene import Rect, Scene, Shape, shifted
from calpuzzle.draw.svg import to_svg
from calpuzzle.engines.roles import roles
from calpuzzle.puzzle.cover import Cover

NAME = "pentominoes-3x20"
SIDE = 4.0


def bare(name: str) -> Cover:
    """The puzzle as items and options, shuffled."""
    cover = cp.load(name).cover
    items = sorted(cover.items, key=lambda item: zlib.crc32(str(item).encode()))
    options = [[cover.items[k] for k in option] for option in cover.options]
    return Cover(items, options)


def meeting(cover: Cover) -> list[set[int]]:
    """Of each item those that share an option with it, itself too."""
    near: list[set[int]] = [set() for _ in cover.items]
    for option in cover.options:
        for item in option:
            near[item].update(option)
    return near


def matrix(near: Sequence[set[int]], order: Sequence[int], pieces: int = 0) -> Scene:
    """The items in that order down and across, a mark where two of them share an option; the first
    are pieces, in another colour."""
    side = SIDE * len(order)
    shapes: list[Shape] = [Rect(0, 0, side, side, EMPTY)]
    for row, own in enumerate(order):
        marks = [
            (other in near[own]) * (1 + (min(row, k) < pieces)) for k, other in enumerate(order)
        ]
        for mark, run in groupby(range(len(marks)), marks.__getitem__):
            there = list(run)
            if mark:
                fill = COVERED if mark == 2 else INK
                shapes.append(Rect(SIDE * there[0], SIDE * row, SIDE * len(there), SIDE, fill))
    return Scene(side, side, tuple(shapes))


def open_at_a_time(near: Sequence[set[int]], line: Sequence[int]) -> int:
    """Return how many items have met one that is done before them, at most."""
    most = 0
    for k in range(1, len(line)):
        done = set(line[:k])
        most = max(most, sum(not near[item].isdisjoint(done) for item in line[k:]))
    return most


def figure(cover: Cover) -> Scene:
    """The matrix as the problem is stated, and with its pieces first and the others in a line."""
    found = roles(cover)
    if not found:
        raise ValueError("no line is found")
    number = {item: k for k, item in enumerate(cover.items)}
    stated = list(range(len(number)))
    pieces = [number[item] for item in found.cover.items[: found.cover.pieces]]
    cells = [number[item] for item in found.cover.items[found.cover.pieces :]]
    line = [cell for _, cell in sorted(zip(found.places, cells, strict=True))]
    near = meeting(cover)
    scenes = []
    for order, first, words in (
        (stated, 0, "as it is stated"),
        ([*pieces, *line], len(pieces), "pieces first, then the line"),
    ):
        most = open_at_a_time(near, order[first:])
        scene = matrix(near, order, first)
        scenes.append(with_caption(scene, words, f"up to {most} items open at a time"))
    return beside(scenes, 46, ">")


def main() -> None:
    """Draw the figure into the folder that is named."""
    scene = figure(bare(NAME))
    title = "Which items share an option: shuffled, and with the pieces and the line that are found"
    framed = Scene(scene.width + 16, scene.height + 16, shifted(scene, 8, 8), title)
    Path(sys.argv[1], "roles.svg").write_text(to_svg(framed), encoding="utf-8")


if __name__ == "__main__":
    main()
