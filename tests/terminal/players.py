"""A person at a screen without a terminal: what is pressed there, and what it says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from loops import finished
from textual.pilot import Pilot
from textual.widgets import Static

from calpuzzle.terminal.nonogram import NonogramFrame
from calpuzzle.terminal.pieces import PiecesFrame

F = TypeVar("F", PiecesFrame, NonogramFrame)


class Player(Generic[F]):
    """A game, and who plays it."""

    def __init__(self, frame: F, pilot: Pilot[Any]) -> None:
        self.frame: F = frame
        self.game: Any = frame.game
        self.pilot = pilot

    async def settle(self) -> None:
        """Wait until all that was asked is answered."""
        await self.frame.workers.wait_for_complete()
        await self.pilot.pause()

    async def keys(self, words: str) -> None:
        for key in words.split():
            await self.pilot.press(key)
            await self.settle()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.pilot.pause()

    def read(self, part: str) -> str:
        """The text of a part of the screen."""
        return str(self.frame.query_one(f"#{part}", Static).content)

    @property
    def said(self) -> str:
        return self.read("said")

    @property
    def head(self) -> str:
        return self.read("head")

    @property
    def board(self) -> str:
        return str(self.frame.board.content)

    def sees(self, line: int, column: int) -> bool:
        """Whether this place of the board is on the screen."""
        board, room = self.frame.board.region, self.frame.query_one("#room").region
        found: bool = board.intersection(room).contains(board.x + column, board.y + line)
        return found


def play(frame: F, moves: Callable[[Player[F]], Awaitable[None]]) -> F:
    """The screen after the moves of a player."""

    async def go() -> None:
        async with frame.run_test(size=(80, 24)) as pilot:
            player = Player(frame, pilot)
            await player.settle()
            await moves(player)

    finished(go())
    return frame


def played(
    make: Callable[[], F],
) -> Callable[[Callable[[Player[F]], Awaitable[None]]], Callable[[], None]]:
    """A test of the moves of a player."""

    def decorated(moves: Callable[[Player[F]], Awaitable[None]]) -> Callable[[], None]:
        def test() -> None:
            play(make(), moves)

        return test

    return decorated
