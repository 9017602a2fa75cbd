"""Draws the figures of docs/engines.md into a folder: how each engine sees a small puzzle.

    python scripts/draw-engines.py docs/images

All that they show is worked out here from real puzzles, by plain Python: the options of a board of
2x3 cells, the tree of its search, its diagram; a shape of dray's diagram that many fillings reach;
and an outline at which the two halves of the designer's solutions meet.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from figures import (
    COVERED,
    GOOD,
    Filling,
    beside,
    covered,
    cross,
    fitting,
    position,
    tick,
    with_caption,
)

import calpuzzle as cp
from calpuzzle.design.family import choice, family
from calpuzzle.draw.cells import EMPTY
from calpuzzle.draw.colours import INK
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text, shifted
from calpuzzle.draw.svg import to_svg
from calpuzzle.engines import load
from calpuzzle.puzzle.lowering import Lowering

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "puzzles"
SMALL, LARGE = 18.0, 30.0  # the side of a cell
PALE = "#8c8c8c"
DEPTH = 5  # options laid in the fillings of dray that are drawn

Sets = Counter[tuple[str, ...]]
"""In how many ways each set of pieces does something."""


def following(lowered: Lowering, laid: Filling) -> list[Filling] | None:
    """The fillings with one option more, which covers the lowest empty cell; None where all cells
    are covered."""
    gone = covered(lowered, laid)
    left = [k for k in range(lowered.first, len(lowered.cover.items)) if k not in gone]
    if not left:
        return None
    options = lowered.cover.options
    return [
        (*laid, k)
        for k, option in enumerate(options)
        if left[0] in option and not gone & set(option)
    ]


def exact_cover(lowered: Lowering) -> Scene:
    """The options as rows of the items, those of one solution marked."""
    cover, side = lowered.cover, 26.0
    chosen = next(load("auto").solutions(cover))
    mini = position(lowered, (), 8.0)
    left, top = mini.width + 12, 34.0
    heads = [str(item) for item in cover.items[: lowered.first]]
    heads += [f"{'abc'[c]}{r + 1}" for r, c in lowered.cells]
    shapes: list[Shape] = [
        Text(left + (k + 0.5) * side + (k >= lowered.first) * 8, top - 12, head[:6], 11)
        for k, head in enumerate(heads)
    ]
    for row, option in enumerate(cover.options):
        y = top + row * (mini.height + 2)
        if row in chosen:
            shapes.append(Rect(0, y, left + len(heads) * side + 12, mini.height, "#fff1b8"))
        shapes += shifted(position(lowered, (row,), 8.0), 4, y)
        for k in range(len(heads)):
            x = left + k * side + (k >= lowered.first) * 8
            fill = COVERED if k in option and row not in chosen else EMPTY
            fill = INK if k in option and row in chosen else fill
            shapes.append(Rect(x + 2, y + 4, side - 4, mini.height - 8, fill))
    grid = Scene(
        left + len(heads) * side + 12, top + len(cover.options) * (mini.height + 2), tuple(shapes)
    )
    solved = with_caption(
        position(lowered, chosen, LARGE), "three rows with just one", "mark in each column"
    )
    names = Scene(solved.width, solved.height + 40, shifted(solved, 0, 20))
    return beside([grid, names], 30)


def tree(lowered: Lowering, laid: Filling = ()) -> tuple[Scene, float]:
    """The search from a filling on, and where its own board has its middle."""
    own = position(lowered, laid, SMALL)
    below = following(lowered, laid)
    if not below:
        mark = tick if below is None else cross
        width = own.width
        shapes = (*own.shapes, *mark(width / 2, own.height + 6))
        return Scene(width, own.height + 16, shapes), width / 2
    shapes_below: list[Shape] = []
    middles: list[float] = []
    x, drop, height = 0.0, own.height + 26, 0.0
    for each in below:
        scene, middle = tree(lowered, each)
        shapes_below += shifted(scene, x, drop)
        middles.append(x + middle)
        x += scene.width + 6
        height = max(height, scene.height)
    middle = (middles[0] + middles[-1]) / 2
    edges = [Line(middle, own.height - 6, to, drop + 6, PALE, 1.2) for to in middles]
    shapes = (*edges, *shifted(own, middle - own.width / 2, 0), *shapes_below)
    return Scene(max(x - 6, own.width), drop + height, shapes), middle


def diagram(puzzle: cp.Puzzle, cost: Callable[[int], int] | None = None) -> Scene:
    """The decision diagram: a layer for each number of options laid, a board a state, with how many
    solutions lead on from it. With what an option costs, how many of each cost, and the ways to the
    cheapest in green."""
    lowered = puzzle.lowered
    first, option, to = puzzle.diagram().arrays
    reached: dict[int, Filling] = {0: ()}
    layers: list[list[int]] = [[0]]
    while layers[-1]:
        below: list[int] = []
        for state in layers[-1]:
            for e in range(first[state], first[state + 1]):
                if int(to[e]) not in reached:
                    reached[int(to[e])] = (*reached[state], int(option[e]))
                    below.append(int(to[e]))
        layers.append(below)
    costs = [cost(k) if cost else 0 for k in option]
    ways = solutions_below(first, to, costs)
    best = cheapest_ways(first, to, costs, ways) if cost else set()
    own = position(lowered, (), LARGE)
    column, row = own.width + 26, own.height + 54
    width = max(map(len, layers)) * column
    places: dict[int, tuple[float, float]] = {}
    for depth, layer in enumerate(layers):
        for k, state in enumerate(layer):
            places[state] = ((k + 0.5 + (width / column - len(layer)) / 2) * column, depth * row)
    edges: list[Shape] = []
    boards: list[Shape] = []
    for state, (x, y) in places.items():
        for e in range(first[state], first[state + 1]):
            end = places[int(to[e])]
            shade, thick = (GOOD, 2.4) if e in best else (PALE, 1.4)
            edges.append(Line(x, y + own.height - 6, end[0], end[1] + 6, shade, thick))
        merged = position(lowered, reached[state], LARGE, merged=True)
        boards += shifted(merged, x - own.width / 2, y)
        numbers = [f"{c}: {n}" if cost else str(n) for c, n in sorted(ways[state].items())]
        for n, text in enumerate(numbers):
            lower = y + own.height / 2 + 16 * (n - (len(numbers) - 1) / 2)
            side = "start" if cost else "middle"
            boards.append(Text(x + own.width / 2 + 4, lower, text, 14, anchor=side))
    return Scene(width + (20 if cost else 10), (len(layers) - 1) * row - 40, (*edges, *boards))


def solutions_below(
    first: Sequence[int], to: Sequence[int], costs: Sequence[int]
) -> list[Counter[int]]:
    """Return the solutions of each cost that lead on from each state; the last is where all end."""
    ways: list[Counter[int]] = [Counter() for _ in first[:-1]]
    ways[-1][0] = 1
    for state in reversed(range(len(ways))):
        for e in range(first[state], first[state + 1]):
            for cost, number in ways[to[e]].items():
                ways[state][cost + costs[e]] += number
    return ways


def cheapest_ways(
    first: Sequence[int], to: Sequence[int], costs: Sequence[int], ways: Sequence[Counter[int]]
) -> set[int]:
    """The edges on the ways of the cheapest solutions, from the root down."""
    found: set[int] = set()
    wanted = [0]
    for state in wanted:
        for e in range(first[state], first[state + 1]):
            if costs[e] + min(ways[to[e]]) == min(ways[state]):
                found.add(e)
                wanted.append(to[e])
    return found


def dancing(lowered: Lowering) -> Scene:
    """The steps of a search that takes the item with the fewest ways, to a solution."""
    laid: Filling = ()
    scenes: list[Scene] = []
    while True:
        ways = fitting(lowered, laid)
        scene = position(lowered, laid, LARGE, ways=True)
        if not ways:
            return beside([*scenes, with_caption(scene, "solved", "")], 54, ">" * len(scenes))
        item = min(ways, key=lambda k: (ways[k], k))
        others = [f"{lowered.cover.items[k]} {ways[k]}" for k in range(lowered.first) if k in ways]
        scenes.append(
            with_caption(scene, ", ".join(others) or "no piece left", named(lowered, item))
        )
        left = covered(lowered, laid)
        laid += (
            next(
                k
                for k, option in enumerate(lowered.cover.options)
                if item in option and not left & set(option)
            ),
        )


def named(lowered: Lowering, item: int) -> str:
    """Return the item that is covered next, in words."""
    if item < lowered.first:
        return f"next: {lowered.cover.items[item]}"
    row, column = lowered.cells[item - lowered.first]
    return f"next: row {row + 1}, column {column + 1}"


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


def merging(puzzle: cp.Puzzle) -> Scene:
    """Two fillings of one state of dray's diagram, one of another state of the same shape, and the
    shape: that of several which most fillings reach."""
    shape = max(
        (by_pieces for by_pieces in fillings(puzzle).values() if len(by_pieces) > 1),
        key=lambda by_pieces: (
            max(map(len, by_pieces.values())) > 1,
            sum(map(len, by_pieces.values())),
        ),
    )
    several = max(shape.values(), key=len)
    other = next(laids for laids in shape.values() if laids is not several)[0]
    lowered = puzzle.lowered
    scenes = [
        with_caption(position(lowered, several[0], LARGE), "a filling"),
        with_caption(position(lowered, several[-1], LARGE), "the same pieces: the same state"),
        with_caption(position(lowered, other, LARGE), "other pieces: another bit"),
        with_caption(position(lowered, several[0], LARGE, True), "one shape holds them all"),
    ]
    return beside(scenes, 46, "++=")


def parts(lowered: Lowering, gone: frozenset[int], until: int) -> Iterator[Filling]:
    """The ways to fill the cells from the lowest empty one on, until that is `until` or a later
    one, with no piece twice."""
    empty = next((k for k in range(lowered.first, until) if k not in gone), None)
    if empty is None:
        yield ()
        return
    for k, (piece, *cells) in enumerate(lowered.cover.options):
        if cells[0] == empty and lowered.class_of(k) == piece and gone.isdisjoint(cells):
            for rest in parts(lowered, gone | frozenset(cells), until):
                if piece not in map(lowered.class_of, rest):
                    yield (k, *rest)


class Meeting(NamedTuple):
    """An outline at the cut, a filling that has it, one of those that complete it, and the sets of
    pieces of all of both, with their ways."""

    outline: frozenset[int]
    below: Filling
    above: Filling
    lower: Sets
    upper: Sets


def meetings(lowered: Lowering, date: Filling, cut: int) -> Iterator[Meeting]:
    """The outlines at which the halves of the solutions of a date meet, cut before a cell."""
    opened = frozenset(item for k in date for item in lowered.cover.options[k])
    below: dict[frozenset[int], list[Filling]] = defaultdict(list)
    for laid in parts(lowered, opened, lowered.first + cut):
        cells = {item for k in laid for item in lowered.cover.options[k][1:]}
        below[opened | cells].append(laid)
    for outline, lower in below.items():
        upper = list(parts(lowered, outline, len(lowered.cover.items)))
        if upper:
            sets = [Counter(piece_sets(lowered, half)) for half in (lower, upper)]
            yield Meeting(outline, lower[0], upper[0], *sets)


def piece_sets(lowered: Lowering, laids: Iterable[Filling]) -> Iterator[tuple[str, ...]]:
    """The names of the pieces of each filling, sorted."""
    for laid in laids:
        yield tuple(sorted(lowered.classes[lowered.class_of(k)].name for k in laid))


def joined(puzzle: cp.Puzzle, words: list[str], date: str, cut: int) -> Scene:
    """An outline with the sets below and above it, and a line for each two that make a set."""
    sets = family(puzzle.model, [choice(text) for text in words])
    known = {tuple(sorted(sets.names_of(k).split())) for k in range(len(sets))}
    loose = tuple(piece._replace(least=0) for piece in sets.pieces)
    lowered = Lowering(puzzle.model._replace(pieces=loose, interchangeable=False))
    wanted = set(puzzle.labels(date))
    laid = tuple(k for k, (_, label) in lowered.label_of.items() if label in wanted)
    found = min(
        meetings(lowered, laid, cut),
        key=lambda own: (abs(len(own.lower) - 3) + abs(len(own.upper) - 4), sorted(own.outline)),
    )
    halves = [
        with_caption(position(lowered, laid + found.below, LARGE), "below the cut"),
        with_caption(position(lowered, laid + found.below, LARGE, merged=True), "the outline"),
        with_caption(position(lowered, laid + found.above, LARGE), "above the cut"),
    ]
    boards = beside(halves, 60)
    lists = pairs(found, known)
    shapes = (*boards.shapes, *shifted(lists, (boards.width - lists.width) / 2, boards.height + 14))
    return Scene(boards.width, boards.height + 14 + lists.height, shapes)


def pairs(found: Meeting, known: set[tuple[str, ...]]) -> Scene:
    """The two lists of an outline, and a line for each two sets that together are one."""
    width, line = 400.0, 24.0
    lists = [sorted(found.lower.items()), sorted(found.upper.items())]
    height = line * max(map(len, lists))
    shapes: list[Shape] = []
    ends: list[dict[tuple[str, ...], float]] = []
    for own, x, anchor in zip(lists, (120.0, width - 120.0), ("end", "start"), strict=True):
        ends.append({})
        for k, (names, ways) in enumerate(own):
            y = (k + 0.5) * height / len(own)
            ends[-1][names] = y
            text = f"{' '.join(names)}: {ways} {'way' if ways == 1 else 'ways'}"
            shapes.append(Text(x, y, text, 13, anchor=anchor))
    for low, y in ends[0].items():
        for high, to in ends[1].items():
            if tuple(sorted(low + high)) in known:
                shapes.append(Line(126, y, width - 126, to, GOOD, 1.6))
    return Scene(width, height, tuple(shapes))


def figures() -> Iterator[tuple[str, str, Scene]]:
    """The name of each file, what a reader who cannot see it is told, and the figure."""
    tiny = cp.load(EXAMPLES / "letter.toml")
    dray = cp.load("dray")
    shelf = cp.load(EXAMPLES / "shelf.toml")
    lowered = tiny.lowered
    yield "exact-cover", "The 18 options of a board of 2x3 cells as rows", exact_cover(lowered)
    yield "backtracking", "The tree of the search for all its solutions", tree(lowered)[0]
    yield "diagram", "The decision diagram of the same solutions", diagram(tiny)
    domino = lowered.heads.index("I2")

    def upright(option: int) -> int:
        rows = {row for row, _ in lowered.cells_of(option)}
        return int(lowered.class_of(option) == domino and len(rows) > 1)

    yield (
        "cheapest",
        "The same diagram with how many solutions of each cost lead on from each state",
        diagram(tiny, upright),
    )
    yield (
        "dancing",
        "The steps of a search that takes the item with the fewest ways",
        dancing(lowered),
    )
    yield "merging", "Three partial fillings of dray that merge into one shape", merging(dray)
    halves = joined(shelf, ["2:tetrominoes", "2:trominoes"], "A 1", 5)
    yield "meeting", "Two halves of the solutions of a board meet at an outline", halves


def main() -> None:
    """Draw the figures into the folder that is named."""
    for name, title, scene in figures():
        framed = Scene(scene.width + 16, scene.height + 16, shifted(scene, 8, 8), title)
        Path(sys.argv[1], f"{name}.svg").write_text(to_svg(framed), encoding="utf-8")


if __name__ == "__main__":
    main()
