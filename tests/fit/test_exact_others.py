"""Solvers of other makers on the same program: the same solutions."""

import importlib.util
import os
import signal
import threading
import time

import pytest
from hypothesis import given, settings
from random_covers import covers

from calpuzzle import cpsat
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


def bijections(size):
    """A cover with size! solutions."""
    names = range(2 * size)
    return Cover(names, [(a, b) for a in names[:size] for b in names[size:]])


def pressed_after(seconds):
    """Ctrl-C, after that time."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


@pytest.mark.parametrize("name", [ENGINES[0], ENGINES[2]])
def test_ctrl_c_ends_the_search_and_no_part_is_an_answer(name):
    for _ in range(2):  # what was handled once must be handled again
        timer = pressed_after(0.8)
        with pytest.raises(KeyboardInterrupt):
            bijections(12).count(name)
        timer.join()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)


@pytest.mark.parametrize("name", ENGINES)
def test_progress_can_end_the_search(name):
    def enough(_, found):
        if found == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        bijections(8).count(name, enough)


def test_cp_sat_is_asked_to_stop_until_it_does():
    """A request that comes before the search has begun is lost."""

    class Solver:
        class parameters:  # noqa: N801
            catch_sigint_signal = True

        def __init__(self):
            self.asked, self.stopped = 0, threading.Event()

        def solve(self, model, callback):
            self.stopped.wait(20)
            return "a part"

        def stop_search(self):
            self.asked += 1
            if self.asked == 3:
                self.stopped.set()

    solver = Solver()
    timer = pressed_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        cpsat.run(solver, None, None)
    timer.join()
    assert solver.asked == 3


def test_what_cp_sat_raises_is_raised():
    class Solver:
        class parameters:  # noqa: N801
            catch_sigint_signal = True

        def solve(self, model, callback):
            raise TypeError("no model")

    with pytest.raises(TypeError, match="no model"):
        cpsat.run(Solver(), None, None)


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
