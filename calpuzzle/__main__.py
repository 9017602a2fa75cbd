"""The entry of the command `calpuzzle`, which `python -m calpuzzle` is too.

The command line is imported inside the try, for Ctrl-C may come before it has begun.
"""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        from calpuzzle import cli

        return cli.main()
    except KeyboardInterrupt:
        print("calpuzzle: stopped by Ctrl-C", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
