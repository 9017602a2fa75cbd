"""A stand-in for `typing` in the modules that every command loads.

To import that takes an eighth of a short command, and its NamedTuple compiles the annotation of
every field. What it says is for type checkers, which see it here; while the program runs nobody
evaluates an annotation, so that its names mean nothing, and only what makes classes does so.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    # All of it, so that a module that changes its import line alone may use any name of typing.
    from typing import *  # noqa: F403
else:

    class Generic:
        """A class of which `Generic[T]` is itself."""

        def __class_getitem__(cls, _):
            return cls

    class _Maker(type):
        """Makes a class of tuples of the fields that are annotated in the body of a class."""

        def __new__(cls, name, bases, body):
            fields = body.get("__annotations__", {})
            defaults = [body.pop(field) for field in fields if field in body]
            plain = namedtuple(name, fields, defaults=defaults)
            plain.__new__.__annotations__ = fields
            return type(name, (plain,), {"__slots__": (), **body})

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
    Protocol = object

    def _itself(given, **_):
        return given

    overload = TypeVar = _itself

    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return name
