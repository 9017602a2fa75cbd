"""The compiled frontier method: against the reference, what is refused, and its signature.

That it counts right what is large, tests/engines/test_frontier.py shows.
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest
from building import blank, dominoes, piece
from small_boards import cover_of, puzzle, shipped, stretched

from calpuzzle._core import frontier64, frontier128
from calpuzzle._core.frontier64 import Frontier, Lister
from calpuzzle.engines import load
from calpuzzle.engines.frontier import Ranked, Task, work_of
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

LARGE = 1 << 30
ALL = 1 << 62
MODULES = [frontier64, frontier128]


def task_of(model: Model) -> Task:
    """What the compiled module is told of a puzzle."""
    work = work_of(Lowering(model).cover)
    assert work is not None
    return work.task


MIXED = Model(
    "6x8",
    blank(6, 8),
    (
        piece("D", "##", copies=8),
        piece("V", "##|#.", copies=4),
        piece("M", "#", copies=6)._replace(least=2),
        piece("I", "###")._replace(least=3, most=16),
    ),
)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("far", [False, True])
def test_the_frontier_agrees_with_the_reference(seed: int, far: bool) -> None:
    model = puzzle(seed)
    cover = cover_of(stretched(model) if far else model)
    engine = load("frontier")
    every = list(load("reference").solutions(cover))
    rng = random.Random(seed)
    chosen = tuple(rng.sample(range(len(cover.options)), min(2, len(cover.options))))
    for laid in ((), chosen, *[own[:2] for own in every[:1]]):
        expected = [tuple(k for k in s if k not in laid) for s in every if {*laid} <= {*s}]
        assert list(engine.solutions(cover, laid)) == expected
        assert engine.count(cover, laid) == len(expected)
        ranked = Ranked(cover, laid)
        assert [ranked.nth(k) for k in range(len(expected))] == expected
    assert engine.counts(cover).sum() == len(every)


# How many states there are, and the nodes of a search up to its end or so many solutions. This
# changes with the way, and only then.
SIGNATURE = {
    "dominoes": (dominoes(6, 10), 507, 23_866, 5_000),
    "mixed": (MIXED, 692_483, 22_566, 3_000),
}


@pytest.mark.parametrize("name", SIGNATURE)
@pytest.mark.parametrize("module", MODULES)
def test_signature(name: str, module: ModuleType) -> None:
    model, states, nodes, rows = SIGNATURE[name]
    task = task_of(model)
    front = module.Frontier(task, False, LARGE)
    assert front.run(ALL)
    lister = module.Lister(task, rows, LARGE)
    lister.run(ALL)
    assert (front.states, lister.nodes, len(lister.take())) == (states, nodes, rows)
    assert lister.found == rows


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_slices_change_nothing(module: ModuleType, budget: int) -> None:
    task = task_of(dominoes(4, 7))
    for keep in (False, True):
        front = module.Frontier(task, keep, LARGE)
        seen = [front.layers]
        while not front.run(budget):
            seen.append(front.layers)
        assert seen == sorted(seen)
        assert front.layers[0] == front.layers[1]
        assert front.total == 781
        assert 0 < front.most_bytes < LARGE
    rows: list[Options] = []
    lister = module.Lister(task, 3, LARGE)
    over = False
    while not over:
        over = lister.run(budget)
        found = lister.take()
        assert len(found) <= 3
        rows += found
    assert rows == sorted(set(rows)) and len(rows) == lister.found == 781
    assert lister.run(budget) and lister.take() == []
    assert rows == [front.nth(k) for k in range(781)]


@pytest.mark.parametrize("module", MODULES)
def test_ways_of_many_words(module: ModuleType) -> None:
    # On each of so many cells one of three, one of which is counted: trinomial numbers.
    cells = 300
    task = Task(
        cells, 1, 12, list(range(0, 3 * cells + 1, 3)), [1] * 3 * cells, [0] * 3 * cells,
        [0, 0, 2] * cells, [0] * 3 * cells, [0] * 3 * cells, 0, 0,
    )  # fmt: skip
    front = module.Frontier(task, False, LARGE)
    assert front.run(ALL)
    assert front.total == 3**cells
    assert dict(front.found)[2 * 3] == 2 ** (cells - 3) * (cells * (cells - 1) * (cells - 2) // 6)
    kept = module.Frontier(task, True, LARGE)
    assert kept.run(ALL)
    assert kept.total == 3**cells
    for rank in (0, 1, 3**150 + 5, 3**cells - 1):
        digits = [k % 3 for k in kept.nth(rank)]
        number = 0
        for digit in digits:
            number = 3 * number + digit
        assert number == rank


def test_nothing_to_cover() -> None:
    for wanted, expected in ((0, 1), (2, 0)):
        task = Task(0, 1, 2, [0], [], [], [], [], [], 0, wanted)
        for keep in (False, True):
            front = Frontier(task, keep, LARGE)
            assert front.run(ALL)
            assert front.total == expected
        lister = Lister(task, 1, LARGE)
        assert lister.run(ALL)
        assert lister.take() == [()] * expected


def test_what_is_asked_too_soon() -> None:
    task = task_of(dominoes(4, 7))
    counted, kept = Frontier(task, False, LARGE), Frontier(task, True, LARGE)
    for ask in (lambda: counted.found, lambda: counted.total, lambda: kept.total):
        with pytest.raises(ValueError, match="not been counted"):
            ask()
    counted.run(ALL), kept.run(ALL)
    for front in (counted, Frontier(task, True, LARGE)):
        with pytest.raises(ValueError, match="not there to be numbered"):
            front.nth(0)
    with pytest.raises(ValueError, match="not been counted"):
        assert kept.found
    for rank in (-1, 781, 1 << 80):
        with pytest.raises(IndexError):
            kept.nth(rank)


@pytest.mark.parametrize("module", MODULES)
def test_bounds(module: ModuleType) -> None:
    task = task_of(MIXED)
    for keep in (False, True):
        with pytest.raises(OverflowError, match="memory bound"):
            module.Frontier(task, keep, 1 << 8)
        front = module.Frontier(task, keep, 1 << 16)
        with pytest.raises(OverflowError, match="memory bound"):
            front.run(ALL)
        with pytest.raises(ValueError, match="stopped by an error"):
            front.run(ALL)
    small = task_of(dominoes(4, 7))
    whole = module.Frontier(small, True, LARGE)
    assert whole.run(ALL)
    for less in (1, whole.most_bytes // 2):
        front = module.Frontier(small, True, whole.most_bytes - less)
        with pytest.raises(OverflowError, match="memory bound"):
            front.run(ALL)
    # A search goes on without what it cannot remember.
    for bound in (0, 1 << 11, 1 << 13):
        lister = module.Lister(small, 1000, bound)
        assert lister.run(ALL)
        assert lister.found == 781


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"cells": -1}, "does not fit"),
        ({"cells": (1 << 20) + 1}, "does not fit"),
        ({"bits": 0}, "does not fit"),
        ({"bits": 64}, "does not fit"),
        ({"cells": 27}, "not those of the options"),
        ({"buckets": [0] * 29}, "not those of the options"),
        ({"test": []}, "not as many counters"),
        ({"add": []}, "not as many counters"),
        ({"till": [0]}, "not as many counters"),
        ({"more": [0]}, "not as many counters"),
        ({"nothing": 1}, "in the window"),
        ({"wanted": 16}, "in the window"),
    ],
)
def test_what_is_refused(other: dict[str, Any], message: str) -> None:
    task = task_of(dominoes(4, 7))
    with pytest.raises(ValueError, match=message):
        Frontier(task._replace(**other), False, LARGE)


def test_options_that_are_refused() -> None:
    task = task_of(dominoes(4, 7))
    buckets = [*task.buckets]
    buckets[3], buckets[4] = buckets[4], buckets[3]
    with pytest.raises(ValueError, match="do not rise"):
        Frontier(task._replace(buckets=buckets), False, LARGE)
    for at, mask in ((0, 2), (0, 1 << 5 | 1), (len(task.masks) - 1, 5)):
        masks = [*task.masks]
        masks[at] = mask
        with pytest.raises(ValueError, match=f"option {at} is outside"):
            Frontier(task._replace(masks=masks), False, LARGE)
    for name in ("test", "add", "till", "more"):
        counters: Any = [0] * len(task.masks)
        counters[4] = 1
        with pytest.raises(ValueError, match="option 4 counts in the window"):
            Frontier(task._replace(**{name: counters}), False, LARGE)
        counters[4] = 1 << 64
        with pytest.raises(OverflowError):
            Frontier(task._replace(**{name: counters}), False, LARGE)
    with pytest.raises(ValueError, match="room for a solution"):
        Lister(task, 0, LARGE)


def test_a_shipped_puzzle() -> None:
    for module in MODULES:
        work = work_of(shipped("pentominoes-3x20"))
        assert work is not None
        front = module.Frontier(work.task, False, LARGE)
        assert front.run(ALL)
        assert front.total == 8
