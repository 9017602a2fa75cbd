"""Checks and conversions of arguments.

A wrong type or a number out of range raises InputError with one clear sentence, instead of an
AttributeError or a wrong result later."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from math import inf, isfinite, nan
from numbers import Real
from typing import Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import shown


def check_kind(given: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise InputError, whose message begins with `wanted`, unless `given` is of type `kind`."""
    if not isinstance(given, kind):
        raise InputError(f"{wanted}, not {shown(given)}")


def values_of(given: Any, what: str) -> tuple[Any, ...]:
    """Return the values of the iterable `given`.

    Raises InputError, whose message calls it `what`, if it is not an iterable or contains a value
    that is not hashable.
    """
    check_kind(given, Iterable, f"{what} must be an iterable of hashable values")
    try:
        found = tuple(given)
        hash(found)
    except TypeError:
        raise InputError(f"{what} must be hashable values, not {shown(given)}") from None
    return found


def frozen(given: Any) -> Any:
    """Return `given` with tuples instead of lists and arrays, and frozensets instead of sets."""
    if isinstance(given, tuple) and hasattr(given, "_fields"):
        return type(given)(*map(frozen, given))
    if isinstance(given, (tuple, list)):
        return tuple(map(frozen, given))
    if isinstance(given, (set, frozenset)):
        return frozenset(map(frozen, given))
    return frozen(given.tolist()) if hasattr(given, "tolist") else given


def real_number(given: Any, what: str, least: float = 0) -> float:
    """Return `given`, a finite number, as a float.

    Raises InputError, whose message calls it `what`, if it is not a finite number, or is below
    `least`.
    """
    try:
        is_number = isinstance(given, Real) and not isinstance(given, bool)
        number = float(given) if is_number else nan
    except OverflowError:
        number = inf
    if number == inf and not isinstance(given, float):
        raise InputError(f"{what} is too large: {shown(given)}")
    if not isfinite(number):
        raise InputError(f"{what} must be a number, not {shown(given)}")
    if number < least:
        raise InputError(f"{what} must be {least} or more, not {shown(given)}")
    return number


def whole_number(given: Any, what: str, least: int | None = None) -> int:
    """Return `given`, an integer of Python, NumPy or the like, as an int.

    Raises InputError, whose message calls it `what`, if it is not an integer, or is below `least`.
    """
    try:
        number = operator.index(given)
    except TypeError:
        raise InputError(f"{what} must be a whole number, not {shown(given)}") from None
    if least is not None and number < least:
        raise InputError(f"{what} must be {least} or more, not {shown(number)}")
    return number
