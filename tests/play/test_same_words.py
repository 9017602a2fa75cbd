"""Hints have the same words on the page, on the command line and in the booklet, in every
language."""

from __future__ import annotations

import datetime
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("babel", reason="the extra languages is not installed")

import pypdf
import shipped
from nonogram_player import NonogramPlayer
from playing import PageOf, Player, expect, solution

import calpuzzle as cp
from calpuzzle.base.texts import Texts, language_tags
from calpuzzle.cli import main
from calpuzzle.game.advice import HINT_LEVELS, Situation, advice
from calpuzzle.workshop import year_pages as year_module
from calpuzzle.workshop.booklet_pages import booklet

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

CAT = Path(__file__).resolve().parents[2] / "examples" / "puzzles" / "cat.non"
POSITIONS = {
    "possible": ("Nov 20 Fri", "", HINT_LEVELS),
    "half way": ("Nov 20 Fri", " ".join(solution("dray", "Fri Nov 20")[:4]), HINT_LEVELS),
    "dead": ("Nov 20 Fri", "S4@4,4:1 J4@0,0:1", 2),
    "never": ("Jan 27 Wed", "", 1),
    "solved": ("Nov 20 Fri", " ".join(solution("dray", "Fri Nov 20")), 1),
}
"""The date, the placements, and the number of levels of hints. Each level has different words."""
LANGUAGES = shipped.few(language_tags(), "en", "de")
BOOKLETS = shipped.few(sorted({*language_tags()} - {"he"}), "en", "de")
"""All languages but Hebrew, whose text is not extracted from a PDF file in reading order."""
CASES = [pytest.param("en", position) for position in POSITIONS]
CASES += [
    pytest.param(*own.values, "possible", marks=own.marks)
    for own in LANGUAGES
    if own.values != ("en",)
]
"""All positions in English, and one position in each other language."""
WRONG_CELL = " ".join(["#" + "?" * 13, *["?" * 14] * 13])


def situation(puzzle: Any, date: Any, placed: str = "") -> Situation:
    labels = puzzle.labels(date)
    asked = puzzle.residual_problems(disk=True)
    return Situation(puzzle.lowered, labels, puzzle.fixed(labels), puzzle.placed(placed), asked)


def shown(page: Page, number: int) -> list[str]:
    """Request a hint at each level up to `number`, and return the notices of the page."""
    notice = page.locator("#notice-text")
    notices = []
    for level in range(number):
        page.click("#notice-action" if level else "[data-tool=hint]")
        expect(notice).to_be_visible()
        # In right-to-left languages, values in a text are enclosed in isolate characters.
        notices.append(re.sub("[\u2066-\u2069]", "", notice.text_content() or ""))
    return notices


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    main(["hint", *words])
    return capsys.readouterr().out


@pytest.mark.parametrize(("language", "position"), CASES)
def test_hints_have_the_same_words_on_page_and_command_line(
    page_of: PageOf, capsys: pytest.CaptureFixture[str], language: str, position: str
) -> None:
    date, placed, number = POSITIONS[position]
    texts, current = Texts(language), situation(cp.load("dray"), date, placed)
    expected = [advice(current, level, texts).words for level in range(1, number + 1)]
    assert len(set(expected)) == number
    link = f"#puzzle=dray&date={date.replace(' ', ',')}&with={placed.replace(' ', '+')}"
    page = Player(page_of("dray", link, locale=language)).page
    assert shown(page, number) == expected
    for level, words in [*enumerate(expected, 1)][:: max(1, number - 1)]:
        given = ["--level", str(level), "--language", language, "--placed", placed]
        assert printed(capsys, "dray", *date.split(), *given).startswith(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nonogram_hints_have_the_same_words_on_page_and_command_line(
    page_of: PageOf, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    player = NonogramPlayer(page_of("cat.non", locale=language))

    def expected(placed: str) -> str:
        return printed(capsys, str(CAT), "--placed", placed, "--language", language)

    notices = shown(player.page, 2)
    assert notices == expected("").splitlines()[:2]
    player.press(0, 0)
    notices = shown(player.page, 2)
    assert expected(WRONG_CELL).startswith(" ".join(notices))


@pytest.mark.parametrize("language", BOOKLETS)
def test_booklets_print_the_words_of_hints(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    date: Any = datetime.date(2026, 11, 20)
    monkeypatch.setattr(year_module, "days_of", lambda _: [date])
    puzzle = cp.load("dray")
    words = advice(situation(puzzle, date), 2, Texts(language)).words
    data = booklet(puzzle, 2026, language=language)
    text = pypdf.PdfReader(io.BytesIO(data)).pages[1].extract_text()
    assert words in " ".join(text.split())
