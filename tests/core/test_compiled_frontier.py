"""The compiled frontier method: against the reference, what is refused, and its signature.

That it counts right what is large, tests/engines/test_frontier.py shows.
"""

from __future__ import annotations

import random
from types import ModuleType

import pytest
from building import blank, dominoes, piece
from small_boards import cover_of, puzzle, stretched

from calpuzzle._core import frontier64, frontier128
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
