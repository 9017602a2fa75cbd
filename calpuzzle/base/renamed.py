"""Keywords of public functions that have a new name; the older one works for one release."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from calpuzzle.base.typed import TYPE_CHECKING, Any
from calpuzzle.base.warned import warn

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")


def renamed(
    old: str, new: str, change: Callable[[Any], Any] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator by which a keyword is also taken by its older name, with a DeprecationWarning;
    `change` makes of its older value what the new one has."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def called(*args: P.args, **given: P.kwargs) -> R:
            if old in given and new not in given:
                warn(f"{old}= is now {new}=", DeprecationWarning)
                value: Any = given.pop(old)
                given[new] = change(value) if change else value
            return function(*args, **given)

        return called

    return wrap
