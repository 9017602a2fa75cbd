"""Symmetries: motions of the board that keep the puzzle, and one solution of each class. They are
compared with motions computed with matrices, and on drawings with `plane`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from operator import itemgetter
from random import Random

import definition
import numpy as np
import plane
import pytest
import shipped
from building import board, piece
from definition import Solution
from hypothesis import strategies as st
from random_puzzles import fittings, free_fittings, grouped
from sampled import sampled

from calpuzzle.base.errors import InputError
from calpuzzle.engines import load
from calpuzzle.formats import dpf, toml
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SPHERES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.placements import options_of
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.puzzle.symmetry import Symmetry, described, symmetries, unique

Map = dict[Cell, Cell]


def board_motions(model: Model, mirrors: bool = True) -> Iterator[Map]:
    """Yield the image of each cell under each motion that keeps the board, its colours and its
    optional cells. A board of one layer is flat, so turning it over is a mirror image."""
    cells = np.array(model.board.cells)
    wide = [k for k in range(cells.shape[1]) if np.ptp(cells[:, k])]
    for k in reversed(range(cells.shape[1])):
        if len(wide) < 2 and k not in wide:
            wide.append(k)
    wide.sort()
    marks = {
        cell: (model.board.colours[k] if model.board.colours else 0, k in model.board.optional)
        for k, cell in enumerate(model.board.cells)
    }
    for axes in permutations(range(len(wide))):
        for signs in product((1, -1), repeat=len(wide)):
            matrix = np.zeros((len(wide), len(wide)), int)
            matrix[range(len(wide)), axes] = signs
            if not mirrors and round(np.linalg.det(matrix)) < 0:
                continue
            images = cells.copy()
            images[:, wide] = cells[:, wide] @ matrix.T
            images += cells.min(axis=0) - images.min(axis=0)
            image_of = {
                cell: tuple(int(x) for x in image)
                for cell, image in zip(model.board.cells, images, strict=True)
            }
            if all(marks.get(at) == marks[cell] for cell, at in image_of.items()):
                yield image_of


def moved(solution: Solution, image_of: Map) -> Solution:
    return frozenset(
        (kind, tuple(sorted(image_of[cell] for cell in cells))) for kind, cells in solution
    )


@sampled(20, 75, model=free_fittings(), mirrors=st.booleans())
def test_unique_yields_one_solution_of_each_class(model: Model, mirrors: bool) -> None:
    lowered = Lowering(model)
    found = definition.solutions(model)
    maps = list(board_motions(model, mirrors))
    classes = {frozenset(moved(solution, image_of) for image_of in maps) for solution in found}
    group = symmetries(lowered, mirrors)
    solutions = list(load("reference").solutions(lowered.cover))
    chosen = list(unique(solutions, group))
    assert len(chosen) == len(classes)
    assert set(chosen) <= set(solutions)
    for solution in chosen:
        images = {tuple(sorted(s.options[k] for k in solution)) for s in group}
        assert min(images) == solution


@sampled(20, 50, model=fittings() | grouped(), mirrors=st.booleans())
def test_symmetries_form_a_group_that_permutes_the_solutions(model: Model, mirrors: bool) -> None:
    lowered = Lowering(model)
    group = symmetries(lowered, mirrors)
    number = len(lowered.cover.options)
    assert group[0] == Symmetry(tuple(range(number)), False)
    maps = {symmetry.options for symmetry in group}
    assert len(maps) == len(group)
    for one, other in product(maps, repeat=2):
        assert tuple(one[other[k]] for k in range(number)) in maps
    solutions = set(load("reference").solutions(lowered.cover))
    for symmetry in group:
        assert sorted(symmetry.options) == list(range(number))
        assert {tuple(sorted(symmetry.options[k] for k in s)) for s in solutions} == solutions
        assert mirrors or not symmetry.mirror
    # The orbits of the unique solutions partition the solutions.
    orbits = [
        {tuple(sorted(s.options[k] for k in solution)) for s in group}
        for solution in unique(sorted(solutions), group)
    ]
    assert sum(map(len, orbits)) == len(solutions)
    assert set().union(*orbits) == solutions if orbits else not solutions


@pytest.mark.parametrize(
    ("name", "layers"),
    [*((name, 1) for name in plane.NAMES), ("hexagons", 2), ("triangles", 2)],
)
def test_symmetries_are_the_rigid_motions_of_the_drawing(name: str, layers: int) -> None:
    """The piece M of one cell determines the image of each cell. P, which may not be turned,
    excludes the motions that do not keep its placements.

    Layers of squares are boards of cubes, which have other motions; `board_motions` has them."""
    for seed in range(30):
        rng = Random(seed)
        spots = [*plane.rectangle(name, rng.randint(1, 4), rng.randint(2, 6))]
        parts = [plane.some(name, spots, rng.randint(1, 5), rng) for _ in range(layers)]
        marks = {
            (z, *at): rng.choice("#" if name == "sticks" else "##?")
            for z in range(layers)
            for at in sorted(parts[z])
        }
        rows = [
            "\n".join("".join(marks.get((z, *at), ".") for at in row) for row in plane.rows(spots))
            for z in range(layers)
        ]
        frame = plane.drawn(name, parts[0]) if name == "sticks" else "\n\n".join(rows)
        unturned = plane.drawn(name, plane.some(name, parts[0], 2, rng))
        text = f"""
            lattice = "{name}"
            frame = '''\n{frame}\n'''
            [pieces]
            M = {{ shape = "{"00-" if name == "sticks" else "#"}", min = 0, max = 40 }}
            P = {{ shape = '''\n{unturned}\n''', min = 0, turn = false }}
            """
        lowered = Lowering(toml.read(text, "x", False))
        number = dict(zip(lowered.model.board.cells, marks, strict=True))
        options = {
            (lowered.class_of(k), frozenset(number[cell] for cell in lowered.cells_of(k))): k
            for k in range(len(lowered.cover.options))
        }
        found: dict[tuple[int, ...], bool] = {}
        for image_of, mirrored in sorted(plane.motions(name, marks), key=itemgetter(1)):
            images = [
                options.get((kind, frozenset(image_of[cell] for cell in at)), -1)
                for kind, at in options
            ]
            if -1 not in images and all(marks[a] == marks[b] for a, b in image_of.items()):
                found.setdefault(tuple(images), mirrored)
        assert dict(symmetries(lowered)) == found, text


# --- boards with known symmetries


def square(side: int, layers: int = 0) -> Board:
    sides = (layers, side, side) if layers else (side, side)
    return Board(tuple(product(*map(range, sides))))


def number(model: Model, mirrors: bool = True) -> tuple[int, int]:
    """Return the number of symmetries, and how many of them are mirror images."""
    group = symmetries(Lowering(model), mirrors)
    return len(group), sum(symmetry.mirror for symmetry in group)


def test_symmetries_of_flat_and_solid_boards() -> None:
    domino = piece("D", "##", copies=2)
    assert number(Model("x", square(2), (domino,))) == (8, 4)
    assert number(Model("x", square(2), (domino,)), mirrors=False) == (4, 0)
    assert number(Model("x", board(". . .", ". . ."), (piece("D", "##", copies=3),))) == (4, 2)
    # A half turn and a reflection have the same effect on a row, and count as one turn.
    assert number(Model("x", board(". . . ."), (domino,))) == (2, 0)
    # A chiral piece that may not be flipped excludes mirror images.
    chiral = piece("J", "#..|###", flip=False, copies=2)
    assert number(Model("x", board(". . . .", ". . . ."), (chiral,))) == (2, 0)
    unturned = piece("D", "##", turn=False, copies=2)
    # Quarter turns are excluded, and each reflection has the same effect as one of the turns.
    assert number(Model("x", square(2), (unturned,))) == (2, 0)
    # A mirror image exchanges the two pieces of a mirrored pair.
    pair = (chiral._replace(least=1, most=1), piece("L", "..#|###", flip=False))
    assert number(Model("x", board(". . . .", ". . . ."), pair)) == (4, 2)
    bar = Piece("B", (((0, 0, 0), (0, 0, 1)),), least=4, most=4)
    assert number(Model("x", square(2, layers=2), (bar,))) == (48, 24)
    assert number(Model("x", square(2, layers=2), (bar,)), mirrors=False) == (24, 0)
    tall = Board(tuple(product(range(3), range(2), range(2))))
    assert number(Model("x", tall, (bar._replace(least=6, most=6),))) == (16, 8)
    screw = Piece("S", (((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)),), least=2, most=2)
    assert number(Model("x", square(2, layers=2), (screw,))) == (24, 0)
    flat_piece = Piece("L", (((0, 0, 0), (0, 0, 1), (0, 1, 0)),))
    single = Piece("M", (((0, 0, 0),),))
    solid = Model("x", square(2, layers=1), (flat_piece, single))
    flat = Model("x", square(2), (piece("L", "##|#."), piece("M", "#")))
    assert number(solid) == number(flat) == (8, 4)
    assert number(solid, mirrors=False) == number(flat, mirrors=False) == (4, 0)
    # A board one column wide is flat, too.
    wall = Model("x", Board(tuple((a, b, 0) for a, b in product(range(2), repeat=2))), solid.pieces)
    assert number(wall) == (8, 4)
    point = Model("x", Board(((5, 5, 5),)), (single,))
    assert number(point) == (1, 0)


@pytest.mark.parametrize(
    ("lattice", "cells", "expected"),
    [
        # A layer of polygons is flat, whatever its coordinates. A layer of spheres is not, so that
        # turning it over is not a mirror image.
        (HEXAGONS, [(4, 0, 0), (4, 0, 1), (4, 1, 0)], (6, 3)),
        (SPHERES, [(4, 0, 0), (4, 1, 1), (4, 2, 0), (4, 1, -1)], (8, 0)),
        # A sphere, which every motion keeps, although the motions of spheres are not a group; a
        # tetrahedron; and a sphere with six around it, which is turned by sixths.
        (SPHERES, [(0, 0, 0)], (1, 0)),
        (SPHERES, [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)], (24, 12)),
        (SPHERES, [(0, 0, 0), *permutations((-1, 0, 1))], (12, 0)),
    ],
)
def test_symmetries_on_other_lattices(
    lattice: Lattice, cells: list[Cell], expected: tuple[int, int]
) -> None:
    single = Piece("M", (((0, 0, 0),),), least=0, most=len(cells))
    model = Model("x", Board(tuple(sorted(cells))), (single,), lattice=lattice)
    assert number(model) == expected
    assert number(model, mirrors=False) == (expected[0] - expected[1], 0)


def test_symmetries_keep_colours_optional_cells_and_groups() -> None:
    single = Piece("M", (((0, 0),),), least=4, most=4)
    assert number(Model("x", square(2), (single,))) == (8, 4)
    one_optional = square(2)._replace(optional=frozenset({0}))
    assert number(Model("x", one_optional, (single._replace(least=3),))) == (2, 1)
    coloured = square(2)._replace(colours=(1, 2, 2, 1))
    pieces = tuple(
        Piece(name, (((0, 0),),), least=2, most=2, colours=((colour,),))
        for name, colour in (("A", 1), ("B", 2))
    )
    assert number(Model("x", coloured, pieces)) == (4, 2)
    rows = board("a . .", ". . .", ". . b")
    group = (Group("g", ("a", "b")),)
    singles = (piece("M", "#", copies=8),)
    # The motions exchange the two labels of the group, or keep both in place.
    assert number(Model("x", rows, singles, group)) == (4, 2)
    alone = Model("x", board("a . .", ". . .", ". . ."), singles, (Group("g", ("a",)),))
    assert number(alone) == (2, 1)
    both = (Group("g", ("a",)), Group("h", ("b",)))
    assert number(Model("x", rows, (piece("M", "#", copies=7),), both)) == (4, 2)


def test_symmetries_rejects_bare_cells_and_more_than_5_dimensions() -> None:
    bare = Lowering(Model("numbers", Board(((0,),)), (Piece("A", placements=((0,),)),)))
    with pytest.raises(InputError, match=r"numbers have no coordinates, .* list all solutions"):
        symmetries(bare)
    cells = ((0,) * 6, (1,) * 6)
    far = Piece("A", (cells[:1],), turn=False, flip=False, least=2, most=2)
    with pytest.raises(InputError, match="up to 5 dimensions"):
        symmetries(Lowering(Model("x", Board(cells), (far,))))
    empty = Lowering(Model("x", Board(()), (piece("M", "#"),)))
    assert symmetries(empty) == (Symmetry((), False),)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("soma", "48 symmetries: 24 turns (including the identity), 24 mirror images"),
        ("pentominoes-6x10", "4 symmetries: 2 turns (including the identity), 2 mirror images"),
        ("pentominoes-8x8", "8 symmetries: 4 turns (including the identity), 4 mirror images"),
        ("tetrasticks-4x4", "8 symmetries: 4 turns (including the identity), 4 mirror images"),
        ("dray", "no symmetries"),
        ("domino", "no symmetries"),
    ],
)
def test_described_counts_turns_and_mirror_images(name: str, words: str) -> None:
    assert described(symmetries(shipped.lowering(name))) == words


def test_placements_on_the_same_cells_differ_by_their_colours() -> None:
    """A rod of two colours has two placements on the same cells; a half turn exchanges them."""
    rod = Piece("A", (((0, 0), (0, 1)),), colours=((120, 121),))
    row = Board(((0, 0), (0, 1)), colours=(122, 122))
    model = Model("row", row, (rod,), fits=frozenset({(120, 122), (121, 122)}))
    lowered = Lowering(model)
    assert lowered.cover.options[0] == lowered.cover.options[1]
    assert {own.options for own in symmetries(lowered)} == {(0, 1), (1, 0)}
    with pytest.raises(InputError, match="cannot cover the same cells in several ways"):
        dpf.write(model)
    for placed in ("A@0,0:1", {"A": [[0, 0], [0, 1]]}):
        with pytest.raises(InputError, match="which differ only in colours"):
            options_of(lowered, placed)
