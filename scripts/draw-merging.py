"""Draws docs/images/merging.svg: how fillings merge into shapes, on real states of dray's diagram.

Takes a shape that many fillings reach, and draws two fillings with the same pieces (one state), one
with other pieces (another state of the same shape), and the shape itself.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import calpuzzle as cp
from calpuzzle.draw.boxes import Place
from calpuzzle.draw.cells import extent, label_text, laid_flat, outlines, tiles
from calpuzzle.draw.colours import PIECES
from calpuzzle.draw.scene import Scene, Shape, Text, shifted
from calpuzzle.draw.svg import to_svg

DEPTH = 5  # options laid in the fillings drawn
GAP = 46

Filling = tuple[int, ...]


def fillings(puzzle: cp.Puzzle) -> dict[frozenset[int], dict[frozenset[int], list[Filling]]]:
    """The fillings of DEPTH options that can be completed: by the cells and the groups that they
    cover, then by the pieces used."""
    first, option, to = puzzle.diagram().arrays
    options = puzzle.cover.options
    pieces = len(puzzle.lowered.classes)
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
        items = frozenset(item for k in laid for item in options[k])
        used = frozenset(item for item in items if item < pieces)
        found[items - used][used].append(laid)
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
    lowered, board = puzzle.lowered, puzzle.board
    places = laid_flat(board.cells)
    regions: dict[Place, object] = dict.fromkeys(places.values())
    fills = dict.fromkeys(places.values(), "#ffffff")
    labels: list[Shape] = []
    for k in laid:
        number = lowered.class_of(k)
        for cell in lowered.cells_of(k):
            place = places[cell]
            regions[place] = "merged" if merged else k
            if merged:
                fills[place] = "#9aa3ab"
            elif number >= 0:
                fills[place] = PIECES[number]
            else:
                labels.append(label_text(lowered.label_of[k][1], place, bold=True))
    width, height = extent(places.values())
    shapes = [*tiles(fills), *outlines(regions), *labels]
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
