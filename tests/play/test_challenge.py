"""Challenges on the page: made there, opened from a link, given on as code and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shipped
from accessible import violations
from playing import DATE, PHONE, PageOf, expect, link_of, turn

import calpuzzle as cp
from calpuzzle.play.link import link
from calpuzzle.puzzle.cover import Options
from calpuzzle.results.difficulty import difficulty

if TYPE_CHECKING:
    from play.positions import ResidualProblems
    from playwright.sync_api import Page

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "asked",
    shipped.few(
        ("dray", "soma", "tetrasticks-4x4", "month-day-7x7", "iq-fit", "tetrahexes-4x7"),
        *("dray", "soma", "tetrasticks-4x4"),
    ),
    indirect=True,
)
def test_the_worker_makes_what_python_finds_right(asked: ResidualProblems) -> None:
    positions = [own._replace(placed=()) for own in asked.positions.some(4)]
    solvable = [
        own for own in positions if asked.positions.asked.completions(asked.positions.labels(own))
    ]
    wishes = [{"pieces": 3, "step": None}, {"pieces": None, "step": 1}, {"pieces": 5, "step": None}]
    made = 0
    for number, position in enumerate(solvable):
        wish = wishes[number % len(wishes)]
        (answer,) = asked.worker.ask([asked.question("challenge", position, seed=number, **wish)])
        if answer["placed"] is None:
            continue
        made += 1
        placed = tuple(map(asked.placed.option, answer["placed"]))
        fixed = (*asked.positions.labels(position), *placed)
        assert asked.positions.asked.completions(fixed) == 1
        assert wish["pieces"] in (None, len(placed)) and wish["step"] in (None, answer["step"])
        known = difficulty(asked.puzzle.cover, fixed)
        # Both are means over a hundred tries by lot, which spread as far as they are long.
        assert known is not None and 0.6 < answer["nodes"] / known.nodes < 1.7
    assert made


def linked(given: Options) -> str:
    """The link to a challenge, as the command line writes it."""
    puzzle = cp.load("dray")
    return link(puzzle.lowered, puzzle.labels("Sat Jan 1"), given=given)


def test_a_challenge_from_a_link(page_of: PageOf) -> None:
    own = next(cp.load("dray").challenges("Sat Jan 1", 4))
    page = page_of("dray", linked(own.placed), stored={"calpuzzle:settings": '{"left":"count"}'})
    page.locator("#notice", has_text="exactly one way to place the others").wait_for()
    # What is given stays.
    expect(page.locator("[data-tool=reset]")).to_be_disabled()
    page.locator("#board .placed").first.click(force=True)
    expect(page.locator("#board .placed")).to_have_count(4)
    expect(page.locator("#left-answer")).to_contain_text("1 solution left")
    # It is kept apart from the date, to which the calendar leads back.
    page.locator("#date-button").click()
    page.get_by_role("button", name="Saturday 1 January, 54 solutions").click()
    expect(page.locator("#board .placed")).to_have_count(0)
    assert "given" not in link_of(page)


def test_a_link_that_cannot_be_is_told(page_of: PageOf) -> None:
    page = page_of("dray")
    for given, said in (
        ("J4@0,0:1", "The link places J4@0,0"),
        ("J4@9,9:1", "neither ROW,COLUMN nor a label"),
        ("I4@3,6:2+I4@3,6:2", "The link places I4@3,6:2"),
        ("%E0%A4%A", "is not a move"),
    ):
        turn(page, f"#date=Jan,1,Sat&given={given}")
        page.locator("#notice", has_text=said).wait_for()
        expect(page.locator(".placed")).to_have_count(0)
    # One that has several solutions says nothing of one.
    turn(page, linked(cp.load("dray").placed("J4@5,5:4")))
    page.locator("#notice", has_text="Place the others.").wait_for()


def made(page: Page) -> str:
    """Makes a challenge of five pieces; its link."""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a challenge").click()
    page.get_by_label("Placed pieces").select_option("5")
    page.get_by_role("button", name="Make one").click()
    page.locator(".challenge .miniature").wait_for()
    return str(page.locator(".challenge input").input_value())


def test_a_challenge_is_made_played_and_printed(served_page: PageOf) -> None:
    page = served_page("dray", DATE, **PHONE)
    address = made(page)
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
    # This computer's address is of use to nobody else.
    expect(page.locator("#paper-code svg")).to_have_count(0)
    expect(page.locator("#tools")).to_be_hidden()
    expect(page.locator("#tray")).to_be_visible()
