"""The page's searches, compared with Python's engines on random small puzzles of all kinds:
calendars, optional cells, optional and interchangeable pieces, two sides, colours, pieces in parts,
and steps of more than one cell; for one date and for all dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import random_puzzles
import shipped
import small_boards
from hypothesis import assume, given, settings
from play.positions import LoadedPuzzle, Position, Worker, compare, exposed

from calpuzzle.game.hand import unsupported_reason
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.scan import scan
from calpuzzle.puzzle.validate import faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEEDS = [seed for seed in range(25) if not faults(small_boards.puzzle(seed))]


def agree(worker: Worker, model: Model) -> None:
    """Assert that page and Python agree on some positions, each with and without its date."""
    problems = LoadedPuzzle(worker, model)
    dated = problems.positions.some(8)
    undated = [Position(None, position.placed) for position in dated]
    compare(problems, [Position(None, ()), *dated, *undated])


@pytest.mark.parametrize("seed", shipped.few(SEEDS, *SEEDS[:8]))
def test_page_and_python_agree_on_small_calendars(worker: Worker, seed: int) -> None:
    model = small_boards.puzzle(seed)
    agree(worker, model)
    agree(worker, small_boards.stretched(model))


@pytest.mark.parametrize("examples", shipped.few((15, 60), 15))
def test_page_and_python_agree_on_random_puzzles(worker: Worker, examples: int) -> None:
    @settings(max_examples=examples)
    @given(model=random_puzzles.fittings() | random_puzzles.grouped())
    def compared(model: Model) -> None:
        assume(unsupported_reason(model) is None and not faults(model))
        agree(worker, model)

    compared()


def test_page_and_python_fill_cells_in_the_same_order(blank: Page) -> None:
    boards = [sorted(small_boards.puzzle(seed).board.cells) for seed in range(30)]
    script = f"(boards) => boards.map((cells) => {exposed('scan.js', 'scanOf')}(cells).ranks)"
    for cells, ranks in zip(boards, blank.evaluate(script, boards), strict=True):
        assert sorted(range(len(cells)), key=ranks.__getitem__) == list(scan(cells).order)


def test_lists_are_ordered_by_their_first_difference_then_by_length(blank: Page) -> None:
    lists = [[], [0], [0, 1], [0, 1, 0], [1], [1, 0]]
    script = f"""(lists) => {{
        const compared = {exposed("shapes.js", "compared")};
        return lists.map((one) => lists.map((other) => Math.sign(compared(one, other))));
    }}"""
    found = blank.evaluate(script, lists)
    assert found == [[(k > n) - (k < n) for n in range(len(lists))] for k in range(len(lists))]
