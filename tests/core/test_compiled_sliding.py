"""The compiled search for disassemblies: how far apart pieces may be.

tests/results/test_disassembly.py compares its results with the definition.
"""

from __future__ import annotations

import pytest

from calpuzzle._core.sliding import Slides

Place = tuple[int, int, int]
LARGE = 1 << 30
FARTHEST = 0x3FFF  # the largest coordinate of a position
LARGEST = FARTHEST // 2  # the largest coordinate of a cell of a piece, and of a swept cell
LARGEST_MOVABLE = LARGEST - 1
ALONG, ACROSS = (1, 0, 0), (0, 1, 0)


def slides(*pieces: list[Place], steps: tuple[Place, ...] = (ALONG,)) -> Slides:
    """Return a search to which these pieces are added as shapes 0, 1 and so on."""
    search = Slides(steps, LARGE)
    for cells in pieces:
        swept = [[(x + u, y + v, z + w) for x, y, z in cells] for u, v, w in steps]
        search.add(cells, [[place for place in places if place not in cells] for places in swept])
    return search


def test_positions_that_are_too_far_apart_are_refused() -> None:
    search = slides([(0, 0, 0)], [(0, 0, 0)])
    for distance in (FARTHEST, -FARTHEST):
        search.begin([0, 1], [(5, 0, 0), (5 + distance, 0, 0)])
        assert search.path == [[(0, 0, 0), (distance, 0, 0)]]
        assert search.run(1) and search.removed
    for distance in (FARTHEST + 1, -FARTHEST - 1, 1 << 15, 1 << 16, 1 << 31, -(1 << 64)):
        for call in (search.begin, search.parts):
            with pytest.raises(ArithmeticError, match="too far apart") as error:
                call([0, 1], [(0, 0, 0), (0, distance, 0)])
            assert error.type is ArithmeticError
    # A refused call leaves the search usable.
    search.begin([0, 1], [(0, 0, 0), (1, 0, 0)])
    assert search.run(1) and search.removed == ([1], 0, 1)


@pytest.mark.parametrize("x", [LARGEST + 1, -LARGEST - 1, 1 << 31, -(1 << 64)])
def test_pieces_that_are_too_large_are_refused(x: int) -> None:
    search = slides([(LARGEST_MOVABLE, 0, 0), (-LARGEST_MOVABLE, 0, 0)])
    for cells, swept in (([(0, x, 0)], [(0, 0, 0)]), ([(0, 0, 0)], [(0, 0, x)])):
        with pytest.raises(ArithmeticError, match="too large to be moved") as error:
            search.add(cells, [swept])
        assert error.type is ArithmeticError
    search.begin([0], [(0, 0, 0)])


def test_a_move_that_leads_too_far_is_not_reported_as_lack_of_memory() -> None:
    """The first piece confines the second, which confines the third; the third can move too far."""
    search = slides(
        [(LARGEST_MOVABLE - 4, 0, 0), (LARGEST_MOVABLE, 0, 0)],
        [(0, 0, 0), (0, 1, 0), (8, 1, 0)],
        [(-LARGEST_MOVABLE, 1, 0)],
    )
    start = [(0, 0, 0), (LARGEST_MOVABLE - 2, 0, 0), (2 * LARGEST_MOVABLE - 1, 0, 0)]
    search.begin([0, 1, 2], start)
    with pytest.raises(ArithmeticError, match="too far apart") as error:
        search.run(LARGE)
    assert error.type is ArithmeticError
    with pytest.raises(ValueError, match="an earlier call has failed"):
        search.begin([0, 1, 2], start)


def test_pieces_may_be_more_steps_apart_than_16_bits_hold() -> None:
    """The left piece can go 49,137 steps before it meets the right one. The search must not find a
    collision when the left piece moves one step to the right, from where it can leave."""
    left, right = (
        -LARGEST_MOVABLE + 1,
        LARGEST_MOVABLE - 1,
    )  # walls confine one end of each long piece here
    walls = [(left - 1, 0, 1), (left + 2, 0, 1), (left, 1, 1), (left, -1, 1)]
    walls += [(right + 1, 0, 2), (right - 2, 0, 2)]
    walls += [(right - k, y, 2) for k in (0, 1) for y in (1, -1)]
    search = slides(
        walls,
        [(LARGEST_MOVABLE, 0, 1), (-LARGEST_MOVABLE, 0, 3)],
        [(-LARGEST_MOVABLE, 0, 2), (LARGEST_MOVABLE, 0, 3)],
        steps=(ALONG, ACROSS),
    )
    search.begin(
        [0, 1, 2], [(0, 0, 0), (left - LARGEST_MOVABLE, 0, 0), (right + LARGEST_MOVABLE, 0, 0)]
    )
    while not search.run(1000):
        pass
    assert search.removed == ([1], 1, 1)
    start, end = search.path
    assert end == [start[0], (start[1][0] + 1, 0, 0), start[2]]
