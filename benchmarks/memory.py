"""Compare the peak memory of commands with the bound that `--memory` sets, for the commands in
COMMANDS, the shipped puzzles, some unusual puzzles, and five bounds.

    python benchmarks/memory.py [--all] [--seconds S] [--only WORD]

The peak is VmHWM of the process, minus that of the same command on a board of two dominoes. Without
--all, each command runs on each puzzle with only one of the bounds. A run is stopped after S
seconds (default 10); its peak until then counts. The exit code is 1 if a peak exceeds its bound by
more than ALLOWANCE. This program needs Linux, which reports peaks.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from calpuzzle.formats import shipped

BOUNDS = (1, 4, 16, 64, 256)  # MiB
ALLOWANCE = 56  # MiB not in --memory: libraries, answers, an index of the diagram, Python
COMMANDS = ("batch", "certify", "count", "hint", "places", "solve")
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
DOMINO, SQUARE, LONG, CORNER = "##", "##\n##", "####", "##\n#."
EASY = (2, 2, {DOMINO: 2})
ODD = (
    (8, 8, {DOMINO: 32}), (4, 40, {DOMINO: 80}), (14, 14, {DOMINO: 98}), (6, 9, {CORNER: 18}),
    (10, 12, {CORNER: 40}), (8, 10, {LONG: 20}), (8, 12, {SQUARE: 12, LONG: 12}),
    (1, 60, {DOMINO: 30}), (7, 8, {CORNER: 18, DOMINO: 1}),
)  # fmt: skip
"""Heights, widths, and how often each piece is used."""


def written(folder: Path, height: int, width: int, pieces: dict[str, int]) -> str:
    """Write the puzzle file of a rectangle with these pieces, and return its path."""
    rows = "\n".join([" ".join("." * width)] * height)
    text = f'board = """\n{rows}\n"""\n[pieces]\n'
    for name, (shape, number) in zip("AB", pieces.items(), strict=False):
        text += f'{name} = {{ shape = """\n{shape}\n""", count = {number} }}\n'
    path = folder / f"{height}x{width}-{'-'.join(map(str, pieces.values()))}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def words(command: str, puzzle: str, date: list[str], folder: Path) -> list[str]:
    """Return the command line without `--memory`."""
    if command == "count" and date:
        date = ["any"]
    found = [command, puzzle, *(date if command != "batch" else [])]
    output = ["-o", str(folder / "out.csv"), "--force"]
    return found + (output if command in ("batch", "certify") else [])


def status_peak(process: int) -> float | None:
    """Return the peak of a running process in MiB, or None if it has ended."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"^VmHWM:\s*(\d+)", status, re.MULTILINE)
    return int(found[1]) / 1024 if found else None


def peak_of_command(line: list[str], seconds: float, folder: Path) -> tuple[float, str]:
    """Return the peak of a command in MiB, and how it ended."""
    path = folder / "peak"
    path.unlink(missing_ok=True)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, *line],
        env={**os.environ, "PEAK": str(path), "CALPUZZLE_CACHE": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        _, said = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        # Read it before the signal: a stopped command ends by os._exit, so CHILD writes no peak.
        until_now = status_peak(child.pid)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
        if until_now is not None:
            return until_now, "stopped"
    end = {0: "done", 1: "refused"}.get(child.returncode)
    if end is None:
        raise SystemExit(f"{' '.join(line)}: {said.decode()}")
    return int(path.read_text()) / 1024, end


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="each puzzle at each bound")
    parser.add_argument("--seconds", type=float, default=10, help="for a run (default 10)")
    parser.add_argument("--only", default="", metavar="WORD", help="puzzles with this word")
    args = parser.parse_args()
    # A process that a shell starts in the background ignores Ctrl-C, and so do its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    ends: Counter[str] = Counter()
    print("| command | bound | most above the bound | puzzle |\n| --- | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = [(own, [g.labels[0] for g in shipped.model(own).groups]) for own in shipped.names()]
        asked += [(written(folder, *own), []) for own in ODD]
        asked = [own for own in asked if args.only in own[0]]
        for c, command in enumerate(COMMANDS):
            easy = written(folder, *EASY)
            base = peak_of_command(words(command, easy, [], folder), args.seconds, folder)[0]
            found = []
            for n, (puzzle, date) in enumerate(asked):
                for bound in BOUNDS if args.all else BOUNDS[(n + c) % len(BOUNDS) :][:1]:
                    line = [*words(command, puzzle, date, folder), "--memory", str(bound)]
                    taken, end = peak_of_command(line, args.seconds, folder)
                    ends[end] += 1
                    ends["over"] += taken - base > bound + ALLOWANCE
                    found.append((taken - base - bound, bound, Path(puzzle).stem))
            more, bound, puzzle = max(found)
            print(f"| `{command}` | {bound} MiB | {more:.0f} MiB | {puzzle} |", flush=True)
    print(f"\n{dict(ends)}")
    return int(ends["over"] > 0)


if __name__ == "__main__":
    sys.exit(main())
