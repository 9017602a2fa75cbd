"""Imports of packages that extras install, with errors that name the missing extra."""

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
    """Return a context manager for a block that imports `module` of `package`, which `what` needs.

    It raises MissingExtraError if the module is not installed, and CannotDoError if it cannot be
    loaded.
    """
    try:
        yield
    except ImportError as error:
        # If Ctrl-C arrives while a compiled module is loaded, the import fails with an ImportError.
        if _is_interrupt(error):
            raise KeyboardInterrupt from error
        if find_spec(module) is None:
            raise MissingExtraError(what, package, extra, instead) from error
        raise CannotDoError(f"{what} needs {package}, which cannot be loaded: {error}") from error


def require(module: str, what: str, package: str, extra: str) -> None:
    """Import a module; if that fails, raise the same errors as `importing`."""
    with importing(module.partition(".")[0], what, package, extra):
        import_module(module)


def load_whole(module: str) -> None:
    """Import a module in a separate thread, and raise a pending KeyboardInterrupt afterwards.

    Signals do not reach that thread. In the main thread, Ctrl-C during the import would leave
    partially initialised compiled modules, which the process can never import again.
    """
    if module in sys.modules:
        return
    from calpuzzle.base.stoppable import stoppable

    stoppable(lambda: import_module(module), lambda: None)


def _is_interrupt(error: BaseException | None) -> bool:
    """Return whether an error was caused by KeyboardInterrupt."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
