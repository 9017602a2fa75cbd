"""Advice on a nonogram's page: hints in three grades, the check, and the film of its solution."""

from __future__ import annotations

from pathlib import Path

import pytest
from nonogram_player import OPEN, NonogramPlayer
from playing import PageOf, expect

import calpuzzle as cp
from calpuzzle.nonogram.clues import Clues, from_grid
from calpuzzle.nonogram.stepper import steps

pytestmark = pytest.mark.long

CAT = Path(__file__).resolve().parents[2] / "examples" / "puzzles" / "cat.non"


def test_hint_has_three_grades(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    page = player.page
    expected = cp.load(CAT, kind="nonogram").hint()
    player.tool("hint")
    page.wait_for_selector("#notice-text:has-text('Look at column 6: 3 10.')")
    expect(page.locator("td.ring")).to_have_count(0)
    page.click("#notice-action")
    assert player.notice == "Column 6 can be filled in one way only, which settles 14 cells."
    expect(page.locator("td.ring")).to_have_count(14)
    assert len(expected.settles) == 14
    assert set(player.values) == {OPEN}
    page.click("#notice-action")
    for row, column, colour in expected.settles:
        assert player.value(row, column) == colour
    assert not player.notice
    expect(page.locator("#g-grid :focus")).to_have_count(1)


def test_hints_lead_to_the_solution(clues_page: PageOf, heart: Clues) -> None:
    player = NonogramPlayer(clues_page(heart))
    for _ in range(40):
        if player.solved:
            break
        player.tool("hint")
        player.page.wait_for_selector("#notice-action:has-text('More')")
        player.page.click("#notice-action")
        player.page.click("#notice-action")
    assert player.solved
    assert player.notice == "Solved!"


def test_check_names_wrong_lines_and_cells(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    page = player.page

    def check() -> str:
        player.tool("check")
        page.wait_for_selector("#notice:not([hidden])")
        return player.notice

    player.drag((7, 2), (7, 9))
    assert check() == "All that is filled in is right."
    player.drag((0, 0), (0, 2))
    assert check() == "Row 1 cannot be completed any more."
    head = page.locator("th.wrong[scope=row]")
    expect(head).to_have_attribute("aria-label", "row 1: 1 1: cannot be completed")
    page.click("#notice-action")
    assert player.notice == "Wrong: row 1, column 1; row 1, column 3."
    expect(page.locator("td.wrong[aria-invalid=true]")).to_have_count(2)
    page.click("#notice-action")
    assert player.said == "Row 1: open, 2"
    assert check() == "All that is filled in is right."
    player.press(0, 2)
    player.tool("hint")
    page.wait_for_selector("#notice-text:has-text('Something that is filled in is wrong.')")


def test_film_shows_the_steps_that_python_finds(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    page = player.page
    player.press(0, 0)
    made = list(steps(cp.load(CAT, kind="nonogram").clues))
    player.tool("film")
    page.wait_for_selector("#film:not([hidden])")
    expect(page.locator("#film-words")).to_contain_text(f"in {len(made)} steps")
    assert len(made) > 4
    for step in made:
        page.click("[data-film=after]")
        words = f"Step {step.number} of {len(made)}: {sum(step.candidates):,} fillings"
        expect(page.locator("#said")).to_contain_text(words)
        expect(page.locator("#said")).to_contain_text(f"{step.settled} cell")
        shown = [
            known if known >= 0 else int(share) / 100
            for known, share in page.locator("td[data-cell]").evaluate_all(
                "(cells) => cells.map((own) => [Number(own.dataset.value), own.dataset.share])"
            )
        ]
        for share, coloured in zip(shown, step.coloured, strict=True):
            assert abs(share - coloured) <= 0.0101
            assert share not in (0, 1) or coloured == share
    page.click("[data-film=before]")
    expect(page.locator("#film-at")).to_have_value(str(len(made) - 1))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film-at")).to_have_value("1")
    page.click("[data-film=close]")
    assert player.values[0] == 1 and set(player.values[1:]) == {OPEN}
    expect(page.locator("[data-tool=film]")).to_be_focused()


def test_film_plays_and_pauses(page_of: PageOf) -> None:
    page = page_of("cat.non")
    page.click("[data-tool=film]")
    page.wait_for_timeout(1200)
    expect(page.locator("#film-at")).to_have_value("0")
    # At full speed the film could end before the click on Pause, which would then restart it.
    page.select_option("#film-speed", "slow")
    page.get_by_role("button", name="Play").click()
    page.evaluate("document.querySelector('[data-film=play] svg').kept = true")
    page.wait_for_function("() => Number(document.querySelector('#film-at').value) >= 1")
    # A click is lost if its target is replaced between the press and the release.
    assert page.evaluate("document.querySelector('[data-film=play] svg').kept")
    page.get_by_role("button", name="Pause").click()
    at = page.input_value("#film-at")
    page.select_option("#film-speed", "fast")
    page.wait_for_timeout(700)
    expect(page.locator("#film-at")).to_have_value(at)
    page.get_by_role("button", name="Play").click()
    last = page.locator("#film-at").get_attribute("max") or ""
    expect(page.locator("#film-at")).to_have_value(last)
    page.wait_for_selector("[aria-label=Play]")
    page.get_by_role("button", name="Settings", exact=True).click()
    page.locator("#settings-language").select_option("de")
    page.keyboard.press("Escape")
    expect(page.locator("#film-words")).to_contain_text("Schritt")
    words = page.locator("#film-words").inner_text()
    expect(page.locator("#film-at")).to_have_attribute("aria-valuetext", words)


def test_film_without_a_complete_solution_says_why(clues_page: PageOf) -> None:
    page = clues_page(from_grid(((1, 0), (0, 1))))
    page.click("[data-tool=film]")
    page.click("[data-film=last]")
    expect(page.locator("#film-words")).to_contain_text(
        "4 cells stay open; lines alone say no more."
    )
    page = clues_page(Clues((((2, 1),), ()), (((1, 1),), ())))
    page.click("[data-tool=film]")
    page.wait_for_selector("#film-words:has-text('there is no solution')")
    page.click("[data-film=close]")
    page.click("[data-tool=hint]")
    page.wait_for_selector("#notice-text:has-text('There is no solution')")
