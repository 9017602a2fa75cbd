"""Draws the figure of docs/certificates.md into a folder: why dray has no solution on a date.

    python scripts/draw-certificate.py docs/images

The cells are those that the certificate names; the options that fit are found by plain Python.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from figures import Filling, beside, covered, cross, position, with_caption

import calpuzzle as cp
from calpuzzle.draw.scene import Scene, shifted
from calpuzzle.draw.svg import to_svg
from calpuzzle.engines import Run
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.certificate import Certificate, dates_of

DATE = "Wed Jan 27"
SIDE = 18.0


def named_cells(lowered: Lowering) -> list[int]:
    """The cells that the lines of the certificate name, as items of the lowering."""
    stream = io.BytesIO()
    Certificate(lowered, dates_of(lowered, DATE), Run()).write(stream)
    lines = stream.getvalue().decode().splitlines()[3:-1]
    order = sorted(lowered.cells)
    return [lowered.number[order[int(line.split()[0])]] for line in lines]


def following(lowered: Lowering, laid: Filling, item: int) -> list[Filling]:
    """Return what can be done with a cell, in the order of a certificate."""
    gone = covered(lowered, laid)
    fit = [
        k
        for k, option in enumerate(lowered.cover.options)
        if item in option and lowered.class_of(k) >= 0 and not gone & set(option)
    ]
    return [
        (*laid, k) for k in sorted(fit, key=lambda k: (lowered.class_of(k), lowered.cells_of(k)))
    ]


def figure(puzzle: cp.Puzzle) -> Scene:
    """The board after each thing that can be done with the first cell, and what is dead then."""
    lowered = puzzle.lowered
    first, *dead = named_cells(lowered)
    boards = []
    for laid, item in zip(following(lowered, puzzle.fixed(DATE), first), dead, strict=True):
        if following(lowered, laid, item):
            raise ValueError("something can be done with the cell")
        scene = position(lowered, laid, SIDE)
        row, column = lowered.cells[item - lowered.first]
        margin = (scene.width - puzzle.board.width * SIDE) / 2
        marks = cross(margin + (column + 0.5) * SIDE, margin + (row + 0.5) * SIDE)
        marked = Scene(scene.width, scene.height, (*scene.shapes, *marks))
        option = laid[-1]
        name = lowered.classes[lowered.class_of(option)].name
        boards.append(with_caption(marked, f"{name}, and then nothing here"))
    return beside(boards, 20)


def main() -> None:
    """Draw the figure into the folder that is named."""
    scene = figure(cp.load("dray"))
    title = f"The four ways to cover Sat on {DATE}, each with a cell that nothing covers then"
    framed = Scene(scene.width + 16, scene.height + 16, shifted(scene, 8, 8), title)
    Path(sys.argv[1], "certificate.svg").write_text(to_svg(framed), encoding="utf-8")


if __name__ == "__main__":
    main()
