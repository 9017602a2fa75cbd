"""The entry of the command `calpuzzle`, which `python -m calpuzzle` is too.

The command line is imported inside the try, for Ctrl-C may come before it has begun. What is
imported stays to the end: garbage is looked for seldom, and when the process ends not at all, or
that would take an eighth of a short command.
"""

import gc
import sys

SELDOM = 100_000  # objects made since the last look


def main() -> int:
    """Run the command line and return its exit code."""
    gc.set_threshold(SELDOM)
    try:
        from calpuzzle.base import signals

        signals.listen()
        try:
            from calpuzzle.cli import main as run

            return run()
        finally:
            signals.over()
            gc.freeze()
    except KeyboardInterrupt:
        from calpuzzle.base.signals import stopped

        words, code = stopped()
        print(f"calpuzzle: {words}", file=sys.stderr)
        return code


if __name__ == "__main__":
    sys.exit(main())
