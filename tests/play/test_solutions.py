"""The dialog of solutions, compared with the solutions that Python finds: their number, the
player's own solution, filters by placement, and the order by similarity. Also the levels of a
puzzle."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from playing import DATE, PageOf, Player, expect, link_of, open_link

from calpuzzle.api import load

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

TODAY = "2026-11-20"
LEVEL_2_1 = "#puzzle=iq-fit&level=2.1"


@cache
def solutions() -> list[list[str]]:
    """Return all solutions of `TODAY` in order, each as the placements in its link."""
    puzzle = load("dray")
    links = [puzzle.link(TODAY, found) for found in puzzle.solve(TODAY)]
    return [link.partition("with=")[2].split("+") for link in links]


def link_with(placed: list[str]) -> str:
    return f"{DATE}&with={'+'.join(placed)}"


def expect_words(page: Page, words: str) -> None:
    expect(page.locator("dialog.solutions .solutions-words")).to_have_text(words)


def browse(page: Page) -> None:
    """Open the dialog of solutions, and confirm that they are to be shown."""
    page.get_by_role("button", name="Solutions", exact=True).first.click()
    page.get_by_role("button", name="Show them").click()
    page.wait_for_selector(".picture")


def test_solutions_are_shown_only_after_confirmation(page_of: PageOf) -> None:
    page = page_of("dray", link_with(solutions()[0][:3]))
    page.get_by_role("button", name="Solutions", exact=True).click()
    expect(page.locator("dialog .miniature")).to_have_count(0)
    page.get_by_role("button", name="Only say how many").click()
    expect_words(page, f"There are {len(solutions())} solutions.")
    expect(page.locator("dialog .miniature")).to_have_count(0)
    page.get_by_role("button", name="Show them").click()
    page.wait_for_selector(".picture")
    expect_words(page, f"There are {len(solutions())} solutions.")
    # The confirmation is valid for this date only.
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.wait_for_selector(".picture")
    page.keyboard.press("Escape")
    open_link(page, "#date=Nov,21,Sat")
    page.get_by_role("button", name="Solutions", exact=True).click()
    expect(page.locator("dialog .miniature")).to_have_count(0)
    page.keyboard.press("Escape")
    open_link(page, "#date=Oct,5,Mon")
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Show them").click()
    expect_words(page, "There is no solution.")
    expect(page.locator("dialog .miniature")).to_have_count(0)


def test_the_number_of_the_players_solution_is_shown(page_of: PageOf) -> None:
    page = page_of("dray", "#date=Nov,21,Sat")
    for number in (0, 16, 38):
        placed = solutions()[number]
        open_link(page, link_with(placed[:-1]))
        Player(page).lay_all("tap", placed[-1:])
        expected = f"Yours is number {number + 1} of {len(solutions())}."
        page.wait_for_selector(f"#notice:has-text('{expected}')")
        expect(page.locator("#notice-text")).to_have_text(f"Solved! {expected}")
        expect(page.locator("#said")).to_contain_text(expected)
        page.click("#notice-action")
        page.wait_for_selector(".picture")
        yours = f"Yours is number {number + 1}."
        expect_words(page, f"There are {len(solutions())} solutions. {yours}")
        expect(page.locator(".stage h3")).to_have_text(f"Yours, number {number + 1}")
        page.keyboard.press("Escape")


def test_all_solutions_are_listed_and_differ(page_of: PageOf) -> None:
    page = page_of("dray")
    browse(page)
    expect(page.locator(".picture")).to_have_count(24)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator(".picture")).to_have_count(len(solutions()))
    expect(page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    names = [f"Number {k + 1}" for k in range(len(solutions()))]
    expect(page.locator(".picture span")).to_have_text(names)
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(".picture svg")].map((own) =>
            [...own.querySelectorAll(".piece")].map((piece) => piece.getAttribute("transform")
                + piece.querySelector(".face").getAttribute("d")).sort().join())"""
    )
    assert len(set(drawn)) == len(solutions())


def test_solutions_are_filtered_by_chosen_placements(page_of: PageOf) -> None:
    page = page_of("dray")
    browse(page)
    page.locator(".picture").nth(4).click()
    chosen = {own.split("@")[0]: own for own in solutions()[4]}
    kept: list[str] = []
    for name in ("S4", "T5", "I4"):
        kept.append(chosen[name])
        page.locator(".chip", has_text=name).click()
        left = [k for k, own in enumerate(solutions()) if set(kept) <= set(own)]
        number = f"{len(left)} solution{'s have' if len(left) > 1 else ' has'}"
        expect_words(page, f"{number} these pieces there.")
        expect(page.locator(".picture span")).to_have_text([f"Number {k + 1}" for k in left[:24]])
        expect(page.locator(".stage h3")).to_have_text("Number 5")
        expect(page.locator(".chip:focus")).to_contain_text(name)
    expect(page.locator(".chip[aria-pressed=true]")).to_have_count(3)
    # A press on a kept piece in the picture releases it.
    page.locator(".stage .pickable.kept .face").first.click()
    expect(page.locator(".chip[aria-pressed=true]")).to_have_count(2)


def test_solutions_are_ordered_by_similarity_to_the_board(page_of: PageOf) -> None:
    placed = solutions()[16][:7]
    page = page_of("dray", link_with(placed))
    browse(page)
    page.get_by_label("Most like mine").check()
    page.get_by_role("button", name="More", exact=True).click()
    shared = [len(set(placed) & set(own)) for own in solutions()]
    order = sorted(range(len(shared)), key=lambda k: -shared[k])
    expected = [
        text
        for k in order
        for text in (f"Number {k + 1}", f"{shared[k]} piece{'' if shared[k] == 1 else 's'} alike")
    ]
    expect(page.locator(".picture span")).to_have_text(expected)


def test_a_level_is_chosen_from_the_list_and_keeps_its_given_pieces(page_of: PageOf) -> None:
    page = page_of("iq-fit")
    # The page opens at the first level that is not solved.
    expect(page.locator("#date-button .long")).to_have_text("Level 1.1")
    page.click("#date-button")
    expect(page.locator("dialog.levels .day")).to_have_count(40)
    page.get_by_role("button", name="2.1", exact=True).click()
    assert link_of(page) == LEVEL_2_1
    expect(page.locator("#date-button .long")).to_have_text("Level 2.1")
    expect(page.locator(".placed.given")).to_have_count(6)
    # The pieces that a level gives cannot be removed.
    page.locator(".placed.given").first.click()
    expect(page.locator(".placed.given")).to_have_count(6)


def test_a_level_has_one_solution_and_is_ticked_when_solved(page_of: PageOf) -> None:
    page = page_of("iq-fit", LEVEL_2_1)
    browse(page)
    expect_words(page, "There is only 1 solution.")
    expect(page.locator(".chip")).to_have_count(4)
    page.keyboard.press("Escape")
    for _ in range(4):
        page.click("[data-tool=hint]")
        for _ in range(4):
            page.locator("#notice-action:not([hidden])").click()
    page.wait_for_selector("#board.solved")
    page.click("#date-button")
    expect(page.locator(".levels .done")).to_have_attribute("aria-label", "2.1, solved")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next: Level 2.2").click()
    expect(page.locator("#date-button .long")).to_have_text("Level 2.2")
    page.click("#date-button")
    page.get_by_role("button", name="Empty board").click()
    expect(page.locator(".placed")).to_have_count(0)
