"""Challenges on the page: made by its worker, opened from a link, and printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shipped
from accessible import violations
from playing import DATE, PHONE, PageOf, expect, link_of, open_link, reload

import calpuzzle as cp
from calpuzzle.play.link import link
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.placements import written
from calpuzzle.results.difficulty import difficulty

if TYPE_CHECKING:
    from play.positions import LoadedPuzzle
    from playwright.sync_api import Page

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "loaded",
    shipped.few(
        ("dray", "soma", "tetrasticks-4x4", "month-day-7x7", "iq-fit", "tetrahexes-4x7"),
        *("dray", "soma", "tetrasticks-4x4"),
    ),
    indirect=True,
)
def test_challenges_of_the_worker_are_confirmed_by_python(loaded: LoadedPuzzle) -> None:
    positions = [own._replace(placed=()) for own in loaded.positions.some(4)]
    solvable = [
        own
        for own in positions
        if loaded.positions.problems.completions(loaded.positions.labels(own))
    ]
    wishes = [{"pieces": 3, "step": None}, {"pieces": None, "step": 1}, {"pieces": 5, "step": None}]
    made = 0
    for number, position in enumerate(solvable):
        wish = wishes[number % len(wishes)]
        (answer,) = loaded.worker.ask([loaded.question("challenge", position, seed=number, **wish)])
        if answer["placed"] is None:
            continue
        made += 1
        placed = tuple(map(loaded.placed.option, answer["placed"]))
        fixed = (*loaded.positions.labels(position), *placed)
        assert loaded.positions.problems.completions(fixed) == 1
        assert wish["pieces"] in (None, len(placed)) and wish["step"] in (None, answer["step"])
        known = difficulty(loaded.puzzle.cover, fixed)
        # Each is the mean of 100 random searches, whose lengths vary by about as much as the mean.
        assert known is not None and 0.6 < answer["nodes"] / known.nodes < 1.7
    assert made


def linked(given: Options) -> str:
    """Return the link to a challenge, as the command line writes it."""
    puzzle = cp.load("dray")
    return link(puzzle.lowered, puzzle.labels("Sat Jan 1"), given=given)


def test_challenge_from_a_link_has_fixed_pieces(page_of: PageOf) -> None:
    own = next(cp.load("dray").challenges("Sat Jan 1", 4))
    page = page_of("dray", linked(own.placed), stored={"calpuzzle:settings": '{"left":"count"}'})
    page.locator("#notice", has_text="exactly one way to place the others").wait_for()
    # The given pieces cannot be removed.
    expect(page.locator("[data-tool=reset]")).to_be_disabled()
    page.locator("#board .placed").first.click(force=True)
    expect(page.locator("#board .placed")).to_have_count(4)
    expect(page.locator("#left-answer")).to_contain_text("1 solution left")
    # The challenge is stored separately from the date, to which the calendar leads back.
    page.locator("#date-button").click()
    page.get_by_role("button", name="Saturday 1 January, 54 solutions").click()
    expect(page.locator("#board .placed")).to_have_count(0)
    assert "given" not in link_of(page)


def test_invalid_challenge_links_are_reported(page_of: PageOf) -> None:
    page = page_of("dray")
    for given, message in (
        ("J4@0,0:1", "The link places J4@0,0"),
        ("J4@9,9:1", "neither ROW,COLUMN nor a label"),
        ("I4@3,6:2+I4@3,6:2", "The link places I4@3,6:2"),
        ("%E0%A4%A", "is not a move"),
    ):
        open_link(page, f"#date=Jan,1,Sat&given={given}")
        page.locator("#notice", has_text=message).wait_for()
        expect(page.locator(".placed")).to_have_count(0)
    # A challenge with several solutions is not announced as having exactly one.
    open_link(page, linked(cp.load("dray").placed("J4@5,5:4")))
    page.locator("#notice", has_text="Place the others.").wait_for()


def make_challenge(page: Page) -> str:
    """Make a challenge of five pieces, and return its link."""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a challenge").click()
    page.get_by_label("Placed pieces").select_option("5")
    page.get_by_role("button", name="Make one").click()
    page.locator(".challenge .miniature").wait_for()
    return str(page.locator(".challenge input").input_value())


def test_challenge_of_a_date_with_one_solution_has_a_placed_piece(page_of: PageOf) -> None:
    page = page_of("dray", "#date=Mar,27,Mon")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a challenge").click()
    page.get_by_role("button", name="Make one").click()
    page.locator(".challenge .miniature").wait_for()
    # Without a placed piece, the link would open the date.
    placed = page.locator(".challenge input").input_value().partition("given=")[2]
    assert placed and cp.load("dray").count("Mar 27 Mon", placed.replace("+", " ")) == 1


def test_reloaded_challenge_is_said_to_have_one_solution_despite_a_wrong_move(
    page_of: PageOf,
) -> None:
    lowered = cp.load("dray").lowered
    own = next(cp.load("dray").challenges("Sat Jan 1", 4))
    placed = (*own.fixed, *own.placed)
    taken = {item for option in placed for item in lowered.cover.options[option]}
    wrong = next(
        option
        for option, items in enumerate(lowered.cover.options)
        if not taken & {*items} and not cp.load("dray").count("Sat Jan 1", (*own.placed, option))
    )
    page = page_of("dray", linked(own.placed))
    notice = page.locator("#notice", has_text="exactly one way to place the others")
    notice.wait_for()
    page.click("[data-tool=text]")
    page.fill("#words-move", written(lowered, wrong))
    page.keyboard.press("Enter")
    expect(page.locator("#board .placed")).to_have_count(5)
    reload(page)
    expect(page.locator("#board .placed")).to_have_count(5)
    notice.wait_for()


def test_challenge_is_made_opened_and_printed(served_page: PageOf) -> None:
    page = served_page("dray", DATE, **PHONE)
    address = make_challenge(page)
    placed = address.partition("given=")[2].replace("+", " ")
    assert len(placed.split()) == 5
    assert cp.load("dray").count("2026-11-20", placed) == 1
    expect(page.locator(".challenge")).to_contain_text(
        "5 pieces are placed, one solution is left", use_inner_text=True
    )
    assert violations(page) == ""
    page.evaluate("() => { window.print = () => { window.printed = location.hash; }; }")
    page.get_by_role("button", name="Print it").click()
    page.wait_for_function("(link) => window.printed === link", arg=address[address.index("#") :])
    expect(page.locator(".placed")).to_have_count(5)
    page.emulate_media(media="print")
    # No QR code is printed, because other devices cannot open an address on this computer.
    expect(page.locator("#paper-code svg")).to_have_count(0)
    expect(page.locator("#tools")).to_be_hidden()
    expect(page.locator("#tray")).to_be_visible()
