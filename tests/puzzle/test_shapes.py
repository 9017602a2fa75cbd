"""Shapes: drawings, motions, congruence, parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calpuzzle.puzzle.shapes import drawing, flipped, from_drawing, normal, orientations, parts, turned

cells = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=8)


def shape(text):
    return from_drawing(text.split("|"))


@given(cells, st.integers(-9, 9), st.integers(-9, 9))
def test_normal_form_forgets_the_place_only(found, down, right):
    form = normal(found)
    assert normal((r + down, c + right) for r, c in found) == form
    assert min(r for r, _ in form) == min(c for _, c in form) == 0
    assert len(form) == len(found)


@given(cells)
def test_drawings_are_read_back(found):
    assert from_drawing(drawing(normal(found))) == normal(found)


@given(cells)
def test_motions_undo_themselves(found):
    form = normal(found)
    assert turned(turned(turned(turned(form)))) == form
    assert flipped(flipped(form)) == form
    assert flipped(turned(form)) == turned(turned(turned(flipped(form))))


def test_a_quarter_turn_is_clockwise_and_a_flip_goes_left_to_right():
    assert drawing(turned(shape("#..|###"))) == ["##", "#.", "#."]
    assert drawing(flipped(shape("#..|###"))) == ["..#", "###"]


@given(cells, st.booleans(), st.booleans())
def test_orientations_are_the_same_from_each_of_them(found, turn, flip):
    all_of_them = orientations(normal(found), turn, flip)
    assert list(all_of_them) == sorted(set(all_of_them))
    for form in all_of_them:
        assert orientations(form, turn, flip) == all_of_them


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
def test_numbers_of_orientations(text, turns, flips, both):
    assert len(orientations(shape(text), False, False)) == 1
    assert len(orientations(shape(text), True, False)) == turns
    assert len(orientations(shape(text), False, True)) == flips
    assert len(orientations(shape(text), True, True)) == both


def test_free_and_one_sided_polyominoes_are_as_many_as_is_known():
    # OEIS A000105 and A000988: free and one-sided polyominoes.
    found = {((0, 0),)}
    for free, one_sided in [(1, 1), (2, 2), (5, 7), (12, 18), (35, 60)]:
        found = {
            normal({*form, near})
            for form in found
            for r, c in form
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
            if near not in form
        }
        assert len({orientations(form, True, True) for form in found}) == free
        assert len({orientations(form, True, False) for form in found}) == one_sided


def test_parts_hold_together_by_edges_only():
    assert parts([]) == 0
    assert parts(shape("##|##")) == 1
    assert parts(shape("#.|.#")) == 2
    assert parts(shape("#.#|...|#.#")) == 4
    assert parts(shape("###|#.#|###")) == 1


def test_an_empty_drawing_has_no_cells():
    assert from_drawing(["...", ""]) == ()
    assert from_drawing([]) == ()
