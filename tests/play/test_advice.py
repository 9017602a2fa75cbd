"""Advice during a game on the page: the remaining solutions, the piece to take back, and hints."""

from __future__ import annotations

import re

import pytest
from playing import DATE, PageOf, Player, expect, reloaded, solution


@pytest.mark.long
def test_remaining_solutions_are_hidden_until_requested(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    answer = player.page.locator("#left-answer")
    expect(answer).to_have_text("Cover all but Nov, 20 and Fri")
    player.lay_by_tap(solution("dray", "Fri Nov 20")[0])
    expect(answer).to_have_text("Cover all but Nov, 20 and Fri")
    player.page.click("[data-left=count]")
    expect(answer).to_have_text(re.compile("left$"))
    player.page.click("[data-left=possible]")
    expect(answer).to_have_text("still possible")
    player = reloaded(player)
    expect(player.page.locator("[data-left=possible]")).to_have_attribute("aria-checked", "true")


@pytest.mark.long
def test_piece_to_take_back_is_marked_and_removed(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.page.click("[data-left=possible]")
    for text in ("S4@4,4:1", "J4@0,0:1"):
        player.lay_by_tap(text)
    button = player.page.locator("#left-lift")
    culprit = player.page.locator(".placed.culprit")
    button.click()
    expect(button).to_have_text("Take J4 back")
    expect(culprit).to_have_count(1)
    # Closing the notice of a hint removes the mark; the button restores it.
    player.tool("hint")
    player.page.click("#notice-close")
    expect(button).to_have_text("Which piece?")
    expect(culprit).to_have_count(0)
    button.click()
    expect(culprit).to_have_count(1)
    button.click()
    player.page.wait_for_selector("#said:has-text('J4 in the tray; still possible')")
    expect(player.page.locator("#left-answer")).to_have_text("still possible")
    assert player.placed == ["S4@4,4:1"]
    expect(player.page.locator(".hovering")).to_have_count(0)


@pytest.mark.long
def test_answer_ignores_the_piece_in_the_hand(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=I4@4,6:2+Q5@2,0:1"))
    player.page.click("[data-left=possible]")
    player.page.wait_for_selector("#left-answer:has-text('no longer possible')")
    player.page.keyboard.press("q")
    player.page.wait_for_selector("#said:has-text(': fits; without Q5: still possible')")
    expect(player.page.locator("#left-answer")).to_have_text("without Q5: still possible")
    # The hint, too, is for the board without that piece.
    player.tool("hint")
    player.page.wait_for_selector("#notice-text:has-text('It can still be done.')")
    assert player.placed == ["I4@4,6:2"]
    player.tool("undo")
    assert player.placed == ["I4@4,6:2", "Q5@2,0:1"]


def test_hints_are_highlighted_and_finally_place_a_piece(page_of: PageOf) -> None:
    # tests/play/test_same_words.py compares their texts.
    player = Player(page_of("dray", DATE))
    page = player.page
    player.tool("hint")
    page.wait_for_selector("#notice:not([hidden])")
    for seen in (".place.hinted", "#notice svg", ".ring"):
        page.click("#notice-action")
        page.wait_for_selector(seen)
    assert player.placed == []
    page.click("#notice-action")
    page.wait_for_selector(".placed.hinted")
    assert len(player.placed) == 1


@pytest.mark.long
def test_hint_in_an_unsolvable_position_marks_the_wrong_piece(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@4,4:1+J4@0,0:1"))
    culprit = player.page.locator(".placed.culprit")

    def mark() -> None:
        player.tool("hint")
        player.page.click("#notice-action")
        expect(culprit).to_have_count(1)

    mark()
    player.page.click("#notice-close")
    expect(culprit).to_have_count(0)
    mark()
    player.lay_by_tap("I4@4,6:2")
    expect(culprit).to_have_count(0)
    player.tool("undo")
    mark()
    player.page.click("#notice-action")
    assert player.placed == ["S4@4,4:1"] and player.said == "J4 in the tray"
