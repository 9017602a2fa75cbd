"""First moves, harder challenges and random puzzles on the page, and its toolbars and tray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import shipped
from accessible import violations
from nonogram_player import NonogramPlayer, blocks_of
from play.positions import Position, exposed
from playing import DATE, PageOf, Player, expect, open_link, settled, unpacked

import calpuzzle as cp
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from play.positions import LoadedPuzzle
    from playwright.sync_api import Page

    from calpuzzle.nonogram.clues import Clues

pytestmark = pytest.mark.long

UNSEEN = {"calpuzzle-shown": "null"}


def is_on_board(page: Page) -> bool:
    """Return whether the piece of the animation is inside the board."""
    return bool(
        page.evaluate(
            """() => {
                const [piece, board] = [".first-move .face", "#board"]
                    .map((name) => document.querySelector(name).getBoundingClientRect());
                return piece.left > board.left && piece.right < board.right
                    && piece.top > board.top && piece.bottom < board.bottom;
            }"""
        )
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_first_move_is_shown_once(page_of: PageOf, motion: str) -> None:
    page = page_of("dray", DATE, stored=UNSEEN, reduced_motion=motion)
    shown = page.locator(".first-move")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("aria-hidden", "true")
    name = "first-move" if motion == "no-preference" else "none"
    expect(shown).to_have_css("animation-name", name)
    assert motion == "no-preference" or is_on_board(page)
    assert page.evaluate("localStorage.getItem('calpuzzle-shown')") == "true"
    page.keyboard.press("1")
    expect(shown).to_have_count(0)
    # The animation does not change the position.
    expect(page.locator("#board .placed")).to_have_count(0)


def test_first_move_is_shown_with_a_piece_from_the_tray(page_of: PageOf) -> None:
    page = page_of("dray", f"{DATE}&given=I4@4,6:2", stored=UNSEEN)
    expect(page.locator(".place.away")).to_have_attribute("data-piece", "0")
    style = page.locator(".first-move .piece").get_attribute("style")
    assert style == page.locator(".place[data-piece='1'] .piece").get_attribute("style")


@pytest.mark.parametrize(
    ("stored", "link"), [({}, DATE), (UNSEEN, f"{DATE}&with=I4@4,6:2")], ids=["seen", "played"]
)
def test_first_move_is_shown_only_to_new_players(page_of: PageOf, stored: Any, link: str) -> None:
    page = page_of("dray", link, stored=stored)
    settled(page).wait_for_timeout(100)
    expect(page.locator(".first-move")).to_have_count(0)


@pytest.mark.parametrize("loaded", shipped.few(("dray", "month-day-7x7"), "dray"), indirect=True)
def test_next_challenge_is_harder_by_at_most_one_step(loaded: LoadedPuzzle) -> None:
    date = loaded.puzzle.labels("2026-11-20" if loaded.puzzle.name == "dray" else "Nov 20")
    position = Position(loaded.positions.some(1)[0].date, ())
    assert date
    easy = {"pieces": 7, "step": 1, "seed": 1}
    (first,) = loaded.worker.ask([loaded.question("challenge", position, **easy)])
    above = {"pieces": None, "step": None, "above": first["placed"]}
    answers = loaded.worker.ask(
        [loaded.question("challenge", position, seed=seed, **above) for seed in range(3)]
    )
    for answer in answers:
        assert answer["nodes"] > first["nodes"] and answer["step"] <= first["step"] + 1
        assert answer["placed"] != first["placed"]


def test_a_solved_challenge_leads_to_a_harder_one(page_of: PageOf) -> None:
    puzzle = cp.load("dray")
    found = next(iter(puzzle.solve("2026-11-20")))
    options = [k for k in found.options if puzzle.lowered.class_of(k) >= 0]
    names = [written(puzzle.lowered, k) for k in options]
    page = page_of("dray")
    open_link(page, f"{DATE}&given={'+'.join(names[:-1])}")
    Player(page).lay_all("tap", names[-1:])
    page.locator("#notice").get_by_role("button", name="Next, a bit harder").click()
    expect(page.locator("#board.solved")).to_have_count(0)
    expect(page.locator("#board .placed.given").first).to_be_visible()
    page.locator("#notice", has_text="exactly one way to place the others").wait_for()


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (10, 10), (14, 20), (30, 25)])
def test_random_nonograms_have_one_solution(blank: Page, size: tuple[int, int]) -> None:
    make = f"([height, width]) => ({exposed('nonogramrandom.js', 'randomNonogram')})(height, width)"
    texts = {blank.evaluate(make, [*size]) for _ in range(3)}
    for text in texts:
        nonogram = cp.loads(text, name="random.non")
        assert (len(nonogram.clues.rows), len(nonogram.clues.columns)) == size
        assert nonogram.count() == 1
        filled = sum(length for clue in nonogram.clues.rows for length, _ in clue)
        assert size[0] * size[1] < 25 or 0.4 < filled / (size[0] * size[1]) < 0.95
    assert len(texts) > 1 or size == (1, 1)


def test_a_solved_nonogram_leads_to_another_of_its_size(clues_page: PageOf, heart: Clues) -> None:
    page = clues_page(heart)
    player = NonogramPlayer(page)
    player.into_grid()
    for run in blocks_of(heart.goal or ()):
        player.fill_by_keys(run)
    page.locator("#notice").get_by_role("button", name="Another of this size").click()
    page.wait_for_url("**own=*")
    unpacked(page)
    lines = len(heart.rows) + len(heart.columns)
    expect(page.locator("#top-date")).to_contain_text(f" of {lines} lines done")


@pytest.mark.parametrize(
    "lattice",
    ["squares", *(pytest.param(own, marks=pytest.mark.slow) for own in ("hexagons", "triangles"))],
)
def test_random_pieces_fill_the_board(page_of: PageOf, lattice: str) -> None:
    page = page_of("domino-2x3")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="A board of your own").click()
    page.locator("#own-lattice").select_option(lattice)
    page.get_by_label("Pieces may be turned over").uncheck()
    page.get_by_role("button", name="At random").click()
    assert violations(page, "dialog.own") == ""
    expect(page.locator(".own-words")).to_have_text(
        "The pieces cover 30 cells; 30 are to be covered."
    )
    page.get_by_role("button", name="Show as a file").click()
    text = page.locator("#own-text").input_value()
    assert next(iter(cp.loads(text, name="own").solve()), None) is not None


STOPS = """(root) => [...document.querySelectorAll(`${root} button`)]
    .filter((own) => own.tabIndex === 0 && !own.disabled && own.offsetParent).length"""


@pytest.mark.parametrize(("name", "root"), [("dray", "#tools"), ("cat.non", "#g-tools")])
def test_toolbar_is_one_tab_stop(page_of: PageOf, name: str, root: str) -> None:
    page = page_of(name)
    usable = page.locator(f"{root} button:enabled:visible")
    assert page.evaluate(STOPS, root) == 1
    usable.first.focus()
    page.keyboard.press("ArrowRight")
    expect(usable.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(usable.last).to_be_focused()
    page.keyboard.press("Home")
    expect(usable.first).to_be_focused()
    page.keyboard.press("End")
    expect(usable.last).to_be_focused()
    # Keys with a modifier are commands of the browser.
    for key in ("Control+ArrowLeft", "Alt+Home", "Meta+ArrowLeft"):
        page.keyboard.press(key)
        expect(usable.last).to_be_focused()
    assert page.evaluate(STOPS, root) == 1
    page.keyboard.press("Tab")
    assert not page.evaluate(
        "(root) => document.querySelector(root).contains(document.activeElement)", root
    )
    if name == "dray":
        # The tab stop is an enabled button, even if the focused one becomes disabled.
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.locator("[data-tool=reset]").focus()
        page.keyboard.press("Enter")
        settled(page)
    assert page.evaluate(STOPS, root) == 1


MANY = (
    'title = "Many"\nframe = """\n'
    + ("#" * 20 + "\n") * 12
    + '"""\n[pieces]\n'
    + ('"I2#1" = { shape = "##", count = 118 }\n"5-04" = { shape = "##", count = 2 }\n')
)


def test_captions_of_the_tray_show_plain_names_and_all_copies(page_of: PageOf) -> None:
    page = page_of(MANY)
    captions = page.locator(".place .key").all_inner_texts()
    assert sorted(text.split()[1:] for text in captions) == [[], ["I2"]]
    # For voice control, an accessible name must begin with the visible text.
    for place in page.locator(".place").all():
        label = place.get_attribute("aria-label") or ""
        assert label.startswith(" ".join((place.text_content() or "").split()))
    expect(page.locator(".copies", has_text="×118")).to_be_visible()


@pytest.mark.parametrize("name", ["domino-2x3", "dray", "soma"])
def test_places_of_the_tray_have_a_maximum_height(page_of: PageOf, name: str) -> None:
    page = page_of(name)
    heights = page.locator(".place").evaluate_all("(all) => all.map((own) => own.offsetHeight)")
    assert max(heights) <= 150
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page).wait_for_timeout(100)
    board = page.locator("#board").bounding_box()
    assert board and board["height"] > 150
