"""Clocks that are wrong: commands that write, in 1969 and in 2100 by libfaketime (of that package).

What is written has no time in it, so that it must be the same bytes.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

from attacking.hit import COMMANDS, begun, prepared, right, wrong
from attacking.score import Score

CLOCKS = (
    "1969-07-20 20:17:40",
    "1970-01-01 00:00:00",
    "2038-01-19 03:14:08",
    "2100-02-28 23:59:59",
)


def clock(seed: int, seconds: float, score: Score, folder: Path) -> None:
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        score.skipped = "for libfaketime is not here"
        return
    random = Random(seed)
    writing = [command for command in COMMANDS if command.writes]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        command, now = random.choice(writing), random.choice(CLOCKS)
        whole = right(command, folder)
        prepared(folder, command, False)
        what = f"{' '.join(command.words)} at {now}"
        wrong_clock: dict[str, Any] = {
            "LD_PRELOAD": str(library),
            "FAKETIME": f"@{now}",
            "TZ": "UTC",
        }
        process = begun(command, folder, **wrong_clock)
        _, said = process.communicate(timeout=600)
        text = said.decode(errors="replace")
        fault = wrong(command, folder, False, process.returncode, text, whole)
        if process.returncode or fault:
            score.broke("clock", what.encode(), f"{what}: {process.returncode} {fault or text}")
        else:
            score.survived()
