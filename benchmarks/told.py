"""The time that commands say they will take, beside the time that they take.

    python benchmarks/told.py [--only WORD]

Each command runs on a terminal of its own. Looked at is what it says when a quarter, half and three
quarters of its time are over: the bar, or the last sentence (`about 12 s to go`). The whole time
that this comes to is divided by the seconds that it took. A dash is where nothing is told. The exit
code is 1 where one is off by more than a third at half time or later, or by more than half at a
quarter; what takes less than SHORT seconds does not count.

The sentences of `calpuzzle design` on memory and disk are compared with what the processes and
the folder come to.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

SHORT = 4.0
LONGEST = 150.0
SHARES = {0.25: 1 / 2, 0.5: 1 / 3, 0.75: 1 / 3}  # of the time, and how far it may be off then
AMOUNT = r"([\d,]+) (s|minutes|hours|days)"
LEFT = re.compile(rf"about {AMOUNT} (?:left|to go)")
COST = re.compile(r"to go: (?:([\d,]+) (MiB|bytes?) of memory, )?([\d,]+) (MiB|bytes?) on the disk")
UNITS = {"s": 1, "minutes": 60, "hours": 3600, "days": 86400}
WORKS = (
    "batch weekday-8x7 --engine backtrack -o {}/x.csv",
    "batch weekday-hexagons -o {}/x.csv",
    "batch weekday-triangles -o {}/x.csv",
    "batch mixed-7x7-10-pieces -o {}/x.csv",
    "batch weekday-7x8-corner -o {}/x.csv",
    "batch weekday-8x7-columns -o {}/x.csv",
    "batch month-day-7x7 --engine dancing -o {}/x.csv",
    "table weekday-5x10 --difficulty -o {}/x.csv",
    "check weekday-9x6",
    "year 2027 weekday-8x7",
    "booklet 2027 weekday-8x7 -o {}/x.pdf",
    "certify pentominoes-6x10 -o {}/x.cert",
    "certify iq-fit -o {}/x.cert",
    "compare weekday-8x7 mixed-7x7-11-pieces weekday-triangles",
    "selftest --all",
    "design weekday-8x7 --choose 3:tetrominoes --choose 7:pentominoes -o {}/x.parquet",
    "design weekday-8x7 --choose 3:tetrominoes --choose 7:pentominoes --jobs 2 -o {}/x.csv",
    "count pentominoes-6x10 --engine dancing",
    "count iq-fit --engine dancing",
    "count pentominoes-4x15 --engine reference",
    "count tetrasticks-5x5-no-crossing",
    "count pentominoes-8x8 --engine dancing",
)


class Told(NamedTuple):
    """When something was told, and the whole time that it comes to; None where a bar is drawn that
    tells no time."""

    at: float
    whole: float | None


def wholes(text: str, now: float) -> list[Told]:
    """What a part of the terminal's text tells."""
    silent = [Told(now, None)] if "% |" in text and not LEFT.search(text) else []
    return silent + [
        Told(now, now + float(own.group(1).replace(",", "")) * UNITS[own.group(2)])
        for own in LEFT.finditer(text)
    ]


class Watched(NamedTuple):
    """The seconds that a command took, the times that it told, its exit code, all its words, and
    the most bytes of memory and of disk that were in use."""

    took: float
    told: list[Told]
    code: int
    text: str
    memory: int
    disk: int


def in_use(process: psutil.Process, folder: str) -> tuple[int, int]:
    """The bytes of memory of a process and its children, and of all files of a folder."""
    memory = disk = 0
    with suppress(psutil.NoSuchProcess):
        for each in process.children(recursive=True) or [process]:
            memory += each.memory_full_info().uss
    for path in Path(folder).rglob("*"):
        with suppress(FileNotFoundError):
            disk += path.stat().st_size
    return memory, disk


def watched(words: list[str], folder: str) -> Watched:
    """Run a command, and look at it."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    began = time.monotonic()
    running = subprocess.Popen(
        [sys.executable, "-m", "calpuzzle", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=its,
        env={**os.environ, "CALPUZZLE_CACHE": "", "LC_ALL": "C.UTF-8"},
    )
    os.close(its)
    told: list[Told] = []
    text = ""
    memory = disk = 0
    process = psutil.Process(running.pid)
    try:
        while True:
            if words[0] == "design":
                used = in_use(process, folder)
                memory, disk = max(memory, used[0]), max(disk, used[1])
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            data = os.read(ours, 1 << 16)
            now = time.monotonic() - began
            part = data.decode(errors="replace")
            told += wholes(part, now)
            text += part
            if now > LONGEST:
                running.terminate()
    except OSError:  # the terminal's end
        pass
    os.close(ours)
    code = running.wait()
    return Watched(time.monotonic() - began, told, code, text, memory, disk)


def amounts(found: Watched) -> str:
    """What was told of memory and disk, and what was in use."""
    own = COST.search(found.text)
    if own is None:
        return ""
    size = {"M": 1 << 20, "b": 1}
    said = [int(own[k].replace(",", "")) * size[own[k + 1][0]] if own[k] else 0 for k in (1, 3)]
    used = (found.memory, found.disk)
    return ", ".join(
        f"{what} {a / 1e6:.1f} MB of {b / 1e6:.1f}"
        for what, a, b in zip(("memory", "disk"), said, used, strict=True)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="commands with this word")
    args = parser.parse_args()
    wrong = 0
    print("| command | seconds | " + " | ".join(f"told at {s:.0%}" for s in SHARES) + " | |")
    print("|---|---:|" + "---:|" * len(SHARES) + "---|")
    for work in WORKS:
        if args.only not in work:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = watched(work.format(folder).split(), folder)
        took, told = found.took, found.told
        cells, off = [], False
        for share, most in SHARES.items():
            said = [own.whole for own in told if own.at <= share * took]
            if not said or said[-1] is None:
                cells.append("-")
                continue
            ratio = said[-1] / took
            off = off or (took >= SHORT and abs(ratio - 1) > most)
            cells.append(f"{ratio:.2f}")
        wrong += off
        note = " ".join(["off"] * off + [amounts(found)])
        if found.code:
            note += f" exit {found.code}: {found.text[-160:]!r}"
        print(f"| `{work.format('.')}` | {took:.1f} | {' | '.join(cells)} | {note} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
