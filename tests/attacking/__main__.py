"""Attack the package, and report what it survived.

Usage: scripts/attack [MODE ...] [--seed N] [--minutes M | --hours H]

The modes: fuzz (every reader, dates, placements, conditions, challenges, pictures, solutions of
glpsol, files of the cache, settings, atlases, ledgers, ZDDs, requests to the server, and words in
all that is written), kill (SIGKILL, SIGTERM and SIGINT at random moments of commands), disk
(files that may not grow, and for root, who may mount one, a disk that fills up), pipes (outputs
closed early). Without a mode all four, which share the time, fuzz half of it. What is tried follows
from the seed, how much of it from the time. What broke is filed in build/attack with its input; the
exit code is 1.

To keep an input of fuzz that broke: copy it to tests/attacking/corpus/TARGET--NAME.
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

USUAL = ("fuzz", "kill", "disk", "pipes")
MADE = {
    "kill": kill,
    "disk": disk,
    "pipes": pipes,
}
MODES = ("fuzz", *MADE)
FOLDER = ROOT / "build" / "attack"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modes", nargs="*", metavar="MODE", help=", ".join(MODES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="of fuzz, the first input's number")
    time = parser.add_mutually_exclusive_group()
    time.add_argument("--minutes", type=float, default=1.0)
    time.add_argument("--hours", type=float)
    args = parser.parse_args()
    for mode in args.modes:
        if mode not in MODES:
            parser.error(f"there is no mode {mode}; there are {', '.join(MODES)}")
    modes = args.modes or list(USUAL)
    seconds = args.hours * 3600 if args.hours else args.minutes * 60
    shares = {mode: 3 if mode == "fuzz" else 1 for mode in modes}
    broken = 0
    for mode in modes:
        own = seconds * shares[mode] / sum(shares.values())
        broken += attacked(mode, args.seed, own, args.first)
    return 1 if broken else 0


def attacked(mode: str, seed: int, seconds: float, first: int) -> int:
    """Attack in one mode for so long, and print how it went; how much broke."""
    score = Score(mode, FOLDER)
    os.environ["CALPUZZLE_CACHE"] = ""
    if mode == "fuzz":
        fuzz(seed, seconds, score, first)
    else:
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder) / "work"
            MADE[mode](seed, seconds, score, work)
    print(score, flush=True)
    return score.broken


if __name__ == "__main__":
    sys.exit(main())
