"""The plain engine, against something plainer still: trying every set of options."""

from __future__ import annotations

from itertools import islice

import pytest
from building import blank, piece
from hypothesis import given, settings
from hypothesis import strategies as st
from random_covers import by_definition, completions, covers, laid_in

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import Run, load
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

REFERENCE = load("reference")


@settings(max_examples=150)
@given(covers(most_options=10))
def test_it_finds_what_the_definition_says(cover: Cover) -> None:
    found = list(REFERENCE.solutions(cover))
    assert found == sorted(by_definition(cover))
    assert REFERENCE.count(cover) == len(found)


@settings(max_examples=100)
@given(st.data())
def test_so_it_does_when_something_is_laid(data: st.DataObject) -> None:
    cover = data.draw(covers(most_options=10))
    laid = data.draw(laid_in(cover))
    expected = completions(cover, laid)
    assert list(REFERENCE.solutions(cover, laid)) == expected
    assert REFERENCE.count(cover, laid) == len(expected)


def test_what_would_exhaust_the_stack_is_refused() -> None:
    must = Cover(range(1200), [[i] for i in range(1200)])
    may = Cover(
        range(1200), [[i] for i in range(1200)], multiplicity=dict.fromkeys(range(1200), (0, 1))
    )
    monominoes = Lowering(Model("x", blank(30, 30), (piece("M", "#", copies=900),))).cover
    for cover in (must, may, monominoes):
        with pytest.raises(CannotDoError, match="reference lays 400 pieces at most"):
            REFERENCE.count(cover)
        with pytest.raises(CannotDoError, match="reference lays 400 pieces at most"):
            next(REFERENCE.solutions(cover))
    # What is laid before needs no stack, and the bound itself is kept.
    laid = tuple(range(800))
    assert list(REFERENCE.solutions(must, laid)) == [tuple(range(800, 1200))]
    with pytest.raises(CannotDoError):
        REFERENCE.count(must, laid[:-1])


def test_progress_is_told_of_counts_and_listings() -> None:
    cover = Cover("abc", ["a", "b", "c", "a", "b", "c"])
    for ask in (REFERENCE.count, lambda *about: len(list(REFERENCE.solutions(*about)))):
        told: list[tuple[int, int | None, int]] = []
        assert ask(cover, (), Run(progress=lambda *about, told=told: told.append(about))) == 8
        assert told == [(k, None, k) for k in range(1, 9)]


def test_solutions_come_sorted_when_all_are_found() -> None:
    cover = Cover("ab", ["b", "a", "ab"])
    assert list(islice(REFERENCE.solutions(cover), 2)) == [(0, 1), (2,)]
