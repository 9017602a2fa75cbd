"""What the page says is left, and what Python says: of random positions of every puzzle that it
plays. Clashing pieces must be in so many positions, and dead ones, that both are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

import building
import pytest
import shipped
from building import board
from play.positions import Asked, Placed, Position, Worker, compare, exposed

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.play import data as page_data
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = [name for name in shipped.NAMES if page_data.refusal(shipped.model(name)) is None]


def test_every_plane_puzzle_is_compared() -> None:
    assert len(NAMES) == len(shipped.NAMES) - len(
        {"soma", "sticks", "morse-displaced", "tetrahexes-4x7", "hexiamonds-6x6"}
    )


@pytest.mark.parametrize("asked", shipped.by_size(NAMES), indirect=True)
def test_some_positions(asked: Asked) -> None:
    compare(asked, asked.positions.some(20))


@pytest.mark.slow
@pytest.mark.parametrize("asked", NAMES, indirect=True)
def test_many_positions(asked: Asked) -> None:
    counts = compare(asked, asked.positions.some(200))
    assert 0 in counts
    # One published grid has no solution at all.
    assert len(set(counts)) >= 2 or asked.puzzle.name == "domino-print"


@pytest.mark.parametrize("optional", [frozenset(), frozenset({8})], ids=["plain", "optional"])
def test_what_all_share_where_not_all_are_listed(worker: Worker, optional: frozenset[int]) -> None:
    # 167,089 tilings, and apart from them a strip that one piece alone fills, and perhaps a cell
    # that may stay empty.
    first = ". . . . . . . . # " + (". #" if optional else "# #")
    rows = [first, *[". . . . . . . . # # #"] * 5, "# # # # # # # # # # #"]
    cells = board(*rows, ". . . # # # # # # # #")._replace(optional=optional)
    pieces = building.piece("D", "##", copies=24), building.piece("I", "###")
    asked = Asked(worker, Model("strip", cells, pieces))
    option_of = asked.puzzle.lowered.option_of
    corner, strip = option_of(0, [(0, 0), (0, 1)]), option_of(1, [(7, 0), (7, 1), (7, 2)])
    assert corner is not None and strip is not None
    # The list for the second position answers for the third: what it has fixed may be forced.
    positions = [Position(None, laid) for laid in ((), (corner, strip), (corner,))]
    answers = worker.ask([asked.question("left", position, sharing=True) for position in positions])
    assert [(answer["count"], answer["exact"]) for answer in answers] == [(10_000, False)] * 3
    forced = [[asked.placed.option(own) for own in answer["forced"]] for answer in answers]
    assert forced == [[strip], [], [strip]]


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
