"""Timing side by side, tables and charts, for several benchmarks.

Every round of `side_by_side` runs each contender once, so that changes in the speed of the machine
affect all alike. It returns the medians of the rounds.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import Any


class Clock:
    """An event that is set once the process has used `seconds` more seconds of processor time."""

    def __init__(self, seconds: float) -> None:
        self.until = time.process_time() + seconds

    def is_set(self) -> bool:
        """Return whether the seconds are over."""
        return time.process_time() >= self.until


def side_by_side(
    contenders: Mapping[str, Callable[[], Any]],
    expected: Any,
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Return the median seconds of each contender, measured with `clock`. Raises SystemExit if a
    contender does not return `expected`. Each runs once before the rounds, so that the times do not
    include the cost of a first call."""
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


def child_seconds() -> float:
    """Return the processor time, user and system, of the child processes that have ended."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_a_process(run: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a call in a new process, which shares no memory with this one."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(run, arguments)


def peak() -> int:
    """Return the most memory that this process has taken, in MiB. Linux alone reports it."""
    # Not ru_maxrss, which may include the memory of the process that this one was forked from.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) >> 10


def check(name: str, answer: Any, expected: Any) -> None:
    """Raise SystemExit if the answer of a contender is wrong."""
    if answer != expected:
        raise SystemExit(f"{name} gave {answer}, not {expected}: its time would mean nothing")


def shown(seconds: float) -> str:
    """Return seconds in the unit that reads best."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    if seconds < 1:
        return f"{seconds * 1e3:.2f} ms"
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:,.0f} s"


def table(title: str, times: dict[str, float]) -> str:
    """Return the medians as a Markdown table, fastest first, with ratios to the fastest."""
    best = min(times.values())
    lines = [f"### {title}", "", "| | median | ratio |", "| --- | ---: | ---: |"]
    for name, taken in sorted(times.items(), key=lambda pair: pair[1]):
        lines.append(f"| {name} | {shown(taken)} | {taken / best:,.1f} |")
    return "\n".join([*lines, ""])


def panels(number: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """Return a matplotlib figure and its panels, stacked vertically, each of the given size."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "calpuzzle"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(number, 1, figsize=(width, height * number), squeeze=False)
    for panel in axes[:, 0]:
        panel.spines[["top", "right"]].set_visible(False)
    return figure, list(axes[:, 0])


def save(figure: Any, path: str) -> None:
    """Write a figure; an SVG does not contain the time of writing, so equal figures are equal
    files."""
    figure.tight_layout(h_pad=2)
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
