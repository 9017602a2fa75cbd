"""Games by mouse and by touch in a real browser, from file:// with the network off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playing import (
    DATE,
    PHONE,
    ROOMY,
    PageOf,
    Player,
    expect,
    open_link,
    reload,
    reloaded,
    solution,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from playwright.sync_api._generated import LocatorAssertions


ANIMATED: dict[str, Any] = {"reduced_motion": "no-preference"}


def solved(page: Page) -> LocatorAssertions:
    """Return the assertions on a board that is marked as solved."""
    return expect(page.locator("#board.solved"))


@pytest.mark.long
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_whole_game_is_played_by_dragging_and_tapping(page_of: PageOf, touch: bool) -> None:
    player = Player(page_of("dray", DATE, **(PHONE if touch else {}), **ANIMATED), touch)
    first, rest = solution("dray", "Fri Nov 20")[:5], solution("dray", "Fri Nov 20")[5:]
    player.lay_all("drag", first)
    player = reloaded(player)
    solved(player.page).to_have_count(0)
    player.lay_all("tap", rest)
    solved(player.page).to_have_count(1)
    assert "Solved!" in player.said


@pytest.mark.slow
def test_whole_game_is_played_on_a_served_page(served_page: PageOf) -> None:
    player = Player(served_page("month-day-7x7"))
    player.lay_all("tap", solution("month-day-7x7", "Nov 20"))
    solved(player.page).to_have_count(1)


@pytest.mark.long
def test_one_finger_drags_a_piece_and_another_turns_it(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE, **PHONE), touch=True)
    assert player.finger
    player._finger("touchStart", player.place(6))
    x, y = player.cell(4, 3)
    player._finger("touchMove", (x, y))
    # The piece is shown above the finger, and its landing place on the board.
    box = player.page.locator("#dragged .face").bounding_box()
    assert box
    assert box["y"] + box["height"] < y - 20
    assert box["x"] < x < box["x"] + box["width"]
    expect(player.page.locator(".landing .face")).to_have_count(1)
    player._finger("touchEnd")
    expect(player.page.locator("#dragged")).to_have_count(0)
    assert player.said.startswith("T5 placed")
    player.tool("reset")
    # A second finger turns the piece that the first one drags.
    player._finger("touchStart", player.place(0))
    player._finger("touchMove", (x, y))
    first, second = {"x": x, "y": y, "id": 0}, {"x": 40, "y": 200, "id": 1}
    touch = "Input.dispatchTouchEvent"
    player.finger.send(touch, {"type": "touchStart", "touchPoints": [first, second]})
    assert player.said.startswith("I4 turned")
    player.finger.send(touch, {"type": "touchEnd", "touchPoints": [first]})
    player._finger("touchEnd")
    assert player.placed[0].endswith(":2")


@pytest.mark.long
def test_pieces_are_lifted_moved_and_returned(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_drag("S4@2,1:1")
    player.drag(player.cell(3, 2), player.cell(4, 2))
    assert player.placed == ["S4@3,1:1"]
    player.tool("undo")
    assert player.placed == ["S4@2,1:1"]
    player.drag(player.cell(3, 2), player.place(8))
    assert player.placed == []
    assert player.said == "S4 in the tray"
    player.tool("undo")
    assert player.placed == ["S4@2,1:1"]
    # One tap lifts a piece, another turns it. Taking another piece returns a lifted one.
    player.press(*player.cell(3, 2))
    assert player.said.startswith("S4 lifted")
    player.press(*player.cell(3, 2))
    assert player.said.startswith("S4 turned")
    player.tool("lay")
    assert player.placed == ["S4@2,1:2"]
    player.tool("undo")
    assert player.placed == ["S4@2,1:1"]
    player.press(*player.cell(3, 2))
    player.press(*player.place(4))
    expect(player.page.locator(".placed")).to_have_count(1)
    assert player.placed == ["S4@2,1:1"]
    assert player.said == "N5 in the hand"
    # If the lifted piece was moved, it returns to the tray instead.
    player.press(*player.cell(3, 2))
    player.page.keyboard.press("Escape")
    player.press(*player.cell(3, 2))
    player.page.keyboard.press("ArrowDown")
    player.press(*player.place(4))
    expect(player.page.locator(".placed")).to_have_count(0)
    player.tool("undo")
    player.tool("undo")
    assert player.placed == ["S4@2,1:1"]


@pytest.mark.long
def test_wheel_turns_a_dragged_piece_and_with_shift_turns_it_over(page_of: PageOf) -> None:
    player = Player(page_of("weekday-8x7", "#date=Nov,20,Fri"))
    mouse, page = player.page.mouse, player.page
    mouse.move(*player.place(3))
    mouse.down()
    x, y = player.cell(4, 2)
    for away in (40, 20, 0):
        mouse.move(x + away, y)
    mouse.wheel(0, 120)
    expect(page.locator("#said")).to_contain_text("turned")
    before = page.locator("#dragged .face").get_attribute("d")
    page.keyboard.down("Shift")
    page.wait_for_timeout(200)  # just after a turn the page ignores the wheel
    mouse.wheel(0, 120)
    page.keyboard.up("Shift")
    expect(page.locator("#said")).to_contain_text("over")
    after = page.locator("#dragged .face").get_attribute("d")
    assert after != before
    page.keyboard.press("r")
    assert page.locator("#dragged .face").get_attribute("d") not in (before, after)
    mouse.up()
    assert len(player.placed) == 1


@pytest.mark.long
def test_undo_and_redo_reach_every_move(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    texts = solution("dray", "Fri Nov 20")
    player.tool("text")
    player.lay_all("words", texts)
    player.tool("reset")
    assert player.placed == []
    player = reloaded(player)
    for number in (10, *range(9, -1, -1)):
        player.tool("undo")
        assert player.placed == texts[:number]
    expect(player.page.locator("[data-tool=undo]")).to_be_disabled()
    for number in (*range(1, 11), 0):
        player.tool("redo")
        assert player.placed == texts[:number]
    expect(player.page.locator("[data-tool=redo]")).to_be_disabled()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "flips"),
    [("dray", False), ("iq-fit", True), ("domino", False), ("tetrasticks-4x4", True)],
)
def test_other_puzzles_are_played_too(page_of: PageOf, name: str, flips: bool) -> None:
    player = Player(page_of(name, f"#puzzle={name}"))
    expect(player.page.locator("[data-tool=flip]")).to_be_visible(visible=flips)
    expect(player.page.locator("#tray .place")).to_have_count(len(player.data["pieces"]))
    player.page.click("#tray .place:first-child")
    player.page.keyboard.press("ArrowDown")
    player.page.keyboard.press("Enter")
    assert len(player.placed) == 1
    reload(player.page)
    assert len(player.placed) == 1


@pytest.mark.long
def test_optional_pieces_and_cells_are_shown_and_described(page_of: PageOf) -> None:
    player = Player(page_of(ROOMY))
    page = player.page
    expect(page.locator(".well.free")).to_have_count(2)
    expect(page.locator("#left-answer")).to_contain_text("may stay empty")
    labels = page.locator(".place").evaluate_all("(all) => all.map((own) => own.ariaLabel)")
    assert labels == ["1 I ×3, 2 cells", "2 V ×2, 1 cell, may stay out"]
    player.tool("text")
    expect(page.locator("#words-board")).to_contain_text("May stay out: V.")
    expect(page.locator("#words-board td", has_text="empty, may stay empty")).to_have_count(2)
    page.fill("#words-move", "V@0,0")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Share", exact=True).click()
    label = "Some may stay out · 1 of 5 pieces placed"
    expect(page.locator(".share canvas")).to_have_attribute("aria-label", label)
    page.keyboard.press("Escape")
    player.tool("undo")
    page.fill("#words-move", "I@0,0:1 I@1,0:1 I@0,2:2")
    page.keyboard.press("Enter")
    page.wait_for_selector(
        "#notice-text:has-text('Solved! The other pieces may stay out, and the other cells empty.')"
    )
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    help_dialog = expect(page.locator("dialog.help"))
    help_dialog.to_contain_text("which may stay empty. Pieces in a dashed frame may stay out.")
    help_dialog.not_to_contain_text("the whole board")
    # The points between sticks may stay empty too, but do not count as cells here.
    page = page_of("tetrasticks-4x4-no-crossing")
    expect(page.locator("#left-answer")).to_have_text("Cover the whole board")
    places = page.locator(".place")
    labels = [places.nth(k).get_attribute("aria-label") or "" for k in range(places.count())]
    assert labels and all(label.endswith(", 4 cells") for label in labels)


@pytest.mark.long
def test_instruction_names_the_labels_to_leave_open(page_of: PageOf) -> None:
    text = "board = '''\nA B\n. .\n'''\n[groups]\none = \"A B\"\n[pieces]\nV = '''\n##\n#.\n'''\n"
    page = page_of(text)
    answer = expect(page.locator("#left-answer"))
    answer.to_have_text("Leave one label of each kind open")
    open_link(page, "#date=B")
    answer.to_have_text("Cover all but B")
