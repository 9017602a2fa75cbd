"""Attack the package, and report how many attacks it survived.

Usage: scripts/attack [MODE ...] [--seed N] [--minutes M | --hours H]

Modes: fuzz (all readers, dates, placements, conditions, challenges, pictures, solutions of glpsol,
cache files, settings, atlases, ledgers, ZDDs, requests to the server, and hostile words in all
outputs), kill (SIGKILL, SIGTERM and SIGINT at random moments of commands), disk (a limit on the
size of files; for root, also a small file system that fills up), pipes (outputs that are closed
early). Without a mode, all four share the time, and fuzz gets half of it. The seed determines what
is tried, the time how much of it. Failures are stored in build/attack with their inputs, and the
exit code is then 1.

To keep an input with which fuzz failed, copy it to tests/attacking/corpus/TARGET--NAME.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from commands import ROOT

from attacking.disk import disk
from attacking.fuzz import fuzz
from attacking.kill import kill
from attacking.pipes import pipes
from attacking.score import Score

DEFAULT_MODES = ("fuzz", "kill", "disk", "pipes")
ATTACKS = {
    "kill": kill,
    "disk": disk,
    "pipes": pipes,
}
MODES = ("fuzz", *ATTACKS)
FOLDER = ROOT / "build" / "attack"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modes", nargs="*", metavar="MODE", help=", ".join(MODES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first input of fuzz"
    )
    time = parser.add_mutually_exclusive_group()
    time.add_argument("--minutes", type=float, default=1.0)
    time.add_argument("--hours", type=float)
    args = parser.parse_args()
    for mode in args.modes:
        if mode not in MODES:
            parser.error(f"there is no mode {mode}; there are {', '.join(MODES)}")
    modes = args.modes or list(DEFAULT_MODES)
    seconds = args.hours * 3600 if args.hours else args.minutes * 60
    shares = {mode: 3 if mode == "fuzz" else 1 for mode in modes}
    broken = 0
    for mode in modes:
        mode_seconds = seconds * shares[mode] / sum(shares.values())
        broken += attack(mode, args.seed, mode_seconds, args.first)
    return 1 if broken else 0


def attack(mode: str, seed: int, seconds: float, first: int) -> int:
    """Attack in one mode for some seconds, print the score, and return the number of failures."""
    score = Score(mode, FOLDER)
    os.environ["CALPUZZLE_CACHE"] = ""
    if mode == "fuzz":
        fuzz(seed, seconds, score, first)
    else:
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder) / "work"
            ATTACKS[mode](seed, seconds, score, work)
    print(score, flush=True)
    return score.broken


if __name__ == "__main__":
    sys.exit(main())
