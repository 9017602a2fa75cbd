"""Analysis: where the piece in the hand is part of a solution, and how many solutions that leaves,
as Python counts them; off unless it is switched on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from accessible import violations
from playing import PageOf, Player, expect, settled

import calpuzzle as cp
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from play.positions import Position, ResidualProblems
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

MAX_LISTED = 10_000
DAY = "#puzzle=dray&date=Nov,21,Sat"
NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}


def counted(asked: ResidualProblems, position: Position, piece: int) -> dict[int, int]:
    """Python's count of the solutions of each placement of a piece, of those that have any."""
    fixed = asked.positions.labels(position) + position.placed
    counts = {
        option: asked.positions.asked.completions((*fixed, option))
        for option in asked.positions.pieces
        if asked.puzzle.lowered.class_of(option) == piece and option not in position.placed
    }
    return {option: count for option, count in counts.items() if count}


WORKED_OUT = ("dray", "tetrasticks-4x4", "domino-2x3", "pentominoes-6x10", "iq-fit")


@pytest.mark.parametrize("asked", shipped.few(WORKED_OUT, *WORKED_OUT[:3]), indirect=True)
def test_places_are_those_that_python_counts(asked: ResidualProblems) -> None:
    positions = asked.positions.some(12)
    number = len(asked.data["pieces"])
    placed = [set(map(asked.puzzle.lowered.class_of, position.placed)) for position in positions]
    here = [[k for k in range(number) if k not in own] or [0] for own in placed]
    pieces = [own[k % len(own)] for k, own in enumerate(here)]
    questions = [
        asked.question("places", position, piece=piece)
        for position, piece in zip(positions, pieces, strict=True)
    ]
    several = 0
    for position, piece, answer in zip(positions, pieces, asked.worker.ask(questions), strict=True):
        expected = counted(asked, position, piece)
        found = {asked.placed.option(own["placement"]): own for own in answer["places"]}
        assert answer["piece"] == piece and set(found) <= set(expected)
        assert set(found) == set(expected) or not answer["complete"]
        for option, own in found.items():
            if own["exact"]:
                assert own["count"] == expected[option], position
            elif own["count"] is not None:
                assert own["count"] == MAX_LISTED < expected[option], position
        several += len(found)
    assert several > 1


def numbers(page: Page) -> list[str]:
    return sorted(settled(page).locator(".counts").all_text_contents())


def test_nothing_is_shown_unasked_and_all_that_is_asked(page_of: PageOf) -> None:
    player = Player(page_of("dray", DAY, **NARROW))
    page = player.page
    page.keyboard.press("3")
    page.wait_for_selector(".hovering")
    assert "fits" in player.said
    assert numbers(page) == []
    expect(page.locator(".possible")).to_have_count(0)
    page.keyboard.press("Backspace")
    switch = page.get_by_role(
        "button", name="Analysis: where the piece in the hand is part of a solution"
    )
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    player.press(*player.place(2))
    page.wait_for_selector("#left-answer:has-text('places')")
    # Python's, of the piece as it is turned: its places and what each leaves.
    puzzle = cp.load("dray")
    options = [k for solution in puzzle.solve("Sat Nov 21") for k in solution.options]
    good = Counter(written(puzzle.lowered, k) for k in options if puzzle.lowered.class_of(k) == 2)
    here = {text: count for text, count in good.items() if text.endswith(":1")}
    assert len(good) > len(here) > 1
    assert numbers(page) == sorted(map(str, here.values()))
    words = f"{len(here)} places; {len(good) - len(here)} if turned"
    expect(page.locator("#left-answer")).to_have_text(words)
    # What the worker finds late is said by itself.
    assert player.said.removeprefix("S4 in the hand; ") == words
    assert violations(page) == ""
    # A tap on a number lays it so.
    best = max(here, key=lambda text: here[text])
    player.press(*player.cell(*player.heart(player.placement(best))))
    assert player.placed == [best]
    assert numbers(page) == []
    # Lifted again, what is said is of the place where it hovers.
    page.focus("#board")
    page.keyboard.press("U")
    player.lay_by_keys(best)
    player.press(*player.cell(*player.heart(player.placement(best))))
    page.wait_for_selector(f"#left-answer:has-text('{here[best]} solutions left')")
    assert f"{here[best]} solutions left" in player.said
    switch.click()
    assert numbers(page) == []
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(page.get_by_label("Analysis").last).not_to_be_checked()
