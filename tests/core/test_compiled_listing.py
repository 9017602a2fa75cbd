"""All solutions as rows, written by the compiled walk in any parts and with several threads."""

from __future__ import annotations

import math
import threading
import time
from array import array
from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import numpy.typing as npt
import pytest
from small_boards import shipped

from calpuzzle._core.walk import Walk
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import RUN, load
from calpuzzle.engines.diagram import filling
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.growth import grow
from calpuzzle.puzzle.cover import Cover

Rows = npt.NDArray[np.uint16]


def diagram(cover: Cover) -> Diagram:
    """Return a new diagram, without cached results."""
    return Diagram(cover, grow(cover, RUN))


def in_parts(walk: Walk, instances: int, cuts: list[int]) -> Rows:
    """Return all rows, filled part by part from last to first, at offsets from the tallies."""
    tallies = np.zeros((len(cuts) - 1, instances), np.int64)
    for tally, first, last in zip(tallies, cuts, cuts[1:], strict=False):
        walk.tally(tally, first, last)
        assert tally.sum() == last - first
    counts = tallies.sum(axis=0)
    cursors = np.cumsum(counts) - counts + np.cumsum(tallies, axis=0) - tallies
    # No option has the number 0xFFFF, so a row that is not written is detected.
    rows = np.full((walk.total, walk.pieces), 0xFFFF, np.uint16)
    for k in reversed(range(len(tallies))):
        walk.fill(rows, cursors[k], cuts[k], cuts[k + 1])
        assert (cursors[k] == np.cumsum(counts) - counts + tallies[: k + 1].sum(axis=0)).all()
    return rows


def chained(steps: Sequence[int]) -> tuple[Walk, int, Rows]:
    """Return a walk, its number of dates, and all its rows by date. A step n places a piece in one
    of n ways; a step -n chooses one of the n labels of a group."""
    pieces, shape = sum(step > 0 for step in steps), [-step for step in steps if step < 0]
    starts = [0, *accumulate(map(abs, steps))]
    options: list[tuple[int, ...]] = []
    instance: list[int] = []
    for number, step in enumerate(steps):
        groups = sum(own < 0 for own in steps[:number])
        options += [(1 + groups if step < 0 else 0, 1 + len(shape) + number)] * abs(step)
        stride = math.prod(shape[groups + 1 :]) if step < 0 else 0
        instance += [k * stride for k in range(abs(step))]
    to = [k + 1 for k, step in enumerate(steps) for _ in range(abs(step))]
    arrays = array("I", [*starts, starts[-1]]), array("H", range(starts[-1])), array("I", to)
    # By column, because arrays of numpy before 2 have at most 32 dimensions.
    every = np.arange(math.prod(map(abs, steps)))
    below = [math.prod(map(abs, steps[number + 1 :])) for number in range(len(steps))]
    paths = np.stack([every // b % abs(step) for b, step in zip(below, steps, strict=True)], 1)
    paths += np.array(starts[:-1])
    dates = np.array(instance)[paths].sum(axis=1)
    rows = paths[np.argsort(dates, kind="stable")][:, [step > 0 for step in steps]]
    walk = Walk(arrays, options, [pieces], shape, instance)
    return walk, math.prod(shape), rows.astype(np.uint16)


@pytest.mark.parametrize("width", [*range(1, 24), 40, 60])
def test_rows_may_have_any_width(width: int) -> None:
    """Labels come before, between and after the pieces; a piece has up to three placements."""
    choices = {0: 2, 3: 3, 8: 2, 9: 2, 16: 2}
    pieces = [choices.get(min(k, width - 1 - k), 1) for k in range(width)]
    late = max(width - 2, 0)
    for steps in (
        pieces,
        [-2, *pieces[:late], -3, *pieces[late:]],
        [*pieces[: width // 2], -3, -2, *pieces[width // 2 :]],
        [*pieces, -2, -3, -1],
    ):
        walk, dates, expected = chained(steps)
        assert (walk.pieces, walk.total) == (width, len(expected))
        cuts = [0, walk.total // 3, walk.total // 2, walk.total]
        assert (in_parts(walk, dates, cuts) == expected).all()


def test_rows_without_pieces_are_empty() -> None:
    walk, dates, expected = chained([-2, -3])
    assert in_parts(walk, dates, [0, 2, 6]).shape == expected.shape == (6, 0)


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([300, 2, 300, -3, *[1] * 8], id="buffers"),
        pytest.param([-2, 1500, 1500], id="endings"),
    ],
)
def test_solutions_may_exceed_the_buffers_and_the_endings(steps: list[int]) -> None:
    walk, dates, expected = chained(steps)
    rows = in_parts(walk, dates, [0, 1, 400_000, walk.total])
    assert (rows == expected).all()


@pytest.mark.parametrize("cursor", [-1, 1500 * 1500])
def test_cursors_outside_the_rows_are_refused(cursor: int) -> None:
    """The first cursor is read when the buffer of prefixes is full and more edges follow."""
    walk, _, _ = chained([1500, 1500])
    rows = np.full((walk.total, walk.pieces), 0xFFFF, np.uint16)
    with pytest.raises(ValueError, match="do not fit the rows"):
        walk.fill(rows, np.array([cursor]), 0, walk.total)
    assert (rows == 0xFFFF).all()


@pytest.mark.parametrize("name", ["domino-2x3", "pentominoes-6x10", "dray"])
def test_rows_do_not_depend_on_the_threads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped(name)
    arrays = grow(cover, RUN)
    counts = load("backtrack").counts(cover)
    rows, starts = Diagram(cover, arrays).solutions()
    monkeypatch.setattr(filling, "SLICE", 777)
    for jobs in (1, 2, 3, 8):
        for counted in (False, True):
            fresh = Diagram(cover, arrays)
            if counted:
                fresh.counts()
            more, where = fresh.solutions(jobs=jobs)
            assert more.tobytes() == rows.tobytes()
            assert where.tobytes() == starts.tobytes()
            # The tallies of the threads have become the diagram's counts.
            assert (fresh.counts() == counts).all()


def test_a_stop_ends_all_threads() -> None:
    fresh = diagram(shipped("weekday-8x7"))
    before = threading.active_count()
    for jobs in (1, 2):
        with pytest.raises(StoppedError):
            fresh.solutions(jobs=jobs, stop=time.monotonic())
        assert threading.active_count() == before
