"""The entry of the command `calpuzzle`, which `python -m calpuzzle` is too.

The command line is imported inside the try, for Ctrl-C may come before it has begun.
"""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        from calpuzzle.base import signals

        signals.listen()
        try:
            from calpuzzle import cli

            return cli.main()
        finally:
            signals.over()
    except KeyboardInterrupt:
        from calpuzzle.base.signals import stopped

        words, code = stopped()
        print(f"calpuzzle: {words}", file=sys.stderr)
        return code


if __name__ == "__main__":
    sys.exit(main())
