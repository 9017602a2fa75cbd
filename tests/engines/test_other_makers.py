"""Solvers of other makers on the same program: the same solutions."""

import importlib.util
import os
import signal
import threading
import time

import pytest
from hypothesis import given, settings
from random_covers import covers

from calpuzzle import stoppable
from calpuzzle.base.errors import CannotDoError
from calpuzzle.exact import Cover
from calpuzzle.puzzle.program import program
from calpuzzle.puzzle.challenge import challenge
from calpuzzle.fit.library import load
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import dpf
from calpuzzle.formats.cnf import clauses
from calpuzzle.base.stoppable import run

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


def test_a_solver_is_asked_to_stop_until_it_does():
    """A request that comes before its search has begun may be lost."""
    asked = []
    ended = threading.Event()

    def stop():
        asked.append(1)
        if len(asked) == 3:
            ended.set()

    timer = pressed_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        run(lambda: ended.wait(20), stop)
    timer.join()
    assert len(asked) == 3


def test_another_ctrl_c_waits_for_the_end_of_the_search_but_not_for_ever(monkeypatch):
    ended = threading.Event()
    timers = [pressed_after(0.2), pressed_after(0.3), threading.Timer(0.6, ended.set)]
    timers[2].start()
    with pytest.raises(KeyboardInterrupt):
        run(lambda: ended.wait(20), lambda: None)
    assert ended.is_set()
    monkeypatch.setattr(stoppable, "PATIENCE", 0)
    ended.clear()
    timers = [pressed_after(0.2), pressed_after(0.3)]
    with pytest.raises(KeyboardInterrupt):
        run(lambda: ended.wait(20), lambda: None)
    assert not ended.is_set()
    ended.set()


def test_ctrl_c_while_the_thread_starts(monkeypatch):
    """As if it came before the thread, and as if after."""
    began = []
    for early in (True, False):

        class Pressed(threading.Thread):
            def start(self, early=early):
                if not early:
                    super().start()
                raise KeyboardInterrupt

        monkeypatch.setattr(stoppable.threading, "Thread", Pressed)
        ended = threading.Event()
        with pytest.raises(KeyboardInterrupt):
            run(lambda ended=ended: began.append(ended.wait(20)), ended.set)
        assert began in ([], [True])


def test_what_a_solver_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        run(lambda: 1 / 0, lambda: None)


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
