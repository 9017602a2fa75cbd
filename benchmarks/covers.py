"""Exact cover problems that are no calendars: what is counted, with the number it has to be.

Each is made by a rule, so that nothing is read from elsewhere; the words of the word squares are
drawn by lot. A count is the published one where there is one, and else what Knuth's DLX2 or DLX3
says of the same problem.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, product
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover

# A hard one, of which the last clues are left out, so that it has many solutions.
SUDOKU = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


class Problem(NamedTuple):
    """A problem, how many solutions it has, and where that is known from."""

    make: Callable[[], Cover]
    solutions: int
    source: str


def langford(number: int) -> Cover:
    """Langford's pairs: between the two of each k there are k others."""
    places = range(2 * number)
    options = [
        (("n", k), ("p", at), ("p", at + k + 1))
        for k in range(1, number + 1)
        for at in places[: 2 * number - k - 1]
    ]
    items = [("n", k) for k in range(1, number + 1)] + [("p", at) for at in places]
    return Cover(items, options)


def steiner(points: int) -> Cover:
    """Triples of points in which each two of them are once; the first point's are given."""
    given = {frozenset((0, k, k + 1)) for k in range(1, points, 2)}
    covered = {pair for triple in given for pair in combinations(sorted(triple), 2)}
    pairs = [pair for pair in combinations(range(points), 2) if pair not in covered]
    options = [
        list(combinations(triple, 2))
        for triple in combinations(range(1, points), 3)
        if covered.isdisjoint(combinations(triple, 2))
    ]
    return Cover(pairs, options)


def sudoku(clues: str) -> Cover:
    """The sudoku whose clues are these, in reading order."""
    options = []
    for r, c, digit in product(range(9), range(9), range(1, 10)):
        if clues[9 * r + c] in (".", str(digit)):
            box = r // 3 * 3 + c // 3
            options.append([("p", r, c), ("r", r, digit), ("c", c, digit), ("b", box, digit)])
    items = dict.fromkeys(item for option in options for item in option)
    return Cover(sorted(items), options)


def queens(size: int) -> Cover:
    """Queens that do not attack each other, one a row and column; diagonals are secondary."""
    options = [
        (("r", r), ("c", c), ("a", r + c), ("b", r - c)) for r, c in product(range(size), repeat=2)
    ]
    # From the middle outwards, as Knuth has them.
    order = sorted(range(size), key=lambda k: abs(2 * k - size + 1))
    primary = [(kind, k) for k in order for kind in "rc"]
    secondary = [("a", k) for k in range(2 * size - 1)] + [("b", k) for k in range(1 - size, size)]
    return Cover(primary, options, secondary)


def macmahon(height: int, width: int) -> Cover:
    """MacMahon's squares, with three colours at their edges, in a rectangle of 24 whose border is
    of the first colour; edges that meet are alike. The edges are secondary items with colours."""
    squares = sorted({min(_turned(edges)) for edges in product("ABC", repeat=4)})
    options, colours = [], []
    for square, r, c in product(squares, range(height), range(width)):
        for turned in sorted(set(_turned(square))):
            sides = (("h", r, c), ("v", r, c + 1), ("h", r + 1, c), ("v", r, c))
            border = (r == 0, c == width - 1, r == height - 1, c == 0)
            if all(shade == "A" for shade, at in zip(turned, border, strict=True) if at):
                options.append([square, (r, c), *sides])
                colours.append(dict(zip(sides, turned, strict=True)))
    cells = list(product(range(height), range(width)))
    edges = sorted({item for own in colours for item in own})
    return Cover([*squares, *cells], options, edges, colours=colours)


def _turned(edges: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [edges[k:] + edges[:k] for k in range(4)]


def word_squares(size: int, letters: str, words: int) -> Cover:
    """Squares whose rows and columns are different words, of those that are drawn by lot. The
    letters of the cells are colours."""
    rng = random.Random(20260101)
    drawn = dict.fromkeys("".join(rng.choices(letters, k=size)) for _ in range(words))
    options, colours = [], []
    for word, line, across in product(drawn, range(size), (True, False)):
        cells = [(line, k) if across else (k, line) for k in range(size)]
        options.append([("across" if across else "down", line), word, *cells])
        colours.append(dict(zip(cells, word, strict=True)))
    lines = [(way, line) for line in range(size) for way in ("across", "down")]
    free = [*drawn, *product(range(size), repeat=2)]
    return Cover(lines, options, free, colours=colours)


def squares(sizes: dict[int, int], height: int, width: int) -> Cover:
    """Squares of some sizes, so many of each, in a rectangle: the partridge puzzle."""
    options = [
        [f"s{size}", *product(range(r, r + size), range(c, c + size))]
        for size in sizes
        for r, c in product(range(height - size + 1), range(width - size + 1))
    ]
    cells = product(range(height), range(width))
    bounds = {f"s{size}": number for size, number in sizes.items()}
    return Cover([*bounds, *cells], options, multiplicity=bounds)


def at_random(items: int, options: int, size: int) -> Cover:
    """Options of so many items each, drawn by lot."""
    rng = random.Random(20260101)
    return Cover(range(items), [rng.sample(range(items), size) for _ in range(options)])
