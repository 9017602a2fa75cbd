"""Shapes: drawings, motions flat and in space, congruence, parts."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle.puzzle.lattice import moved, signed_permutations
from calpuzzle.puzzle.lattices import SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.shapes import (
    Cell,
    Shape,
    drawing,
    flipped,
    from_drawing,
    normal,
    orientations,
    parts,
    turned,
)

flat = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=8)
coordinate = st.integers(-2, 2)
solid = st.sets(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=6)
any_cells = flat | solid


def shape(text: str) -> Shape:
    return from_drawing(text.split("|"))


@sampled(20, 100, found=any_cells, shift=st.lists(st.integers(-9, 9), min_size=3, max_size=3))
def test_normal_form_forgets_the_place_only_and_neighbours_share_an_edge(
    found: set[Cell], shift: list[int]
) -> None:
    form = normal(found)
    assert normal(tuple(x + d for x, d in zip(cell, shift, strict=False)) for cell in found) == form
    assert all(min(axis) == 0 for axis in zip(*form, strict=True))
    assert len(form) == len(found)
    assert list(form) == sorted(form)
    for cell in found:
        near = SQUARES.neighbours(cell)
        assert len(set(near)) == 2 * len(cell)
        for other in near:
            assert sum(abs(a - b) for a, b in zip(cell, other, strict=True)) == 1


@sampled(
    20,
    100,
    found=any_cells,
    shift=st.lists(st.integers(-9, 9), min_size=3, max_size=3),
    step=st.integers(2, 3),
)
def test_by_steps_only_multiples_are_forgotten(
    found: set[Cell], shift: list[int], step: int
) -> None:
    lattice = (SQUARES, STICKS, TRIANGLES)[step - 1]
    form = normal(found, lattice)
    assert all(0 <= min(axis) < step for axis in zip(*form, strict=True))
    there = [tuple(x + step * d for x, d in zip(cell, shift, strict=False)) for cell in found]
    assert normal(there, lattice) == form
    beside = [(cell[0] + 1, *cell[1:]) for cell in found]
    assert normal(beside, lattice) != form


def test_drawings_turned_and_empty() -> None:
    assert from_drawing(["...", ""]) == ()
    assert from_drawing([]) == ()
    assert drawing(turned(shape("#..|###"))) == ["##", "#.", "#."]
    assert drawing(flipped(shape("#..|###"))) == ["..#", "###"]
    for motion in SQUARES.motions(3, True, False):
        assert moved(motion, (5, 1, 2))[0] == 5
    over = SQUARES.motions(3, False, True)[1]
    assert moved(over, (5, 1, 2)) == (-5, 1, -2)


@sampled(20, 100, found=flat)
def test_drawings_are_read_back_and_motions_undo_themselves(found: set[Cell]) -> None:
    form = normal(found)
    assert from_drawing(drawing(form)) == form
    assert turned(turned(turned(turned(form)))) == form
    assert flipped(flipped(form)) == form
    assert flipped(turned(form)) == turned(turned(turned(flipped(form))))


# --- motions


@pytest.mark.parametrize("dimensions", [1, 2, 3, 4])
def test_signed_permutations_are_all_and_know_their_determinant(dimensions: int) -> None:
    found = signed_permutations(dimensions)
    assert len({motion for motion, _ in found}) == len(found)
    assert len(found) == 2**dimensions * int(np.prod(range(1, dimensions + 1)))
    unit = np.eye(dimensions, dtype=int)
    for motion, sign in found:
        matrix = np.array([moved(motion, tuple(row)) for row in unit.tolist()])
        assert round(np.linalg.det(matrix)) == sign


@pytest.mark.parametrize(
    ("dimensions", "turn", "flip", "number"),
    [
        (2, False, False, 1),
        (2, True, False, 4),
        (2, False, True, 2),
        (2, True, True, 8),
        (3, False, False, 1),
        (3, True, False, 4),
        (3, False, True, 2),
        (3, True, True, 24),
        (4, True, True, 192),
    ],
)
def test_how_many_motions_a_piece_may_make(
    dimensions: int, turn: bool, flip: bool, number: int
) -> None:
    found = SQUARES.motions(dimensions, turn, flip)
    assert len(set(found)) == len(found) == number
    sign = dict(signed_permutations(dimensions))
    if dimensions > 2:
        assert {sign[motion] for motion in found} == {1}  # no solid piece is mirrored
    # They are a group.
    unit = [tuple(int(a == b) for b in range(dimensions)) for a in range(dimensions)]
    images = {tuple(moved(motion, cell) for cell in unit) for motion in found}
    for one, other in product(found[:: 1 + len(found) // 24], found):
        assert tuple(moved(one, moved(other, cell)) for cell in unit) in images


@sampled(20, 100, found=any_cells, turn=st.booleans(), flip=st.booleans(), step=st.integers(1, 2))
def test_orientations_are_the_same_from_each_of_them(
    found: set[Cell], turn: bool, flip: bool, step: int
) -> None:
    lattice = (SQUARES, STICKS, TRIANGLES)[step - 1]
    all_of_them = orientations(normal(found, lattice), turn, flip, lattice)
    assert list(all_of_them) == sorted(set(all_of_them))
    assert len(SQUARES.motions(len(next(iter(found))), turn, flip)) % len(all_of_them) == 0
    for form in all_of_them:
        assert orientations(form, turn, flip, lattice) == all_of_them


@pytest.mark.parametrize(
    ("text", "turns", "flips", "both"),
    [
        ("#", 1, 1, 1),
        ("####", 2, 1, 2),
        (".#.|###|.#.", 1, 1, 1),
        (".##|##.", 2, 2, 4),
        ("#..|###", 4, 2, 8),
        ("###|.#.|.#.", 4, 1, 4),
        ("##.|.#.|.##", 2, 2, 4),
        ("#..|#..|###", 4, 2, 4),
    ],
)
def test_numbers_of_orientations(text: str, turns: int, flips: int, both: int) -> None:
    assert len(orientations(shape(text), False, False)) == 1
    assert len(orientations(shape(text), True, False)) == turns
    assert len(orientations(shape(text), False, True)) == flips
    assert len(orientations(shape(text), True, True)) == both


def test_as_many_as_is_known() -> None:
    # OEIS A000105 and A000988: free and one-sided polyominoes.
    found: set[Shape] = {((0, 0),)}
    for free, one_sided in [(1, 1), (2, 2), (5, 7), (12, 18), (35, 60)]:
        found = grown(found)
        assert len({orientations(form, True, True) for form in found}) == free
        assert len({orientations(form, True, False) for form in found}) == one_sided
    # OEIS A000162: polycubes up to rotation, mirror images apart.
    found = {((0, 0, 0),)}
    for number in (1, 2, 8):
        found = grown(found)
        assert len({orientations(form, True, True) for form in found}) == number


def grown(found: set[Shape]) -> set[Shape]:
    return {
        normal({*form, near})
        for form in found
        for cell in form
        for near in SQUARES.neighbours(cell)
        if near not in form
    }


# --- parts


def test_parts_hold_together_by_edges_only() -> None:
    assert parts([]) == 0
    assert parts(shape("##|##")) == 1
    assert parts(shape("#.|.#")) == 2
    assert parts(shape("#.#|...|#.#")) == 4
    assert parts(shape("###|#.#|###")) == 1
    assert parts([(0, 0, 0), (0, 1, 1)]) == 2
    assert parts([(0, 0, 0), (1, 0, 0), (1, 0, 1)]) == 1
