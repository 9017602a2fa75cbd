"""Ending work from outside: another thread sets an event, or a moment comes.

Engines look between slices of their work, which take some milliseconds; what raises StoppedError
there has given no part of a result as a whole one.
"""

from __future__ import annotations

import time
from typing import Any, Protocol, TypeAlias

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.text import shown

LOOK_EVERY = 0.01  # seconds between two looks of whoever can do nothing but wait


class Event(Protocol):
    """The face of an event of threading, multiprocessing and asyncio."""

    def is_set(self) -> bool:
        """Return whether the work is to end."""


Stop: TypeAlias = "Event | float"
"""A bound of work: an event that is set, or a moment of `time.monotonic()` that has come."""


class StoppedError(CannotDoError):
    """The `stop` of a question was reached before the answer.

    Parameters
    ----------
    message : str, optional
        The message.
    """

    def __init__(self, message: str = "stopped before the work was done") -> None:
        super().__init__(message)


def checked_stop(stop: Any) -> None:
    """Raise InputError for what is no `stop`."""
    if not (stop is None or isinstance(stop, int | float) or hasattr(stop, "is_set")):
        wanted = "stop is an event, such as threading.Event, or a moment of time.monotonic()"
        raise InputError(f"{wanted}, not {shown(stop)}")


def is_over(stop: Stop | None) -> bool:
    """Return whether work with that `stop`, if any, is to end now."""
    if stop is None:
        return False
    return time.monotonic() >= stop if isinstance(stop, int | float) else stop.is_set()


def look(stop: Stop | None) -> None:
    """Raise StoppedError where work with that `stop`, if any, is to end now."""
    if is_over(stop):
        raise StoppedError
