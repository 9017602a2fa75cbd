"""Signals at random moments of every command that writes, and of every engine.

At the end, each command that writes runs once more, with the cache that the killed ones have left,
and must write the same file. The count that takes a minute is included if there is time for it.
"""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from random import Random

import psutil

from attacking.hit import COMMANDS, LONG, Command, alive, begun, children_of, prepared, right, wrong
from attacking.score import Score

PATIENCE = 25.0  # seconds within which a process must end
WORK = 3.0  # seconds of CPU time within which it must end on a busy machine
ENOUGH = 900.0  # seconds of an attack that includes LONG
COUNTING = 2.0  # seconds within which a command that writes no file is hit
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


def kill(seed: int, seconds: float, score: Score, folder: Path) -> None:
    end = time.monotonic() + seconds
    random = Random(seed)
    commands = [*COMMANDS, LONG] if seconds > ENOUGH else COMMANDS
    spans: dict[Command, float] = {}
    while time.monotonic() < end:
        command = random.choice(commands)
        number = random.choice(SIGNALS)
        share, old = random.random(), random.random() < 0.5
        if command not in spans:
            began = time.monotonic()
            right(command, folder)
            spans[command] = time.monotonic() - began if command.writes else COUNTING
        # Half of the signals arrive in the first half second, while modules are loaded.
        after = share * (min(0.5, spans[command]) if random.random() < 0.5 else spans[command])
        _hit(command, number, after, old, score, folder)
    for command in spans:
        if command.writes:
            _once_more(command, score, folder)


def _hit(
    command: Command, number: signal.Signals, after: float, old: bool, score: Score, folder: Path
) -> None:
    whole = right(command, folder)
    prepared(folder, command, old)
    process = begun(command, folder)
    time.sleep(after)
    if old:  # half of the processes are suspended first
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.05)
        process.send_signal(signal.SIGCONT)
    children = children_of(process.pid)
    process.send_signal(number)
    what = f"{number.name} after {after:.3f} s: {' '.join(command.words)}"
    stderr = _stderr_of(process)
    if stderr is None:
        score.broke("hang", what.encode(), f"{what}: it still ran {PATIENCE:.0f} s later")
        return
    fault = wrong(
        command, folder, old, process.returncode, stderr.decode(errors="replace"), whole
    ) or _left_running(children)
    if fault:
        score.broke("signal", what.encode(), f"{what}: {fault}")
    else:
        score.survived()


def _stderr_of(process: subprocess.Popen[bytes]) -> bytes | None:
    """Return what the process writes to stderr until it ends, or None if it does not end."""
    before: float | None = None
    while True:
        try:
            return process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            spent = _cpu_seconds_if_runnable(process.pid)
            if spent is None or (before is not None and spent - before > WORK):
                process.kill()
                process.communicate()
                return None
            before = spent if before is None else before


def _cpu_seconds_if_runnable(pid: int) -> float | None:
    """Return the CPU seconds of a process that would run if a core were free, or None if it waits
    for something else, or has ended and left its output to a child."""
    try:
        own = psutil.Process(pid)
        if own.status() not in (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP):
            return None
        return float(sum(own.cpu_times()[:2]))
    except psutil.NoSuchProcess:
        return None


def _left_running(children: list[int]) -> str:
    until = time.monotonic() + 5
    while any(map(alive, children)):
        if time.monotonic() > until:
            return f"its children run on: {children}"
        time.sleep(0.02)
    return ""


def _once_more(command: Command, score: Score, folder: Path) -> None:
    """Run a command undisturbed, with the cache that the killed commands have left."""
    whole = right(command, folder)
    prepared(folder, command, False)
    process = begun(command, folder)
    _, stderr = process.communicate()
    fault = wrong(command, folder, False, process.returncode, stderr.decode(), whole)
    if process.returncode or fault:
        score.broke(
            "again", b"", f"{' '.join(command.words)}, once more: {fault or stderr.decode()}"
        )
    else:
        score.survived()
