"""The placements of the page and their names, compared with Python's for every puzzle that the page
can draw, and the early answer whether any solution remains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shipped
from building import board
from play.positions import Placed, exposed
from playing import PageOf

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.formats import toml
from calpuzzle.game.hand import unsupported_reason
from calpuzzle.play import data as page_data
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import written
from calpuzzle.puzzle.polyominoes import polyominoes

if TYPE_CHECKING:
    from playwright.sync_api import Page

DIVERSE = "dray month-day-7x7 iq-fit domino-2x3 morse soma tetrahexes-4x7 hexiamonds-6x6"
DIVERSE += " tetrasticks-4x4"
"""Puzzles with each lattice, with two sides, with colours, and with both kinds of calendars."""
NAMES = [name for name in shipped.NAMES if unsupported_reason(shipped.model(name)) is None]


def test_only_two_shipped_puzzles_are_not_compared() -> None:
    assert {*shipped.NAMES} - {*NAMES} == {"sticks", "morse-displaced"}


@pytest.mark.parametrize("name", shipped.few(NAMES, *DIVERSE.split()))
def test_page_and_python_agree_on_placements_and_their_names(blank: Page, name: str) -> None:
    lowered = Puzzle(shipped.model(name)).lowered
    data = page_data.pieces_data(lowered)
    numbered = Placed(lowered, data)
    found = blank.evaluate(
        f"""(data) => {{
            const Puzzle = {exposed("puzzle.js", "Puzzle")};
            const puzzle = new Puzzle(data);
            return puzzle.placements.map((placement) => {{
                const name = puzzle.written(placement);
                const {{placed, fault}} = puzzle.read(name);
                return [placement, name, placed, fault];
            }});
        }}""",
        data,
    )
    options = [k for k in range(len(lowered.cover.options)) if lowered.class_of(k) >= 0]
    assert sorted(numbered.option(placement) for placement, *_ in found) == options
    assert sorted(tuple(own) for own, *_ in found) == sorted(map(numbered.placement, options))
    for placement, text, placed, fault in found:
        assert text == written(lowered, numbered.option(placement))
        assert (placed, fault) == ([placement], None)
    for own, piece in zip(data["pieces"], lowered.classes, strict=True):
        # `numbers` are the numbers of the orientations in the names of placements.
        shapes = [tuple(map(tuple, shape)) for shape in own["orientations"]]
        numbers = own.get("numbers", range(1, len(shapes) + 1))
        assert [piece.orientations[number - 1] for number in numbers] == shapes
        assert {*shapes} == {*piece.orientations}


@pytest.mark.long
def test_one_solution_is_reported_while_others_are_still_listed(page_of: PageOf) -> None:
    # The page lists up to 10,000 solutions, which takes half a minute here.
    groups = [
        (name, [f"{name}{k}" for k in range(n)]) for name, n in (("a", 12), ("b", 31), ("c", 7))
    ]
    tokens = [*(label for _, labels in groups for label in labels), *"." * 44, *"#" * 6]
    large = Model(
        "large",
        board(*[" ".join(tokens[k : k + 10]) for k in range(0, 100, 10)]),
        (*polyominoes(5, one_sided=True), *polyominoes(1)),
        tuple(Group(name, tuple(labels)) for name, labels in groups),
    )
    stored = {"calpuzzle:settings": '{"left": "possible"}'}
    page = page_of(toml.write(large), stored=stored, settles=False)
    answered = "() => document.querySelector('#left-answer')?.textContent === 'still possible'"
    page.wait_for_function(answered)
    assert page.locator("html[data-busy]").count() == 1
    # The solutions listed so far are not shown as a count after the list was stopped.
    page.evaluate("document.querySelector('[data-left=hidden]').click()")
    page.evaluate("document.querySelector('[data-left=count]').click()")
    assert "more than" not in page.locator("#left-answer").inner_text()
