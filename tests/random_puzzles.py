"""Random small puzzles, for hypothesis: what a puzzle file may say, in all its odd corners.

A random board is cut into random connected pieces, so that about every puzzle has a date with a
solution; then some pieces are changed so that many have none. Pieces may be turned or not and
flipped or not, may be equal by count or under two names, may have one cell.
"""

from __future__ import annotations

from hypothesis import strategies as st

from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.shapes import normal, orientations
from calpuzzle.puzzle.validate import faults


def near(cell):
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def cut(random, cells, sizes):
    """Cut the cells into connected parts of about these sizes, at random."""
    left = set(cells)
    parts = []
    while left:
        part = [random.choice(sorted(left))]
        left.remove(part[0])
        size = random.choice(sizes)
        while len(part) < size:
            touching = sorted({c for cell in part for c in near(cell)} & left)
            if not touching:
                break
            part.append(random.choice(touching))
            left.remove(part[-1])
        parts.append(tuple(part))
    return parts


def other_shape(random, shape):
    """A random shape of as many cells."""
    cells = [(0, 0)]
    while len(cells) < len(shape):
        cells.append(random.choice(sorted({c for cell in cells for c in near(cell)} - set(cells))))
    return normal(cells)


def drawn_pieces(random, parts, swaps):
    """Pieces for the parts: some joined by a count, some given other shapes or motions."""
    shapes = [normal(part) for part in parts]
    for k in random.sample(range(len(shapes)), min(swaps, len(shapes))):
        shapes[k] = other_shape(random, shapes[k])
    pieces: list[Piece] = []
    for k, shape in enumerate(shapes):
        turn, flip = random.random() < 0.7, random.random() < 0.6
        # Drawn in any position that its motions reach.
        shape = random.choice(orientations(shape, turn, flip))
        same = [
            j
            for j, piece in enumerate(pieces)
            if piece.orientations == orientations(shape, piece.turn, piece.flip)
        ]
        if same and random.random() < 0.5:
            j = random.choice(same)
            pieces[j] = pieces[j]._replace(copies=pieces[j].copies + 1)
        else:
            pieces.append(Piece(f"P{k}", shape, turn, flip))
    random.shuffle(pieces)
    return tuple(pieces)


def drawn_groups(random, free, spare):
    """Groups whose first cells are `free`, with further labels out of `spare`."""
    groups = []
    labels = {}
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
def models(draw, most_cells=20, most_size=5, most_groups=3, most_side=6):
    """A puzzle without faults."""
    random = draw(st.randoms(use_true_random=False))
    height = draw(st.integers(1, most_side))
    width = draw(st.integers(1, max(1, most_cells // height)))
    number_of_groups = draw(st.integers(0, most_groups))
    swaps = draw(st.sampled_from([0, 0, 1, 2, 3]))
    sizes = range(draw(st.integers(1, most_size)), most_size + 1)
    holes = draw(st.integers(0, 4))
    board = [(r, c) for r in range(height) for c in range(width)]
    random.shuffle(board)
    keep = max(number_of_groups + 1, len(board) - holes)
    cells = board[:keep]
    free = cells[: min(number_of_groups, len(cells) - 1)]
    to_cover = cells[len(free) :]
    pieces = drawn_pieces(random, cut(random, to_cover, sizes), swaps)
    groups, labels = drawn_groups(random, free, list(to_cover))
    # Labels in no group are ordinary cells.
    for k, cell in enumerate(to_cover):
        if cell not in labels and random.random() < 0.2:
            labels[cell] = f"x{k}"
    rows = tuple(
        tuple(labels.get((r, c), ".") if (r, c) in set(cells) else "#" for c in range(width))
        for r in range(height)
    )
    model = Model("random", Board(rows), pieces, groups)
    found = faults(model)
    # A changed piece may fit nowhere: that is a fault, and tested elsewhere.
    if any("fits nowhere" in fault for fault in found):
        pieces = drawn_pieces(random, cut(random, to_cover, sizes), 0)
        model = model._replace(pieces=pieces)
        found = faults(model)
    assert not found, found
    return model


def stretched(model, places=128):
    """The puzzle with a far cell, whose label must stay uncovered, so that its frame is stretched
    to nearly so many places; the counts are the same."""
    width = max(model.board.width, 12)
    rows = [[*row, *"#" * (width - len(row))] for row in model.board.rows]
    rows += [["#"] * width for _ in range(places // width - len(rows))]
    rows[-1][-1] = "far"
    return model._replace(
        board=Board(tuple(map(tuple, rows))), groups=(*model.groups, Group("far", ("far",)))
    )
