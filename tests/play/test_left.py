"""What the page says is left, and what Python says: of random positions of every puzzle that it
plays. Clashing pieces must be in so many positions, and dead ones, that both are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shipped
from play.positions import Placed, exposed

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.game.hand import refusal
from calpuzzle.play import data as page_data
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = [name for name in shipped.NAMES if refusal(shipped.model(name)) is None]


def test_every_puzzle_that_can_be_drawn_is_compared() -> None:
    assert {*shipped.NAMES} - {*NAMES} == {"sticks", "morse-displaced"}


@pytest.mark.parametrize("name", shipped.by_size(NAMES))
def test_the_page_has_the_same_placements_and_writes_them_alike(
    browser: Browser, name: str
) -> None:
    lowered = Puzzle(shipped.model(name)).lowered
    data = page_data.pieces_data(lowered)
    placed = Placed(lowered, data)
    page = browser.new_page()
    found = page.evaluate(
        f"""(data) => {{
            const Puzzle = {exposed("puzzle.js", "Puzzle")};
            const puzzle = new Puzzle(data);
            return puzzle.placements.map((placement) => {{
                const name = puzzle.written(placement);
                const {{laid, fault}} = puzzle.read(name);
                return [placement, name, laid, fault];
            }});
        }}""",
        data,
    )
    page.close()
    options = [k for k in range(len(lowered.cover.options)) if lowered.class_of(k) >= 0]
    assert sorted(placed.option(placement) for placement, *_ in found) == options
    assert sorted(tuple(own) for own, *_ in found) == sorted(map(placed.placement, options))
    for placement, text, laid, fault in found:
        assert text == written(lowered, placed.option(placement))
        assert (laid, fault) == ([placement], None)
    for own, piece in zip(data["pieces"], lowered.classes, strict=True):
        shapes = sorted({tuple(map(tuple, shape)) for shape in own["orientations"]})
        assert shapes == list(piece.orientations)
