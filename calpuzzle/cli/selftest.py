"""Check this installation in a few seconds; exit code 1 if something is wrong.

Checks the compiled modules, the page and the puzzles of the package. Counts a puzzle with every
engine and compares the count with a published one. Lists the installed extras.

examples:
  calpuzzle selftest
  calpuzzle selftest --all
"""

from __future__ import annotations

import argparse
from itertools import chain

from calpuzzle.api.installed import installed
from calpuzzle.base.wording import plural
from calpuzzle.cli.output import notify
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.results.verification import selftest


def configure(parser: Parser) -> None:
    """Declare the options."""
    text = "also count every puzzle of the package with two engines: a minute or two"
    parser.add_argument("--all", action="store_true", help=text)


def run(args: argparse.Namespace) -> int:
    """Run the checks."""
    number = failed = 0
    with Meter("selftest") as report:
        for check in chain(installed(), selftest(report) if args.all else ()):
            report.hide()
            mark = "WRONG" if check.wrong else "ok   " if check.is_checked else "-    "
            print(f"{mark} {check.what}", flush=True)
            for sentence in check.wrong:
                print(f"      {sentence}")
            number += check.is_checked
            failed += bool(check.wrong)
    if failed:
        notify(f"{failed} of {plural(number, 'check')} failed; do not trust this installation")
        return 1
    print(f"all {plural(number, 'check')} passed")
    return 0
