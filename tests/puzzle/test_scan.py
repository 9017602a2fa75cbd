"""The order of the cells of flat boards."""

from __future__ import annotations

import pytest
from building import dominoes
from small_boards import cover_of

from calpuzzle.engines.frontier import Frontier
from calpuzzle.puzzle.scan import MAX_SPAN, scan


@pytest.mark.parametrize("size", [(3, 5), (5, 3), (2, MAX_SPAN), (MAX_SPAN, 2)])
def test_lines_of_the_scan_are_along_the_shorter_side(size: tuple[int, int]) -> None:
    cells = [(row, column) for row in range(size[0]) for column in range(size[1])]
    assert scan(cells).frame == (max(size), min(size))


def test_a_board_of_two_long_rows_is_counted() -> None:
    """Dominoes fill two rows of n columns in as many ways as the Fibonacci number n + 1."""
    before, count = 1, 1
    for _ in range(MAX_SPAN // 2 + 1):
        before, count = count, before + count
    assert Frontier().count(cover_of(dominoes(2, MAX_SPAN // 2 + 2))) == count
