"""Solvers of other makers on the same program: the same solutions."""

import importlib.util

import pytest
from hypothesis import given, settings
from random_covers import covers

from calpuzzle.errors import CannotDoError
from calpuzzle.exact import Cover
from calpuzzle.exact.program import program
from calpuzzle.fit.iqfit import challenge
from calpuzzle.fit.library import load
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import dpf
from calpuzzle.formats.cnf import clauses

MODULES = {"cpsat": "ortools", "highs": "highspy", "sat": "pysat"}


def engine(name):
    # find_spec, not import: two of them cannot be imported into one process.
    missing = importlib.util.find_spec(MODULES[name]) is None
    return pytest.param(
        name, marks=pytest.mark.skipif(missing, reason=f"{MODULES[name]} is not installed")
    )


ENGINES = [engine(name) for name in MODULES]


@pytest.mark.parametrize("name", [ENGINES[0], ENGINES[2]])
@settings(max_examples=60, deadline=None)
@given(cover=covers())
def test_enumeration_agrees(name, cover):
    assert sorted(cover.solve(name)) == sorted(cover.solve("links"))


@pytest.mark.parametrize("name", ENGINES[1:2])
@settings(max_examples=8, deadline=None)
@given(cover=covers())
def test_enumeration_by_highs_agrees(name, cover):
    assert sorted(cover.solve(name)) == sorted(cover.solve("links"))


@pytest.mark.parametrize("name", ENGINES)
def test_a_challenge(name):
    puzzle = challenge(load("iq-fit"), "b43SG82WR11So50E")
    assert list(Solver(puzzle, name).options()) == list(Solver(puzzle, "links").options())


def test_all_three_in_one_process():
    sticks = dpf.read("5 3 2 1 3 2 0 2 3 1 4 2 0 3 2 1 2 3 2 0 4 2 1 3 3 0 1 2", "sticks")
    for name, module in MODULES.items():
        if importlib.util.find_spec(module) is not None:
            assert Solver(sticks, name).count() == 3


def test_what_is_missing_is_said(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ortools", None)
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    for name in ("cpsat", "sat"):
        with pytest.raises(CannotDoError, match=r"pip install 'calpuzzle\["):
            Cover("a", ["a"]).count(name)


@settings(max_examples=100, deadline=None)
@given(covers())
def test_models_of_the_cnf_are_the_solutions(cover):
    built = program(cover)
    top, formula = clauses(built)
    assert count_models(top, formula) == cover.count()


def count_models(top, formula):
    """Models of a CNF by splitting on the first variable of the shortest clause."""
    if any(not clause for clause in formula):
        return 0
    if not formula:
        return 2**top
    literal = min(formula, key=len)[0]
    return sum(
        count_models(top - 1, [tuple(x for x in c if x != -lit) for c in formula if lit not in c])
        for lit in (literal, -literal)
    )
