"""Positions stored on the device and in the address, and the reports of those that are invalid."""

from __future__ import annotations

import pytest
from playing import DATE, PageOf, Player, expect, go, link_of, open_link, reload

pytestmark = pytest.mark.long


def test_position_of_each_date_is_stored_separately(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_tap("S4@2,1:1")
    open_link(player.page, "#date=Nov,21,Sat")
    assert player.placed == []
    player.lay_by_tap("T5@2,1:1")
    open_link(player.page, "#date=2026-11-20")
    assert player.placed == ["S4@2,1:1"]


def test_invalid_part_of_a_link_is_reported_and_left_out(page_of: PageOf) -> None:
    links = (
        (f"{DATE}&with=S4@3,1:1+S4@5,1:1", "S4@5,1:1", 1),
        ("#puzzle=dray&date=Nov,32,Fri", "Nov,32,Fri", 0),
        ("#date=2026-02-30", "2026-02-30", 0),
        ("#puzzle=soma&date=Nov,20,Fri", "soma", 0),
        (f"{DATE}&with=S4@3,1:1+T5@3,1:1", "T5@3,1:1", 1),
        (f"{DATE}&with=Q9@3,1:1+T5@3,1:1", "Q9", 1),
        (f"{DATE}&with=%E0%A4%A+T5@Mon", "%E0%A4%A", 0),
        (f"{DATE}&with=T5@7,0:1", "T5@7,0:1", 0),
        ("#%%%&&&===", "", 0),
    )
    page = page_of("dray", links[0][0])
    player = Player(page)
    for link, sentence, placed in links:
        # The first link opened the page; the page follows the others with an empty board.
        if link != links[0][0]:
            open_link(page, link)
        expect(page.locator("#notice-text")).to_contain_text(sentence)
        expect(page.locator("#notice")).to_be_visible(visible=bool(sentence))
        assert len(player.placed) == placed
        if link == links[0][0]:
            reload(page)
            assert len(player.placed) == placed
        if page.locator("#notice").is_visible():
            page.click("#notice-close")
        player.lay_by_tap("I4@5,3:1")
        assert len(player.placed) == placed + 1
        player.tool("reset")


CORRUPTED = (
    "null",
    "{",
    "7",
    '{"placed": [[0, 0, 0, 0]], "past": 1}',
    '{"placed": [[99, 0, 0, 0]], "past": [], "future": []}',
    '{"placed": [[0, 0, 0, 0], [0, 0, 2, 0]], "past": [], "future": []}',
    '{"placed": [["x"]], "past": [], "future": []}',
)


def test_corrupted_autosave_is_reported(page_of: PageOf) -> None:
    days = zip(range(16, 23), ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), strict=True)
    dates = dict(zip((f"Nov,{day},{name}" for day, name in days), CORRUPTED, strict=True))
    stored = {f"calpuzzle:dray:{date.replace(',', ':')}": saved for date, saved in dates.items()}
    page = page_of("dray", "#date=Dec,1,Tue", stored=stored)
    player = Player(page)
    for date, saved in dates.items():
        open_link(page, f"#date={date}")
        damaged = page.locator("#notice-text", has_text="could not be read")
        expect(damaged).to_have_count(int(saved != "null"))
        player.lay_by_tap("I4@2,0:1")
        assert player.placed == ["I4@2,0:1"]


@pytest.mark.parametrize("name", ["dray", "cat.non"])
def test_changes_in_another_window_are_taken_over(page_of: PageOf, name: str) -> None:
    page = page_of(name)
    other = page.context.new_page()
    go(other, page.evaluate("location.href"))
    if name == "dray":
        Player(other).lay_by_tap("I4@4,0:1")
    else:
        other.locator("td[data-cell='0']").click()
    page.wait_for_selector("#notice-text:has-text('Continued in another window')")
    assert link_of(page) == link_of(other)
    page.click("[data-tool=undo]")
    other.wait_for_selector("#notice-text:has-text('Continued in another window')")
