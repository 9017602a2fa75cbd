"""Random small puzzles for hypothesis, which use all features of a Model.

`models` makes calendars and similar puzzles. A random board is cut into random connected pieces, so
that a date has a solution. In many puzzles, some pieces are then changed, so there may be none.
Pieces may or may not be turned and flipped, and may have one cell. Equal pieces are one piece with
a count, or have two names. `fittings` makes the other kinds: boards in space and of sticks, pieces
with several sides, disconnected pieces, colours, and cells and pieces that need not be used.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from random import Random

from hypothesis import strategies as st

from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES, STICKS
from calpuzzle.puzzle.model import Board, Model, Piece, board
from calpuzzle.puzzle.shapes import Cell, Shape, normal, orientations
from calpuzzle.puzzle.validate import faults


def cut(
    random: Random, cells: Collection[Cell], sizes: Sequence[int], lattice: Lattice = SQUARES
) -> list[tuple[Cell, ...]]:
    """Return the cells, cut at random into connected parts of at most the given sizes."""
    left = set(cells)
    parts = []
    while left:
        part = [random.choice(sorted(left))]
        left.remove(part[0])
        size = random.choice(sizes)
        while len(part) < size:
            touching = sorted({c for cell in part for c in lattice.neighbours(cell)} & left)
            if not touching:
                break
            part.append(random.choice(touching))
            left.remove(part[-1])
        parts.append(tuple(part))
    return parts


def other_shape(random: Random, shape: Shape) -> Shape:
    cells = [(0,) * len(shape[0])]
    while len(cells) < len(shape):
        near = {c for cell in cells for c in SQUARES.neighbours(cell)} - set(cells)
        cells.append(random.choice(sorted(near)))
    return normal(cells)


def drawn_pieces(
    random: Random, parts: Sequence[tuple[Cell, ...]], swaps: int
) -> tuple[Piece, ...]:
    """Return pieces with the shapes of the parts. `swaps` of them get another shape, and some equal
    pieces are merged."""
    shapes = [normal(part) for part in parts]
    for k in random.sample(range(len(shapes)), min(swaps, len(shapes))):
        shapes[k] = other_shape(random, shapes[k])
    pieces: list[Piece] = []
    for k, shape in enumerate(shapes):
        turn, flip = random.random() < 0.7, random.random() < 0.6
        # The drawing may show any orientation of the piece.
        shape = random.choice(orientations(shape, turn, flip))
        same = [
            j
            for j, piece in enumerate(pieces)
            if orientations(piece.shape, piece.turn, piece.flip)
            == orientations(shape, piece.turn, piece.flip)
        ]
        if same and random.random() < 0.5:
            j = random.choice(same)
            number = pieces[j].most + 1
            pieces[j] = pieces[j]._replace(least=number, most=number)
        else:
            pieces.append(Piece(f"P{k}", (shape,), turn, flip))
    random.shuffle(pieces)
    return tuple(pieces)


def drawn_groups(
    random: Random, free: Sequence[Cell], spare: list[Cell]
) -> tuple[tuple[Group, ...], dict[Cell, str]]:
    """Return groups, each of a cell of `free` and up to three cells of `spare`, and the labels."""
    groups = []
    labels: dict[Cell, str] = {}
    for k, cell in enumerate(free):
        own = [cell]
        for _ in range(random.randrange(4)):
            if spare:
                own.append(spare.pop(random.randrange(len(spare))))
        random.shuffle(own)
        names = tuple(f"{'abcde'[k]}{j}" for j in range(len(own)))
        labels.update(zip(own, names, strict=True))
        groups.append(Group(f"group{k}", names))
    random.shuffle(groups)
    return tuple(groups), labels


@st.composite
def models(
    draw: st.DrawFn,
    most_cells: int = 20,
    most_size: int = 5,
    most_groups: int = 3,
    most_side: int = 6,
) -> Model:
    """Draw a puzzle without faults that a puzzle file with the key `board` can describe."""
    random = draw(st.randoms(use_true_random=False))
    height = draw(st.integers(1, most_side))
    width = draw(st.integers(1, max(1, most_cells // height)))
    number_of_groups = draw(st.integers(0, most_groups))
    swaps = draw(st.sampled_from([0, 0, 1, 2, 3]))
    sizes = range(draw(st.integers(1, most_size)), most_size + 1)
    holes = draw(st.integers(0, 4))
    places: list[Cell] = [(r, c) for r in range(height) for c in range(width)]
    random.shuffle(places)
    keep = max(number_of_groups + 1, len(places) - holes)
    cells = places[:keep]
    free = cells[: min(number_of_groups, len(cells) - 1)]
    to_cover = cells[len(free) :]
    pieces = drawn_pieces(random, cut(random, to_cover, sizes), swaps)
    groups, labels = drawn_groups(random, free, list(to_cover))
    # Some cells have a label that is in no group.
    for k, cell in enumerate(to_cover):
        if cell not in labels and random.random() < 0.2:
            labels[cell] = f"x{k}"
    rows = [
        [labels.get((r, c), ".") if (r, c) in set(cells) else "#" for c in range(width)]
        for r in range(height)
    ]
    model = Model("random", board(rows), pieces, groups)
    found = faults(model)
    assert not found, found
    return model


def rows_of(own: Board) -> list[list[str]]:
    rows = [["#"] * own.width for _ in range(own.height)]
    for (r, c), label in zip(own.cells, own.labels, strict=True):
        rows[r][c] = label or "."
    return rows


def stretched(model: Model, places: int = 128) -> Model:
    """Return the puzzle on a board of about `places` cells and holes: one more cell is far away,
    and its label must stay uncovered. The counts stay the same."""
    width = max(model.board.width, 12)
    rows = [[*row, *"#" * (width - len(row))] for row in rows_of(model.board)]
    rows += [["#"] * width for _ in range(places // width - len(rows))]
    rows[-1][-1] = "far"
    return model._replace(board=board(rows), groups=(*model.groups, Group("far", ("far",))))


FRAMES = [(1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (1, 1, 2), (1, 2, 2), (2, 2, 2), (3, 2, 1)]
BOUNDS = [(1, 1), (1, 1), (0, 1), (1, 2), (2, 2), (0, 2)]


@st.composite
def _side(draw: st.DrawFn, dimensions: int) -> Shape:
    """Draw a shape of up to four cells, which may be disconnected."""
    flat = st.tuples(st.integers(0, 1), st.integers(0, 2))
    solid = st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 1))
    cells: set[Cell] = set(
        draw(st.sets(flat if dimensions == 2 else solid, min_size=1, max_size=4))
    )
    return normal(cells)


@st.composite
def fittings(draw: st.DrawFn, sticks: bool = True) -> Model:
    """Draw a puzzle without groups and faults; with `steps`, its lattice may be STICKS."""
    size = draw(st.sampled_from(FRAMES))
    cells: list[Cell] = list(product(*map(range, size)))
    holes = draw(st.sets(st.integers(0, len(cells) - 1), max_size=2))
    cells = [cell for k, cell in enumerate(cells) if k not in holes] or cells
    lattice = draw(st.sampled_from([SQUARES, SQUARES, SQUARES, STICKS])) if sticks else SQUARES
    cells = [cell for cell in cells if lattice.holds(cell)]
    coloured = draw(st.sampled_from([False, False, True]))
    mark = st.integers(1, 2)
    marks = st.lists(mark, min_size=len(cells), max_size=len(cells)).map(tuple)
    optional = draw(st.sampled_from(["none", "none", "some", "all"]))
    open_cells = {
        "none": frozenset[int](),
        "some": draw(st.frozensets(st.integers(0, len(cells) - 1), max_size=3)),
        "all": frozenset(range(len(cells))),
    }[optional]
    pieces = []
    for k in range(draw(st.integers(1, 3))):
        sides = draw(st.lists(_side(len(size)), min_size=1, max_size=2))
        held = [[c for c in side if lattice.holds(c)] or [(0,) * len(size)] for side in sides]
        sides = [normal(side, lattice) for side in held]
        least, most = draw(st.sampled_from(BOUNDS))
        colours = tuple(draw(st.tuples(*[mark] * len(side))) if coloured else () for side in sides)
        turn, flip = draw(st.booleans()), draw(st.booleans())
        own = colours if coloured else ()
        pieces.append(Piece(f"P{k}", tuple(sides), turn, flip, least, most, own))
    return Model(
        "fitting",
        Board(tuple(cells), (), draw(marks) if coloured else (), open_cells),
        tuple(pieces),
        interchangeable=draw(st.booleans()),
        lattice=lattice,
    )


@st.composite
def free_fittings(draw: st.DrawFn) -> Model:
    """Draw a puzzle in which every motion of the board maps placements to placements. All pieces
    may be turned and flipped, have no colours, and are flat in space, so that none is chiral."""
    model = draw(fittings(sticks=False))
    pieces = []
    for own in model.pieces:
        sides = own.sides
        if model.board.dimensions == 3:
            flat = [[cell for cell in side if cell[0] == 0] or [(0, 0, 0)] for side in sides]
            sides = tuple(map(normal, flat))
        pieces.append(own._replace(sides=sides, turn=True, flip=True, colours=()))
    plain = model.board._replace(colours=())
    return model._replace(board=plain, pieces=tuple(pieces))


@st.composite
def cut_boxes(draw: st.DrawFn) -> Model:
    """Draw a rectangle or box that is cut into pieces, so that it has symmetries and solutions."""
    random = draw(st.randoms(use_true_random=False))
    cells = tuple(product(*map(range, draw(st.sampled_from([(2, 2), (2, 3), (3, 3), (2, 2, 2)])))))
    pieces = drawn_pieces(random, cut(random, cells, (1, 2, 3)), 0)
    return Model("box", Board(cells), pieces, interchangeable=draw(st.booleans()))


@st.composite
def grouped(draw: st.DrawFn) -> Model:
    """Draw a puzzle of `fittings` with one or two groups of labels, if it has enough cells."""
    model = draw(fittings(sticks=False))
    cells = model.board.cells
    numbers = draw(st.permutations(range(len(cells))))
    sizes = draw(st.lists(st.integers(1, 2), min_size=1, max_size=2))
    labels = [""] * len(cells)
    groups = []
    for k, number in enumerate(sizes):
        own, numbers = numbers[:number], numbers[number:]
        for j, cell in enumerate(own):
            labels[cell] = f"{'ab'[k]}{j}"
        if own:
            groups.append(Group(f"group{k}", tuple(f"{'ab'[k]}{j}" for j in range(len(own)))))
    return model._replace(board=model.board._replace(labels=tuple(labels)), groups=tuple(groups))


@st.composite
def bare_models(draw: st.DrawFn) -> Model:
    """Draw a puzzle whose pieces are given as bare placements."""
    size = draw(st.integers(1, 6))
    way = st.sets(st.integers(0, size - 1), min_size=1, max_size=3).map(lambda s: tuple(sorted(s)))
    pieces = []
    for k in range(draw(st.integers(1, 4))):
        least, most = draw(st.sampled_from(BOUNDS))
        placements = tuple(sorted(draw(st.sets(way, max_size=5))))
        pieces.append(Piece(f"P{k}", least=least, most=most, placements=placements))
    optional = draw(st.frozensets(st.integers(0, size - 1)))
    return Model(
        "bare",
        Board(tuple((k,) for k in range(size)), optional=optional),
        tuple(pieces),
        interchangeable=draw(st.booleans()),
    )


@st.composite
def cut_frames(draw: st.DrawFn, most_side: int = 4) -> Model:
    """Draw a flat frame cut into pieces, some of which have a second side with one more cell."""
    random = draw(st.randoms(use_true_random=False))
    height, width = draw(st.integers(1, 3)), draw(st.integers(2, most_side))
    cells: list[Cell] = [(r, c) for r in range(height) for c in range(width)]
    hole = draw(st.sampled_from([None, *cells]))
    # For up to `more` pieces, only the larger side has as many cells as the part of the frame.
    more = draw(st.integers(0, 2))
    frame = [cell for cell in cells if cell != hole]
    pieces = []
    for k, part in enumerate(cut(random, frame, range(2, 5))):
        shape = normal(part)
        sides = [shape]
        if random.random() < 0.6:
            near = sorted({c for cell in shape for c in SQUARES.neighbours(cell)} - set(shape))
            sides.append(normal([*shape, random.choice(near)]))
            if len(shape) > 1 and more and random.random() < 0.5:
                smaller = [cell for cell in shape if cell != shape[-1]]
                sides = [normal(smaller), shape]
                more -= 1
        random.shuffle(sides)
        turn, flip = random.random() < 0.8, random.random() < 0.6
        pieces.append(Piece(f"P{k}", tuple(sides), turn, flip))
    return Model("cut", Board(tuple(frame)), tuple(pieces), interchangeable=random.random() < 0.5)
