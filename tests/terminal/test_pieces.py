"""The game with pieces on a screen without a terminal: keys, mouse, hints, sizes, and its end."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("textual", reason="the extra terminal is not installed")

from loops import finished
from playing import solution
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Static

import calpuzzle as cp
from calpuzzle.base.texts import ENGLISH, Texts, known
from calpuzzle.engines import RUN
from calpuzzle.game.advice import advice
from calpuzzle.game.pieces import Game
from calpuzzle.results.left import asked
from calpuzzle.terminal.frame import Frame, Help, Solved
from calpuzzle.terminal.nonogram import NonogramFrame
from calpuzzle.terminal.pieces import PiecesFrame

DATE = "Sun 22 Nov"
Player = Pilot[Any]


def played(
    moves: Callable[[PiecesFrame, Player], Awaitable[None]],
    name: str = "weekday-8x7",
    date: str = DATE,
    size: tuple[int, int] = (80, 24),
    laid: str = "",
    texts: Texts = ENGLISH,
) -> PiecesFrame:
    """The screen after the moves of a player."""
    puzzle = cp.load(name)
    assert isinstance(puzzle, cp.Puzzle)
    frame = PiecesFrame(Game(puzzle, date, laid), texts=texts)

    async def go() -> None:
        async with frame.run_test(size=size) as pilot:
            await settle(frame, pilot)
            await moves(frame, pilot)

    finished(go())
    return frame


async def settle(frame: PiecesFrame, pilot: Player) -> None:
    """Wait until all that was asked is answered."""
    await frame.workers.wait_for_complete()
    await pilot.pause()


async def keys(frame: PiecesFrame, pilot: Player, words: str) -> None:
    await pilot.press(*words.split())
    await settle(frame, pilot)


def said(frame: PiecesFrame) -> str:
    return str(frame.query_one("#said", Static).content)


def head(frame: PiecesFrame) -> str:
    return str(frame.query_one("#head", Static).content)


def board(frame: PiecesFrame) -> str:
    return str(frame.board.content)


def test_laying_by_keys() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        await keys(frame, pilot, "1 down down r")
        assert "[I]" in board(frame) and not frame.game.laid
        await keys(frame, pilot, "enter")
        assert said(frame) == "I4 laid, rows 3 to 6" and frame.game.written() == "I4@2,4:2"
        await keys(frame, pilot, "u")
        assert not frame.game.laid
        await keys(frame, pilot, "U enter")
        assert said(frame) == "I4 lifted"
        await keys(frame, pilot, "escape backspace")
        assert said(frame) == "I4 in the tray" and not frame.game.laid

    played(moves)


def test_a_piece_by_its_number_its_letter_or_the_tab_key() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        names = []
        for key in ("1 0", "s", "l", "l", "tab", "shift+tab"):
            await keys(frame, pilot, key)
            held = frame.game.held_piece
            names.append(frame.game.pieces[held]["name"] if held is not None else "")
        assert names == ["Z", "S4", "L4", "L", "N", "L"]

    played(moves)


def test_sticks() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        assert board(frame).splitlines()[:2] == ["·[.]· . · . · . ·", ".   .   .   .   ."]
        number = next(k for k, data in enumerate(frame.game.pieces, 1) if data["name"] == "U")
        await keys(frame, pilot, f"{number} down right")
        before = frame.game.hover
        await keys(frame, pilot, "right")
        assert frame.game.hover == tuple((row, column + 2) for row, column in before)
        await keys(frame, pilot, "enter")
        assert said(frame) == "U laid, row 2" and board(frame).count("U") == 4
        line, column = frame.table.place(frame.game.names["U"][0], frame.inner)
        await pilot.click("#board", offset=(column, line))
        assert said(frame) == "U lifted"

    played(moves, "tetrasticks-4x4", "")


def test_what_does_not_fit_is_not_laid() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        await keys(frame, pilot, "1 enter")
        assert "I4 does not fit: " in said(frame) and "x" in board(frame)
        assert not frame.game.laid

    played(moves)


def test_hints_are_those_of_the_page_and_lead_to_the_end() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        question = frame.game.question(asked(frame.game.puzzle, RUN))
        expected = [advice(question, level, ENGLISH) for level in range(1, 6)]
        heard = []
        for _ in expected:
            await keys(frame, pilot, "h")
            heard.append(said(frame))
        assert [words.partition("  (h: More)")[0] for words in heard] == [
            told.words for told in expected
        ]
        assert heard[2].partition("\n\n")[2].strip()
        assert expected[4].hint and expected[4].hint.option in frame.game.lying
        for _ in range(4):
            await keys(frame, pilot, "h h h h h")
        assert isinstance(frame.screen, Solved)
        await keys(frame, pilot, "enter h")
        assert said(frame) == "Solved!"

    frame = played(moves, laid=" ".join(solution("weekday-8x7", DATE)[:5]))
    assert frame.game.question(asked(frame.game.puzzle, RUN)).solved


def test_what_is_left_is_told_when_asked_for() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        number = cp.Puzzle(frame.game.puzzle.model).count(DATE)
        assert head(frame) == "weekday-8x7 Nov 22 Sun"
        await keys(frame, pilot, "c")
        assert head(frame).endswith("  still possible")
        await keys(frame, pilot, "c")
        assert head(frame).endswith(f"{number:,} solutions left")
        await keys(frame, pilot, "2 down enter")
        left = cp.Puzzle(frame.game.puzzle.model).count(DATE, frame.game.written())
        assert 0 < left < number and head(frame).endswith(f"{left:,} solutions left")
        await keys(frame, pilot, "backspace 2 f up up left left left left left left enter")
        assert cp.Puzzle(frame.game.puzzle.model).count(DATE, frame.game.written()) == 0
        assert head(frame).endswith("no solution left")
        await keys(frame, pilot, "h")
        assert said(frame) == "It cannot be done like this.  (h: More)"
        await keys(frame, pilot, "h")
        assert said(frame) == "Take S4 back.  (h: Lift S4)"
        await keys(frame, pilot, "h")
        assert said(frame) == "S4 lifted" and frame.game.held_piece is not None

    played(moves)


def test_by_mouse() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        await pilot.click("#aside", offset=(2, 1))
        assert frame.game.held_piece == 0
        line, column = frame.table.place((4, 1), frame.inner)
        await pilot.click("#board", offset=(column, line))
        await settle(frame, pilot)
        assert frame.game.written() == "I4@4,0:1"
        await pilot.click("#board", offset=(column, line))
        assert said(frame) == "I4 lifted"
        await pilot.click("#board", offset=(column, line), button=3)
        assert said(frame) == "I4 turned"

    played(moves)


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (60, 20), (40, 14)])
def test_sizes(size: tuple[int, int]) -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        await pilot.resize_terminal(30, 10)
        await pilot.pause()
        assert frame.query_one("#small").display and not frame.query_one("#table").display
        assert "30 columns and 10 lines" in str(frame.query_one("#small", Static).content)
        await pilot.resize_terminal(*size)
        await keys(frame, pilot, "1 down down down down down r")
        assert frame.query_one("#table").display
        seen = frame.board.region.intersection(frame.query_one("#room").region)
        line, column = frame.table.place(frame.game.cursor, frame.inner)
        assert seen.contains(frame.board.region.x + column, frame.board.region.y + line)
        assert frame.query_one("#aside").size.width >= 20 and frame.query_one("#aside").size.height

    played(moves)


def test_a_long_board_has_the_tray_below_where_room_is_short() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        for width, below in ((80, False), (60, True), (120, False)):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            assert frame.query_one("#table").has_class("below") == below
            assert max(map(len, board(frame).splitlines())) <= width

    played(moves, "pentominoes-3x20", "")


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_the_end(key: str) -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        await pilot.press("question_mark")
        assert isinstance(frame.screen, Help)
        await pilot.press(key)
        await pilot.pause()
        assert not frame.is_running or frame._exit

    frame = played(moves, laid="I4@2,4:2")
    assert frame.return_code == 0 and frame.game.written() == "I4@2,4:2"


def test_all_that_is_said_is_in_the_language() -> None:
    texts = Texts("fr")
    heard: list[str] = []

    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        heard.append(said(frame))
        for key in (*"ur11ff", "enter", "escape", *"chhcU", "tab"):
            await keys(frame, pilot, key)
            heard.extend((said(frame), head(frame)))
        heard.extend(getattr(key, "description", "") for key in frame.query("FooterKey"))
        await pilot.press("question_mark")
        assert isinstance(frame.screen, Help)
        heard.append(frame.screen.words)
        await pilot.press("enter")
        await pilot.resize_terminal(30, 10)
        await pilot.pause()
        heard.append(str(frame.query_one("#small", Static).content))

    frame = played(moves, texts=texts)
    spoken = "\n".join(heard)
    assert texts.say("tool.undo") in spoken and texts.say("help.goal.date")[:30] in spoken
    # English words that French has not.
    english = r"\b(the|piece|lies|laid|turned|turn|hint|undo|look|still|take|press|nothing|quit)\b"
    assert not re.findall(english, spoken, re.IGNORECASE)
    assert frame.game.texts is texts


@pytest.mark.parametrize("frame", [PiecesFrame, NonogramFrame])
@pytest.mark.parametrize("language", known())
def test_the_line_of_keys_goes_into_80_columns(frame: type[Frame], language: str) -> None:
    shown = [each for each in frame.BINDINGS if isinstance(each, Binding) and each.show]
    assert len(shown) >= 7
    words = [
        f"{each.key_display or each.key} {Texts(language).say(each.description)}" for each in shown
    ]
    assert len(" ".join(words)) <= 80


def test_a_puzzle_without_a_diagram_is_searched() -> None:
    async def moves(frame: PiecesFrame, pilot: Player) -> None:
        await keys(frame, pilot, "c")
        assert head(frame).endswith("still possible")
        await keys(frame, pilot, "c")
        assert head(frame).endswith("20,160 solutions left")

    played(moves, "domino", "")
