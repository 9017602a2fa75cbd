"""Ctrl-C and SIGTERM end a command and the external solvers that it runs, and are never lost. An
extra that is missing or broken is reported."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from commands import PATIENCE, ROOT, first_line
from random_nonograms import ctrl_c

from calpuzzle.base.errors import CannotDoError, MissingExtraError
from calpuzzle.base.extras import importing
from calpuzzle.base.later import Later
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.stoppable import stoppable

SCRIPT = """
import sys, time
from calpuzzle.base import signals
signals.AGAIN = 0.2
signals.listen()

class Deaf:
    def __del__(self):
        print("deaf", flush=True)
        for _ in range(3000):
            time.sleep(0.01)  # a signal just before a long sleep would not end it

def work():
    Deaf()  # what a signal raises in a destructor is dropped
    while True:
        time.sleep(0.01)

try:
    work()
except KeyboardInterrupt:
    signals.restore_default()
    print(*signals.stop_reason())
"""


def start(script: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def output_of(script: str, *words: str) -> tuple[str, str]:
    """Return what the script prints on stdout and on stderr."""
    with start(script, *words) as process:
        return remaining_output(process)


def remaining_output(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return the remaining output; kill a script that does not end in time, and fail."""
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


def output_after(number: int, script: str) -> tuple[str, str]:
    """Return what the script prints after its first line, when it receives the signal."""
    with start(script) as process:
        first_line(process)
        process.send_signal(number)
        return remaining_output(process)


needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no such timer"
)


@needs_timer
@pytest.mark.parametrize(
    ("number", "words", "reported"),
    [
        (signal.SIGINT, "stopped by Ctrl-C 130", True),
        (signal.SIGTERM, "stopped by SIGTERM 143", False),
    ],
)
def test_a_signal_that_python_discards_is_raised_again(
    number: signal.Signals, words: str, reported: bool
) -> None:
    """At once if Python calls the hook for discarded exceptions, otherwise after a while."""
    silent = "signals.listen()\nsys.unraisablehook = lambda _: None"
    script = SCRIPT if reported else SCRIPT.replace("signals.listen()", silent)
    assert output_after(number, script) == (f"{words}\n", "")


@needs_timer
def test_a_signal_during_an_import_is_not_lost() -> None:
    """Python discards exceptions in the callback of a weak reference to the lock of a module."""
    with start("""
import os, signal, sys

def watch(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_name == "cb" and "importlib" in code.co_filename:
        if "calpuzzle.cli.count" in sys.modules:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

sys.setprofile(watch)
sys.argv[1:] = ["count", "tetrasticks-5x5-no-crossing"]
from calpuzzle.__main__ import main
sys.exit(main())
""") as process:
        assert remaining_output(process) == ("", "calpuzzle: stopped by Ctrl-C\n")
    assert process.returncode == 130


@needs_timer
def test_other_exceptions_that_python_discards_are_still_reported() -> None:
    out, err = output_of("""
from calpuzzle.base import signals
signals.listen()

class Careless:
    def __del__(self):
        raise ValueError("careless")

Careless()
print("continued")
""")
    assert out == "continued\n"
    assert err.startswith("Exception ignored ") and err.endswith("\nValueError: careless\n")


def test_ctrl_c_stays_ignored_if_it_was_ignored_before() -> None:
    script = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from calpuzzle.base import signals
signals.listen()
print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)
"""
    assert output_of(script) == ("True\n", "")


PRESSED = """
import os, signal, sys
import calpuzzle.base.stoppable
from calpuzzle.base.extras import load_whole
sys.path.insert(0, sys.argv[1])
sys.pressed = lambda: os.kill(os.getpid(), signal.SIGINT)
try:
    load_whole("slow")
except KeyboardInterrupt:
    import slow
    print("pressed", slow.whole)
"""


def test_ctrl_c_leaves_no_partially_loaded_module(tmp_path: Path) -> None:
    text = "import sys, time\nsys.pressed()\ntime.sleep(0.3)\nwhole = True\n"
    (tmp_path / "slow.py").write_text(text)
    assert output_of(PRESSED, str(tmp_path)) == ("pressed True\n", "")


SOON = [0.2, *(pytest.param(after, marks=pytest.mark.slow) for after in (0.1, 0.3))]
LOADING = """
import os, signal, sys, threading
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines import load
engine, cover = load("cpsat"), Cover("ab", ["a", "b", "ab"])
threading.Timer(float(sys.argv[1]), os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    engine.count(cover)
    signal.pause()
except KeyboardInterrupt:
    print(engine.count(cover))
"""


@pytest.mark.long
@pytest.mark.parametrize("seconds", SOON)
def test_ctrl_c_while_ortools_is_loaded_leaves_cpsat_usable(seconds: float) -> None:
    if importlib.util.find_spec("ortools") is None:
        pytest.skip("ortools is not installed")
    assert output_of(LOADING, str(seconds)) == ("2\n", "")


def alive(process: psutil.Process) -> bool:
    """Return whether a process runs; a zombie, which only waits for its parent, does not."""
    return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)


def searching(process: psutil.Process) -> bool:
    """Return whether a process has used enough CPU time to have loaded all modules."""
    return bool(sum(process.cpu_times()[:2]) > 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGKILL, -9),
        (signal.SIGINT, 130),
        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow),
    ],
)
def test_highs_does_not_outlive_its_parent_process(number: signal.Signals, code: int) -> None:
    if importlib.util.find_spec("highspy") is None:  # importing it would prevent importing ortools
        pytest.skip("highspy is not installed")
    process = start(
        "import sys; sys.argv[1:] = ['count', 'Sat Jan 1', '--engine', 'highs']\n"
        "from calpuzzle.__main__ import main\nsys.exit(main())"
    )
    children: list[psutil.Process] = []
    try:
        until = time.monotonic() + PATIENCE
        while process.poll() is None and not any(map(searching, children)):
            assert time.monotonic() < until
            time.sleep(0.05)
            children = psutil.Process(process.pid).children()
        process.send_signal(number)
        assert process.wait(timeout=PATIENCE) == code
        until = time.monotonic() + PATIENCE
        while any(map(alive, children)) and time.monotonic() < until:
            time.sleep(0.05)
        assert children and not any(map(alive, children))
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to processes alone")
def test_stoppable_ends_its_wait_if_the_other_thread_gets_the_signal() -> None:
    ended, results = threading.Event(), []

    def work() -> None:
        time.sleep(0.2)  # by then, the main thread waits
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        results.append(ended.wait(10))

    with pytest.raises(KeyboardInterrupt):
        stoppable(work, ended.set)
    assert results == [True]


def test_stoppable_raises_the_exception_of_the_work() -> None:
    with pytest.raises(ZeroDivisionError):
        stoppable(lambda: 1 // 0, lambda: None)


def test_stoppable_requests_a_stop_until_the_work_ends() -> None:
    """A request may be lost if the search has not begun."""
    requests = []
    ended = threading.Event()

    def stop() -> None:
        requests.append(1)
        if len(requests) == 3:
            ended.set()

    with ctrl_c(0.2), pytest.raises(KeyboardInterrupt):
        stoppable(lambda: ended.wait(20), stop)
    assert len(requests) >= 3


@pytest.mark.parametrize(("timeout", "raised"), [(5.0, StoppedError), (-1.0, KeyboardInterrupt)])
def test_another_ctrl_c_ends_the_wait_for_the_work_only_after_some_seconds(
    monkeypatch: pytest.MonkeyPatch, timeout: float, raised: type[BaseException]
) -> None:
    monkeypatch.setattr("calpuzzle.base.stoppable.END_TIMEOUT", timeout)
    stop, ended = threading.Event(), threading.Event()
    results, presses = [], [True]

    def work() -> None:
        stop.set()
        results.append(ended.wait(20))

    def end() -> None:
        if presses:
            presses.clear()
            raise KeyboardInterrupt  # as if Ctrl-C was pressed
        ended.set()

    with pytest.raises(raised):
        stoppable(work, end, stop)
    assert results == ([True] if raised is StoppedError else [])
    ended.set()


def test_annotations_with_a_package_that_is_not_installed_are_any() -> None:
    assert Later("no_such_module").DataFrame is Any
    assert Later("json").JSONDecoder is json.JSONDecoder


def test_importing_reports_a_missing_or_broken_package() -> None:
    with (
        pytest.raises(MissingExtraError, match=r"a pie, .* 'calpuzzle\[pie\]', or .*; eat cake"),
        importing("no_such_module", "it", "a pie", "pie", "eat cake"),
    ):
        __import__("no_such_module")
    with (
        pytest.raises(CannotDoError, match="it needs a pie, which cannot be loaded: burnt"),
        importing("json", "it", "a pie", "pie"),
    ):
        raise ImportError("burnt")
    # ortools raises this if the signal arrives while its core is initialized.
    with pytest.raises(KeyboardInterrupt), importing("json", "it", "a pie", "pie"):
        raise ImportError("initialization failed") from KeyboardInterrupt()
