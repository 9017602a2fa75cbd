"""The entry of the command `calpuzzle`, which `python -m calpuzzle` is too.

The command line is imported inside the try, for Ctrl-C may come before it has begun. What is
imported stays to the end: garbage is looked for seldom, and when the process ends not at all, or
that would take an eighth of a short command. A command that was stopped ends without Python's
finalization, in which compiled modules that were being imported may crash.
"""

import gc
import os
import sys
from contextlib import suppress

SELDOM = 100_000  # objects made since the last look


def main() -> int:
    """Run the command line and return its exit code."""
    gc.set_threshold(SELDOM)
    try:
        from calpuzzle.base import signals

        signals.listen()
        try:
            from calpuzzle.cli import main as run

            code = run()
        finally:
            signals.over()
            gc.freeze()
    except KeyboardInterrupt:
        from calpuzzle.base import signals

        words, code = signals.stopped()
        print(f"calpuzzle: {words}", file=sys.stderr)
    if signals.has_come() and not _has_children():
        for stream in sys.stdout, sys.stderr:
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(code)
    return code


def _has_children() -> bool:
    """Return whether there are worker processes, which the finalization ends."""
    multiprocessing = sys.modules.get("multiprocessing")
    return multiprocessing is not None and bool(multiprocessing.active_children())


if __name__ == "__main__":
    sys.exit(main())
