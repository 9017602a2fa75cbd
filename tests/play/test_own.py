"""The dialog for custom puzzles: boards are made, typed, opened and shared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shipped
from playing import PageOf, count_words, expect, link_of, reload, settled

import calpuzzle as cp
from calpuzzle.formats import toml
from calpuzzle.formats.toml_text import tokens

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

SHELF = Path(__file__).resolve().parents[2] / "examples" / "puzzles" / "shelf.toml"


def open_own_dialog(page: Page) -> None:
    page.locator(".top-button").nth(-2).click()
    page.get_by_role("button", name="A board of your own").click()


def test_board_is_made_counted_and_shared(page_of: PageOf) -> None:
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    open_own_dialog(page)
    words = page.locator(".own-words")
    expect(words).to_have_text("Choose pieces.")
    page.get_by_role("button", name="Row −").click()
    page.locator("#own-rows").fill("A B . .\n. . . C\n. . . .")
    page.locator("#own-groups").fill("one: A B C")
    page.locator("#own-family").select_option("3")
    page.get_by_role("button", name="I3, one more").click()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^L3.*one more")).click()
    expect(words).to_have_text("The pieces cover 9 cells; 11 are to be covered.")
    page.locator(".own-board polygon").last.click()
    page.locator(".own-board polygon").nth(8).click()
    expect(page.locator("#own-rows")).to_have_value("A B . .\n. . . C\n# . . #")
    page.get_by_role("button", name="Play it").click()
    page.locator("#title", has_text="Own board").wait_for()
    settled(page).locator(".top-button").nth(-2).click()
    settled(page).get_by_role("button", name="A board of your own").click()
    # The form was stored just before the page changed. If the browser lost it, the dialog shows
    # the file at once and has no such button.
    if (button := page.get_by_role("button", name="Show as a file")).count():
        button.click()
    puzzle = cp.loads(page.locator("#own-text").input_value(), name="own")
    page.keyboard.press("Escape")
    for label in "ABC":
        page.click("#date-button")
        page.get_by_label(label, exact=True).check()
        page.get_by_role("button", name="Show it").click()
        wanted = re.compile(f"^{count_words(puzzle.count(label))}")
        expect(page.locator("#left-answer")).to_have_text(wanted)
    # The link contains the whole board, and works on the page of any other puzzle.
    page.keyboard.press("h")
    other = page_of("soma", link_of(page))
    other.locator("#title", has_text="Own board").wait_for()
    expect(other.locator(".label", has_text=re.compile("."))).to_have_text(["A", "B", "C"])
    reload(other)
    other.locator("#title", has_text="Own board").wait_for()


DROP = """([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    const event = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent("drop", event));
}"""


def test_dropped_and_chosen_files_open_and_can_be_left(page_of: PageOf, tmp_path: Path) -> None:
    text = SHELF.read_text("utf-8")
    page = page_of("dray")
    page.evaluate(DROP, ["x.toml", f"tittle = 'x'\n{text}"])
    page.locator("#notice", has_text="is not a key of a puzzle file").wait_for()
    expect(page.locator("#title")).not_to_have_text("x")
    page.evaluate(DROP, ["cat.non", "width 1\nheight 1\nrows\n1\ncolumns\n1\n"])
    page.locator("#notice", has_text="cannot play nonograms").wait_for()
    page.evaluate(DROP, ["mine.toml", "frame = '###'\n[pieces]\nI = '###'\n"])
    page.locator("#title", has_text="mine").wait_for()
    expect(page.locator(".place")).to_have_count(1)
    (tmp_path / "shelf.toml").write_text(text, encoding="utf-8")
    open_own_dialog(page)
    expect(page.locator("#own-text")).to_have_value(re.compile('^title = "mine"\nframe'))
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("dialog.own", state="hidden")
    open_own_dialog(page)
    page.set_input_files("dialog.own input[type=file]", tmp_path / "shelf.toml")
    title = toml.read(text, "shelf").title
    page.locator("#title", has_text=title).wait_for()
    open_own_dialog(page)
    page.get_by_role("button", name="Back to").click()
    page.locator("#title", has_text=shipped.model("dray").title).wait_for()


def test_clues_are_typed_on_the_page_of_a_nonogram(page_of: PageOf) -> None:
    page = page_of("cat.non")
    open_own_dialog(page)
    page.locator("#own-rows-clues").fill("1\n2\n\n")
    page.locator("#own-columns-clues").fill("2\n1")
    page.get_by_role("button", name="Play it").last.click()
    page.locator("#title", has_text="Own board").wait_for()
    expect(page.locator("#g-grid [data-cell]")).to_have_count(4)
    open_own_dialog(page)
    page.get_by_role("button", name="Make a board").click()
    page.locator("#own-rows-clues").fill("1\nx")
    page.locator("#own-columns-clues").fill("1")
    page.get_by_role("button", name="Play it").last.click()
    expect(page.locator(".own-words")).to_have_text("Line 2 cannot be read.")


def test_calendar_is_typed_and_its_pieces_are_chosen(page_of: PageOf) -> None:
    model = shipped.model("dray")
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    open_own_dialog(page)
    page.locator("#own-rows").fill("\n".join(tokens(model)))
    # The form starts the week on Monday, but each label means the same day.
    groups = [f"{own.name}: {' '.join(own.labels)}" for own in model.groups[:2]]
    groups.append("weekday: Mon Tue Wed Thu Fri Sat Sun")
    expect(page.locator("#own-groups")).to_have_value(re.compile("\n".join(groups)))
    page.get_by_label("Pieces may be turned over").uncheck()
    for piece in model.pieces:
        page.locator("#own-family").select_option(str(len(piece.shape)))
        page.get_by_role("button", name=f"{piece.name}, one more").click()
    page.get_by_role("button", name="Play it").click()
    page.locator("#date-button", has_text="Friday 20 November").wait_for()
    count = cp.load("dray").count("Fri 20 Nov")
    page.locator("#left-answer", has_text=count_words(count)).wait_for()


TYPED = (
    ("", "The board has no cells."),
    ("# #", "The board has no cells."),
    (". .\n.", "All rows must have the same number of places: row 2 has 1, the first 2."),
    (". .\n\n. .\n. .", "The layers of the board do not all have the same number of rows."),
    ('A" A"', 'A" occurs twice.'),
    (". " * 5000, "That is too large for a page."),
    ("a\\n .\n. .", "Choose pieces."),
    ("\u0007 .", "Line 2 is not valid in a puzzle file."),
)


def test_invalid_rows_are_reported_and_valid_ones_stored(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    for rows, message in TYPED:
        page.locator("#own-rows").fill(rows)
        expect(page.locator(".own-words")).to_have_text(message)
        expect(page.get_by_role("button", name="Play it")).to_be_disabled()
        page.get_by_role("button", name="Column +").click()
        page.get_by_role("button", name="Row −").click()
    page.locator("#own-rows").fill(". A\n. #")
    # The rows are stored, and the next visit begins with them.
    reload(page)
    open_own_dialog(page)
    expect(page.locator("#own-rows")).to_have_value(". A\n. #")


def test_focus_stays_on_the_control_that_was_pressed(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    page.get_by_role("button", name="F5, one more").focus()
    for times in (1, 2):
        page.keyboard.press("Enter")
        pressed = page.get_by_role("button", name=f"F5 ×{times}, one more")
        expect(pressed).to_be_focused()
    for name in ("Row +", "Add each once"):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=name)).to_be_focused()
    chosen = page.get_by_role("button", name=re.compile("^F5 ×3, one less"))
    chosen.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^F5 ×2, one less"))).to_be_focused()
    flip = page.get_by_label("Pieces may be turned over")
    flip.focus()
    page.keyboard.press("Space")
    expect(flip).to_be_focused()


@pytest.mark.parametrize("lattice", ["hexagons", "triangles"])
def test_boards_of_hexagons_and_triangles_are_made(page_of: PageOf, lattice: str) -> None:
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    open_own_dialog(page)
    page.locator("#own-lattice").select_option(lattice)
    page.locator("#own-rows").fill(". . . .\n. . . .\n. . . #")
    page.locator("#own-family").select_option("3")
    page.get_by_role("button", name="Add each once").click()
    page.locator("#own-family").select_option("2")
    page.locator(".own-piece[aria-label*=more]").click()
    page.get_by_role("button", name="Show as a file").click()
    text = page.locator("#own-text").input_value()
    page.get_by_role("button", name="Play it").click()
    puzzle = cp.loads(text, name="own")
    page.locator("#title", has_text="Own board").wait_for()
    words = re.compile(f"^{count_words(puzzle.count())}")
    expect(page.locator("#left-answer")).to_have_text(words)


def test_random_pieces_are_offered_only_without_groups(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    at_random = page.get_by_role("button", name="At random")
    expect(at_random).to_be_visible()
    page.locator("#own-rows").fill("A B\nC D")
    groups = page.get_by_label(re.compile("name: A B C"))
    groups.fill("one: A B")
    expect(at_random).to_be_hidden()
    groups.fill("")
    expect(at_random).to_be_visible()


def test_faults_in_groups_are_reported_below_the_field(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    page.locator("#own-rows").fill("A B\nC D")
    groups = page.get_by_label(re.compile("name: A B C"))
    groups.fill("one: A B\none: C D")
    expect(page.locator(".own-words")).to_have_text("one occurs twice.")
    # The message does not cover the field.
    field, words = (own.bounding_box() for own in (groups, page.locator(".own-words")))
    assert field and words and field["y"] + field["height"] <= words["y"] + 1


def test_dropped_picture_is_rejected(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    script = DROP.replace("[text]", "[new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])]")
    page.evaluate(script, ["picture.png", ""])
    expect(page.locator("#notice-text")).to_have_text(
        "That file is not text, so it is not a puzzle."
    )
