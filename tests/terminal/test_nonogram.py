"""The game with a nonogram on a screen without a terminal."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("textual", reason="the extra terminal is not installed")

from solving import FRUIT, LARGE
from terminal.players import Player, played

from calpuzzle.game.nonogram import NonogramGame
from calpuzzle.nonogram.hints import hint
from calpuzzle.nonogram.puzzle import Clues
from calpuzzle.terminal.frame import Solved
from calpuzzle.terminal.nonogram import NonogramFrame


def nonogram(clues: Clues = FRUIT) -> NonogramFrame:
    return NonogramFrame(NonogramGame(clues, "nonogram", clues.everything()))


@played(nonogram)
async def test_filling_by_keys(at: Player[NonogramFrame]) -> None:
    await at.keys("right right enter")
    assert at.game.grid[0] == (-1, -1, 1, -1, -1) and "1 of 10 lines done" in at.head
    await at.keys("down 2 left enter shift+right shift+right x left")
    assert at.game.grid[1] == (-1, 2, 2, 0, -1)
    await at.keys("right x u u")
    assert at.game.grid[1] == (-1, 2, 2, 2, -1)
    await at.keys("delete y")
    assert at.game.grid[1] == (-1, 2, 2, -1, -1) and at.said == "nothing to do again"
    # Marks tell the colours apart for those who do not see them.
    assert "····rr" not in at.board and "rrrr" in at.board


@played(nonogram)
async def test_hints_in_three_grades_to_the_end(at: Player[NonogramFrame]) -> None:
    found = hint(at.game.clues, at.game.masks)
    await at.keys("h")
    assert at.said.startswith(f"Look at {found.look}: ") and not at.frame.marked
    await at.keys("h")
    number = len(found.settles)
    assert re.search(rf"^Row 3 can be filled in .* {number} cells?\.  \(h: Fill in\)$", at.said)
    assert len(at.frame.marked) == number
    await at.keys("h")
    assert "filled in" in at.said and not at.frame.marked
    for _ in range(30):
        if not isinstance(at.frame.screen, Solved):
            await at.keys("h h h")
    assert isinstance(at.frame.screen, Solved)
    assert tuple(tuple(max(0, cell) for cell in row) for row in at.game.grid) == FRUIT.goal


@played(nonogram)
async def test_what_is_wrong_is_said_and_marked(at: Player[NonogramFrame]) -> None:
    await at.keys("enter c")
    assert at.said == "Column 1 cannot be completed any more. 1 cell is wrong."
    assert list(at.frame.marked) == [0]
    await at.keys("h")
    # A hint says so, too, and marks what.
    assert at.said == "Column 1 cannot be completed any more. 1 cell is wrong."
    await at.keys("enter c")
    assert at.said == "All that is filled in is right." and not at.frame.marked


@played(nonogram)
async def test_by_mouse(at: Player[NonogramFrame]) -> None:
    line, column = at.frame.origin
    await at.pilot.click("#board", offset=(column + 4, line))
    assert at.game.grid[0][2] == 1
    await at.pilot.click("#board", offset=(column, line), button=3)
    assert at.game.grid[0][0] == 0
    await at.pilot.mouse_down("#board", offset=(column, line + 1))
    await at.pilot.hover("#board", offset=(column, line + 2))
    await at.pilot.mouse_up("#board", offset=(column, line + 2))
    await at.pilot.click("#board", offset=(0, 0))
    assert at.game.grid[1][0] == 1


@played(lambda: nonogram(LARGE))
async def test_a_grid_larger_than_the_screen_follows_the_cursor(at: Player[NonogramFrame]) -> None:
    for size in ((80, 24), (40, 14)):
        await at.resize(*size)
        for _ in range(3):
            at.game.cursor = 60 * 50 - 1 - at.game.cursor
            at.frame.redraw()
            await at.pilot.pause()
            await at.pilot.pause()
            assert at.sees(*at.frame._place(at.game.cursor))
