"""Sweeps that are stopped go on where they were and count the same; a foreign file does no harm."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import warnings

import pytest
from hypothesis import given, settings
from random_puzzles import models
from test_engines import LARGE

import calpuzzle as cp
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines import Run, backtrack, sweep
from calpuzzle.engines.layout import Layout
from calpuzzle.engines.searching import search
from calpuzzle.puzzle.model import Board, Model, Piece


class StoppedError(Exception):
    """Stands for Ctrl-C."""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache folder of its own, and marks after every few nodes (which the disk may lose)."""
    monkeypatch.setattr(os, "fsync", lambda number: None)
    monkeypatch.setenv("CALPUZZLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sweep, "SLICE", 20_000)
    monkeypatch.setattr(sweep, "SECONDS", 0)
    monkeypatch.setattr(sweep, "SHARE", 0)
    return tmp_path / "cache"


def stopped_after(calls):
    """A progress report that stops the count at its call of that number."""
    left = [calls]

    def progress(done, steps):
        left[0] -= 1
        if left[0] < 0:
            raise StoppedError

    return progress


def stop(cover, calls, jobs=1):
    with pytest.raises(StoppedError):
        backtrack.counts(cover, Run(jobs, stopped_after(calls), resume=True))


def resumed(cover, jobs=1):
    """The counts of a sweep that goes on, and how many parts were done."""
    with pytest.warns(UserWarning, match="going on") as told, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "SECONDS", 1000)
        counts = backtrack.counts(cover, Run(jobs, resume=True))
    return counts, int(str(told[0].message).split(": ")[1].split()[0])


@pytest.fixture(scope="module")
def cover():
    return cp.load("dray").cover


@pytest.fixture(scope="module")
def counts(cover):
    return backtrack.counts(cover)


# --- the search


@settings(max_examples=80)
@given(models(most_cells=24))
def test_a_search_goes_on_from_the_path_of_another(model):
    layout = Layout(Cover(model))

    def begun(path=()):
        work = search(layout.tables, rows=1000)
        work.start(layout.root(), path=path)
        assert work.path == list(path)
        return work

    whole = begun()
    solutions = list(everything(whole))
    budget = max(3, whole.nodes // 30)
    counts, nodes, found = [0] * layout.cover.instances, 0, []
    work, over = begun(), False
    while not over:
        over = work.run(budget)
        found += work.take()
        counts = [a + b for a, b in zip(counts, work.counts, strict=True)]
        nodes += work.nodes
        if not over:
            work = begun(work.path)
    assert (counts, nodes, found) == (whole.counts, whole.nodes, solutions)


def everything(work):
    """All solutions of a search that has begun."""
    over = False
    while not over:
        over = work.run(10**9)
        yield from work.take()


def test_a_path_that_cannot_be_is_refused(cover):
    layout = Layout(cover)
    root = layout.root()
    work = search(layout.tables)
    work.start(root)
    work.run(5000)
    path = work.path
    assert len(path) > 2
    for wrong, why in (
        ([-1], "cannot come next"),
        ([len(cover.options)], "cannot come next"),
        ([layout.tables.buckets[-1] - 1], "cannot come next"),
        ([*path[:2], path[1]], "cannot come next"),
        ([0] * 99, "longer"),
    ):
        with pytest.raises(ValueError, match=why):
            work.start(root, path=wrong)
        assert work.run(10**6)  # nothing is left to search


def test_a_path_must_fit():
    # Of the bars on a board of two rows, the second one that stands begins beside the first.
    bars = Model(
        "bars",
        Board((tuple("..."), tuple("..."))),
        (
            Piece("A", ((0, 0), (1, 0)), True, True, 1),
            Piece("B", ((0, 0), (1, 0), (2, 0)), True, True, 1),
            Piece("C", ((0, 0),), True, True, 1),
        ),
    )
    layout = Layout(Cover(bars))
    work = search(layout.tables)
    for first, option in enumerate(layout.cover.options[: layout.tables.buckets[1]]):
        taken = layout.tables.masks[first]
        place = (~taken & (taken + 1)).bit_length() - 1
        for second in range(*layout.tables.buckets[place : place + 2]):
            fits = (
                not layout.tables.masks[second] & taken
                and layout.cover.options[second].piece != option.piece
            )
            if fits:
                work.start(layout.root(), path=[first, second])
                assert work.path == [first, second]
            else:
                with pytest.raises(ValueError, match="does not fit"):
                    work.start(layout.root(), path=[first, second])


# --- the sweep


@pytest.mark.parametrize("calls", [1, 50, 400])
def test_a_stopped_sweep_goes_on(cover, counts, cache, calls):
    stop(cover, calls)
    (path,) = cache.iterdir()
    kept = json.loads(path.read_bytes().partition(b"\n")[2])
    found, done = resumed(cover)
    assert found == counts
    assert done == len(kept["done"])
    assert not list(cache.iterdir())


def test_no_work_is_done_twice(cover, counts, cache, monkeypatch):
    made = []

    def noted(tables, rows=0):
        made.append(search(tables, rows))
        return made[-1]

    monkeypatch.setattr(sweep, "search", noted)
    assert backtrack.counts(cover) == counts
    whole = made[-1].nodes
    stop(cover, 200)
    before = made[-1].nodes
    found, done = resumed(cover)
    assert found == counts and done > 50
    assert before + made[-1].nodes == whole


def test_a_sweep_that_is_stopped_again_and_again(cover, counts, cache):
    stop(cover, 60)
    for _ in range(6):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            stop(cover, 60)
    found, done = resumed(cover)
    assert found == counts and done > 50


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1), (2, 2)])
def test_the_number_of_threads_may_change(cover, counts, cache, first, second):
    stop(cover, 150, first)
    assert resumed(cover, second)[0] == counts


def test_two_words(cache, monkeypatch):
    monkeypatch.setattr(sweep, "SLICE", 1)
    for model in LARGE:
        cover = Cover(model)
        expected = backtrack.counts(cover)
        stop(cover, 1)
        assert resumed(cover)[0] == expected


def test_a_finished_sweep_leaves_nothing(cover, counts, cache):
    assert backtrack.counts(cover, Run(resume=True)) == counts
    assert not list(cache.iterdir())


def test_nothing_is_kept_unless_asked_for(cover, cache):
    with pytest.raises(StoppedError):
        backtrack.counts(cover, Run(progress=stopped_after(60)))
    assert not cache.exists()


def test_no_folder_does_no_harm(cover, counts, cache, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for setting in ("", str(tmp_path / "file")):
        monkeypatch.setenv("CALPUZZLE_CACHE", setting)
        stop(cover, 5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert backtrack.counts(cover, Run(resume=True)) == counts


def test_a_file_that_is_damaged_or_foreign_is_not_used(cover, counts, cache, monkeypatch):
    stop(cover, 60)
    monkeypatch.setattr(sweep, "SECONDS", 1000)
    (path,) = cache.iterdir()
    sound = path.read_bytes()
    text = json.loads(sound.partition(b"\n")[2])

    def signed(data):
        raw = json.dumps(data).encode()
        return hashlib.sha256(raw).hexdigest().encode() + b"\n" + raw

    for raw in (
        b"",
        sound[:-1],
        sound[:70] + b" " + sound[70:],
        sound.replace(b"3", b"4", 1),
        signed(text | {"parts": "of another split"}),
        signed(text | {"counts": [1]}),
    ):
        path.write_bytes(raw)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert backtrack.counts(cover, Run(resume=True)) == counts
    monkeypatch.setattr(sweep, "PARTS", 64)
    path.write_bytes(sound)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert backtrack.counts(cover, Run(resume=True)) == counts


def test_another_puzzle_does_not_find_the_file(cover, cache):
    stop(cover, 60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other = cp.load("month-day-7x7")
        assert other.counts("backtrack", resume=True).sum() == other.counts("diagram").sum()


KILLED = """
import os, signal, sys
from calpuzzle.cli import main
from calpuzzle.engines import checkpoint, sweep
sweep.SLICE, sweep.SECONDS, sweep.SHARE = 20_000, 0, 0
keep, calls = checkpoint.Checkpoint.keep, []
def kept(self, mark):
    keep(self, mark)
    calls.append(mark)
    if len(calls) == 100:
        os.kill(os.getpid(), signal.SIGKILL)
checkpoint.Checkpoint.keep = kept
sys.exit(main(sys.argv[1:]))
"""


def test_a_killed_batch_goes_on_and_writes_the_same_table(cache, tmp_path):
    batch = ["batch", "--engine", "backtrack", "-o", "x.csv"]
    killed = subprocess.run([sys.executable, "-c", KILLED, *batch], cwd=tmp_path)
    assert killed.returncode == -9
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache"]
    again = subprocess.run(
        [sys.executable, "-m", "calpuzzle", *batch], cwd=tmp_path, capture_output=True, text=True
    )
    assert again.returncode == 0
    assert "calpuzzle: going on with a count that was stopped: " in again.stderr
    assert not list(cache.iterdir())
    plain = subprocess.run(
        [sys.executable, "-m", "calpuzzle", "batch", "-o", "y.csv"], cwd=tmp_path
    )
    assert plain.returncode == 0
    assert (tmp_path / "x.csv").read_bytes() == (tmp_path / "y.csv").read_bytes()
