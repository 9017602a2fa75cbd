"""Stopping work from outside, by an event that another thread sets, or at a given time.

Engines check their `stop` between slices of work, which take some milliseconds. An engine that is
stopped raises StoppedError; it never returns a partial result as a complete one.
"""

from __future__ import annotations

import time
from math import isnan
from typing import Any, Protocol, TypeAlias

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import shown

LOOK_EVERY = 0.01  # seconds between two checks by a thread that only waits


class Event(Protocol):
    """The interface of the events of threading, multiprocessing and asyncio."""

    def is_set(self) -> bool:
        """Return whether the work must end."""
        ...


Stop: TypeAlias = Event | float
"""What ends work: an event, once it is set, or a time of `time.monotonic()` in seconds."""


class StoppedError(CannotDoError):
    """The `stop` of a question was reached before the answer.

    Parameters
    ----------
    message : str, optional
        The message.
    """

    def __init__(self, message: str = "stopped before the work was done") -> None:
        super().__init__(message)


class OutOfTimeError(StoppedError, TimeoutError):
    """The deadline that was passed as `stop` came before the answer."""

    # Without this method, tblib (which Dask installs) unpickles the error with
    # RuntimeError.__new__, which fails.
    def __reduce__(self) -> tuple[type[OutOfTimeError], tuple[object, ...]]:
        return type(self), self.args


def check_stop(stop: Any) -> None:
    """Raise InputError for a value that is not a `stop`."""
    is_time = isinstance(stop, int | float) and not isnan(stop)
    if not (stop is None or is_time or hasattr(stop, "is_set")):
        wanted = "stop must be an event, such as threading.Event, or a time of time.monotonic()"
        raise InputError(f"{wanted}, not {shown(stop)}")


def is_over(stop: Stop | None) -> bool:
    """Return whether work with this `stop`, if any, must end now."""
    if stop is None:
        return False
    return time.monotonic() >= stop if isinstance(stop, int | float) else stop.is_set()


def raise_if_stopped(stop: Stop | None) -> None:
    """Raise StoppedError if work with this `stop`, if any, must end now."""
    if is_over(stop):
        raise OutOfTimeError if isinstance(stop, int | float) else StoppedError
