"""Shapes: drawings, motions in the plane and in space, and orientations."""

from __future__ import annotations

from itertools import product

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
    turned,
)

flat = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=8)
coordinate = st.integers(-2, 2)
solid = st.sets(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=6)
any_cells = flat | solid


def shape(text: str) -> Shape:
    return from_drawing(text.split("|"))


def test_drawings_are_turned_and_flipped_and_may_be_empty() -> None:
    assert from_drawing(["...", ""]) == ()
    assert from_drawing([]) == ()
    assert drawing(turned(shape("#..|###"))) == ["##", "#.", "#."]
    assert drawing(flipped(shape("#..|###"))) == ["..#", "###"]
    for motion in SQUARES.motions(3, True, False):
        assert moved(motion, (5, 1, 2))[0] == 5
    over = SQUARES.motions(3, False, True)[1]
    assert moved(over, (5, 1, 2)) == (-5, 1, -2)


@sampled(20, 100, found=flat)
def test_drawings_round_trip_and_repeated_motions_cancel(found: set[Cell]) -> None:
    form = normal(found)
    assert from_drawing(drawing(form)) == form
    assert turned(turned(turned(turned(form)))) == form
    assert flipped(flipped(form)) == form
    assert flipped(turned(form)) == turned(turned(turned(flipped(form))))


# --- motions


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
def test_motions_form_a_group_of_the_expected_size(
    dimensions: int, turn: bool, flip: bool, number: int
) -> None:
    found = SQUARES.motions(dimensions, turn, flip)
    assert len(set(found)) == len(found) == number
    sign = dict(signed_permutations(dimensions))
    if dimensions > 2:
        assert {sign[motion] for motion in found} == {1}  # solid pieces are not mirrored
    # The product of two motions is a motion.
    unit = [tuple(int(a == b) for b in range(dimensions)) for a in range(dimensions)]
    images = {tuple(moved(motion, cell) for cell in unit) for motion in found}
    for one, other in product(found[:: 1 + len(found) // 24], found):
        assert tuple(moved(one, moved(other, cell)) for cell in unit) in images


@sampled(20, 100, found=any_cells, turn=st.booleans(), flip=st.booleans(), step=st.integers(1, 2))
def test_every_orientation_of_a_shape_has_the_same_orientations(
    found: set[Cell], turn: bool, flip: bool, step: int
) -> None:
    lattice = (SQUARES, STICKS, TRIANGLES)[step - 1]
    every = orientations(normal(found, lattice), turn, flip, lattice)
    assert list(every) == sorted(set(every))
    assert len(SQUARES.motions(len(next(iter(found))), turn, flip)) % len(every) == 0
    for form in every:
        assert orientations(form, turn, flip, lattice) == every
