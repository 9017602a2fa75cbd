"""The engines of general exact cover on calendar puzzles: what the reference says, in its order."""

import importlib.util
from itertools import islice

import pytest
from hypothesis import given, settings
from random_puzzles import models

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines import reference

NEEDS = {"links": "calpuzzle", "cpsat": "ortools", "highs": "highspy", "sat": "pysat"}


@settings(max_examples=40)
@given(models(most_cells=24))
def test_links_agrees_with_the_reference(model):
    cover = Cover(model)
    links = engines.load("links")
    assert list(links.counts(cover)) == reference.counts(cover)
    assert links.count(cover, None) == sum(reference.counts(cover))
    for instance in islice(range(cover.instances), 3):
        found = list(reference.solutions(cover, instance))
        assert list(links.solutions(cover, instance)) == found
        for solution in found[:2]:
            part = solution[:1]
            expected = list(reference.solutions(cover, instance, part))
            assert list(links.solutions(cover, instance, part)) == expected
            assert links.count(cover, instance, part) == len(expected)


@pytest.mark.parametrize("name", list(engines.GENERAL))
def test_a_date(name):
    if importlib.util.find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    puzzle = cp.load("month-day-7x7")
    date, laid = 4 * 31 + 1, ()
    if name == "highs":
        # It enumerates slowly: with three pieces laid few solutions are left.
        laid = next(iter(engines.load("backtrack").solutions(puzzle.cover, date)))[:3]
    expected = list(engines.load("backtrack").solutions(puzzle.cover, date, laid))
    assert expected
    assert list(engines.load(name).solutions(puzzle.cover, date, laid)) == expected
    assert engines.load(name).count(puzzle.cover, date, laid) == len(expected)


def test_registered_engines_are_those_of_exact_cover():
    from calpuzzle.exact.cover import ENGINES

    assert set(engines.GENERAL) == set(ENGINES) - {"reference"}
