"""The compiled frontier method: its signature, and counts of many words.

tests/engines/test_frontier.py tests counts of large puzzles.
"""

from __future__ import annotations

from types import ModuleType

import pytest
from building import blank, dominoes, piece

from calpuzzle._core import frontier64, frontier128
from calpuzzle.engines.frontier import Task, work_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

LARGE = 1 << 30
ALL = 1 << 62
MODULES = [frontier64, frontier128]


def task_of(model: Model) -> Task:
    """Return the input of the compiled module for a puzzle."""
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


# The number of states, and the nodes of a search that ends after so many solutions. They change
# only if the algorithm changes.
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
def test_counts_and_ranks_of_many_words_are_exact(module: ModuleType) -> None:
    # Each cell has three options, one of which adds 2 to the key. So the key 2k has
    # 2^(cells - k) C(cells, k) solutions.
    cells = 300
    task = Task(
        cells, 1, 12, list(range(0, 3 * cells + 1, 3)), [1] * 3 * cells, [0] * 3 * cells,
        [0, 0, 2] * cells, [0] * 3 * cells, [0] * 3 * cells, 0, 0,
    )  # fmt: skip
    front = module.Frontier(task, False, LARGE)
    assert front.run(ALL)
    assert front.total == 3**cells
    assert dict(front.complete_keys)[2 * 3] == 2 ** (cells - 3) * (
        cells * (cells - 1) * (cells - 2) // 6
    )
    stored = module.Frontier(task, True, LARGE)
    assert stored.run(ALL)
    assert stored.total == 3**cells
    for rank in (0, 1, 3**150 + 5, 3**cells - 1):
        digits = [k % 3 for k in stored.nth(rank)]
        number = 0
        for digit in digits:
            number = 3 * number + digit
        assert number == rank


@pytest.mark.parametrize("module", MODULES)
def test_numbers_of_one_word_are_added_to_longer_ones(module: ModuleType) -> None:
    # Each state has five options of one cell, and one of forty cells. The latter connects states
    # whose numbers of ways differ in length, so a short number is added to a longer one.
    cells, span = 122, 40
    ways = [1] * (cells + 1)
    buckets, masks = [0], []
    for at in range(cells):
        masks += [1] * 5 + [(1 << span) - 1] * (at + span <= cells)
        buckets.append(len(masks))
    for at in reversed(range(cells)):
        ways[at] = 5 * ways[at + 1] + (ways[at + span] if at + span <= cells else 0)
    zeros = [0] * len(masks)
    task = Task(cells, 41, 42, buckets, masks, zeros, zeros, zeros, zeros, 0, 0)
    stored = module.Frontier(task, True, LARGE)
    assert stored.run(ALL)
    assert stored.total == ways[0]
