"""Units of work: counts do not depend on the division, the workers or killed processes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
import shipped
from building import CHOSEN
from commands import PATIENCE
from random_puzzles import grouped
from sampled import sampled
from small_families import InProcessWorkers, tetrominoes_and_pentominoes

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import RUN, Run, counts_of, load
from calpuzzle.formats import toml
from calpuzzle.planning import parts
from calpuzzle.puzzle.lowering import Lowered, Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults
from calpuzzle.results import tables, units
from calpuzzle.results.units import CountPart, counted

ROOT = Path(__file__).parents[2]


@pytest.mark.filterwarnings("ignore:.* one by one")
@pytest.mark.parametrize("engine", ["auto", "backtrack"])
@sampled(20, 100, model=grouped().filter(lambda model: not faults(model)))
def test_merged_counts_of_parts_are_those_of_the_puzzle(model: Model, engine: str) -> None:
    cover = Lowering(model).cover
    if engine != "auto" and load(engine).unsupported_reason(cover):
        return
    whole = planning.counts(cover, engine=engine)
    for divided in parts.divisions(cover):
        found = [(own, CountPart("", cover, own, engine, RUN)()[1]) for own in divided]
        arrays = [(own, counts_of(counts, (len(counts),))) for own, counts in found]
        assert (parts.merge_counts(cover, arrays) == whole).all()


def test_merge_counts_supports_counts_beyond_64_bits() -> None:
    cover = shipped.lowering("month-day-7x7").cover
    _, by_month, _ = parts.divisions(cover)
    own = [(labels, counts_of([k << 62] * 31, (31,))) for k, labels in enumerate(by_month)]
    assert parts.merge_counts(cover, own).tolist() == [[k << 62] * 31 for k in range(12)]


def test_units_become_smaller_as_their_time_limit_decreases(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cover = shipped.fresh("weekday-8x7").cover
    assert planning.units(cover) == [()]
    sizes = []
    for seconds in (0.3, 0.05, 0):
        monkeypatch.setattr(parts, "SECONDS", seconds)
        sizes.append(len(planning.units(cover)))
    assert sizes == [7, 84, 84]  # not one unit for each of the 2,604 dates
    assert len(planning.units(cover, "reference")) == 84


def test_progress_never_decreases_and_ends_with_the_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SECONDS", 0)
    monkeypatch.setattr(parts, "MAX_PARTS", 20)  # one unit for each month
    found: list[int] = []
    run = Run(2, progress=lambda done, of, number: found.append(number))
    (counts,) = counted([(cp.load("month-day-7x7", kind="puzzle"), "backtrack")], run)
    assert found == sorted(found) and found[-1] == counts.sum()


SUBJECTS: list[tuple[Lowered, str]] = [
    (cp.Puzzle(CHOSEN[name][0]), "auto") for name in ("dominoes", "labels side by side", "a ring")
]


@pytest.fixture
def unit_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Divide puzzles as far as possible; return a list of the names of the units counted."""
    names = []

    class RecordingPart(CountPart):
        def __call__(self) -> tuple[str, list[int]]:
            names.append(self.name)
            return super().__call__()

    monkeypatch.setattr(units, "CountPart", RecordingPart)
    monkeypatch.setattr(parts, "SECONDS", 0)
    return names


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_continues_from_its_ledger(tmp_path: Path, unit_names: list[str], jobs: int) -> None:
    wanted = [counts.tolist() for counts in counted(SUBJECTS, Run(jobs))]
    every = sorted(unit_names)
    folder = tmp_path / "ledger"
    begun = counted(SUBJECTS, Run(jobs), ledger_folder=str(folder), retain_ledger=False)
    assert next(begun).tolist() == wanted[0]
    begun.close()
    done = {path.stem for path in folder.glob("*.unit")}
    # Several workers may have finished the other units before they are stopped.
    assert done and (done < {*every} or jobs > 1)
    with pytest.raises(InputError, match="is the ledger of other work"):
        list(counted(SUBJECTS[1:], RUN, ledger_folder=str(folder)))
    unit_names.clear()
    reported: list[str] = []
    again = counted(SUBJECTS, Run(jobs), None, str(folder), False, reported.append)
    assert [counts.tolist() for counts in again] == wanted
    assert sorted([*unit_names, *done]) == every
    assert reported == [f"{len(done)} of {len(every)} units are in {folder}"]
    assert not folder.exists()


def test_a_named_ledger_is_kept_and_reused(tmp_path: Path, unit_names: list[str]) -> None:
    puzzle, _ = SUBJECTS[1]
    folder = str(tmp_path / "ledger")
    first = cp.table(puzzle, ledger=folder)
    assert unit_names
    unit_names.clear()
    assert cp.table(puzzle, ledger=folder).equals(first)
    assert not unit_names


class Idle(InProcessWorkers):
    """Workers that never answer."""

    def submit(self, call: Any) -> Future[Any]:
        return Future()


def test_waiting_for_workers_can_be_stopped() -> None:
    with pytest.raises(StoppedError):
        list(counted(SUBJECTS, Run(stop=time.monotonic()), lambda: Idle(1)))
    with pytest.raises(InputError, match=r"client must be a distributed\.Client of Dask, not 3"):
        cp.table(SUBJECTS[0][0], client=cast("Any", 3))


@pytest.mark.long
@pytest.mark.parametrize("processes", [True, False])
def test_the_workers_of_a_dask_client_count(tmp_path: Path, processes: bool) -> None:
    dask = pytest.importorskip("distributed")
    puzzle = cp.load("month-day-7x7")
    before = threading.active_count()
    with (
        dask.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=processes, dashboard_address=None
        ) as cluster,
        dask.Client(cluster) as client,
    ):
        reported: list[int] = []
        frame = cp.table(puzzle, progress=lambda done, *_: reported.append(done), client=client)
        assert reported == [units.STEPS]
    assert frame.equals(cp.table(puzzle))
    assert threading.active_count() <= before + 1


# --- killed processes


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with files of puzzles that take half a second each, and their `tables`."""
    folder = tmp_path_factory.mktemp("files")
    sets, board = tetrominoes_and_pentominoes(), shipped.model("dray")
    for number in random.Random(1).sample(range(len(sets)), 12):
        model = sets.model(board, number)._replace(name=f"set-{number}")
        (folder / f"{model.name}.toml").write_text(toml.write(model))
    (folder / "tables").mkdir()
    for path in folder.glob("*.toml"):
        tables.write(
            cp.table(cp.load(path, kind="puzzle")), str(folder / "tables" / f"{path.stem}.csv")
        )
    return folder


def start_batch(files: Path, folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a process that counts all puzzles in `files`."""
    names = [str(path) for path in sorted(files.glob("*.toml"))]
    command = [sys.executable, "-m", "calpuzzle", "batch", *names, "-o", str(folder), *words]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def wait_until_counted(running: subprocess.Popen[str], folder: Path, number: int) -> None:
    """Wait until the ledger has `number` units, or the process has ended."""
    deadline = time.monotonic() + PATIENCE
    while running.poll() is None and len(list(folder.glob("*/*.unit"))) < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--jobs", "2"), ("--cluster", "local", "--jobs", "2")])
def test_tables_are_the_same_after_processes_were_killed(
    files: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    running = start_batch(files, tmp_path, *options)
    wait_until_counted(running, tmp_path, 2)
    below = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(signal.SIGKILL)
    running.communicate(timeout=PATIENCE)
    assert not psutil.wait_procs(below, timeout=PATIENCE)[1]
    assert (tmp_path / "batch.ledger").is_dir()
    running = start_batch(files, tmp_path, *options)
    if "local" in options:
        wait_until_counted(running, tmp_path, 4)
        workers = psutil.Process(running.pid).children()
        next(own for own in workers if "spawn_main" in " ".join(own.cmdline())).kill()
    _, output = running.communicate(timeout=2 * PATIENCE)
    assert running.returncode == 0, output
    assert "of 12 units are in" in output
    names = sorted(os.listdir(files / "tables"))
    assert sorted(os.listdir(tmp_path)) == names
    for name in names:
        assert (tmp_path / name).read_bytes() == (files / "tables" / name).read_bytes()
