"""Nonograms on the page, from file:// with the network off: solving by mouse, touch and keys,
links, stored positions, announcements and layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shipped
from browsers import Browser
from nonogram_player import FRUIT, LARGE, OPEN, Block, NonogramPlayer, blocks_of
from playing import PHONE, PageOf, drawn, expect, link_of, packed, reload

from calpuzzle.nonogram.clues import Clues, from_grid

WAYS = (("keys", False), ("drag", True), ("drag", False), ("press", False), ("press", True))


@pytest.mark.parametrize(
    "way", [WAYS[0], pytest.param(WAYS[1], marks=pytest.mark.long), *shipped.few(WAYS[2:])]
)
def test_heart_nonogram_is_solved(clues_page: PageOf, heart: Clues, way: tuple[str, bool]) -> None:
    by, touch = way
    player = NonogramPlayer(clues_page(heart, **(PHONE if touch else {})), touch)
    runs = blocks_of(heart.goal or ())
    for half in (runs[:4], runs[4:]):
        assert not player.solved
        if by == "keys":
            player.into_grid()
        for run in half:
            getattr(player, f"fill_by_{by}")(run)
        before = player.values
        reload(player.page)
        player = NonogramPlayer(player.page, touch)
        assert player.values == before
    assert player.solved
    # The page was opened when it was solved already.
    assert player.said.count("Solved!") == 1
    expect(player.page.locator("#page.celebrates")).to_have_count(0)
    expect(player.page.locator("#top-date")).to_have_text("Solved!", use_inner_text=True)
    filled = [cell for row in heart.goal or () for cell in row]
    assert [max(0, value) for value in player.values] == filled


@pytest.mark.long
def test_colours_are_chosen_by_pens_and_by_digits(clues_page: PageOf) -> None:
    player = NonogramPlayer(clues_page(FRUIT))
    runs = blocks_of(FRUIT.goal or ())
    for run in runs[:4]:
        player.tool(str(run.colour))
        player.fill_by_drag(run)
    player.into_grid()
    for run in runs[4:]:
        player.keys(str(run.colour))
        player.fill_by_keys(run)
    assert player.solved
    assert "Solved!" in player.said


@pytest.mark.long
def test_nonogram_is_solved_once_its_clues_are_met(clues_page: PageOf) -> None:
    """Any solution counts, not only the intended picture; marks for empty cells are not needed."""
    twins = from_grid(((1, 0), (0, 1)))
    for run in [(0, 0), (1, 1)], [(0, 1), (1, 0)]:
        player = NonogramPlayer(clues_page(twins))
        for row, column in run:
            assert not player.solved
            player.press(row, column)
        assert player.solved


@pytest.mark.long
def test_mouse_buttons_and_tools_set_mark_and_clear_a_cell(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    for tool, button, value in (
        ("", "left", 1),
        ("", "left", OPEN),
        ("", "right", 0),
        ("", "left", 1),
        ("", "middle", OPEN),
        ("0", "left", 0),
        ("-1", "left", OPEN),
        ("-2", "left", OPEN),
    ):
        if tool:
            player.tool(tool)
        player.press(2, 3, button)
        assert player.value(2, 3) == value, (tool, button)


@pytest.mark.long
def test_drag_shows_its_length_and_keeps_filled_cells(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    player.press(4, 4, "right")
    player.drag((4, 2), (5, 8), lift=False)
    expect(player.page.locator("#g-run")).to_have_text("7", use_inner_text=True)
    player.page.mouse.up()
    assert player.values[4 * 14 + 2 : 4 * 14 + 9] == [1, 1, 0, 1, 1, 1, 1]
    expect(player.page.locator("#g-run")).to_be_hidden()
    player.drag((4, 2), (9, 2), lift=False)
    player.keys("Escape")
    player.page.mouse.up()
    assert player.value(4, 2) == 1 and player.value(6, 2) == OPEN
    # A run is announced as a whole.
    player.fill_by_drag(Block(8, 1, 4, 1))
    assert player.said == "Row 9, columns 2 to 5: filled, 4"
    player.drag((9, 0), (11, 0))
    assert player.said == "Column 1, rows 10 to 12: filled, 3; column 1: done"


@pytest.mark.long
def test_undo_and_redo_restore_cells(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    player.drag((7, 2), (7, 11))
    player.tool("reset")
    assert set(player.values) == {OPEN}
    player.tool("undo")
    assert player.values.count(1) == 10
    for keys, filled in (("u", 0), ("u y", 10), ("Control+z Control+y Control+y", 0)):
        player.keys(*keys.split())
        assert player.values.count(1) == filled and player.values.count(0) == 0
    player.keys("u", "u", "u")
    assert player.said == "Nothing to undo"
    player.keys("y", "y")
    assert set(player.values) == {OPEN}
    reload(player.page)
    player.keys("Control+z")
    assert player.values.count(1) == 10


@pytest.mark.long
def test_clues_are_ticked_off_when_done(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    page = player.page
    head = page.get_by_role("rowheader", name="row 8: 10")
    expect(head).to_have_count(1)
    player.drag((7, 0), (7, 9))
    expect(page.get_by_role("rowheader", name="row 8: 10: done")).to_have_count(1)
    expect(page.locator("#top-date")).to_have_text("1 of 28 lines done", use_inner_text=True)
    assert player.said == "Row 8, columns 1 to 10: filled, 10; row 8: done"
    # A block is done as soon as no open cell precedes it.
    player.press(1, 0, "right")
    player.drag((1, 1), (1, 2))
    player.press(1, 3, "right")
    done = page.locator("th[data-line='1'] span").evaluate_all(
        "(spans) => spans.map((span) => span.classList.contains('done'))"
    )
    assert done == [True, False, False]


@pytest.mark.long
def test_grid_is_a_table_for_screen_readers(clues_page: PageOf) -> None:
    page = clues_page(FRUIT)
    expect(page.get_by_role("grid", name="clues")).to_have_count(1)
    expect(page.get_by_role("row")).to_have_count(6)
    expect(
        page.get_by_role("columnheader", name="column 3: 1 black, 1 red, 1 yellow, 2 red")
    ).to_have_count(1)
    expect(page.get_by_role("rowheader", name="row 1: 1 black")).to_have_count(1)
    expect(page.get_by_role("gridcell", name="open")).to_have_count(25)
    NonogramPlayer(page).press(0, 2)
    expect(page.get_by_role("gridcell", name="black")).to_have_count(1)
    expect(page.locator("[data-cell='2']")).to_be_focused()


@pytest.mark.long
def test_given_cells_cannot_be_changed(clues_page: PageOf) -> None:
    assert FRUIT.goal
    given = tuple(
        tuple(cell if row == 2 else OPEN for cell in cells) for row, cells in enumerate(FRUIT.goal)
    )
    player = NonogramPlayer(clues_page(FRUIT._replace(given=given)))
    player.press(2, 0)
    assert player.value(2, 0) == 2
    assert player.said == "This cell is given."
    player.tool("reset")
    assert player.values[10:15] == [2, 2, 3, 3, 2]


@pytest.mark.long
def test_link_restores_the_cells(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    player.drag((7, 0), (7, 9))
    player.press(0, 1, "right")
    other = NonogramPlayer(page_of("cat.non", link_of(player.page)))
    assert other.values == player.values
    other.tool("undo")
    assert set(other.values) == {OPEN}


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("#cells=999999a", "The link has cells that do not fit"),
        *(
            pytest.param(*own, marks=pytest.mark.long)
            for own in (
                ("#cells=3q", "The link has cells that do not fit"),
                ("#cells=2b", "The link has cells that do not fit"),
                ("#puzzle=dray&date=Nov,20", "The link is for another puzzle: dray."),
            )
        ),
    ],
)
def test_invalid_link_is_reported_and_ignored(page_of: PageOf, link: str, sentence: str) -> None:
    player = NonogramPlayer(page_of("cat.non", link))
    assert player.notice.startswith(sentence)
    player.press(3, 3)
    assert player.value(3, 3) == 1


@pytest.mark.long
def test_corrupted_autosave_is_reported(page_of: PageOf) -> None:
    player = NonogramPlayer(page_of("cat.non"))
    player.press(0, 0)
    # Keys without cells store the time of the game and the statistics of the board.
    saved = "() => Object.keys(localStorage).find((key) => localStorage[key].includes('cells'))"
    key = player.page.wait_for_function(saved).json_value()
    repeated = '{"cells":"a","past":[[[0,0,1]],[[0,0,1]]],"future":[]}'
    for stored in ("{", "null1", '{"cells":"9z"}', repeated):
        player = NonogramPlayer(page_of("cat.non", stored={key: stored}))
        assert player.notice.startswith("What was saved of this nonogram could not be read")
        player.press(3, 3)
        assert player.value(3, 3) == 1


@pytest.mark.long
def test_large_grid_fits_and_can_be_zoomed(clues_page: PageOf) -> None:
    player = NonogramPlayer(clues_page(LARGE))
    page = player.page
    fits = "(box => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)"
    assert drawn(page).evaluate(f"{fits}(document.querySelector('#g-box'))")
    player.drag((3, 4), (3, 30))
    assert player.values.count(1) == 27
    for _ in range(5):
        player.tool("closer")
    assert not drawn(page).evaluate(f"{fits}(document.querySelector('#g-box'))")
    player.into_grid()
    player.keys("Control+End", " ")
    assert player.value(59, 49) == 1
    # The clues of the line stay visible, and do not cover the cell.
    box, head, cell = (
        page.locator(selector).bounding_box()
        for selector in ("#g-box", "th[data-line='59']", "td[data-cell='2999']")
    )
    assert box and head and cell
    assert head["x"] == pytest.approx(box["x"], abs=1)
    assert head["x"] + head["width"] <= cell["x"] < box["x"] + box["width"]
    assert cell["y"] + cell["height"] <= box["y"] + box["height"] + 1
    # A change redraws only what it affects, not all 3,000 cells.
    mutations = page.evaluate(
        """() => {
            const seen = new MutationObserver(() => {});
            const all = { subtree: true, childList: true, attributes: true, characterData: true };
            seen.observe(document.body, all);
            const press = { key: " ", bubbles: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", press));
            return seen.takeRecords().length;
        }"""
    )
    assert 0 < mutations < 100


@pytest.mark.long
def test_large_grid_can_be_zoomed_and_scrolled_on_a_phone(clues_page: PageOf) -> None:
    player = NonogramPlayer(clues_page(LARGE, **PHONE, is_mobile=True), touch=True)
    page = player.page
    size = "document.querySelector('td[data-cell]').getBoundingClientRect().width"
    first = page.evaluate(size)
    assert first >= 14
    player.press(2, 2)
    assert player.value(2, 2) == 1
    player.pinch(80, 160)
    assert drawn(page).evaluate(size) > 1.5 * first
    assert player.values.count(1) == 1
    player.tool("-2")
    player.drag((2, 6), (2, 2))
    assert player.values.count(1) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.long
@pytest.mark.parametrize("size", [(568, 320), (667, 375), (640, 400), (844, 390)])
def test_small_grid_is_entirely_visible_in_landscape(
    in_any_browser: Callable[..., Browser], size: tuple[int, int]
) -> None:
    """640x400 is also the size of a desktop window at a zoom of 200 %."""
    page = in_any_browser("cat.non", size=size)
    found = page.drawn().run(
        """const box = document.querySelector("#g-box");
        const cell = document.querySelector("[data-cell]").getBoundingClientRect();
        const side = document.querySelector("#g-side");
        const scrolls = [box, side].map((own) => own.scrollHeight > own.clientHeight + 1);
        return [cell.height >= 12, ...scrolls];"""
    )
    assert found == [True, False, False]
    page.press("h")
    page.until("document.querySelector('#notice').getBoundingClientRect().height > 0")
    bottom = "document.querySelector('#notice').getBoundingClientRect().bottom"
    assert page.drawn().run(f"return {bottom} <= innerHeight;")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "nl"])
def test_pens_are_in_one_row_at_each_screen_size(page_of: PageOf, language: str) -> None:
    stored = {"calpuzzle:settings": f'{{"language": "{language}"}}'}
    page = page_of("cat.non", stored=stored)
    rows = """(() => {
        const pens = document.querySelector("#g-pens");
        const tops = [...pens.children].map((own) => own.offsetTop);
        return [new Set(tops).size, pens.scrollWidth > pens.clientWidth];
    })()"""
    for width, height in ((320, 568), (568, 320), (844, 390), (1024, 768), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert drawn(page).evaluate(rows) == [1, False], width


@pytest.mark.long
def test_tools_for_many_colours_fit_on_a_phone_in_landscape(page_of: PageOf) -> None:
    colours = "".join(f"color {letter} #{k}08040\n" for k, letter in enumerate("abcdef", 1))
    text = f"width 6\nheight 1\n{colours}rows\n1a,1b,1c,1d,1e,1f\ncolumns\n1a\n1b\n1c\n1d\n1e\n1f\n"
    size = {"width": 844, "height": 390}
    page = page_of("cat.non", f"#own={packed(text)}", viewport=size, has_touch=True)
    overflow = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)"
    assert drawn(page).evaluate(f"{overflow}(document.querySelector('#g-side'))") <= 0


@pytest.mark.long
def test_pen_has_the_colour_of_the_cells_it_fills(page_of: PageOf) -> None:
    text = "width 1\nheight 1\ncolor background #ffeeaa\nrows\n1\ncolumns\n1\n"
    for link in ("", f"#own={packed(text)}"):
        player = NonogramPlayer(page_of("cat.non", link, color_scheme="dark"))
        player.press(0, 0)
        ink = player.page.evaluate(
            "getComputedStyle(document.querySelector('[data-cell=\"0\"]')).backgroundColor"
        )
        expect(player.page.locator(".swatch")).to_have_css("background-color", ink)
