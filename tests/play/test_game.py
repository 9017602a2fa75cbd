"""A game by mouse and by finger, in a real browser, from file:// with the network off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playing import DATE, Player, solution

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PageOf = Callable[..., "Page"]


def is_solved(page: Page) -> bool:
    return page.locator("#board.solved").count() == 1


def reloaded(player: Player) -> Player:
    """The same page after a reload, which must show what lay before."""
    before = player.laid
    player.page.reload()
    found = Player(player.page, player.touch)
    assert found.laid == before
    assert found.page.locator(".laid .face").count() == len(before)
    return found


@pytest.mark.parametrize("way", ["drag", "tap"])
def test_a_whole_game_by_mouse(page_of: PageOf, way: str) -> None:
    player = Player(page_of("dray", DATE))
    first, rest = solution("dray", "Fri Nov 20")[:5], solution("dray", "Fri Nov 20")[5:]
    player.lay_all(way, first)
    player = reloaded(player)
    assert not is_solved(player.page)
    player.lay_all(way, rest)
    assert is_solved(player.page)
    assert "Solved!" in player.said


@pytest.mark.parametrize("way", ["drag", "tap"])
def test_a_whole_game_by_touch(page_of: PageOf, way: str) -> None:
    player = Player(page_of("dray", DATE, **PHONE), touch=True)
    first, rest = solution("dray", "Fri Nov 20")[:5], solution("dray", "Fri Nov 20")[5:]
    player.lay_all(way, first)
    player = reloaded(player)
    player.lay_all(way, rest)
    assert is_solved(player.page)


def test_a_whole_game_served(served_page: PageOf) -> None:
    player = Player(served_page("month-day-7x7"))
    player.lay_all("tap", solution("month-day-7x7", "Nov 20"))
    assert is_solved(player.page)


def test_the_piece_is_above_the_finger(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE, **PHONE), touch=True)
    player._finger("touchStart", player.place(6))
    x, y = player.cell(4, 3)
    player._finger("touchMove", (x, y))
    box = player.page.locator("#dragged .face").bounding_box()
    assert box
    assert box["y"] + box["height"] < y - 20
    assert box["x"] < x < box["x"] + box["width"]
    assert player.page.locator(".landing .face").count() == 1
    player._finger("touchEnd")
    assert player.page.locator("#dragged").count() == 0
    assert player.said.startswith("T5 laid")


def test_a_second_finger_turns_what_the_first_drags(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE, **PHONE), touch=True)
    assert player.finger
    start, there = player.place(0), player.cell(4, 3)
    player._finger("touchStart", start)
    player._finger("touchMove", there)
    first = {"x": there[0], "y": there[1], "id": 0}
    second = {"x": 40, "y": 200, "id": 1}
    touch = "Input.dispatchTouchEvent"
    player.finger.send(touch, {"type": "touchStart", "touchPoints": [first, second]})
    assert player.said.startswith("I4 turned")
    player.finger.send(touch, {"type": "touchEnd", "touchPoints": [first]})
    player._finger("touchEnd")
    assert player.laid[0].endswith(":2")


def test_pick_up_move_and_put_back(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_drag("S4@2,1:1")
    player.drag(player.cell(3, 2), player.cell(4, 2))
    assert player.laid == ["S4@3,1:1"]
    player.tool("undo")
    assert player.laid == ["S4@2,1:1"]
    player.drag(player.cell(3, 2), player.place(8))
    assert player.laid == []
    assert player.said == "S4 in the tray"
    player.tool("undo")
    assert player.laid == ["S4@2,1:1"]


def test_a_tap_lifts_and_turns_and_another_lays(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_drag("S4@2,1:1")
    player.press(*player.cell(3, 2))
    assert player.said.startswith("S4 lifted")
    player.press(*player.cell(3, 2))
    assert player.said.startswith("S4 turned")
    player.tool("lay")
    assert player.laid == ["S4@2,1:2"]
    player.tool("undo")
    assert player.laid == ["S4@2,1:1"]


def test_a_lifted_piece_goes_back_when_another_is_taken(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@2,1:1"))
    player.press(*player.cell(3, 2))
    player.press(*player.place(4))
    assert player.page.locator(".laid").count() == 1
    assert player.laid == ["S4@2,1:1"]
    assert player.said == "N5 in the hand"


def test_a_lifted_piece_that_was_moved_goes_into_the_tray(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@2,1:1"))
    player.press(*player.cell(3, 2))
    player.page.keyboard.press("ArrowDown")
    player.press(*player.place(4))
    assert player.page.locator(".laid").count() == 0
    player.tool("undo")
    player.tool("undo")
    assert player.laid == ["S4@2,1:1"]


def test_copies_of_a_piece(page_of: PageOf, tmp_path: Path) -> None:
    file = tmp_path / "copies.toml"
    file.write_text('frame = """\n####\n"""\n[pieces]\nI = { shape = "##", count = 2 }\n')
    player = Player(page_of(str(file)))
    copies = player.page.locator(".copies")
    for number in ("×2", "×1"):
        assert copies.text_content() == number
        player.press(*player.place(0))
        player.page.keyboard.press("ArrowDown")
        player.page.keyboard.press("Enter")
    assert copies.text_content() == "×0"
    assert is_solved(player.page)


def test_the_wheel_turns_what_is_held(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.press(*player.place(1))
    player.page.mouse.wheel(0, 120)
    player.page.wait_for_function(
        "() => document.querySelector('#said').textContent.includes('turned')"
    )


def test_the_wheel_with_shift_turns_over_while_one_drags(page_of: PageOf) -> None:
    player = Player(page_of("weekday-8x7", "#date=Nov,20,Fri"))
    mouse, page = player.page.mouse, player.page
    mouse.move(*player.place(3))
    mouse.down()
    x, y = player.cell(4, 2)
    for away in (40, 20, 0):
        mouse.move(x + away, y)
    before = page.locator("#dragged .face").get_attribute("d")
    page.keyboard.down("Shift")
    mouse.wheel(0, 120)
    page.keyboard.up("Shift")
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('over')")
    after = page.locator("#dragged .face").get_attribute("d")
    assert after != before
    page.keyboard.press("r")
    assert page.locator("#dragged .face").get_attribute("d") not in (before, after)
    mouse.up()
    assert len(player.laid) == 1


def dragging(page_of: PageOf, grasped: tuple[int, int], over: tuple[int, int]) -> Player:
    """Who has lifted the piece I4 by one of its cells, and holds it over another."""
    player = Player(page_of("dray", f"{DATE}&with=I4@4,0:1"))
    player.page.mouse.move(*player.cell(*grasped))
    player.page.mouse.down()
    player.page.mouse.move(*player.cell(*over))
    return player


def test_a_spot_of_a_piece_stays_below_the_pointer_when_it_turns(page_of: PageOf) -> None:
    player = dragging(page_of, (4, 0), (3, 1))
    player.page.keyboard.press("r")
    player.page.mouse.up()
    # Held at its left end, which turns to be its upper end.
    assert player.laid == ["I4@3,1:2"]


def test_a_pen_drags_as_a_mouse_does(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    pen = player.page.context.new_cdp_session(player.page)
    places = [player.place(0), (600.0, 300.0), player.cell(4, 3)]
    kinds = ["mousePressed", "mouseMoved", "mouseMoved", "mouseReleased"]
    for kind, (x, y) in zip(kinds, [*places, places[-1]], strict=True):
        pen.send(
            "Input.dispatchMouseEvent",
            {
                "type": kind,
                "x": x,
                "y": y,
                "button": "left",
                "buttons": int(kind != "mouseReleased"),
                "clickCount": 1,
                "pointerType": "pen",
            },
        )
    assert len(player.laid) == 1


def test_escape_ends_a_drag_where_it_began(page_of: PageOf) -> None:
    player = dragging(page_of, (4, 1), (2, 2))
    assert player.page.locator("#dragged").count() == 1
    player.page.keyboard.press("Escape")
    assert player.page.locator("#dragged").count() == 0
    player.page.mouse.up()
    assert player.laid == ["I4@4,0:1"]


def test_on_paper_there_are_no_controls(page_of: PageOf) -> None:
    page = page_of("dray", f"{DATE}&with=I4@4,0:1")
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert page.locator("#title").is_visible()
    for name in ("#tools", "#left", "#top-more"):
        assert page.locator(name).is_hidden()


def test_the_landing_shows_before_it_is_laid(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.press(*player.place(2))
    player.page.mouse.move(*player.cell(3, 2))
    assert player.page.locator(".landing").count() == 1
    assert player.laid == []


def test_a_piece_that_does_not_fit_is_not_laid(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.press(*player.place(0))
    player.press(*player.cell(7, 4))
    assert player.page.locator(".hovering.misfit").count() == 1
    assert player.laid == []
    player.tool("lay")
    assert "Fri is to stay open" in player.said or "beside the board" in player.said


def test_undo_and_redo_without_end(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    texts = solution("dray", "Fri Nov 20")
    player.lay_all("tap", texts)
    player.tool("reset")
    assert player.laid == []
    player = reloaded(player)
    for number in (10, *range(9, -1, -1)):
        player.tool("undo")
        assert player.laid == texts[:number]
    assert player.page.locator("[data-tool=undo]").is_disabled()
    for number in (*range(1, 11), 0):
        player.tool("redo")
        assert player.laid == texts[:number]
    assert player.page.locator("[data-tool=redo]").is_disabled()


def test_each_date_is_kept_on_its_own(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_tap("S4@2,1:1")
    player.page.evaluate("location.hash = '#date=Nov,21,Sat'")
    player.page.wait_for_function("() => location.hash.endsWith('date=Nov,21,Sat')")
    assert player.laid == []
    player.lay_by_tap("T5@2,1:1")
    player.page.evaluate("location.hash = '#date=2026-11-20'")
    player.page.wait_for_function("() => location.hash.includes('S4@2,1:1')")


def test_flipping_is_absent_where_it_is_forbidden(page_of: PageOf) -> None:
    assert page_of("dray").locator("[data-tool=flip]").is_hidden()
    assert page_of("weekday-8x7").locator("[data-tool=flip]").is_visible()
    assert page_of("iq-fit").locator("[data-tool=flip]").is_visible()


def test_today_is_marked(page_of: PageOf) -> None:
    page = page_of("dray", today="2026-11-20")
    assert "Friday 20 November" in (page.locator("#top-date").text_content() or "")
    assert page.locator(".label.date").all_text_contents() == ["Nov", "20", "Fri"]
    assert page.locator(".well.date").count() == 3


def test_labels_are_read_through_pieces(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_tap("S4@2,1:1")
    covered = player.page.locator(".label.covered")
    assert covered.all_text_contents() == ["2", "9", "10", "17"]
    above = player.page.evaluate(
        """() => [...document.querySelectorAll("#board > g")].map((g) => g.dataset.layer)"""
    )
    assert above.index("labels") > above.index("laid")


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


def test_hints_grow(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    page = player.page
    text = page.locator("#notice-text")
    player.tool("hint")
    page.wait_for_selector("#notice:not([hidden])")
    assert text.text_content() == "It can still be done."
    for start in ("Look at ", "", ""):
        before = text.text_content()
        page.click("#notice-on")
        page.wait_for_function(
            "before => document.querySelector('#notice-text').textContent !== before", arg=before
        )
        assert (text.text_content() or "").startswith(start)
    assert page.locator(".ring").count() == 1
    assert page.locator(".place.hinted").count() == 1
    assert player.laid == []
    page.click("#notice-on")
    page.wait_for_selector(".laid.hinted")
    assert len(player.laid) == 1


def test_a_hint_where_it_is_impossible(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@4,4:1+J4@0,0:1"))
    page = player.page
    player.tool("hint")
    page.wait_for_selector("#notice:not([hidden])")
    assert page.locator("#notice-text").text_content() == "It cannot be done like this."
    page.click("#notice-on")
    page.wait_for_selector(".laid.culprit")
    page.click("#notice-on")
    assert player.laid == ["S4@4,4:1", "J4@0,0:1"]
    assert player.said.startswith("J4 lifted")


@pytest.mark.parametrize(
    ("link", "sentence", "laid"),
    [
        ("#puzzle=dray&date=Nov,32,Fri", "Nov,32,Fri", 0),
        ("#date=2026-02-30", "2026-02-30", 0),
        ("#puzzle=soma&date=Nov,20,Fri", "soma", 0),
        (f"{DATE}&with=S4@3,1:1+S4@5,1:1", "S4@5,1:1", 1),
        (f"{DATE}&with=S4@3,1:1+T5@3,1:1", "T5@3,1:1", 1),
        (f"{DATE}&with=Q9@3,1:1+T5@3,1:1", "Q9", 1),
        (f"{DATE}&with=%E0%A4%A+T5@Mon", "%E0%A4%A", 0),
        (f"{DATE}&with=T5@7,0:1", "T5@7,0:1", 0),
        ("#%%%&&&===", "", 0),
    ],
)
def test_a_link_that_does_not_fit(page_of: PageOf, link: str, sentence: str, laid: int) -> None:
    player = Player(page_of("dray", link))
    notice = player.page.locator("#notice-text").text_content() or ""
    assert sentence in notice
    assert player.page.locator("#notice").is_visible() == bool(sentence)
    assert len(player.laid) == laid
    player.page.reload()
    before = len(player.laid)
    player.lay_by_tap("I4@5,3:1")
    assert len(player.laid) == before + 1


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "null",
        "7",
        '{"laid": [[0, 0, 0, 0]], "past": 1}',
        '{"laid": [[99, 0, 0, 0]], "past": [], "future": []}',
        '{"laid": [[0, 0, 0, 0], [0, 0, 2, 0]], "past": [], "future": []}',
        '{"laid": [["x"]], "past": [], "future": []}',
    ],
)
def test_a_corrupted_autosave(page_of: PageOf, kept: str) -> None:
    page = page_of("dray", DATE)
    page.evaluate("kept => localStorage.setItem('calpuzzle:dray:Nov:20:Fri', kept)", kept)
    page.goto("about:blank")
    page.go_back()
    player = Player(page)
    notice = page.locator("#notice-text").text_content() or ""
    assert ("could not be read" in notice) == (kept != "null")
    player.lay_by_tap("I4@4,0:1")
    assert player.laid == ["I4@4,0:1"]


def test_corrupted_settings(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    page.evaluate("localStorage.setItem('calpuzzle:settings', '{\"left\": 7, \"theme\": [')")
    page.reload()
    assert page.locator("[data-left=hidden]").get_attribute("aria-checked") == "true"


def test_a_link_over_an_own_position_can_be_undone(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_tap("I4@4,0:1")
    player.page.evaluate(f"location.hash = '{DATE}&with=S4@2,1:1'")
    player.page.wait_for_selector("[data-tool=undo]:not([disabled])")
    assert player.laid == ["S4@2,1:1"]
    player.tool("undo")
    assert player.laid == ["I4@4,0:1"]


@pytest.mark.parametrize(
    "size",
    [(390, 844), (390, 664), (320, 568), (768, 1024), (844, 390), (667, 375), (568, 320)],
)
def test_nothing_scrolls_and_touch_targets_are_large(
    page_of: PageOf, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = page_of("dray", DATE, viewport=viewport, has_touch=True)
    assert_all_seen(page, *size)


def test_nothing_scrolls_on_a_desktop(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    assert_all_seen(page, 1280, 800)


def assert_all_seen(page: Page, width: int, height: int) -> None:
    inner = page.evaluate(
        """() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]"""
    )
    assert inner[0] <= height
    assert inner[1] <= width
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 43.9 and box["height"] >= 43.9, button.inner_html()
        assert box["x"] >= -0.1 and box["x"] + box["width"] <= width + 0.1
        assert box["y"] >= -0.1 and box["y"] + box["height"] <= height + 0.1, button.inner_html()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_and_light(page_of: PageOf, scheme: Literal["light", "dark"]) -> None:
    page = page_of("dray", DATE, color_scheme=scheme)
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) > 384
    assert light == (scheme == "light")
    other: Literal["light", "dark"] = "dark" if scheme == "light" else "light"
    page.emulate_media(color_scheme=other)
    page.wait_for_selector(f"[data-theme={other}]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != colour


def test_no_animation_where_motion_is_to_be_reduced(page_of: PageOf) -> None:
    page = page_of("dray", DATE, reduced_motion="reduce")
    assert page.evaluate(
        "getComputedStyle(document.querySelector('.frame')).transitionDuration"
    ) in (
        "0s",
        "",
    )


@pytest.mark.parametrize("name", ["iq-fit", "domino", "pentominoes-8x8", "tetrasticks-4x4"])
def test_other_puzzles_are_played_too(page_of: PageOf, name: str) -> None:
    player = Player(page_of(name))
    assert player.page.locator("#tray .place").count() == len(player.data["pieces"])
    player.page.click("#tray .place:first-child")
    player.page.keyboard.press("ArrowDown")
    player.page.keyboard.press("Enter")
    assert len(player.laid) == 1
    player.page.reload()
    assert len(player.laid) == 1
