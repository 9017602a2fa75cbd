"""The analysis switch of the page: where the piece in the hand is part of a solution, and how many
solutions remain there, compared with Python's counts. It is off by default."""

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
    from play.positions import LoadedPuzzle, Position
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

MAX_LISTED = 10_000
DAY = "#puzzle=dray&date=Nov,21,Sat"
NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}


def solution_counts(loaded: LoadedPuzzle, position: Position, piece: int) -> dict[int, int]:
    """Return Python's number of solutions of each placement of a piece that has any."""
    fixed = loaded.positions.labels(position) + position.placed
    counts = {
        option: loaded.positions.problems.completions((*fixed, option))
        for option in loaded.positions.pieces
        if loaded.puzzle.lowered.class_of(option) == piece and option not in position.placed
    }
    return {option: count for option, count in counts.items() if count}


NAMES = ("dray", "tetrasticks-4x4", "domino-2x3", "pentominoes-6x10", "iq-fit")


@pytest.mark.parametrize("loaded", shipped.few(NAMES, *NAMES[:3]), indirect=True)
def test_places_and_their_counts_match_python(loaded: LoadedPuzzle) -> None:
    positions = loaded.positions.some(12)
    number = len(loaded.data["pieces"])
    placed = [set(map(loaded.puzzle.lowered.class_of, position.placed)) for position in positions]
    here = [[k for k in range(number) if k not in own] or [0] for own in placed]
    pieces = [own[k % len(own)] for k, own in enumerate(here)]
    questions = [
        loaded.question("places", position, piece=piece)
        for position, piece in zip(positions, pieces, strict=True)
    ]
    compared = 0
    for position, piece, answer in zip(
        positions, pieces, loaded.worker.ask(questions), strict=True
    ):
        expected = solution_counts(loaded, position, piece)
        found = {loaded.placed.option(own["placement"]): own for own in answer["places"]}
        assert answer["piece"] == piece and set(found) <= set(expected)
        assert set(found) == set(expected) or not answer["complete"]
        for option, own in found.items():
            if own["exact"]:
                assert own["count"] == expected[option], position
            elif own["count"] is not None:
                assert own["count"] == MAX_LISTED < expected[option], position
        compared += len(found)
    assert compared > 1


def numbers(page: Page) -> list[str]:
    return sorted(settled(page).locator(".counts").all_text_contents())


def test_analysis_shows_places_and_counts_only_if_switched_on(page_of: PageOf) -> None:
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
    # Python's counts for each place of the piece in the orientation in which it is held.
    puzzle = cp.load("dray")
    options = [k for solution in puzzle.solve("Sat Nov 21") for k in solution.options]
    good = Counter(written(puzzle.lowered, k) for k in options if puzzle.lowered.class_of(k) == 2)
    here = {text: count for text, count in good.items() if text.endswith(":1")}
    assert len(good) > len(here) > 1
    assert numbers(page) == sorted(map(str, here.values()))
    words = f"{len(here)} places; {len(good) - len(here)} if turned"
    expect(page.locator("#left-answer")).to_have_text(words)
    # An answer that arrives late is announced by itself.
    assert player.said.removeprefix("S4 in the hand; ") == words
    assert violations(page) == ""
    # A tap on a number places the piece there.
    best = max(here, key=lambda text: here[text])
    player.press(*player.cell(*player.heart(player.placement(best))))
    assert player.placed == [best]
    assert numbers(page) == []
    # After the piece is lifted again, the answer is about the place where it hovers.
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
