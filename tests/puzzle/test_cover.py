"""Covers that users define: validation, numbering, digests, copies, and generated clauses."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from itertools import product
from typing import Any

import pytest
from random_covers import by_definition, covers
from sampled import sampled

from calpuzzle.api.cover_handle import Cover
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.puzzle import cover as puzzle_cover
from calpuzzle.puzzle import program as module
from calpuzzle.puzzle.cover import MAX_BOUND, once_per_cover
from calpuzzle.puzzle.program import clauses, program


def faults(*about: Any, **more: Any) -> tuple[str, ...]:
    with pytest.raises(InputError) as caught:
        Cover(*about, **more)
    return caught.value.faults


def test_items_and_options_are_numbered() -> None:
    cover = Cover(["b", "a"], [("a", "b"), ["c", "b"], {"a"}], ["c"], names=["x", "y", "z"])
    assert cover.items == ("b", "a", "c")
    assert cover.options == ((0, 1), (0, 2), (1,))
    assert cover.bounds == ((1, 1), (1, 1), (0, 1))
    assert cover.names == ("x", "y", "z")
    assert Cover("a", ["a", "a"]).names == ("0", "1")
    assert (cover.axes, cover.shape, cover.instances, cover.pieces) == ((), (), 1, 0)
    assert cover.plane is None
    assert cover.instance(0) == ()
    assert cover.instance_contribution == {}


def test_cover_reports_every_fault() -> None:
    found = faults(
        "aab", ["ax", "", "aa"], names=["one"], multiplicity={"z": 1, "b": (2, 1)}, axes="bq"
    )
    assert found == (
        "the item a is listed twice",
        "there are 3 options, but 1 name",
        "the multiplicity names z, which is not a primary item",
        "the item b cannot be covered 2 to 1 times",
        "option 0 names x, which is not an item",
        "option 1 has no items",
        "option 2 has an item twice",
        "the axis b is not an item that is covered exactly once",
        "the axis q is not an item that is covered exactly once",
    )


IMPOSSIBLE_BOUNDS: list[Any] = [-1, (-1, 1), (2, 1), MAX_BOUND + 1, (0, MAX_BOUND + 1)]
INVALID_BOUNDS: list[Any] = ["x", [0, 1], (0, 1, 2), (), (0, 1.5), None, 1.0]


def test_cover_rejects_impossible_bounds_and_axes() -> None:
    for bounds in IMPOSSIBLE_BOUNDS:
        (fault,) = faults("a", ["a"], multiplicity={"a": bounds})
        assert fault.startswith("the item a cannot be covered ")
    for bounds in INVALID_BOUNDS:
        (fault,) = faults("a", ["a"], multiplicity={"a": bounds})
        assert fault.startswith("the multiplicity of a is ")
        assert fault.endswith(", not a whole number or a pair of them")
    wrong: list[Any] = [
        ("b", {}, ""),
        ("a", {"a": (0, 1)}, ""),
        ("a", {"a": 2}, ""),
        ("b", {}, "b"),
    ]
    for axes, bounds, secondary in wrong:
        (fault,) = faults("a", ["a"], secondary, multiplicity=bounds, axes=axes)
        assert fault == f"the axis {axes} is not an item that is covered exactly once"


def test_instances_are_numbered_by_the_product_of_the_axes() -> None:
    cover = Cover("abc", ["a", "b", "ac", "b", "bc", "c"], axes="ba")
    assert cover.axes == ((1, 3, 4), (0, 2))
    assert (cover.shape, cover.instances, cover.strides) == ((3, 2), 6, (2, 1))
    assert [cover.instance(k) for k in range(6)] == list(product((1, 3, 4), (0, 2)))
    assert cover.instance_contribution == {1: 0, 3: 2, 4: 4, 0: 0, 2: 1}
    cover = Cover("ab", ["ab", "a", "b"], axes="ab")
    assert [cover.instance(k) for k in range(4)] == [(0,), (0, 2), (1, 0), (1, 2)]
    assert cover.instance_contribution == {0: 0, 1: 2, 2: 1}
    assert cover.count() == 2
    for solution in cover.solve():
        assert cover.instance(sum(cover.instance_contribution[k] for k in solution)) == solution


@sampled(20, 100, one=covers(axes=True), other=covers(axes=True))
def test_the_digest_depends_on_exactly_what_a_count_depends_on(one: Cover, other: Cover) -> None:
    def relevant_parts(cover: Cover) -> tuple[object, ...]:
        return len(cover.primary), cover.options, cover.bounds, cover.axes

    assert len(one.digest()) == 32
    assert (one.digest() == other.digest()) == (relevant_parts(one) == relevant_parts(other))


@sampled(30, 100, cover=covers(axes=True))
def test_instance_numbers_are_sums_and_copies_equal_the_original(
    cover: Cover,
) -> None:
    for solution in by_definition(cover):
        number = sum(cover.instance_contribution.get(k, 0) for k in solution)
        assert set(cover.instance(number)) <= set(solution)
    count = cover.count("dancing")  # fills the caches before the copies are made
    for other in (pickle.loads(pickle.dumps(cover)), copy.copy(cover), copy.deepcopy(cover)):
        assert other.digest() == cover.digest()
        assert other.items == cover.items
        assert other.names == cover.names
        assert other.count("dancing") == count


def test_once_per_cover_caches_for_the_lifetime_of_each_cover() -> None:
    made: list[puzzle_cover.Cover] = []

    @once_per_cover
    def noted(cover: puzzle_cover.Cover) -> None:
        made.append(cover)

    one, other = Cover(["a"], [["a"]]), Cover(["a"], [["a"]])
    for cover in (one, one, other, one):
        assert noted(cover) is None
    assert made == [one, other]
    for copied in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        noted(copied)
    assert len(made) == 5
    there = weakref.ref(one)
    made.clear()
    del one, cover
    gc.collect()
    assert there() is None


def test_rows_of_a_matrix_are_no_options() -> None:
    (fault,) = faults([0, 1, 2], [[0, 1, 1], [1, 0, 0]])
    assert fault == (
        "these options look like the rows of a 0-1 matrix; pass the matrix to Cover.of_matrix"
    )
    assert Cover([0, 1], [[0, 1], [1]]).options == ((0, 1), (1,))


def test_program_rejects_too_many_pairs_of_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    colours = [{"x": colour} for colour in ("red", "green", "red", "blue")]
    cover = Cover("ab", ["ax", "bx", "ax", "bx"], "x", colours=colours)
    monkeypatch.setattr(module, "MAX_PAIRS", 5)
    assert program(cover)
    monkeypatch.setattr(module, "MAX_PAIRS", 4)
    with pytest.raises(CannotDoError, match="more than 4 pairs of options give an item different"):
        program(cover)


def test_clauses_rejects_too_many_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = Cover("a", ["a"] * 20)
    assert len(clauses(cover)[1]) == 191
    monkeypatch.setattr(module, "MAX_CLAUSES", 190)
    with pytest.raises(CannotDoError, match="have 191 clauses, too many; write OPB or LP"):
        clauses(cover)


@pytest.mark.parametrize("bounds", [(0, 25), (3, 3), (0, 2), (50, 50), (0, 90), (60, 70), (1, 2)])
def test_clauses_rejects_too_many_clauses_of_a_counter(
    monkeypatch: pytest.MonkeyPatch, bounds: tuple[int, int]
) -> None:
    cover = Cover("a", ["a"] * 50, multiplicity={"a": bounds})
    number = len(clauses(cover)[1])
    monkeypatch.setattr(module, "MAX_CLAUSES", number - 1)
    with pytest.raises(CannotDoError, match=f"have {number:,} clauses"):
        clauses(cover)
