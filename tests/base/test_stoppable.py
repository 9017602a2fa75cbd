"""Work of other makers in a thread: Ctrl-C ends it, and what it raises is raised."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from calpuzzle.base import stoppable as module
from calpuzzle.base.stoppable import stoppable


def pressed_after(seconds: float) -> threading.Timer:
    """Ctrl-C, after that time."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_what_the_work_returns_and_raises() -> None:
    assert stoppable(lambda: 5, lambda: None) == 5
    with pytest.raises(ZeroDivisionError):
        stoppable(lambda: 1 / 0, lambda: None)


def test_the_work_is_asked_to_stop_until_it_does() -> None:
    """A request that comes before its search has begun may be lost."""
    asked = []
    ended = threading.Event()

    def stop() -> None:
        asked.append(1)
        if len(asked) == 3:
            ended.set()

    timer = pressed_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        stoppable(lambda: ended.wait(20), stop)
    timer.join()
    assert len(asked) == 3


def test_another_ctrl_c_waits_for_the_end_of_the_search_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = threading.Event()
    timers = [pressed_after(0.2), pressed_after(0.3), threading.Timer(0.6, ended.set)]
    timers[2].start()
    with pytest.raises(KeyboardInterrupt):
        stoppable(lambda: ended.wait(20), lambda: None)
    assert ended.is_set()
    monkeypatch.setattr(module, "PATIENCE", 0)
    ended.clear()
    timers = [pressed_after(0.2), pressed_after(0.3)]
    with pytest.raises(KeyboardInterrupt):
        stoppable(lambda: ended.wait(20), lambda: None)
    for timer in timers:
        timer.join()
    assert not ended.is_set()
    ended.set()


def test_ctrl_c_while_the_thread_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it came before the thread, and as if after."""
    began: list[bool] = []
    for early in (True, False):

        class Pressed(threading.Thread):
            def start(self, early: bool = early) -> None:
                if not early:
                    super().start()
                raise KeyboardInterrupt

        monkeypatch.setattr(threading, "Thread", Pressed)
        ended = threading.Event()

        def work(ended: threading.Event = ended) -> None:
            began.append(ended.wait(20))

        with pytest.raises(KeyboardInterrupt):
            stoppable(work, ended.set)
        assert began in ([], [True])
