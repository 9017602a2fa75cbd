"""The puzzles that plan_choices.py measures: shipped, published, and random ones made from seeds.

Random boards of six kinds (BOARDS) are cut into connected pieces, so that each has a solution. Some
are calendars; some have cells that may stay empty and pieces that may be left out. Other puzzles
are random rectangles of polyominoes, boards of equal pieces, and exact cover problems without a
board, some of them random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from math import ceil

from covers import PARTRIDGE_SIZES, langford, macmahon, queens, squares, steiner
from work import dominoes, one_sided, tetrominoes

import calpuzzle as cp
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SPHERES, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece, board
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import moved_to_origin, normal
from calpuzzle.results.known_covers import KNOWN_COVERS

Make = Callable[[], Cover]

# For each kind of board: its lattice, whether it is in space, and the number of puzzles.
BOARDS = {
    "squares": (SQUARES, False, 80),
    "hexagons": (HEXAGONS, False, 30),
    "triangles": (TRIANGLES, False, 30),
    "sticks": (STICKS, False, 20),
    "boxes": (SQUARES, True, 30),
    "spheres": (SPHERES, True, 10),
}


def puzzles() -> dict[str, Make]:
    """Return, by the name of each puzzle, the function that makes its Cover."""
    found: dict[str, Make] = {f"shipped {name}": partial(shipped, name) for name in cp.names()}
    found |= {f"known {name}": known.make for name, known in KNOWN_COVERS.items()}
    for kind, (lattice, solid, number) in BOARDS.items():
        found |= {f"{kind} {k}": partial(cut_board, lattice, solid, k) for k in range(number)}
    found |= {f"fillings {k}": partial(filling, k) for k in range(60)}
    found |= {f"spare {k}": partial(spare, k) for k in range(30)}
    found |= dict(repeated())
    found |= dict(bare())
    return found


def shipped(name: str) -> Cover:
    """Return the Cover of a shipped puzzle."""
    cover: Cover = cp.load(name, kind="puzzle").cover
    return cover


def cut_board(lattice: Lattice, solid: bool, seed: int) -> Cover:
    """Return a random board cut into pieces. Every third seed gives a calendar with up to three
    groups. Of the other seeds, every fourth gives optional cells and spare pieces."""
    dice = random.Random(f"{lattice.name} {solid} {seed}")
    cells = frame(lattice, solid, dice)
    dice.shuffle(cells)
    groups = dice.randint(1, 3) * (seed % 3 == 0)
    free, covered = cells[:groups], cells[groups:]
    size = dice.randint(3, 6)
    parts = list(cut(dice, covered, lattice, range(max(2, size - dice.randint(0, 2)), size + 1)))
    turn, flip = dice.choice([(True, True), (True, True), (True, False), (False, False)])
    loose = not groups and seed % 4 == 1
    pieces = [
        Piece(f"P{k}", (normal(part, lattice),), turn, flip, 0 if loose else 1)
        for k, part in enumerate(parts)
    ]
    extra = dice.sample(pieces, min(len(pieces), 3)) if loose else []
    pieces += [own._replace(name=f"{own.name}x") for own in extra]
    labels: dict[Cell, str] = {}
    found = []
    spare_cells = dice.sample(covered, len(covered))
    for k, cell in enumerate(free):
        own = [cell, *spare_cells[:: groups + 1][k * 12 : k * 12 + dice.randint(2, 12)]]
        names = {c: f"{'abc'[k]}{n}" for n, c in enumerate(own) if c not in labels}
        labels.update(names)
        found.append(Group(f"group {k}", tuple(names.values())))
    cells.sort()
    optional = dice.sample(range(len(cells)), len(cells) // 6) if loose else []
    drawn = Board(tuple(cells), tuple(labels.get(cell, "") for cell in cells))
    if lattice.drawn == POLYGONS:
        drawn = drawn._replace(cells=moved_to_origin(drawn.cells, lattice))
    drawn = drawn._replace(optional=frozenset(optional))
    return Lowering(Model("", drawn, tuple(pieces), tuple(found), lattice=lattice)).cover


def frame(lattice: Lattice, solid: bool, dice: random.Random) -> list[Cell]:
    """Return the cells of a random board of about 20 to 90 cells, of which up to four are
    removed."""
    number = dice.randint(20, 90)
    if solid:
        sides = [dice.randint(2, 4), dice.randint(2, 5)]
        sides.append(min(8, ceil(number / sides[0] / sides[1]) + 1))
        cells = [
            cell for cell in product(*map(range, sides)) if lattice != SPHERES or not sum(cell) % 2
        ]
    else:
        height = dice.randint(4, 9)
        width = ceil(number / height) * (2 if lattice.drawn == LINES else 1)
        places = product(range(height), range(width))
        cells = [own for r, c in places if (own := lattice.token_at(r, c))]
    for _ in range(dice.choice([0, 0, 1, 4])):
        cells.pop(dice.randrange(len(cells)))
    return cells


def cut(
    dice: random.Random, cells: list[Cell], lattice: Lattice, sizes: range
) -> Iterator[list[Cell]]:
    """Yield connected parts of the cells. The size of a part is one of `sizes`, or smaller if no
    free cell touches the part."""
    left = sorted(cells)
    while left:
        part = [left.pop(0)]
        size = dice.choice(sizes)
        while len(part) < size:
            near = [cell for cell in left if any(touch(cell, own, lattice) for own in part)]
            if not near:
                break
            part.append(dice.choice(near))
            left.remove(part[-1])
        yield part


def touch(one: Cell, other: Cell, lattice: Lattice) -> bool:
    """Return whether two cells touch; two sticks touch if they share an end."""
    if lattice.drawn != LINES:
        return one in lattice.neighbours(other)
    ends = [{(r - r % 2, c - c % 2), (r + r % 2, c + c % 2)} for r, c in (one, other)]
    return not ends[0].isdisjoint(ends[1])


def filling(seed: int) -> Cover:
    """Return a board for different pentominoes, hexominoes, or tetrominoes with pentominoes. It is
    a rectangle whose last column may be incomplete."""
    dice = random.Random(f"filling {seed}")
    size = dice.choice([4, 5, 5, 5, 6])
    supply = list(polyominoes(size, one_sided=dice.random() < 0.4))
    number = dice.randint(4, min(len(supply), 60 // size + 2))
    pieces = dice.sample(supply, number)
    if size == 4:
        pieces += dice.sample(polyominoes(5), dice.randint(1, 8))
    area = sum(len(piece.shape) for piece in pieces)
    height = dice.choice([h for h in range(3, 9) if area / h <= 20])
    width = ceil(area / height)
    cells = [(r, c) for c in range(width) for r in range(height)][:area]
    return Lowering(Model("", Board(tuple(sorted(cells))), tuple(pieces))).cover


def spare(seed: int) -> Cover:
    """Return a board with pieces that may be left out, and with cells that may stay empty."""
    dice = random.Random(f"spare {seed}")
    supply = [*polyominoes(2), *polyominoes(3), *polyominoes(4), *polyominoes(5)]
    kinds = dice.sample(supply, dice.randint(2, 6))
    height, width = dice.randint(3, 7), dice.randint(4, 16)
    most = [dice.choice([1, 2, 4, 9, 99]) for _ in kinds]
    pieces = tuple(
        own._replace(least=0, most=number) for own, number in zip(kinds, most, strict=True)
    )
    drawn = board([["."] * width] * height)
    optional = range(0, height * width, dice.choice([1, 2, 5, 500]))
    return Lowering(Model("", drawn._replace(optional=frozenset(optional)), pieces)).cover


def repeated() -> Iterator[tuple[str, Make]]:
    """Yield boards of equal pieces, and one-sided pentominoes."""
    for height, width in (
        (4, 6),
        (4, 15),
        (6, 6),
        (6, 9),
        (7, 8),
        (8, 8),
        (8, 12),
        (10, 10),
        (5, 40),
    ):
        yield f"dominoes {height}x{width}", partial(lowered, dominoes, height, width)
    for height, width in (4, 5), (4, 8), (6, 6), (6, 12), (5, 20), (8, 8):
        yield f"tetrominoes {height}x{width}", partial(lowered, tetrominoes, height, width)
    for height, width in (3, 4), (4, 6), (5, 6), (6, 8), (6, 6), (9, 5), (3, 30):
        yield f"trominoes {height}x{width}", partial(trominoes, height, width)
    for number in range(6, 19, 2):
        yield f"one-sided 5x{number}", partial(lowered, one_sided, 5, number, number)


def lowered(make: Callable[..., Model], *sizes: int) -> Cover:
    """Return the Cover of the model that a function makes."""
    return Lowering(make(*sizes)).cover


def trominoes(height: int, width: int) -> Cover:
    """Return a rectangle for straight and bent trominoes, half of each, rounded."""
    number = height * width // 3
    straight, bent = polyominoes(3)
    few = number // 2
    pieces = (
        straight._replace(least=few, most=few),
        bent._replace(least=number - few, most=number - few),
    )
    return Lowering(Model("", board([["."] * width] * height), pieces)).cover


def bare() -> Iterator[tuple[str, Make]]:
    """Yield exact cover problems without a board."""
    for n in (5, 6, 7, 8, 9, 10, 11, 12):
        yield f"queens {n}", partial(queens, n)
        yield f"Langford {n}", partial(langford, n)
    for points in (7, 9, 13, 15):
        yield f"Steiner {points}", partial(steiner, points)
    yield "MacMahon 4x6", partial(macmahon, 4, 6)
    yield "partridge 6", partial(squares, PARTRIDGE_SIZES, 21, 21)
    yield "squares 5x9", partial(squares, {1: 13, 2: 4, 4: 1}, 5, 9)
    for n in (3, 4, 5, 6):
        yield f"Latin {n}", partial(latin, n)
    for k in range(24):
        yield f"assignment {k}", partial(matching, 2, k)
        yield f"triples {k}", partial(matching, 3, k)
        yield f"pairs {k}", partial(pairs, k)
        yield f"matrix {k}", partial(matrix, k)


def latin(n: int) -> Cover:
    """Return the Latin squares of an order."""
    rows = [(f"x{i}.{j}", f"r{i}.{k}", f"c{j}.{k}") for i, j, k in product(range(n), repeat=3)]
    return Cover(sorted({item for row in rows for item in row}), rows)


def matching(parts: int, seed: int) -> Cover:
    """Return an assignment problem (two `parts`) or a three-dimensional matching (three), with at
    least one solution."""
    dice = random.Random(f"matching {parts} {seed}")
    size = dice.randint(6, 22) if parts == 2 else dice.randint(5, 14)
    density = dice.uniform(0.1, 0.8) ** (parts - 1)
    orders = [dice.sample(range(size), size) for _ in range(parts)]
    rows = set(zip(*orders, strict=True))
    rows |= {own for own in product(range(size), repeat=parts) if dice.random() < density}
    options = [tuple(enumerate(own)) for own in sorted(rows)]
    return Cover(list(product(range(parts), range(size))), options)


def pairs(seed: int) -> Cover:
    """Return the perfect matchings of a random graph. In some of the graphs, edges join only
    vertices that are close to one another in a random order."""
    dice = random.Random(f"pairs {seed}")
    size = 2 * dice.randint(5, 20)
    reach = dice.choice([3, 6, size])
    rows = {(k, k + 1) for k in range(0, size, 2)}
    rows |= {
        (a, b) for a, b in combinations(range(size), 2) if b - a <= reach and dice.random() < 0.5
    }
    names = dice.sample(range(size), size)
    return Cover(range(size), [(names[a], names[b]) for a, b in sorted(rows)])


def matrix(seed: int) -> Cover:
    """Return a random matrix with a planted solution; some items may be secondary. In one matrix of
    five, some items must be covered twice, so the planted options are no solution."""
    dice = random.Random(f"matrix {seed}")
    items = dice.randint(12, 60)
    rows = []
    for _ in range(dice.randint(1, 3)):
        order = dice.sample(range(items), items)
        while order:
            size = min(len(order), dice.randint(2, 6))
            rows.append(sorted(order[:size]))
            del order[:size]
    for _ in range(dice.randint(items, 8 * items)):
        rows.append(sorted(dice.sample(range(items), dice.randint(2, 6))))
    optional = range(items - dice.choice([0, 0, items // 4]), items)
    twice = dict.fromkeys(range(0, items // 2, 4), 2) if dice.random() < 0.2 else {}
    return Cover(range(optional.start), dice.sample(rows, len(rows)), optional, multiplicity=twice)
