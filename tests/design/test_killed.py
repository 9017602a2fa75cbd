"""Whatever is killed, whenever: the next run goes on, and the atlas has the same bytes."""

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
from small_families import Here, slow

from calpuzzle.design.judging import judge as judging
from calpuzzle.design.judging.judge import JudgingTask, judge

pytestmark = pytest.mark.long

SCRIPT = Path(__file__).resolve().parents[1] / "judging_script.py"
ATLAS = "sets.parquet"
SECONDS = 5.0  # of a run that nobody disturbs, where the machine has nothing else to do


def begin(folder: Path) -> subprocess.Popen[str]:
    words = [str(folder / ATLAS), "", "2", ""]
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *words], cwd=folder, stderr=subprocess.PIPE, text=True
    )


def ended(run: subprocess.Popen[str]) -> tuple[int, str]:
    _, said = run.communicate(timeout=2 * PATIENCE)
    return run.returncode, said


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of the atlas."""
    path = tmp_path_factory.mktemp("undisturbed") / ATLAS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "Processes", Here)
        judge(JudgingTask(*slow(), str(path)))
    return path.read_bytes()


def counted(run: subprocess.Popen[str], folder: Path, units: int) -> list[psutil.Process]:
    """Wait until so many units are counted, or all is; then the workers that are there."""
    while run.poll() is None and len(list(folder.glob("*/*.unit"))) < units:
        time.sleep(0.02)
    below = [] if run.poll() is not None else psutil.Process(run.pid).children()
    # Not the process that looks after what the pool leaves behind.
    return [each for each in below if "spawn_main" in " ".join(each.cmdline())]


@pytest.mark.parametrize(
    "seed", [None, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10))]
)
def test_a_killed_parent_and_killed_workers(
    tmp_path: Path, undisturbed: bytes, seed: int | None
) -> None:
    """At any time; without a seed, as soon as something is counted."""
    rng = random.Random(seed or 0)
    run = begin(tmp_path)
    if seed is None:
        assert counted(run, tmp_path, 1)
    else:
        time.sleep(rng.uniform(0, SECONDS))
    below = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(signal.SIGKILL)
    ended(run)
    assert not psutil.wait_procs(below, timeout=PATIENCE)[1]
    run = begin(tmp_path)
    for units in (2,) if seed is None else (0, 0):
        if seed is not None:
            time.sleep(rng.uniform(0, SECONDS / 2))
        if workers := counted(run, tmp_path, units):
            rng.choice(workers).kill()
    assert ended(run) == (0, "")
    assert (tmp_path / ATLAS).read_bytes() == undisturbed
    assert os.listdir(tmp_path) == [ATLAS]
