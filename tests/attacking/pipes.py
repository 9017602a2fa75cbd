"""Closed pipes: the reader closes the output of a command after some bytes."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from random import Random

from attacking.hit import Command, begun, prepared, wrong
from attacking.score import Score

COMMANDS = [
    Command(("solve", "Sat Jan 1", "weekday-8x7", "--all")),
    Command(("solve", "Sat Jan 1", "--all", "--format", "jsonl")),
    Command(("solve", "soma", "--all", "--format", "json")),
    Command(("solve", "soma", "--all", "--format", "grid")),
    Command(("solve", "two.txt", "--all", "--format", "grid")),
    Command(("table", "month-day-7x7")),
    Command(("show", "dray", "--orientations")),
    Command(("puzzles",)),
    Command(("hint", "today")),
    Command(("convert", "soma", "-", "--format", "dlx")),
    Command(("nonogram", "step", "three.non")),
    Command(("--help",)),
    Command(("solve", "--help")),
]


def pipes(seed: int, seconds: float, score: Score, folder: Path) -> None:
    random = Random(seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        command = random.choice(COMMANDS)
        size = random.choice([0, 1, random.randrange(100), random.randrange(100_000)])
        both = random.random() < 0.3
        prepared(folder, command, False)
        process = begun(command, folder, stderr=subprocess.STDOUT if both else subprocess.PIPE)
        assert process.stdout
        read = process.stdout.read(size)
        process.stdout.close()
        messages = process.stderr.read() if process.stderr else b""
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            messages += b"\nit ran on for a minute"
            process.wait()
        what = f"{' '.join(command.words)}, its output closed after {len(read)} bytes"
        text = messages.decode(errors="replace")
        fault = wrong(command, folder, False, process.returncode, text, b"")
        if fault or "ran on" in text:
            score.broke("pipe", what.encode(), f"{what}: {fault or text}")
        else:
            score.survived()
