"""Draws docs/images/merging.svg: how fillings merge into shapes, on real states of dray's diagram.

Takes a shape that many fillings reach, and draws two fillings with the same pieces (one state), one
with other pieces (another state of the same shape), and the shape itself.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import calpuzzle as cp
from calpuzzle.draw.colours import INK, piece_colours
from calpuzzle.draw.scene import Rect, Scene, Shape, Text, shifted
from calpuzzle.draw.solution import MARGIN, SIZE, corner, outlines
from calpuzzle.draw.svg import to_svg

DEPTH = 5  # options laid in the fillings drawn
GAP = 46

Filling = tuple[int, ...]


def fillings(puzzle: cp.Puzzle) -> dict[frozenset[int], dict[frozenset[int], list[Filling]]]:
    """The fillings of DEPTH options that can be completed: by the cells they cover and the groups
    they have laid, then by the pieces used."""
    first, option, to = puzzle.diagram().arrays
    options = puzzle.cover.options
    level: list[tuple[int, Filling]] = [(0, ())]
    for _ in range(DEPTH):
        level = [
            (to[e], (*laid, option[e]))
            for state, laid in level
            for e in range(first[state], first[state + 1])
        ]
    found: dict[frozenset[int], dict[frozenset[int], list[Filling]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for _, laid in level:
        cells = frozenset(cell for i in laid for cell in options[i].cells)
        groups = {-1 - options[i].group for i in laid if options[i].group >= 0}
        pieces = frozenset(options[i].piece for i in laid if options[i].piece >= 0)
        found[cells | groups][pieces].append(laid)
    return found


def picked(found: dict[frozenset[int], dict[frozenset[int], list[Filling]]]) -> list[Filling]:
    """Two fillings of one state and one of another state of the same shape."""
    shape = max(
        (by_pieces for by_pieces in found.values() if len(by_pieces) > 1),
        key=lambda by_pieces: (
            max(map(len, by_pieces.values())) > 1,
            sum(map(len, by_pieces.values())),
        ),
    )
    several = max(shape.values(), key=len)
    other = next(laids for laids in shape.values() if laids is not several)
    return [several[0], several[-1], other[0]]


def filling_scene(puzzle: cp.Puzzle, laid: Filling, caption: str, merged: bool = False) -> Scene:
    """The board with a partial filling, or with the shape that is left of it."""
    cover, board = puzzle.cover, puzzle.board
    colours = piece_colours([name for piece in cover.classes for name in piece.names])
    regions: dict[tuple[int, int], object] = dict.fromkeys(board.cells)
    fills: dict[tuple[int, int], str] = dict.fromkeys(board.cells, "#ffffff")
    labels: list[Shape] = []
    for i in laid:
        option = cover.options[i]
        for cell in (cover.cells[k] for k in option.cells):
            name = cover.classes[option.piece].names[0] if option.piece >= 0 else "date"
            regions[cell] = "merged" if merged else (name, i)
            fills[cell] = "#9aa3ab" if merged else colours.get(name, "#ffffff")
            if option.piece < 0 and not merged:
                x, y = corner(cell)
                label = board.rows[cell[0]][cell[1]]
                labels.append(Text(x + SIZE / 2, y + SIZE / 2, label, 13, INK, bold=True))
    shapes: list[Shape] = [Rect(*corner(cell), SIZE, SIZE, fills[cell]) for cell in board.cells]
    shapes += [*outlines(regions), *labels]
    width = board.width * SIZE + 2 * MARGIN
    height = board.height * SIZE + 2 * MARGIN
    shapes.append(Text(width / 2, height + 10, caption, 13))
    return Scene(width, height + 24, tuple(shapes))


def main() -> None:
    """Draw the figure into the file that is named."""
    puzzle = cp.load("dray")
    one, same, other = picked(fillings(puzzle))
    scenes = [
        filling_scene(puzzle, one, "a filling"),
        filling_scene(puzzle, same, "the same pieces: the same state"),
        filling_scene(puzzle, other, "other pieces: another bit"),
        filling_scene(puzzle, one, "one shape holds them all", merged=True),
    ]
    shapes: list[Shape] = []
    for k, scene in enumerate(scenes):
        x = k * (scene.width + GAP)
        shapes += shifted(scene, x, 0)
        if k:
            sign = "=" if k == 3 else "+"
            shapes.append(Text(x - GAP / 2, scene.height / 2, sign, 26, bold=True))
    width = len(scenes) * (scenes[0].width + GAP) - GAP
    title = "Three partial fillings of dray that merge into one shape"
    sheet = Scene(width, scenes[0].height, tuple(shapes), title)
    with open(sys.argv[1], "w", encoding="utf-8") as stream:
        stream.write(to_svg(sheet))


if __name__ == "__main__":
    main()
