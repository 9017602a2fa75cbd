"""Ctrl-C and SIGTERM: both end a command well, neither is lost, and both end the work of other
makers; what is told where an extra is missing or broken."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from commands import PATIENCE, ROOT, first_line
from random_nonograms import ctrl_c

from calpuzzle.base.errors import CannotDoError, MissingExtraError
from calpuzzle.base.extras import importing
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


def begun(script: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def said(script: str, *words: str) -> tuple[str, str]:
    """What the script prints on stdout and on stderr until it ends."""
    with begun(script, *words) as process:
        return ended(process)


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a script still prints; one that does not end is killed, and a failure."""
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


def said_after(number: int, script: str) -> tuple[str, str]:
    """What the script prints after its first line, at which it gets the signal."""
    with begun(script) as process:
        first_line(process)
        process.send_signal(number)
        return ended(process)


needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no such timer"
)


@needs_timer
@pytest.mark.parametrize(
    ("number", "words", "told"),
    [
        (signal.SIGINT, "stopped by Ctrl-C 130", True),
        (signal.SIGTERM, "stopped by SIGTERM 143", False),
    ],
)
def test_a_signal_that_python_drops_comes_again(
    number: signal.Signals, words: str, told: bool
) -> None:
    """Where Python tells of it, and where it does not."""
    silent = "signals.listen()\nsys.unraisablehook = lambda _: None"
    script = SCRIPT if told else SCRIPT.replace("signals.listen()", silent)
    assert said_after(number, script) == (f"{words}\n", "")


@needs_timer
def test_a_signal_in_the_midst_of_an_import_is_not_lost() -> None:
    """The lock of each module has a weak reference with a callback, in which it would be."""
    with begun("""
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
        assert ended(process) == ("", "calpuzzle: stopped by Ctrl-C\n")
    assert process.returncode == 130


def test_ctrl_c_stays_ignored_where_it_was() -> None:
    script = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from calpuzzle.base import signals
signals.listen()
print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)
"""
    assert said(script) == ("True\n", "")


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


def test_ctrl_c_leaves_no_module_half_loaded(tmp_path: Path) -> None:
    text = "import sys, time\nsys.pressed()\ntime.sleep(0.3)\nwhole = True\n"
    (tmp_path / "slow.py").write_text(text)
    assert said(PRESSED, str(tmp_path)) == ("pressed True\n", "")


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
    assert said(LOADING, str(seconds)) == ("2\n", "")


def alive(process: psutil.Process) -> bool:
    """Whether it runs: one that has ended and whose parent has not asked does not."""
    return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)


def searching(process: psutil.Process) -> bool:
    """Whether it has had so much of the processor that all is loaded."""
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
def test_highs_does_not_outlive_who_asked_it(number: signal.Signals, code: int) -> None:
    if importlib.util.find_spec("highspy") is None:  # to import it would keep ortools out
        pytest.skip("highspy is not installed")
    process = begun(
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
def test_the_wait_ends_though_the_other_thread_gets_the_signal() -> None:
    ended, heard = threading.Event(), []

    def work() -> None:
        time.sleep(0.2)  # whoever asked waits by then
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        heard.append(ended.wait(10))

    with pytest.raises(KeyboardInterrupt):
        stoppable(work, ended.set)
    assert heard == [True]


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        stoppable(lambda: 1 // 0, lambda: None)


def test_the_work_is_asked_to_stop_until_it_does() -> None:
    """A request that comes before its search has begun may be lost."""
    asked = []
    ended = threading.Event()

    def stop() -> None:
        asked.append(1)
        if len(asked) == 3:
            ended.set()

    with ctrl_c(0.2), pytest.raises(KeyboardInterrupt):
        stoppable(lambda: ended.wait(20), stop)
    assert len(asked) == 3


def test_what_is_said_where_one_cannot_be_loaded() -> None:
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
    # ortools, for one, raises this where the signal comes while its core is initialized.
    with pytest.raises(KeyboardInterrupt), importing("json", "it", "a pie", "pie"):
        raise ImportError("initialization failed") from KeyboardInterrupt()
