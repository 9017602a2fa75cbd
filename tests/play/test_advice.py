"""What the page says while one plays: what is left, which piece to lift, and hints."""

from __future__ import annotations

import pytest
from playing import DATE, PageOf, Player, reloaded, solution

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


def test_what_is_left(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    answer = player.page.locator("#left-answer")
    assert answer.text_content() == "Cover all but Nov, 20 and Fri"
    player.lay_by_tap(solution("dray", "Fri Nov 20")[0])
    assert answer.text_content() == "Cover all but Nov, 20 and Fri"
    player.page.click("[data-left=count]")
    player.page.wait_for_function(
        "() => document.querySelector('#left-answer').textContent.endsWith('left')"
    )
    player.page.click("[data-left=possible]")
    assert answer.text_content() == "still possible"
    player = reloaded(player)
    assert player.page.locator("[data-left=possible]").get_attribute("aria-checked") == "true"


def test_which_piece_to_take_back(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.page.click("[data-left=possible]")
    for text in ("S4@4,4:1", "J4@0,0:1"):
        player.lay_by_tap(text)
    button = player.page.locator("#left-lift")
    button.click()
    assert button.text_content() == "Lift J4"
    assert player.page.locator(".laid.culprit").count() == 1
    button.click()
    assert player.said.startswith("J4 lifted")
    player.page.wait_for_function(
        "() => document.querySelector('#left-answer').textContent === 'still possible'"
    )


def test_hints_are_marked_and_laid(page_of: PageOf) -> None:
    # tests/play/test_same_words.py compares what they say.
    player = Player(page_of("dray", DATE))
    page = player.page
    player.tool("hint")
    page.wait_for_selector("#notice:not([hidden])")
    for seen in (".place.hinted", "#notice svg", ".ring"):
        page.click("#notice-on")
        page.wait_for_selector(seen)
    assert player.laid == []
    page.click("#notice-on")
    page.wait_for_selector(".laid.hinted")
    assert len(player.laid) == 1


def test_a_hint_where_it_is_impossible(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@4,4:1+J4@0,0:1"))
    player.tool("hint")
    for seen in ("#notice:not([hidden])", ".laid.culprit"):
        player.page.wait_for_selector(seen)
        player.page.click("#notice-on")
    assert player.laid == ["S4@4,4:1", "J4@0,0:1"]
    assert " lifted" in player.said
