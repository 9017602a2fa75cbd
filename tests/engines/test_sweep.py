"""Sweeps that are stopped go on where they were and count the same; a foreign file does no harm."""

from __future__ import annotations

import marshal
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shipped
from building import LARGE
from hypothesis import given, settings
from numpy.typing import NDArray
from random_puzzles import models

from calpuzzle._core import backtrack64
from calpuzzle._version import __version__
from calpuzzle.base.cache import CHECKSUM
from calpuzzle.engines import Run, load, sweep
from calpuzzle.engines.layout import Root, layout_of, search
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

Counts = NDArray[np.int64]
BACKTRACK = load("backtrack")


class StoppedError(Exception):
    """Stands for Ctrl-C."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, and marks after every few nodes (which the disk may lose)."""
    monkeypatch.setattr(os, "fsync", lambda number: None)
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sweep, "SLICE", 2_500)
    monkeypatch.setattr(sweep, "SECONDS", 0)
    monkeypatch.setattr(sweep, "SHARE", 0)
    return tmp_path / "cache"


def stopped_after(calls: int) -> Callable[[int, int | None, int], None]:
    """A progress report that stops the count at its call of that number."""
    left = [calls]

    def progress(done: int, of: int | None, found: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise StoppedError

    return progress


def stop(cover: Cover, calls: int, jobs: int = 1) -> None:
    """Begin a sweep that is stopped."""
    with pytest.raises(StoppedError):
        BACKTRACK.counts(cover, Run(jobs, stopped_after(calls), resume=True))


def resumed(cover: Cover, jobs: int = 1) -> tuple[Counts, int]:
    """The counts of a sweep that goes on, and how many parts were done."""
    with (
        pytest.warns(UserWarning, match="continuing") as told,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sweep, "SECONDS", 1000)
        counts = BACKTRACK.counts(cover, Run(jobs, resume=True))
    return counts, int(str(told[0].message).split(": ")[1].split()[0])


def same(one: Counts, other: Counts) -> bool:
    """Whether two tables are equal."""
    return one.shape == other.shape and bool((one == other).all())


@pytest.fixture(scope="module")
def cover() -> Cover:
    return shipped.lowering("month-day-7x7-w").cover


@pytest.fixture(scope="module")
def counts(cover: Cover) -> Counts:
    return BACKTRACK.counts(cover)


# --- the search


def root_of(cover: Cover) -> Root:
    """The state that a sweep begins in."""
    root = layout_of(cover).root()
    assert root is not None
    return root


@settings(max_examples=50)
@given(models(most_cells=22))
def test_a_search_goes_on_from_the_path_of_another(model: Model) -> None:
    cover = Lowering(model).cover
    layout = layout_of(cover)
    if not layout.possible:
        return

    def begun(path: list[int] | None = None) -> backtrack64.Search:
        work = search(layout.tables, rows=1000)
        work.start(root_of(cover), path=path or [])
        assert work.path == (path or [])
        return work

    whole = begun()
    solutions = list(everything(whole))
    assert solutions == sorted(set(solutions)) and len(solutions) == sum(whole.counts)
    sliced = search(layout.tables, rows=1)
    sliced.start(root_of(cover))
    assert list(everything(sliced, 1)) == solutions
    assert (sliced.counts, sliced.nodes) == (whole.counts, whole.nodes)
    budget = max(3, whole.nodes // 30)
    counts, nodes = [0] * cover.instances, 0
    found: list[Options] = []
    work, over = begun(), False
    while not over:
        over = work.run(budget)
        found += work.take()
        counts = [a + b for a, b in zip(counts, work.counts, strict=True)]
        nodes += work.nodes
        if not over:
            work = begun(work.path)
    assert (counts, nodes, found) == (whole.counts, whole.nodes, solutions)


def everything(work: backtrack64.Search, budget: int = 10**9) -> Iterator[Options]:
    """All solutions of a search that has begun."""
    over = False
    while not over:
        over = work.run(budget)
        yield from work.take()


# --- the sweep


@pytest.mark.parametrize("calls", [1, 50, 400])
def test_a_stopped_sweep_goes_on(cover: Cover, counts: Counts, cache: Path, calls: int) -> None:
    stop(cover, calls)
    (path,) = cache.iterdir()
    _, (done_before, *_) = marshal.loads(path.read_bytes()[CHECKSUM:])
    found, done = resumed(cover)
    assert same(found, counts)
    assert done == len(done_before)
    assert not list(cache.iterdir())


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1), (2, 2)])
def test_the_number_of_threads_may_change(
    cover: Cover, counts: Counts, cache: Path, first: int, second: int
) -> None:
    stop(cover, 150, first)
    assert same(resumed(cover, second)[0], counts)


def test_two_words(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "SLICE", 1)
    for model in LARGE:
        cover = Lowering(model).cover
        expected = BACKTRACK.counts(cover)
        stop(cover, 1)
        assert same(resumed(cover)[0], expected)


def test_no_folder_does_no_harm(
    cover: Cover, counts: Counts, cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    for setting in ("", str(tmp_path / "file")):
        monkeypatch.setenv("CALPUZZLE_CACHE", setting)
        stop(cover, 5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert same(BACKTRACK.counts(cover, Run(resume=True)), counts)


def test_a_file_that_is_damaged_or_foreign_is_not_used(
    cover: Cover, counts: Counts, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop(cover, 60)
    monkeypatch.setattr(sweep, "SECONDS", 1000)
    (path,) = cache.iterdir()
    sound = path.read_bytes()
    (_, *key), mark = marshal.loads(sound[CHECKSUM:])

    def signed(*key: Any) -> bytes:
        raw = marshal.dumps((key, mark))
        return zlib.crc32(raw).to_bytes(CHECKSUM, "big") + raw

    for raw in (
        b"",
        sound[:-1],
        sound[:70] + b" " + sound[70:],
        sound[:-9] + bytes([sound[-9] ^ 1]) + sound[-8:],
        signed("of another version", *key),
        signed(__version__, *key[:-1], "of another split"),
    ):
        path.write_bytes(raw)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert same(BACKTRACK.counts(cover, Run(resume=True)), counts)
    monkeypatch.setattr(sweep, "PARTS", 8)
    path.write_bytes(sound)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same(BACKTRACK.counts(cover, Run(resume=True)), counts)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_progress_counts_the_parts(cover: Cover, counts: Counts, jobs: int) -> None:
    told: list[tuple[int, int | None, int]] = []
    waited = iter([0.3])

    def tell(*about: Any) -> None:
        # The first thread tells late: the others must not overtake it.
        time.sleep(next(waited, 0))
        told.append(about)

    found = BACKTRACK.counts(cover, Run(jobs, tell))
    assert same(found, counts)
    done, of, _ = told[-1]
    assert of is not None and of >= sweep.PARTS
    assert done == of
    assert all(0 <= done <= of for done, _, _ in told)
    assert told == sorted(told)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to processes alone")
def test_a_sweep_can_be_stopped_while_threads_run() -> None:
    # Ctrl-C, which another thread gets: the one that waits hears of it, the others end.
    cover = shipped.lowering("weekday-8x7").cover
    start = time.process_time()
    threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        BACKTRACK.counts(cover, Run(jobs=2))
    # Six seconds of work are to be done in all.
    assert time.process_time() - start < 3


KILLED = """
import os, signal, sys
from pathlib import Path
from typing import Any
import calpuzzle
from calpuzzle.base import cache
from calpuzzle.engines import Run, load, sweep
from calpuzzle.formats import toml
from calpuzzle.puzzle.lowering import Lowering
folder = Path(calpuzzle.__file__).with_name("puzzles")
text = folder.joinpath("month-day-7x7-w.toml").read_text()
cover = Lowering(toml.read(text, "month-day-7x7-w")).cover
sweep.SLICE, sweep.SECONDS, sweep.SHARE = 2_500, 0, 0
keep, calls = cache.remember, []
def kept(kind, key, mark):
    keep(kind, key, mark)
    calls.append(mark)
    if len(calls) == 100:
        os.kill(os.getpid(), signal.SIGKILL)
cache.remember = kept
load("backtrack").counts(cover, Run(resume=True))
"""


def test_a_killed_process_leaves_what_another_goes_on_from(
    cover: Cover, counts: Counts, cache: Path
) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED])
    assert killed.returncode == -signal.SIGKILL
    (path,) = cache.iterdir()
    found, done = resumed(cover)
    assert same(found, counts)
    assert done > 20
    assert not path.exists()
