"""The game with a nonogram on a screen without a terminal."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("textual", reason="the extra terminal is not installed")

from loops import finished
from solving import FRUIT, LARGE
from textual.pilot import Pilot
from textual.widgets import Static

from calpuzzle.game.nonogram import NonogramGame
from calpuzzle.nonogram.hints import hint
from calpuzzle.nonogram.puzzle import Clues
from calpuzzle.terminal.frame import Solved
from calpuzzle.terminal.nonogram import NonogramFrame

Player = Pilot[Any]


def played(
    moves: Callable[[NonogramFrame, Player], Awaitable[None]],
    clues: Clues = FRUIT,
    size: tuple[int, int] = (80, 24),
) -> NonogramFrame:
    """The screen after the moves of a player."""
    frame = NonogramFrame(NonogramGame(clues, "nonogram", clues.everything()))

    async def go() -> None:
        async with frame.run_test(size=size) as pilot:
            await pilot.pause()
            await moves(frame, pilot)

    finished(go())
    return frame


async def keys(frame: NonogramFrame, pilot: Player, words: str) -> None:
    for key in words.split():
        await pilot.press(key)
        await frame.workers.wait_for_complete()
        await pilot.pause()


def said(frame: NonogramFrame) -> str:
    return str(frame.query_one("#said", Static).content)


def head(frame: NonogramFrame) -> str:
    return str(frame.query_one("#head", Static).content)


def test_filling_by_keys() -> None:
    async def moves(frame: NonogramFrame, pilot: Player) -> None:
        await keys(frame, pilot, "right right enter")
        assert frame.game.grid[0] == (-1, -1, 1, -1, -1) and "1 of 10 lines done" in head(frame)
        await keys(frame, pilot, "down 2 left enter shift+right shift+right x left")
        assert frame.game.grid[1] == (-1, 2, 2, 0, -1)
        await keys(frame, pilot, "right x u u")
        assert frame.game.grid[1] == (-1, 2, 2, 2, -1)
        await keys(frame, pilot, "delete U")
        assert frame.game.grid[1] == (-1, 2, 2, -1, -1) and said(frame) == "nothing to do again"
        # Marks tell the colours apart for those who do not see them.
        assert "····rr" not in str(frame.board.content) and "rrrr" in str(frame.board.content)

    played(moves)


def test_hints_in_three_grades_to_the_end() -> None:
    async def moves(frame: NonogramFrame, pilot: Player) -> None:
        found = hint(frame.game.clues, frame.game.masks)
        await keys(frame, pilot, "h")
        assert said(frame).startswith(f"Look at {found.look}: ") and not frame.marked
        await keys(frame, pilot, "h")
        number = len(found.settles)
        assert re.search(
            rf"^Row 3 can be filled in .* {number} cells?\.  \(h: Fill in\)$", said(frame)
        )
        assert len(frame.marked) == number
        await keys(frame, pilot, "h")
        assert "filled in" in said(frame) and not frame.marked
        for _ in range(30):
            if not isinstance(frame.screen, Solved):
                await keys(frame, pilot, "h h h")
        assert isinstance(frame.screen, Solved)

    game = played(moves).game
    assert tuple(tuple(max(0, cell) for cell in row) for row in game.grid) == FRUIT.goal


def test_what_is_wrong_is_said_and_marked() -> None:
    async def moves(frame: NonogramFrame, pilot: Player) -> None:
        await keys(frame, pilot, "enter c")
        assert said(frame) == "Column 1 cannot be completed any more. 1 cell is wrong."
        assert list(frame.marked) == [0]
        await keys(frame, pilot, "h")
        # A hint says so, too, and marks what.
        assert said(frame) == "Column 1 cannot be completed any more. 1 cell is wrong."
        await keys(frame, pilot, "enter c")
        assert said(frame) == "All that is filled in is right." and not frame.marked

    played(moves)


def test_by_mouse() -> None:
    async def moves(frame: NonogramFrame, pilot: Player) -> None:
        line, column = frame.origin
        await pilot.click("#board", offset=(column + 4, line))
        assert frame.game.grid[0][2] == 1
        await pilot.click("#board", offset=(column, line), button=3)
        assert frame.game.grid[0][0] == 0
        await pilot.mouse_down("#board", offset=(column, line + 1))
        await pilot.hover("#board", offset=(column, line + 2))
        await pilot.mouse_up("#board", offset=(column, line + 2))
        await pilot.click("#board", offset=(0, 0))
        assert frame.game.grid[1][0] == 1

    played(moves)


@pytest.mark.parametrize("size", [(80, 24), (40, 14)])
def test_a_grid_larger_than_the_screen_follows_the_cursor(size: tuple[int, int]) -> None:
    async def moves(frame: NonogramFrame, pilot: Player) -> None:
        for _ in range(3):
            frame.game.cursor = 60 * 50 - 1 - frame.game.cursor
            frame.redraw()
            await pilot.pause()
            await pilot.pause()
            line, column = frame._place(frame.game.cursor)
            seen = frame.board.region.intersection(frame.query_one("#room").region)
            assert seen.contains(frame.board.region.x + column, frame.board.region.y + line)

    played(moves, LARGE, size)
