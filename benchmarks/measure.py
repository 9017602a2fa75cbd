"""Timing side by side: every round runs each contender once, so that a machine whose speed drifts
drifts for all; medians over the rounds are what is told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any


def side_by_side(
    contenders: Mapping[str, Callable[[], Any]],
    expected: Any,
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Median seconds of each contender, by a clock. One that does not return `expected` is an
    error: a wrong answer has no time. Each runs once before the rounds, so that no first call is
    counted."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for name, run in contenders.items():
        check(name, run(), expected)
    for _ in range(rounds):
        for name, run in contenders.items():
            start = clock()
            answer = run()
            times[name].append(clock() - start)
            check(name, answer, expected)
    return {name: statistics.median(taken) for name, taken in times.items()}


def peak() -> int:
    """The most memory that this process has taken, in MiB. Linux alone says it."""
    # ru_maxrss would count what the process was forked from; VmHWM is its own.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) >> 10


def check(name: str, answer: Any, expected: Any) -> None:
    """Raise SystemExit where a contender is wrong."""
    if answer != expected:
        raise SystemExit(f"{name} gave {answer}, not {expected}: its time would mean nothing")


def shown(seconds: float) -> str:
    """Seconds in the unit that reads best."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    if seconds < 1:
        return f"{seconds * 1e3:.2f} ms"
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:,.0f} s"


def table(title: str, times: dict[str, float], note: str = "") -> str:
    """The medians as a Markdown table, fastest first, with ratios to the fastest."""
    best = min(times.values())
    lines = [f"### {title}", "", "| | median | ratio |", "| --- | ---: | ---: |"]
    for name, taken in sorted(times.items(), key=lambda pair: pair[1]):
        lines.append(f"| {name} | {shown(taken)} | {taken / best:,.1f} |")
    return "\n".join([*lines, "", *([note, ""] if note else [])])


def two_threads(title: str, run: Callable[[int], Any], expected: Any, rounds: int) -> str:
    """A table of what is run by one thread and by two, which must give the same."""
    contenders = {f"--jobs {jobs}": partial(run, jobs) for jobs in (1, 2)}
    times = side_by_side(contenders, expected, rounds)
    ratio = times["--jobs 2"] / times["--jobs 1"]
    note = f"Two threads take {ratio:.2f} of the time of one, and give the same."
    return table(f"Threads: {title}", times, note)
