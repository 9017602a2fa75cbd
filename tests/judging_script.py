"""A program that judges a small family in a few seconds, so that tests can kill it.

Usage: `python judging_script.py OUTPUT LEDGER JOBS CLUSTER`. If the run is not possible, the
program prints the reason to stderr and exits with code 1.
"""

from __future__ import annotations

import sys
import time

from small_families import slow

from calpuzzle.base.errors import CannotDoError
from calpuzzle.design.families.family_sweep import FamilySweep, LabelUnit
from calpuzzle.design.families.split import CheckStop
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.judging.judge import JudgingTask, judge


class Slow(FamilySweep):
    """A sweep that takes at least half a second for each unit."""

    def run(self, unit: LabelUnit, stop: CheckStop | None = None) -> Tally:
        time.sleep(0.5)
        return super().run(unit, stop)


def main() -> int:
    output, ledger, jobs, cluster = sys.argv[1:]
    try:
        judge(JudgingTask(*slow(), output, ledger, int(jobs), cluster, factory=Slow))
    except CannotDoError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
