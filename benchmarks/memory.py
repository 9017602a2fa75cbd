"""Peak memory of processes, beside the bound that `--memory` gives them: for every command that
has it, shipped puzzles and odd ones, and bounds of five sizes.

    python benchmarks/memory.py [--all] [--seconds S]

The peak is VmHWM of the process, less that of the same command on a puzzle of two cells. Without
--all, each command meets each puzzle at one of the bounds; what takes longer than S seconds (10)
is ended, and its peak until then counts. The exit code is 1 where one takes more than its bound and
SPARE besides. Linux alone tells peaks.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from calpuzzle.formats import shipped

BOUNDS = (1, 4, 16, 64, 256)  # MiB
SPARE = 56  # MiB: libraries loaded only then, answers, an index of the diagram, Python's own
COMMANDS = ("batch", "certify", "count", "fit", "hint", "places", "solve")
CHILD = """
import os, sys
from calpuzzle.__main__ import main
try:
    code = main()
finally:
    peak = open("/proc/self/status").read().split("VmHWM:")[1].split()[0]
    print(peak, file=open(os.environ["PEAK"], "w"))
sys.exit(code)
"""


def rectangle(height: int, width: int, piece: str, count: int, more: str = "") -> str:
    """A board with equal pieces, and others."""
    board = "\n".join(" ".join("." * width) for _ in range(height))
    return (
        f'board = """\n{board}\n"""\n[pieces]\n'
        f'A = {{ shape = """\n{piece}\n""", count = {count} }}\n{more}'
    )


DOMINO, SQUARE, LONG, CORNER = "##", "##\n##", "####", "##\n#."
TWELVE = f'{{ shape = "{LONG}", count = 12 }}'
ODD = {
    "dominoes-2x2": rectangle(2, 2, DOMINO, 2),
    "dominoes-8x8": rectangle(8, 8, DOMINO, 32),
    "dominoes-4x40": rectangle(4, 40, DOMINO, 80),
    "dominoes-14x14": rectangle(14, 14, DOMINO, 98),
    "corners-6x9": rectangle(6, 9, CORNER, 18),
    "corners-10x12": rectangle(10, 12, CORNER, 40),
    "long-8x10": rectangle(8, 10, LONG, 20),
    "squares-and-long-8x12": rectangle(
        8, 12, SQUARE, 12, f'B = {{ shape = "{LONG}", count = 12 }}'
    ),
    "one-row": rectangle(1, 60, DOMINO, 30),
    "corners-7x8": rectangle(7, 8, CORNER, 18, f'B = "{DOMINO}"'),
}
EASY = "dominoes-2x2"


def puzzles(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each puzzle as an argument, and the words of one of its dates."""
    for name in shipped.names():
        yield name, [group.labels[0] for group in shipped.model(name).groups]
    for name, text in ODD.items():
        path = folder / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        yield str(path), []


def words(command: str, puzzle: str, date: list[str], folder: Path) -> list[str]:
    """The command line, as far as `--memory`."""
    if command == "fit":
        return [command, puzzle, *date, "--count"]
    if command == "count" and date:
        date = ["any"]
    found = [command, puzzle, *(date if command != "batch" else [])]
    return found + (["-o", str(folder / "out.csv")] if command in ("batch", "certify") else [])


def peak(line: list[str], seconds: float, folder: Path) -> tuple[float, str]:
    """The peak of a command in MiB, and how it ended."""
    path = folder / "peak"
    path.unlink(missing_ok=True)
    surroundings = {**os.environ, "PEAK": str(path), "CALPUZZLE_CACHE": ""}
    begun = subprocess.Popen(
        [sys.executable, "-c", CHILD, *line],
        env=surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        _, said = begun.communicate(timeout=seconds)
        ended = {0: "done", 1: "refused", 2: "wrong"}.get(begun.returncode, "?")
    except subprocess.TimeoutExpired:
        begun.send_signal(signal.SIGINT)
        _, said = begun.communicate(timeout=60)
        ended = "ended"
    if ended in ("wrong", "?"):
        raise SystemExit(f"{' '.join(line)}: {said.decode()}")
    return int(path.read_text()) / 1024, ended


def measured(every: bool, seconds: float) -> int:
    """Measure, print a table, and return how many were over their bound."""
    worst: dict[tuple[str, int], tuple[float, str]] = {}
    ends: dict[str, int] = defaultdict(int)
    over = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = list(puzzles(folder))
        easy = str(folder / f"{EASY}.toml")
        for c, command in enumerate(COMMANDS):
            base = peak(words(command, easy, [], folder), seconds, folder)[0]
            for n, (puzzle, date) in enumerate(asked):
                for bound in BOUNDS if every else BOUNDS[(n + c) % len(BOUNDS) :][:1]:
                    line = [*words(command, puzzle, date, folder), "--memory", str(bound)]
                    taken, ended = peak(line, seconds, folder)
                    ends[ended] += 1
                    more = taken - base
                    key = command, bound
                    worst[key] = max(worst.get(key, (0.0, "")), (more, Path(puzzle).stem))
                    if more > bound + SPARE:
                        over += 1
                        print(f"over: {' '.join(line)}: {more:.0f} MiB, {ended}", flush=True)
    print(f"| MiB more than for {EASY} | {' | '.join(f'{b} MiB' for b in BOUNDS)} |")
    print("|---" + "|---:" * len(BOUNDS) + "|")
    for command in COMMANDS:
        row = [worst.get((command, bound), (0.0, "")) for bound in BOUNDS]
        print(f"| `{command}` | {' | '.join(f'{more:.0f} ({puzzle})' for more, puzzle in row)} |")
    print(f"{sum(ends.values())} runs, {over} over: {dict(ends)}")
    return over


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--all", action="store_true", help="each puzzle at each bound")
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    # A shell has what it begins in the background ignore Ctrl-C, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(bool(measured(args.all, args.seconds)))
