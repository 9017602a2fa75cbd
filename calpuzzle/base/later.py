"""Modules used only in annotations; each is imported when `typing.get_type_hints` reads it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from calpuzzle.base.errors import CannotDoError


class Later:
    """A module that is imported when one of its attributes is read. If the import fails because an
    extra is not installed, each attribute is Any."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        try:
            return getattr(import_module(self._name), attribute)
        except (ImportError, CannotDoError):
            return Any
