"""Handling of Ctrl-C and SIGTERM by the command, with the same cleanup for both.

Both raise KeyboardInterrupt. Python discards an exception that is raised inside a destructor or the
callback of a weak reference (each import runs one), and the work would then continue. A discarded
KeyboardInterrupt is therefore raised again immediately. It is also raised again if the process
still runs after a while, because compiled modules may discard errors silently. Only the command
installs handlers; programs that import the package use their own.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

AGAIN = 2.0  # seconds after which KeyboardInterrupt is raised again if the process still runs
AT_ONCE = 0.001  # seconds after which a discarded KeyboardInterrupt is raised again

_REASONS_AND_CODES = {
    signal.SIGINT: ("stopped by Ctrl-C", 130),
    signal.SIGTERM: ("stopped by SIGTERM", 143),
}
_last = signal.SIGINT
_pending = False
_has_arrived = False


def listen() -> None:
    """Let Ctrl-C and SIGTERM raise KeyboardInterrupt until the command ends.

    A signal that is ignored, as Ctrl-C is for a command in the background, stays ignored.
    """
    for number in _REASONS_AND_CODES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _stop)
        sys.unraisablehook = _on_discarded


def _on_discarded(what: sys.UnraisableHookArgs) -> None:
    """Raise a discarded KeyboardInterrupt again soon. Python calls this hook for every exception
    that it discards; the default hook reports the others."""
    if issubclass(what.exc_type, KeyboardInterrupt) and _pending:
        signal.setitimer(signal.ITIMER_REAL, AT_ONCE)
    else:
        sys.__unraisablehook__(what)


def _stop(number: int, frame: FrameType | None) -> None:
    global _last, _pending, _has_arrived
    _pending = _has_arrived = True
    if number in _REASONS_AND_CODES:
        _last = signal.Signals(number)
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _stop:
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    raise KeyboardInterrupt


def clear() -> None:
    """Stop repeating KeyboardInterrupt, so that the command can still write partial results."""
    global _pending
    _pending = False
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is _stop:
        signal.setitimer(signal.ITIMER_REAL, 0)


def is_pending() -> bool:
    """Return whether a signal has arrived since the last call of `clear`."""
    return _pending


def has_arrived() -> bool:
    """Return whether a signal has arrived at any time."""
    return _has_arrived


def restore_default() -> None:
    """Let signals end the process immediately from now on, because the command is ending."""
    clear()
    for number in _REASONS_AND_CODES:
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_DFL)


def stop_reason() -> tuple[str, int]:
    """Return the reason why the command was stopped, and its exit code."""
    return _REASONS_AND_CODES[_last]
