"""The compiled search for the sets that fill a board: the order of its calls, and its memory.

tests/design/test_solving.py compares what it finds with the counts of each set.
"""

from __future__ import annotations

import numpy as np
import pytest
from building import blank

from calpuzzle._core.fillings import Fillings
from calpuzzle._core.inputs import OutlineItems
from calpuzzle.design.families.family import choice, family
from calpuzzle.design.families.items import BoardItems
from calpuzzle.design.families.solving import PoolNumbers
from calpuzzle.puzzle.model import Model

LARGE = 1 << 30
BOARD = Model("4x4", blank(4, 4), ())
SETS = family(BOARD, [choice(text) for text in ("1:pentominoes", "2:tetrominoes", "1:trominoes")])
WORDS = -(-len(SETS) // 64)


def fillings(bound: int = LARGE) -> Fillings:
    items = BoardItems(BOARD, SETS)
    pool = [number for number, pool in enumerate(SETS.pools) for _ in pool.pieces]
    own = OutlineItems(
        items.places, items.items, items.line, items.root, items.not_first, items.not_last,
        items.corners, items.sums, items.areas, [], items.masks,
    )  # fmt: skip
    return Fillings(
        items=own,
        numbers=PoolNumbers(tuple(pool), SETS.counts[0]),
        piece=[option.piece for option in items.options],
        bound=bound,
    )


def go_on() -> None:
    """Never stops."""


def walk(search: Fillings) -> int:
    """Return the number of sets that fill the board."""
    filled = np.zeros(WORDS, np.uint64)
    search.begin()
    while search.go_on(None, filled, None, 1000):
        pass
    assert not search.go_on(None, filled, None, 1000)
    return int(np.bitwise_count(filled).sum())


def test_a_walk_that_was_not_begun_is_refused() -> None:
    search, filled = fillings(), np.zeros(WORDS, np.uint64)
    with pytest.raises(ValueError, match="`outlines` must be called first"):
        search.begin()
    for _ in range(2):
        with pytest.raises(ValueError, match="`begin` must be called first"):
            search.go_on(None, filled, None, 1)
        search.outlines(go_on)
        with pytest.raises(ValueError, match="`begin` must be called first"):
            search.go_on(None, filled, None, 1)
        assert walk(search) > 0
        with pytest.raises(MemoryError):
            search.outlines(stop)
    assert not filled.any()


def stop() -> None:
    raise MemoryError


def test_outlines_that_are_found_again_take_no_more_memory() -> None:
    """Under the lowest bound that suffices once they are found any number of times."""

    def suffices(bound: int) -> bool:
        try:
            fillings(bound).outlines(go_on)
        except OverflowError:
            return False
        return True

    low, high = 0, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    search = fillings(high)
    assert len({search.outlines(go_on) for _ in range(3)}) == 1
    assert walk(search) == walk(fillings_found()) > 0


def fillings_found() -> Fillings:
    search = fillings()
    search.outlines(go_on)
    return search
