"""The parts of the figures of docs/engines.md: boards on which something lies, marks, captions.

Plain Python over a Lowering, which shares nothing with the engines that the figures explain.
"""

from __future__ import annotations

from collections.abc import Iterable

from calpuzzle.draw.boxes import Place
from calpuzzle.draw.cells import EMPTY, extent, label_text, laid_flat, outlines, tiles
from calpuzzle.draw.colours import PIECES
from calpuzzle.draw.scene import Line, Scene, Shape, Text, shifted
from calpuzzle.puzzle.lowering import Lowering

COVERED = "#9aa3ab"
GOOD, BAD = "#1a7f4b", "#b3261e"
LETTER = 0.55  # the usual width of a letter, of its size

Filling = tuple[int, ...]
"""Options that lie."""


def position(
    lowered: Lowering, laid: Filling, size: float, merged: bool = False, ways: bool = False
) -> Scene:
    """The board with what is laid; `merged`, only which cells are covered; with `ways`, each empty
    cell with the number of options that fit there."""
    places = laid_flat(lowered.model.board.cells)
    regions: dict[Place, object] = dict.fromkeys(places.values())
    fills = dict.fromkeys(places.values(), "#ffffff")
    texts: list[Shape] = []
    for k in laid:
        number = lowered.class_of(k)
        for cell in lowered.cells_of(k):
            place = places[cell]
            regions[place] = "merged" if merged else k
            if merged:
                fills[place] = COVERED
            elif number >= 0:
                fills[place] = PIECES[number]
            else:
                fills[place] = EMPTY
                texts.append(label_text(lowered.label_of[k][1], place, size, bold=True))
    if ways:
        for item, number in fitting(lowered, laid).items():
            if item >= lowered.first:
                place = places[lowered.cells[item - lowered.first]]
                texts.append(label_text(str(number), place, size))
    shapes = [*tiles(fills, size), *outlines(regions, 2.0, size), *texts]
    return Scene(*extent(places.values(), size), tuple(shapes))


def covered(lowered: Lowering, laid: Filling) -> set[int]:
    """The items that these options cover."""
    return {item for k in laid for item in lowered.cover.options[k]}


def fitting(lowered: Lowering, laid: Filling) -> dict[int, int]:
    """Of each item that is not covered, how many options fit."""
    gone = covered(lowered, laid)
    found = dict.fromkeys(set(range(len(lowered.cover.items))) - gone, 0)
    for option in lowered.cover.options:
        if not gone & set(option):
            for item in option:
                found[item] += 1
    return dict(sorted(found.items()))


def cross(x: float, y: float) -> list[Shape]:
    """Draw the mark of a dead end."""
    return [Line(x - 5, y - 5, x + 5, y + 5, BAD, 2.5), Line(x - 5, y + 5, x + 5, y - 5, BAD, 2.5)]


def tick(x: float, y: float) -> list[Shape]:
    """Draw the mark of a solution."""
    return [Line(x - 6, y, x - 2, y + 5, GOOD, 2.5), Line(x - 2, y + 5, x + 6, y - 6, GOOD, 2.5)]


def beside(scenes: Iterable[Scene], gap: float, signs: str = "") -> Scene:
    """Scenes side by side, in the middle of the height, with a sign between each two."""
    scenes = list(scenes)
    height = max(scene.height for scene in scenes)
    shapes: list[Shape] = []
    x = 0.0
    for k, scene in enumerate(scenes):
        if k and signs:
            shapes.append(Text(x - gap / 2, height / 2, signs[k - 1], 26, bold=True))
        shapes += shifted(scene, x, (height - scene.height) / 2)
        x += scene.width + gap
    return Scene(x - gap, height, tuple(shapes))


def with_caption(scene: Scene, *words: str, size: float = 13) -> Scene:
    """The scene above lines of text, as wide as both need."""
    width = max(scene.width, *(LETTER * size * len(line) for line in words))
    texts = [
        Text(width / 2, scene.height + 10 + 17 * k, line, size) for k, line in enumerate(words)
    ]
    own = shifted(scene, (width - scene.width) / 2, 0)
    return Scene(width, scene.height + 8 + 17 * len(words), (*own, *texts))
