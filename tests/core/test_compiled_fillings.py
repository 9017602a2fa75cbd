"""The compiled search for the piece sets that fill a board: the order of its calls, and its memory.

tests/design/test_solving.py compares its results with counts of each set.
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
    outline_items = OutlineItems(
        items.places, items.items, items.line, items.root, items.not_first, items.not_last,
        items.corners, items.sums, items.areas, [], items.masks,
    )  # fmt: skip
    return Fillings(
        items=outline_items,
        numbers=PoolNumbers(tuple(pool), SETS.counts[0]),
        piece=[option.piece for option in items.options],
        bound=bound,
    )


def go_on() -> None:
    """Never stop."""


def count_filling_sets(search: Fillings) -> int:
    """Return the number of sets that fill the board."""
    filled = np.zeros(WORDS, np.uint64)
    search.begin()
    while search.go_on(None, filled, None, 1000):
        pass
    assert not search.go_on(None, filled, None, 1000)
    return int(np.bitwise_count(filled).sum())


def test_go_on_raises_until_the_walk_has_begun() -> None:
    search, filled = fillings(), np.zeros(WORDS, np.uint64)
    with pytest.raises(ValueError, match="`outlines` must be called first"):
        search.begin()
    for _ in range(2):
        with pytest.raises(ValueError, match="`begin` must be called first"):
            search.go_on(None, filled, None, 1)
        search.outlines(go_on)
        with pytest.raises(ValueError, match="`begin` must be called first"):
            search.go_on(None, filled, None, 1)
        assert count_filling_sets(search) > 0
        with pytest.raises(MemoryError):
            search.outlines(stop)
    assert not filled.any()


def stop() -> None:
    raise MemoryError


def test_repeated_outlines_take_no_more_memory() -> None:
    """The lowest bound that suffices for one call also suffices for more."""

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
    assert count_filling_sets(search) == count_filling_sets(fillings_with_outlines()) > 0


def fillings_with_outlines() -> Fillings:
    search = fillings()
    search.outlines(go_on)
    return search
