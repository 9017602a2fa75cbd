"""The sentences of hints: page, command line, terminal and booklet say the same of a position, in
every language."""

from __future__ import annotations

import datetime
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("textual", reason="the extra terminal is not installed")
pytest.importorskip("babel", reason="the extra languages is not installed")

import pypdf
import shipped
from loops import finished
from playing import PageOf, Player, solution
from solving import Solver
from textual.widgets import Static

import calpuzzle as cp
from calpuzzle.base.texts import Texts, known
from calpuzzle.cli import main
from calpuzzle.game.advice import LEVELS, advice
from calpuzzle.game.nonogram import NonogramGame
from calpuzzle.game.pieces import Game
from calpuzzle.terminal.frame import Solved
from calpuzzle.terminal.nonogram import NonogramFrame
from calpuzzle.terminal.pieces import PiecesFrame
from calpuzzle.workshop import year as year_module
from calpuzzle.workshop.booklet import booklet

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from calpuzzle.terminal.frame import Frame

CAT = Path(__file__).resolve().parents[2] / "examples" / "puzzles" / "cat.non"
POSITIONS = {
    "possible": ("Nov 20 Fri", "", LEVELS),
    "half way": ("Nov 20 Fri", " ".join(solution("dray", "Fri Nov 20")[:4]), LEVELS),
    "dead": ("Nov 20 Fri", "S4@4,4:1 J4@0,0:1", 2),
    "never": ("Jan 27 Wed", "", 1),
    "solved": ("Nov 20 Fri", " ".join(solution("dray", "Fri Nov 20")), 1),
}
"""The date, what lies, and how many levels say something else."""
LANGUAGES = shipped.few(known(), "en", "de", "pt")
IN_TURN = [pytest.param("en", position) for position in POSITIONS]
IN_TURN += [
    pytest.param(*own.values, "possible", marks=own.marks)
    for own in LANGUAGES
    if own.values != ("en",)
]
"""English says all, each other language all levels of one."""
WRONG = " ".join(["#" + "?" * 13, *["?" * 14] * 13])


def shown(page: Page, number: int) -> list[str]:
    """The notices of a page, as many presses on its hints as there are levels."""
    notice = page.locator("#notice-text")
    heard = [(notice.text_content() or "") if notice.is_visible() else ""]
    for level in range(number):
        page.click("#notice-on" if level else "[data-tool=hint]")
        page.wait_for_function(
            """(before) => !document.querySelector('#notice').hidden
                && document.querySelector('#notice-text').textContent !== before""",
            arg=heard[-1],
        )
        heard.append(page.locator("#notice-text").text_content() or "")
    return heard[1:]


def spoken(frame: Frame, number: int) -> list[str]:
    """What a game in the terminal says when the key of hints is pressed so often."""
    heard = []

    async def go() -> None:
        async with frame.run_test(size=(120, 40)) as pilot:
            for _ in range(number + 1):
                await frame.workers.wait_for_complete()
                await pilot.pause()
                said = str(frame.query_one("#said", Static).content)
                heard.append(said.partition("  (h: ")[0].partition("\n")[0])
                await pilot.press(*["enter", "h"] if isinstance(frame.screen, Solved) else "h")

    finished(go())
    return heard[1:]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    main(["hint", *words])
    return capsys.readouterr().out


@pytest.mark.parametrize(("language", "position"), IN_TURN)
def test_hints(
    page_of: PageOf, capsys: pytest.CaptureFixture[str], language: str, position: str
) -> None:
    date, laid, number = POSITIONS[position]
    puzzle, texts = cp.load("dray"), Texts(language)
    question = Game(puzzle, date, laid).question(puzzle.asked(disk=True))
    said = [advice(question, level, texts).words for level in range(1, number + 1)]
    assert len(set(said)) == number
    link = f"#puzzle=dray&date={date.replace(' ', ',')}&with={laid.replace(' ', '+')}"
    page = Player(page_of("dray", link, locale=language)).page
    assert shown(page, number) == said
    assert spoken(PiecesFrame(Game(puzzle, date, laid), texts=texts), number) == said
    for level, words in [*enumerate(said, 1)][:: max(1, number - 1)]:
        given = ["--level", str(level), "--language", language, "--laid", laid]
        assert printed(capsys, "dray", *date.split(), *given).startswith(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_of_nonograms(
    page_of: PageOf, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    nonogram, texts = cp.load(CAT), Texts(language)
    solver = Solver(page_of("cat.non", locale=language))

    def said(laid: str, number: int) -> tuple[list[str], str]:
        """What the terminal and the command say of a grid."""
        game = NonogramGame(nonogram.clues, "cat", nonogram.masks(laid))
        out = printed(capsys, str(CAT), "--laid", laid, "--language", language)
        return spoken(NonogramFrame(game, texts=texts), number), out

    heard = shown(solver.page, 2)
    terminal, out = said("", 2)
    assert terminal == heard == out.splitlines()[:2]
    solver.press(0, 0)
    heard = shown(solver.page, 2)
    terminal, out = said(WRONG, 1)
    assert out.startswith(" ".join(heard)) and terminal[0].startswith(heard[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_booklet(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    date: Any = datetime.date(2026, 11, 20)
    monkeypatch.setattr(year_module, "days_of", lambda _: [date])
    puzzle, texts = cp.load("dray"), Texts(language)
    question = Game(puzzle, date).question(puzzle.asked(disk=True))
    data = booklet(puzzle, 2026, language=language)
    text = pypdf.PdfReader(io.BytesIO(data)).pages[1].extract_text()
    assert advice(question, 2, texts).words in " ".join(text.split())
