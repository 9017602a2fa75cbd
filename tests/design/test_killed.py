"""Runs that are killed at any time: the next run continues, and the atlas has the same bytes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from commands import PATIENCE
from small_families import InProcessWorkers, slow

from calpuzzle.design.judging import judge as judging
from calpuzzle.design.judging.judge import JudgingTask, judge

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).resolve().parents[1] / "judging_script.py"
ATLAS = "sets.parquet"
SECONDS = 5.0  # duration of an undisturbed run on an idle machine


def begin(folder: Path) -> subprocess.Popen[str]:
    words = [str(folder / ATLAS), "", "2", ""]
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *words], cwd=folder, stderr=subprocess.PIPE, text=True
    )


def result_of(run: subprocess.Popen[str]) -> tuple[int, str]:
    _, errors = run.communicate(timeout=2 * PATIENCE)
    return run.returncode, errors


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of the atlas of a run that is not killed."""
    path = tmp_path_factory.mktemp("undisturbed") / ATLAS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "Processes", InProcessWorkers)
        judge(JudgingTask(*slow(), str(path)))
    return path.read_bytes()


def workers_after(run: subprocess.Popen[str], folder: Path, units: int) -> list[psutil.Process]:
    """Wait until `units` units are counted or the run ends, and return its worker processes."""
    while run.poll() is None and len(list(folder.glob("*/*.unit"))) < units:
        time.sleep(0.02)
    children = [] if run.poll() is not None else psutil.Process(run.pid).children()
    return [each for each in children if is_worker(each)]


def is_worker(process: psutil.Process) -> bool:
    """Return whether a process is a worker that still runs, not multiprocessing's own tracker."""
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # also if it has ended, but was not waited for
        return False


@pytest.mark.parametrize("seed", [None, *range(10)])
def test_atlas_is_the_same_after_the_parent_and_workers_are_killed(
    tmp_path: Path, undisturbed: bytes, seed: int | None
) -> None:
    """Processes are killed at random times or, without a seed, as soon as a unit is counted."""
    rng = random.Random(seed or 0)
    run = begin(tmp_path)
    if seed is None:
        assert workers_after(run, tmp_path, 1)
    else:
        time.sleep(rng.uniform(0, SECONDS))
    children = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(signal.SIGKILL)
    result_of(run)
    assert not psutil.wait_procs(children, timeout=PATIENCE)[1]
    run = begin(tmp_path)
    for units in (2,) if seed is None else (0, 0):
        if seed is not None:
            time.sleep(rng.uniform(0, SECONDS / 2))
        if workers := workers_after(run, tmp_path, units):
            rng.choice(workers).kill()
    assert result_of(run) == (0, "")
    assert (tmp_path / ATLAS).read_bytes() == undisturbed
    assert os.listdir(tmp_path) == [ATLAS]
