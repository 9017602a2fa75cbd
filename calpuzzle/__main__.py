"""The entry point of the command `calpuzzle` and of `python -m calpuzzle`.

The command line is imported inside the `try`, because Ctrl-C may arrive during the import. Imported
modules stay in memory until the end. The garbage collector therefore runs seldom, and not at all
when the process ends; otherwise it would take an eighth of the time of a short command. A command
that was stopped ends without Python's finalization, in which compiled modules that were being
imported may crash.
"""

import gc
import os
import sys
from contextlib import suppress

SELDOM = 100_000  # new objects between two runs of the garbage collector


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
            signals.restore_default()
            gc.freeze()
    except KeyboardInterrupt:
        from calpuzzle.base import signals

        words, code = signals.stop_reason()
        print(f"calpuzzle: {words}", file=sys.stderr)
    if signals.has_arrived() and not _has_children():
        for stream in sys.stdout, sys.stderr:
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        os._exit(code)
    return code


def _has_children() -> bool:
    """Return whether there are worker processes, which only Python's finalization ends."""
    multiprocessing = sys.modules.get("multiprocessing")
    return multiprocessing is not None and bool(multiprocessing.active_children())


if __name__ == "__main__":
    sys.exit(main())
