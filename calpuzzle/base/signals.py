"""Ctrl-C and SIGTERM: both clean up alike, and say which it was.

Both raise KeyboardInterrupt. Python drops what is raised inside a destructor or the callback of a
weak reference, of which each import has one, and the work would then go on: so whoever was asked to
stop and has dropped it is asked again at once, and whoever still runs after a while is asked again
too, for compiled modules drop errors without a word. Only the command listens; a program that
imports the package has handlers of its own.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

AGAIN = 2.0  # seconds
AT_ONCE = 0.001

_WORDS = {
    signal.SIGINT: ("stopped by Ctrl-C", 130),
    signal.SIGTERM: ("stopped by SIGTERM", 143),
}
_last = signal.SIGINT
_asked = False


def listen() -> None:
    """Let Ctrl-C and SIGTERM raise KeyboardInterrupt until the command ends. Ctrl-C stays ignored
    where a shell has begun the command in the background."""
    for number in _WORDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _stop)
        sys.unraisablehook = _dropped


def _dropped(what: sys.UnraisableHookArgs) -> None:
    """Called by Python with what it drops."""
    if issubclass(what.exc_type, KeyboardInterrupt) and _asked:
        signal.setitimer(signal.ITIMER_REAL, AT_ONCE)
    else:
        sys.__unraisablehook__(what)


def _stop(number: int, frame: FrameType | None) -> None:
    global _last, _asked
    _asked = True
    if number in _WORDS:
        _last = signal.Signals(number)
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _stop:
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    raise KeyboardInterrupt


def heeded() -> None:
    """Whoever goes on after KeyboardInterrupt, to write what is known, is not asked again."""
    global _asked
    _asked = False
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _stop:
        signal.setitimer(signal.ITIMER_REAL, 0)


def asked() -> bool:
    """Return whether a signal has come that nobody has heeded yet."""
    return _asked


def over() -> None:
    """The command has ended, or has begun to: from now on a signal ends the process at once."""
    heeded()
    for number in _WORDS:
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_DFL)


def stopped() -> tuple[str, int]:
    """Return what stopped the command, in words, and the exit code that says so."""
    return _WORDS[_last]
