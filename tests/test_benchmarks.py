"""The programs in benchmarks/: their help, and functions that can be tested quickly."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from math import inf
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT

BENCHMARKS = ROOT / "benchmarks"
WITHOUT_OPTIONS = {"compare", "fit_costs", "many_puzzles", "measure", "peers", "timings", "work"}
HELP = """
import contextlib, io, runpy, sys
for path in sys.argv[1:]:
    sys.argv = [path, "--help"]
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()) as text:
        runpy.run_path(path, run_name="__main__")
    if "usage:" not in text.getvalue():
        sys.exit(f"{path} prints no help")
"""


@pytest.fixture(autouse=True)
def benchmarks_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


def benchmark(name: str) -> dict[str, Any]:
    """Return the globals of a benchmark, as a module."""
    return runpy.run_path(str(BENCHMARKS / f"{name}.py"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lacks the module resource")
def test_each_benchmark_prints_its_help() -> None:
    paths = [str(p) for p in sorted(BENCHMARKS.glob("*.py")) if p.stem not in WITHOUT_OPTIONS]
    done = subprocess.run(
        [sys.executable, "-c", HELP, *paths],
        env={**os.environ, "PYTHONPATH": str(BENCHMARKS)}, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert paths and done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("steps", "seconds"),
    [
        ([("diagram", inf)], 0.5),
        ([("diagram", 0.25), ("dancing", inf)], 0.25 + 2),  # it would take longer than its limit
        ([("halves", 0.25), ("dancing", inf)], 0.25 + 2),  # it was stopped when it was measured
        ([("frontier", 0.25), ("dancing", inf)], 2),
        ([("race", inf)], 2),
        ([("diagram", 0.25), ("halves", 0.25)], inf),
    ],
)
def test_a_step_takes_its_time_or_its_limit(steps: list[tuple[str, float]], seconds: float) -> None:
    cells = {"diagram": "0.5", "halves": ">1", "frontier": "large", "dancing": "2", "race": "-"}
    assert benchmark("plan_choices")["taken"](steps, cells) == seconds


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
def test_the_peak_of_a_stopped_command_is_measured(tmp_path: Path) -> None:
    memory = benchmark("memory")
    puzzle = memory["written"](tmp_path, 14, 14, {memory["DOMINO"]: 98})
    line = ["count", puzzle, "--engine", "dancing"]
    peak, end = memory["peak_of_command"](line, 0.5, tmp_path)
    assert end == "stopped" and peak > 1


@pytest.mark.parametrize("fault", ["raise ValueError", "import os; os.kill(os.getpid(), 9)"])
def test_a_command_that_fails_is_not_timed(tmp_path: Path, fault: str) -> None:
    with pytest.raises(SystemExit, match="failed with code"):
        benchmark("compare")["run_in"](ROOT, "", ["-c", fault], str(tmp_path))


def test_a_chart_is_drawn_only_into_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = ROOT / "results" / "benchmarks" / "growth.csv"
    monkeypatch.setattr(sys, "argv", ["growth.py", "--drawn", str(table)])
    with pytest.raises(SystemExit):
        benchmark("growth")["main"]()
    assert "--drawn needs --chart FILE" in capsys.readouterr().err
