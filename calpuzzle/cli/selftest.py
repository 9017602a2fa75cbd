"""Checks this installation: counts the shipped puzzles with every engine and compares with the
known counts. The exit code is 1 where something differs.

example:
  calpuzzle selftest --quick
"""

from __future__ import annotations

import argparse

from calpuzzle.base.text import plural
from calpuzzle.cli.output import tell
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import progress


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--quick", action="store_true", help="only the puzzles that are counted in a second or so"
    )


def run(args: argparse.Namespace) -> int:
    """Check."""
    from calpuzzle.results.selftest import selftest

    number = failed = 0
    with progress("selftest") as report:
        for check in selftest(args.quick, report):
            if report:
                report.clear()
            mark = "WRONG" if check.wrong else "ok   " if check.known else "-    "
            print(f"{mark} {check.what}", flush=True)
            for sentence in check.wrong:
                print(f"      {sentence}")
            number += check.known
            failed += bool(check.wrong)
    if failed:
        tell(f"{failed} of {plural(number, 'check')} failed; this installation counts wrongly")
        return 1
    print(f"all {plural(number, 'check')} passed")
    return 0
