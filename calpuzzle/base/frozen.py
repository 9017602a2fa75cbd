"""The base class of objects that do not change after they are made."""

from __future__ import annotations

from typing import NoReturn


class Frozen:
    """An immutable object: its attributes can be neither set nor deleted.

    Constructors, and properties that compute a value once, store values in `__dict__`."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable, so {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable, so {name} cannot be deleted")
