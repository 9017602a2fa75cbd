"""Checks of what callers in Python give: an argument of a wrong type is told in one sentence, not
met later as an attribute that is missing. Nothing here is needed where a type checker has
looked."""

from __future__ import annotations

import operator
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import shown


def of_kind(given: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise InputError where `given` is not of that kind; `wanted` says what is, and where it comes
    from."""
    if not isinstance(given, kind):
        raise InputError(f"{wanted}, not {shown(given)}")


def values_of(given: Any, what: str) -> tuple[Any, ...]:
    """The values of an iterable that was given, which is `what`. Raises InputError for what is no
    iterable, or has values that are not hashable."""
    try:
        found = tuple(given)
        hash(found)
    except TypeError:
        raise InputError(f"{what} must be hashable values, not {shown(given)}") from None
    return found


def whole_number(given: Any, what: str, least: int | None = None) -> int:
    """The whole number that was given, which is `what`: of Python, of numpy or the like. Raises
    InputError for anything else, and for one below `least`."""
    try:
        number = operator.index(given)
    except TypeError:
        raise InputError(f"{what} is a whole number, not {shown(given)}") from None
    if least is not None and number < least:
        raise InputError(f"{what} is {least} or more, not {number}")
    return number
