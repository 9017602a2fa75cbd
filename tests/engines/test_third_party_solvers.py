"""The engines `cpsat`, `highs` and `sat`, which call third-party solvers: solutions and errors."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import pytest
import shipped
from building import matchings
from conftest import EXTRAS

from calpuzzle.base.errors import CannotDoError, MissingExtraError
from calpuzzle.engines import Run, load
from calpuzzle.formats.placement_codes import challenge
from calpuzzle.puzzle.cover import Cover


def needs(*names: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test if an engine's solver is not installed."""
    # find_spec instead of an import, because two of the solvers cannot share a process.
    missing = [EXTRAS[n] for n in names if importlib.util.find_spec(EXTRAS[n]) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{' and '.join(missing)} not installed")


CPSAT, HIGHS, SAT = (pytest.param(name, marks=needs(name)) for name in ("cpsat", "highs", "sat"))


@pytest.mark.parametrize("name", [CPSAT, HIGHS, SAT])
def test_solver_finds_the_solution_of_an_iq_fit_challenge(name: str) -> None:
    lowered = shipped.lowering("iq-fit")
    placed = challenge(lowered, "b43SG82WR11So50E")
    found = list(load(name).solutions(lowered.cover, placed))
    assert found == list(load("dancing").solutions(lowered.cover, placed))
    assert len(found) == 1


@needs("cpsat")
def test_cpsat_lists_in_lexicographic_order() -> None:
    found = list(load("cpsat").solutions(matchings(4)))
    assert found == sorted(found)
    assert len(found) == 24


def test_missing_solver_error_names_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("ortools", "pysat", "pysat.solvers", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in ("cpsat", "sat"):
        with pytest.raises(CannotDoError, match=r"pip install 'calpuzzle\["):
            load(name).count(Cover("a", ["a"]))


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("kill -XCPU $$", "its process was ended by the signal SIGXCPU"),
        ("echo no room >&2; kill -SEGV $$", "its process was ended by the signal SIGSEGV"),
        ("exit 0", "it printed no message"),
        ("echo no room >&2; exit 1", "no room"),
    ],
)
def test_highs_error_is_reported(script: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = partial(subprocess.Popen, executable="/bin/sh")
    monkeypatch.setattr(subprocess, "Popen", lambda _, **k: shell(["sh", "-c", script], **k))
    with pytest.raises(CannotDoError, match=f"^HiGHS failed: {re.escape(reason)}$"):
        list(load("highs").solutions(matchings(2)))


def test_highs_error_is_reported_if_the_process_reads_no_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shell, script = partial(subprocess.Popen, executable="/bin/sh"), "echo no room >&2; exit 1"
    monkeypatch.setattr(subprocess, "Popen", lambda _, **k: shell(["sh", "-c", script], **k))
    with pytest.raises(CannotDoError, match=r"^HiGHS failed: no room$"):
        list(load("highs").solutions(matchings(90)))  # more than the buffer of a pipe holds


def test_missing_highspy_error_names_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    script = """echo "ModuleNotFoundError: No module named 'highspy'" >&2; exit 1"""
    shell = partial(subprocess.Popen, executable="/bin/sh")
    monkeypatch.setattr(subprocess, "Popen", lambda _, **k: shell(["sh", "-c", script], **k))
    with pytest.raises(MissingExtraError, match=r"highs needs highspy, .*'calpuzzle\[highs\]'"):
        list(load("highs").solutions(matchings(2)))


@pytest.mark.parametrize("name", [HIGHS])
def test_highs_refuses_too_many_solutions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from calpuzzle.engines import highs

    monkeypatch.setattr(highs, "MAX_SOLUTIONS", 5)
    assert load(name).count(Cover(["x"], [["x"]] * 5)) == 5
    with pytest.raises(CannotDoError, match="highs lists at most 5 solutions; use the"):
        load(name).count(matchings(3))


def press_ctrl_c_after(seconds: float) -> threading.Timer:
    """Start and return a timer that interrupts this process, as Ctrl-C does."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


@pytest.mark.parametrize("name", [CPSAT, SAT])
def test_ctrl_c_ends_the_search_without_a_partial_answer(name: str) -> None:
    assert load(name).count(matchings(2)) == 2  # import the solver before the timer starts
    for _ in range(2):  # the second Ctrl-C must work like the first
        timer = press_ctrl_c_after(0.2)
        with pytest.raises(KeyboardInterrupt):
            load(name).count(matchings(12, 12))
        timer.join()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)


@pytest.mark.parametrize("name", [CPSAT, HIGHS, SAT])
def test_exception_in_the_progress_callback_ends_the_search(name: str) -> None:
    def enough(done: int, of: int | None, found: int) -> None:
        assert of is None
        if found == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        load(name).count(matchings(8), (), Run(progress=enough))
