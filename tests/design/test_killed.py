"""Whatever is killed, whenever: the next run goes on, and the atlas has the same bytes."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from small_families import small

from calpuzzle.base.errors import CannotDoError
from calpuzzle.design.judging import Plan, judge

SCRIPT = Path(__file__).resolve().parents[1] / "judging_script.py"
ATLAS = "sets.parquet"
PATIENCE = 120  # seconds


def begin(folder: Path, jobs: int = 2, cluster: str = "") -> subprocess.Popen[str]:
    words = [str(folder / ATLAS), "", str(jobs), cluster]
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *words], cwd=folder, stderr=subprocess.PIPE, text=True
    )


def ended(run: subprocess.Popen[str]) -> tuple[int, str]:
    _, said = run.communicate(timeout=PATIENCE)
    return run.returncode, said


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, float]:
    """The bytes of the atlas, and how long it takes."""
    folder = tmp_path_factory.mktemp("undisturbed")
    began = time.monotonic()
    assert ended(begin(folder)) == (0, "")
    return (folder / ATLAS).read_bytes(), time.monotonic() - began


def finished(folder: Path, wanted: bytes, jobs: int = 2) -> None:
    """Go on, with so many processes, and see that nothing but the atlas is left."""
    assert ended(begin(folder, jobs)) == (0, "")
    assert (folder / ATLAS).read_bytes() == wanted
    assert os.listdir(folder) == [ATLAS]


def gone(processes: list[psutil.Process]) -> bool:
    """Whether all of them end soon."""
    return not psutil.wait_procs(processes, timeout=20)[1]


GONE = (
    "does not answer any more; what is done is kept",
    "no Dask scheduler answers at",
    "has no workers",
)
FEW = list(range(1))
MANY = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10)]


@pytest.mark.parametrize("seed", [*FEW, *MANY])
def test_a_killed_parent(tmp_path: Path, undisturbed: tuple[bytes, float], seed: int) -> None:
    wanted, seconds = undisturbed
    rng = random.Random(seed)
    run = begin(tmp_path)
    time.sleep(rng.uniform(0, seconds))
    below = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(signal.SIGKILL)
    ended(run)
    assert gone(below)
    finished(tmp_path, wanted, jobs=1 + seed % 2)


@pytest.mark.parametrize("seed", [*FEW, *MANY])
def test_killed_workers(tmp_path: Path, undisturbed: tuple[bytes, float], seed: int) -> None:
    wanted, seconds = undisturbed
    rng = random.Random(seed)
    run = begin(tmp_path)
    for _ in range(2):
        time.sleep(rng.uniform(0, seconds / 2))
        below = [] if run.poll() is not None else psutil.Process(run.pid).children()
        # Not the process that looks after what the pool leaves behind.
        below = [each for each in below if "spawn_main" in " ".join(each.cmdline())]
        if below:
            rng.choice(below).kill()
    assert ended(run) == (0, "")
    assert (tmp_path / ATLAS).read_bytes() == wanted
    assert os.listdir(tmp_path) == [ATLAS]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@contextmanager
def dask(folder: Path) -> Iterator[tuple[str, psutil.Process, psutil.Process]]:
    """A scheduler and a worker with a nanny, as a person starts them: its address, and both."""
    address = f"tcp://127.0.0.1:{free_port()}"
    program = str(Path(sys.executable).with_name("dask"))
    scratch = ["--local-directory", str(folder)]
    lines = [
        ["scheduler", "--host", address, "--no-dashboard"],
        ["worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard", *scratch],
    ]
    none = subprocess.DEVNULL
    # What counts stands among the tests.
    paths = [str(SCRIPT.parent), os.environ.get("PYTHONPATH", "")]
    own = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    begun = [
        subprocess.Popen([program, *line], cwd=folder, stdout=none, stderr=none, env=own)
        for line in lines
    ]
    try:
        yield address, psutil.Process(begun[0].pid), psutil.Process(begun[1].pid)
    finally:
        for process in begun:
            below = []
            if process.poll() is None:
                below = psutil.Process(process.pid).children(recursive=True)
                process.kill()
            for each in below:
                with suppress(psutil.NoSuchProcess):
                    each.kill()
            process.wait()


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills are signals")
def test_a_killed_scheduler(
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
    undisturbed: tuple[bytes, float],
    seed: int,
) -> None:
    wanted, seconds = undisturbed
    rng = random.Random(seed)
    with dask(tmp_path_factory.mktemp("dask")) as (address, scheduler, worker):
        wait_for(address)
        run = begin(tmp_path, cluster=address)
        time.sleep(rng.uniform(1, seconds + 2))
        if seed % 3 == 2:
            below = [each for each in worker.children() if each.status() != "zombie"]
            rng.choice(below).kill()
        else:
            scheduler.kill()
        code, said = ended(run)
        if code:
            # A worker that dies is replaced, if the first of them came in time.
            sentences = ("has no workers",) if seed % 3 == 2 else GONE
            assert code == 1 and said.count("\n") == 1, said
            assert any(words in said for words in sentences), said
    finished(tmp_path, wanted)


@pytest.mark.slow
def test_real_workers_of_all_kinds(tmp_path: Path) -> None:
    """One without calpuzzle and one of another version beside two that count; then these alone."""
    without, other = tmp_path / "without", tmp_path / "other"
    without.mkdir()
    raising = "raise ModuleNotFoundError(\"No module named 'calpuzzle'\", name='calpuzzle')\n"
    (without / "calpuzzle.py").write_text(raising)
    (other / "calpuzzle" / "design").mkdir(parents=True)
    for name in ("__init__.py", "design/__init__.py"):
        (other / "calpuzzle" / name).touch()
    (other / "calpuzzle" / "design" / "work.py").write_text("def identity(): return '0.0.9', 'x'\n")
    own = small()
    with dask(tmp_path) as (address, _, two):
        wait_for(address)
        begun = []
        for folder in (without, other):
            words = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny"]
            options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
            begun.append(
                subprocess.Popen(
                    [*words, *options],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd=folder,
                    env={**os.environ, "PYTHONPATH": str(folder)},
                )
            )
        try:
            plan = Plan(*own, str(tmp_path / "x.csv"), cluster=address)
            told: list[str] = []
            while sum("left out" in text for text in told) < 2:
                told.clear()
                with suppress(CannotDoError):  # those that can count may come last
                    judge(plan, told.append)
            assert any("left out: it has no calpuzzle; install " in text for text in told)
            assert any("left out: it has calpuzzle 0.0.9" in text for text in told)
            (tmp_path / "x.csv").rename(tmp_path / "y.csv")
            judge(plan._replace(cluster=""))
            assert (tmp_path / "x.csv").read_bytes() == (tmp_path / "y.csv").read_bytes()
            for each in (*two.children(), two):
                each.kill()
            with pytest.raises(CannotDoError, match="no worker of the scheduler at"):
                judge(plan)
        finally:
            for process in begun:
                process.kill()
                process.wait()


def wait_for(address: str) -> None:
    port = int(address.rpartition(":")[2])
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as asked:
            if not asked.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise AssertionError("no scheduler began")
