"""Importing what the extras bring: who calls for one that is missing is told which to install."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec

from calpuzzle.base.errors import CannotDoError, MissingExtraError


@contextmanager
def importing(
    module: str, what: str, package: str, extra: str, instead: str = ""
) -> Iterator[None]:
    """A block that imports `module`, which `package` brings and `what` needs.

    Raises MissingExtraError where it is not installed, CannotDoError where it cannot be loaded.
    """
    try:
        yield
    except ImportError as error:
        # Compiled modules turn Ctrl-C, while they are loaded, into a failed import.
        if _is_interrupt(error):
            raise KeyboardInterrupt from error
        if find_spec(module) is None:
            raise MissingExtraError(what, package, extra, instead) from error
        raise CannotDoError(f"{what} needs {package}, which cannot be loaded: {error}") from error


def require(module: str, what: str, package: str, extra: str) -> None:
    """Import a module that others import by themselves, so that its lack is said as `importing`
    says it. Raises as that."""
    with importing(module.partition(".")[0], what, package, extra):
        import_module(module)


def load_whole(module: str) -> None:
    """Import a module in a thread of its own, where no signal arrives: Ctrl-C in the midst of it
    would leave compiled modules half made, which the process can never import again. It is raised
    when the import has ended."""
    if module in sys.modules:
        return
    from calpuzzle.base.stoppable import stoppable

    stoppable(lambda: import_module(module), lambda: None)


def _is_interrupt(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
