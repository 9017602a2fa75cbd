"""A store of what is made of an object once and found again: typed, and by its maker alone.

The maker owns a `Kept`, which is the key and the type at once; the object only carries the bag that
`Keeping` gives it. Nobody else can look into it, and it is not pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Keeping:
    """A class whose objects carry what others make of them."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}


class Kept(Generic[T]):
    """The place of one kind of thing in the bags of all objects."""

    def of(self, owner: Keeping) -> T | None:
        """Return what was kept for the owner, or None."""
        bag: dict[Kept[Any], Any] = owner.__dict__.get("_kept", {})
        return bag.get(self)

    def keep(self, owner: Keeping, thing: T) -> T:
        """Keep a thing for the owner, and give it back."""
        owner.__dict__.setdefault("_kept", {})[self] = thing
        return thing

    def take(self, owner: Keeping) -> T | None:
        """Return what was kept for the owner, or None; it is not kept any more."""
        bag: dict[Kept[Any], Any] = owner.__dict__.get("_kept", {})
        found: T | None = bag.pop(self, None)
        return found

    def made(self, owner: Keeping, make: Callable[[], T]) -> T:
        """Return what was kept for the owner, or else what `make` returns, which is then kept."""
        found = self.of(owner)
        return self.keep(owner, make()) if found is None else found
