"""The review of a game: the solutions left after each move, compared with Python's counts, the most
costly moves, the move that left no solution, and continuing from any move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from accessible import violations
from play.positions import exposed
from playing import DATE, PageOf, Player, expect, reload, solution

import calpuzzle as cp
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
FATAL = "T5@0,0:1"


def play(player: Player) -> list[list[str]]:
    """Solve a date with a bad move and an undone move; return the placements after each move."""
    pieces = solution("dray", "Fri Nov 20")
    player.tool("text")
    player.lay_all("words", [*pieces[:2], FATAL])
    player.page.evaluate("document.querySelector('[data-tool=undo]').click()")
    player.lay_all("words", pieces[2:5])
    player.page.evaluate("document.querySelector('[data-tool=undo]').click()")
    player.lay_all("words", pieces[4:])
    player.page.click("#words-close")
    ends = [2, 3, 4, 5, 4, *range(5, len(pieces) + 1)]
    first = [[], pieces[:1], pieces[:2], [*pieces[:2], FATAL]]
    return first + [pieces[:end] for end in ends]


def test_the_review_shows_the_solutions_left_after_each_move(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE, **NARROW))
    page = player.page
    trail = play(player)
    page.locator("#notice").get_by_role("button", name="Solutions").click()
    page.get_by_role("button", name="Review of my moves").click()
    page.wait_for_selector(".curve svg")
    assert violations(page) == ""
    puzzle = cp.load("dray")
    solutions = [
        {written(puzzle.lowered, k) for k in found.options if puzzle.lowered.class_of(k) >= 0}
        for found in puzzle.solve("Fri Nov 20")
    ]
    counts = [sum(own.issuperset(placed) for own in solutions) for placed in trail]
    assert counts[0] == 39 and counts.count(0) == 1
    slider = page.get_by_role("slider", name="Moves")
    slider.focus()
    page.keyboard.press("Home")
    for move, count in enumerate(counts):
        where = f"Move {move} of" if move else "Before the first move"
        left = f"{count or 'no'} solution{'' if count < 2 else 's'} left"
        words = re.compile(f"^{where}.*{left}$")
        expect(slider).to_have_attribute("aria-valuetext", words)
        expect(page.locator(".review .stage .piece")).to_have_count(len(trail[move]))
        page.keyboard.press("ArrowRight")
    expect(page.locator(".curve .dead")).to_have_count(1)
    costs = page.locator(".costs button")
    expect(costs.nth(0)).to_have_text("3. T5 placed, rows 1 to 3: from 1 to 0")
    falls = [counts[k] / counts[k + 1] for k in range(len(counts) - 1) if counts[k + 1]]
    costliest = falls.index(max(falls)) + 1
    words = re.compile(f"^{costliest}. I4 placed.*from {counts[costliest - 1]}")
    expect(costs.nth(1)).to_have_text(words)
    expect(page.locator(".review-words")).to_contain_text("1 of them left no solution")


def test_a_long_game_keeps_its_start_and_its_last_400_moves(blank: Page) -> None:
    grown = f"""(moves) => {{
        const longer = {exposed("trail.js", "longerTrail")};
        return moves.reduce((trail, move) => longer(trail, [[0, 0, 0, move]]), [[]]);
    }}"""
    moves = [*range(450)]
    first, *rest = blank.evaluate(grown, moves)
    assert first == [] and rest == [[[0, 0, 0, move]] for move in moves[-400:]]


def test_the_curve_has_a_gap_at_a_move_whose_count_is_unknown(blank: Page) -> None:
    script = f"""(at) => {{
        const curveOf = {exposed("curve.js", "curveOf")};
        const counts = [{{count: 9, exact: true}}, {{count: null, exact: false}}];
        return [...curveOf(counts, at).querySelectorAll("circle")].map((own) => own.classList[0]);
    }}"""
    assert blank.evaluate(script, 0) == ["dot", "at"]
    assert blank.evaluate(script, 1) == ["dot"]


def test_a_count_that_is_not_exact_has_a_plus_sign(blank: Page) -> None:
    script = f"(counts) => counts.map({exposed('lang.js', 'countWithPlus')})"
    counts = [(9999, True), (10000, False), (0, True)]
    data = [{"count": count, "exact": exact} for count, exact in counts]
    assert blank.evaluate(script, data) == ["9,999", "10K+", "0"]


def test_a_game_can_be_continued_from_any_move(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    page = player.page
    trail = play(player)
    # The review survives a reload.
    reload(page)
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Review of my moves").click()
    page.wait_for_selector(".costs button")
    resume = page.get_by_role("button", name="Continue from here")
    expect(resume).to_be_disabled()
    page.locator(".costs button").first.click()
    page.get_by_role("button", name="Move before").click()
    resume.click()
    assert player.placed == trail[2]
    assert player.said == "2 pieces are placed"
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("U")
    page.wait_for_selector("#board.solved")
    page.keyboard.press("Y")
    # Clearing the board starts a new game.
    player.tool("reset")
    player.tool("undo")
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Review of my moves").click()
    expect(page.get_by_role("slider")).to_have_attribute("max", "1")
