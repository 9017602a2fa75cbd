"""Random small puzzles that have the requested features.

A random board is cut into pieces, so that most puzzles have a solution; before that, the labels of
one date, and some of the cells that may stay empty, are removed. Then pieces are joined, or get
another side or other bounds, and a few are made invalid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count, product
from random import Random
from typing import NamedTuple

from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Lattice
from calpuzzle.puzzle.lattices import LATTICES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, moved_to_origin, normal, orientations
from calpuzzle.puzzle.validate import faults
from differential.model_features import (
    FEATURES,
    MOTIONS,
    NAMES,
    SOLID,
    features_of,
    touching,
)

TRIES = 60
SHADES, FAR_SHADE = (111, 120, 121), 122  # the characters o, x, y and z
FAR = {"two words": 66, "long board": 130}  # minimum distance of a far row, in places


def drawn(rng: Random, wanted: Collection[str]) -> Model:
    """Return a random puzzle with the wanted features, or the best of TRIES puzzles."""
    goal = FEATURES.keys() & set(wanted)
    impossible = {"no solution"} & set(wanted)
    if not goal and rng.random() < 0.004:
        return _strip(rng)
    best: tuple[int, Model] | None = None
    for attempt in count():
        if best and attempt >= TRIES:
            break
        model = _random_model(_Wishes(rng, goal | impossible))
        if model is None or faults(model):
            continue
        met = len(goal & features_of(model))
        if best is None or met > best[0]:
            best = met, model
        if met == len(goal):
            break
    assert best is not None
    return best[1]


def _strip(rng: Random) -> Model:
    """Return a strip of dominoes and single cells, which has more solutions than fit into 64 bits,
    but which the definition can count."""
    length, twos = rng.randint(104, 120), rng.randint(26, 34)
    counted = ((1, length - 2 * twos), (2, twos))
    pieces = tuple(
        Piece(f"P{size}", (tuple((0, k) for k in range(size)),), least=many, most=many)
        for size, many in counted
    )
    return Model("drawn", Board(tuple((0, k) for k in range(length))), pieces)


class _Wishes(NamedTuple):
    """The random generator and the wanted features."""

    rng: Random
    goal: set[str]

    def has(self, *features: str) -> bool:
        return not self.goal.isdisjoint(features)

    def lot(self, feature: str, chance: float) -> bool:
        """Return whether to add a feature: always if it is wanted, else with this chance."""
        return feature in self.goal or self.rng.random() < chance


def _random_model(own: _Wishes) -> Model | None:
    rng = own.rng
    names = [*NAMES, *["squares"] * 8]
    if "no crossings" in own.goal:
        names = ["sticks"]
    elif own.has(*FAR):
        names = [name for name in names if name not in (*SOLID, "bare")]
    name = next(iter(own.goal & NAMES.keys()), None) or rng.choice(names)
    lattice = LATTICES[NAMES[name] or "squares"]
    cells = _cells(own, name, lattice)
    points = _points(cells) if name == "sticks" and own.lot("no crossings", 0.3) else set()
    every = sorted([*cells, *points]) if points else cells[:]
    covered = rng.sample(cells, len(cells))
    groups, labels = _groups(own, covered)
    optional = set(points)
    if own.lot("may stay empty", 0.15):
        optional |= {*rng.sample(cells, min(len(cells), rng.randint(1, 3)))}
        covered = [cell for cell in covered if cell not in optional or rng.random() < 0.5]
    if not covered:
        return None
    colours = {}
    twins = own.lot("twins", 0.01)
    if name != "bare" and (twins or own.has("pairs of colours") or own.lot("colours", 0.12)):
        colours = {cell: rng.choice(SHADES) for cell in every}
    if name == "bare":
        pieces = _bare_pieces(own, covered, every)
    else:
        pieces = _pieces(own, covered, points, lattice, colours)
    pieces = list(_bounded(own, _joined(own, pieces)))
    if own.has(*FAR) or (name not in (*SOLID, "bare") and rng.random() < 0.04):
        far = _far_row(own, every, lattice)
        run_through = _points(far) if points else set()
        far = sorted([*far, *run_through])
        every += far
        optional |= run_through
        shape = normal(far, lattice)
        colours |= dict.fromkeys(far, FAR_SHADE) if colours else {}
        marks = ((FAR_SHADE,) * len(far),) if colours else ()
        pieces.append(Piece("far", (shape,), *rng.choice(_motions(own)), colours=marks))
    loose = "loose labels" in own.goal and "no group" in own.goal
    if loose or (labels and own.lot("loose labels", 0.2)):
        labels.update({c: f"x{k}" for k, c in enumerate(every) if rng.random() < 0.3 or not k})
    board = Board(
        tuple(every),
        tuple(labels.get(cell, "") for cell in every) if labels else (),
        tuple(colours[cell] for cell in every) if colours else (),
        frozenset(k for k, cell in enumerate(every) if cell in optional),
    )
    if lattice.drawn == POLYGONS:
        board = board._replace(cells=moved_to_origin(board.cells, lattice))
    fits: frozenset[tuple[int, int]] = frozenset()
    if colours and twins and rng.random() < 0.6:  # one colour on the board, several on pieces
        plain = tuple(c if c == FAR_SHADE else SHADES[0] for c in board.colours)
        board = board._replace(colours=plain)
        fits = frozenset({(FAR_SHADE, FAR_SHADE), *((shade, SHADES[0]) for shade in SHADES)})
    elif colours and (twins or own.lot("pairs of colours", 0.25)):
        fits = frozenset(
            {(c, c) for c in (*SHADES, FAR_SHADE)} | {SHADES[:2], (rng.choice(SHADES), SHADES[2])}
        )
    together = "told apart" not in own.goal and rng.random() < 0.65
    return Model(
        "drawn", board, tuple(pieces), groups, interchangeable=together, lattice=lattice, fits=fits
    )


def _cells(own: _Wishes, name: str, lattice: Lattice) -> list[Cell]:
    """Return the cells of a random board."""
    rng, many = own.rng, own.has("many pieces")
    most = rng.randint(33, 38) if many else rng.choice((4, 7, 10, 12, 14))
    if name == "bare":
        return [(k,) for k in range(most if many else rng.randint(3, 9))]
    if name in SOLID:
        return _solid_cells(rng, name, most)
    if name == "sticks":
        height, width = (4, 4) if many else rng.choice(((1, 1), (1, 2), (2, 2), (1, 3), (3, 1)))
        flat: list[Cell] = [
            (row, column)
            for row, column in product(range(2 * height + 1), range(2 * width + 1))
            if (row + column) % 2
        ]
        layers = 1
    else:
        layers = rng.randint(2, 3) if own.lot("layers", 0.12) else 1
        height = rng.randint(4, 6) if many else rng.randint(1, 4)
        width = max(1 + (layers == height == 1), round(most / height / layers))
        tokens = product(range(height), range(width))
        flat = [cell for at in tokens if (cell := lattice.token_at(*at)) is not None]
    cells = flat
    if layers > 1 or (name == "squares" and rng.random() < 0.05):
        cells = [(k * lattice.layer, *cell) for k in range(layers) for cell in flat]
    if len(cells) > 3 and own.lot("gaps", 0.3):
        for cell in rng.sample(cells, rng.randint(1, max(1, min(3, len(cells) // 5)))):
            cells.remove(cell)
    return cells


def _solid_cells(rng: Random, name: str, most: int) -> list[Cell]:
    """Return a random connected part of a solid lattice."""
    lattice = LATTICES[NAMES[name]]
    there: list[Cell]
    if name == "spheres":
        size = rng.choice(((1, 4, 4), (2, 3, 3), (3, 3, 3), (2, 2, 4), (4, 4, 4)))
        size = (4, 4, 5) if most > 14 else size
        there = [cell for cell in product(*map(range, size)) if sum(cell) % 2 == 0]
    elif name == "rhombic":  # from the centre of a cube, the coordinates are 0, ±1 and ±2
        every = product(range(-2, 3), repeat=3)
        near = [cell for cell in every if sorted(map(abs, cell)) == [0, 1, 2]]
        there = [(z + 5, y + 5, x + 5 * k) for k in (1, 2) for z, y, x in near]
    else:  # each cube has a tetrahedron at its centre, and four cells at its other corners
        there = []
        for z, y, x in product(range(2), range(2), range(2)):
            for voxel in product((-2, 0, 2), repeat=3):
                corner = 0 not in voxel and sum(v < 0 for v in voxel) % 2 == (z + y + x) % 2
                if voxel == (0, 0, 0) or corner:
                    there.append((6 * z + 3 + voxel[0], 6 * y + 3 + voxel[1], 6 * x + 3 + voxel[2]))
    there.sort()
    cells = next(cut(rng, there, [most], lattice))
    return sorted(cells)


def cut(
    rng: Random, cells: Iterable[Cell], sizes: Sequence[int], lattice: Lattice
) -> Iterator[list[Cell]]:
    """Yield connected parts of the cells, each no larger than a size drawn from `sizes`."""
    left = {*cells}
    for first in rng.sample(sorted(cells), len(left)):
        if first not in left:
            continue
        part, near, size = [first], {*touching(first, lattice)}, rng.choice(sizes)
        left.remove(first)
        while len(part) < size and near & left:
            part.append(rng.choice(sorted(near & left)))
            left.remove(part[-1])
            near.update(touching(part[-1], lattice))
        yield part


def _points(cells: Collection[Cell]) -> set[Cell]:
    """Return the points at which two of these segments meet in a straight line."""
    there = {*cells}
    ways = ((1, 0), (0, 1))
    found = {(row + a, column + b) for row, column in cells for a, b in ways}
    return {
        (row, column)
        for row, column in found
        if row % 2 == column % 2 == 0
        and any({(row - a, column - b), (row + a, column + b)} <= there for a, b in ways)
    }


def _run_through(cells: Collection[Cell], points: set[Cell]) -> set[Cell]:
    """Return those of `points` that a stick of these segments runs straight through."""
    return _points(cells) & points if points else points


def _groups(own: _Wishes, covered: list[Cell]) -> tuple[tuple[Group, ...], dict[Cell, str]]:
    """Return groups and their labels; remove the cells of one date from `covered`."""
    rng = own.rng
    number = rng.choice((0, 0, 0, 1, 1, 2, 3))
    if own.has("no group"):
        number = 0
    elif own.has("several groups"):
        number = rng.randint(2, 3)
    elif own.has("one group"):
        number = 1
    elif own.has("opens several", "opens none", "loose labels"):
        number = max(number, 1)
    several, none = own.lot("opens several", 0.2), own.lot("opens none", 0.1)
    groups: list[Group] = []
    labels: dict[Cell, str] = {}
    spare = list(covered)
    for name in "abc"[:number]:
        cells = [spare.pop() for _ in range(min(len(spare), rng.randint(1 + several, 4)))]
        if not cells:
            break
        names = [f"{name}{k}" for k in range(len(cells))]
        labels.update(zip(cells, names, strict=True))
        group = Group(f"g{name}", tuple(rng.sample(names, len(names))))
        least = most = 1
        if not groups and (several or none):
            most = rng.randint(2 if several and len(cells) > 1 else 1, min(3, len(cells)))
            least = 0 if none else rng.randint(1, most)
        if (least, most) != (1, 1):
            group = Group.several(group.name, group.labels, least, most)
        groups.append(group)
        for cell in cells[: rng.randint(least, most)]:
            covered.remove(cell)
    return tuple(rng.sample(groups, len(groups))), labels


def _motions(own: _Wishes) -> list[tuple[bool, bool]]:
    wanted = [way for name, way in MOTIONS.items() if name in own.goal]
    return wanted or [(True, True), *MOTIONS.values()]


def _pieces(
    own: _Wishes,
    covered: Collection[Cell],
    points: set[Cell],
    lattice: Lattice,
    colours: dict[Cell, int],
) -> list[Piece]:
    """Return pieces that can cover the cells, in orientations that their motions reach."""
    rng = own.rng
    small = own.has("copies", "equal pieces", "ranges") or rng.random() < 0.3
    sizes: Sequence[int] = (1, 2, 2) if small else rng.choice(((1, 2, 3), (2, 3, 4), (3, 4, 5)))
    many = own.has("many pieces")
    if many:  # mostly of one cell, so that the definition can count the solutions
        sizes = (1,) * rng.choice((14, 30)) + (2, 3)
    parts = list(cut(rng, covered, sizes, lattice))
    if len(parts) > 1 and own.lot("parts", 0.12):
        parts[-2:] = [parts[-2] + parts[-1]]
    pieces = []
    two = own.lot("sides", 0.1)
    common = rng.choice(_motions(own))
    for k, part in enumerate(parts):
        cells = [*part, *_run_through(part, points)]
        sides, marks = [normal(cells, lattice)], []
        if colours:
            at = dict(zip(moved_to_origin(tuple(cells), lattice), cells, strict=True))
            marks.append(tuple(colours[at[cell]] for cell in sides[0]))
        single = many and len(part) == 1
        if single and own.has("twins"):
            marks = [SHADES[:1]]
        turn, flip = common if single else rng.choice(_motions(own))
        if two and not single and rng.random() < 0.6:
            other = rng.choice(parts)
            other = other[: rng.randint(1, len(other))]
            sides.append(normal([*other, *_run_through(other, points)], lattice))
            if colours:
                marks.append(tuple(rng.choice(SHADES) for _ in sides[1]))
            order = rng.sample((0, 1), 2)
            sides, marks = [sides[n] for n in order], [marks[n] for n in order if marks]
        elif not colours and not single:
            sides = [rng.choice(orientations(sides[0], turn, flip, lattice))]
        pieces.append(Piece(f"P{k}", tuple(sides), turn, flip, colours=tuple(marks)))
    return pieces


def _bare_pieces(own: _Wishes, covered: Sequence[Cell], cells: Sequence[Cell]) -> list[Piece]:
    """Return pieces defined by their placements; one placement of each covers `covered`."""
    rng = own.rng
    left = rng.sample([cell[0] for cell in covered], len(covered))
    pieces: list[Piece] = []
    most = 2 if own.has("many pieces") else 3
    equal = own.lot("equal pieces", 0.2) or own.has("copies", "ranges")
    while left:
        size = rng.randint(1, most)
        ways = {tuple(sorted(left[:size]))}
        del left[:size]
        for _ in range(rng.randint(0, 4)):
            number = rng.randint(1, min(3, len(cells)))
            ways.add(tuple(sorted(rng.sample(range(len(cells)), number))))
        pieces.append(Piece(f"P{len(pieces)}", placements=tuple(sorted(ways))))
        while equal and left and rng.random() < 0.6:
            more = tuple(sorted(left[:size]))
            del left[:size]
            both = tuple(sorted({*pieces[-1].placements, more}))
            same = [
                k for k, piece in enumerate(pieces) if piece.placements == pieces[-1].placements
            ]
            for k in same:
                pieces[k] = pieces[k]._replace(placements=both)
            pieces.append(Piece(f"P{len(pieces)}", placements=both))
    return pieces


def _joined(own: _Wishes, pieces: Iterable[Piece]) -> list[Piece]:
    """Merge some equal pieces into copies, sometimes replace one, and return all of them."""
    rng = own.rng
    many = own.has("many pieces")
    join = many or own.has("copies", "ranges") or rng.random() < 0.5
    found: list[Piece] = []
    for piece in pieces:
        same = [
            k
            for k, other in enumerate(found)
            if other._replace(name=piece.name, least=1, most=1) == piece
        ]
        if same and join and (not own.has("equal pieces") or rng.random() < (0.9 if many else 0.5)):
            number = found[same[0]].most + 1
            found[same[0]] = found[same[0]]._replace(least=number, most=number)
        else:
            found.append(piece)
    if len(found) > 1 and own.lot("no solution", 0.12):
        found[0] = found[-1]._replace(name=found[0].name)
    return rng.sample(found, len(found))


def _bounded(own: _Wishes, pieces: list[Piece]) -> Iterator[Piece]:
    """Yield the pieces with other bounds: some optional, some with several copies."""
    rng = own.rng
    out, ranged = own.lot("may stay out", 0.12), own.lot("ranges", 0.1)
    if out and rng.random() < 0.5:
        pieces.append(rng.choice(pieces)._replace(name="extra", least=0, most=1))
    chosen = rng.randrange(len(pieces))
    for k, piece in enumerate(pieces):
        if k == chosen or rng.random() < 0.3:
            if ranged:
                most = max(2, piece.most + rng.randint(0, 1))
                piece = piece._replace(
                    least=rng.randint(1, min(piece.least, most - 1) or 1), most=most
                )
            if out:
                piece = piece._replace(least=0)
        yield piece


def _far_row(own: _Wishes, cells: Sequence[Cell], lattice: Lattice) -> list[Cell]:
    """Return a row of cells far below a board and wider than it, so that only one piece fits it."""
    rng = own.rng
    name = next((name for name in FAR if name in own.goal), None) or rng.choice([*FAR])
    length = 7 if lattice.drawn != LINES else 11
    width = max(cell[-1] for cell in cells) - min(cell[-1] for cell in cells)
    length = max(length, width + 2)
    rows = FAR[name] // length + 2
    row = rows + rows % 2
    found = [lattice.token_at(row, number) for number in range(2 * length)]
    there = [cell for cell in found if cell is not None][:length]
    return [(*cells[0][:-2], *cell) for cell in there]
