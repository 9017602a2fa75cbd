"""Units of work: the same counts however a puzzle is divided, who counts, and what is killed."""

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
from small_families import Here, flat

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
def test_the_parts_of_a_puzzle_have_its_counts(model: Model, engine: str) -> None:
    cover = Lowering(model).cover
    if engine != "auto" and load(engine).unsupported_reason(cover):
        return
    whole = planning.counts(cover, engine=engine)
    for divided in parts.divisions(cover):
        found = [(own, CountPart("", cover, own, engine, RUN)()[1]) for own in divided]
        arrays = [(own, counts_of(counts, (len(counts),))) for own, counts in found]
        assert (parts.merge_counts(cover, arrays) == whole).all()


def test_counts_past_64_bits_are_put_together() -> None:
    cover = shipped.lowering("month-day-7x7").cover
    _, by_month, _ = parts.divisions(cover)
    own = [(labels, counts_of([k << 62] * 31, (31,))) for k, labels in enumerate(by_month)]
    assert parts.merge_counts(cover, own).tolist() == [[k << 62] * 31 for k in range(12)]


def test_what_takes_long_is_divided_the_same_way_for_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cover = shipped.fresh("weekday-8x7").cover
    assert planning.units(cover) == [()]
    sizes = []
    for seconds in (0.3, 0.05, 0):
        monkeypatch.setattr(parts, "SECONDS", seconds)
        sizes.append(len(planning.units(cover)))
    assert sizes == [7, 84, 84]  # and not each of the 2,604 dates
    assert len(planning.units(cover, "reference")) == 84


def test_the_number_of_solutions_found_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SECONDS", 0)
    found: list[int] = []
    run = Run(2, progress=lambda done, of, number: found.append(number))
    (counts,) = counted([(cp.load("month-day-7x7", kind="puzzle"), "backtrack")], run)
    assert found == sorted(found) and found[-1] == counts.sum()


SUBJECTS: list[tuple[Lowered, str]] = [
    (cp.Puzzle(CHOSEN[name][0]), "auto") for name in ("dominoes", "labels side by side", "a ring")
]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the units that are counted, of puzzles that are divided as far as they can."""
    names = []

    class Told(CountPart):
        def __call__(self) -> tuple[str, list[int]]:
            names.append(self.name)
            return super().__call__()

    monkeypatch.setattr(units, "CountPart", Told)
    monkeypatch.setattr(parts, "SECONDS", 0)
    return names


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_that_was_ended_continues(tmp_path: Path, made: list[str], jobs: int) -> None:
    wanted = [counts.tolist() for counts in counted(SUBJECTS, Run(jobs))]
    every = sorted(made)
    folder = tmp_path / "ledger"
    begun = counted(SUBJECTS, Run(jobs), ledger_folder=str(folder), retain_ledger=False)
    assert next(begun).tolist() == wanted[0]
    begun.close()
    done = {path.stem for path in folder.glob("*.unit")}
    # Several workers may have finished the other units before they are stopped.
    assert done and (done < {*every} or jobs > 1)
    with pytest.raises(InputError, match="is the ledger of other work"):
        list(counted(SUBJECTS[1:], RUN, ledger_folder=str(folder)))
    made.clear()
    told: list[str] = []
    again = counted(SUBJECTS, Run(jobs), None, str(folder), False, told.append)
    assert [counts.tolist() for counts in again] == wanted
    assert sorted([*made, *done]) == every
    assert told == [f"{len(done)} of {len(every)} units are in {folder}"]
    assert not folder.exists()


def test_a_ledger_that_is_named_stays(tmp_path: Path, made: list[str]) -> None:
    puzzle, _ = SUBJECTS[1]
    folder = str(tmp_path / "ledger")
    first = cp.table(puzzle, ledger=folder)
    assert made
    made.clear()
    assert cp.table(puzzle, ledger=folder).equals(first)
    assert not made


class Idle(Here):
    """Workers that never answer."""

    def submit(self, call: Any) -> Future[Any]:
        return Future()


def test_the_wait_for_workers_can_be_ended() -> None:
    with pytest.raises(StoppedError):
        list(counted(SUBJECTS, Run(stop=time.monotonic()), lambda: Idle(1)))
    with pytest.raises(InputError, match=r"client must be a distributed\.Client of Dask, not 3"):
        cp.table(SUBJECTS[0][0], client=cast("Any", 3))


@pytest.mark.long
@pytest.mark.parametrize("processes", [True, False])
def test_the_workers_of_a_client_count(tmp_path: Path, processes: bool) -> None:
    dask = pytest.importorskip("distributed")
    puzzle = cp.load("month-day-7x7")
    before = threading.active_count()
    with (
        dask.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=processes, dashboard_address=None
        ) as cluster,
        dask.Client(cluster) as client,
    ):
        told: list[int] = []
        frame = cp.table(puzzle, progress=lambda done, *_: told.append(done), client=client)
        assert told == [units.STEPS]
    assert frame.equals(cp.table(puzzle))
    assert threading.active_count() <= before + 1


# --- killed


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of puzzles that take half a second each, and `tables` of them."""
    folder = tmp_path_factory.mktemp("files")
    sets, board = flat(), shipped.model("dray")
    for number in random.Random(1).sample(range(len(sets)), 12):
        model = sets.model(board, number)._replace(name=f"set-{number}")
        (folder / f"{model.name}.toml").write_text(toml.write(model))
    (folder / "tables").mkdir()
    for path in folder.glob("*.toml"):
        tables.write(
            cp.table(cp.load(path, kind="puzzle")), str(folder / "tables" / f"{path.stem}.csv")
        )
    return folder


def begin(files: Path, folder: Path, *words: str) -> subprocess.Popen[str]:
    """Begin to count all of them."""
    names = [str(path) for path in sorted(files.glob("*.toml"))]
    command = [sys.executable, "-m", "calpuzzle", "batch", *names, "-o", str(folder), *words]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def until_counted(running: subprocess.Popen[str], folder: Path, number: int) -> None:
    """Wait until so many units are in the ledger."""
    until = time.monotonic() + PATIENCE
    while running.poll() is None and len(list(folder.glob("*/*.unit"))) < number:
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("who", [("--jobs", "2"), ("--cluster", "local", "--jobs", "2")])
def test_whatever_is_killed_the_tables_are_the_same(
    files: Path, tmp_path: Path, who: tuple[str, ...]
) -> None:
    running = begin(files, tmp_path, *who)
    until_counted(running, tmp_path, 2)
    below = psutil.Process(running.pid).children(recursive=True)
    running.send_signal(signal.SIGKILL)
    running.communicate(timeout=PATIENCE)
    assert not psutil.wait_procs(below, timeout=PATIENCE)[1]
    assert (tmp_path / "batch.ledger").is_dir()
    running = begin(files, tmp_path, *who)
    if "local" in who:
        until_counted(running, tmp_path, 4)
        workers = psutil.Process(running.pid).children()
        next(own for own in workers if "spawn_main" in " ".join(own.cmdline())).kill()
    _, said = running.communicate(timeout=2 * PATIENCE)
    assert running.returncode == 0, said
    assert "of 12 units are in" in said
    names = sorted(os.listdir(files / "tables"))
    assert sorted(os.listdir(tmp_path)) == names
    for name in names:
        assert (tmp_path / name).read_bytes() == (files / "tables" / name).read_bytes()
