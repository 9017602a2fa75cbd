"""The game with pieces on a screen without a terminal: keys, mouse, hints, sizes, and its end."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

pytest.importorskip("textual", reason="the extra terminal is not installed")

from playing import solution
from terminal.players import Player, play, played
from textual.binding import Binding

import calpuzzle as cp
from calpuzzle.base.texts import ENGLISH, Texts, known, texts_in
from calpuzzle.engines import RUN
from calpuzzle.game.advice import advice
from calpuzzle.game.pieces import Game
from calpuzzle.results.left import asked
from calpuzzle.terminal.frame import Frame, Help, Solved
from calpuzzle.terminal.nonogram import NonogramFrame
from calpuzzle.terminal.pieces import PiecesFrame

DATE = "Sun 22 Nov"
LANGUAGES = ["de", *(pytest.param(tag, marks=pytest.mark.slow) for tag in ("en", "pt"))]


@cache
def loaded(name: str) -> cp.Puzzle:
    """A shipped puzzle, one for all games: with what engines keep for it."""
    puzzle = cp.load(name)
    assert isinstance(puzzle, cp.Puzzle)
    return puzzle


def pieces(
    name: str = "weekday-8x7", date: str = DATE, laid: str = "", texts: Texts = ENGLISH
) -> PiecesFrame:
    return PiecesFrame(Game(loaded(name), date, laid), texts=texts)


@played(pieces)
async def test_laying_by_keys_and_by_mouse(at: Player[PiecesFrame]) -> None:
    await at.keys("1 enter")
    assert "I4 does not fit: " in at.said and "x" in at.board and not at.game.laid
    await at.keys("down down r")
    assert "[I]" in at.board and not at.game.laid
    await at.keys("enter")
    assert at.said == "I4 laid, rows 3 to 6" and at.game.written() == "I4@2,4:2"
    await at.keys("u")
    assert not at.game.laid
    await at.keys("y enter")
    assert at.said == "I4 lifted"
    await at.keys("escape backspace")
    assert at.said == "I4 in the tray" and not at.game.laid
    # By its number, its letter or the tab key.
    names = []
    for key in ("1 0", "s", "l", "l", "tab", "shift+tab"):
        await at.keys(key)
        held = at.game.held_piece
        names.append(at.game.pieces[held]["name"] if held is not None else "")
    assert names == ["Z", "S4", "L4", "L", "N", "L"]
    await at.pilot.click("#aside", offset=(2, 1))
    assert at.game.held_piece == 0
    line, column = at.frame.table.place((4, 1), at.frame.inner)
    await at.pilot.click("#board", offset=(column, line))
    await at.settle()
    assert at.game.written() == "I4@3,1:2"
    await at.pilot.click("#board", offset=(column, line))
    assert at.said == "I4 lifted"
    await at.pilot.click("#board", offset=(column, line), button=3)
    assert at.said == "I4 turned"


@played(lambda: pieces("domino", ""))
async def test_digits_with_a_key_between_are_two_numbers(at: Player[PiecesFrame]) -> None:
    for key in ("r", "down", "c"):
        await at.keys(f"2 {key} 8")
        assert at.game.held_piece == 7, key


@played(lambda: pieces("tetrasticks-4x4", ""))
async def test_sticks(at: Player[PiecesFrame]) -> None:
    assert at.board.splitlines()[:2] == ["·[.]· . · . · . ·", ".   .   .   .   ."]
    # A capital is a piece, also where the letter alone is another key.
    await at.keys("U down right")
    before = at.game.hover
    await at.keys("right")
    assert at.game.hover == tuple((row, column + 2) for row, column in before)
    await at.keys("enter")
    assert at.said == "U laid, row 2" and at.board.count("U") == 4
    line, column = at.frame.table.place(at.game.names["U"][0], at.frame.inner)
    await at.pilot.click("#board", offset=(column, line))
    assert at.said == "U lifted"


@played(lambda: pieces("dray", laid=" ".join(solution("dray", DATE)[:5])))
async def test_hints_are_those_of_the_page_and_lead_to_the_end(at: Player[PiecesFrame]) -> None:
    question = at.game.question(asked(at.game.puzzle, RUN))
    expected = [advice(question, level, ENGLISH) for level in range(1, 6)]
    heard = []
    for _ in expected:
        await at.keys("h")
        heard.append(at.said)
    told = [words.partition("  (h: More)")[0] for words in heard]
    assert told == [wanted.words for wanted in expected]
    assert heard[2].partition("\n\n")[2].strip()
    assert expected[4].hint and expected[4].hint.option in at.game.lying
    for _ in range(4):
        await at.keys("h h h h h")
    assert isinstance(at.frame.screen, Solved)
    await at.keys("enter h")
    assert at.said == "Solved!"
    assert at.game.question(asked(at.game.puzzle, RUN)).solved


@played(pieces)
async def test_what_is_left_is_told_when_asked_for(at: Player[PiecesFrame]) -> None:
    number = cp.Puzzle(at.game.puzzle.model).count(DATE)
    assert at.head == "weekday-8x7 Nov 22 Sun"
    await at.keys("c")
    assert at.head.endswith("  still possible")
    await at.keys("c")
    assert at.head.endswith(f"{number:,} solutions left")
    await at.keys("2 down enter")
    left = cp.Puzzle(at.game.puzzle.model).count(DATE, at.game.written())
    assert 0 < left < number and at.head.endswith(f"{left:,} solutions left")
    await at.keys("backspace 2 f up up left left left left left left enter")
    assert cp.Puzzle(at.game.puzzle.model).count(DATE, at.game.written()) == 0
    assert at.head.endswith("no solution left")
    await at.keys("h")
    assert at.said == "It cannot be done like this.  (h: More)"
    await at.keys("h")
    assert at.said == "Take S4 back.  (h: Lift S4)"
    await at.keys("h")
    assert at.said == "S4 in the tray" and at.game.held_piece is None
    # With a piece in the hand, it is said of the board without it.
    await at.keys("u s")
    assert at.head.endswith(f"without S4: {number:,} solutions left")
    await at.keys("h")
    assert at.said == "It can still be done.  (h: More)" and at.game.written() == ""


@played(pieces)
async def test_sizes(at: Player[PiecesFrame]) -> None:
    small, table, aside = map(at.frame.query_one, ("#small", "#table", "#aside"))
    await at.keys("1 down down down down down")
    for size in ((200, 60), (80, 24), (60, 20), (40, 14)):
        await at.resize(30, 10)
        assert small.display and not table.display
        assert "30 columns and 10 lines" in at.read("small")
        await at.resize(*size)
        await at.keys("r")
        assert table.display and at.sees(*at.frame.table.place(at.game.cursor, at.frame.inner))
        assert aside.size.width >= 20 and aside.size.height


@played(lambda: pieces("pentominoes-3x20", ""))
async def test_a_long_board_has_the_tray_below_where_room_is_short(at: Player[PiecesFrame]) -> None:
    for width, below in ((80, False), (60, True), (120, False)):
        await at.resize(width, 24)
        assert at.frame.query_one("#table").has_class("below") == below
        assert max(map(len, at.board.splitlines())) <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_keys_is_never_cut_off(language: str) -> None:
    async def moves(at: Player[PiecesFrame]) -> None:
        numbers = []
        for width in (200, 60, 40):
            await at.resize(width, 24)
            await at.pilot.pause()
            shown: list[Any] = list(at.frame.query("FooterKey"))
            assert max(own.region.right for own in shown) <= width
            assert {"?", "q"} <= {own.key_display for own in shown}
            numbers.append(len(shown))
        assert numbers[0] == 8 >= numbers[1] > numbers[2] > 2

    play(pieces(texts=texts_in(language)), moves)


def test_the_end() -> None:
    async def moves(at: Player[PiecesFrame]) -> None:
        await at.pilot.press("question_mark")
        assert isinstance(at.frame.screen, Help)
        await at.pilot.press("ctrl+c")
        await at.pilot.pause()
        assert not at.frame.is_running or at.frame._exit

    frame = play(pieces(laid="I4@2,4:2"), moves)
    assert frame.return_code == 0 and frame.game.written() == "I4@2,4:2"


@played(lambda: pieces(texts=Texts("fr")))
async def test_all_that_is_said_is_in_the_language(at: Player[PiecesFrame]) -> None:
    heard = [at.said]
    for key in (*"ur11ff", "enter", "escape", *"chhcU", "tab"):
        await at.keys(key)
        heard += at.said, at.head
    heard += (getattr(key, "description", "") for key in at.frame.query("FooterKey"))
    await at.pilot.press("question_mark")
    assert isinstance(at.frame.screen, Help)
    heard.append(at.frame.screen.words)
    await at.pilot.press("enter")
    await at.resize(30, 10)
    heard.append(at.read("small"))
    spoken, texts = "\n".join(heard), at.game.texts
    assert texts.tag == "fr"
    assert texts.say("tool.undo") in spoken and texts.say("help.goal.date")[:30] in spoken
    # English words that French has not.
    english = r"\b(the|piece|lies|laid|turned|turn|hint|undo|look|still|take|press|nothing|quit)\b"
    assert not re.findall(english, spoken, re.IGNORECASE)


@pytest.mark.parametrize("frame", [PiecesFrame, NonogramFrame])
@pytest.mark.parametrize("language", known())
def test_the_line_of_keys_goes_into_80_columns(frame: type[Frame], language: str) -> None:
    shown = [each for each in frame.BINDINGS if isinstance(each, Binding) and each.show]
    assert len(shown) >= 7
    words = [
        f"{each.key_display or each.key} {Texts(language).say(each.description)}" for each in shown
    ]
    assert len(" ".join(words)) <= 80


@played(lambda: pieces("domino", ""))
async def test_a_puzzle_without_a_diagram_is_searched(at: Player[PiecesFrame]) -> None:
    await at.keys("c")
    assert at.head.endswith("still possible")
    await at.keys("c")
    assert at.head.endswith("20,160 solutions left")
